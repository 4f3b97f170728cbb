#include "delivery/histories.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;
using testing::SizeIs;

Route to(std::string name, std::string identifier, std::string address) {
    return {std::move(name), ServiceName("OrderParts"),   BrokerIdentifier(std::move(identifier)),
            std::nullopt,    Address(std::move(address)), std::nullopt};
}

InstanceSetup instance(std::string name, Database database) {
    InstanceParts parts;
    parts.addresses.emplace_back("TCP://" + name + ".example:4022");
    Database msdb{"msdb"};
    msdb.routes = RoutingTable(std::vector{
        Route{"Local", std::nullopt, std::nullopt, std::nullopt, Address("LOCAL"), std::nullopt}});
    parts.databases = {std::move(database), msdb};
    return {std::move(name), Instance::create(std::move(parts)).value()};
}

Database target(std::string identifier) {
    Database database{"Parts", BrokerIdentifier(std::move(identifier))};
    database.services.emplace_back("OrderParts");
    return database;
}

constexpr auto one = "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d";
constexpr auto two = "81b1d3d0-288e-4d2c-b1d3-456cbb944b4f";

// So many messages, each of which may go to either of two targets. Nothing is acknowledged.
Timeline two_targets(std::uint64_t messages) {
    Database shop{"Shop"};
    shop.routes = RoutingTable(
        std::vector{to("One", one, "TCP://one.example:4022"), to("Two", two, "TCP://two.example:4022")});
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.parameters.resend_after.clear();
    parts.instances = {instance("here", shop), instance("one", target(one)), instance("two", target(two))};
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    SendMessage send{"m", 0};
    send.count = messages;
    parts.events.push_back({parts.start, send});
    return Timeline::create(std::move(parts)).value();
}

TEST(HistoriesTest, EveryChoiceIsExplored) {
    auto const found = explore(two_targets(3), {});
    EXPECT_EQ(found.end, Histories::End::complete);
    EXPECT_THAT(found.histories, SizeIs(8));
}

TEST(HistoriesTest, StatesThatNothingTellsApartAreOne) {
    auto const ten = explore(two_targets(10), {}, {.histories = 2000});
    EXPECT_THAT(ten.histories, SizeIs(1024));
    // What a message did is forgotten, apart from the targets that the conversation has.
    auto const twenty = explore(two_targets(20), {}, {.histories = 1});
    EXPECT_LT(twenty.states, 3 * ten.states);
}

TEST(HistoriesTest, BoundsAreTold) {
    EXPECT_EQ(explore(two_targets(3), {}, {.states = 5}).end, Histories::End::too_many_states);
    auto const few = explore(two_targets(3), {}, {.histories = 7});
    EXPECT_EQ(few.end, Histories::End::too_many_histories);
    EXPECT_THAT(few.histories, SizeIs(7));
    EXPECT_EQ(explore(two_targets(3), {}, {.histories = 8}).end, Histories::End::complete);
}

TEST(HistoriesTest, ASeedDrawsTheSameHistoryAndAllAreDrawn) {
    auto const timeline = two_targets(2);
    auto const drawn = [&](std::uint64_t seed) {
        std::string text;
        sample(timeline, seed, {}, [&](Happening const& happening) { text += happening.instance + " "; });
        return text;
    };
    std::set<std::string> all;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        EXPECT_EQ(drawn(seed), drawn(seed));
        all.insert(drawn(seed));
    }
    EXPECT_THAT(all, SizeIs(4));
}

TEST(HistoriesTest, AHistoryIsPermittedIncompleteOrNotPermittedFromSomePlaceOn) {
    auto const timeline = two_targets(1);
    auto history = explore(timeline, {}).histories.front();
    ASSERT_THAT(history, SizeIs(2));
    EXPECT_EQ(check(timeline, {}, history).verdict, Check::Verdict::permitted);

    auto const early = check(timeline, {}, {history[0]});
    EXPECT_EQ(early.verdict, Check::Verdict::incomplete);
    EXPECT_EQ(early.place, 1U);
    EXPECT_THAT(early.instead, SizeIs(1));

    history[1].instance = "here";
    auto const wrong = check(timeline, {}, history);
    EXPECT_EQ(wrong.verdict, Check::Verdict::not_permitted);
    EXPECT_EQ(wrong.place, 1U);

    auto const nothing = check(timeline, {}, {});
    EXPECT_EQ(nothing.verdict, Check::Verdict::incomplete);
    EXPECT_THAT(nothing.instead, SizeIs(2));
    EXPECT_EQ(check(timeline, {}, history, {.states = 1}).verdict, Check::Verdict::too_many_states);
}

}  // namespace
