#include "delivery/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/timelines.hpp"

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;
using namespace ssbroute::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// ---- the network between two events

void happens(Configuration& network, EventKind const& event) {
    EXPECT_TRUE(network.apply(event).has_value());
}

std::vector<std::string> databases(Configuration const& network, InstanceNumber number) {
    std::vector<std::string> names;
    for (auto const& one : network.instance(number).instance.databases()) names.push_back(one.name);
    return names;
}

TEST(ConfigurationTest, AnInstanceIsReachedAtItsAddress) {
    Configuration const network({instance("a", {}), instance("b", {}), instance("c", {})});
    EXPECT_EQ(network.reached(0, Address("TCP://b.example:4022")), 1U);
    EXPECT_EQ(network.reached(0, Address("TCP://c.example:4022")), 2U);
    EXPECT_EQ(network.reached(0, Address("TCP://a.example:4022")), 0U);
    EXPECT_EQ(network.reached(0, Address("TCP://nobody.example:4022")), std::nullopt);
}

TEST(ConfigurationTest, AnInstanceOrALinkThatIsDownReachesNobody) {
    Configuration network({instance("a", {}), instance("b", {}), instance("c", {})});
    Address const b("TCP://b.example:4022");
    happens(network, LinkReach{0, 1, Reach::down});
    EXPECT_EQ(network.reached(0, b), std::nullopt);
    EXPECT_EQ(network.reached(2, b), 1U);
    EXPECT_EQ(network.reached(1, Address("TCP://a.example:4022")), std::nullopt);
    happens(network, LinkReach{1, 0, Reach::up});
    EXPECT_EQ(network.reached(0, b), 1U);

    happens(network, InstanceReach{1, Reach::down});
    EXPECT_EQ(network.reached(2, b), std::nullopt);
    happens(network, InstanceReach{1, Reach::up});
    EXPECT_EQ(network.reached(2, b), 1U);
}

TEST(ConfigurationTest, OfAMirrorOnlyTheMirroredDatabasesAreAsIfDisabled) {
    auto setup = instance("a", {target(guid_1), database("Stock").offering({"Counts"})});
    setup.role = MirrorRole::mirror;
    setup.mirrored_databases = {"Parts"};
    Configuration network({setup});
    EXPECT_THAT(network.instance(0).instance.databases_with_service(ServiceName("OrderParts")), IsEmpty());
    EXPECT_THAT(network.instance(0).instance.databases_with_service(ServiceName("Counts")), SizeIs(1));

    happens(network, RoleChanged{0, MirrorRole::principal});
    EXPECT_THAT(network.instance(0).instance.databases_with_service(ServiceName("OrderParts")), SizeIs(1));
}

TEST(ConfigurationTest, AMovedDatabaseLeavesTheOthers) {
    Configuration network(
        {instance("a", {database("First"), database("Second"), database("Third")}), instance("b", {})});
    happens(network, DatabaseMoved{{0, "Second"}, 1});
    EXPECT_THAT(databases(network, 0), ElementsAre("First", "Third", "msdb"));
    EXPECT_THAT(databases(network, 1), ElementsAre("msdb", "Second"));
}

TEST(ConfigurationTest, WhatIsSentOrEndsOrGoesByChangesNothing) {
    EXPECT_FALSE(Configuration::changes(SendMessage{"m"}));
    EXPECT_FALSE(Configuration::changes(Advance{}));
    EXPECT_FALSE(Configuration::changes(Acknowledge{"m"}));
    EXPECT_FALSE(Configuration::changes(RequestEnded{0, ServiceName("OrderParts")}));

    EXPECT_TRUE(Configuration::changes(RouteCreated{{0, "Shop"}, route("R")}));
    EXPECT_TRUE(Configuration::changes(RouteAltered{{0, "Shop"}, route("R")}));
    EXPECT_TRUE(Configuration::changes(RouteDropped{{0, "Shop"}, "R"}));
    EXPECT_TRUE(Configuration::changes(InstanceReach{}));
    EXPECT_TRUE(Configuration::changes(LinkReach{}));
    EXPECT_TRUE(Configuration::changes(RoleChanged{}));
    EXPECT_TRUE(Configuration::changes(BrokerChanged{}));
    EXPECT_TRUE(Configuration::changes(IdentifierChanged{{0, "Shop"}, BrokerIdentifier(guid_1)}));
    EXPECT_TRUE(Configuration::changes(DatabaseMoved{}));
}

// ---- a timeline that can be run

TimelineParts two_instances() {
    TimelineParts parts{start};
    parts.instances = {instance("a", {database("Shop")}), instance("b", {target(guid_1)})};
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    return parts;
}

