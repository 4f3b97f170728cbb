// "Finding matching routes": the first step that matches ends matching.
#pragma once

#include <variant>

#include "model/outcome.hpp"
#include "model/route_set.hpp"
#include "routing/decision.hpp"

namespace ssbroute::routing {

/// Either the matching routes, one at least, or the end of the decision.
using Matching = std::variant<RouteSet, Outcome>;

/// MATCH-1 to MATCH-7.
Matching find_matching_routes(Decision const& decision, RoutesInScope& table);

}  // namespace ssbroute::routing
