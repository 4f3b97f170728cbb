#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

RouteBuilder to_svc(std::string name) { return route(std::move(name)).to("Svc"); }

// The table of Sales in an instance whose database Parts, of guid_1, has the service Svc.
Lines found_with_svc_here(std::vector<Route> routes, Kind kind) {
    return found(kind, instance().in({database("Sales").routing_by(std::move(routes)),
                                      database("Parts").identified_by(guid_1).offering({"Svc"}).routing_by(
                                          {auto_created_local()})}));
}

// CHOOSE-0: identifier, service name, address; and here the mirror address too.
TEST(ChoiceChecks, RoutesEqualInAllButTheirNameAreDuplicates) {
    EXPECT_THAT(found_in({to_svc("A").at("TCP://host:4022"), to_svc("B").at("tcp://HOST:4022/")},
                         Kind::duplicate_route),
                ElementsAre("Sales.A, Sales.B"));
    EXPECT_THAT(found_in({to_svc("A").at("TCP://host:4022"), to_svc("B").at("TCP://host:4023")},
                         Kind::duplicate_route),
                IsEmpty());
    EXPECT_THAT(found_in({to_svc("A").at("TCP://host:4022"), to_svc("B").with(guid_1).at("TCP://host:4022")},
                         Kind::duplicate_route),
                IsEmpty());
}

TEST(ChoiceChecks, DuplicatesOfSeveralKindsAreToldOneByOne) {
    EXPECT_THAT(found_in({to_svc("A").at("TCP://a:1"), to_svc("B").at("TCP://b:1"),
                          to_svc("C").at("TCP://a:1"), to_svc("D").at("TCP://b:1"), route("Local2")},
                         Kind::duplicate_route),
                ElementsAre("Sales.A, Sales.C", "Sales.B, Sales.D", "Sales.AutoCreatedLocal, Sales.Local2"));
}

TEST(ChoiceChecks, RoutesThatDifferInMirrorAddressAreNoDuplicates) {
    std::vector<Route> const routes = {to_svc("A").with(guid_1).at("TCP://a:1").mirrored_at("TCP://b:1"),
                                       to_svc("B").with(guid_1).at("TCP://a:1").mirrored_at("TCP://c:1")};
    EXPECT_THAT(found_in(routes, Kind::duplicate_route), IsEmpty());
    EXPECT_THAT(found_in(routes, Kind::different_mirror_addresses), ElementsAre("Sales.A, Sales.B"));
}

TEST(ChoiceChecks, MirrorsOfDifferentAddressesMayDiffer) {
    EXPECT_THAT(found_in({to_svc("A").with(guid_1).at("TCP://a:1").mirrored_at("TCP://b:1"),
                          to_svc("B").with(guid_2).at("TCP://a:1").mirrored_at("TCP://c:1")},
                         Kind::different_mirror_addresses),
                IsEmpty());
    EXPECT_THAT(found_in({to_svc("A").with(guid_1).at("TCP://a:1").mirrored_at("TCP://b:1"),
                          to_svc("B").with(guid_1).at("TCP://a:1").mirrored_at("tcp://B:1")},
                         Kind::different_mirror_addresses),
                IsEmpty());
}

// CHOOSE-1.
TEST(ChoiceChecks, AMirroredRouteHidesAnUnmirroredOneOfItsNameAndIdentifier) {
    auto const mirrored = [] { return to_svc("M").at("TCP://a:1").mirrored_at("TCP://b:1"); };
    EXPECT_THAT(found_in({mirrored().with(guid_1), to_svc("R").with(guid_1).at("TCP://c:1")},
                         Kind::hidden_by_mirrored_route),
                ElementsAre("Sales.R, Sales.M"));
    EXPECT_THAT(found_in({mirrored().with(guid_1), to_svc("R").with(guid_2).at("TCP://c:1")},
                         Kind::hidden_by_mirrored_route),
                IsEmpty());
    EXPECT_THAT(
        found_in({mirrored().with(guid_1), to_svc("R").at("TCP://c:1")}, Kind::hidden_by_mirrored_route),
        IsEmpty());
}

TEST(ChoiceChecks, AMirroredLastResortRouteHidesAutoCreatedLocal) {
    EXPECT_THAT(
        found_in({route("M").at("TCP://a:1").mirrored_at("TCP://b:1")}, Kind::hidden_by_mirrored_route),
        ElementsAre("Sales.AutoCreatedLocal, Sales.M"));
}

// LOCATE-4 goes back to the routes that are not LOCAL, so a mirrored LOCAL route (DEFINE-5) hides LOCAL ones
// only.
TEST(ChoiceChecks, AMirroredLocalRouteHidesOnlyLocalOnes) {
    EXPECT_THAT(
        found_in({to_svc("M").at("LOCAL").mirrored_at("TCP://b:1"), to_svc("L"), to_svc("R").at("TCP://c:1")},
                 Kind::hidden_by_mirrored_route),
        ElementsAre("Sales.L, Sales.M"));
}

// CHOOSE-2.
TEST(ChoiceChecks, ALocalRouteHidesANetworkRouteIfTheServiceIsHere) {
    std::vector<Route> const routes = {to_svc("R").at("TCP://c:1"), to_svc("L")};
    EXPECT_THAT(found_with_svc_here(routes, Kind::hidden_by_local_route), ElementsAre("Sales.R, Sales.L"));
    EXPECT_THAT(found_in(routes, Kind::hidden_by_local_route), IsEmpty());
}

// Examples 4 and 7: that is what such routes are for.
TEST(ChoiceChecks, LastResortRoutesBesideAutoCreatedLocalAreNotHidden) {
    EXPECT_THAT(
        found_with_svc_here({auto_created_local(), route("R").at("TCP://c:1")}, Kind::hidden_by_local_route),
        IsEmpty());
}

