// What the sections of the routing process share while one decision is made.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "model/outcome.hpp"
#include "model/scenario.hpp"
#include "routing/arbiter.hpp"
#include "routing/observer.hpp"
#include "routing/routes_in_scope.hpp"

namespace ssbroute::routing {

/// Which way a message goes, seen from the instance. Outgoing: sent by a service of one of its databases.
/// Incoming: arrived from outside, or taken as if it had (LOOP-1).
enum class Direction : std::uint8_t { outgoing, incoming };

/// What is worked out once and kept while the same scenario is decided again and again.
struct Kept {
    std::map<std::tuple<Database const*, ExpiryInstant, ExpiredRouteExistingConversation>, RoutesInScope>
        routes_in_scope;
    std::optional<ArrangedRoutes> as_if_local;
};

/// One decision in the making.
struct Decision {
    Scenario const& scenario;
    Direction direction;
    Arbiter& arbiter;
    Observer& observer;
    Kept& kept;

    [[nodiscard]] Instance const& instance() const { return scenario.instance(); }
    [[nodiscard]] Message const& message() const { return scenario.message(); }
    [[nodiscard]] ServiceName const& service() const { return message().to_service_name; }
    /// The identifier that the conversation gives.
    [[nodiscard]] std::optional<BrokerIdentifier> const& identifier() const {
        return message().to_broker_instance;
    }
    [[nodiscard]] bool is_outgoing() const { return direction == Direction::outgoing; }
    /// The same decision with the message taken as if it had arrived from outside.
    [[nodiscard]] Decision as_incoming() const {
        return {scenario, Direction::incoming, arbiter, observer, kept};
    }
};

/// The whole process, from the start.
Outcome route(Decision const& decision);

}  // namespace ssbroute::routing
