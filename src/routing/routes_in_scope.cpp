#include "routing/routes_in_scope.hpp"

#include <string>
#include <vector>

namespace ssbroute {

bool Expiry::is_over(UtcTime lifetime, UtcTime instant) const {
    if (lifetime == instant) return at_the_instant == ExpiryInstant::expired;
    return lifetime < instant;
}

bool Expiry::removes(Route const& route) const {
    // NULL never expires; where a route has a lifetime, the scenario gives now.
    if (!route.lifetime || !is_over(*route.lifetime, *now)) return false;
    bool const was_live_then = conversation_begun_at && !is_over(*route.lifetime, *conversation_begun_at);
    return !was_live_then || existing_conversation == ExpiredRouteExistingConversation::ignored;
}

RoutesOfOneName RoutesInScope::named(std::string_view service_name) {
    return live(table_.named(service_name), service_name);
}

RoutesOfOneName RoutesInScope::unnamed() { return live(table_.unnamed(), std::nullopt); }

RoutesOfOneName RoutesInScope::live(RoutesOfOneName routes, std::optional<std::string_view> service_name) {
    auto const first_lifetime = routes.first_lifetime();
    if (!first_lifetime || *first_lifetime > *expiry_.now) return routes;  // all are live

    auto [found, is_new] =
        live_.try_emplace(service_name ? std::optional<std::string>(*service_name) : std::nullopt);
    if (is_new) {
        std::vector<Route> rest;
        for (RouteSet const& set : routes.sets())
            for (Route const& route : set.all())
                if (!expiry_.removes(route)) rest.push_back(route);
        found->second = RoutingTable(std::move(rest));
    }
    return service_name ? found->second.named(*service_name) : found->second.unnamed();
}

RouteSet RoutesInScope::unnamed_joined_with(BrokerIdentifier const& identifier) {
    auto const found = joined_.find(identifier);
    if (found != joined_.end()) return found->second.sets().front();

    std::vector<Route> both;
    auto const routes = unnamed();
    for (auto const& set : {routes.without_identifier(), routes.with_identifier(identifier)})
        both.insert(both.end(), set.all().begin(), set.all().end());
    return joined_.emplace(identifier, ArrangedRoutes(std::move(both))).first->second.sets().front();
}

}  // namespace ssbroute
