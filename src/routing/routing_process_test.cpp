// How a decision starts, what an observer hears and what an arbiter is asked. The sections of the process are
// tested beside their own files.
#include "routing/routing_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto yesterday = "2025-12-31T00:00:00Z";
constexpr auto today = "2026-01-01T00:00:00Z";
constexpr auto tomorrow = "2026-01-02T00:00:00Z";

TEST(Scope, AnOutgoingMessageIsRoutedWithTheTableOfItsSendingDatabase) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .in({
                                        database("msdb").routing_by({route("M").to("Svc").at("TCP://m:1")}),
                                        database("A").routing_by({route("R").to("Svc").at("TCP://a:1")}),
                                        database("B").routing_by({route("Q").to("Svc").at("TCP://b:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_EQ(decided.steps.front(), "SCOPE-1 A");
}

TEST(Scope, AnIncomingMessageIsRoutedWithTheTableOfMsdb) {
    auto const decided = decide(incoming("Svc").forwarding().in({
        database("A").routing_by({route("R").to("Svc").at("TCP://a:1")}),
        database("msdb").routing_by({route("M").to("Svc").at("TCP://m:1")}),
    }));
    EXPECT_EQ(decided.outcome, "forward TCP://m:1");
    EXPECT_EQ(decided.steps.front(), "SCOPE-2 msdb");
}

TEST(Scope, AMessageOfMsdbItselfIsOutgoing) {
    auto const decided = decide(
        outgoing("msdb", "Svc").in({database("msdb").routing_by({route("M").to("Svc").at("TCP://m:1")})}));
    EXPECT_EQ(decided.outcome, "send TCP://m:1");
    EXPECT_EQ(decided.steps.front(), "SCOPE-1 msdb");
}

TEST(Scope, AReplyOfATargetIsOutgoingFromTheTargetsDatabase) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .sent_by(SentBy::target)
                                    .with(guid_1)
                                    .in({
                                        database("A").identified_by(guid_1).offering({"Svc"}).routing_by(
                                            {route("R").to("Svc").at("TCP://a:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Scope, MatchingIsTheSameForBothDirections) {
    std::vector<Route> const routes = {route("R").to("Svc").with(guid_1).at("TCP://a:1"),
                                       route("Q").to("Svc").with(guid_2).at("TCP://b:1"),
                                       route("P").at("TCP://c:1")};
    auto const from_a = decide(outgoing("A", "Svc").in({database("A").routing_by(routes)}));
    auto const from_outside = decide(incoming("Svc").forwarding().in({database("msdb").routing_by(routes)}));
    EXPECT_THAT(from_a.steps, Contains("MATCH-3 R"));
    EXPECT_THAT(from_outside.steps, Contains("MATCH-3 R"));
    EXPECT_EQ(from_a.asked, from_outside.asked);
}

TEST(Enabled, AnOutgoingMessageOfADisabledDatabaseIsDelayedWithoutMatching) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .now(today)
                                    .in({
                                        database("A").disabled().offering({"Svc"}).routing_by(
                                            {route("R").to("Svc").at("TCP://a:1").until(yesterday)}),
                                    }));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_THAT(decided.steps, ElementsAre("ENABLED-2 A"));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Enabled, AnIncomingMessageIsDroppedWhileMsdbIsDisabledEvenAReply) {
    auto const decided = decide(incoming("Svc")
                                    .sent_by(SentBy::target)
                                    .with(guid_1)
                                    .in({
                                        database("A").identified_by(guid_1).offering({"Svc"}),
                                        database("msdb").disabled(),
                                    }));
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_THAT(decided.steps, ElementsAre("ENABLED-3 msdb"));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Enabled, AnOutgoingMessageDoesNotAskForMsdb) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .in({
                                        database("msdb").disabled(),
                                        database("A").routing_by({route("R").at("TCP://a:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
}

TEST(Enabled, AnIncomingMessageDoesNotAskForOtherDatabases) {
    auto const decided = decide(incoming("Svc").forwarding().in({
        database("A").disabled(),
        database("msdb").routing_by({route("M").at("TCP://m:1")}),
    }));
    EXPECT_EQ(decided.outcome, "forward TCP://m:1");
}

ScenarioBuilder reply() {
    return incoming("Svc")
        .sent_by(SentBy::target)
        .with(guid_1)
        .in({
            database("msdb").routing_by({route("M").at("TCP://m:1")}),
            database("A").identified_by(guid_1).offering({"Svc"}),
        });
}

TEST(Reply, GoesToTheDatabaseWithItsIdentifierWithoutMatching) {
    auto const decided = decide(reply());
    EXPECT_EQ(decided.outcome, "deliver A");
    EXPECT_THAT(decided.steps, ElementsAre("REPLY-1 A", "LOCATE-1 A"));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Reply, DoesNotAskWhetherThatDatabaseHasTheService) {
    auto const scenario = reply().in({database("A").identified_by(guid_1), database("B").offering({"Svc"})});
    auto const decided = decide(scenario);
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_THAT(decided.steps, ElementsAre("REPLY-1 A", "(LOCATE-1)", "LOCATE-4", "CHOOSE-5"));
    EXPECT_THAT(decided.asked, ElementsAre("identified-database-without-service", "absent-service-incoming"));
}

TEST(Reply, HasNothingToGoBackToWhenTheServiceIsNotFound) {
    auto const scenario = reply().forwarding().in({
        database("msdb").routing_by({route("M").at("TCP://m:1")}),
        database("A").identified_by(guid_1),
    });
    auto const decided = decide(scenario);
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_THAT(decided.asked, Not(Contains(StartsWith("LOCATE-4"))));
}

TEST(Reply, GoesToTheIdentifiedDatabaseWithoutTheServiceIfTheReadingSaysSo) {
    auto const scenario = reply().in({database("A").identified_by(guid_1)});
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(IdentifiedDatabaseWithoutService::deliver)).outcome,
              "deliver A");
}

TEST(Reply, OfTheInitiatorGoesThroughMatching) {
    EXPECT_EQ(decide(reply().sent_by(SentBy::initiator)).steps.front(), "SCOPE-2 msdb");
}

TEST(Reply, WithAnIdentifierThatNoDatabaseHasGoesThroughMatching) {
    EXPECT_EQ(decide(reply().with(guid_2)).steps.front(), "SCOPE-2 msdb");
}

TEST(Reply, WithTheIdentifierOfADisabledDatabaseGoesThroughMatching) {
    auto const decided =
        decide(reply().in({database("A").identified_by(guid_1).offering({"Svc"}).disabled()}));
    EXPECT_EQ(decided.steps.front(), "SCOPE-2 msdb");
}

TEST(Reply, WithoutAnIdentifierGoesThroughMatching) {
    auto const decided =
        decide(incoming("Svc").sent_by(SentBy::target).in({database("A").offering({"Svc"})}));
    EXPECT_EQ(decided.steps.front(), "SCOPE-2 msdb");
}

ScenarioBuilder with_table(std::vector<Route> routes) {
    return outgoing("A", "Svc").now(today).in({database("A").routing_by(std::move(routes))});
}

TEST(ExpiryOfRoutes, AnExpiredRouteIsAsIfItWereNotInTheTable) {
    auto const decided = decide(
        with_table({route("R").to("Svc").at("TCP://a:1").until(yesterday), route("Q").at("TCP://b:1")}));
    EXPECT_EQ(decided.outcome, "send TCP://b:1");
    EXPECT_THAT(decided.steps, Contains("EXPIRY-1 R"));
    EXPECT_THAT(decided.steps, Contains("(MATCH-2)"));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(ExpiryOfRoutes, ARouteIsLiveBeforeItsLifetimeIsOver) {
    auto const decided = decide(with_table({route("R").to("Svc").at("TCP://a:1").until(tomorrow)}));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("EXPIRY-1"))));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(ExpiryOfRoutes, LooksAtRoutesThatWouldNotMatchToo) {
    auto const decided =
        decide(with_table({route("R").to("Svc").at("TCP://a:1"), route("Q").to("Other").until(yesterday)}));
    EXPECT_THAT(decided.steps, ElementsAre("SCOPE-1 A", "EXPIRY-1 Q", "(MATCH-1)", "MATCH-2 R", "(CHOOSE-1)",
                                           "(CHOOSE-2)", "CHOOSE-3 R of R", "SEND-1 TCP://a:1"));
}

TEST(ExpiryOfRoutes, LooksAtTheTableInScopeOnly) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .now(today)
                                    .in({
                                        database("A").routing_by({route("R").at("TCP://a:1")}),
                                        database("B").routing_by({route("Q").until(yesterday)}),
                                        database("msdb").routing_by({route("M").until(today)}),
                                    }));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("EXPIRY-1"))));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(ExpiryOfRoutes, AtTheVeryInstantItIsAsked) {
    auto const scenario = with_table({route("R").to("Svc").at("TCP://a:1").until(today)});
    auto const expired = decide(scenario);
    EXPECT_EQ(expired.outcome, "delay");
    EXPECT_THAT(expired.asked, ElementsAre("expiry-instant"));
    auto const live = decide(scenario, ScriptedArbiter().reading(ExpiryInstant::live));
    EXPECT_EQ(live.outcome, "send TCP://a:1");
    EXPECT_THAT(live.steps, Not(Contains(StartsWith("EXPIRY-1"))));
}

TEST(ExpiryOfRoutes, AtTheVeryInstantItIsAskedForARouteThatWouldNotMatchToo) {
    auto const decided =
        decide(with_table({route("R").to("Svc").at("TCP://a:1"), route("Q").to("Other").until(today)}));
    EXPECT_THAT(decided.asked, ElementsAre("expiry-instant"));
}

TEST(ExpiryOfRoutes, AConversationThatBeganBeforeMayKeepTheRoute) {
    auto const scenario =
        with_table({route("R").to("Svc").at("TCP://a:1").until(yesterday)}).begun_at("2025-12-30T00:00:00Z");
    auto const ignored = decide(scenario);
    EXPECT_EQ(ignored.outcome, "delay");
    EXPECT_THAT(ignored.steps, Contains("EXPIRY-1 R"));
    EXPECT_THAT(ignored.asked, ElementsAre("expired-route-existing-conversation"));
    auto const kept = decide(scenario, ScriptedArbiter().reading(ExpiredRouteExistingConversation::kept));
    EXPECT_EQ(kept.outcome, "send TCP://a:1");
    EXPECT_THAT(kept.steps, Not(Contains(StartsWith("EXPIRY-1"))));
}

TEST(ExpiryOfRoutes, AConversationThatBeganAfterTheRouteExpiredDoesNotAsk) {
    auto const decided = decide(
        with_table({route("R").to("Svc").at("TCP://a:1").until(yesterday)}).begun_at("2025-12-31T00:00:01Z"));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(ExpiryOfRoutes, WithoutExpiredRoutesTheBeginningOfTheConversationIsNotAskedFor) {
    auto const decided =
        decide(with_table({route("R").to("Svc").at("TCP://a:1").until(tomorrow)}).begun_at(yesterday));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(ExpiryOfRoutes, KeptAreOnlyTheRoutesThatWereLiveWhenTheConversationBegan) {
    auto const decided =
        decide(with_table({
                              route("R").to("Svc").at("TCP://a:1").until("2025-12-01T00:00:00Z"),
                              route("Q").to("Svc").at("TCP://b:1").until(yesterday),
                          })
                   .begun_at("2025-12-15T00:00:00Z"),
               ScriptedArbiter().reading(ExpiredRouteExistingConversation::kept));
    EXPECT_EQ(decided.outcome, "send TCP://b:1");
    EXPECT_THAT(decided.steps, Contains("EXPIRY-1 R"));
}

TEST(ExpiryOfRoutes, AConversationThatBeganAtTheVeryInstantAsksBothReadingsIfTheRouteWasLive) {
    auto const scenario =
        with_table({route("R").to("Svc").at("TCP://a:1").until(yesterday)}).begun_at(yesterday);
    auto const expired = decide(scenario);
    EXPECT_EQ(expired.outcome, "delay");
    EXPECT_THAT(expired.asked, ElementsAre("expiry-instant"));
    auto const live = decide(scenario, ScriptedArbiter().reading(ExpiryInstant::live));
    EXPECT_EQ(live.outcome, "delay");
    EXPECT_THAT(live.asked, ElementsAre("expiry-instant", "expired-route-existing-conversation"));
    auto const kept = decide(
        scenario,
        ScriptedArbiter().reading(ExpiryInstant::live).reading(ExpiredRouteExistingConversation::kept));
    EXPECT_EQ(kept.outcome, "send TCP://a:1");
}

TEST(ExpiryOfRoutes, TheBeginningOfAConversationAtTheLifetimeOfALiveRouteIsNotAskedFor) {
    auto const decided =
        decide(with_table({route("R").to("Svc").at("TCP://a:1").until(tomorrow)}).begun_at(tomorrow));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(RoutingProcess, TellsEveryStepInOrder) {
    auto const decided = decide(
        outgoing("A", "Svc")
            .now(today)
            .in({
                database("A").routing_by({route("R").to("svc"), route("Q").to("Other").until(yesterday),
                                          route("P").at("TRANSPORT")}),
            }));
    EXPECT_THAT(decided.steps, ElementsAre("SCOPE-1 A", "EXPIRY-1 Q", "(MATCH-1)", "(MATCH-2)", "(MATCH-3)",
                                           "(MATCH-4)", "MATCH-5 P", "(CHOOSE-1)", "(CHOOSE-2)", "(CHOOSE-3)",
                                           "CHOOSE-4 P of P", "TRANSPORT-2", "CHOOSE-5"));
}

TEST(RoutingProcess, TellsEveryStepOfAnOldConversationThatNothingMatches) {
    auto const decided = decide(outgoing("A", "Svc").with(guid_1).in({database("A")}));
    EXPECT_THAT(decided.steps, ElementsAre("SCOPE-1 A", "(MATCH-1)", "(MATCH-2)", "(MATCH-3)", "(MATCH-4)",
                                           "(MATCH-5)", "(MATCH-6)", "MATCH-7"));
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(RoutingProcess, TellsBothRoundsOfALoop) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address("TCP://here:1")
                                    .in({
                                        database("A").routing_by({route("R").to("Svc").at("TCP://here:1")}),
                                        database("msdb").routing_by({route("M").at("LOCAL")}),
                                        database("B").offering({"Svc"}),
                                    }));
    EXPECT_THAT(decided.steps, ElementsAre("SCOPE-1 A", "(MATCH-1)", "MATCH-2 R", "(CHOOSE-1)", "(CHOOSE-2)",
                                           "CHOOSE-3 R of R", "LOOP-1 TCP://here:1", "SCOPE-2 msdb",
                                           "(MATCH-1)", "(MATCH-2)", "(MATCH-3)", "(MATCH-4)", "MATCH-5 M",
                                           "(CHOOSE-1)", "CHOOSE-2 M of M", "(LOCATE-2)", "LOCATE-3 B"));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(RoutingProcess, TellsBothChoicesWhenItGoesBack) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .with(guid_1)
                                    .in({
                                        database("A").routing_by({route("R").to("Svc").at("LOCAL"),
                                                                  route("Q").to("Svc").at("TCP://a:1")}),
                                        database("B").offering({"Svc"}),
                                    }));
    EXPECT_THAT(decided.steps,
                ElementsAre("SCOPE-1 A", "(MATCH-1)", testing::AnyOf("MATCH-2 R Q", "MATCH-2 Q R"),
                            "(CHOOSE-1)", "CHOOSE-2 R of R", "(LOCATE-1)", "LOCATE-4", "(CHOOSE-1)",
                            "(CHOOSE-2)", "CHOOSE-3 Q of Q", "SEND-1 TCP://a:1"));
}

TEST(RoutingProcess, EachStepNamesTheFileAndTheLineOfItsRule) {
    class Places final : public Observer {
    public:
        void passed(Step const& step) override { add(step); }
        void handed_on(Step const& step) override { add(step); }

        std::vector<std::pair<std::string, std::string>> files;
        std::set<std::pair<std::string, int>> lines;

    private:
        void add(Step const& step) {
            std::string const file = step.file;
            files.emplace_back(id(step.rule), file.substr(file.rfind('/') + 1));
            lines.emplace(file, step.line);
        }
    };
    RoutingProcess process(
        outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by({route("R").to("Svc")})}));
    ScriptedArbiter arbiter;
    Places places;
    process.run(arbiter, places);
    EXPECT_THAT(places.files, ElementsAre(testing::Pair("SCOPE-1", "routing_process.cpp"),
                                          testing::Pair("MATCH-1", "finding_matching_routes.cpp"),
                                          testing::Pair("MATCH-2", "finding_matching_routes.cpp"),
                                          testing::Pair("CHOOSE-1", "choosing_a_route.cpp"),
                                          testing::Pair("CHOOSE-2", "choosing_a_route.cpp"),
                                          testing::Pair("LOCATE-2", "locating_the_destination_service.cpp")));
    EXPECT_EQ(places.lines.size(), places.files.size()) << "two steps name the same line";
}

TEST(RoutingProcess, AsksNothingWhereNothingIsOpen) {
    EXPECT_THAT(
        decide(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})})).asked,
        IsEmpty());
    EXPECT_THAT(
        decide(outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by({route("R")})})).asked,
        IsEmpty());
    EXPECT_THAT(decide(outgoing("A", "Svc").in({database("A")})).asked, IsEmpty());
    EXPECT_THAT(
        decide(incoming("Svc").forwarding().in({database("msdb").routing_by({route("R").at("TCP://a:1")})}))
            .asked,
        IsEmpty());
    EXPECT_THAT(
        decide(outgoing("A", "TCP://a:1/Svc").in({database("A").routing_by({route("R").at("TRANSPORT")})}))
            .asked,
        IsEmpty());
}

