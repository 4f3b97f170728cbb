#include "routing/sending_on.hpp"

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

constexpr auto here = "TCP://here:1";

ScenarioBuilder from_a(Route only, std::string service = "Svc") {
    return outgoing("A", std::move(service)).in({database("A").routing_by({std::move(only)})});
}

ScenarioBuilder from_outside(Route only, std::string service = "Svc") {
    return incoming(std::move(service)).in({database("msdb").routing_by({std::move(only)})});
}

TEST(Send1, SendsToTheChosenAddressAsItIsWritten) {
    auto const decided = decide(from_a(route("R").at("tcp://Far:04022/x")));
    EXPECT_EQ(decided.outcome, "send tcp://Far:04022/x");
    EXPECT_EQ(decided.steps.back(), "SEND-1 tcp://Far:04022/x");
}

TEST(Send1, NamesBothAddressesOfAMirroredRoute) {
    auto const decided = decide(from_a(route("R").at("TCP://a:1").mirrored_at("TCP://b:1")));
    EXPECT_EQ(decided.outcome, "send TCP://a:1 or TCP://b:1");
    EXPECT_EQ(decided.steps.back(), "SEND-1 TCP://a:1 or TCP://b:1");
}

TEST(Send1, DoesNotAskWhetherForwardingIsActive) {
    EXPECT_EQ(decide(from_a(route("R").at("TCP://a:1")).forwarding()).outcome, "send TCP://a:1");
}

TEST(Forward1, DropsOrDelaysWhileForwardingIsNotActive) {
    auto const scenario = from_outside(route("R").at("TCP://a:1"));
    auto const dropped = decide(scenario);
    EXPECT_EQ(dropped.outcome, "drop");
    EXPECT_EQ(dropped.steps.back(), "FORWARD-1");
    EXPECT_THAT(dropped.asked, ElementsAre("forwarding-inactive"));
    EXPECT_EQ(decide(scenario, ScriptedArbiter().reading(ForwardingInactive::delay)).outcome, "delay");
}

TEST(Forward1, TriesNoOtherRoute) {
    auto const decided = decide(incoming("Svc").in({
        database("msdb").routing_by(
            {route("R").at("LOCAL"), route("Q").at("TCP://a:1").mirrored_at("TCP://b:1")}),
        database("A").offering({"Svc"}),
    }));
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_EQ(decided.steps.back(), "FORWARD-1");
}

TEST(Forward1, ComesBeforeTheServiceNameIsReadForItsAddress) {
    for (auto const* service : {"Svc", "TCP://a:1/Svc"}) {
        auto const decided = decide(from_outside(route("R").at("TRANSPORT"), service));
        EXPECT_EQ(decided.outcome, "drop");
        EXPECT_EQ(decided.steps.back(), "FORWARD-1");
        EXPECT_THAT(decided.steps, Not(Contains(StartsWith("TRANSPORT"))));
    }
}

TEST(Forward2, ForwardsToTheChosenAddress) {
    auto const decided = decide(from_outside(route("R").at("TCP://a:1")).forwarding());
    EXPECT_EQ(decided.outcome, "forward TCP://a:1");
    EXPECT_EQ(decided.steps.back(), "FORWARD-2 TCP://a:1");
}

TEST(Forward2, NamesBothAddressesOfAMirroredRoute) {
    EXPECT_EQ(decide(from_outside(route("R").at("TCP://a:1").mirrored_at("TCP://b:1")).forwarding()).outcome,
              "forward TCP://a:1 or TCP://b:1");
}

TEST(Forward2, AnIncomingMessageIsForwardedToAnOwnAddressLikeToAnyOther) {
    auto const decided = decide(from_outside(route("R").at(here)).forwarding().own_address(here));
    EXPECT_EQ(decided.outcome, "forward TCP://here:1");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Transport1, SendsToTheAddressWithWhichTheServiceNameBegins) {
    auto const decided = decide(from_a(route("R").at("TRANSPORT"), "tcp://Far:1/path/Svc"));
    EXPECT_EQ(decided.outcome, "send tcp://Far:1");
    EXPECT_THAT(decided.steps, Contains("TRANSPORT-1 tcp://Far:1"));
    EXPECT_EQ(decided.steps.back(), "SEND-1 tcp://Far:1");
}

TEST(Transport1, ForwardsAnIncomingMessage) {
    EXPECT_EQ(decide(from_outside(route("R").at("TRANSPORT"), "TCP://far:1/Svc").forwarding()).outcome,
              "forward TCP://far:1");
}

