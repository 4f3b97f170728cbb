#include "oracle/why_not.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/answer.hpp"
#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto now = "2026-01-01T00:00:00Z";

std::string line(WhyNot const& one) {
    return one.table + "." + one.route + " " + std::string(id(one.rule)) + ": " + one.because;
}

Texts lines(std::vector<WhyNot> const& reasons) {
    Texts result;
    for (auto const& one : reasons) result.push_back(line(one));
    return result;
}

// What is found where this is the outcome.
std::vector<WhyNot> reasons(Scenario const& scenario, std::string const& outcome,
                            Profile const& profile = {}) {
    RoutingProcess process(scenario);
    for (auto const& one : answer_with_ways(process, profile))
        if (text(one.outcome) == outcome) return why_not(scenario, trace(process, one, profile));
    throw std::runtime_error("no way leads to " + outcome);
}

// What is said where this is the outcome.
Texts why(Scenario const& scenario, std::string const& outcome, Profile const& profile = {}) {
    return lines(reasons(scenario, outcome, profile));
}

// What is said on a way with these answers.
Texts why(Scenario const& scenario, ScriptedArbiter arbiter) {
    RoutingProcess process(scenario);
    TraceRecorder recorder;
    process.run(arbiter, recorder);
    return lines(why_not(scenario, recorder.steps()));
}

// A message to Svc is sent by the route Chosen; what is said of the others.
Texts beside_a_named_route(std::vector<Route> routes) {
    routes.insert(routes.begin(), route("Chosen").to("Svc").at("TCP://a:1"));
    return why(outgoing("A", "Svc").now(now).in({database("A").routing_by(std::move(routes))}),
               "send TCP://a:1");
}

std::string of_a_route_to(std::string service) {
    return beside_a_named_route({route("R").to(std::move(service))}).at(0);
}

TEST(WhyNot, NothingIsSaidOfTheChosenRoute) { EXPECT_THAT(beside_a_named_route({}), IsEmpty()); }

TEST(WhyNot, ServiceNameDiffersAtAByteCountedFromOne) {
    EXPECT_EQ(of_a_route_to("svc"), "A.R MATCH-2: service name differs at byte 1: 's' is not 'S'");
    EXPECT_EQ(of_a_route_to("SvC"), "A.R MATCH-2: service name differs at byte 3: 'C' is not 'c'");
}

TEST(WhyNot, BytesThatAreNotPrintableAreTold) {
    EXPECT_EQ(of_a_route_to("S\tc"), "A.R MATCH-2: service name differs at byte 2: 0x09 is not 'v'");
    EXPECT_EQ(of_a_route_to("Sv\xC3\xA7"), "A.R MATCH-2: service name differs at byte 3: 0xC3 is not 'c'");
    EXPECT_EQ(of_a_route_to("Sv\x7F"), "A.R MATCH-2: service name differs at byte 3: 0x7F is not 'c'");
    EXPECT_EQ(of_a_route_to("Sv "), "A.R MATCH-2: service name differs at byte 3: ' ' is not 'c'");
    EXPECT_EQ(of_a_route_to("Sv~"), "A.R MATCH-2: service name differs at byte 3: '~' is not 'c'");
}

TEST(WhyNot, BytesAreCountedNotCharacters) {
    auto const reasons =
        why(outgoing("A", "\xC3\xA9x")
                .in({
                    database("A").routing_by(
                        {route("R").to("\xC3\xA8x"), route("Q").to("\xC3\xA9y"), route("P").at("TCP://a:1")}),
                }),
            "send TCP://a:1");
    EXPECT_THAT(reasons, ElementsAre("A.R MATCH-2: service name differs at byte 2: 0xA8 is not 0xA9",
                                     "A.Q MATCH-2: service name differs at byte 3: 'y' is not 'x'"));
}

TEST(WhyNot, ServiceNameGoesOn) {
    EXPECT_EQ(of_a_route_to("Svc2"),
              "A.R MATCH-2: service name goes on at byte 4 with '2', where the conversation's ends");
    EXPECT_EQ(of_a_route_to("Svc "),
              "A.R MATCH-2: service name goes on at byte 4 with ' ', where the conversation's ends");
}

