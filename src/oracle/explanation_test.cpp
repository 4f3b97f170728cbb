#include "oracle/explanation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::Optional;

struct Explained {
    std::string outcome;
    Explanation explanation;
};

Explained explained(Scenario const& scenario, ScriptedArbiter arbiter = {}) {
    RoutingProcess process(scenario);
    TraceRecorder recorder;
    auto const outcome = process.run(arbiter, recorder);
    return {text(outcome), explain(scenario, outcome, recorder.steps())};
}

// The number of the transmission status on the way with these answers.
std::optional<int> status(Scenario const& scenario, ScriptedArbiter arbiter = {}) {
    auto const found = explained(scenario, std::move(arbiter)).explanation.transmission_status;
    return found ? std::optional(found->number) : std::nullopt;
}

// The message comes back to this instance, whose msdb has these routes.
ScenarioBuilder looping(std::vector<Route> routes_of_msdb) {
    return outgoing("A", "Svc")
        .own_address("TCP://here:1")
        .in({
            database("A").routing_by({route("R").at("TCP://here:1")}),
            database("msdb").routing_by(std::move(routes_of_msdb)),
        });
}

TEST(TransmissionStatus, Is9750WhereNoRouteMatches) {
    EXPECT_THAT(status(outgoing("A", "Svc").in({database("A").routing_by({route("R").to("Other")})})),
                Optional(9750));
}

TEST(TransmissionStatus, Is9750WhereNoRouteMatchesAfterALoop) {
    EXPECT_THAT(status(looping({})), Optional(9750));
}

TEST(TransmissionStatus, Is9770WhereARouteIsRequested) {
    EXPECT_THAT(
        status(outgoing("A", "Svc").in({database("A").routing_by({route("D").to(dynamic_routing_service)})})),
        Optional(9770));
}

TEST(TransmissionStatus, Is9770WhereItWaitsForARequestedRoute) {
    auto const scenario = outgoing("A", "Svc")
                              .pending("Svc")
                              .in({database("A").routing_by({route("D").to(dynamic_routing_service)})});
    EXPECT_THAT(status(scenario, ScriptedArbiter().reading(PendingRouteRequest::delay)), Optional(9770));
}

TEST(TransmissionStatus, Is9750WhereARequestIsPendingAndMatchingWentOn) {
    auto const scenario = outgoing("A", "Svc")
                              .pending("Svc")
                              .in({database("A").routing_by({route("D").to(dynamic_routing_service)})});
    EXPECT_THAT(status(scenario), Optional(9750));
}

TEST(TransmissionStatus, Is9785WhereTheServiceNameBeginsWithNoAddress) {
    EXPECT_THAT(status(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TRANSPORT")})})),
                Optional(9785));
}

TEST(TransmissionStatus, Is9785AfterGoingBackToo) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").offering({"Svc"}).routing_by(
                                      {route("R").at("LOCAL"), route("Q").at("TRANSPORT")}),
                              });
    EXPECT_THAT(status(scenario), Optional(9785));
}

TEST(TransmissionStatus, Is9791WhereTheBrokerOfTheSendingDatabaseIsDisabled) {
    EXPECT_THAT(status(outgoing("A", "Svc").in({database("A").disabled()})), Optional(9791));
}

TEST(TransmissionStatus, Is9792WhereForwardingIsDisabledAndTheMessageWaits) {
    EXPECT_THAT(
        status(looping({route("M").at("TCP://a:1")}), ScriptedArbiter().reading(ForwardingInactive::delay)),
        Optional(9792));
}

TEST(TransmissionStatus, Is9795WhereNoDatabaseHasTheIdentifier) {
    auto const by_conversation =
        outgoing("A", "Svc").with(guid_3).in({database("A").offering({"Svc"}).routing_by({route("R")})});
    EXPECT_THAT(status(by_conversation), Optional(9795));
    auto const by_route =
        outgoing("A", "Svc")
            .in({database("A").offering({"Svc"}).routing_by({route("R").to("Svc").with(guid_3)})});
    EXPECT_THAT(status(by_route), Optional(9795));
}

TEST(TransmissionStatus, Is9795WhetherTheProcessStopsOrGoesBackInVain) {
    auto const scenario =
        outgoing("A", "Svc").with(guid_3).in({database("A").offering({"Svc"}).routing_by({route("R")})});
    for (std::size_t picked : {0U, 1U})
        EXPECT_THAT(status(scenario, ScriptedArbiter().picking(Rule::locate_4, picked)), Optional(9795))
            << picked;
}

