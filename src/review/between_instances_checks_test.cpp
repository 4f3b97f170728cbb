#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Kind;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Instances = std::vector<review::NamedInstance>;

constexpr auto at_a = "TCP://a:4022";
constexpr auto at_b = "TCP://b:4022";
constexpr auto at_c = "TCP://c:4022";

RouteBuilder to(std::string const& service, std::string const& address) {
    return route("To" + service).to(service).at(address);
}

// Instance A: Sales of guid_1, where conversations to Stock begin.
InstanceBuilder initiator(std::vector<Route> routes, std::vector<std::string> const& services = {"Orders"}) {
    routes.insert(routes.begin(), auto_created_local());
    return instance("A")
        .in({database("Sales").identified_by(guid_1).offering(services).routing_by(std::move(routes))})
        .own_address(at_a);
}

// Instance B: Parts of guid_2 has Stock.
InstanceBuilder target(std::vector<Route> routes) {
    routes.insert(routes.begin(), auto_created_local());
    return instance("B")
        .in({database("Parts").identified_by(guid_2).offering({"Stock"}).routing_by(std::move(routes))})
        .own_address(at_b);
}

// Instance C forwards: msdb has these routes.
InstanceBuilder forwarder(std::vector<Route> routes) {
    return instance("C").in({database("msdb").routing_by(std::move(routes))}).own_address(at_c).forwarding();
}

// SCOPE-1: a target's replies go by the table of its own database.
TEST(BetweenInstances, WithoutRouteInTheTargetsDatabaseThereIsNoWayBack) {
    Instances const without = {initiator({to("Stock", at_b)}), target({})};
    EXPECT_THAT(found(Kind::no_way_back, without), ElementsAre("Sales.ToStock"));
    EXPECT_THAT(said(Kind::no_way_back, without),
                AllOf(HasSubstr("database 'Parts' of 'B'"), HasSubstr("'Orders'")));
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), target({to("Orders", at_a)})}),
                IsEmpty());
}

TEST(BetweenInstances, ARouteBackToAnotherServiceIsNoWayBack) {
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), target({to("orders", at_a)})}),
                ElementsAre("Sales.ToStock"));
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), target({to("Orders", at_b)})}),
                ElementsAre("Sales.ToStock"));
}

TEST(BetweenInstances, AWayBackToOneOfTheServicesIsEnough) {
    EXPECT_THAT(found(Kind::no_way_back,
                      {initiator({to("Stock", at_b)}, {"Internal", "Orders"}), target({to("Orders", at_a)})}),
                IsEmpty());
    // Which service would begin conversations, if none is known?
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}, {}), target({})}), IsEmpty());
}

// CHOOSE-2, CHOOSE-3: Orders is not in B.
TEST(BetweenInstances, ALastResortNetworkRouteIsAWayBack) {
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), target({route("Out").at(at_a)})}),
                IsEmpty());
}

TEST(BetweenInstances, AnAddressThatIsNotKnownMayBeAWayBack) {
    EXPECT_THAT(
        found(Kind::no_way_back, {initiator({to("Stock", at_b)}), target({to("Orders", "TCP://d:4022")})}),
        IsEmpty());
}

// REPLY-1 asks for the identifier; MATCH-1 needs it in the route back.
TEST(BetweenInstances, ARouteBackForAnotherIdentifierIsNoWayBack) {
    auto const back_for = [](std::string identifier) {
        return target({to("Orders", at_a).with(std::move(identifier))});
    };
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), back_for(guid_1)}), IsEmpty());
    EXPECT_THAT(found(Kind::no_way_back, {initiator({to("Stock", at_b)}), back_for(guid_3)}),
                ElementsAre("Sales.ToStock"));
}

TEST(BetweenInstances, AnIdentifierThatIsNotKnownMayBeThatOfTheRouteBack) {
    auto const from_unknown =
        instance("A")
            .in({database("Sales").offering({"Orders"}).routing_by({to("Stock", at_b)})})
            .own_address(at_a);
    EXPECT_THAT(found(Kind::no_way_back, {from_unknown, target({to("Orders", at_a).with(guid_3)})}),
                IsEmpty());
    EXPECT_THAT(found(Kind::no_way_back, {from_unknown, target({})}), ElementsAre("Sales.ToStock"));
}

// A chain: A to C to B, and back by C.
TEST(BetweenInstances, TheWayBackMayLeadByAForwarder) {
    auto const there = initiator({to("Stock", at_c)});
    EXPECT_THAT(found(Kind::no_way_back, {there, target({to("Orders", at_c)}),
                                          forwarder({to("Stock", at_b), to("Orders", at_a)})}),
                IsEmpty());
    EXPECT_THAT(
        found(Kind::no_way_back, {there, target({to("Orders", at_c)}), forwarder({to("Stock", at_b)})}),
        ElementsAre("Sales.ToStock"));
}

// FORWARD-1.
TEST(BetweenInstances, AForwarderThatDoesNotForwardIsTold) {
    auto const there = initiator({to("Stock", at_c)});
    auto const routes = std::vector<Route>{to("Stock", at_b), to("Orders", at_a)};
    auto const off = instance("C").in({database("msdb").routing_by(routes)}).own_address(at_c);
    Instances const broken = {there, target({to("Orders", at_c)}), off};
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, broken), ElementsAre("Sales.ToStock", "Parts.ToOrders"));
    EXPECT_THAT(said(Kind::no_delivery_elsewhere, broken),
                HasSubstr("come to 'C', and there they are dropped"));
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, {there, target({to("Orders", at_c)}), forwarder(routes)}),
                IsEmpty());
}

