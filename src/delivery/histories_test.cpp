#include "delivery/histories.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
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

Route to(std::string name, std::string identifier, std::string address) {
    return route(std::move(name)).to("OrderParts").with(std::move(identifier)).at(std::move(address));
}

// So many messages of a conversation that these routes serve. Nothing is acknowledged.
Timeline messages_by(std::vector<Route> routes, std::uint64_t messages) {
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.parameters.resend_after.clear();
    parts.instances = {instance("here", {database("Shop").routing_by(std::move(routes))}),
                       instance("one", {target(guid_1)}), instance("two", {target(guid_2)})};
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    SendMessage send{"m", 0};
    send.count = messages;
    parts.events.push_back({parts.start, send});
    return Timeline::create(std::move(parts)).value();
}

// Each message may go to either of two targets.
Timeline two_targets(std::uint64_t messages) {
    return messages_by(
        {to("One", guid_1, "TCP://one.example:4022"), to("Two", guid_2, "TCP://two.example:4022")}, messages);
}

// Two identifiers to pick from, one address to send to.
Timeline two_identifiers_of_one_address(std::uint64_t messages) {
    return messages_by(
        {to("One", guid_1, "TCP://one.example:4022"), to("Two", guid_2, "TCP://one.example:4022")}, messages);
}

ProfileOverTime keeping_what_was_picked() {
    ProfileOverTime profile;
    profile.prefer(ReadingOverTime::picked_identifier, static_cast<AnswerNumber>(PickedIdentifier::kept));
    return profile;
}

std::vector<std::string> first_addresses(Histories const& found) {
    std::vector<std::string> addresses;
    addresses.reserve(found.histories.size());
    for (auto const& history : found.histories) addresses.push_back(history.front().object);
    return addresses;
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

TEST(HistoriesTest, WithoutEventsNothingHappens) {
    EXPECT_THAT(explore(Timeline::create({UtcTime::from_unix_seconds(0)}).value(), {}).histories,
                ElementsAre(IsEmpty()));
}

TEST(HistoriesTest, ComeInTheOrderOfTheirChoices) {
    auto const timeline = messages_by(
        {
            to("A", guid_1, "TCP://a.example:4022"),
            to("B", guid_1, "TCP://b.example:4022"),
            to("C", guid_2, "TCP://c.example:4022"),
            to("D", guid_2, "TCP://d.example:4022"),
        },
        1);
    EXPECT_THAT(first_addresses(explore(timeline, {})),
                ElementsAre("tcp://a.example:4022", "tcp://b.example:4022", "tcp://c.example:4022",
                            "tcp://d.example:4022"));
}

// Of so many messages each way would be one of 2^26 otherwise.
TEST(HistoriesTest, WaysThatNothingTellsApartAreOne) {
    auto const found = explore(two_identifiers_of_one_address(26), {});
    EXPECT_EQ(found.end, Histories::End::complete);
    EXPECT_THAT(found.histories, SizeIs(1));
}

TEST(HistoriesTest, WaysThatOnlyTheirFutureTellsApartAreTwo) {
    // Nothing is seen of what was kept until the next message carries it.
    auto const profile = keeping_what_was_picked();
    auto const one_message = explore(two_identifiers_of_one_address(1), profile);
    EXPECT_EQ(one_message.end, Histories::End::complete);
    EXPECT_THAT(one_message.histories, SizeIs(1));
    EXPECT_THAT(explore(two_identifiers_of_one_address(2), profile).histories, SizeIs(2));
}

TEST(HistoriesTest, WaysThatOnlyTheirPastTellsApartAreTwo) {
    auto const timeline = messages_by(
        {to("A", guid_1, "TCP://nobody.example:1"), to("B", guid_2, "TCP://nobody.example:2")}, 1);
    EXPECT_THAT(first_addresses(explore(timeline, {})),
                ElementsAre("tcp://nobody.example:1", "tcp://nobody.example:2"));
}

TEST(HistoriesTest, ListingEndsAtItsBound) {
    auto const found = explore(two_targets(26), {}, {.histories = 1});
    EXPECT_EQ(found.end, Histories::End::too_many_histories);
    EXPECT_THAT(found.histories, SizeIs(1));
}

TEST(HistoriesTest, AsManyStatesAsTheBoundAreNotTooMany) {
    auto const states = explore(two_targets(3), {}).states;
    EXPECT_EQ(explore(two_targets(3), {}, {.states = states}).end, Histories::End::complete);
    EXPECT_EQ(explore(two_targets(3), {}, {.states = states - 1}).end, Histories::End::too_many_states);
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
}

TEST(HistoriesTest, NothingThatHappenedMayBeLeftOut) {
    auto const timeline = two_targets(1);
    auto const history = explore(timeline, {}).histories.front();
    auto const later = check(timeline, {}, {history[1]});
    EXPECT_EQ(later.verdict, Check::Verdict::not_permitted);
    EXPECT_EQ(later.place, 0U);
}

TEST(HistoriesTest, CheckingEndsAtItsBound) {
    auto const timeline = two_targets(1);
    auto const history = explore(timeline, {}).histories.front();
    // The start, the first message of the event, and two ways to send it; sent, and delivered; then
    // delivered, the event over, and the end.
    for (std::size_t const states : {3U, 5U, 8U})
        EXPECT_EQ(check(timeline, {}, history, {.states = states}).verdict, Check::Verdict::too_many_states);
    EXPECT_EQ(check(timeline, {}, history, {.states = 3}).place, 0U);
    EXPECT_EQ(check(timeline, {}, history, {.states = 5}).place, 1U);
    EXPECT_EQ(check(timeline, {}, history, {.states = 8}).place, 2U);
    EXPECT_EQ(check(timeline, {}, history, {.states = 9}).verdict, Check::Verdict::permitted);
}

// The least bound of states with which the first history is found to be permitted.
std::size_t states_to_check(Timeline const& timeline, ProfileOverTime const& profile) {
    auto const history = explore(timeline, profile).histories.front();
    Bounds bounds{.states = 1};
    while (check(timeline, profile, history, bounds).verdict != Check::Verdict::permitted) ++bounds.states;
    return bounds.states;
}

// A message that is acknowledged, and so many after it.
Timeline acknowledged_and_then(std::uint64_t messages) {
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.parameters.resend_after.clear();
    parts.instances = {
        instance("here", {database("Shop")
                              .identified_by(guid_3)
                              .offering({"Orders"})
                              .routing_by({to("One", guid_1, "TCP://one.example:4022"),
                                           to("Two", guid_2, "TCP://one.example:4022")})}),
        instance("one",
                 {target(guid_1).routing_by({route("Back").to("Orders").at("TCP://here.example:4022")})}),
    };
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    SendMessage more{"more", 0};
    more.count = messages;
    parts.events = {{parts.start, SendMessage{"m", 0}}, {parts.start, Acknowledge{"m"}}, {parts.start, more}};
    return Timeline::create(std::move(parts)).value();
}

TEST(HistoriesTest, ACandidateThatIsMetAgainIsOne) {
    // What was picked and kept makes two states, until the acknowledgement takes its place.
    auto const more_than_without_a_choice = [](std::uint64_t messages) {
        auto const timeline = acknowledged_and_then(messages);
        return states_to_check(timeline, keeping_what_was_picked()) - states_to_check(timeline, {});
    };
    EXPECT_GT(more_than_without_a_choice(1), 0U);
    EXPECT_EQ(more_than_without_a_choice(9), more_than_without_a_choice(1));
}

}  // namespace