// LOCATE-1 finds nothing for another identifier, and LOCATE-4 may go back.
TEST(ChoiceChecks, ALocalRouteWithTheIdentifierOfAnotherDatabaseHidesNothing) {
    EXPECT_THAT(found_with_svc_here({to_svc("R").with(guid_1).at("TCP://c:1"), to_svc("L").with(guid_1)},
                                    Kind::hidden_by_local_route),
                ElementsAre("Sales.R, Sales.L"));
    EXPECT_THAT(found_with_svc_here({to_svc("R").with(guid_2).at("TCP://c:1"), to_svc("L").with(guid_2)},
                                    Kind::hidden_by_local_route),
                IsEmpty());
}

// Without identifier in the routes, a conversation may give one that nobody here has.
TEST(ChoiceChecks, WhatAnIdentifierMayStillReachIsSaid) {
    auto const say = [](RouteBuilder const& network, RouteBuilder const& local) {
        return said(Kind::hidden_by_local_route,
                    instance().in({database("Sales").routing_by({network, local}),
                                   database("Parts").identified_by(guid_1).offering({"Svc"})}));
    };
    EXPECT_THAT(say(to_svc("R").at("TCP://c:1"), to_svc("L")), HasSubstr("unless"));
    EXPECT_THAT(say(to_svc("R").with(guid_1).at("TCP://c:1"), to_svc("L").with(guid_1)),
                Not(HasSubstr("unless")));
}

// CHOOSE-3 before CHOOSE-4.
TEST(ChoiceChecks, ANetworkRouteHidesATransportRoute) {
    EXPECT_THAT(
        found_in({route("T").at("TRANSPORT"), route("R").at("TCP://c:1")}, Kind::hidden_by_network_route),
        ElementsAre("Sales.T, Sales.R"));
    EXPECT_THAT(found_in({route("T").at("TRANSPORT"), route("R").to("Svc").at("TCP://c:1")},
                         Kind::hidden_by_network_route),
                IsEmpty());
}

TEST(ChoiceChecks, WhatAMirroredRouteHidesIsToldOnce) {
    std::vector<Route> const routes = {route("T").at("TRANSPORT"), route("R").at("TCP://c:1"),
                                       route("M").at("TCP://a:1").mirrored_at("TCP://b:1")};
    EXPECT_THAT(found_in(routes, Kind::hidden_by_network_route), IsEmpty());
    EXPECT_THAT(found_in(routes, Kind::hidden_by_mirrored_route), ElementsAre(HasSubstr("Sales.T")));
}

// CHOOSE-3 picks one; ACK-1 settles it later.
TEST(ChoiceChecks, SeveralAddressesWithoutIdentifierAreLoadBalancingByNameOnly) {
    EXPECT_THAT(found_in({to_svc("A").at("TCP://a:1"), to_svc("B").at("TCP://b:1")},
                         Kind::load_balancing_by_name_only),
                ElementsAre("Sales.A, Sales.B"));
    // Example 5.
    EXPECT_THAT(found_in({to_svc("A").with(guid_1).at("TCP://a:1"), to_svc("B").with(guid_2).at("TCP://b:1")},
                         Kind::load_balancing_by_name_only),
                IsEmpty());
    EXPECT_THAT(found_in({to_svc("A").at("TCP://a:1"), to_svc("B").at("tcp://A:1/")},
                         Kind::load_balancing_by_name_only),
                IsEmpty());
}

TEST(ChoiceChecks, NothingIsPickedBesideALocalRouteOfAServiceHere) {
    EXPECT_THAT(found_with_svc_here({to_svc("L"), to_svc("A").at("TCP://a:1"), to_svc("B").at("TCP://b:1")},
                                    Kind::load_balancing_by_name_only),
                IsEmpty());
}

TEST(ChoiceChecks, LastResortRoutesToSeveralAddressesArePickedByChance) {
    EXPECT_THAT(
        found_in({route("A").at("TCP://a:1"), route("B").at("TCP://b:1")}, Kind::load_balancing_by_name_only),
        ElementsAre("Sales.A, Sales.B"));
}

TEST(ChoiceChecks, MirroredRoutesArePickedByChanceToo) {
    EXPECT_THAT(found_in({to_svc("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
                          to_svc("C").at("TCP://c:1").mirrored_at("TCP://d:1"), to_svc("E").at("TCP://e:1")},
                         Kind::load_balancing_by_name_only),
                ElementsAre("Sales.A, Sales.C"));
}

TEST(ChoiceChecks, OneIdentifierAtSeveralAddresses) {
    EXPECT_THAT(found_in({to_svc("A").with(guid_1).at("TCP://a:1"), to_svc("B").with(guid_1).at("TCP://b:1")},
                         Kind::identifier_at_several_addresses),
                ElementsAre("Sales.A, Sales.B"));
    EXPECT_THAT(found_in({to_svc("A").with(guid_1).at("TCP://a:1").mirrored_at("TCP://b:1")},
                         Kind::identifier_at_several_addresses),
                IsEmpty());
}

// NULL-1: no step takes them, so they hide nothing and are told by DEFINE-4.
TEST(ChoiceChecks, RoutesWithAnIdentifierOnlyAreNotChosenAmong) {
    std::vector<Route> const routes = {route("A").with(guid_1).at("TCP://a:1"),
                                       route("B").with(guid_1).at("TCP://b:1")};
    EXPECT_THAT(found_in(routes, Kind::identifier_at_several_addresses), IsEmpty());
    EXPECT_THAT(found_in(routes, Kind::identifier_without_service_name), ElementsAre("Sales.A", "Sales.B"));
}

}  // namespace
}  // namespace ssbroute::test
