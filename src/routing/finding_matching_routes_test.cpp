#include "routing/finding_matching_routes.hpp"

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

constexpr auto dynamic = dynamic_routing_service;

// An outgoing message to Svc, with these routes in scope.
ScenarioBuilder with_table(std::vector<Route> routes) {
    return outgoing("A", "Svc").in({database("A").routing_by(std::move(routes))});
}

// What ended matching, and the routes that it found.
std::string matched(Decided const& decided) {
    for (auto const& step : decided.steps)
        if (step.starts_with("MATCH-")) return step;
    return "none";
}

TEST(Match1, TakesTheRoutesEqualInServiceNameAndIdentifier) {
    auto const decided = decide(with_table({
                                               route("R").to("Svc").with(guid_1),
                                               route("Q").to("Svc").with(guid_2),
                                               route("P").to("Other").with(guid_1),
                                               route("O").with(guid_1),
                                           })
                                    .with(guid_1));
    EXPECT_EQ(matched(decided), "MATCH-1 R");
}

TEST(Match1, ComesBeforeRoutesWithoutIdentifier) {
    EXPECT_EQ(
        matched(decide(with_table({route("R").to("Svc"), route("Q").to("Svc").with(guid_1)}).with(guid_1))),
        "MATCH-1 Q");
}

TEST(Match1, TakesAnIdentifierInAnySpelling) {
    auto const decided =
        decide(with_table({route("R").to("Svc").with("{AAAAAAAA-0000-0000-0000-000000000000}")})
                   .with("aaaaaaaa-0000-0000-0000-000000000000"));
    EXPECT_EQ(matched(decided), "MATCH-1 R");
}

TEST(Match1, TakesAnIdentifierThatIsNoGuidAsText) {
    auto const routes =
        with_table({route("R").to("Svc").with("broker"), route("Q").to("Svc").with("BROKER")});
    EXPECT_EQ(matched(decide(ScenarioBuilder(routes).with("BROKER"))), "MATCH-1 Q");
    EXPECT_EQ(matched(decide(ScenarioBuilder(routes).with("Broker"))), "MATCH-7");
}

TEST(Match1, TakesTheEmptyIdentifierAsAnIdentifier) {
    EXPECT_EQ(matched(decide(with_table({route("R").to("Svc").with("")}).with(""))), "MATCH-1 R");
}

TEST(Match1, IsNotTriedWithoutAnIdentifier) {
    auto const decided = decide(with_table({route("R").to("Svc").with(guid_1), route("Q").to("Svc")}));
    EXPECT_THAT(decided.steps, Contains("(MATCH-1)"));
    EXPECT_EQ(matched(decided), "MATCH-2 Q");
}

TEST(Match2, TakesTheRoutesWithTheServiceNameAndNoIdentifier) {
    EXPECT_THAT(matched(decide(with_table({
                    route("R").to("Svc"),
                    route("Q").to("Svc").at("TCP://a:1"),
                    route("P").to("Other"),
                    route("O"),
                }))),
                AnyOf("MATCH-2 R Q", "MATCH-2 Q R"));
}

TEST(Match2, DoesNotDependOnWhetherTheConversationGivesAnIdentifier) {
    EXPECT_EQ(matched(decide(with_table({route("R").to("Svc")}))), "MATCH-2 R");
    EXPECT_EQ(matched(decide(with_table({route("R").to("Svc")}).with(guid_1))), "MATCH-2 R");
    EXPECT_EQ(
        matched(decide(with_table({route("R").to("Svc"), route("Q").to("Svc").with(guid_2)}).with(guid_1))),
        "MATCH-2 R");
}

TEST(Match2, ComparesServiceNamesByteByByte) {
    EXPECT_EQ(matched(decide(with_table(
                  {route("R").to("svc"), route("Q").to("Svc "), route("P").to("Sv"), route("O").to("")}))),
              "MATCH-7");
}

TEST(Match2, TakesTheEmptyServiceNameAsAName) {
    auto const decided =
        decide(outgoing("A", "").in({database("A").routing_by({route("R"), route("Q").to("")})}));
    EXPECT_EQ(matched(decided), "MATCH-2 Q");
}

