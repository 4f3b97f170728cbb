// Prints scenarios drawn by chance, a JSON line each: `random-scenarios COUNT SEED`. The same for the same
// seed.
#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string_view>

#include "formats/scenario_json.hpp"
#include "support/drawing.hpp"

namespace ssbroute::testing {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

int print_scenarios(std::uint64_t count, std::uint64_t seed) {
    SeededDice dice(seed);
    for (; count > 0; --count)
        std::cout << formats::to_line(formats::write_scenario(draw_scenario(dice).built())) << '\n';
    return std::cout.flush() ? 0 : 2;
}

}  // namespace
}  // namespace ssbroute::testing

int main(int argc, char* argv[]) {
    using namespace ssbroute::testing;
    auto const count = argc == 3 ? number_in(argv[1]) : std::nullopt;
    auto const seed = argc == 3 ? number_in(argv[2]) : std::nullopt;
    if (!count || !seed) {
        std::cerr << "usage: random-scenarios COUNT SEED\n";
        return 2;
    }
    return print_scenarios(*count, *seed);
}
