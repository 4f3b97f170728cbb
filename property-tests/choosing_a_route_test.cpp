// "Choosing a route", and what the TRANSPORT rules make of one.
#include <algorithm>

#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

// Beside `route`: the same service name and identifier, so that both match or neither.
ScenarioParts with_route_beside(ScenarioParts parts, Route const& route, Route added) {
    added.remote_service_name = route.remote_service_name;
    added.broker_instance = route.broker_instance;
    added.lifetime = route.lifetime;
    add_route(parts.searched(), std::move(added));
    return parts;
}

// Some way's first choice, if the table that is searched has the route: MATCH-6 supposes one that no table
// has.
std::optional<Route> a_first_choice(ScenarioParts const& parts) {
    auto const all_ways = ways(parts);
    auto const* match = all_ways.front().first_match();
    if (match == nullptr || match->rule == Rule::match_6) return std::nullopt;
    return all_ways.front().chosen_first();
}

Rule step_of_first_choice(ScenarioParts const& parts) {
    auto const all_ways = ways(parts);
    auto const& steps = all_ways.front().steps;
    return std::find_if(steps.begin(), steps.end(),
                        [](StepSeen const& step) { return step.chosen.has_value(); })
        ->rule;
}

ScenarioParts where_routes_meet(Shape const& shape = {}) {
    auto parts = *scenario_parts(shape);
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    return parts;
}

PROPERTY(AnEqualRouteChangesNothingNotEvenTheNumberOfChoices, "CHOOSE-0, identical-routes", at_least(45)) {
    auto const parts = where_routes_meet();
    SeededDice dice(*seeds());
    auto const& routes = parts.searched().routes;
    if (routes.empty()) return;
    auto again = routes[dice.below(routes.size())];
    again.address = respelled(dice, again.address);
    if (again.mirror_address) again.mirror_address = respelled(dice, *again.mirror_address);
    if (again.broker_instance) again.broker_instance = respelled(dice, *again.broker_instance);
    auto doubled = parts;
    add_route(doubled.searched(), again, dice.below(routes.size() + 1));

    interest.when(may_pass(doubled, Rule::choose_0));
    RC_ASSERT(whole_answer(doubled) == whole_answer(parts));
    RC_ASSERT(ways(doubled).size() == ways(parts).size());
    RC_ASSERT(ways(doubled, {}, OtherReadings::explored).size() ==
              ways(parts, {}, OtherReadings::explored).size());
}

PROPERTY(RoutesThatDifferInAnythingThatCountsAreDifferentChoices, "CHOOSE-0, CHOOSE-3", at_least(10)) {
    auto parts = where_routes_meet({.from = From::a_database});
    parts.addresses.clear();  // nothing comes back
    auto const chosen = a_first_choice(parts);
    if (!chosen || chosen->mirror_address || !chosen->address.is_network()) return;
    auto other = *chosen;
    other.address = Address("TCP://elsewhere:4022");
    interest.when(true);
    RC_ASSERT(permitted(with_route_beside(parts, *chosen, other)) ==
              joined(permitted(parts), Lines{line(Send{other.address})}));
}

// Well-formed routes, some of them mirrored and matching more often than chance would have it.
ScenarioParts with_mirrored_routes() {
    auto parts = *scenario_parts({.definitions = Definitions::well_formed});
    SeededDice dice(*seeds());
    auto const& message = parts.message;
    auto const identifier =
        message.to_broker_instance.value_or(BrokerIdentifier("aaaaaaaa-0000-0000-0000-00000000000a"));
    if (message.to_service_name.text().empty() || identifier.text().empty()) return parts;
    if (message.to_service_name.text() == dynamic_routing_service) return parts;
    Route const mirrored{"",           message.to_service_name, identifier,
                         std::nullopt, Address("TCP://a:4022"), Address("TCP://b:4022")};
    for (auto* database : {&parts.searched(), &parts.database("msdb")})
        if (dice.percent(80)) add_route(*database, mirrored);
    return parts;
}

PROPERTY(WithAMirroredMatchNoUnmirroredRouteIsChosen, "CHOOSE-1, MIRROR-1", at_least(45)) {
    auto const parts = with_mirrored_routes();
    for (auto const& way : ways(parts)) {
        bool mirrored_match = false;
        for (auto const& step : way.steps) {
            if (is_matching_step(step.rule))
                mirrored_match = std::any_of(step.routes.begin(), step.routes.end(), [](Route const& route) {
                    return route.mirror_address.has_value();
                });
            if (!step.chosen || !mirrored_match) continue;
            interest.when(true);
            RC_ASSERT(step.rule == Rule::choose_1);
            RC_ASSERT(step.chosen->mirror_address.has_value());
        }
    }
}

