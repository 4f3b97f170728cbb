// Instances, conversations and events, one step after the other in virtual time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "delivery/acknowledgement.hpp"
#include "delivery/delay.hpp"
#include "delivery/dynamic_routing.hpp"
#include "delivery/forwarding_count.hpp"
#include "delivery/happening.hpp"
#include "delivery/mirroring.hpp"
#include "delivery/timeline.hpp"
#include "routing/arbiter.hpp"

namespace ssbroute::delivery {

/// Hears what happens.
using Listener = std::function<void(Happening const&)>;

/// Whether delays are explained by the status that the transmission queue shows.
enum class Statuses : std::uint8_t { left_out, explained };

using MessageNumber = std::uint64_t;

/// Something on its way, at an instance that has to decide about it.
struct Flight {
    MessageNumber message = 0;
    Part part = Part::message;
    InstanceNumber at = 0;
    /// Of which database it is sent; nothing: it has arrived from outside.
    std::optional<std::string> origin = std::nullopt;
    std::optional<BrokerIdentifier> to_broker_instance = std::nullopt;
    ForwardingCount forwarded = {};
    /// Of an acknowledgement: who sent it, and its identifier.
    std::optional<Endpoint> acknowledged_by = std::nullopt;
    std::optional<BrokerIdentifier> acknowledged_as = std::nullopt;
    Occasion occasion = Occasion::due;
    /// How often it was tried in vain to reach the next instance.
    std::size_t tries = 0;
    /// What was told of the last try.
    std::string last_told = {};
};

/// What is done when its time has come.
enum class WaitingFor : std::uint8_t { matching, sending, acknowledgement, lifetime };
struct Waiting {
    WaitingFor what;
    Flight flight;
    std::size_t conversation = 0;
};

/// A message that somebody still has to do with.
struct MessageState {
    std::string id;
    std::size_t conversation = 0;
    SentBy sent_by = SentBy::initiator;
    /// Of a target's message: which target.
    Endpoint from;
    std::vector<Endpoint> delivered_to = {};
    std::size_t sent = 0;
    std::size_t copies = 0;
    bool acknowledged = false;
};

struct ConversationState {
    Endpoint initiator;
    std::optional<BrokerIdentifier> initiator_identifier = std::nullopt;
    std::optional<UtcTime> begun_at = std::nullopt;
    ConversationIdentifier identifier;
    std::vector<Endpoint> targets = {};
    /// Their part of the conversation is over, and does not begin again.
    std::vector<Endpoint> refused = {};
    std::map<std::pair<SentBy, Endpoint>, ConversationDelay> delays = {};
    bool ended = false;
};

/// All that matters for what can follow.
struct NetworkState {
    UtcTime now;
    std::size_t events = 0;      // that have happened
    std::uint64_t repeated = 0;  // of the event that comes next
    std::deque<Flight> flights = {};
    std::map<std::pair<UtcTime, std::uint64_t>, Waiting> waiting = {};
    std::uint64_t waited = 0;
    std::map<MessageNumber, MessageState> messages = {};
    MessageNumber sent = 0;
    std::vector<ConversationState> conversations = {};
    std::map<std::tuple<InstanceNumber, std::string, std::string>, Mirroring> mirrored = {};
    std::vector<RouteRequests> requests = {};
};

/// Runs a timeline. What is due at one instant happens in this order: what is on its way, the events, what
/// has waited. Links take no time. An event that a history gives no occasion for, such as a reply to a
/// message that was not delivered, does nothing.
class Network {
public:
    Network(Timeline const& timeline, ProfileOverTime profile, Statuses statuses = Statuses::left_out)
        : timeline_(timeline), profile_(profile), statuses_(statuses) {}

    [[nodiscard]] NetworkState start() const;
    /// One step: a decision about one message, or an event. False if nothing is left until the last event.
    bool step(NetworkState& state, Arbiter& arbiter, Listener const& listener) const;

    /// A text that states share exactly when nothing that can follow tells them apart.
    [[nodiscard]] static std::string key(NetworkState const& state);

private:
    friend class NetworkStep;

    Timeline const& timeline_;
    ProfileOverTime profile_;
    Statuses statuses_;
};

}  // namespace ssbroute::delivery
