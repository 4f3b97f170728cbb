#include "routing/finding_matching_routes.hpp"

#include <optional>
#include <vector>

namespace ssbroute::routing {
namespace {

constexpr std::string_view gives_no_identifier = "the conversation gives no identifier";
constexpr std::string_view gives_an_identifier = "the conversation gives an identifier";

// Tells the observer what a step found, and hands it back.
RouteSet found(Decision const& decision, Step const& step, RouteSet const& routes) {
    routes.empty() ? decision.observer.handed_on(step) : decision.observer.passed(step);
    return routes;
}

// MATCH-1. The conversation gives an identifier: routes equal in both service name and identifier.
RouteSet match_1(Decision const& decision, RoutesOfOneName const& named) {
    if (!decision.identifier()) {
        decision.observer.handed_on({Rule::match_1, Reason{gives_no_identifier}});
        return {};
    }
    auto const routes = named.with_identifier(*decision.identifier());
    return found(decision, {Rule::match_1, RoutesFound{routes.all()}}, routes);
}

// MATCH-2. Routes equal in service name, without identifier.
RouteSet match_2(Decision const& decision, RoutesOfOneName const& named) {
    auto const routes = named.without_identifier();
    return found(decision, {Rule::match_2, RoutesFound{routes.all()}}, routes);
}

// MATCH-3. The conversation gives no identifier: routes equal in service name, with identifier. If they
// have several identifiers, pick one arbitrarily; only its routes match.
RouteSet match_3(Decision const& decision, RoutesOfOneName const& named) {
    if (decision.identifier()) {
        decision.observer.handed_on({Rule::match_3, Reason{gives_an_identifier}});
        return {};
    }
    auto const by_identifier = named.by_identifier();
    if (by_identifier.empty()) return found(decision, {Rule::match_3, RoutesFound{}}, {});
    auto const routes = by_identifier[decision.arbiter.pick(Rule::match_3, by_identifier.size())];
    return found(decision, {Rule::match_3, RoutesFound{routes.all()}}, routes);
}

bool is_request_pending(Decision const& decision) {
    if (decision.instance().is_route_request_pending(decision.service())) return true;
    if (decision.instance().pending_route_requests().empty()) return false;
    return decision.arbiter.answer<PendingRequestFor>() == PendingRequestFor::any_service;
}

// MATCH-4. The table in scope has a route to the dynamic routing service (whatever its identifier) and no
// request for the target service is pending: delay, and request routing information.
std::optional<Outcome> match_4(Decision const& decision, RoutesInScope& table) {
    auto const to_dynamic_routing = table.named(dynamic_routing_service);
    if (to_dynamic_routing.empty()) {
        decision.observer.handed_on({Rule::match_4, RoutesFound{}});
        return std::nullopt;
    }
    if (!is_request_pending(decision)) {
        decision.observer.passed({Rule::match_4, RoutesFound{to_dynamic_routing.all()}});
        return Delay{RouteRequest::made};
    }
    if (decision.arbiter.answer<PendingRouteRequest>() == PendingRouteRequest::delay) {
        decision.observer.passed({Rule::match_4, Reason{"a request is pending: wait for its answer"}});
        return Delay{};
    }
    decision.observer.handed_on({Rule::match_4, Reason{"a request for a route is pending"}});
    return std::nullopt;
}

// Routes with an identifier and no service name, beside those with neither. `never`: no step takes them.
RouteSet with_identifier_only_routes(Decision const& decision, RoutesInScope& table,
                                     RoutesOfOneName const& unnamed) {
    auto const by_identifier = unnamed.by_identifier();
    auto const& given = decision.identifier();
    bool const met = given ? !unnamed.with_identifier(*given).empty() : !by_identifier.empty();
    if (!met || decision.arbiter.answer<IdentifierOnlyRoute>() == IdentifierOnlyRoute::never)
        return unnamed.without_identifier();

    if (given) return table.unnamed_joined_with(*given);
    auto const& picked = by_identifier[decision.arbiter.pick(Rule::match_5, by_identifier.size())];
    return table.unnamed_joined_with(*picked.all().front().broker_instance);
}

// MATCH-5. Routes with neither service name nor identifier.
RouteSet match_5(Decision const& decision, RoutesInScope& table) {
    auto const routes = with_identifier_only_routes(decision, table, table.unnamed());
    return found(decision, {Rule::match_5, RoutesFound{routes.all()}}, routes);
}

// MATCH-6. The conversation gives an identifier and some database of the instance has a service of the
// name: as if the table had a route with the service name and address LOCAL.
RouteSet match_6(Decision const& decision) {
    if (!decision.identifier()) {
        decision.observer.handed_on({Rule::match_6, Reason{gives_no_identifier}});
        return {};
    }
    if (decision.instance().databases_with_service(decision.service()).empty()) {
        decision.observer.handed_on({Rule::match_6, Reason{"no database of the instance has the service"}});
        return {};
    }
    auto& as_if = decision.kept.as_if_local;
    if (!as_if) {
        Route const local{"", decision.service(), std::nullopt, std::nullopt, Address("LOCAL"), std::nullopt};
        as_if.emplace(std::vector<Route>{local});
    }
    decision.observer.passed({Rule::match_6, RouteAsIf{as_if->routes().front()}});
    return as_if->sets().front();
}

// MATCH-7. Delay. Not an error.
Outcome match_7(Decision const& decision) {
    decision.observer.passed({Rule::match_7, RoutesFound{}});
    if (decision.is_outgoing()) return Delay{};
    if (decision.arbiter.answer<NoMatchIncoming>() == NoMatchIncoming::drop) return Drop{};
    return Delay{};
}

}  // namespace

Matching find_matching_routes(Decision const& decision, RoutesInScope& table) {
    // NAME-1. Service names are equal when they are equal byte by byte (ServiceName, and `named`).
    // NULL-1. NULL in remote_service_name matches any service, in broker_instance any identifier; where
    // such a route is tried is what these steps say.
    // MIRROR-1. Mirror addresses play no part in matching: no step below looks at one. They come first in
    // choosing (CHOOSE-1).
    auto const named = table.named(decision.service().text());

    if (auto const routes = match_1(decision, named); !routes.empty()) return routes;
    if (auto const routes = match_2(decision, named); !routes.empty()) return routes;
    if (auto const routes = match_3(decision, named); !routes.empty()) return routes;

    // Where MATCH-4 stands is a question only where there is a route to the dynamic routing service.
    auto const order = table.named(dynamic_routing_service).empty()
                           ? DynamicRoutingOrder::before_last_resort
                           : decision.arbiter.answer<DynamicRoutingOrder>();
    if (order == DynamicRoutingOrder::before_last_resort)
        if (auto const end = match_4(decision, table)) return *end;

    if (auto const routes = match_5(decision, table); !routes.empty()) return routes;
    if (auto const routes = match_6(decision); !routes.empty()) return routes;

    if (order == DynamicRoutingOrder::when_nothing_matches)
        if (auto const end = match_4(decision, table)) return *end;

    return match_7(decision);
}

}  // namespace ssbroute::routing