TEST(Match3, TakesTheRoutesOfTheOneIdentifierWithoutAsking) {
    auto const decided = decide(
        with_table({route("R").to("Svc").with(guid_1), route("Q").to("Svc").with(guid_1).at("TCP://a:1")}));
    EXPECT_THAT(matched(decided), AnyOf("MATCH-3 R Q", "MATCH-3 Q R"));
    EXPECT_THAT(decided.asked, Not(Contains(StartsWith("MATCH-3"))));
}

TEST(Match3, PicksAmongDistinctIdentifiersNotAmongRoutes) {
    auto const scenario = with_table({
        route("R").to("Svc").with(guid_1).at("TCP://a:1"),
        route("Q").to("Svc").with(guid_2).at("TCP://b:1"),
        route("P").to("Svc").with(std::string("{") + guid_2 + "}").at("TCP://b:1"),
        route("O").to("Other").with(guid_3),
    });
    auto const first = decide(scenario, ScriptedArbiter().picking(Rule::match_3, 0));
    auto const second = decide(scenario, ScriptedArbiter().picking(Rule::match_3, 1));
    EXPECT_THAT(first.asked, ElementsAre("MATCH-3 of 2"));
    EXPECT_THAT((Texts{first.outcome, second.outcome}),
                testing::UnorderedElementsAre("send TCP://a:1", "send TCP://b:1"));
}

TEST(Match3, ComesAfterRoutesWithoutIdentifier) {
    EXPECT_EQ(matched(decide(with_table({route("R").to("Svc").with(guid_1), route("Q").to("Svc")}))),
              "MATCH-2 Q");
}

TEST(Match3, IsNotTriedWithAnIdentifier) {
    auto const decided = decide(with_table({route("R").to("Svc").with(guid_2)}).with(guid_1));
    EXPECT_EQ(matched(decided), "MATCH-7");
    EXPECT_THAT(decided.steps, Contains("(MATCH-3)"));
}

TEST(Match4, DelaysAndRequestsARoute) {
    auto const decided = decide(with_table({route("D").to(dynamic), route("R")}));
    EXPECT_EQ(decided.outcome, "delay, route requested");
    EXPECT_EQ(decided.steps.back(), "MATCH-4 D");
}

TEST(Match4, TakesARouteToTheDynamicRoutingServiceWhateverItsIdentifierAndAddress) {
    EXPECT_EQ(decide(with_table({route("D").to(dynamic).with(guid_3)})).outcome, "delay, route requested");
    EXPECT_EQ(decide(with_table({route("D").to(dynamic).with(guid_3).at("TCP://a:1")}).with(guid_1)).outcome,
              "delay, route requested");
}

TEST(Match4, TellsEveryRouteToTheDynamicRoutingService) {
    auto const decided = decide(with_table({route("D").to(dynamic), route("E").to(dynamic).with(guid_1)}));
    EXPECT_THAT(decided.steps.back(), AnyOf("MATCH-4 D E", "MATCH-4 E D"));
}

TEST(Match4, KnowsTheDynamicRoutingServiceByItsExactName) {
    EXPECT_EQ(decide(with_table({route("D").to("sql/servicebroker/brokerconfiguration")})).outcome, "delay");
}

TEST(Match4, ComesAfterRoutesThatNameTheService) {
    EXPECT_EQ(matched(decide(with_table({route("D").to(dynamic), route("R").to("Svc").with(guid_1)}))),
              "MATCH-3 R");
}

