#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Sales with these routes, Parts with the service Svc and the identifier guid_1.
InstanceBuilder beside_svc(std::vector<Route> routes) {
    return instance().in(
        {database("Sales").identified_by(guid_2).routing_by(std::move(routes)),
         database("Parts").identified_by(guid_1).offering({"Svc"}).routing_by({auto_created_local()}),
         database("msdb").identified_by(guid_3).routing_by({auto_created_local()})});
}

RouteBuilder to_svc() { return route("R").to("Svc"); }

// CHOOSE-2, CHOOSE-5.
TEST(LocalRouteChecks, ALocalRouteNeedsTheServiceInTheInstance) {
    EXPECT_THAT(found(Kind::local_route_for_absent_service, beside_svc({route("R").to("Absent")})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::local_route_for_absent_service, beside_svc({to_svc()})), IsEmpty());
    EXPECT_THAT(
        found(Kind::local_route_for_absent_service, beside_svc({route("R").to("Absent").at("TCP://a:1")})),
        IsEmpty());
}

// ENABLED-1.
TEST(LocalRouteChecks, AServiceOfADisabledBrokerIsAbsent) {
    auto const one = instance().in({database("Sales").routing_by({auto_created_local(), to_svc()}),
                                    database("Parts").disabled().offering({"Svc"})});
    EXPECT_THAT(found(Kind::local_route_for_absent_service, one), ElementsAre("Sales.R"));
    EXPECT_THAT(said(Kind::local_route_for_absent_service, one),
                HasSubstr("'Parts' has it, but its broker is disabled"));
}

// LOCATE-1; after NEW_BROKER a route is left with the identifier of before.
TEST(LocalRouteChecks, ALocalRouteNeedsAnIdentifierOfTheInstance) {
    constexpr auto stale = "99999999-9999-9999-9999-999999999999";
    EXPECT_THAT(found(Kind::local_route_with_unknown_identifier, beside_svc({to_svc().with(stale)})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::local_route_with_unknown_identifier, beside_svc({to_svc().with(guid_1)})),
                IsEmpty());
    EXPECT_THAT(
        found(Kind::local_route_with_unknown_identifier, beside_svc({to_svc().with(stale).at("TCP://a:1")})),
        IsEmpty());
}

Severity severity_of_unknown_identifier(std::vector<Database> databases) {
    std::vector<review::NamedInstance> const instances = {instance().in(std::move(databases))};
    for (auto const& finding : review::lint(instances, time(lint_time)))
        if (finding.kind == Kind::local_route_with_unknown_identifier) return finding.severity;
    return Severity::note;
}

// An identifier that is not known may be the one.
TEST(LocalRouteChecks, AnUnknownIdentifierIsCertainOnlyIfAllAreKnown) {
    Database const sales = database("Sales").identified_by(guid_2).routing_by({to_svc().with(guid_1)});
    Database const msdb = database("msdb").identified_by(guid_3).routing_by({auto_created_local()});
    EXPECT_EQ(severity_of_unknown_identifier({sales, msdb}), Severity::error);
    EXPECT_EQ(severity_of_unknown_identifier({sales, msdb, database("Renewed")}), Severity::warning);
    EXPECT_EQ(severity_of_unknown_identifier({sales, msdb, database("Renewed").disabled()}), Severity::error);
    EXPECT_EQ(severity_of_unknown_identifier(
                  {sales, msdb, database("Renewed"), database("Off").disabled().identified_by(guid_1)}),
              Severity::error);
}

// LOCATE-1: such as msdb's identifier, taken for that of the service.
TEST(LocalRouteChecks, ALocalRouteNeedsTheIdentifierOfADatabaseWithTheService) {
    auto const one = beside_svc({to_svc().with(guid_3)});
    EXPECT_THAT(found(Kind::local_route_to_database_without_service, one), ElementsAre("Sales.R"));
    EXPECT_THAT(said(Kind::local_route_to_database_without_service, one),
                HasSubstr("database 'Parts' has it"));
    EXPECT_THAT(found(Kind::local_route_to_database_without_service, beside_svc({to_svc().with(guid_1)})),
                IsEmpty());
}

// MATCH-3 before MATCH-5.
TEST(LocalRouteChecks, ARouteWithAnIdentifierHidesAutoCreatedLocal) {
    auto const network = to_svc().with(guid_2).at("TCP://a:1");
    EXPECT_THAT(found(Kind::identifier_hides_local_service, beside_svc({auto_created_local(), network})),
                ElementsAre("Sales.R"));
    // Nothing to hide.
    EXPECT_THAT(found(Kind::identifier_hides_local_service, beside_svc({network})), IsEmpty());
    EXPECT_THAT(
        found(Kind::identifier_hides_local_service,
              beside_svc({auto_created_local(), route("R").to("Absent").with(guid_2).at("TCP://a:1")})),
        IsEmpty());
    // MATCH-2 comes first.
    EXPECT_THAT(found(Kind::identifier_hides_local_service,
                      beside_svc({auto_created_local(), network, route("Here").to("Svc")})),
                IsEmpty());
}

