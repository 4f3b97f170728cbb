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

constexpr auto guid = "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d";

// DEFINE-1
TEST(DefinitionChecks, AnEmptyServiceNameIsAnEmptyOption) {
    EXPECT_THAT(found_in({route("R").to("").at("TCP://a:4022")}, Kind::empty_option), ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to(" ").at("TCP://a:4022")}, Kind::empty_option), IsEmpty());
}

TEST(DefinitionChecks, AnEmptyIdentifierIsAnEmptyOptionAndNotAlsoNoGuid) {
    auto const routes = std::vector<Route>{route("R").to("Svc").with("").at("TCP://a:4022")};
    EXPECT_THAT(found_in(routes, Kind::empty_option), ElementsAre("Sales.R"));
    EXPECT_THAT(found_in(routes, Kind::identifier_is_no_guid), IsEmpty());
}

// DEFINE-2
TEST(DefinitionChecks, AnOptionLongerThanItsColumnIsOverlong) {
    auto const address_of = [](std::size_t length) {
        std::string const end = ":4022";
        return "TCP://" + std::string(length - 6 - end.size(), 'a') + end;
    };
    EXPECT_THAT(found_in({route("R").to("Svc").at(address_of(257))}, Kind::overlong_option),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").at(address_of(256))}, Kind::overlong_option), IsEmpty());
}

// DEFINE-3
TEST(DefinitionChecks, AMirroredRouteWithoutIdentifierIsIncomplete) {
    auto const mirrored = [] { return route("R").to("Svc").at("TCP://a:4022").mirrored_at("TCP://b:4022"); };
    EXPECT_THAT(found_in({mirrored()}, Kind::incomplete_mirrored_route), ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({mirrored().with(guid)}, Kind::incomplete_mirrored_route), IsEmpty());
}

// DEFINE-4
TEST(DefinitionChecks, AnIdentifierNeedsAServiceName) {
    EXPECT_THAT(found_in({route("R").with(guid)}, Kind::identifier_without_service_name),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").with(guid)}, Kind::identifier_without_service_name),
                IsEmpty());
    EXPECT_THAT(found_in({route("R")}, Kind::identifier_without_service_name), IsEmpty());
}

// DEFINE-5
TEST(DefinitionChecks, AMirroredRouteHasNetworkAddresses) {
    auto const mirrored = [](std::string address, std::string mirror) {
        return std::vector<Route>{
            route("R").to("Svc").with(guid).at(std::move(address)).mirrored_at(std::move(mirror))};
    };
    EXPECT_THAT(found_in(mirrored("LOCAL", "TCP://b:4022"), Kind::mirrored_special_address),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in(mirrored("TCP://a:4022", "transport"), Kind::mirrored_special_address),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in(mirrored("TCP://a:4022", "TCP://b:4022"), Kind::mirrored_special_address),
                IsEmpty());
    EXPECT_THAT(found_in({route("R").to("Svc").with(guid).at("LOCAL")}, Kind::mirrored_special_address),
                IsEmpty());
}

// DEFINE-6
TEST(DefinitionChecks, AnAddressOfAnotherFormIsMalformed) {
    EXPECT_THAT(found_in({route("R").to("Svc").at("host2:4022")}, Kind::malformed_address),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").at("TCP://host2:0")}, Kind::malformed_address),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").at("tcp://host2:4022/")}, Kind::malformed_address), IsEmpty());
    EXPECT_THAT(found_in({route("R").to("Svc").at("local")}, Kind::malformed_address), IsEmpty());
}

TEST(DefinitionChecks, AMissingPortIsToldAsSuch) {
    auto const without = std::vector<Route>{route("R").to("Svc").at("TCP://dispatch.Adventure-Works.com")};
    EXPECT_THAT(found_in(without, Kind::port_missing), ElementsAre("Sales.R"));
    EXPECT_THAT(found_in(without, Kind::malformed_address), IsEmpty());
    EXPECT_THAT(found_in({route("R").to("Svc").at("TCP://a:4022")}, Kind::port_missing), IsEmpty());
}

TEST(DefinitionChecks, AMissingPortBesideAnotherFaultIsAMalformedAddress) {
    auto const routes =
        std::vector<Route>{route("R").to("Svc").with(guid).at("TCP://a").mirrored_at("partner2")};
    EXPECT_THAT(found_in(routes, Kind::port_missing), IsEmpty());
    EXPECT_THAT(found_in(routes, Kind::malformed_address), ElementsAre("Sales.R"));
}

// DEFINE-7
TEST(DefinitionChecks, ATransportRouteHasNoServiceName) {
    EXPECT_THAT(found_in({route("R").to("Svc").at("TRANSPORT")}, Kind::transport_with_service_name),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").at("TRANSPORT")}, Kind::transport_with_service_name), IsEmpty());
}

// DEFINE-8: LIFETIME is a number of seconds of 32 bits, 2147483647 at most; from 2026-01-01T00:00:00Z on that
// is until 2094-01-19T03:14:07Z.
TEST(DefinitionChecks, ALifetimeIsNotLongerThanTheServerCounts) {
    EXPECT_THAT(found_in({route("R").until("2094-01-19T03:14:08Z")}, Kind::lifetime_out_of_range),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").until("2094-01-19T03:14:07Z")}, Kind::lifetime_out_of_range), IsEmpty());
}

TEST(DefinitionChecks, WhatHasExpiredWasInRangeOnce) {
    EXPECT_THAT(found_in({route("R").until("2001-01-01T00:00:00Z"), route("S").until(lint_time)},
                         Kind::lifetime_out_of_range),
                IsEmpty());
    EXPECT_THAT(found_in({route("R").until("2026-01-01T00:00:00.5Z")}, Kind::lifetime_out_of_range),
                IsEmpty());
}

// DEFINE-9
TEST(DefinitionChecks, TheAddressesOfAMirroredRouteDiffer) {
    auto const mirrored_at = [](std::string mirror) {
        return std::vector<Route>{
            route("R").to("Svc").with(guid).at("TCP://a:4022").mirrored_at(std::move(mirror))};
    };
    EXPECT_THAT(found_in(mirrored_at("tcp://A:4022/"), Kind::mirror_address_repeats_address),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in(mirrored_at("TCP://a:4023"), Kind::mirror_address_repeats_address), IsEmpty());
}

// DEFINE-10
TEST(DefinitionChecks, ARouteToTheDynamicRoutingServiceHasNoIdentifier) {
    auto const asking = [] { return route("R").to(dynamic_routing_service); };
    EXPECT_THAT(found_in({asking().with(guid)}, Kind::dynamic_routing_with_identifier),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({asking()}, Kind::dynamic_routing_with_identifier), IsEmpty());
}

// DEFINE-11
TEST(DefinitionChecks, RouteNamesAreUnique) {
    auto const with = [](std::vector<Route> routes) {
        Database sales = database("Sales");
        sales.routes = RoutingTable(std::move(routes));  // which does not look at the names
        return instance().in({std::move(sales)});
    };
    EXPECT_THAT(found(Kind::duplicate_route_name, with({route("R").to("A"), route("R").to("B")})),
                ElementsAre("Sales.R, Sales.R"));
    EXPECT_THAT(found(Kind::duplicate_route_name, with({route("R").to("A"), route("r").to("B")})), IsEmpty());
}

TEST(DefinitionChecks, RouteNamesThatLookAlikeAreTold) {
    EXPECT_THAT(found_in({route("Parts").to("A"), route("parts ").to("B"), route("Other").to("C")},
                         Kind::similar_route_names),
                ElementsAre("Sales.Parts, Sales.parts "));
    EXPECT_THAT(found_in({route("Parts").to("A"), route("Part").to("B")}, Kind::similar_route_names),
                IsEmpty());
}

TEST(DefinitionChecks, AnIdentifierIsAGuid) {
    EXPECT_THAT(found_in({route("R").to("Svc").with("5fb8d92bed694c80afbb2aa6a7d3cb2d").at("TCP://a:4022")},
                         Kind::identifier_is_no_guid),
                ElementsAre("Sales.R"));
    EXPECT_THAT(
        found_in({route("R").to("Svc").with("{5FB8D92B-ED69-4C80-AFBB-2AA6A7D3CB2D}").at("TCP://a:4022")},
                 Kind::identifier_is_no_guid),
        IsEmpty());
}

TEST(DefinitionChecks, Port1433IsThatOfTheDatabaseEngine) {
    EXPECT_THAT(found_in({route("R").to("Svc").at("TCP://a:1433")}, Kind::port_of_database_engine),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").with(guid).at("TCP://a:4022").mirrored_at("TCP://b:1433/")},
                         Kind::port_of_database_engine),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").at("TCP://a:11433")}, Kind::port_of_database_engine),
                IsEmpty());
    // No valid address, which is told already.
    EXPECT_THAT(found_in({route("R").to("Svc").at("a:1433")}, Kind::port_of_database_engine), IsEmpty());
}

TEST(DefinitionChecks, TheNumberOfTheServersMessageIsTold) {
    EXPECT_THAT(said(Kind::identifier_without_service_name,
                     instance().in({database("Sales").routing_by({route("R").with(guid)})})),
                HasSubstr("message 9662"));
}

TEST(DefinitionChecks, ExpiredRoutesAreHeldToTheirDefinitionsToo) {
    EXPECT_THAT(found_in({route("R").with(guid).until("2025-01-01T00:00:00Z")},
                         Kind::identifier_without_service_name),
                ElementsAre("Sales.R"));
}

}  // namespace
}  // namespace ssbroute::test
