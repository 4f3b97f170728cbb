#include "oracle/follow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "oracle/explanation.hpp"
#include "oracle/sample.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using testing::IsEmpty;
using Names = std::vector<std::string>;

FollowedWay followed(Scenario scenario, Picks const& picks = {}, Profile const& profile = {}) {
    RoutingProcess process(std::move(scenario));
    return follow(process, picks, profile).value();
}

Error refused(Scenario scenario, Picks const& picks) {
    RoutingProcess process(std::move(scenario));
    return follow(process, picks).error();
}

// Every choice stands at a step of its own rule.
void expect_choices_at_their_steps(FollowedWay const& way) {
    for (auto const& choice : way.choices)
        EXPECT_EQ(id(way.explanation.trace.at(choice.step).rule), id(choice.rule));
}

ScenarioBuilder two_ways_out() {
    return outgoing("A", "Svc")
        .in({database("A").routing_by({
            route("First").to("Svc").at("TCP://a:1"),
            route("Second").to("Svc").at("TCP://b:1"),
        })});
}

// An identifier, then a route, then whether to go back, and then a route again.
ScenarioBuilder many_choices() {
    return outgoing("A", "Svc")
        .in({
            database("A").routing_by({
                route("R1").to("Svc").with(guid_1).at("TCP://a:1"),
                route("R2").to("Svc").with(guid_2).at("LOCAL"),
                route("R3").to("Svc").with(guid_2).at("TCP://b:1"),
                route("R4").to("Svc").with(guid_2).at("TCP://c:1"),
            }),
            database("B").offering({"Svc"}).identified_by(guid_3),
        });
}

