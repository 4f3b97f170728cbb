#include "conformance/evidence.hpp"

#include <gmock/gmock.h>

#include "test_support/builders.hpp"

namespace ssbroute::conformance {
namespace {

using test::database;
using test::incoming;
using test::outgoing;
using test::route;

constexpr auto absent_incoming = bit(Reading::absent_service_incoming);
constexpr auto absent_outgoing = bit(Reading::absent_service_outgoing);
constexpr auto self_address = bit(Reading::self_address);

Scenario absent_service() { return incoming("S").in({database("msdb").routing_by({route("R")})}); }

Said says(Outcome outcome) { return OneOutcome{std::move(outcome)}; }

TEST(Evidence, IsTheAnswerUnderWhichAnOutcomeIsRight) {
    Expectation const expectation(absent_service());
    EXPECT_EQ(expectation.met(), absent_incoming);
    EXPECT_EQ(expectation.evidence(says(Drop{})), (Evidence{absent_incoming, {0}}));
    EXPECT_EQ(expectation.evidence(says(Delay{})), (Evidence{absent_incoming, {absent_incoming}}));
}

TEST(Evidence, IsNoneWhereTheOutcomeIsNeverRight) {
    EXPECT_EQ(Expectation(absent_service()).evidence(says(Deliver{"X"})), std::nullopt);
}

TEST(Evidence, IsNoneWhereNoReadingIsMet) {
    Scenario const scenario =
        outgoing("A", "S").in({database("A").offering({"S"}).routing_by({route("R").to("S")})});
    Expectation const expectation(scenario);
    EXPECT_EQ(expectation.met(), 0);
    EXPECT_EQ(expectation.evidence(says(Deliver{"A"})), std::nullopt);
}

// Two routes: whatever the reading, chance may take the other one. Only the outcome that chance cannot give
// tells.
TEST(Evidence, IsNoneWhereChanceGivesTheSameOutcomeUnderBothAnswers) {
    Scenario const scenario = outgoing("A", "S")
                                  .own_address("TCP://own:1")
                                  .in({database("A").offering({"S"}).routing_by(
                                      {route("R").to("S").at("TCP://a:1").mirrored_at("TCP://own:1"),
                                       route("Q").to("S").at("TCP://b:1").mirrored_at("TCP://c:1")})});
    Expectation const expectation(scenario);
    EXPECT_NE(expectation.met() & self_address, 0);
    EXPECT_EQ(expectation.evidence(says(Send{Address("TCP://b:1"), Address("TCP://c:1")})), std::nullopt);
    auto const shown = expectation.evidence(says(Send{Address("TCP://a:1"), Address("TCP://own:1")}));
    ASSERT_TRUE(shown);
    for (auto const answers : shown->allowed) EXPECT_EQ(answers & self_address, 0);
}

TEST(Evidence, OfAWholeSetAsksForTheWholeSet) {
    Expectation const expectation(absent_service());
    EXPECT_EQ(expectation.evidence(WholeSet{{Drop{}}}), (Evidence{absent_incoming, {0}}));
    EXPECT_EQ(expectation.evidence(WholeSet{{Drop{}, Delay{}}}), std::nullopt);
}

TEST(Evidence, OfNoAnswerIsNone) {
    EXPECT_EQ(Expectation(absent_service()).evidence(Unsupported{"x"}), std::nullopt);
    EXPECT_EQ(Expectation(absent_service()).evidence(Refused{"x"}), std::nullopt);
}

TEST(Expectation, NamesTheNearestReadings) {
    Expectation const expectation(absent_service());
    auto const degree = Expectation::Degree::right;
    auto const needed = expectation.nearest(says(Delay{}), degree, {}, 0);
    ASSERT_TRUE(needed);
    EXPECT_EQ(text(*needed), "absent-service-incoming=delay");
    // What is preferred need not be named.
    EXPECT_EQ(expectation.nearest(says(Delay{}), degree, {}, absent_incoming), (PartialProfile{0, 0}));
    // Nor can what is declared otherwise help.
    EXPECT_EQ(expectation.nearest(says(Delay{}), degree, {absent_incoming, 0}, 0), std::nullopt);
    EXPECT_EQ(expectation.nearest(says(Deliver{"X"}), degree, {}, 0), std::nullopt);
    // A declared reading that the case does not meet does not matter.
    EXPECT_EQ(expectation.nearest(says(Drop{}), degree, {absent_outgoing, absent_outgoing}, absent_outgoing),
              (PartialProfile{0, 0}));
}

}  // namespace
}  // namespace ssbroute::conformance
