#include "routing/locating_the_destination_service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
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

TEST(Locate1, DeliversToTheDatabaseWithTheIdentifierOfTheConversation) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .with(guid_2)
                   .in({
                       database("A").identified_by(guid_1).offering({"Svc"}).routing_by({route("R")}),
                       database("B").identified_by(guid_2).offering({"Svc"}),
                   }));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_EQ(decided.steps.back(), "LOCATE-1 B");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Locate1, DeliversToTheDatabaseWithTheIdentifierOfTheRoute) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .in({
                                        database("A").identified_by(guid_1).offering({"Svc"}).routing_by(
                                            {route("R").to("Svc").with(guid_2)}),
                                        database("B").identified_by(guid_2).offering({"Svc"}),
                                    }));
    EXPECT_EQ(decided.outcome, "deliver B");
}

TEST(Locate1, TakesAnIdentifierInAnySpelling) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .with("{AAAAAAAA-0000-0000-0000-000000000000}")
                   .in({
                       database("A").routing_by({route("R")}),
                       database("B").identified_by("aaaaaaaa-0000-0000-0000-000000000000").offering({"Svc"}),
                   }));
    EXPECT_EQ(decided.outcome, "deliver B");
}

// Two databases have the service, none of them the identifier.
ScenarioBuilder unknown_identifier() {
    return outgoing("A", "Svc")
        .with(guid_3)
        .in({
            database("A").identified_by(guid_1).offering({"Svc"}).routing_by(
                {route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
            database("B").identified_by(guid_2).offering({"Svc"}),
        });
}

TEST(Locate1, IsNotFoundWhereNoDatabaseHasTheIdentifier) {
    auto const decided = decide(unknown_identifier());
    EXPECT_THAT(decided.steps, Contains("(LOCATE-1)"));
    EXPECT_THAT(decided.steps, Contains("LOCATE-4"));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("(LOCATE-2"))));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("(LOCATE-3"))));
    EXPECT_THAT(decided.asked, Not(Contains("identified-database-without-service")));
}

TEST(Locate1, DoesNotSeeADisabledDatabase) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .with(guid_2)
                                    .in({
                                        database("A").offering({"Svc"}).routing_by({route("R")}),
                                        database("B").identified_by(guid_2).offering({"Svc"}).disabled(),
                                    }));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_THAT(decided.asked, Not(Contains("identified-database-without-service")));
}

TEST(Locate1, AnIdentifiedDatabaseWithoutTheServiceIsNotFoundUnlessTheReadingSaysSo) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_2)
                              .in({
                                  database("A").offering({"Svc"}).routing_by({route("R")}),
                                  database("B").identified_by(guid_2),
                              });
    auto const not_found = decide(scenario);
    EXPECT_EQ(not_found.outcome, "delay");
    EXPECT_THAT(not_found.asked, ElementsAre("identified-database-without-service", "LOCATE-4 of 2",
                                             "absent-service-outgoing"));
    auto const delivered =
        decide(scenario, ScriptedArbiter().reading(IdentifiedDatabaseWithoutService::deliver));
    EXPECT_EQ(delivered.outcome, "deliver B");
    EXPECT_EQ(delivered.steps.back(), "LOCATE-1 B");
}

TEST(Locate2, PrefersTheSendingDatabase) {
    auto const decided = decide(outgoing("B", "Svc")
                                    .in({
                                        database("A").offering({"Svc"}),
                                        database("B").offering({"Svc"}).routing_by({route("R")}),
                                        database("C").offering({"Svc"}),
                                    }));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_EQ(decided.steps.back(), "LOCATE-2 B");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Locate2, IsNotForIncomingMessages) {
    auto const decided =
        decide(incoming("Svc").in({database("msdb").offering({"Svc"}).routing_by({route("R")})}));
    EXPECT_EQ(decided.outcome, "deliver msdb");
    EXPECT_THAT(decided.steps, Contains("(LOCATE-2)"));
    EXPECT_EQ(decided.steps.back(), "LOCATE-3 msdb");
}

TEST(Locate2, HandsOnWhereTheSendingDatabaseLacksTheService) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .in({
                                        database("A").routing_by({route("R")}),
                                        database("B").offering({"Svc"}),
                                    }));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_THAT(decided.steps, Contains("(LOCATE-2)"));
}

TEST(Locate3, AnyDatabaseWithTheServiceMayBePicked) {
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("A").routing_by({route("R")}),
                                  database("B").offering({"Svc"}),
                                  database("C").offering({"Svc"}),
                                  database("D").offering({"Svc"}).disabled(),
                                  database("E").offering({"Other"}),
                              });
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(scenario, ScriptedArbiter().picking(Rule::locate_3, picked));
        EXPECT_THAT(decided.asked, ElementsAre("LOCATE-3 of 2"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes, testing::UnorderedElementsAre("deliver B", "deliver C"));
}

