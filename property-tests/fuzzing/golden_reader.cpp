// Any bytes as a golden group: refused with a reason, or read, and then every case is a line of the flat
// corpus.
#include <cstdint>

#include "expect.hpp"
#include "formats/golden_json.hpp"
#include "formats/scenario_json.hpp"

using namespace ssbroute;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const cases = formats::parse_json(fuzzing::text_of(data, size)).and_then(formats::read_golden_group);
    if (!cases) {
        fuzzing::expect(!cases.error().message.empty(), "a reason for the refusal");
        return 0;
    }
    for (auto const& golden : *cases) {
        auto const flat = formats::parse_json(formats::to_line(formats::write_flat(golden)));
        fuzzing::expect(flat.has_value(), "a case to be a line of JSON");
        auto const scenario = formats::read_scenario((*flat)["scenario"]);
        fuzzing::expect(scenario.has_value(), "the scenario of a flat case to be read");
        fuzzing::expect(formats::write_scenario(*scenario) == formats::write_scenario(golden.scenario),
                        "a flat case to hold the same scenario");
    }
    return 0;
}
