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

InstanceBuilder with_msdb(std::vector<Route> routes) {
    return instance().in({database("msdb").routing_by(std::move(routes))});
}

// ENABLED-1, ENABLED-2.
TEST(InstanceChecks, ADisabledBrokerIsToldWhereItIsMissed) {
    EXPECT_THAT(
        found(Kind::disabled_broker, instance().in({database("Sales").disabled().offering({"Orders"})})),
        ElementsAre("Sales"));
    EXPECT_THAT(found(Kind::disabled_broker, instance().in({database("Sales").disabled().routing_by(
                                                 {auto_created_local(), route("R").to("Svc")})})),
                ElementsAre("Sales"));
    EXPECT_THAT(found(Kind::disabled_broker, instance().in({database("Sales").offering({"Orders"})})),
                IsEmpty());
}

TEST(InstanceChecks, ADatabaseThatDoesNotUseItsBrokerMayHaveItDisabled) {
    EXPECT_THAT(
        found(Kind::disabled_broker,
              instance().in({database("model")
                                 .disabled()
                                 .offering({"http://schemas.microsoft.com/SQL/ServiceBroker/ServiceBroker"})
                                 .routing_by({auto_created_local()})})),
        IsEmpty());
}

// ENABLED-3.
TEST(InstanceChecks, WithoutMsdbsBrokerNothingArrives) {
    EXPECT_THAT(found(Kind::disabled_msdb, instance().in({database("msdb").disabled()})),
                ElementsAre("msdb"));
    EXPECT_THAT(found(Kind::disabled_msdb, instance().in({database("Sales").disabled()})), IsEmpty());
    EXPECT_THAT(found(Kind::disabled_broker, instance().in({database("msdb").disabled().offering({"Svc"})})),
                IsEmpty());
}

TEST(InstanceChecks, TheDatabaseIsNamedAsTSqlNamesIt) {
    std::vector<review::NamedInstance> const instances = {
        instance().in({database("Sales [old]").disabled().offering({"Orders"})})};
    for (auto const& finding : review::lint(instances, time(lint_time)))
        if (finding.kind == Kind::disabled_broker) {
            EXPECT_THAT(finding.advice, HasSubstr("ALTER DATABASE [Sales [old]]] SET ENABLE_BROKER"));
        }
}

// LOCATE-3.
TEST(InstanceChecks, AServiceInSeveralDatabases) {
    EXPECT_THAT(
        said(Kind::service_in_several_databases, instance().in({database("A").offering({"Orders", "Stock"}),
                                                                database("B").offering({"Orders"})})),
        HasSubstr("databases 'A' and 'B' have the service 'Orders'"));
    EXPECT_THAT(said(Kind::service_in_several_databases,
                     instance().in({database("A").offering({"Orders"}), database("B").offering({"orders"})})),
                IsEmpty());
    EXPECT_THAT(said(Kind::service_in_several_databases,
                     instance().in({database("A").offering({"Orders"}),
                                    database("B").disabled().offering({"Orders"})})),
                IsEmpty());
}

TEST(InstanceChecks, BuiltInServicesAreInEveryDatabase) {
    constexpr auto service = "http://schemas.microsoft.com/SQL/Notifications/EventNotificationService";
    EXPECT_THAT(said(Kind::service_in_several_databases,
                     instance().in({database("A").offering({service}), database("B").offering({service})})),
                IsEmpty());
}

// FORWARD-1.
TEST(InstanceChecks, RoutesOfMsdbThatLeadElsewhereNeedForwarding) {
    std::vector<Route> const routes = {auto_created_local(), route("R").to("Svc").at("TCP://a:1"),
                                       route("T").at("TRANSPORT")};
    EXPECT_THAT(found(Kind::forwarding_disabled, with_msdb(routes)), ElementsAre("msdb.R, msdb.T"));
    EXPECT_THAT(found(Kind::forwarding_disabled, with_msdb(routes).forwarding()), IsEmpty());
    EXPECT_THAT(found(Kind::forwarding_disabled, with_msdb({auto_created_local(), route("L").to("Svc")})),
                IsEmpty());
}

// SCOPE-2: other tables have no part in it.
TEST(InstanceChecks, RoutesOfOtherDatabasesNeedNoForwarding) {
    EXPECT_THAT(found(Kind::forwarding_disabled,
                      instance().in({database("Sales").routing_by({route("R").to("Svc").at("TCP://a:1")})})),
                IsEmpty());
}

// No step takes it.
TEST(InstanceChecks, ARouteWithAnIdentifierOnlyForwardsNothing) {
    EXPECT_THAT(found(Kind::forwarding_disabled, with_msdb({route("R").with(guid_1).at("TCP://a:1")})),
                IsEmpty());
}

// MATCH-5, FORWARD-2; example 7 sets it up on purpose.
TEST(InstanceChecks, ALastResortNetworkRouteOfMsdbIsAnOpenRelay) {
    std::vector<Route> const routes = {auto_created_local(), route("R").at("TCP://a:1")};
    EXPECT_THAT(found(Kind::open_relay, with_msdb(routes).forwarding()), ElementsAre("msdb.R"));
    EXPECT_THAT(found(Kind::open_relay, with_msdb(routes)), IsEmpty());
    EXPECT_THAT(found(Kind::open_relay,
                      with_msdb({auto_created_local(), route("R").to("Svc").at("TCP://a:1")}).forwarding()),
                IsEmpty());
}

// CHOOSE-4: a TRANSPORT route is chosen only if there is no other.
TEST(InstanceChecks, ATransportRouteOfMsdbLeadsAnywhere) {
    EXPECT_THAT(said(Kind::open_relay, with_msdb({route("T").at("TRANSPORT")}).forwarding()),
                HasSubstr("whatever address"));
    EXPECT_THAT(said(Kind::open_relay,
                     with_msdb({route("T").at("TRANSPORT"), route("R").at("TCP://a:1")}).forwarding()),
                Not(HasSubstr("whatever address")));
}

// LOOP-1 leaves what is incoming already to FORWARD-2.
TEST(InstanceChecks, MsdbForwardsToItself) {
    auto const own = [](std::string address) {
        return with_msdb({route("R").to("Svc").at(std::move(address))}).own_address("TCP://here:4022");
    };
    EXPECT_THAT(found(Kind::forwarding_to_itself, own("tcp://HERE:4022/").forwarding()),
                ElementsAre("msdb.R"));
    EXPECT_THAT(found(Kind::forwarding_to_itself, own("TCP://here:4023").forwarding()), IsEmpty());
    EXPECT_THAT(found(Kind::forwarding_to_itself, own("TCP://here:4022")), IsEmpty());
}

}  // namespace
}  // namespace ssbroute::test
