// spec/readings.md: what each answer that is not preferred makes of a decision.
#include <algorithm>

#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

ScenarioParts any_scenario(Shape const& shape = {}) {
    auto parts = *scenario_parts(shape);
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    if (dice.percent(25)) let_services_be_found(dice, parts, 50);
    return parts;
}

bool is_to_dynamic_routing(Route const& route) {
    return route.remote_service_name && route.remote_service_name->text() == dynamic_routing_service;
}

bool is_incoming_at_its_end(ScenarioParts const& parts, WaySeen const& way) {
    return !parts.is_outgoing() || way.passes(Rule::loop_1);
}

// A reading that says how a way ends changes the ends of just these ways: a delay for a drop and the reverse.
// Returns whether there are any.
template <typename IsChanged>
bool expect_only_these_ends_to_change(ScenarioParts const& parts, Profile const& profile,
                                      IsChanged const& is_changed) {
    auto const documented = ways(parts);
    auto const other = ways(parts, profile);
    RC_ASSERT(documented.size() == other.size());
    bool any = false;
    for (std::size_t i = 0; i < documented.size(); ++i) {
        auto expected = documented[i].outcome;
        if (is_changed(documented[i])) {
            any = true;
            expected = is<Drop>(expected) ? Outcome(Delay{}) : Outcome(Drop{});
        }
        RC_ASSERT(line(other[i].outcome) == line(expected));
    }
    return any;
}

PROPERTY(ReadAsDroppedAnOutgoingMessageIsDroppedWhereItWouldWait, "absent-service-outgoing, CHOOSE-5",
         at_least(20)) {
    auto const parts = any_scenario({.from = From::a_database});
    interest.when(expect_only_these_ends_to_change(
        parts, with_reading(AbsentServiceOutgoing::drop), [&](WaySeen const& way) {
            return way.passes(Rule::choose_5) && !is_incoming_at_its_end(parts, way);
        }));
}

PROPERTY(ReadAsDelayedAnIncomingMessageWaitsWhereItWouldBeDropped, "absent-service-incoming, CHOOSE-5",
         at_least(7)) {
    auto const parts = any_scenario();
    interest.when(expect_only_these_ends_to_change(
        parts, with_reading(AbsentServiceIncoming::delay), [&](WaySeen const& way) {
            return way.passes(Rule::choose_5) && is_incoming_at_its_end(parts, way);
        }));
}

PROPERTY(ReadAsDroppedAnIncomingMessageIsDroppedWhereNothingMatches, "no-match-incoming, MATCH-7",
         at_least(7)) {
    auto parts = any_scenario();
    SeededDice dice(*seeds());
    point_to_itself(dice, parts);
    if (dice.percent(50)) parts.database("msdb").routes.clear();
    interest.when(expect_only_these_ends_to_change(
        parts, with_reading(NoMatchIncoming::drop),
        [&](WaySeen const& way) { return way.passes(Rule::match_7) && is_incoming_at_its_end(parts, way); }));
}

PROPERTY(ReadAsDelayedAMessageWaitsForForwardingToBeTurnedOn, "forwarding-inactive, FORWARD-1",
         at_least(12)) {
    auto parts = any_scenario();
    parts.message_forwarding = MessageForwarding::disabled;
    interest.when(
        expect_only_these_ends_to_change(parts, with_reading(ForwardingInactive::delay),
                                         [](WaySeen const& way) { return way.passes(Rule::forward_1); }));
}

// A table whose search comes to the dynamic routing service, if nothing is found before; nothing comes back.
ScenarioParts with_dynamic_routing(bool request_is_pending) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    clear_lifetimes(parts);
    parts.addresses.clear();
    auto& routes = parts.searched().routes;
    auto const& target = parts.message.to_service_name;
    std::erase_if(
        routes, [&](Route const& route) { return route.remote_service_name == target && dice.percent(80); });
    if (dice.percent(50))
        std::erase_if(routes, [](Route const& route) { return !route.remote_service_name; });
    auto route = draw_route(dice, parts.message);
    route.remote_service_name = ServiceName(dynamic_routing_service);
    route.lifetime.reset();
    add_route(parts.searched(), route);
    std::erase(parts.pending_route_requests, target);
    if (request_is_pending) parts.pending_route_requests.push_back(target);
    return parts;
}

ScenarioParts without_dynamic_routing(ScenarioParts parts) {
    std::erase_if(parts.searched().routes, is_to_dynamic_routing);
    return parts;
}

PROPERTY(ReadAsTheLastResortTheDynamicRoutingServiceIsAskedWhenNothingMatches,
         "dynamic-routing-order, MATCH-4, MATCH-7", at_least(50)) {
    auto const parts = with_dynamic_routing(false);
    auto const rest = without_dynamic_routing(parts);
    if (parts.message.to_service_name.text() == dynamic_routing_service) return;
    bool const asked = first_matching_step(rest) == Rule::match_7;
    interest.when(first_matching_step(parts) == Rule::match_4);
    RC_ASSERT(permitted(parts, with_reading(DynamicRoutingOrder::when_nothing_matches)) ==
              (asked ? Lines{line(Delay{RouteRequest::made})} : permitted(rest)));
}

