#include "delivery/delay.hpp"

namespace ssbroute::delivery {

// DELAY-1. A delayed conversation is matched again after a time-out.
UtcTime ConversationDelay::delay(UtcTime now, Parameters const& parameters) {
    until_ = now.after_seconds(parameters.match_again_after);
    return *until_;
}

std::optional<UtcTime> ConversationDelay::waits_until(UtcTime now, DelayedConversation reading) const {
    bool const waits = reading == DelayedConversation::waits && until_ && now < *until_;
    return waits ? until_ : std::nullopt;
}

}  // namespace ssbroute::delivery