// SCOPE-2, MATCH-5, CHOOSE-5.
TEST(BetweenInstances, AServiceThatIsNotThereIsTold) {
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, {initiator({to("stock", at_b)}), target({})}),
                ElementsAre("Sales.Tostock"));
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, {initiator({to("Stock", at_b)}), target({})}), IsEmpty());
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, {initiator({to("stock", "TCP://d:4022")}), target({})}),
                IsEmpty());
}

// CHOOSE-2 keeps them here.
TEST(BetweenInstances, ARouteThatIsNotChosenLeadsNowhere) {
    EXPECT_THAT(found(Kind::no_delivery_elsewhere,
                      {initiator({route("L").to("Orders"), to("Orders", at_b)}), target({})}),
                IsEmpty());
}

// FORWARD-2, LOOP-2.
TEST(BetweenInstances, TwoForwardersSendEachOtherTheirMessages) {
    auto const one = [](std::string name, std::string own, std::string const& other) {
        return instance(std::move(name))
            .in({database("msdb").routing_by({to("Stock", other)})})
            .own_address(std::move(own))
            .forwarding();
    };
    Instances const circle = {one("A", at_a, at_b), one("B", at_b, at_a)};
    EXPECT_THAT(found(Kind::forwarding_loop, circle), ElementsAre("msdb.ToStock"));
    EXPECT_THAT(said(Kind::forwarding_loop, circle), HasSubstr("'A' to 'B' to 'A'"));
    EXPECT_THAT(found(Kind::forwarding_loop, {one("A", at_a, at_b), one("B", at_b, at_c)}), IsEmpty());
}

TEST(BetweenInstances, ACircleNeedsEveryoneToForward) {
    auto const last =
        instance("B").in({database("msdb").routing_by({route("Out").at(at_c)})}).own_address(at_b);
    auto const first = forwarder({route("Out").at(at_b)});
    EXPECT_THAT(found(Kind::forwarding_loop, {first, last}), IsEmpty());
    Instances const all = {first, InstanceBuilder(last).forwarding()};
    EXPECT_THAT(found(Kind::forwarding_loop, all), ElementsAre("msdb.Out"));
    EXPECT_THAT(said(Kind::forwarding_loop, all), HasSubstr("a service that none of them knows"));
}

// C forwards to B, which sends it back to C or on to D, and D back to B.
TEST(BetweenInstances, EachOfSeveralCirclesIsTold) {
    auto const one = [](std::string name, std::string own, std::vector<std::string> const& others) {
        std::vector<Route> routes;
        routes.reserve(others.size());
        for (auto const& other : others) routes.push_back(route("To" + other).at(other));
        return instance(std::move(name))
            .in({database("msdb").routing_by(std::move(routes))})
            .own_address(std::move(own))
            .forwarding();
    };
    constexpr auto at_d = "TCP://d:4022";
    Instances const instances = {one("C", at_c, {at_b}), one("B", at_b, {at_c, at_d}),
                                 one("D", at_d, {at_b})};
    EXPECT_THAT(said(Kind::forwarding_loop, instances),
                AllOf(HasSubstr("'C' to 'B' to 'C'"), HasSubstr("'D' to 'B' to 'D'")));
}

// Example 7 at both ends: each delivers what it has.
TEST(BetweenInstances, LastResortRoutesBesideAutoCreatedLocalMakeACircleForUnknownServices) {
    auto const one = [](std::string name, std::string own, std::string other) {
        return instance(std::move(name))
            .in({database("msdb").routing_by({auto_created_local(), route("Out").at(std::move(other))})})
            .own_address(std::move(own))
            .forwarding();
    };
    EXPECT_THAT(found(Kind::forwarding_loop, {one("A", at_a, at_b), one("B", at_b, at_a)}),
                ElementsAre("msdb.Out"));
}

// Which of them would it be?
TEST(BetweenInstances, AnAddressOfSeveralInstancesLeadsNowhere) {
    EXPECT_THAT(found(Kind::no_delivery_elsewhere,
                      {initiator({to("Stock", "TCP://x:4022")}), instance("B").own_address("TCP://x:4022"),
                       instance("C").own_address("TCP://x:4022")}),
                IsEmpty());
    EXPECT_THAT(found(Kind::no_delivery_elsewhere,
                      {initiator({to("Stock", "TCP://x:4022")}), instance("B").own_address("TCP://x:4022")}),
                ElementsAre("Sales.ToStock"));
}

// Two instances on one host differ in their ports.
TEST(BetweenInstances, InstancesOnOneHostAreToldApartByTheirPorts) {
    auto const one = [](std::string name, std::string const& port, std::vector<Database> databases) {
        return instance(std::move(name)).in(std::move(databases)).own_address("TCP://localhost:" + port);
    };
    auto const first =
        one("First", "4022", {database("Sales").routing_by({to("Stock", "TCP://localhost:4023")})});
    auto const second =
        one("Second", "4023", {database("Parts").offering({"stock"}).routing_by({auto_created_local()})});
    EXPECT_THAT(found(Kind::no_delivery_elsewhere, {first, second}), ElementsAre("Sales.ToStock"));
    EXPECT_THAT(found(Kind::own_address, {first, second}), IsEmpty());
}

}  // namespace
}  // namespace ssbroute::test
