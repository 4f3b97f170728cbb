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
using testing::Not;

RouteBuilder asking() { return route("Ask").to(dynamic_routing_service).at("TCP://config:4022"); }

InstanceBuilder beside_orders_and_stock(std::vector<Route> routes) {
    return instance().in(
        {database("Sales").routing_by(std::move(routes)),
         database("Parts").offering({"Orders", "Stock"}).routing_by({auto_created_local()})});
}

// MATCH-4 stands before MATCH-5.
TEST(DynamicRoutingChecks, ItHidesTheLastResortRouteAndTheServicesThatAreReachedByIt) {
    auto const one = beside_orders_and_stock({auto_created_local(), asking()});
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing, one),
                ElementsAre("Sales.AutoCreatedLocal, Sales.Ask"));
    EXPECT_THAT(said(Kind::hidden_by_dynamic_routing, one),
                AllOf(HasSubstr("'Orders'"), HasSubstr("'Stock'")));
}

TEST(DynamicRoutingChecks, WithoutSuchARouteNothingIsHidden) {
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing, beside_orders_and_stock({auto_created_local()})),
                IsEmpty());
    // NAME-1: it is another service.
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing,
                      beside_orders_and_stock(
                          {auto_created_local(), route("Ask").to("sql/servicebroker/brokerconfiguration")})),
                IsEmpty());
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing,
                      beside_orders_and_stock({auto_created_local(), asking().until(lint_time)})),
                IsEmpty());
}

TEST(DynamicRoutingChecks, AServiceWithARouteOfItsOwnIsNotHidden) {
    auto const words =
        said(Kind::hidden_by_dynamic_routing,
             beside_orders_and_stock({auto_created_local(), asking(), route("OrdersHere").to("Orders")}));
    EXPECT_THAT(words, AllOf(HasSubstr("'Stock'"), Not(HasSubstr("'Orders'"))));
}

// MATCH-6 stands behind MATCH-4 as well.
TEST(DynamicRoutingChecks, WithoutLastResortRouteItHidesWhatAnIdentifierReaches) {
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing, beside_orders_and_stock({asking()})),
                ElementsAre("Sales.Ask"));
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing,
                      beside_orders_and_stock({asking(), route("A").to("Orders"), route("B").to("Stock")})),
                IsEmpty());
}

// A last-resort route that leads elsewhere reaches no local service.
TEST(DynamicRoutingChecks, ALastResortNetworkRouteIsHiddenWithoutLocalServices) {
    auto const one = beside_orders_and_stock({asking(), route("Out").at("TCP://a:1")});
    EXPECT_THAT(found(Kind::hidden_by_dynamic_routing, one), ElementsAre("Sales.Out, Sales.Ask"));
    EXPECT_THAT(said(Kind::hidden_by_dynamic_routing, one), Not(HasSubstr("'Orders'")));
}

// ENABLED-1.
TEST(DynamicRoutingChecks, ServicesOfADisabledBrokerAreNotReachedAnyway) {
    auto const one = instance().in({database("Sales").routing_by({auto_created_local(), asking()}),
                                    database("Parts").disabled().offering({"Orders"})});
    EXPECT_THAT(said(Kind::hidden_by_dynamic_routing, one), Not(HasSubstr("'Orders'")));
}

}  // namespace
}  // namespace ssbroute::test