PROPERTY(BesideAMirroredRouteUnmirroredOnesDoNotMatter, "CHOOSE-1", at_least(45)) {
    auto const parts = with_mirrored_routes();
    auto other = *routes(parts.message);
    other.mirror_address.reset();
    auto const chosen = a_first_choice(parts);
    if (!chosen || !chosen->mirror_address) return;
    interest.when(true);
    RC_ASSERT(permitted(with_route_beside(parts, *chosen, other)) == permitted(parts));
}

PROPERTY(BesideALocalRouteToAServiceHereOtherRoutesDoNotMatter, "CHOOSE-2, CHOOSE-3, CHOOSE-4", at_least(9)) {
    auto parts = where_routes_meet();
    SeededDice dice(*seeds());
    let_services_be_found(dice, parts, 50);
    auto other = *routes(parts.message);
    other.mirror_address.reset();
    if (other.address.is_local()) other.address = Address("TCP://elsewhere:4022");
    auto const chosen = a_first_choice(parts);
    // Where the service may not be found, the process may go back to the other routes.
    if (!chosen || step_of_first_choice(parts) != Rule::choose_2 || may_pass(parts, Rule::locate_4)) return;
    interest.when(true);
    RC_ASSERT(permitted(with_route_beside(parts, *chosen, other)) == permitted(parts));
}

PROPERTY(WithoutTheServiceALocalRouteIsAsIfItWereNotThere, "CHOOSE-2, CHOOSE-5, ENABLED-1", at_least(40)) {
    auto parts = where_routes_meet();
    for (auto& database : parts.databases) std::erase(database.services, parts.message.to_service_name);
    auto local = *routes(parts.message);
    local.mirror_address.reset();
    local.address = Address("LOCAL");
    auto const chosen = a_first_choice(parts);
    if (!chosen || chosen->address.is_local()) return;
    interest.when(true);
    RC_ASSERT(permitted(with_route_beside(parts, *chosen, local)) == permitted(parts));
}

PROPERTY(TransportIsChosenOnlyWhenNothingElseCouldBe, "CHOOSE-4, CHOOSE-3, CHOOSE-1", at_least(20)) {
    auto const parts = where_routes_meet();
    auto transport = *routes(parts.message);
    transport.mirror_address.reset();
    transport.address = Address("TRANSPORT");
    auto const chosen = a_first_choice(parts);
    if (!chosen || !chosen->address.is_network()) return;
    interest.when(true);
    RC_ASSERT(permitted(with_route_beside(parts, *chosen, transport)) == permitted(parts));
}

bool is_candidate(Route const& route, Rule step, bool service_is_here) {
    if (step == Rule::choose_1) return route.mirror_address.has_value();
    if (route.mirror_address) return false;
    if (step == Rule::choose_2) return route.address.is_local() && service_is_here;
    if (step == Rule::choose_3) return route.address.is_network();
    return route.address.is_transport();
}

PROPERTY(TheFirstStepOfChoosingWithACandidateChooses, "CHOOSE-1, CHOOSE-2, CHOOSE-3, CHOOSE-4, CHOOSE-5",
         at_least(35)) {
    auto const parts = where_routes_meet();
    bool const service_is_here = is_offered(parts, parts.message.to_service_name);
    for (auto const& way : ways(parts)) {
        auto const* match = way.first_match();
        if (match == nullptr || match->rule == Rule::match_4 || match->rule == Rule::match_7) continue;
        auto expected = Rule::choose_5;
        for (auto const step : {Rule::choose_4, Rule::choose_3, Rule::choose_2, Rule::choose_1})
            if (std::any_of(match->routes.begin(), match->routes.end(),
                            [&](Route const& route) { return is_candidate(route, step, service_is_here); }))
                expected = step;
        auto const* after = match + 1;
        if (after->rule == Rule::choose_0) ++after;
        interest.when(match->routes.size() > 1);
        RC_ASSERT(id(after->rule) == id(expected));
    }
}

PROPERTY(EveryCandidateOfTheStepMayBeChosen, "CHOOSE-0, CHOOSE-1, CHOOSE-3, SEND-1", at_least(11)) {
    auto parts = where_routes_meet({.from = From::a_database});
    parts.addresses.clear();  // nothing comes back
    SeededDice dice(*seeds());
    for (auto& route : parts.searched().routes)
        if (dice.percent(60)) route.address = draw_network_address(dice);
    auto const outcomes_permitted = permitted(parts);
    int candidates = 0;
    for (auto const& way : ways(parts)) {
        auto const* match = way.first_match();
        auto const chosen = way.chosen_first();
        if (!chosen) continue;
        for (auto const& route : match->routes) {
            bool const same_step = chosen->mirror_address.has_value() == route.mirror_address.has_value() &&
                                   (route.mirror_address || chosen->address.is_network());
            if (!same_step || !route.address.is_network()) continue;
            candidates +=
                route.address != chosen->address || route.mirror_address != chosen->mirror_address ? 1 : 0;
            RC_ASSERT(is_within({line(Send{route.address, route.mirror_address})}, outcomes_permitted));
        }
    }
    interest.when(candidates > 0);
}

