// "Locating the destination service" in this instance.
#pragma once

#include <optional>

#include "model/broker_identifier.hpp"
#include "model/instance.hpp"
#include "routing/decision.hpp"

namespace ssbroute::routing {

/// LOCATE-1 to LOCATE-3: the database to deliver to; nullptr: not found, which is LOCATE-4.
/// `identifier` is the one that exists in the conversation or in the route.
Database const* locate_destination_service(Decision const& decision,
                                           std::optional<BrokerIdentifier> const& identifier);

}  // namespace ssbroute::routing