TEST(Match4, LooksAtTheTableInScopeOnly) {
    auto const decided = decide(
        outgoing("A", "Svc").in({database("A"), database("msdb").routing_by({route("D").to(dynamic)})}));
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(Match4, DoesNotSeeAnExpiredRoute) {
    auto const decided = decide(
        with_table({route("D").to(dynamic).until("2025-01-01T00:00:00Z")}).now("2026-01-01T00:00:00Z"));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Match4, RequestsForIncomingMessagesToo) {
    auto const decided = decide(incoming("Svc").in({database("msdb").routing_by({route("D").to(dynamic)})}));
    EXPECT_EQ(decided.outcome, "delay, route requested");
}

TEST(Match4, AMessageToTheDynamicRoutingServiceFollowsItsRoute) {
    auto const decided = decide(
        outgoing("A", dynamic).in({database("A").routing_by({route("D").to(dynamic).at("TCP://a:1")})}));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Match4, WhileARequestForTheServiceIsPendingTheNextStepFollows) {
    auto const decided =
        decide(with_table({route("D").to(dynamic), route("R").at("TCP://a:1")}).pending("Svc"));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_THAT(decided.steps, Contains("(MATCH-4)"));
    EXPECT_THAT(decided.asked, ElementsAre("dynamic-routing-order", "pending-route-request"));
}

TEST(Match4, WhileARequestIsPendingItMayWait) {
    auto const decided =
        decide(with_table({route("D").to(dynamic), route("R").at("TCP://a:1")}).pending("Svc"),
               ScriptedArbiter().reading(PendingRouteRequest::delay));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_EQ(decided.steps.back(), "MATCH-4");
}

TEST(Match4, ARequestForAnotherServiceCountsOnlyIfTheReadingSaysSo) {
    auto const scenario = with_table({route("D").to(dynamic), route("R").at("TCP://a:1")}).pending("svc");
    auto const target = decide(scenario);
    EXPECT_EQ(target.outcome, "delay, route requested");
    EXPECT_THAT(target.asked, ElementsAre("dynamic-routing-order", "pending-request-for"));
    auto const any = decide(scenario, ScriptedArbiter().reading(PendingRequestFor::any_service));
    EXPECT_EQ(any.outcome, "send TCP://a:1");
    EXPECT_THAT(any.asked,
                ElementsAre("dynamic-routing-order", "pending-request-for", "pending-route-request"));
}

TEST(Match4, WhichPendingRequestCountsIsNotAskedWhereOneIsForTheService) {
    auto const decided = decide(with_table({route("D").to(dynamic)}).pending("Other").pending("Svc"));
    EXPECT_THAT(decided.asked, Not(Contains("pending-request-for")));
}

TEST(Match4, WithoutARouteToTheDynamicRoutingServiceNothingIsAsked) {
    auto const decided = decide(with_table({route("R")}).pending("Svc").pending("Other"));
    EXPECT_THAT(
        decided.asked,
        Not(Contains(AnyOf("dynamic-routing-order", "pending-request-for", "pending-route-request"))));
}

TEST(Match4, ItsPlaceIsNotAskedWhereAnEarlierStepMatches) {
    auto const decided = decide(with_table({route("D").to(dynamic), route("R").to("Svc").at("TCP://a:1")}));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Match4, MayComeWhenNothingElseMatches) {
    ScriptedArbiter last;
    last.reading(DynamicRoutingOrder::when_nothing_matches);
    EXPECT_EQ(decide(with_table({route("D").to(dynamic), route("R").at("TCP://a:1")}), last).outcome,
              "send TCP://a:1");
    auto const nothing_else = decide(with_table({route("D").to(dynamic)}), last);
    EXPECT_EQ(nothing_else.outcome, "delay, route requested");
    EXPECT_THAT(nothing_else.steps, ElementsAre("SCOPE-1 A", "(MATCH-1)", "(MATCH-2)", "(MATCH-3)",
                                                "(MATCH-5)", "(MATCH-6)", "MATCH-4 D"));
}

TEST(Match4, WhenNothingElseMatchesComesAfterMatch6) {
    auto const scenario =
        outgoing("A", "Svc")
            .with(guid_1)
            .in({
                database("A").identified_by(guid_1).offering({"Svc"}).routing_by({route("D").to(dynamic)}),
            });
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(DynamicRoutingOrder::when_nothing_matches)).outcome,
              "deliver A");
    EXPECT_EQ(decide(scenario).outcome, "delay, route requested");
}

TEST(Match4, WhenNothingElseMatchesAPendingRequestLeadsToMatch7OrWaits) {
    auto const scenario = with_table({route("D").to(dynamic)}).pending("Svc");
    auto const goes_on =
        decide(scenario, ScriptedArbiter().reading(DynamicRoutingOrder::when_nothing_matches));
    EXPECT_EQ(goes_on.steps.back(), "MATCH-7");
    auto const waits = decide(scenario, ScriptedArbiter()
                                            .reading(DynamicRoutingOrder::when_nothing_matches)
                                            .reading(PendingRouteRequest::delay));
    EXPECT_EQ(waits.steps.back(), "MATCH-4");
    EXPECT_EQ(waits.outcome, "delay");
}