TEST(WhyNot, ServiceNameEndsBefore) {
    EXPECT_EQ(of_a_route_to("Sv"),
              "A.R MATCH-2: service name ends before byte 3, where the conversation's goes on with 'c'");
    EXPECT_EQ(of_a_route_to(""),
              "A.R MATCH-2: service name ends before byte 1, where the conversation's goes on with 'S'");
}

TEST(WhyNot, AServiceNameThatDiffersIsToldAtTheStepThatAsksForSuchARoute) {
    auto const by_identifier = route("R").to("svc").with(guid_1);
    EXPECT_EQ(beside_a_named_route({by_identifier}).at(0),
              "A.R MATCH-3: service name differs at byte 1: 's' is not 'S'");
    auto const given =
        outgoing("A", "Svc")
            .with(guid_1)
            .in({
                database("A").routing_by({route("Chosen").to("Svc").at("TCP://a:1"), by_identifier}),
            });
    EXPECT_THAT(why(given, "send TCP://a:1"),
                ElementsAre("A.R MATCH-1: service name differs at byte 1: 's' is not 'S'"));
}

TEST(WhyNot, IdentifierDiffers) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_1)
                              .in({
                                  database("A").routing_by({route("R").to("Svc").with("Broker"),
                                                            route("Q").to("Svc").at("TCP://a:1")}),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R MATCH-1: identifier Broker is not 11111111-1111-1111-1111-111111111111"));
}

TEST(WhyNot, AnotherIdentifierWasPicked) {
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("A").routing_by({
                                      route("R").to("Svc").with(guid_1).at("TCP://a:1"),
                                      route("Q").to("Svc").with("Broker").at("TCP://b:1"),
                                  }),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.Q MATCH-3: another identifier than its Broker was picked"));
    EXPECT_THAT(
        why(scenario, "send TCP://b:1"),
        ElementsAre(
            "A.R MATCH-3: another identifier than its 11111111-1111-1111-1111-111111111111 was picked"));
}

TEST(WhyNot, AnEarlierStepEndedMatching) {
    EXPECT_THAT(
        beside_a_named_route({route("R").to("Svc").with(guid_1), route("Q"), route("P").with(guid_1)}),
        ElementsAre("A.R MATCH-2: MATCH-2 ended matching before MATCH-3",
                    "A.Q MATCH-2: MATCH-2 ended matching before MATCH-5",
                    "A.P MATCH-2: MATCH-2 ended matching before MATCH-5"));
}

TEST(WhyNot, Match1EndedMatching) {
    auto const scenario =
        outgoing("A", "Svc")
            .with(guid_1)
            .in({
                database("A").routing_by(
                    {route("R").to("Svc"), route("Q").to("Svc").with(guid_1).at("TCP://a:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R MATCH-1: MATCH-1 ended matching before MATCH-2"));
}

TEST(WhyNot, Match3EndedMatching) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R"), route("Q").to("Svc").with(guid_1).at("TCP://a:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R MATCH-3: MATCH-3 ended matching before MATCH-5"));
}

TEST(WhyNot, Match4EndedMatching) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R"), route("D").to(dynamic_routing_service)}),
            });
    EXPECT_THAT(why(scenario, "delay, route requested"),
                ElementsAre("A.R MATCH-4: MATCH-4 ended matching before MATCH-5",
                            "A.D MATCH-2: service name differs at byte 2: 'Q' is not 'v'"));
}

TEST(WhyNot, WaitingForAnAnswerEndedMatching) {
    auto const scenario = outgoing("A", "Svc")
                              .pending("Svc")
                              .in({
                                  database("A").routing_by(
                                      {route("R").at("TCP://a:1"), route("D").to(dynamic_routing_service)}),
                              });
    EXPECT_EQ(why(scenario, ScriptedArbiter().reading(PendingRouteRequest::delay)).at(0),
              "A.R MATCH-4: MATCH-4 ended matching before MATCH-5");
}

