// Sending on a message whose chosen route does not say LOCAL.
#pragma once

#include "model/outcome.hpp"
#include "model/route.hpp"
#include "routing/decision.hpp"

namespace ssbroute::routing {

/// FORWARD-1, TRANSPORT-1 and -2, LOOP-1, SEND-1, FORWARD-2.
Outcome send_on(Decision const& decision, Route const& chosen);

}  // namespace ssbroute::routing
