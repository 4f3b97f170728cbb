#include "oracle/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto now = "2026-01-01T00:00:00Z";

std::string with_readings(std::string outcome, Deviations const& deviations) {
    for (auto const& one : readings)
        if (deviations.contains(one.reading)) outcome += " [" + std::string(one.id) + "]";
    return outcome;
}

struct Answered {
    Texts permitted;
    Texts contested;
};

Answered answered(Scenario scenario, Profile const& profile = {},
                  OtherReadings other_readings = OtherReadings::explored) {
    RoutingProcess process(std::move(scenario));
    auto const found = answer(process, profile, other_readings);
    Answered result;
    for (auto const& outcome : found.permitted) result.permitted.push_back(text(outcome));
    for (auto const& one : found.contested)
        result.contested.push_back(with_readings(text(one.outcome), one.readings));
    return result;
}

Profile preferring(Reading reading) {
    Profile profile;
    profile.prefer(reading, 1);
    return profile;
}

// Delayed, or dropped by a reading.
ScenarioBuilder absent_service() { return outgoing("A", "Svc").in({database("A").routing_by({route("R")})}); }

TEST(Answer, PermittedAreTheOutcomesOfAllGrantedChoices) {
    auto const found = answered(outgoing("A", "Svc")
                                    .with(guid_3)
                                    .in({
                                        database("A").identified_by(guid_1).offering({"Svc"}).routing_by({
                                            route("R").at("LOCAL"),
                                            route("Q").at("TCP://b:1"),
                                            route("P").at("TCP://a:1"),
                                        }),
                                    }));
    EXPECT_THAT(found.permitted, ElementsAre("send TCP://a:1", "send TCP://b:1", "delay"));
}

TEST(Answer, ContestedAreTheOutcomesThatOnlyAnotherAnswerReachesWithThatReading) {
    auto const found = answered(absent_service());
    EXPECT_THAT(found.permitted, ElementsAre("delay"));
    EXPECT_THAT(found.contested, ElementsAre("drop [absent-service-outgoing]"));
}