TEST(RoutingProcess, AsksNothingAboutEqualRoutesThatDifferInNothingButNameAndLifetime) {
    auto const decided = decide(with_table({
        route("R").to("Svc").at("TCP://a:1"),
        route("Q").to("Svc").at("tcp://A:1/x").until(tomorrow),
    }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(RoutingProcess, GivesTheSameForTheSameAnswersHoweverOftenItRuns) {
    RoutingProcess process(with_table({
        route("R").to("Svc").with(guid_1).at("TCP://a:1").until(today),
        route("Q").with(guid_1).at("TCP://b:1"),
        route("P").at("TCP://c:1"),
    }));
    for (int i = 0; i < 3; ++i) {
        Observer nobody;
        ScriptedArbiter live;
        live.reading(ExpiryInstant::live);
        EXPECT_EQ(text(process.run(live, nobody)), "send TCP://a:1");
        ScriptedArbiter expired;
        EXPECT_EQ(text(process.run(expired, nobody)), "send TCP://c:1");
        ScriptedArbiter last_resort;
        last_resort.reading(IdentifierOnlyRoute::last_resort)
            .picking(Rule::choose_3, static_cast<std::size_t>(i % 2));
        auto const outcome = text(process.run(last_resort, nobody));
        EXPECT_THAT(outcome, testing::AnyOf("send TCP://b:1", "send TCP://c:1"));
        EXPECT_EQ(last_resort.asked(), (Texts{"expiry-instant", "identifier-only-route", "CHOOSE-3 of 2"}));
    }
}

TEST(RoutingProcess, CanBeMoved) {
    RoutingProcess process(with_table({route("R").to("Svc").at("TCP://a:1")}));
    RoutingProcess moved = std::move(process);
    ScriptedArbiter arbiter;
    Observer nobody;
    EXPECT_EQ(text(moved.run(arbiter, nobody)), "send TCP://a:1");
    EXPECT_EQ(moved.scenario().message().to_service_name, ServiceName("Svc"));
}

}  // namespace
}  // namespace ssbroute::test
