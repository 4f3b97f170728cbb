#include "oracle/exploration.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

struct Visited {
    std::string outcome;
    Deviations deviations;
    Way way;
};

std::vector<Visited> explored(RoutingProcess& process, OtherReadings other_readings,
                              Profile const& profile = {}) {
    std::vector<Visited> result;
    Observer nobody;
    explore(process, profile, other_readings, nobody, [&](WayTaken const& taken) {
        result.push_back({text(taken.outcome), taken.deviations, taken.way});
    });
    return result;
}

std::vector<Visited> explored(Scenario scenario, OtherReadings other_readings, Profile const& profile = {}) {
    RoutingProcess process(std::move(scenario));
    return explored(process, other_readings, profile);
}

Texts outcomes(std::vector<Visited> const& visited) {
    Texts result;
    for (auto const& one : visited) result.push_back(one.outcome);
    return result;
}

// Two identifiers to pick from, behind each some routes; a route at the edge of its lifetime; a loop; a
// destination that is not found; identical routes that differ in mirror address.
Scenario rich() {
    return outgoing("A", "Svc")
        .now("2026-01-01T00:00:00Z")
        .own_address("TCP://here:1")
        .in({
            database("A").offering({"Svc"}).routing_by({
                route("R").to("Svc").with(guid_1).at("TCP://here:1"),
                route("Q").to("Svc").with(guid_2).at("LOCAL"),
                route("P").to("Svc").with(guid_2).at("TCP://a:1"),
                route("O").to("Svc").with(guid_2).at("TCP://a:1").mirrored_at("TCP://here:1"),
                route("N").to("Svc").at("TCP://b:1").until("2026-01-01T00:00:00Z"),
            }),
            database("msdb").routing_by({
                route("M").at("LOCAL"),
                route("L").with(guid_3).at("TCP://c:1").until("2026-01-01T00:00:00Z"),
            }),
            database("B").offering({"Svc"}),
        });
}

TEST(Explore, WhereNothingIsOpenThereIsOneWayWithoutChoices) {
    auto const visited =
        explored(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}),
                 OtherReadings::explored);
    ASSERT_EQ(visited.size(), 1U);
    EXPECT_EQ(visited.front().outcome, "send TCP://a:1");
    EXPECT_THAT(visited.front().way, IsEmpty());
    EXPECT_TRUE(visited.front().deviations.empty());
}

TEST(Explore, VisitsEachAlternativeOfAPickOnce) {
    auto const visited =
        explored(outgoing("A", "Svc")
                     .in({
                         database("A").routing_by({route("R").at("TCP://a:1"), route("Q").at("TCP://b:1"),
                                                   route("P").at("TCP://c:1")}),
                     }),
                 OtherReadings::explored);
    EXPECT_THAT(outcomes(visited),
                UnorderedElementsAre("send TCP://a:1", "send TCP://b:1", "send TCP://c:1"));
}

TEST(Explore, VisitsEachCombinationOfPicksOnce) {
    auto const visited = explored(outgoing("A", "Svc")
                                      .in({
                                          database("A").routing_by({
                                              route("1").to("Svc").with(guid_1).at("TCP://a:1"),
                                              route("2").to("Svc").with(guid_2).at("TCP://b:1"),
                                              route("3").to("Svc").with(guid_2).at("TCP://c:1"),
                                              route("4").to("Svc").with(guid_3).at("TCP://d:1"),
                                              route("5").to("Svc").with(guid_3).at("TCP://e:1"),
                                              route("6").to("Svc").with(guid_3).at("TCP://f:1"),
                                          }),
                                      }),
                                  OtherReadings::explored);
    EXPECT_THAT(outcomes(visited),
                UnorderedElementsAre("send TCP://a:1", "send TCP://b:1", "send TCP://c:1", "send TCP://d:1",
                                     "send TCP://e:1", "send TCP://f:1"));
}

TEST(Explore, VisitsNoWayTwice) {
    auto const visited = explored(rich(), OtherReadings::explored);
    std::set<Way> ways;
    for (auto const& one : visited) EXPECT_TRUE(ways.insert(one.way).second);
    EXPECT_GT(ways.size(), 10U);
}

TEST(Explore, NoWayIsTheBeginningOfAnother) {
    auto const visited = explored(rich(), OtherReadings::explored);
    for (auto const& a : visited)
        for (auto const& b : visited)
            if (a.way.size() < b.way.size()) {
                EXPECT_FALSE(std::equal(a.way.begin(), a.way.end(), b.way.begin()));
            }
}

TEST(Explore, VisitsBothAnswersOfAReading) {
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R").at("LOCAL")})});
    auto const visited = explored(scenario, OtherReadings::explored);
    ASSERT_THAT(outcomes(visited), ElementsAre("delay", "drop"));
    EXPECT_TRUE(visited[0].deviations.empty());
    EXPECT_TRUE(visited[1].deviations.contains(Reading::absent_service_outgoing));
    EXPECT_EQ(visited[1].deviations.size(), 1);
}