TEST(Answer, WhereNothingIsOpenNothingIsContested) {
    auto const found =
        answered(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    EXPECT_THAT(found.permitted, ElementsAre("send TCP://a:1"));
    EXPECT_THAT(found.contested, IsEmpty());
}

TEST(Answer, WhatIsPermittedIsNotContestedToo) {
    // With the route live at the very instant the message is sent to where it goes anyway.
    auto const found =
        answered(outgoing("A", "Svc")
                     .now(now)
                     .in({
                         database("A").routing_by(
                             {route("R").to("Svc").at("TCP://a:1").until(now), route("Q").at("TCP://a:1")}),
                     }));
    EXPECT_THAT(found.permitted, ElementsAre("send TCP://a:1"));
    EXPECT_THAT(found.contested, IsEmpty());
}

TEST(Answer, HoldsNoOutcomeTwice) {
    // Two identifiers to pick from, and both lead to the same address.
    auto const found =
        answered(outgoing("A", "Svc")
                     .in({
                         database("A").routing_by({route("R").to("Svc").with(guid_1).at("TCP://a:1"),
                                                   route("Q").to("Svc").with(guid_2).at("TCP://a:1")}),
                     }));
    EXPECT_THAT(found.permitted, ElementsAre("send TCP://a:1"));
}

TEST(Answer, NamesAllReadingsThatAreNeeded) {
    auto const found =
        answered(outgoing("A", "Svc")
                     .now("2026-02-01T00:00:00Z")
                     .begun_at(now)
                     .in({
                         database("A").routing_by({route("R").to("Svc").at("TCP://a:1").until(now)}),
                     }));
    EXPECT_THAT(found.permitted, ElementsAre("delay"));
    EXPECT_THAT(found.contested,
                ElementsAre("send TCP://a:1 [expiry-instant] [expired-route-existing-conversation]"));
}

TEST(Answer, NamesNoReadingThatIsNotNeeded) {
    // To drop takes one reading only, though a way with expiry-instant live drops too.
    auto const found =
        answered(outgoing("A", "Svc")
                     .now(now)
                     .in({
                         database("A").routing_by({route("R").to("Svc").until(now), route("Q")}),
                     }));
    EXPECT_THAT(found.contested, ElementsAre("drop [absent-service-outgoing]"));
}

TEST(Answer, PrefersFewerReadingsToEarlierOnes) {
    // Sent with the two first readings of the table, or with identifier-only-route alone.
    auto const found =
        answered(outgoing("A", "Svc")
                     .now("2026-02-01T00:00:00Z")
                     .begun_at(now)
                     .in({
                         database("A").routing_by({route("R").to("Svc").at("TCP://a:1").until(now),
                                                   route("Q").with(guid_1).at("TCP://a:1")}),
                     }));
    EXPECT_THAT(found.contested, ElementsAre("send TCP://a:1 [identifier-only-route]"));
}

TEST(Answer, OfSeveralSmallestSetsTheFirstIsGivenWhereItIsAskedFirst) {
    auto const found =
        answered(outgoing("A", "Svc")
                     .now(now)
                     .in({
                         database("A").routing_by({route("R").to("Svc").at("TCP://a:1").until(now),
                                                   route("Q").with(guid_1).at("TCP://a:1")}),
                     }));
    EXPECT_THAT(found.contested, ElementsAre("send TCP://a:1 [expiry-instant]"));
}

TEST(Answer, OfSeveralSmallestSetsTheFirstIsGivenWhereItIsAskedLast) {
    // Dropped where no match drops, or where the route with only an identifier leads to forwarding.
    auto const found = answered(
        incoming("Svc").in({database("msdb").routing_by({route("R").with(guid_1).at("TCP://a:1")})}));
    EXPECT_THAT(found.permitted, ElementsAre("delay"));
    EXPECT_THAT(found.contested, ElementsAre("drop [no-match-incoming]"));
}

TEST(Answer, GivesTheSpellingThatSortsFirst) {
    auto const found = answered(outgoing("A", "Svc")
                                    .in({
                                        database("A").routing_by({
                                            route("R").to("Svc").with(guid_1).at("tcp://a:1"),
                                            route("Q").to("Svc").with(guid_2).at("TCP://a:1/"),
                                            route("P").to("Svc").with(guid_3).at("TCP://A:01"),
                                        }),
                                    }));
    EXPECT_THAT(found.permitted, ElementsAre("send TCP://A:01"));
}

TEST(Answer, SpellsAPermittedOutcomeAsPermittedWaysDo) {
    auto const found =
        answered(outgoing("A", "Svc")
                     .now(now)
                     .in({
                         database("A").routing_by(
                             {route("R").to("Svc").at("TCP://a:1").until(now), route("Q").at("tcp://a:1")}),
                     }));
    EXPECT_THAT(found.permitted, ElementsAre("send tcp://a:1"));
    EXPECT_THAT(found.contested, IsEmpty());
}

TEST(Answer, GivesTheSpellingThatSortsFirstOfAContestedOutcome) {
    auto const found = answered(outgoing("A", "Svc")
                                    .in({
                                        database("A").routing_by({route("R").with(guid_1).at("tcp://a:1"),
                                                                  route("Q").with(guid_2).at("TCP://a:1")}),
                                    }));
    EXPECT_THAT(found.contested, ElementsAre("send TCP://a:1 [identifier-only-route]"));
}

TEST(Answer, IsInTheOrderOfOutcomes) {
    auto const found = answered(incoming("Svc").forwarding().in({
        database("msdb").routing_by({
            route("R").to("Svc").with(guid_3).at("LOCAL"),
            route("Q").to("Svc").with(guid_2).at("TCP://b:1").mirrored_at("TCP://c:1"),
            route("P").to("Svc").with(guid_1).at("TCP://b:1"),
        }),
        database("A").identified_by(guid_3),
        database("B").offering({"Svc"}),
    }));
    EXPECT_THAT(found.permitted, ElementsAre("forward TCP://b:1", "forward TCP://b:1 or TCP://c:1", "drop"));
    EXPECT_THAT(found.contested, ElementsAre("deliver A [identified-database-without-service]",
                                             "delay [absent-service-incoming]"));
}

TEST(Answer, WithOtherReadingsLeftOutNothingIsContested) {
    auto const found = answered(absent_service(), {}, OtherReadings::left_out);
    EXPECT_THAT(found.permitted, ElementsAre("delay"));
    EXPECT_THAT(found.contested, IsEmpty());
}

TEST(Answer, AFixedAnswerIsThePreferredOne) {
    auto const found = answered(absent_service(), preferring(Reading::absent_service_outgoing));
    EXPECT_THAT(found.permitted, ElementsAre("drop"));
    EXPECT_THAT(found.contested, ElementsAre("delay [absent-service-outgoing]"));
}

TEST(AnswerWithWays, HasTheOutcomesOfTheAnswerInItsOrderPermittedFirst) {
    RoutingProcess process(outgoing("A", "Svc")
                               .with(guid_3)
                               .in({
                                   database("A").identified_by(guid_3).routing_by(
                                       {route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
                                   database("B").offering({"Svc"}),
                               }));
    Texts outcomes;
    for (auto const& one : answer_with_ways(process))
        outcomes.push_back(with_readings(text(one.outcome), one.readings));
    EXPECT_THAT(outcomes,
                ElementsAre("send TCP://a:1", "delay", "deliver A [identified-database-without-service]",
                            "drop [absent-service-outgoing]"));
}

TEST(AnswerWithWays, EachWayReachesItsOutcome) {
    Scenario const scenario = outgoing("A", "Svc")
                                  .now(now)
                                  .with(guid_3)
                                  .in({
                                      database("A").identified_by(guid_3).routing_by({
                                          route("R").at("LOCAL"),
                                          route("Q").at("tcp://a:1"),
                                          route("P").to("Svc").at("TCP://a:1").until(now),
                                      }),
                                      database("B").offering({"Svc"}),
                                  });
    RoutingProcess process(scenario);
    for (auto const& one : answer_with_ways(process)) {
        Observer nobody;
        EXPECT_TRUE(same(repeat(process, {}, OtherReadings::explored, one.way, nobody), one.outcome))
            << text(one.outcome);
    }
}

TEST(Trace, LeadsToTheOutcomeItBelongsTo) {
    RoutingProcess process(absent_service());
    auto const found = answer_with_ways(process);
    ASSERT_EQ(found.size(), 2U);
    for (auto const& one : found) {
        auto const steps = trace(process, one);
        ASSERT_FALSE(steps.empty());
        EXPECT_EQ(steps.front().rule, Rule::scope_1);
        EXPECT_EQ(steps.back().rule, Rule::choose_5);
    }
}

TEST(Trace, FollowsTheProfileWithWhichTheAnswerWasAsked) {
    RoutingProcess process(
        outgoing("A", "Svc")
            .now(now)
            .in({
                database("A").routing_by({route("R").to("Svc").at("TCP://a:1").until(now)}),
            }));
    auto const live = preferring(Reading::expiry_instant);
    auto const found = answer_with_ways(process, live, OtherReadings::left_out);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(trace(process, found.front(), live, OtherReadings::left_out).back().rule, Rule::send_1);
}

Texts rules_of(Scenario scenario, Profile const& profile = {}) {
    RoutingProcess process(std::move(scenario));
    auto const passed = rules_passed(process, profile);
    Texts result;
    for (auto const& one : rules)
        if (passed.contains(one.rule)) result.emplace_back(one.id);
    return result;
}

TEST(RulesPassed, AreThoseOfAnyWayToAPermittedOutcome) {
    auto const passed = rules_of(outgoing("A", "Svc")
                                     .with(guid_3)
                                     .in({
                                         database("A").offering({"Svc"}).routing_by(
                                             {route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
                                     }));
    EXPECT_THAT(passed,
                ElementsAre("SCOPE-1", "MATCH-5", "CHOOSE-2", "CHOOSE-3", "CHOOSE-5", "SEND-1", "LOCATE-4"));
}

TEST(RulesPassed, AreNotThoseOfContestedWays) {
    auto const scenario = outgoing("A", "Svc")
                              .now(now)
                              .in({
                                  database("A").routing_by({route("R").to("Svc").at("TCP://a:1").until(now)}),
                              });
    EXPECT_THAT(rules_of(scenario), ElementsAre("SCOPE-1", "EXPIRY-1", "MATCH-7"));
    EXPECT_THAT(rules_of(scenario, preferring(Reading::expiry_instant)),
                ElementsAre("SCOPE-1", "MATCH-2", "CHOOSE-3", "SEND-1"));
}

TEST(RulesPassed, AreThoseOfBothRoundsOfALoop) {
    auto const passed = rules_of(outgoing("A", "Svc")
                                     .own_address("TCP://here:1")
                                     .forwarding()
                                     .in({
                                         database("A").routing_by({route("R").at("TCP://here:1")}),
                                         database("msdb").routing_by({route("M").at("TCP://a:1")}),
                                     }));
    EXPECT_THAT(passed, ElementsAre("SCOPE-1", "SCOPE-2", "MATCH-5", "CHOOSE-3", "FORWARD-2", "LOOP-1"));
}

TEST(RulesPassed, WhereTheProcessEndsAtOnceIsOneRule) {
    EXPECT_THAT(rules_of(outgoing("A", "Svc").in({database("A").disabled()})), ElementsAre("ENABLED-2"));
}

}  // namespace
}  // namespace ssbroute::test