TEST(Follow, WithoutAChoiceNamesNone) {
    auto const way =
        followed(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    EXPECT_EQ(text(way.outcome), "send TCP://a:1");
    EXPECT_THAT(way.choices, IsEmpty());
    EXPECT_EQ(way.explanation.trace.back().rule, Rule::send_1);
}

TEST(Follow, TakesTheFirstAlternativeWhereNothingIsPicked) {
    auto const way = followed(two_ways_out());
    EXPECT_EQ(text(way.outcome), "send TCP://a:1");
    ASSERT_EQ(way.choices.size(), 1U);
    EXPECT_EQ(way.choices[0].rule, Rule::choose_3);
    EXPECT_EQ(way.choices[0].alternatives, (Names{"First", "Second"}));
    EXPECT_EQ(way.choices[0].pick, 0U);
    expect_choices_at_their_steps(way);
}

TEST(Follow, TakesWhatIsPicked) {
    auto const way = followed(two_ways_out(), {1});
    EXPECT_EQ(text(way.outcome), "send TCP://b:1");
    EXPECT_EQ(way.choices.at(0).pick, 1U);
    ASSERT_EQ(way.explanation.why_not.size(), 1U);
    EXPECT_EQ(way.explanation.why_not[0].route, "First");
}

TEST(Follow, NamesDatabases) {
    auto const way =
        followed(incoming("Svc").in({database("msdb").routing_by({route("R")}),
                                     database("B").offering({"Svc"}), database("C").offering({"Svc"})}),
                 {1});
    EXPECT_EQ(text(way.outcome), "deliver C");
    ASSERT_EQ(way.choices.size(), 1U);
    EXPECT_EQ(way.choices[0].rule, Rule::locate_3);
    EXPECT_EQ(way.choices[0].alternatives, (Names{"B", "C"}));
    expect_choices_at_their_steps(way);
}

TEST(Follow, NamesIdentifiersAndWaysToGoOnOneChoiceBehindTheOther) {
    auto const way = followed(many_choices(), {1, 0, 1});
    EXPECT_EQ(text(way.outcome), "send TCP://c:1");
    ASSERT_EQ(way.choices.size(), 3U);
    EXPECT_EQ(way.choices[0].rule, Rule::match_3);
    EXPECT_EQ(way.choices[0].alternatives, (Names{guid_1, guid_2}));
    EXPECT_EQ(way.choices[1].rule, Rule::locate_4);
    EXPECT_EQ(way.choices[1].alternatives,
              (Names{"go back and choose again, without the LOCAL routes", "stop"}));
    EXPECT_EQ(way.choices[2].rule, Rule::choose_3);
    EXPECT_EQ(way.choices[2].alternatives, (Names{"R3", "R4"}));
    expect_choices_at_their_steps(way);
}

TEST(Follow, NamesIdentifiersOfRoutesWithoutServiceNameBesideThoseThatHaveNone) {
    Profile profile;
    profile.prefer(Reading::identifier_only_route, 1);
    auto const way = followed(outgoing("A", "Svc")
                                  .in({database("A").routing_by({
                                      route("Any").at("TCP://a:1"),
                                      route("One").with(guid_1).at("TCP://b:1"),
                                      route("Two").with(guid_2).at("TCP://c:1"),
                                  })}),
                              {1, 1}, profile);
    ASSERT_EQ(way.choices.size(), 2U);
    EXPECT_EQ(way.choices[0].rule, Rule::match_5);
    EXPECT_EQ(way.choices[0].alternatives, (Names{guid_1, guid_2}));
    EXPECT_EQ(way.choices[1].alternatives, (Names{"Any", "Two"}));
    EXPECT_EQ(text(way.outcome), "send TCP://c:1");
    expect_choices_at_their_steps(way);
}

TEST(Follow, SaysWhatARepresentativeOfIdenticalRoutesMayBe) {
    Profile profile;
    profile.prefer(Reading::identical_routes, 1);
    auto const scenario = outgoing("A", "Svc")
                              .in({database("A").routing_by({
                                  route("Plain").to("Svc").at("TCP://a:1"),
                                  route("Mirrored").to("Svc").at("TCP://a:1").mirrored_at("TCP://b:1"),
                              })});
    auto const mirrored = followed(scenario, {0}, profile);
    EXPECT_EQ(text(mirrored.outcome), "send TCP://a:1 or TCP://b:1");
    ASSERT_EQ(mirrored.choices.size(), 1U);
    EXPECT_EQ(mirrored.choices[0].rule, Rule::choose_0);
    EXPECT_EQ(mirrored.choices[0].alternatives, (Names{"a route with a mirror address stands for some",
                                                       "none that stands for others has a mirror address"}));
    expect_choices_at_their_steps(mirrored);
    // Here CHOOSE-1 hands on right behind the choice.
    auto const plain = followed(scenario, {1}, profile);
    EXPECT_EQ(text(plain.outcome), "send TCP://a:1");
    expect_choices_at_their_steps(plain);
}

TEST(Follow, TellsTheStepsThatHandOn) {
    auto const way =
        followed(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    auto const& trace = way.explanation.trace;
    ASSERT_GT(trace.size(), 2U);
    EXPECT_EQ(trace[1].rule, Rule::match_1);
    EXPECT_EQ(trace[1].passing, Passing::handed_on);
}

TEST(Follow, RefusesAPickThatIsNoAlternative) {
    EXPECT_EQ(refused(two_ways_out(), {2}),
              (Error{"/0", "expected a number from 0 to 1, an alternative of CHOOSE-3, found 2"}));
    EXPECT_EQ(refused(many_choices(), {1, 7}).where, "/1");
}

TEST(Follow, RefusesAPickWithoutAChoice) {
    EXPECT_EQ(refused(two_ways_out(), {1, 0}),
              (Error{"/1", "expected no pick beyond the 1 choices of this way"}));
}

TEST(Follow, FollowsTheProfile) {
    Profile profile;
    profile.prefer(Reading::absent_service_outgoing, 1);
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R")})});
    EXPECT_EQ(text(followed(scenario).outcome), "delay");
    EXPECT_EQ(text(followed(scenario, {}, profile).outcome), "drop");
}

// Whatever the answer finds can be followed: with the picks of its way, under the profile that it deviates
// to.
TEST(Follow, LeadsToEveryOutcomeOfTheAnswer) {
    for (auto const other : {OtherReadings::left_out, OtherReadings::explored}) {
        RoutingProcess process(many_choices().own_address("TCP://b:1").now("2026-01-01T00:00:00Z"));
        auto const found = explained_answer(process, {}, other);
        EXPECT_GT(found.size(), 2U);
        for (auto const& one : found) {
            auto const way = follow(process, one.picks, Profile().deviating_in(one.readings)).value();
            EXPECT_TRUE(same(way.outcome, one.outcome))
                << text(one.outcome) << " is not " << text(way.outcome);
        }
    }
}

TEST(Follow, GoesTheWayThatASeedDraws) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        RoutingProcess process(many_choices());
        auto const way = follow(process, sampled_picks(process, seed)).value();
        EXPECT_TRUE(same(way.outcome, sample(process, seed)));
        seen.insert(text(way.outcome));
    }
    EXPECT_GT(seen.size(), 1U);
}

}  // namespace
}  // namespace ssbroute::test