PROPERTY(WhereNothingCanBeChosenOutgoingIsDelayedAndIncomingDropped,
         "CHOOSE-5, LOCATE-4, TRANSPORT-2, absent-service-outgoing, absent-service-incoming", at_least(15)) {
    auto const parts = where_routes_meet();
    for (auto const& way : ways(parts)) {
        if (!way.passes(Rule::choose_5)) continue;
        interest.when(true);
        bool const outgoing = parts.is_outgoing() && !way.passes(Rule::loop_1);
        RC_ASSERT(line(way.outcome) == (outgoing ? line(Delay{}) : line(Drop{})));
    }
}

// All routes of every table say TRANSPORT and are not mirrored.
ScenarioParts by_transport_only(ScenarioParts parts, std::string const& service) {
    rename_service(parts, parts.message.to_service_name, ServiceName(service));
    for (auto& database : parts.databases)
        for (auto& route : database.routes) {
            route.address = Address("TRANSPORT");
            route.mirror_address.reset();
        }
    return parts;
}

ScenarioParts with_all_addresses(ScenarioParts parts, std::string const& address) {
    for (auto& database : parts.databases)
        for (auto& route : database.routes) route.address = Address(address);
    return parts;
}

PROPERTY(ATransportRouteIsAsIfTheAddressOfTheNameStoodInIt,
         "TRANSPORT-1, SEND-1, FORWARD-2, transport-self-address", at_least(40)) {
    struct Name {
        std::string whole;
        std::string address;
    };
    auto const name = *rc::gen::elementOf(std::vector<Name>{{"TCP://a:4022/Svc", "TCP://a:4022"},
                                                            {"tcp://A:04022", "tcp://A:04022"},
                                                            {"TCP://own:4022/x/y", "TCP://own:4022"},
                                                            {"TCP://[::1]:65535/Svc", "TCP://[::1]:65535"}});
    auto const parts = by_transport_only(where_routes_meet(), name.whole);
    auto const as_network = with_all_addresses(parts, name.address);
    interest.when(may_pass(parts, Rule::transport_1));
    RC_ASSERT(permitted(parts) == permitted(as_network));
    // The address is spelled as in the name.
    for (auto const& way : ways(parts)) {
        if (auto const* send = std::get_if<Send>(&way.outcome))
            RC_ASSERT(send->address.text() == name.address);
        if (auto const* forward = std::get_if<Forward>(&way.outcome))
            RC_ASSERT(forward->address.text() == name.address);
    }
}

PROPERTY(WithoutAnAddressInTheNameATransportRouteEndsAsALocalOneToAnAbsentService,
         "TRANSPORT-2, CHOOSE-5, CHOOSE-4", at_least(40)) {
    auto const name = *rc::gen::element<std::string>(
        "Svc", "", "TCP://a", "TCP://a:70000/x", "TCP://a:0/x", " TCP://a:1", "TCP://a:4022x", "TCP:/a:4022",
        "HTTP://a:4022", "TCP://:4022", "TCP://a b:4022", "TCP://a:+22", "TCP://a:");
    auto parts = by_transport_only(where_routes_meet(), name);
    for (auto& database : parts.databases) std::erase(database.services, parts.message.to_service_name);
    interest.when(may_pass(parts, Rule::transport_2));
    RC_ASSERT(permitted(parts) == permitted(with_all_addresses(parts, "LOCAL")));
}

PROPERTY(AMirrorAddressOnATransportRouteIsNotNamed, "TRANSPORT-1, CHOOSE-1", at_least(30)) {
    auto parts = where_routes_meet();
    rename_service(parts, parts.message.to_service_name, ServiceName("TCP://a:4022/Svc"));
    SeededDice dice(*seeds());
    for (auto& route : parts.searched().routes) {
        if (dice.percent(40)) continue;
        route.address = Address("TRANSPORT");
        route.mirror_address = draw_network_address(dice);
    }
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const chosen = way.chosen_last();
        if (!chosen || !chosen->address.is_transport()) continue;
        auto const* send = std::get_if<Send>(&way.outcome);
        auto const* forward = std::get_if<Forward>(&way.outcome);
        if (send == nullptr && forward == nullptr) continue;
        interest.when(chosen->mirror_address.has_value());
        RC_ASSERT(!(send != nullptr ? send->mirror_address : forward->mirror_address).has_value());
    }
}

}  // namespace
}  // namespace ssbroute::testing
