// Bytes as dice that draw a small network and one of its histories: that history is permitted, and among all
// of them where these are few enough to be listed.
#include <algorithm>
#include <cstdint>

#include "bytes_as_dice.hpp"
#include "delivery/histories.hpp"
#include "expect.hpp"
#include "support/networks.hpp"

using namespace ssbroute;

namespace {

constexpr delivery::Bounds few{5'000, 300};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzzing::BytesAsDice dice(data, size);
    auto const focus = static_cast<testing::NetworkFocus>(dice.below(5));
    auto const seed = dice.below(256);
    delivery::ProfileOverTime profile;
    for (auto const& entry : delivery::readings_over_time)
        profile.prefer(entry.reading, static_cast<AnswerNumber>(dice.below(entry.answers.size())));
    auto const timeline = delivery::Timeline::create(testing::draw_network(dice, focus));
    fuzzing::expect(timeline.has_value(), "a timeline");

    delivery::History history;
    delivery::sample(*timeline, seed, profile,
                     [&](delivery::Happening const& one) { history.push_back(one); });
    auto const verdict = delivery::check(*timeline, profile, history).verdict;
    fuzzing::expect(verdict == delivery::Check::Verdict::permitted, "the history to be permitted");
    auto const all = delivery::explore(*timeline, profile, few);
    if (all.end != delivery::Histories::End::complete) return 0;
    auto const& listed = all.histories;
    fuzzing::expect(std::find(listed.begin(), listed.end(), history) != listed.end(),
                    "the history to be among all of them");
    return 0;
}
