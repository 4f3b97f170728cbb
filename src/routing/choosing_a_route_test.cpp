#include "routing/choosing_a_route.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// An outgoing message to Svc, which no database has, with these routes in scope.
ScenarioBuilder without_service(std::vector<Route> routes) {
    return outgoing("A", "Svc").in({database("A").routing_by(std::move(routes))});
}

// The same, and the sending database has the service.
ScenarioBuilder with_service(std::vector<Route> routes) {
    return outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by(std::move(routes))});
}

TEST(Choose1, TakesAMirroredRouteBeforeAnyOther) {
    auto const decided = decide(with_service({
        route("R").at("LOCAL"),
        route("Q").at("TCP://a:1"),
        route("P").at("TCP://b:1").mirrored_at("TCP://c:1"),
        route("O").at("TRANSPORT"),
    }));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-1 P of P"));
    EXPECT_EQ(decided.outcome, "send TCP://b:1 or TCP://c:1");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Choose1, AnyMirroredRouteMayBePicked) {
    auto const scenario = without_service({
        route("R").at("TCP://a:1").mirrored_at("TCP://m:1"),
        route("Q").at("TCP://b:1").mirrored_at("TCP://m:1"),
        route("P").at("TCP://c:1"),
    });
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(scenario, ScriptedArbiter().picking(Rule::choose_1, picked));
        EXPECT_THAT(decided.asked, ElementsAre("CHOOSE-1 of 2"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes,
                testing::UnorderedElementsAre("send TCP://a:1 or TCP://m:1", "send TCP://b:1 or TCP://m:1"));
}

TEST(Choose1, TakesAMirroredLocalRouteWithoutAskingForTheService) {
    auto const decided = decide(without_service({route("R").at("LOCAL").mirrored_at("TCP://m:1")}));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-1 R of R"));
    EXPECT_THAT(decided.steps, Contains("(LOCATE-3)"));
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(Choose1, AMirroredLocalRouteIsLocal) {
    EXPECT_EQ(decide(with_service({route("R").at("LOCAL").mirrored_at("TCP://m:1")})).outcome, "deliver A");
}

TEST(Choose1, AMirroredTransportRouteIsATransportRoute) {
    auto const decided =
        decide(outgoing("A", "TCP://a:1/Svc")
                   .in({
                       database("A").routing_by({route("R").at("TRANSPORT").mirrored_at("TCP://m:1")}),
                   }));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-1 R of R"));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Choose2, TakesALocalRouteWhereTheInstanceHasTheService) {
    auto const decided = decide(
        with_service({route("R").at("LOCAL"), route("Q").at("TCP://a:1"), route("P").at("TRANSPORT")}));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-2 R of R"));
    EXPECT_EQ(decided.outcome, "deliver A");
}

TEST(Choose2, AsksForTheNameInAnyDatabase) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .in({
                       database("A").routing_by({route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
                       database("B").offering({"Svc"}),
                   }));
    EXPECT_EQ(decided.outcome, "deliver B");
}

TEST(Choose2, HandsOnWhereNoEnabledDatabaseHasTheService) {
    auto const routes = std::vector<Route>{route("R").at("LOCAL"), route("Q").at("TCP://a:1")};
    EXPECT_EQ(decide(without_service(routes)).outcome, "send TCP://a:1");
    EXPECT_EQ(decide(outgoing("A", "Svc")
                         .in({database("A").routing_by(routes), database("B").offering({"Svc"}).disabled()}))
                  .outcome,
              "send TCP://a:1");
    EXPECT_EQ(decide(outgoing("A", "Svc").in({database("A").offering({"svc"}).routing_by(routes)})).outcome,
              "send TCP://a:1");
}

TEST(Choose3, TakesANetworkRouteBeforeTransport) {
    auto const decided =
        decide(outgoing("A", "TCP://b:1/Svc")
                   .in({
                       database("A").routing_by({route("R").at("TRANSPORT"), route("Q").at("TCP://a:1")}),
                   }));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-3 Q of Q"));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Choose3, AnyNetworkRouteMayBePicked) {
    auto const scenario =
        without_service({route("R").at("TCP://a:1"), route("Q").at("TCP://b:1"), route("P").at("TCP://c:1")});
    Texts outcomes;
    for (std::size_t picked : {0U, 1U, 2U}) {
        auto const decided = decide(scenario, ScriptedArbiter().picking(Rule::choose_3, picked));
        EXPECT_THAT(decided.asked, ElementsAre("CHOOSE-3 of 3"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes,
                testing::UnorderedElementsAre("send TCP://a:1", "send TCP://b:1", "send TCP://c:1"));
}

TEST(Choose3, TakesAnAddressThatIsNotValidToo) {
    EXPECT_EQ(decide(without_service({route("R").at("somewhere"), route("Q").at("TRANSPORT")})).outcome,
              "send somewhere");
    EXPECT_EQ(decide(without_service({route("R").at("")})).outcome, "send ");
}

TEST(Choose4, TakesATransportRouteLast) {
    auto const decided =
        decide(outgoing("A", "TCP://b:1/Svc")
                   .in({
                       database("A").routing_by({route("R").at("LOCAL"), route("Q").at("transport")}),
                   }));
    EXPECT_THAT(decided.steps, Contains("CHOOSE-4 Q of Q"));
    EXPECT_EQ(decided.outcome, "send TCP://b:1");
}

TEST(Choose5, DelaysOrDropsAnOutgoingMessage) {
    auto const scenario = without_service({route("R").at("LOCAL")});
    auto const delayed = decide(scenario);
    EXPECT_EQ(delayed.outcome, "delay");
    EXPECT_EQ(delayed.steps.back(), "CHOOSE-5");
    EXPECT_THAT(delayed.asked, ElementsAre("absent-service-outgoing"));
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(AbsentServiceOutgoing::drop)).outcome, "drop");
}

TEST(Choose5, DropsOrDelaysAnIncomingMessage) {
    auto const scenario = incoming("Svc").in({database("msdb").routing_by({route("R").at("LOCAL")})});
    auto const dropped = decide(scenario);
    EXPECT_EQ(dropped.outcome, "drop");
    EXPECT_EQ(dropped.steps.back(), "CHOOSE-5");
    EXPECT_THAT(dropped.asked, ElementsAre("absent-service-incoming"));
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(AbsentServiceIncoming::delay)).outcome, "delay");
}