TEST(Transport1, NamesNoMirrorAddress) {
    auto const decided =
        decide(from_a(route("R").at("TRANSPORT").mirrored_at("TCP://m:1"), "TCP://far:1/Svc"));
    EXPECT_EQ(decided.outcome, "send TCP://far:1");
    EXPECT_THAT(decided.steps, Contains("TRANSPORT-1 TCP://far:1"));
}

TEST(Transport2, EndsAsIfNothingCouldBeChosen) {
    auto const delayed = decide(from_a(route("R").at("TRANSPORT"), "Svc"));
    EXPECT_EQ(delayed.outcome, "delay");
    EXPECT_THAT(delayed.asked, ElementsAre("absent-service-outgoing"));
    EXPECT_THAT(delayed.steps, Contains("TRANSPORT-2"));
    EXPECT_EQ(delayed.steps.back(), "CHOOSE-5");

    auto const dropped = decide(from_outside(route("R").at("TRANSPORT"), "Svc").forwarding());
    EXPECT_EQ(dropped.outcome, "drop");
    EXPECT_THAT(dropped.asked, ElementsAre("absent-service-incoming"));
}

TEST(Transport2, TriesNoOtherRoute) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .in({
                       database("A").routing_by(
                           {route("R").at("TRANSPORT").mirrored_at("TCP://m:1"), route("Q").at("TCP://a:1")}),
                   }));
    EXPECT_EQ(decided.outcome, "delay");
}

TEST(Transport2, AnAddressThatIsNotValidIsNone) {
    for (auto const* service :
         {"TCP://far/Svc", "TCP://far:0/Svc", "TCP://far:1Svc", "TCP://far:65536/Svc", ""})
        EXPECT_THAT(decide(from_a(route("R").at("TRANSPORT"), service)).steps, Contains("TRANSPORT-2"))
            << service;
}

TEST(Loop1, RoutesTheMessageAgainAsAnIncomingOne) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .forwarding()
                                    .in({
                                        database("A").routing_by({route("R").at("tcp://HERE:01/x")}),
                                        database("msdb").routing_by({route("M").at("TCP://m:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "forward TCP://m:1");
    EXPECT_THAT(decided.steps, Contains("LOOP-1 tcp://HERE:01/x"));
    EXPECT_THAT(decided.steps, Contains("SCOPE-2 msdb"));
    EXPECT_THAT(decided.steps, Not(Contains(StartsWith("SEND-1"))));
}

TEST(Loop1, HappensOnceEvenIfMsdbLeadsHereAgain) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .forwarding()
                                    .in({
                                        database("A").routing_by({route("R").at(here)}),
                                        database("msdb").routing_by({route("M").at(here)}),
                                    }));
    EXPECT_EQ(decided.outcome, "forward TCP://here:1");
}

TEST(Loop1, TheMessageIsDroppedWhileForwardingIsNotActive) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .in({
                                        database("A").routing_by({route("R").at(here)}),
                                        database("msdb").routing_by({route("M").at("TCP://m:1")}),
                                    }));
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_EQ(decided.steps.back(), "FORWARD-1");
}

TEST(Loop1, TheMessageIsDroppedWhileMsdbIsDisabled) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .in({
                                        database("A").offering({"Svc"}).routing_by({route("R").at(here)}),
                                        database("msdb").disabled(),
                                    }));
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_EQ(decided.steps.back(), "ENABLED-3 msdb");
}

TEST(Loop1, AReplyIsDeliveredWithoutMatching) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .sent_by(SentBy::target)
                                    .with(guid_2)
                                    .own_address(here)
                                    .in({
                                        database("A").routing_by({route("R").at(here)}),
                                        database("B").identified_by(guid_2).offering({"Svc"}),
                                    }));
    EXPECT_EQ(decided.outcome, "deliver B");
    EXPECT_THAT(decided.steps, Contains("REPLY-1 B"));
    EXPECT_THAT(decided.steps, Not(Contains("SCOPE-2 msdb")));
}

TEST(Loop1, LocatingDoesNotPreferTheSendingDatabase) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .in({
                                        database("A").offering({"Svc"}).routing_by({route("R").at(here)}),
                                        database("B").offering({"Svc"}),
                                        database("msdb").routing_by({route("M").at("LOCAL")}),
                                    }));
    EXPECT_THAT(decided.steps, Contains("(LOCATE-2)"));
    EXPECT_THAT(decided.asked, ElementsAre("LOCATE-3 of 2"));
}

TEST(Loop1, WhatCannotBeChosenIsDropped) {
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .in({
                                        database("A").routing_by({route("R").at(here)}),
                                        database("msdb").routing_by({route("M").at("LOCAL")}),
                                    }));
    EXPECT_EQ(decided.outcome, "drop");
    EXPECT_THAT(decided.asked, ElementsAre("absent-service-incoming"));
}

