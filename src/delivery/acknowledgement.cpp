#include "delivery/acknowledgement.hpp"

namespace ssbroute::delivery {

// ACK-1. After the first acknowledgement from the target, the initiator's later messages carry the identifier
// that was in it.
Acknowledged ConversationIdentifier::acknowledge(std::optional<BrokerIdentifier> const& by,
                                                 SecondAcknowledgement second) {
    if (!by || pinned_ == by) return Acknowledged::counts;
    if (!pinned_) {
        pinned_ = by;
        return Acknowledged::pins;
    }
    return second == SecondAcknowledgement::refused ? Acknowledged::refuses : Acknowledged::ignores;
}

void ConversationIdentifier::keep_picked(BrokerIdentifier const& picked) {
    if (!given_) given_ = picked;
}

}  // namespace ssbroute::delivery
