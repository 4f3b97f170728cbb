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

constexpr auto loopback = "TCP://localhost:4022";

// Sales with these routes, Parts with the service Svc, msdb with those.
InstanceBuilder with_msdb(std::vector<Route> routes, std::vector<Route> of_msdb) {
    return instance()
        .in({database("Sales").routing_by(std::move(routes)),
             database("Parts").offering({"Svc"}).routing_by({auto_created_local()}),
             database("msdb").routing_by(std::move(of_msdb))})
        .own_address(loopback);
}

RouteBuilder back(std::string service = "Svc") { return route("R").to(std::move(service)).at(loopback); }

// LOOP-1, then SCOPE-2, MATCH-5, CHOOSE-2, LOCATE-3.
TEST(AddressChecks, AnOwnAddressWorksAsLongAsMsdbDelivers) {
    auto const one = with_msdb({back()}, {auto_created_local()});
    EXPECT_THAT(found(Kind::own_address, one), ElementsAre("Sales.R"));
    EXPECT_THAT(said(Kind::own_address, one), HasSubstr("delivered to the service in database 'Parts'"));
    EXPECT_THAT(found(Kind::own_address_without_delivery, one), IsEmpty());
    EXPECT_THAT(found(Kind::own_address,
                      with_msdb({route("R").to("Svc").at("TCP://localhost:4023")}, {auto_created_local()})),
                IsEmpty());
}

// LOOP-1, MATCH-7.
TEST(AddressChecks, AnOwnAddressDoesNotWorkWithoutARouteInMsdb) {
    auto const one = with_msdb({back()}, {});
    EXPECT_THAT(found(Kind::own_address_without_delivery, one), ElementsAre("Sales.R"));
    EXPECT_THAT(said(Kind::own_address_without_delivery, one), HasSubstr("delayed"));
    EXPECT_THAT(found(Kind::own_address, one), IsEmpty());
}

// LOOP-1, FORWARD-1: what comes back is as from outside.
TEST(AddressChecks, MsdbMayDropOrForwardWhatComesBack) {
    std::vector<Route> const onward = {route("Out").to("Svc").at("TCP://elsewhere:4022")};
    EXPECT_THAT(said(Kind::own_address_without_delivery, with_msdb({back()}, onward)), HasSubstr("dropped"));
    EXPECT_THAT(said(Kind::own_address, with_msdb({back()}, onward).forwarding()),
                HasSubstr("forwarded to TCP://elsewhere:4022"));
}

TEST(AddressChecks, ALastResortRouteIsTriedWithALocalService) {
    EXPECT_THAT(said(Kind::own_address, with_msdb({route("R").at(loopback)}, {auto_created_local()})),
                AllOf(HasSubstr("'Svc'"), HasSubstr("'Parts'")));
    // CHOOSE-2 keeps the services of the instance from it.
    EXPECT_THAT(said(Kind::own_address_without_delivery,
                     with_msdb({auto_created_local(), route("R").at(loopback)}, {auto_created_local()})),
                HasSubstr("a service that is not here is dropped"));
}

TEST(AddressChecks, ARouteThatIsNotChosenDoesNotComeBack) {
    EXPECT_THAT(found(Kind::own_address, with_msdb({route("L").to("Svc"), back()}, {auto_created_local()})),
                IsEmpty());
}

// The reading self-address.
TEST(AddressChecks, AnOwnMirrorAddressIsAnOpenQuestion) {
    auto const mirrored = [](std::string mirror) {
        return route("R").to("Svc").with(guid_1).at("TCP://partner:4022").mirrored_at(std::move(mirror));
    };
    EXPECT_THAT(said(Kind::own_address, with_msdb({mirrored(loopback)}, {auto_created_local()})),
                HasSubstr("self-address"));
    EXPECT_THAT(said(Kind::own_address, with_msdb({mirrored("TCP://b:4022")}, {auto_created_local()})),
                IsEmpty());
}

// TRANSPORT-2.
TEST(AddressChecks, ATransportRouteReadsTheAddressFromTheName) {
    EXPECT_THAT(found(Kind::transport_without_address, with_msdb({route("T").to("Svc").at("TRANSPORT")}, {})),
                ElementsAre("Sales.T"));
    EXPECT_THAT(found(Kind::transport_without_address,
                      with_msdb({route("T").to("TCP://a:4022/Svc").at("TRANSPORT")}, {})),
                IsEmpty());
}

TEST(AddressChecks, ALastResortTransportRouteTakesKnownServices) {
    // Without LOCAL route those of the instance too (MATCH-5, CHOOSE-4).
    EXPECT_THAT(said(Kind::transport_without_address, with_msdb({route("T").at("TRANSPORT")}, {})),
                HasSubstr("'Svc'"));
    EXPECT_THAT(found(Kind::transport_without_address,
                      with_msdb({auto_created_local(), route("T").at("TRANSPORT")}, {})),
                IsEmpty());
    EXPECT_THAT(found(Kind::transport_without_address,
                      with_msdb({route("L").to("Svc"), route("T").at("TRANSPORT")}, {})),
                IsEmpty());
    // CHOOSE-3 before CHOOSE-4.
    EXPECT_THAT(found(Kind::transport_without_address,
                      with_msdb({route("Out").at("TCP://a:1"), route("T").at("TRANSPORT")}, {})),
                IsEmpty());
}

TEST(AddressChecks, ALastResortTransportRouteTakesServicesOfOtherInstances) {
    std::vector<review::NamedInstance> const instances = {
        instance("A").in({database("Sales").routing_by({auto_created_local(), route("T").at("TRANSPORT")})}),
        instance("B").in({database("Parts")
                              .offering({"Stock", "TCP://b:4022/Orders"})
                              .routing_by({auto_created_local()})})};
    EXPECT_THAT(found(Kind::transport_without_address, instances), ElementsAre("Sales.T"));
    EXPECT_THAT(said(Kind::transport_without_address, instances),
                AllOf(HasSubstr("'Stock'"), Not(HasSubstr("Orders"))));
}

// FORWARD-1 comes before TRANSPORT-1.
TEST(AddressChecks, MsdbReadsNoNameWhileForwardingIsDisabled) {
    auto const one = with_msdb({auto_created_local()}, {route("T").to("Svc").at("TRANSPORT")});
    EXPECT_THAT(found(Kind::transport_without_address, one), IsEmpty());
    EXPECT_THAT(found(Kind::transport_without_address, InstanceBuilder(one).forwarding()),
                ElementsAre("msdb.T"));
}

}  // namespace
}  // namespace ssbroute::test
