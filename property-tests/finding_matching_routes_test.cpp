// "Finding matching routes".
#include <algorithm>
#include <set>

#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

bool is_to_dynamic_routing(Route const& route) {
    return route.remote_service_name && route.remote_service_name->text() == dynamic_routing_service;
}

// The step that takes a live route, each reading at its preferred answer; nothing if none does.
std::optional<Rule> step_that_takes(Route const& route, Message const& message) {
    auto const& given = message.to_broker_instance;
    if (route.remote_service_name == message.to_service_name) {
        if (!route.broker_instance) return Rule::match_2;
        if (!given) return Rule::match_3;
        if (route.broker_instance == given) return Rule::match_1;
    }
    if (is_to_dynamic_routing(route)) return Rule::match_4;
    if (!route.remote_service_name && !route.broker_instance) return Rule::match_5;
    return std::nullopt;
}

ScenarioParts with_route(ScenarioParts parts, Route route) {
    route.lifetime.reset();
    add_route(parts.searched(), std::move(route));
    return parts;
}

ScenarioParts with_only_route(ScenarioParts parts, Route const& route) {
    parts.searched().routes.clear();
    return with_route(std::move(parts), route);
}

// A scenario whose message is matched with a table: neither a reply nor stopped by a disabled broker.
ScenarioParts matched(ScenarioParts parts) {
    parts.message.sent_by = SentBy::initiator;
    parts.searched().broker = Broker::enabled;
    parts.searched().service_broker_guid.reset();  // or it might now be another's
    return parts;
}

PROPERTY(AMoreExactStepHidesAllLessExactRoutes,
         "MATCH-1, MATCH-2, MATCH-3, MATCH-4, MATCH-5, MATCH-6, NULL-1", at_least(6)) {
    auto const parts = *scenario_parts();
    auto const route = *routes(parts.message);
    auto const ends = first_matching_step(parts);
    auto const takes = step_that_takes(route, parts.message);
    if (!ends || (takes && *takes <= *ends)) return;

    auto without_routes = parts;
    without_routes.searched().routes.clear();
    interest.when(permitted(with_route(without_routes, route)) != permitted(without_routes));
    RC_ASSERT(permitted(with_route(parts, route)) == permitted(parts));
}

PROPERTY(AMoreExactRouteMakesAllOthersIrrelevant, "MATCH-1, MATCH-2, MATCH-3, MATCH-5", at_least(10)) {
    auto const parts = matched(*scenario_parts());
    auto const route = *routes(parts.message);
    auto const ends = first_matching_step(parts);
    auto const takes = step_that_takes(route, parts.message);
    if (!ends || !takes || *takes >= *ends || *takes == Rule::match_4) return;
    interest.when(permitted(with_only_route(parts, route)) != permitted(parts));
    RC_ASSERT(permitted(with_route(parts, route)) == permitted(with_only_route(parts, route)));
}

PROPERTY(ARouteEndsMatchingAtTheStepThatTakesIt, "MATCH-1, MATCH-2, MATCH-3, MATCH-5", at_least(45)) {
    auto const parts = matched(*scenario_parts());
    auto const route = *routes(parts.message);
    auto const takes = step_that_takes(route, parts.message);
    if (!takes || *takes == Rule::match_4) return;
    interest.when(true);
    RC_ASSERT(first_matching_step(with_only_route(parts, route)) == takes);
}

PROPERTY(WithAnIdentifierRoutesWithAnotherDoNotMatter, "MATCH-1, MATCH-2, MATCH-3", at_least(15)) {
    auto const parts = *scenario_parts({.identifiers = Identifiers::given});
    auto removed = parts;
    for (auto& database : removed.databases) {
        auto const count = std::erase_if(database.routes, [&](Route const& route) {
            return route.remote_service_name && !is_to_dynamic_routing(route) && route.broker_instance &&
                   route.broker_instance != parts.message.to_broker_instance;
        });
        interest.when(count > 0 && database.name == parts.searched().name);
    }
    RC_ASSERT(whole_answer(removed) == whole_answer(parts));
}