// Where the fault is; empty: there is none.
std::string fault(TimelineParts parts) {
    auto const made = Timeline::create(std::move(parts));
    return made ? "" : made.error().where;
}

std::string fault(std::vector<EventKind> const& events) {
    auto parts = two_instances();
    parts.events.reserve(events.size());
    for (auto const& event : events) parts.events.push_back({start, event});
    return fault(std::move(parts));
}

SendMessage many(std::string message, std::uint64_t count) {
    SendMessage send{std::move(message)};
    send.count = count;
    return send;
}

TEST(TimelineTest, NoTwoInstancesHaveOneName) {
    EXPECT_EQ(fault(two_instances()), "");
    auto parts = two_instances();
    parts.instances[1].name = "a";
    EXPECT_EQ(fault(parts), "/instances/1/name");
}

TEST(TimelineTest, NoTwoInstancesHaveOneAddress) {
    auto parts = two_instances();
    InstanceParts b;
    b.addresses = {Address("TCP://b.example:4022"), Address("tcp://A.example:4022")};
    b.databases = {database("msdb")};
    parts.instances[1].instance = Instance::create(std::move(b)).value();
    EXPECT_EQ(fault(parts), "/instances/1/instance/addresses/1");
}

TEST(TimelineTest, WhatIsMirroredIsThere) {
    auto parts = two_instances();
    parts.instances[0].mirrored_databases = {"Parts"};
    EXPECT_EQ(fault(parts), "/instances/0/mirrored_databases/0");
    parts.instances[0].mirrored_databases = {"Shop", "msdb", "Parts"};
    EXPECT_EQ(fault(parts), "/instances/0/mirrored_databases/2");
    parts.instances[0].mirrored_databases = {"Shop"};
    EXPECT_EQ(fault(parts), "");
}

TEST(TimelineTest, AConversationHasAnIdOfItsOwnAndADatabase) {
    auto parts = two_instances();
    parts.conversations.push_back(parts.conversations[0]);
    EXPECT_EQ(fault(parts), "/conversations/1/id");
    parts = two_instances();
    parts.conversations[0].initiator.database = "Parts";
    EXPECT_EQ(fault(parts), "/conversations/0/database");
}

TEST(TimelineTest, NoEventIsEarlierThanTheOneBefore) {
    auto parts = two_instances();
    parts.events = {{start.after_seconds(5), Advance{}}, {start.after_seconds(5), Advance{}}};
    EXPECT_EQ(fault(parts), "");
    parts.events.push_back({start.after_seconds(4), Advance{}});
    EXPECT_EQ(fault(parts), "/events/2/at");
    parts.events = {{start.after_seconds(-1), Advance{}}};
    EXPECT_EQ(fault(parts), "/events/0/at");
}

TEST(TimelineTest, WhatIsAcknowledgedWasSentBefore) {
    EXPECT_EQ(fault({SendMessage{"m"}, Acknowledge{"m"}}), "");
    EXPECT_EQ(fault({SendMessage{"m"}, Acknowledge{"n"}}), "/events/1/message");
    EXPECT_EQ(fault({Acknowledge{"m"}, SendMessage{"m"}}), "/events/0/message");
}

TEST(TimelineTest, WhatACountedEventSendsIsKnownHoweverMuchItIs) {
    for (auto const* const id : {"m-1", "m-7", "m-1000000000"})
        EXPECT_EQ(fault({many("m", 1'000'000'000), Acknowledge{id}}), "") << id;
    EXPECT_EQ(fault({many("m-1", 2), Acknowledge{"m-1-2"}}), "");
    for (auto const* const id : {"m", "m-", "m-0", "m-01", "m-4", "m-1x", "m--1", "m-x", "n-1", "mm-1", "1",
                                 "m-99999999999999999999"})
        EXPECT_EQ(fault({many("m", 3), Acknowledge{id}}), "/events/1/message") << id;
}

TEST(TimelineTest, NoTwoMessagesHaveOneId) {
    EXPECT_EQ(fault({SendMessage{"m"}, SendMessage{"m"}}), "/events/1/message");
    EXPECT_EQ(fault({many("m", 3), SendMessage{"m-3"}}), "/events/1/message");
    EXPECT_EQ(fault({SendMessage{"m-3"}, many("m", 3)}), "/events/1/message");
    EXPECT_EQ(fault({many("m", 3), many("m", 2)}), "/events/1/message");

    EXPECT_EQ(fault({many("m", 3), SendMessage{"m-4"}, SendMessage{"m"}}), "");
    EXPECT_EQ(fault({SendMessage{"m"}, SendMessage{"m-4"}, SendMessage{"n-1"}, many("m", 3)}), "");
    EXPECT_EQ(fault({many("m", 3), many("m-1", 3)}), "");
}

}  // namespace