TEST(WhyNot, ExpiredAt) {
    EXPECT_THAT(
        beside_a_named_route({route("R").to("Svc").at("TCP://b:1").until("2025-12-31T23:00:00-01:00"),
                              route("Q").to("Other").until("2025-06-01T12:00:00.5Z")}),
        ElementsAre("A.R EXPIRY-1: expired at 2026-01-01T00:00:00Z, and it is 2026-01-01T00:00:00Z",
                    "A.Q EXPIRY-1: expired at 2025-06-01T12:00:00.5Z, and it is 2026-01-01T00:00:00Z"));
}

TEST(WhyNot, AnExpiredRouteThatIsKeptIsNotToldToBeExpired) {
    auto const scenario =
        outgoing("A", "Svc")
            .now(now)
            .begun_at("2025-01-01T00:00:00Z")
            .in({
                database("A").routing_by(
                    {route("R").to("Svc").at("TCP://a:1").until("2025-06-01T00:00:00Z"), route("Q")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.Q MATCH-2: MATCH-2 ended matching before MATCH-5"));
}

TEST(WhyNot, ARouteWithOnlyAnIdentifierIsTakenByNoStep) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({database("A").routing_by({route("R").with(guid_1), route("Q").at("TCP://a:1")})});
    EXPECT_THAT(
        why(scenario, "send TCP://a:1"),
        ElementsAre("A.R MATCH-5: has an identifier and no service name, and no step takes such a route"));
}

TEST(WhyNot, WhereARouteWithOnlyAnIdentifierIsTakenAnotherDiffersInItsIdentifier) {
    std::vector<Route> const routes = {route("R").with(guid_1).at("TCP://a:1"),
                                       route("Q").with("Broker").at("TCP://b:1")};
    Profile last_resort;
    last_resort.prefer(Reading::identifier_only_route,
                       static_cast<AnswerNumber>(IdentifierOnlyRoute::last_resort));
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by(routes)});
    EXPECT_THAT(why(ScenarioBuilder(scenario).with(guid_1), "send TCP://a:1", last_resort),
                ElementsAre("A.Q MATCH-5: identifier Broker is not 11111111-1111-1111-1111-111111111111"));
    EXPECT_THAT(why(scenario, "send TCP://a:1", last_resort),
                ElementsAre("A.Q MATCH-5: another identifier than its Broker was picked"));
}

TEST(WhyNot, ARouteOfLastResortWasTriedWhereTheDynamicRoutingServiceIsAskedLast) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R").with(guid_1), route("D").to(dynamic_routing_service)}),
            });
    EXPECT_EQ(why(scenario, ScriptedArbiter().reading(DynamicRoutingOrder::when_nothing_matches)).at(0),
              "A.R MATCH-5: has an identifier and no service name, and no step takes such a route");
}

TEST(WhyNot, LocalWithoutService) {
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("A").routing_by({route("R"), route("Q").at("TCP://a:1")}),
                                  database("B").offering({"Svc"}).disabled(),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R CHOOSE-2: no database with an enabled broker has the service 'Svc'"));
}

TEST(WhyNot, LocalWithoutServiceAlone) {
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R")})});
    EXPECT_THAT(why(scenario, "delay"),
                ElementsAre("A.R CHOOSE-2: no database with an enabled broker has the service 'Svc'"));
}

TEST(WhyNot, LocalWithoutServiceIsNotTheReasonWhereAnEarlierStepChose) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R"), route("Q").at("TCP://a:1").mirrored_at("TCP://b:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://a:1 or TCP://b:1"),
                ElementsAre("A.R CHOOSE-1: CHOOSE-1 chose 'Q' before CHOOSE-2"));
}

TEST(WhyNot, AnotherWasPickedAmongTheCandidates) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by(
                    {route("R").at("TCP://a:1"), route("Q").at("TCP://b:1"), route("P").at("TCP://c:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://b:1"),
                ElementsAre("A.R CHOOSE-3: 'Q' was picked among 3", "A.P CHOOSE-3: 'Q' was picked among 3"));
}

TEST(WhyNot, AnEarlierStepChose) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").offering({"Svc"}).routing_by(
                    {route("R").at("TCP://a:1"), route("Q").at("TRANSPORT"), route("P").at("LOCAL")}),
            });
    EXPECT_THAT(why(scenario, "deliver A"), ElementsAre("A.R CHOOSE-2: CHOOSE-2 chose 'P' before CHOOSE-3",
                                                        "A.Q CHOOSE-2: CHOOSE-2 chose 'P' before CHOOSE-4"));
}