PROPERTY(EveryIdentifierOfTheRoutesIsPermitted, "MATCH-3", at_least(8)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::none});
    auto const& target = parts.message.to_service_name;
    SeededDice dice(*seeds());
    clear_lifetimes(parts);
    let_routes_meet(dice, parts);
    std::erase_if(parts.searched().routes, [&](Route const& route) {
        return route.remote_service_name == target && !route.broker_instance;
    });
    std::set<BrokerIdentifier> identifiers;
    for (auto const& route : parts.searched().routes)
        if (route.remote_service_name == target) identifiers.insert(*route.broker_instance);
    if (identifiers.empty() || may_search_the_same_table_twice(parts)) return;

    Lines each;
    for (auto const& identifier : identifiers) {
        auto of_one = parts;
        std::erase_if(of_one.searched().routes, [&](Route const& route) {
            return route.remote_service_name == target && route.broker_instance != identifier;
        });
        interest.when(!each.empty() && permitted(of_one) != each);
        each = joined(each, permitted(of_one));
    }
    RC_ASSERT(permitted(parts) == each);
}

PROPERTY(TheIdentifierOfTheConversationAndOfTheChosenRouteNeverDiffer, "MATCH-1, MATCH-3, LOCATE-1",
         at_least(15)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    for (auto const& way : ways(parts, {}, OtherReadings::explored))
        for (auto const& step : way.steps) {
            if (!step.chosen || !step.chosen->broker_instance) continue;
            interest.when(true);
            RC_ASSERT(*step.chosen->broker_instance == *parts.message.to_broker_instance);
        }
}

PROPERTY(EveryMatchedRouteIsLiveAndForTheServiceOrForAny, "NAME-1, NULL-1, EXPIRY-1", at_least(55)) {
    auto const parts = *scenario_parts();
    for (auto const& way : ways(parts))
        for (auto const& step : way.steps) {
            if (!is_matching_step(step.rule) || step.rule == Rule::match_4) continue;
            for (auto const& route : step.routes) {
                interest.when(true);
                RC_ASSERT((!route.remote_service_name ||
                           *route.remote_service_name == parts.message.to_service_name));
                RC_ASSERT((!route.lifetime || *route.lifetime > *parts.now));
            }
        }
}

PROPERTY(OneStepEndsMatching, "MATCH-7, SCOPE-1, SCOPE-2", at_least(70)) {
    auto const parts = *scenario_parts();
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const tables = std::count_if(way.steps.begin(), way.steps.end(), [](StepSeen const& step) {
            return step.rule == Rule::scope_1 || step.rule == Rule::scope_2;
        });
        auto const ends = std::count_if(way.steps.begin(), way.steps.end(),
                                        [](StepSeen const& step) { return is_matching_step(step.rule); });
        interest.when(tables > 0);
        RC_ASSERT(tables == ends);
    }
}

// A table that names the target service nowhere, but has a route to the dynamic routing service.
std::optional<ScenarioParts> with_dynamic_routing(ScenarioParts parts, Route route) {
    auto const& target = parts.message.to_service_name;
    if (target.text() == dynamic_routing_service) return std::nullopt;
    std::erase_if(parts.searched().routes, [&](Route const& one) {
        return one.remote_service_name == target || is_to_dynamic_routing(one);
    });
    route.remote_service_name = ServiceName(dynamic_routing_service);
    return with_route(std::move(parts), std::move(route));
}

PROPERTY(TheDynamicRoutingServiceIsAskedBeforeTheLastResort,
         "MATCH-4, MATCH-5, MATCH-6, dynamic-routing-order", at_least(90)) {
    auto const drawn = matched(*scenario_parts());
    auto parts = with_dynamic_routing(drawn, *routes(drawn.message));
    if (!parts) return;
    std::erase(parts->pending_route_requests, parts->message.to_service_name);
    interest.when(true);
    RC_ASSERT(permitted(*parts) == Lines{line(Delay{RouteRequest::made})});
}

PROPERTY(WhileARequestIsPendingTheDynamicRoutingServiceIsAsIfItHadNoRoute, "MATCH-4", at_least(90)) {
    auto const drawn = matched(*scenario_parts());
    auto parts = with_dynamic_routing(drawn, *routes(drawn.message));
    if (!parts) return;
    parts->pending_route_requests.push_back(parts->message.to_service_name);
    auto without_it = *parts;
    for (auto& database : without_it.databases) std::erase_if(database.routes, is_to_dynamic_routing);
    interest.when(true);
    RC_ASSERT(permitted(*parts) == permitted(without_it));
}

PROPERTY(OnlyTheExactNameIsThatOfTheDynamicRoutingService, "MATCH-4, NAME-1", at_least(12)) {
    auto const parts = *scenario_parts();
    auto route = *routes(parts.message);
    std::string const exact = dynamic_routing_service;
    auto const name = *rc::gen::element<std::string>("sql/servicebroker/brokerconfiguration", exact + " ",
                                                     exact + "/x", "SQL/ServiceBroker");
    route.remote_service_name = ServiceName(exact);
    interest.when(permitted(with_route(parts, route)) != permitted(parts));
    route.remote_service_name = ServiceName(name);
    if (name == parts.message.to_service_name.text()) return;
    RC_ASSERT(whole_answer(with_route(parts, route)) == whole_answer(parts));
}

