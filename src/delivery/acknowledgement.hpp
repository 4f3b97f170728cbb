// Acknowledgements, and what they do to a conversation.
#pragma once

#include <cstdint>
#include <optional>

#include "delivery/reading_over_time.hpp"
#include "model/broker_identifier.hpp"

namespace ssbroute::delivery {

/// What an acknowledgement does to the initiator's conversation.
enum class Acknowledged : std::uint8_t {
    /// It is the first: the conversation carries its identifier from now on.
    pins,
    /// It comes from the target that the conversation is pinned to, or tells no identifier.
    counts,
    /// It comes from another target, which is told that the conversation is not its own.
    refuses,
    /// It comes from another target, and nothing follows.
    ignores,
};

/// The identifier that the initiator's messages carry.
class ConversationIdentifier {
public:
    ConversationIdentifier() = default;
    /// `given`: BEGIN DIALOG named it.
    explicit ConversationIdentifier(std::optional<BrokerIdentifier> given) : given_(std::move(given)) {}

    /// What the next message carries; nothing: the conversation gives no identifier.
    [[nodiscard]] std::optional<BrokerIdentifier> const& carried() const {
        return pinned_ ? pinned_ : given_;
    }
    /// That of the first acknowledgement.
    [[nodiscard]] std::optional<BrokerIdentifier> const& pinned() const { return pinned_; }

    /// ACK-1.
    Acknowledged acknowledge(std::optional<BrokerIdentifier> const& by, SecondAcknowledgement second);
    /// The reading picked-identifier: what MATCH-3 picked stays with the conversation until it is pinned.
    void keep_picked(BrokerIdentifier const& picked);

private:
    std::optional<BrokerIdentifier> given_;
    std::optional<BrokerIdentifier> pinned_;
};

}  // namespace ssbroute::delivery