TEST(Match5, TakesTheRoutesWithNeitherServiceNameNorIdentifier) {
    EXPECT_THAT(matched(decide(with_table({route("R"), route("Q").at("TCP://a:1"), route("P").to("Other")}))),
                AnyOf("MATCH-5 R Q", "MATCH-5 Q R"));
}

TEST(Match5, ComesLastWhateverTheConversationGives) {
    EXPECT_EQ(matched(decide(with_table({route("R"), route("Q").to("Svc")}))), "MATCH-2 Q");
    EXPECT_EQ(matched(decide(with_table({route("R"), route("Q").to("Svc")}).with(guid_1))), "MATCH-2 Q");
    EXPECT_EQ(matched(decide(with_table({route("R")}).with(guid_1))), "MATCH-5 R");
}

TEST(Match5, DoesNotTakeTheEmptyServiceNameForNone) {
    EXPECT_EQ(matched(decide(with_table({route("R").to("")}))), "MATCH-7");
}

TEST(IdentifierOnlyRoutes, AreNeverTaken) {
    auto const decided =
        decide(with_table({route("R").with(guid_1), route("Q").at("TCP://a:1")}).with(guid_1));
    EXPECT_EQ(matched(decided), "MATCH-5 Q");
    EXPECT_THAT(decided.asked, ElementsAre("identifier-only-route"));
}

TEST(IdentifierOnlyRoutes, AloneLeaveMatch5WithoutRoutes) {
    auto const decided = decide(with_table({route("R").with(guid_1)}).with(guid_1));
    EXPECT_THAT(decided.steps, Contains("(MATCH-5)"));
    EXPECT_EQ(matched(decided), "MATCH-7");
}

TEST(IdentifierOnlyRoutes, AsLastResortWithTheConversationsIdentifierMatchBesideThoseWithNeither) {
    auto const decided =
        decide(with_table({route("R").with(guid_1), route("Q").at("TCP://a:1"), route("P").with(guid_2)})
                   .with(guid_1),
               ScriptedArbiter().reading(IdentifierOnlyRoute::last_resort));
    EXPECT_THAT(matched(decided), AnyOf("MATCH-5 R Q", "MATCH-5 Q R"));
    EXPECT_THAT(decided.asked, Not(Contains(StartsWith("MATCH-5"))));
}

TEST(IdentifierOnlyRoutes, WithAnotherIdentifierThanTheConversationsAreNotAskedFor) {
    auto const decided =
        decide(with_table({route("R").with(guid_2), route("Q").at("TCP://a:1")}).with(guid_1));
    EXPECT_EQ(matched(decided), "MATCH-5 Q");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(IdentifierOnlyRoutes, AsLastResortOfAConversationWithoutIdentifierOneIdentifierIsPicked) {
    auto const scenario = with_table({
        route("R").with(guid_1).at("TCP://a:1"),
        route("Q").with(guid_2).at("TCP://b:1"),
        route("P").with(guid_2).at("TCP://b:1"),
    });
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(
            scenario,
            ScriptedArbiter().reading(IdentifierOnlyRoute::last_resort).picking(Rule::match_5, picked));
        EXPECT_THAT(decided.asked, ElementsAre("identifier-only-route", "MATCH-5 of 2"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes, testing::UnorderedElementsAre("send TCP://a:1", "send TCP://b:1"));
}

TEST(IdentifierOnlyRoutes, AsLastResortDoNotPushAsideThoseWithNeither) {
    auto const scenario = with_table({route("R").with(guid_1).at("TCP://a:1"), route("Q").at("TCP://b:1")});
    auto const decided = decide(scenario, ScriptedArbiter().reading(IdentifierOnlyRoute::last_resort));
    EXPECT_THAT(matched(decided), AnyOf("MATCH-5 R Q", "MATCH-5 Q R"));
    EXPECT_THAT(decided.asked, ElementsAre("identifier-only-route", "CHOOSE-3 of 2"));
}

TEST(IdentifierOnlyRoutes, GiveTheirIdentifierToLocating) {
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("A").offering({"Svc"}).routing_by({route("R").with(guid_2)}),
                                  database("B").identified_by(guid_2).offering({"Svc"}),
                              });
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(IdentifierOnlyRoute::last_resort)).outcome,
              "deliver B");
}