PROPERTY(PendingRequestsMatterOnlyBesideARouteToTheDynamicRoutingService,
         "MATCH-4, pending-request-for, pending-route-request", at_least(20)) {
    auto const parts = *scenario_parts();
    auto without_dynamic = parts;
    for (auto& database : without_dynamic.databases) std::erase_if(database.routes, is_to_dynamic_routing);
    auto changed = without_dynamic;
    changed.pending_route_requests = {ServiceName("Other"), parts.message.to_service_name};
    interest.when(first_matching_step(without_dynamic) > Rule::match_4);
    RC_ASSERT(spelled_answer(changed) == spelled_answer(without_dynamic));
}

PROPERTY(TheIdentifierOfARouteToTheDynamicRoutingServiceDoesNotMatter, "MATCH-4", at_least(65)) {
    auto const drawn = *scenario_parts();
    auto route = *routes(drawn.message);
    route.broker_instance.reset();
    auto const without_identifier = with_dynamic_routing(drawn, route);
    route.broker_instance = BrokerIdentifier("dddddddd-0000-0000-0000-00000000000d");
    auto const with_identifier = with_dynamic_routing(drawn, route);
    if (!without_identifier) return;
    interest.when(first_matching_step(*without_identifier).has_value());
    RC_ASSERT(whole_answer(*with_identifier) == whole_answer(*without_identifier));
}

PROPERTY(ARouteWithAnIdentifierOnlyIsNeverTaken, "NULL-1, MATCH-5, identifier-only-route", at_least(13)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto const given = parts.message.to_broker_instance.value_or(BrokerIdentifier("no-guid"));
    for (auto& route : parts.searched().routes) {
        if (dice.percent(40)) continue;
        route.remote_service_name.reset();
        route.broker_instance = given;
    }
    auto removed = parts;
    for (auto& database : removed.databases)
        std::erase_if(database.routes,
                      [](Route const& route) { return !route.remote_service_name && route.broker_instance; });
    interest.when(whole_answer(removed) != whole_answer(parts));
    RC_ASSERT(permitted(removed) == permitted(parts));
}

// So that nothing before MATCH-6 matches, more often than not.
ScenarioParts with_few_matches(ScenarioParts parts, Dice& dice) {
    std::erase_if(parts.searched().routes, [&](Route const& route) {
        return step_that_takes(route, parts.message) && dice.percent(90);
    });
    return parts;
}

PROPERTY(AConversationWithAnIdentifierFindsAServiceHereAsByALocalRoute, "MATCH-6, MATCH-2", at_least(45)) {
    auto const drawn = *scenario_parts({.identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    auto const parts = with_few_matches(drawn, dice);
    if (first_matching_step(parts) != Rule::match_6) return;
    interest.when(true);
    Route const local{
        "", parts.message.to_service_name, std::nullopt, std::nullopt, Address("LOCAL"), std::nullopt};
    RC_ASSERT(permitted(with_route(parts, local)) == permitted(parts));
}

PROPERTY(WithoutRoutesOnlyAnIdentifierAndAServiceHereKeepAMessageFromBeingDelayed, "MATCH-6, MATCH-7",
         at_least(40)) {
    auto parts = matched(*scenario_parts());
    parts.searched().routes.clear();
    bool const supposed =
        parts.message.to_broker_instance && is_offered(parts, parts.message.to_service_name);
    interest.when(!supposed);
    RC_ASSERT(first_matching_step(parts) == (supposed ? Rule::match_6 : Rule::match_7));
    if (!supposed) RC_ASSERT(permitted(parts) == Lines{line(Delay{})});
}

PROPERTY(AMirrorAddressDoesNotChangeMatching, "MIRROR-1", at_least(30)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto without_mirrors = parts;
    for (auto& route : without_mirrors.searched().routes) route.mirror_address.reset();
    for (auto& route : parts.searched().routes)
        if (dice.percent(50)) route.mirror_address = draw_address(dice);
    for (auto const& way : ways(parts)) {
        auto const* match = way.first_match();
        interest.when(match != nullptr && std::any_of(match->routes.begin(), match->routes.end(),
                                                      [](Route const& one) { return one.mirror_address; }));
    }
    RC_ASSERT(first_matches(without_mirrors) == first_matches(parts));
}

}  // namespace
}  // namespace ssbroute::testing