PROPERTY(ReadAsWaitingForTheAnswerAPendingRequestDelays, "pending-route-request, MATCH-4", at_least(45)) {
    auto const parts = with_dynamic_routing(true);
    auto const rest = without_dynamic_routing(parts);
    auto const step = first_matching_step(rest);
    if (!step || parts.message.to_service_name.text() == dynamic_routing_service) return;
    bool const waits = *step > Rule::match_4;
    interest.when(waits);
    RC_ASSERT(permitted(parts, with_reading(PendingRouteRequest::delay)) ==
              (waits ? Lines{line(Delay{})} : permitted(rest)));
}

PROPERTY(ReadAsAnyServicesAnyPendingRequestIsOneForTheTarget, "pending-request-for, MATCH-4", at_least(45)) {
    auto parts = with_dynamic_routing(false);
    parts.pending_route_requests = {ServiceName("Another")};
    auto for_target = parts;
    for_target.pending_route_requests = {parts.message.to_service_name};
    interest.when(permitted(parts) != permitted(for_target));
    RC_ASSERT(permitted(parts, with_reading(PendingRequestFor::any_service)) == permitted(for_target));
}

PROPERTY(ReadAsALastResortARouteWithTheConversationsIdentifierIsOneWithout, "identifier-only-route, MATCH-5",
         at_least(11)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    for (auto& route : parts.searched().routes) {
        if (dice.percent(30)) continue;
        route.remote_service_name.reset();
        if (dice.percent(60)) route.broker_instance = respelled(dice, *parts.message.to_broker_instance);
    }
    auto without_identifier = parts;
    for (auto& database : without_identifier.databases)
        for (auto& route : database.routes)
            if (!route.remote_service_name && route.broker_instance == parts.message.to_broker_instance)
                route.broker_instance.reset();
    interest.when(permitted(without_identifier) != permitted(parts));
    RC_ASSERT(permitted(parts, with_reading(IdentifierOnlyRoute::last_resort)) ==
              permitted(without_identifier));
}

PROPERTY(ReadAsALastResortOneIdentifierOfSuchRoutesIsPicked, "identifier-only-route, MATCH-5", at_least(2)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::none});
    SeededDice dice(*seeds());
    clear_lifetimes(parts);
    for (auto& route : parts.searched().routes)
        if (dice.percent(80)) route.remote_service_name.reset();
    if (may_search_the_same_table_twice(parts)) return;

    auto const profile = with_reading(IdentifierOnlyRoute::last_resort);
    auto const is_one = [](Route const& route) {
        return !route.remote_service_name && route.broker_instance;
    };
    Lines each;
    for (auto const& picked : parts.searched().routes) {
        if (!is_one(picked)) continue;
        auto of_one = parts;
        std::erase_if(of_one.searched().routes, [&](Route const& route) {
            return is_one(route) && route.broker_instance != picked.broker_instance;
        });
        interest.when(!each.empty() && each != permitted(of_one, profile));
        each = joined(each, permitted(of_one, profile));
    }
    RC_ASSERT(permitted(parts, profile) == (each.empty() ? permitted(parts, profile) : each));
}

// Routes that count as one.
bool are_identical(Route const& a, Route const& b) {
    return a.remote_service_name == b.remote_service_name && a.broker_instance == b.broker_instance &&
           a.address == b.address;
}

// The table's routes, with those that count as one together.
std::vector<std::vector<Route>> classes_of(std::vector<Route> const& routes) {
    std::vector<std::vector<Route>> classes;
    for (auto const& route : routes) {
        auto const found = std::find_if(
            classes.begin(), classes.end(),
            [&](std::vector<Route> const& members) { return are_identical(members.front(), route); });
        if (found == classes.end())
            classes.push_back({route});
        else
            found->push_back(route);
    }
    return classes;
}

// Every table that has one member of each class.
std::vector<std::vector<Route>> tables_of_representatives(std::vector<std::vector<Route>> const& classes) {
    std::vector<std::vector<Route>> tables = {{}};
    for (auto const& members : classes) {
        std::vector<std::vector<Route>> longer;
        for (auto const& table : tables)
            for (auto const& member : members) {
                longer.push_back(table);
                longer.back().push_back(member);
            }
        tables = std::move(longer);
    }
    return tables;
}