TEST(WhyNot, AMirroredRouteWasChosenBefore) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by(
                    {route("R").at("TCP://a:1"), route("Q").at("TCP://b:1").mirrored_at("TCP://c:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://b:1 or TCP://c:1"),
                ElementsAre("A.R CHOOSE-1: CHOOSE-1 chose 'Q' before CHOOSE-3"));
}

TEST(WhyNot, CountsAsOneWithTheChosenRoute) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R").at("TCP://a:1"), route("Q").at("tcp://a:1")}),
            });
    EXPECT_THAT(
        why(scenario, "send TCP://a:1"),
        ElementsAre("A.Q CHOOSE-0: counts as one with 'R': identifier, service name and address are equal"));
}

TEST(WhyNot, ThatRoutesCountAsOneDoesNotEndMatching) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by({route("R").to("Svc").at("TCP://a:1"),
                                          route("Q").to("Svc").at("TCP://a:1"),
                                          route("P").to("Svc").with(guid_1).at("TCP://b:1")}),
            });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                testing::Contains("A.P MATCH-2: MATCH-2 ended matching before MATCH-3"));
}

TEST(WhyNot, ATwinWithoutMirrorAddressCountsAsOneWithTheMirroredRoute) {
    auto const scenario =
        outgoing("A", "Svc")
            .in({
                database("A").routing_by(
                    {route("R").at("TCP://a:1"), route("Q").at("TCP://a:1").mirrored_at("TCP://b:1")}),
            });
    EXPECT_THAT(
        why(scenario, "send TCP://a:1 or TCP://b:1"),
        ElementsAre("A.R CHOOSE-0: counts as one with 'Q': identifier, service name and address are equal"));
}

TEST(WhyNot, ARepresentativeWithoutMirrorAddressStandsForAMirroredRoute) {
    // Both classes are represented by their members without mirror address.
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("A").routing_by({
                                      route("R").at("TCP://a:1"),
                                      route("Q").at("TCP://a:1").mirrored_at("TCP://m:1"),
                                      route("P").at("TCP://b:1"),
                                      route("O").at("TCP://b:1").mirrored_at("TCP://m:1"),
                                  }),
                              });
    EXPECT_THAT(
        why(scenario, "send TCP://a:1"),
        ElementsAre("A.Q CHOOSE-0: counts as one with 'R': identifier, service name and address are equal",
                    "A.P CHOOSE-3: 'R' was picked among 2",
                    "A.O CHOOSE-0: one without mirror address stands for it"));
}

TEST(WhyNot, TheDestinationWasNotFoundAndAnotherRouteWasChosen) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").offering({"Svc"}).routing_by({
                                      route("R").at("LOCAL"),
                                      route("Q").at("TCP://a:1"),
                                      route("P").at("TCP://b:1"),
                                      route("O").at("TRANSPORT"),
                                  }),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R LOCATE-4: its destination was not found, and another route was chosen",
                            "A.P CHOOSE-3: 'Q' was picked among 2",
                            "A.O CHOOSE-3: CHOOSE-3 chose 'Q' before CHOOSE-4"));
}

TEST(WhyNot, EveryLocalRouteIsSetAsideWhereTheDestinationWasNotFound) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").offering({"Svc"}).routing_by({
                                      route("R").at("LOCAL"),
                                      route("Q").at("TCP://a:1"),
                                      route("P").at("local"),
                                  }),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R LOCATE-4: its destination was not found, and another route was chosen",
                            "A.P LOCATE-4: its destination was not found, and another route was chosen"));
}

TEST(WhyNot, WhereTheProcessStopsOtherRoutesWereChosenBefore) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_3)
                              .in({
                                  database("A").offering({"Svc"}).routing_by(
                                      {route("R").at("LOCAL"), route("Q").at("TCP://a:1")}),
                              });
    EXPECT_THAT(why(scenario, "delay"), ElementsAre("A.Q CHOOSE-2: CHOOSE-2 chose 'R' before CHOOSE-3"));
}