TEST(Loop1, WithoutAMatchTheReadingOfIncomingMessagesIsAsked) {
    auto const decided =
        decide(outgoing("A", "Svc").own_address(here).in({database("A").routing_by({route("R").at(here)})}));
    EXPECT_EQ(decided.outcome, "delay");
    EXPECT_THAT(decided.asked, ElementsAre("no-match-incoming"));
}

TEST(Loop1, PicksAreFreeAgain) {
    std::vector<Route> const routes = {route("R").to("Svc").with(guid_1).at(here),
                                       route("Q").to("Svc").with(guid_2).at("TCP://m:1")};
    auto const decided = decide(outgoing("A", "Svc")
                                    .own_address(here)
                                    .forwarding()
                                    .in({
                                        database("A").routing_by(routes),
                                        database("msdb").routing_by(routes),
                                    }));
    EXPECT_THAT(decided.asked, ElementsAre("MATCH-3 of 2", "MATCH-3 of 2"));
}

TEST(Loop1, AnAddressThatIsNotValidMayBeTheInstancesOwn) {
    auto const decided = decide(from_a(route("R").at("HERE")).own_address("here"));
    EXPECT_THAT(decided.steps, Contains("LOOP-1 HERE"));
}

TEST(Loop1, AChosenLocalRouteIsNeverLookedAt) {
    auto const decided =
        decide(outgoing("A", "Svc")
                   .own_address(here)
                   .own_address("LOCAL")
                   .in({
                       database("A").offering({"Svc"}).routing_by({route("R").at("LOCAL").mirrored_at(here)}),
                   }));
    EXPECT_EQ(decided.outcome, "deliver A");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Loop1, LooksAtTheAddressWhateverTheMirrorAddress) {
    auto const decided = decide(from_a(route("R").at(here).mirrored_at("TCP://m:1")).own_address(here));
    EXPECT_THAT(decided.steps, Contains(StartsWith("LOOP-1")));
    EXPECT_THAT(decided.asked, Not(Contains("self-address")));
}

TEST(Loop1, WhetherAMirrorAddressCountsIsAsked) {
    auto const scenario = from_a(route("R").at("TCP://a:1").mirrored_at(here)).own_address(here);
    auto const sent = decide(scenario);
    EXPECT_EQ(sent.outcome, "send TCP://a:1 or TCP://here:1");
    EXPECT_THAT(sent.asked, ElementsAre("self-address"));
    auto const looped = decide(scenario, ScriptedArbiter().reading(SelfAddress::address_or_mirror));
    EXPECT_THAT(looped.steps, Contains(StartsWith("LOOP-1")));
}

TEST(Loop1, NothingIsAskedWhereNeitherAddressIsTheInstancesOwn) {
    auto const decided =
        decide(from_a(route("R").at("TCP://a:1").mirrored_at("TCP://b:1")).own_address(here));
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Loop1, TheMirrorAddressOfATransportRouteIsNotAskedFor) {
    auto const decided =
        decide(from_a(route("R").at("TRANSPORT").mirrored_at(here), "TCP://far:1/Svc").own_address(here));
    EXPECT_EQ(decided.outcome, "send TCP://far:1");
    EXPECT_THAT(decided.asked, IsEmpty());
}

TEST(Loop1, WhetherTheAddressOfTheServiceNameCountsIsAsked) {
    auto const scenario = from_a(route("R").at("TRANSPORT"), "TCP://here:1/Svc").own_address(here);
    auto const looped = decide(scenario);
    EXPECT_THAT(looped.steps, Contains("LOOP-1 TCP://here:1"));
    EXPECT_THAT(looped.asked, ElementsAre("transport-self-address", "no-match-incoming"));
    auto const sent = decide(scenario, ScriptedArbiter().reading(TransportSelfAddress::send));
    EXPECT_EQ(sent.outcome, "send TCP://here:1");
}

TEST(Loop1, TheAddressOfTheServiceNameIsNotAskedForElsewhere) {
    EXPECT_THAT(decide(from_a(route("R").at("TRANSPORT"), "TCP://far:1/Svc").own_address(here)).asked,
                IsEmpty());
    EXPECT_THAT(
        decide(from_outside(route("R").at("TRANSPORT"), "TCP://here:1/Svc").own_address(here).forwarding())
            .asked,
        IsEmpty());
    EXPECT_THAT(decide(from_a(route("R").at("TCP://a:1"), "TCP://here:1/Svc").own_address(here)).asked,
                IsEmpty());
}

}  // namespace
}  // namespace ssbroute::test
