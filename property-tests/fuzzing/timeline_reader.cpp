// Any bytes as a timeline, or a golden group of them: refused with a reason, or read, and then printing and
// reading keep each timeline.
#include <cstdint>
#include <string>

#include "expect.hpp"
#include "formats/golden_timeline_json.hpp"
#include "formats/timeline_json.hpp"

using namespace ssbroute;

namespace {

void expect_the_same_again(delivery::Timeline const& timeline) {
    auto const printed = formats::to_line(formats::write_timeline(timeline));
    auto const again = formats::parse_json(printed).and_then(formats::read_timeline);
    fuzzing::expect(again.has_value(), "what was printed to be read");
    fuzzing::expect(formats::to_line(formats::write_timeline(*again)) == printed, "the same timeline again");
}

void expect_a_reason(Error const& error) {
    fuzzing::expect(!error.message.empty(), "a reason for the refusal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const document = formats::parse_json(fuzzing::text_of(data, size));
    if (!document) {
        expect_a_reason(document.error());
    } else if (formats::is_timeline_group(*document)) {
        auto const cases = formats::read_timeline_group(*document);
        if (!cases) expect_a_reason(cases.error());
        if (cases)
            for (auto const& golden : *cases) expect_the_same_again(golden.timeline);
    } else {
        auto const timeline = formats::read_timeline(*document);
        if (!timeline) expect_a_reason(timeline.error());
        if (timeline) expect_the_same_again(*timeline);
    }
    return 0;
}
