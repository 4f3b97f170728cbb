// Any bytes as a scenario: refused with a reason, or read, and then printing and reading keep it.
#include <cstdint>
#include <cstdlib>

#include "expect.hpp"
#include "formats/scenario_json.hpp"

using namespace ssbroute;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const scenario = formats::parse_json(fuzzing::text_of(data, size)).and_then(formats::read_scenario);
    if (!scenario) {
        fuzzing::expect(!scenario.error().message.empty(), "a reason for the refusal");
        return 0;
    }
    auto const printed = formats::to_line(formats::write_scenario(*scenario));
    auto const again = formats::parse_json(printed).and_then(formats::read_scenario);
    fuzzing::expect(again.has_value(), "what was printed to be read");
    fuzzing::expect(formats::to_line(formats::write_scenario(*again)) == printed, "the same scenario again");
    return 0;
}
