// The table in scope, without its expired routes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/routing_table.hpp"
#include "model/utc_time.hpp"
#include "routing/reading.hpp"

namespace ssbroute {

/// When a route is expired, once the readings about it are answered.
struct Expiry {
    std::optional<UtcTime> now;
    std::optional<UtcTime> conversation_begun_at;
    ExpiryInstant at_the_instant = ExpiryInstant::expired;
    ExpiredRouteExistingConversation existing_conversation = ExpiredRouteExistingConversation::ignored;

    /// A lifetime is over at `instant`.
    [[nodiscard]] bool is_over(UtcTime lifetime, UtcTime instant) const;
    /// EXPIRY-1 removes this route.
    [[nodiscard]] bool removes(Route const& route) const;
};

/// A routing table seen without its expired routes. What is left of a name is worked out when it is first
/// asked for, and kept: exploring a decision asks again and again.
class RoutesInScope {
public:
    RoutesInScope(RoutingTable table, Expiry expiry) : table_(std::move(table)), expiry_(expiry) {}

    /// The live routes with this service name.
    RoutesOfOneName named(std::string_view service_name);
    /// The live routes without a service name.
    RoutesOfOneName unnamed();
    /// The live routes with neither service name nor identifier, and with them those that give
    /// `identifier` and no service name.
    RouteSet unnamed_joined_with(BrokerIdentifier const& identifier);

private:
    RoutesOfOneName live(RoutesOfOneName routes, std::optional<std::string_view> service_name);

    RoutingTable table_;
    Expiry expiry_;
    std::map<std::optional<std::string>, RoutingTable> live_;
    std::map<BrokerIdentifier, ArrangedRoutes> joined_;
};

}  // namespace ssbroute