TEST(Choose0, IdenticalRoutesCountAsOne) {
    auto const decided = decide(without_service(
        {route("R").at("TCP://a:1"), route("Q").at("tcp://A:01/"), route("P").at("TCP://b:1")}));
    EXPECT_THAT(decided.steps, Contains(StartsWith("CHOOSE-0")));
    EXPECT_THAT(decided.asked, ElementsAre("CHOOSE-3 of 2"));
}

TEST(Choose0, IsNotPassedWhereAllRoutesAreDistinct) {
    auto const decided = decide(
        without_service({route("R").at("TCP://a:1"), route("Q").at("TCP://b:1"), route("P").at("LOCAL")}));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("CHOOSE-0"))));
}

TEST(Choose0, IsNotPassedByARouteThatDidNotMatch) {
    auto const decided =
        decide(without_service({route("R").to("Svc").at("TCP://a:1"), route("Q").at("TCP://a:1")}));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("CHOOSE-0"))));
}

TEST(Choose0, GoingBackItIsNotPassedForTheLocalRoutesThatWereTakenAway) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .with(guid_1)
                   .in({
                       database("A").offering({"Svc"}).routing_by(
                           {route("R").at("LOCAL"), route("Q").at("LOCAL"), route("P").at("TCP://a:1")}),
                   }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_EQ(std::count_if(decided.steps.begin(), decided.steps.end(),
                            [](std::string const& step) { return step.starts_with("CHOOSE-0"); }),
              1);
}

