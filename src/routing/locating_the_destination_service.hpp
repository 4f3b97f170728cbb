// "Locating the destination service" in this instance.
#pragma once

#include <optional>

#include "model/broker_identifier.hpp"
#include "model/outcome.hpp"
#include "model/route_set.hpp"
#include "routing/decision.hpp"

namespace ssbroute::routing {

/// LOCATE-1 to LOCATE-4. `identifier` is the one that exists in the conversation or in the route; `matching`
/// are the routes to go back to if the service is not found: none after REPLY-1.
Outcome deliver_here(Decision const& decision, std::optional<BrokerIdentifier> const& identifier,
                     RouteSet const& matching);

}  // namespace ssbroute::routing