TEST(LocalRouteChecks, ALocalRouteWithTheRightIdentifierHidesNothing) {
    EXPECT_THAT(found(Kind::identifier_hides_local_service,
                      beside_svc({auto_created_local(), to_svc().with(guid_1)})),
                IsEmpty());
    EXPECT_THAT(found(Kind::identifier_hides_local_service,
                      beside_svc({auto_created_local(), to_svc().with(guid_3)})),
                ElementsAre("Sales.R"));
}

// MATCH-2 before MATCH-5; example 6 says so of a local ElsewhereService.
TEST(LocalRouteChecks, ARouteElsewhereHidesTheServiceHere) {
    EXPECT_THAT(found(Kind::network_route_hides_local_service,
                      beside_svc({auto_created_local(), to_svc().at("TCP://a:1")})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::network_route_hides_local_service, beside_svc({auto_created_local(), to_svc()})),
                IsEmpty());
    EXPECT_THAT(found(Kind::network_route_hides_local_service,
                      beside_svc({auto_created_local(), route("R").to("Absent").at("TCP://a:1")})),
                IsEmpty());
}

TEST(LocalRouteChecks, AnAddressOfTheInstanceDoesNotLeaveIt) {
    auto one = beside_svc({auto_created_local(), to_svc().at("TCP://localhost:4022")});
    EXPECT_THAT(found(Kind::network_route_hides_local_service, one), ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::network_route_hides_local_service, one.own_address("TCP://localhost:4022")),
                IsEmpty());
}

TEST(LocalRouteChecks, AutoCreatedLocalIsMissed) {
    EXPECT_THAT(found(Kind::auto_created_local_missing, beside_svc({})), ElementsAre("Sales"));
    EXPECT_THAT(found(Kind::auto_created_local_missing, beside_svc({auto_created_local()})), IsEmpty());
    // Another does as well.
    EXPECT_THAT(found(Kind::auto_created_local_missing, beside_svc({route("Local")})), IsEmpty());
    EXPECT_THAT(found(Kind::auto_created_local_missing, beside_svc({route("Local").until(lint_time)})),
                ElementsAre("Sales"));
}

TEST(LocalRouteChecks, MasterIsMadeWithoutAutoCreatedLocal) {
    EXPECT_THAT(found(Kind::auto_created_local_missing, instance().in({database("master")})), IsEmpty());
    EXPECT_THAT(found(Kind::auto_created_local_missing, instance().in({database("model")})),
                ElementsAre("model"));
}

TEST(LocalRouteChecks, MsdbMayHaveALocalRouteForEachServiceInstead) {
    auto const with_msdb = [](std::vector<Route> routes) {
        return instance().in({database("msdb").routing_by(std::move(routes))});
    };
    EXPECT_THAT(found(Kind::auto_created_local_missing, with_msdb({})), ElementsAre("msdb"));
    EXPECT_THAT(found(Kind::auto_created_local_missing, with_msdb({to_svc().at("TCP://a:1")})),
                ElementsAre("msdb"));
    EXPECT_THAT(found(Kind::auto_created_local_missing, with_msdb({to_svc()})), IsEmpty());
}

// MATCH-6, MATCH-5.
TEST(LocalRouteChecks, WhatBecomesOfMessagesWithoutItIsSaid) {
    EXPECT_THAT(said(Kind::auto_created_local_missing, beside_svc({})), HasSubstr("MATCH-6"));
    EXPECT_THAT(said(Kind::auto_created_local_missing, beside_svc({route("Out").at("TCP://a:1")})),
                HasSubstr("'Out'"));
}

TEST(LocalRouteChecks, AutoCreatedLocalIsAltered) {
    for (auto const& altered :
         {route("AutoCreatedLocal").at("TCP://a:1"), route("AutoCreatedLocal").to("Svc"),
          route("autocreatedlocal").until("2027-01-01T00:00:00Z")})
        EXPECT_THAT(found(Kind::auto_created_local_altered, beside_svc({altered})).size(), 1U);
    EXPECT_THAT(found(Kind::auto_created_local_altered, beside_svc({route("AutoCreatedLocal").at("local")})),
                IsEmpty());
    EXPECT_THAT(found(Kind::auto_created_local_altered, beside_svc({route("Local").at("TCP://a:1")})),
                IsEmpty());
}

TEST(LocalRouteChecks, AnAlteredOneIsNotAlsoMissing) {
    EXPECT_THAT(found(Kind::auto_created_local_missing, beside_svc({route("AutoCreatedLocal").to("Svc")})),
                IsEmpty());
    EXPECT_THAT(said(Kind::auto_created_local_altered, beside_svc({route("AutoCreatedLocal").to("Svc")})),
                HasSubstr("a service name"));
    EXPECT_THAT(said(Kind::auto_created_local_altered, beside_svc({route("AutoCreatedLocal").to("Svc")})),
                Not(HasSubstr("address")));
}

}  // namespace
}  // namespace ssbroute::test
