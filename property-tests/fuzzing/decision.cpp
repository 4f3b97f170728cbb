// Bytes as dice that draw a scenario; the C++ and the Python router, which was written apart from it, must
// permit and contest the same. RapidCheck's generators draw from the same vocabulary.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "bytes_as_dice.hpp"
#include "conformance/implementation.hpp"
#include "expect.hpp"
#include "formats/answer_json.hpp"
#include "formats/scenario_json.hpp"
#include "model/outcome.hpp"
#include "oracle/answer.hpp"
#include "support/drawing.hpp"

using namespace ssbroute;

namespace {

struct Router {
    conformance::Stop stop;  // never requested
    conformance::Implementation implementation{command(), conformance::Implementation::Limits{}, stop};

    static std::string command() {
        auto const* other = std::getenv("SSBROUTE_ROUTER");
        return std::string("python3 '") + (other == nullptr ? ROUTER : other) + "' --answer permitted";
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static Router router;
    fuzzing::BytesAsDice dice(data, size);
    auto const scenario = testing::draw_scenario(dice, {}).built();

    RoutingProcess process(scenario);
    auto const ours = answer(process, {}, OtherReadings::left_out).permitted;
    auto const said = router.implementation.ask(formats::to_line(formats::write_scenario(scenario)));
    fuzzing::expect(said && *said, "an answer of the router");
    auto const* theirs = std::get_if<conformance::WholeSet>(&**said);
    fuzzing::expect(theirs != nullptr, "a whole set");
    auto const sorted = [](std::vector<Outcome> const& outcomes) {
        std::vector<std::string> texts;
        texts.reserve(outcomes.size());
        for (auto const& outcome : outcomes) texts.push_back(canonical(outcome));
        std::sort(texts.begin(), texts.end());
        return texts;
    };
    fuzzing::expect(sorted(ours) == sorted(theirs->outcomes), "the same outcomes to be permitted");
    return 0;
}