TEST(Locate3, IsNotFoundWhereNoDatabaseHasTheService) {
    auto const decided =
        decide(incoming("Svc").in({database("msdb").routing_by({route("R").mirrored_at("TCP://m:1")})}));
    EXPECT_THAT(decided.steps, testing::IsSupersetOf({"(LOCATE-2)", "(LOCATE-3)", "LOCATE-4"}));
    EXPECT_EQ(decided.outcome, "drop");
}

TEST(Locate4, MayGoBackOrStop) {
    Texts outcomes;
    for (std::size_t picked : {0U, 1U}) {
        auto const decided = decide(unknown_identifier(), ScriptedArbiter().picking(Rule::locate_4, picked));
        EXPECT_THAT(decided.asked, Contains("LOCATE-4 of 2"));
        outcomes.push_back(decided.outcome);
    }
    EXPECT_THAT(outcomes, testing::UnorderedElementsAre("send TCP://a:1", "delay"));
}

// The decision that goes back, which of the two picks that may be.
Decided going_back(ScenarioBuilder const& scenario) {
    auto const first = decide(scenario, ScriptedArbiter().picking(Rule::locate_4, 0));
    auto const second = decide(scenario, ScriptedArbiter().picking(Rule::locate_4, 1));
    return first.steps.size() > second.steps.size() ? first : second;
}

TEST(Locate4, GoingBackTakesAwayEveryLocalRouteMirroredOrNot) {
    auto const decided = going_back(outgoing("A", "Svc")
                                        .with(guid_3)
                                        .in({
                                            database("A").identified_by(guid_1).offering({"Svc"}).routing_by({
                                                route("R").at("LOCAL"),
                                                route("Q").at("LOCAL").mirrored_at("TCP://m:1"),
                                                route("P").at("local").mirrored_at("TCP://n:1"),
                                                route("O").at("TCP://a:1"),
                                            }),
                                        }));
    EXPECT_EQ(decided.outcome, "send TCP://a:1");
    EXPECT_THAT(decided.steps, Contains("CHOOSE-3 O of O"));
}

TEST(Locate4, GoingBackChoosesAMirroredRouteFirst) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").identified_by(guid_1).offering({"Svc"}).routing_by({
                                      route("Q").at("LOCAL").mirrored_at("TCP://m:1"),
                                      route("P").at("TCP://b:1").mirrored_at("TCP://n:1"),
                                      route("O").at("TCP://a:1"),
                                  }),
                              });
    Texts steps;
    for (std::size_t first : {0U, 1U})
        for (std::size_t back : {0U, 1U}) {
            auto const decided = decide(
                scenario, ScriptedArbiter().picking(Rule::choose_1, first).picking(Rule::locate_4, back));
            steps.insert(steps.end(), decided.steps.begin(), decided.steps.end());
        }
    EXPECT_THAT(steps, Contains("LOCATE-4"));
    EXPECT_THAT(steps, Contains("CHOOSE-1 P of P"));
    EXPECT_THAT(steps, Not(Contains(StartsWith("CHOOSE-3"))));
}

TEST(Locate4, GoingBackToNoRouteEndsAsNothingCouldBeChosen) {
    auto const decided = going_back(
        outgoing("A", "Svc").with(guid_3).in({database("A").offering({"Svc"}).routing_by({route("R")})}));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_EQ(decided.steps.back(), "CHOOSE-5");
    EXPECT_THAT(decided.asked, ElementsAre("LOCATE-4 of 2", "absent-service-outgoing"));
}

TEST(Locate4, AnIncomingMessageIsForwardedOnlyIfForwardingIsActive) {
    auto scenario = incoming("Svc").with(guid_3).in({
        database("msdb").routing_by({route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
        database("A").offering({"Svc"}),
    });
    EXPECT_EQ(going_back(scenario).steps.back(), "FORWARD-1");
    EXPECT_EQ(going_back(scenario.forwarding()).outcome, "forward TCP://a:1");
}

TEST(Locate4, GoingBackMayLoop) {
    auto scenario = unknown_identifier().own_address("TCP://a:1");
    EXPECT_THAT(going_back(scenario).steps,
                testing::IsSupersetOf({"LOCATE-4", "LOOP-1 TCP://a:1", "SCOPE-2 msdb"}));
}

}  // namespace
}  // namespace ssbroute::test
