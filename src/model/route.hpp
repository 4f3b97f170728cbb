// A row of sys.routes.
#pragma once

#include <optional>
#include <string>

#include "model/address.hpp"
#include "model/broker_identifier.hpp"
#include "model/service_name.hpp"
#include "model/utc_time.hpp"

namespace ssbroute {

/// A route, with the columns of sys.routes that play a part in routing. `route_id` and `principal_id`
/// play none.
struct Route {
    /// Unique in a routing table; plays no part in a decision.
    std::string name;
    /// Nothing: any service.
    std::optional<ServiceName> remote_service_name;
    /// Nothing: any identifier.
    std::optional<BrokerIdentifier> broker_instance;
    /// When the route expires; nothing: never.
    std::optional<UtcTime> lifetime;
    Address address;
    /// Nothing: the route is not mirrored.
    std::optional<Address> mirror_address;
};

}  // namespace ssbroute