TEST(Choose0, GoingBackItNamesTheRoutesThatRemain) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .with(guid_1)
                   .in({
                       database("A").offering({"Svc"}).routing_by(
                           {route("R").at("LOCAL"), route("Q").at("TCP://a:1"), route("P").at("TCP://a:1")}),
                   }));
    EXPECT_THAT(decided.steps, Contains(AnyOf("CHOOSE-0 Q P", "CHOOSE-0 P Q")));
}

std::vector<Route> twins() {
    return {route("R").at("TCP://a:1"), route("Q").at("TCP://a:1").mirrored_at("TCP://m:1")};
}

TEST(IdenticalRoutesReading, IsNotAskedWhereMirrorAddressesAreEqual) {
    auto const decided = decide(without_service({
        route("R").at("TCP://a:1").mirrored_at("TCP://m:1"),
        route("Q").at("TCP://a:1").mirrored_at("tcp://M:01/"),
    }));
    EXPECT_THAT(decided.asked, IsEmpty());
    EXPECT_THAT(decided.steps, Contains(StartsWith("CHOOSE-0")));
}

TEST(IdenticalRoutesReading, EachStepLooksAtEveryMember) {
    auto const decided = decide(without_service(twins()));
    EXPECT_EQ(decided.outcome, "send TCP://a:1 or TCP://m:1");
    EXPECT_THAT(decided.asked, ElementsAre("identical-routes"));
}

TEST(IdenticalRoutesReading, OneRepresentativeMayBeEitherMember) {
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(
            without_service(twins()),
            ScriptedArbiter().reading(IdenticalRoutes::one_representative).picking(Rule::choose_0, picked));
        EXPECT_THAT(decided.asked, ElementsAre("identical-routes", "CHOOSE-0 of 2"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes, testing::UnorderedElementsAre("send TCP://a:1", "send TCP://a:1 or TCP://m:1"));
}

TEST(IdenticalRoutesReading, WithoutAnUnmirroredMemberTheRepresentativeIsMirrored) {
    auto const decided = decide(without_service({
                                    route("R").at("TCP://a:1").mirrored_at("TCP://m:1"),
                                    route("Q").at("TCP://a:1").mirrored_at("TCP://n:1"),
                                    route("P").at("TCP://b:1"),
                                }),
                                ScriptedArbiter().reading(IdenticalRoutes::one_representative));
    EXPECT_THAT(decided.asked, ElementsAre("identical-routes", "CHOOSE-1 of 2"));
    EXPECT_THAT(decided.outcome, AnyOf("send TCP://a:1 or TCP://m:1", "send TCP://a:1 or TCP://n:1"));
}

TEST(IdenticalRoutesReading, ARepresentativeStaysWhenTheProcessGoesBack) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_1)
                              .in({
                                  database("A").offering({"Svc"}).routing_by({
                                      route("R").at("LOCAL"),
                                      route("Q").at("LOCAL").mirrored_at("TCP://m:1"),
                                      route("P").at("TCP://a:1"),
                                      route("O").at("TCP://a:1").mirrored_at("TCP://m:1"),
                                  }),
                              });
    // Where LOCAL is chosen without its mirrored twin, none is mirrored; going back it is not asked again.
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(
            scenario,
            ScriptedArbiter().reading(IdenticalRoutes::one_representative).picking(Rule::choose_0, picked));
        if (std::find(decided.steps.begin(), decided.steps.end(), "CHOOSE-2 R of R") == decided.steps.end())
            continue;
        EXPECT_EQ(std::count(decided.asked.begin(), decided.asked.end(), "CHOOSE-0 of 2"), 1);
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes, ElementsAre("send TCP://a:1"));
}

TEST(WhatFollowsTheChoice, HangsOnTheAddressOfTheChosenRouteAlone) {
    // A mirrored LOCAL route among incoming messages while forwarding is inactive: located, not forwarded.
    auto const decided = decide(incoming("Svc").in({
        database("msdb").routing_by({route("R").at("LOCAL").mirrored_at("TCP://m:1")}),
        database("A").offering({"Svc"}),
    }));
    EXPECT_EQ(decided.outcome, "deliver A");
}

}  // namespace
}  // namespace ssbroute::test
