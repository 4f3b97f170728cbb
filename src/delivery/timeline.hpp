// A timeline: instances, conversations between them, and what happens when.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delivery/parameters.hpp"
#include "model/error.hpp"
#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::delivery {

/// The place of an instance in its timeline.
using InstanceNumber = std::size_t;

/// A database of an instance, where one side of a conversation is.
struct Endpoint {
    InstanceNumber instance = 0;
    std::string database;

    friend auto operator<=>(Endpoint const&, Endpoint const&) = default;
};

/// What an instance says when it is asked whether it is the principal.
enum class MirrorRole : std::uint8_t { none, principal, mirror };

enum class Reach : std::uint8_t { down, up };

/// An instance of the network.
struct InstanceSetup {
    std::string name;
    Instance instance;
    MirrorRole role = MirrorRole::none;
    /// Databases whose broker is as if disabled while the instance is the mirror.
    std::vector<std::string> mirrored_databases = {};
};

struct Conversation {
    std::string id;
    Endpoint initiator;
    ServiceName from_service_name;
    ServiceName to_service_name;
    std::optional<BrokerIdentifier> to_broker_instance = std::nullopt;
    /// From its first message; nothing: as good as for ever.
    std::optional<Seconds> lifetime = std::nullopt;
};

// What happens in a timeline.

/// The conversation's initiator, or a target that has got a message of it, sends a message.
struct SendMessage {
    std::string message;
    std::size_t conversation = 0;
    SentBy sent_by = SentBy::initiator;
    /// Which target sends; nothing: the one that was reached first.
    std::optional<Endpoint> from = std::nullopt;
    /// So many messages, one after the other: `m-1`, `m-2`; nothing: just `m`.
    std::optional<std::uint64_t> count = std::nullopt;
};
/// Time goes by.
struct Advance {};
struct RouteCreated {
    Endpoint table;
    Route route;
};
/// The route of the same name is as it is here from now on.
struct RouteAltered {
    Endpoint table;
    Route route;
};
struct RouteDropped {
    Endpoint table;
    std::string route;
};
/// Whoever got the message acknowledges it.
struct Acknowledge {
    std::string message;
    /// Nothing: the one that was reached first.
    std::optional<Endpoint> by = std::nullopt;
};
/// The dialog of the request for a route to `service` ends.
struct RequestEnded {
    InstanceNumber instance = 0;
    ServiceName service;
};
struct InstanceReach {
    InstanceNumber instance = 0;
    Reach reach = Reach::down;
};
struct LinkReach {
    InstanceNumber one = 0;
    InstanceNumber other = 0;
    Reach reach = Reach::down;
};
struct RoleChanged {
    InstanceNumber instance = 0;
    MirrorRole role = MirrorRole::none;
};
struct BrokerChanged {
    Endpoint database;
    Broker broker = Broker::disabled;
};
/// Restored with a new identifier: the conversations of the database end.
struct IdentifierChanged {
    Endpoint database;
    BrokerIdentifier identifier;
};
/// Detached here and attached there, with its identifier, its routes and its conversations.
struct DatabaseMoved {
    Endpoint database;
    InstanceNumber to = 0;
};

using EventKind =
    std::variant<SendMessage, Advance, RouteCreated, RouteAltered, RouteDropped, Acknowledge, RequestEnded,
                 InstanceReach, LinkReach, RoleChanged, BrokerChanged, IdentifierChanged, DatabaseMoved>;

struct Event {
    UtcTime at;
    EventKind kind;
};

/// An instance as it is between two events.
struct InstanceNow {
    InstanceParts parts;
    Reach reach = Reach::up;
    MirrorRole role = MirrorRole::none;
    std::vector<std::string> mirrored_databases = {};
    /// What decisions are asked of, with no request pending.
    Instance instance;
};

/// The network as it is between two events.
class Configuration {
public:
    explicit Configuration(std::vector<InstanceSetup> const& setups);

    [[nodiscard]] InstanceNow const& instance(InstanceNumber number) const { return instances_[number]; }
    [[nodiscard]] std::size_t size() const { return instances_.size(); }
    /// The instance that answers at `address`, asked from `from`; nothing: it cannot be reached.
    [[nodiscard]] std::optional<InstanceNumber> reached(InstanceNumber from, Address const& address) const;

    /// Whether the event changes a configuration at all.
    static bool changes(EventKind const& event);
    /// The event happens; an Error's place is the pointer inside the event.
    Expected<void> apply(EventKind const& event);

private:
    Expected<void> rebuild(InstanceNumber number);
    [[nodiscard]] Expected<std::vector<Database>::iterator> find(Endpoint const& place);

    std::vector<InstanceNow> instances_;
    std::set<std::pair<InstanceNumber, InstanceNumber>> links_down_;
};

struct TimelineParts {
    UtcTime start;
    Parameters parameters = {};
    std::vector<InstanceSetup> instances = {};
    std::vector<Conversation> conversations = {};
    std::vector<Event> events = {};
};

/// A timeline that can be run. Numbers in its parts are places in its lists.
class Timeline {
public:
    /// An Error at `/instances/N/name`, `/conversations/N/...` or `/events/N/...` if a name is there twice or
    /// not at all, if an event is earlier than the one before it, or if it cannot happen.
    static Expected<Timeline> create(TimelineParts parts);

    [[nodiscard]] UtcTime start() const { return parts_.start; }
    [[nodiscard]] Parameters const& parameters() const { return parts_.parameters; }
    [[nodiscard]] std::vector<InstanceSetup> const& instances() const { return parts_.instances; }
    [[nodiscard]] std::vector<Conversation> const& conversations() const { return parts_.conversations; }
    [[nodiscard]] std::vector<Event> const& events() const { return parts_.events; }
    /// The network after so many events.
    [[nodiscard]] Configuration const& after(std::size_t events) const { return *configurations_[events]; }
    /// Some event acknowledges the message.
    [[nodiscard]] bool is_acknowledged_by_event(std::string const& message) const {
        return acknowledged_.contains(message);
    }

private:
    explicit Timeline(TimelineParts parts) : parts_(std::move(parts)) {}

    TimelineParts parts_;
    std::vector<std::shared_ptr<Configuration const>> configurations_;
    std::set<std::string> acknowledged_;
};

}  // namespace ssbroute::delivery
