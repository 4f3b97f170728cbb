// "Choosing a route": a step with no candidate goes on to the next.
#pragma once

#include "model/outcome.hpp"
#include "model/route_set.hpp"
#include "routing/decision.hpp"

namespace ssbroute::routing {

/// CHOOSE-0 to CHOOSE-5, and what follows the choice.
Outcome choose_and_follow(Decision const& decision, RouteSet const& matching);

/// CHOOSE-5, for whatever ends there.
Outcome nothing_can_be_chosen(Decision const& decision);

}  // namespace ssbroute::routing
