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

InstanceBuilder beside_order_parts(std::vector<Route> routes) {
    routes.insert(routes.begin(), auto_created_local());
    return instance().in({database("Sales").routing_by(std::move(routes)),
                          database("Parts").offering({"OrderParts"}).routing_by({auto_created_local()})});
}

RouteBuilder named(std::string service) { return route("R").to(std::move(service)).at("TCP://a:1"); }

// NAME-1.
TEST(NameChecks, ANameThatOnlyLooksLikeThatOfAServiceIsTold) {
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named("orderparts")})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named("OrderParts ")})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named("ＯrderParts")})),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named("OrderParts")})), IsEmpty());
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named("OrderPart")})), IsEmpty());
}

TEST(NameChecks, WhereTheServiceIsAndHowItDiffersIsSaid) {
    EXPECT_THAT(
        said(Kind::similar_service_names, beside_order_parts({named("orderparts ")})),
        AllOf(HasSubstr("'Parts'"), HasSubstr("'OrderParts'"), HasSubstr("case and space at an end")));
}

TEST(NameChecks, TheRightNameBesideTheWrongOneIsNotTold) {
    EXPECT_THAT(
        found(Kind::similar_service_names,
              beside_order_parts({route("Right").to("OrderParts").at("TCP://a:1"), named("ORDERPARTS")})),
        ElementsAre("Sales.R"));
}

TEST(NameChecks, AServiceOfAnotherInstanceIsKnown) {
    std::vector<review::NamedInstance> const instances = {
        instance("A").in({database("Sales").routing_by({auto_created_local(), named("stock")})}),
        instance("B").in({database("Parts").offering({"Stock"}).routing_by({auto_created_local()})})};
    EXPECT_THAT(found(Kind::similar_service_names, instances), ElementsAre("Sales.R"));
}

TEST(NameChecks, RoutesWhoseNamesLookAlikeAreToldTogether) {
    EXPECT_THAT(
        found(Kind::similar_service_names, beside_order_parts({route("A").to("Stock").at("TCP://a:1"),
                                                               route("B").to("stock").at("TCP://a:1")})),
        ElementsAre("Sales.A, Sales.B"));
    EXPECT_THAT(found(Kind::similar_service_names,
                      beside_order_parts({route("A").to("Stock").at("TCP://a:1"),
                                          route("B").to("Stock").with(guid_1).at("TCP://b:1")})),
                IsEmpty());
}

TEST(NameChecks, TheNameOfTheDynamicRoutingServiceIsKnown) {
    EXPECT_THAT(said(Kind::similar_service_names,
                     beside_order_parts({named("SQL/ServiceBroker/brokerconfiguration")})),
                HasSubstr("the dynamic routing service is 'SQL/ServiceBroker/BrokerConfiguration'"));
    EXPECT_THAT(found(Kind::similar_service_names, beside_order_parts({named(dynamic_routing_service)})),
                IsEmpty());
}

TEST(NameChecks, ARouteForItsOwnNameIsTold) {
    EXPECT_THAT(found(Kind::service_name_is_route_name,
                      beside_order_parts({route("PartsRoute").to("PartsRoute").at("TCP://a:1")})),
                ElementsAre("Sales.PartsRoute"));
    EXPECT_THAT(found(Kind::service_name_is_route_name,
                      beside_order_parts({route("PartsRoute").to("Stock").at("TCP://a:1")})),
                IsEmpty());
}

TEST(NameChecks, ARouteForTheNameOfItsNeighbourIsTold) {
    EXPECT_THAT(
        found(Kind::service_name_is_route_name, beside_order_parts({route("A").to("Stock").at("TCP://a:1"),
                                                                    route("B").to("A").at("TCP://a:1")})),
        ElementsAre("Sales.B"));
}

TEST(NameChecks, ARouteMayHaveTheNameOfItsService) {
    EXPECT_THAT(found(Kind::service_name_is_route_name,
                      beside_order_parts({route("OrderParts").to("OrderParts").at("TCP://a:1")})),
                IsEmpty());
    EXPECT_THAT(found(Kind::service_name_is_route_name,
                      beside_order_parts({route("orderparts").to("OrderParts").at("TCP://a:1")})),
                IsEmpty());
}

}  // namespace
}  // namespace ssbroute::test