TEST(IdentifierOnlyRoutes, AreNotAskedForWhereMatch5IsNotReached) {
    auto const decided =
        decide(with_table({route("R").with(guid_1), route("Q").to("Svc").at("TCP://a:1")}).with(guid_1));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Match6, IsAsIfThereWereALocalRouteToTheService) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .with(guid_2)
                                    .in({
                                        database("A"),
                                        database("B").identified_by(guid_2).offering({"Svc"}),
                                    }));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_THAT(decided.steps, ElementsAre("SCOPE-1 A", "(MATCH-1)", "(MATCH-2)", "(MATCH-3)", "(MATCH-4)",
                                           "(MATCH-5)", "MATCH-6 as if Svc LOCAL", "(CHOOSE-1)",
                                           testing::StartsWith("CHOOSE-2"), "LOCATE-1 B"));
}

TEST(Match6, NeedsAnIdentifier) {
    auto const decided = decide(outgoing("A", "Svc").in({database("A").offering({"Svc"})}));
    EXPECT_EQ(matched(decided), "MATCH-7");
    EXPECT_THAT(decided.steps, Contains("(MATCH-6)"));
}

TEST(Match6, NeedsTheServiceInSomeDatabaseWhoseBrokerIsEnabled) {
    EXPECT_EQ(matched(decide(
                  outgoing("A", "Svc").with(guid_1).in({database("A"), database("B").offering({"svc"})}))),
              "MATCH-7");
    EXPECT_EQ(matched(decide(outgoing("A", "Svc")
                                 .with(guid_1)
                                 .in({database("A"), database("B").offering({"Svc"}).disabled()}))),
              "MATCH-7");
}

TEST(Match6, TheDatabaseWithTheServiceNeedNotHaveTheIdentifier) {
    auto const decided =
        decide(outgoing("A", "Svc").with(guid_1).in({database("A").identified_by(guid_2).offering({"Svc"})}));
    EXPECT_EQ(matched(decided), "MATCH-6 as if Svc LOCAL");
    EXPECT_THAT(decided.steps, Contains("(LOCATE-1)"));
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(Match6, TheSupposedRouteIsTheOnlyMatchedRoute) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .with(guid_1)
                                    .in({
                                        database("A").identified_by(guid_2).offering({"Svc"}).routing_by(
                                            {route("R").to("Svc").with(guid_3).at("TCP://a:1")}),
                                    }));
    EXPECT_THAT(decided.steps.back(), "CHOOSE-5");
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(Match6, ComesAfterRoutesOfLastResort) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .with(guid_1)
                                    .in({
                                        database("A").identified_by(guid_1).offering({"Svc"}).routing_by(
                                            {route("R").at("TCP://a:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Match6, HoldsForIncomingMessagesToo) {
    auto const decided =
        decide(incoming("Svc").with(guid_1).in({database("A").identified_by(guid_1).offering({"Svc"})}));
    EXPECT_EQ(decided.outcome, "deliver A");
}

TEST(Match7, DelaysAnOutgoingMessageWithoutAsking) {
    auto const decided = decide(with_table({}));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_EQ(decided.steps.back(), "MATCH-7");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Match7, DelaysOrDropsAnIncomingMessage) {
    auto const scenario = incoming("Svc").in({database("A").offering({"Svc"})});
    auto const delayed = decide(scenario);
    EXPECT_EQ(delayed.outcome, "delay");
    EXPECT_THAT(delayed.asked, ElementsAre("no-match-incoming"));
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(NoMatchIncoming::drop)).outcome, "drop");
}

TEST(Matching, MirrorAddressesPlayNoPart) {
    EXPECT_EQ(matched(decide(with_table({
                  route("R").at("TCP://a:1").mirrored_at("TCP://b:1"),
                  route("Q").to("Svc").at("TCP://c:1"),
              }))),
              "MATCH-2 Q");
}

}  // namespace
}  // namespace ssbroute::test
