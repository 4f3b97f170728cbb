#include "delivery/forwarding_count.hpp"

namespace ssbroute::delivery {

// LOOP-2. Each forward adds one to the message's forward count, which protects against endless loops; a
// message over its lifetime is discarded.
//
// FORWARD-2. The forwarder passes it on and keeps nothing: it does not acknowledge, and the sender keeps the
// message.
PassingOn ForwardingCount::forward(UtcTime now, std::optional<UtcTime> const& lives_until,
                                   Parameters const& parameters, ForwardLimit reading) {
    if (lives_until && *lives_until <= now) return PassingOn::discarded_for_its_age;
    if (count_ < parameters.forward_limit) {
        ++count_;
        return PassingOn::passed_on;
    }
    return reading == ForwardLimit::discards ? PassingOn::discarded_for_its_count : PassingOn::goes_round;
}

}  // namespace ssbroute::delivery