PROPERTY(ReadAsOneRepresentativeIdenticalRoutesAreAsIfAllButOneWereNotThere,
         "identical-routes, CHOOSE-0, CHOOSE-1", at_least(4)) {
    auto parts = any_scenario();
    SeededDice dice(*seeds());
    clear_lifetimes(parts);
    // Twins that differ in mirror address.
    for (auto const& route : std::vector(parts.searched().routes)) {
        if (!dice.percent(60)) continue;
        auto twin = route;
        twin.mirror_address = dice.percent(50) ? std::optional(draw_network_address(dice)) : std::nullopt;
        add_route(parts.searched(), twin);
    }
    if (may_search_the_same_table_twice(parts)) return;
    auto const profile = with_reading(IdenticalRoutes::one_representative);
    auto const tables = tables_of_representatives(classes_of(parts.searched().routes));
    if (tables.size() > 32) return;  // more than a test has time for

    Lines each;
    for (auto const& table : tables) {
        auto reduced = parts;
        reduced.searched().routes = table;
        each = joined(each, permitted(reduced, profile));
    }
    interest.when(permitted(parts) != each);
    RC_ASSERT(permitted(parts, profile) == each);
}

PROPERTY(ReadAsOneRepresentativeNoLessIsPermitted, "identical-routes, CHOOSE-0", at_least(45)) {
    auto parts = any_scenario();
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    auto const& routes = parts.searched().routes;
    if (!routes.empty()) {
        auto twin = routes[dice.below(routes.size())];
        twin.mirror_address = draw_network_address(dice);
        add_route(parts.searched(), twin);
    }
    interest.when(may_pass(parts, Rule::choose_0));
    RC_ASSERT(
        is_within(permitted(parts), permitted(parts, with_reading(IdenticalRoutes::one_representative))));
}

PROPERTY(ReadAsEitherAddressAMessageComesBackFromAnOwnMirrorAddressToo, "self-address, LOOP-1", at_least(5)) {
    auto parts = any_scenario({.from = From::a_database});
    SeededDice dice(*seeds());
    std::erase(parts.addresses,
               Address("LOCAL"));  // no network address; a mirror address could be equal to it
    std::erase(parts.addresses, Address("TRANSPORT"));
    for (auto& route : parts.searched().routes)
        if (dice.percent(40)) route.mirror_address = Address("TCP://own:4022");
    auto const is_own = [&](Address const& address) {
        return address.is_network() &&
               std::find(parts.addresses.begin(), parts.addresses.end(), address) != parts.addresses.end();
    };
    if (parts.message.origin_database == "msdb") return;  // its table is searched for what comes back, too
    auto as_own = parts;
    for (auto& route : as_own.searched().routes)
        if (route.address.is_network() && route.mirror_address && is_own(*route.mirror_address))
            route.address = *route.mirror_address;
    interest.when(permitted(parts) != permitted(as_own));
    RC_ASSERT(permitted(parts, with_reading(SelfAddress::address_or_mirror)) == permitted(as_own));
}

PROPERTY(ReadAsSentATransportRouteNeverComesBack, "transport-self-address, LOOP-1, TRANSPORT-1",
         at_least(25)) {
    auto parts = any_scenario({.from = From::a_database});
    SeededDice dice(*seeds());
    rename_service(parts, parts.message.to_service_name, ServiceName("TCP://own:4022/Svc"));
    parts.addresses = {Address("tcp://OWN:4022")};
    for (auto& route : parts.searched().routes) {
        if (dice.percent(50)) continue;
        route.address = Address("TRANSPORT");
    }
    for (auto const& way : ways(parts, with_reading(TransportSelfAddress::send))) {
        auto const first = way.chosen_first();
        auto const last = way.chosen_last();
        bool const by_transport =
            (first && first->address.is_transport()) || (last && last->address.is_transport());
        if (!by_transport || way.passes(Rule::loop_1)) continue;
        interest.when(true);
        RC_ASSERT(line(way.outcome) == line(Send{Address("TCP://own:4022")}));
    }
    for (auto const& way : ways(parts, with_reading(TransportSelfAddress::outside)))
        if (auto const* send = std::get_if<Send>(&way.outcome))
            RC_ASSERT(send->address != parts.addresses.front());
}

PROPERTY(ReadAsDeliveredTheIdentifiedDatabaseIsAsIfItHadTheService,
         "identified-database-without-service, LOCATE-1", at_least(15)) {
    auto parts = any_scenario({.identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    auto const* database = identified(parts);
    if (database != nullptr && dice.percent(70)) {
        let_services_be_found(dice, parts, 50);
        std::erase(parts.database(database->name).services, parts.message.to_service_name);
    }
    // Another database must have the service, or adding it would change more: CHOOSE-2 and MATCH-6 ask for
    // it.
    if (database == nullptr || !is_offered(parts, parts.message.to_service_name)) return;
    auto with_service = parts;
    with_service.database(database->name).services.push_back(parts.message.to_service_name);
    interest.when(permitted(with_service) != permitted(parts));
    RC_ASSERT(permitted(parts, with_reading(IdentifiedDatabaseWithoutService::deliver)) ==
              permitted(with_service));
}

}  // namespace
}  // namespace ssbroute::testing