TEST(Explore, LeavesOtherReadingsOut) {
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R").at("LOCAL")})});
    EXPECT_THAT(outcomes(explored(scenario, OtherReadings::left_out)), ElementsAre("delay"));
}

TEST(Explore, WithOtherReadingsLeftOutEveryWayFollowsTheProfile) {
    auto const visited = explored(rich(), OtherReadings::left_out);
    for (auto const& one : visited) EXPECT_TRUE(one.deviations.empty());
    EXPECT_GT(visited.size(), 1U);
}

TEST(Explore, WithOtherReadingsLeftOutFindsTheWaysThatFollowTheProfile) {
    Texts following;
    for (auto const& one : explored(rich(), OtherReadings::explored))
        if (one.deviations.empty()) following.push_back(one.outcome);
    EXPECT_EQ(outcomes(explored(rich(), OtherReadings::left_out)), following);
}

TEST(Explore, TheAnswerOfTheProfileIsThePreferredOne) {
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R").at("LOCAL")})});
    Profile profile;
    profile.prefer(Reading::absent_service_outgoing, static_cast<AnswerNumber>(AbsentServiceOutgoing::drop));
    auto const visited = explored(scenario, OtherReadings::explored, profile);
    ASSERT_THAT(outcomes(visited), ElementsAre("drop", "delay"));
    EXPECT_TRUE(visited[0].deviations.empty());
    EXPECT_TRUE(visited[1].deviations.contains(Reading::absent_service_outgoing));
    EXPECT_THAT(outcomes(explored(scenario, OtherReadings::left_out, profile)), ElementsAre("drop"));
}

TEST(Explore, AReadingIsOneQuestionThroughoutADecisionAlsoAcrossALoop) {
    auto const visited =
        explored(outgoing("A", "Svc")
                     .now("2026-01-01T00:00:00Z")
                     .own_address("TCP://here:1")
                     .in({
                         database("A").routing_by({route("R").at("TCP://here:1"),
                                                   route("Q").to("Other").until("2026-01-01T00:00:00Z")}),
                         database("msdb").offering({"Svc"}).routing_by({
                             route("M").to("Svc").at("LOCAL").until("2026-01-01T00:00:00Z"),
                             route("L").at("LOCAL"),
                         }),
                     }),
                 OtherReadings::explored);
    EXPECT_THAT(outcomes(visited), ElementsAre("deliver msdb", "deliver msdb"));
}

TEST(Explore, PicksAreFreeAgainAfterALoop) {
    std::vector<Route> const routes = {route("R").to("Svc").with(guid_1).at("TCP://here:1"),
                                       route("Q").to("Svc").with(guid_2).at("TCP://a:1")};
    auto const visited = explored(outgoing("A", "Svc")
                                      .own_address("TCP://here:1")
                                      .forwarding()
                                      .in({
                                          database("A").routing_by(routes),
                                          database("msdb").routing_by(routes),
                                      }),
                                  OtherReadings::explored);
    EXPECT_THAT(outcomes(visited),
                UnorderedElementsAre("send TCP://a:1", "forward TCP://here:1", "forward TCP://a:1"));
}

TEST(Explore, TheObserverHearsEveryRun) {
    RoutingProcess process(rich());
    StepWriter observer;
    std::ptrdiff_t ways = 0;
    explore(process, {}, OtherReadings::explored, observer, [&](WayTaken const&) { ++ways; });
    EXPECT_EQ(std::count(observer.steps().begin(), observer.steps().end(), "SCOPE-1 A"), ways);
}

TEST(Explore, ExploringAgainVisitsTheSame) {
    RoutingProcess process(rich());
    auto const first = explored(process, OtherReadings::explored);
    auto const second = explored(process, OtherReadings::explored);
    EXPECT_EQ(outcomes(first), outcomes(second));
}

TEST(Repeat, ReproducesTheOutcomeAndTheStepsOfEachWay) {
    Profile other_profile;
    other_profile.prefer(Reading::expiry_instant, 1);
    other_profile.prefer(Reading::identical_routes, 1);
    for (auto const& profile : {Profile{}, other_profile})
        for (auto const other_readings : {OtherReadings::left_out, OtherReadings::explored}) {
            RoutingProcess process(rich());
            StepWriter all;
            std::size_t heard = 0;
            explore(process, profile, other_readings, all, [&](WayTaken const& taken) {
                Texts const steps(all.steps().begin() + static_cast<std::ptrdiff_t>(heard),
                                  all.steps().end());
                heard = all.steps().size();
                RoutingProcess fresh(rich());
                StepWriter again;
                auto const outcome = repeat(fresh, profile, other_readings, taken.way, again);
                EXPECT_EQ(text(outcome), text(taken.outcome));
                EXPECT_EQ(again.steps(), steps);
            });
        }
}

}  // namespace
}  // namespace ssbroute::test