TEST(TransmissionStatus, Is9796WhereALocalRouteMatchesAndTheInstanceLacksTheService) {
    EXPECT_THAT(status(outgoing("A", "Svc").in({database("A").routing_by({route("R")})})), Optional(9796));
    EXPECT_THAT(status(outgoing("A", "Svc").with(guid_1).in({database("A").routing_by({route("R")})})),
                Optional(9796));
}

TEST(TransmissionStatus, Is9796WhereTheServiceIsNotFoundAndNoIdentifierWasGiven) {
    EXPECT_THAT(
        status(outgoing("A", "Svc").in({database("A").routing_by({route("R").mirrored_at("TCP://m:1")})})),
        Optional(9796));
}

TEST(TransmissionStatus, Is9796WhereNoStepHasACandidateAfterALoop) {
    ScriptedArbiter waiting;
    waiting.reading(AbsentServiceIncoming::delay);
    EXPECT_THAT(status(looping({route("M")}), waiting), Optional(9796));
}

TEST(TransmissionStatus, Is9796WhereNoStepHasACandidateAfterALoopWhateverTheFirstRoundLookedFor) {
    // The first round looks for the identifier, goes back and loops; the second finds no candidate.
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .own_address("TCP://here:1")
                              .in({
                                  database("A").routing_by({route("R").at("LOCAL").mirrored_at("TCP://m:1"),
                                                            route("Q").at("TCP://here:1")}),
                                  database("msdb").routing_by({route("M")}),
                              });
    auto const found = explained(scenario, ScriptedArbiter().reading(AbsentServiceIncoming::delay));
    ASSERT_EQ(found.outcome, "delay");
    ASSERT_EQ(found.explanation.trace.back().rule, Rule::choose_5);
    ASSERT_TRUE(found.explanation.transmission_status);
    EXPECT_EQ(found.explanation.transmission_status->number, 9796);
}

TEST(TransmissionStatus, IsNotKnownWhereTheIdentifiedDatabaseLacksTheService) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").offering({"Svc"}).routing_by({route("R")}),
                                  database("B").identified_by(guid_3),
                              });
    EXPECT_EQ(explained(scenario).outcome, "delay");
    EXPECT_EQ(status(scenario), std::nullopt);
}

TEST(TransmissionStatus, IsNoneWhereTheMessageDoesNotWait) {
    EXPECT_EQ(status(outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by({route("R")})})),
              std::nullopt);
    EXPECT_EQ(status(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})})),
              std::nullopt);
    EXPECT_EQ(status(looping({route("M").at("TCP://a:1")}).forwarding()), std::nullopt);
}

TEST(TransmissionStatus, IsNoneWhereTheMessageIsDropped) {
    EXPECT_EQ(status(outgoing("A", "Svc").in({database("A").routing_by({route("R")})}),
                     ScriptedArbiter().reading(AbsentServiceOutgoing::drop)),
              std::nullopt);
}

TEST(TransmissionStatus, IsNoneForAMessageThatArrivedFromOutside) {
    auto const unmatched = incoming("Svc").in({database("msdb")});
    EXPECT_EQ(explained(unmatched).outcome, "delay");
    EXPECT_EQ(status(unmatched), std::nullopt);
    auto const requested =
        incoming("Svc").in({database("msdb").routing_by({route("D").to(dynamic_routing_service)})});
    EXPECT_EQ(explained(requested).outcome, "delay, route requested");
    EXPECT_EQ(status(requested), std::nullopt);
}

TEST(Explain, HandsTheTraceOn) {
    auto const found =
        explained(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    ASSERT_FALSE(found.explanation.trace.empty());
    EXPECT_EQ(found.explanation.trace.front().rule, Rule::scope_1);
    EXPECT_EQ(found.explanation.trace.back().rule, Rule::send_1);
}

TEST(Explain, SaysWhyNotOfEachOtherRoute) {
    auto const found =
        explained(outgoing("A", "Svc")
                      .in({database("A").routing_by({route("R").to("X"), route("Q").at("TCP://a:1")})}));
    ASSERT_EQ(found.explanation.why_not.size(), 1U);
    EXPECT_EQ(found.explanation.why_not.front().table, "A");
    EXPECT_EQ(found.explanation.why_not.front().route, "R");
    EXPECT_EQ(found.explanation.why_not.front().rule, Rule::match_2);
}

}  // namespace
}  // namespace ssbroute::test
