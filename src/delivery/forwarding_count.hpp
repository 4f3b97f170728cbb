// How often a message is forwarded, and how long it lives.
#pragma once

#include <cstdint>
#include <optional>

#include "delivery/parameters.hpp"
#include "delivery/reading_over_time.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::delivery {

/// What becomes of a message that a forwarder is to pass on.
enum class PassingOn : std::uint8_t {
    passed_on,
    /// It has been forwarded as often as it may be.
    discarded_for_its_count,
    /// Its lifetime is over.
    discarded_for_its_age,
    /// It has been forwarded as often as it may be, and only its lifetime ends it.
    goes_round,
};

/// What a message takes along from instance to instance.
class ForwardingCount {
public:
    [[nodiscard]] std::uint32_t count() const { return count_; }

    /// LOOP-2 and FORWARD-2, at a forwarder. `lives_until`: when the message's lifetime is over; nothing:
    /// never.
    PassingOn forward(UtcTime now, std::optional<UtcTime> const& lives_until, Parameters const& parameters,
                      ForwardLimit reading);

private:
    std::uint32_t count_ = 0;
};

}  // namespace ssbroute::delivery
