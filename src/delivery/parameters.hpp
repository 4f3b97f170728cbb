// Numbers that the documents do not give, or give only roughly. Each has a default, and where it comes from
// stands in spec/routing.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ssbroute::delivery {

/// Seconds of virtual time.
using Seconds = std::int64_t;

/// When targets acknowledge.
enum class Acknowledgements : std::uint8_t {
    /// As soon as a message is delivered.
    at_once,
    /// Only where the timeline says so.
    by_event,
};

struct Parameters {
    /// DELAY-1: from a delay to the next matching. Not documented. A minute, which is the greatest wait that
    /// the documentation names for anything that is tried again.
    Seconds match_again_after = 60;
    /// From sending a message to sending it again while it is not acknowledged; the last repeats; none: never
    /// again. Reported for the product; the documentation says a few seconds at first and about a minute at
    /// most.
    std::vector<Seconds> resend_after = {4, 8, 16, 32, 64};
    /// LOOP-2: how often a message may be forwarded. Not documented; the column that counts down is a
    /// tinyint, so it cannot be more.
    std::uint32_t forward_limit = 255;
    Acknowledgements acknowledgements = Acknowledgements::at_once;

    /// The wait before try number `tries` + 1 of sending; nothing is tried again if `resend_after` is empty.
    [[nodiscard]] Seconds wait_after(std::size_t tries) const {
        return resend_after[std::min(tries, resend_after.size() - 1)];
    }
};

}  // namespace ssbroute::delivery