TEST(WhyNot, NothingIsSaidWhereNoTableWasInScope) {
    EXPECT_THAT(why(outgoing("A", "Svc").in({database("A").disabled().routing_by({route("R")})}), "delay"),
                IsEmpty());
    auto const reply = incoming("Svc")
                           .sent_by(SentBy::target)
                           .with(guid_1)
                           .in({
                               database("msdb").routing_by({route("M")}),
                               database("A").identified_by(guid_1).offering({"Svc"}),
                           });
    EXPECT_THAT(why(reply, "deliver A"), IsEmpty());
}

TEST(WhyNot, OnlyTheTableInScopeIsTold) {
    auto const scenario = outgoing("A", "Svc")
                              .in({
                                  database("msdb").routing_by({route("M")}),
                                  database("A").routing_by({route("R").to("X"), route("Q").at("TCP://a:1")}),
                                  database("B").routing_by({route("P")}),
                              });
    EXPECT_THAT(why(scenario, "send TCP://a:1"),
                ElementsAre("A.R MATCH-2: service name differs at byte 1: 'X' is not 'S'"));
}

TEST(WhyNot, TheRoutesAreInTheOrderOfTheTable) {
    auto const reasons = beside_a_named_route(
        {route("9"), route("1").to("X"), route("5").to("Svc").with(guid_1), route("2").to("Svc2")});
    Texts order;
    for (auto const& one : reasons) order.push_back(one.substr(0, 3));
    EXPECT_THAT(order, ElementsAre("A.9", "A.1", "A.5", "A.2"));
}

TEST(WhyNot, AfterALoopBothTablesAreToldTheSendingDatabasesFirst) {
    auto const scenario =
        outgoing("A", "Svc")
            .own_address("TCP://here:1")
            .forwarding()
            .in({
                database("msdb").routing_by({route("M").to("svc"), route("N").at("TCP://a:1")}),
                database("A").routing_by({route("R").to("Svc").at("TCP://here:1"), route("Q")}),
            });
    EXPECT_THAT(why(scenario, "forward TCP://a:1"),
                ElementsAre("A.Q MATCH-2: MATCH-2 ended matching before MATCH-5",
                            "msdb.M MATCH-2: service name differs at byte 1: 's' is not 'S'"));
}

TEST(WhyNot, AfterALoopOfMsdbItsTableIsToldTwice) {
    auto const scenario = outgoing("msdb", "Svc")
                              .own_address("TCP://here:1")
                              .in({
                                  database("msdb").offering({"Svc"}).routing_by(
                                      {route("M").to("Svc").at("TCP://here:1"), route("N")}),
                              });
    auto const found = reasons(scenario, "drop");
    EXPECT_THAT(lines(found), ElementsAre("msdb.N MATCH-2: MATCH-2 ended matching before MATCH-5",
                                          "msdb.N MATCH-2: MATCH-2 ended matching before MATCH-5"));
    EXPECT_EQ(found.at(0).round, 0U);
    EXPECT_EQ(found.at(1).round, 1U);
}

TEST(WhyNot, WhereTheLoopEndsBeforeMatchingOneTableIsTold) {
    auto const scenario =
        outgoing("A", "Svc")
            .own_address("TCP://here:1")
            .in({
                database("msdb").disabled().routing_by({route("M")}),
                database("A").routing_by({route("R").to("Svc").at("TCP://here:1"), route("Q")}),
            });
    EXPECT_THAT(why(scenario, "drop"), ElementsAre("A.Q MATCH-2: MATCH-2 ended matching before MATCH-5"));
}

TEST(WhyNot, TheSupposedLocalRouteIsNoRouteOfTheTable) {
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_1)
                              .in({
                                  database("A").identified_by(guid_1).offering({"Svc"}).routing_by(
                                      {route("R").to("svc"), route("").to("Other")}),
                              });
    EXPECT_THAT(why(scenario, "deliver A"),
                ElementsAre("A.R MATCH-2: service name differs at byte 1: 's' is not 'S'",
                            "A. MATCH-2: service name differs at byte 1: 'O' is not 'S'"));
}

}  // namespace
}  // namespace ssbroute::test
