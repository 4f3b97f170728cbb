#include "review/comparison.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Compared;
using review::Comparison;
using review::Difference;
using review::StandsFor;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string answer_text(Answer const& answer) {
    std::string result;
    for (auto const& outcome : answer.permitted) result += (result.empty() ? "" : "|") + text(outcome);
    for (auto const& one : answer.contested) result += " (" + text(one.outcome) + ")";
    return result;
}

std::string subject(std::string const& value, StandsFor stands_for) {
    switch (stands_for) {
        case StandsFor::itself: return value;
        case StandsFor::any_other: return "any other";
        case StandsFor::any_other_with_address: return "any other with an address";
        case StandsFor::any_other_with_own_address: return "any other with an own address";
    }
    return "";
}

// `Sales to Svc, guid_1: delay -> deliver Parts`; who sends it where that matters.
std::string line(Difference const& one) {
    auto result = one.witness.origin_database.value_or("outside") + " to " +
                  subject(one.witness.to_service_name.text(), one.service);
    if (auto const& identifier = one.witness.to_broker_instance)
        result += ", " + subject(identifier->text().substr(0, 2), one.identifier);
    if (one.sent_by) result += *one.sent_by == SentBy::target ? ", by the target" : ", by the initiator";
    return result + ": " + answer_text(one.first) + " -> " + answer_text(one.second);
}

Lines lines(Comparison const& comparison) {
    Lines result;
    for (auto const& one : comparison.differences) result.push_back(line(one));
    return result;
}

Comparison compared(InstanceBuilder const& first, InstanceBuilder const& second,
                    Compared what = Compared::permitted) {
    return review::compare(first.made(), second.made(), time(lint_time), what);
}

InstanceBuilder with(std::vector<Route> routes, std::vector<std::string> const& services = {}) {
    return instance().in(
        {database("Sales").routing_by(std::move(routes)), database("Parts").offering(services)});
}

TEST(Comparison, AConfigurationIsTheSameAsItself) {
    auto const one = with({auto_created_local(), route("R").to("Svc").at("TCP://a:1")}, {"Stock"});
    EXPECT_TRUE(compared(one, one).is_same());
    EXPECT_TRUE(compared(one, one, Compared::permitted_and_contested).is_same());
}

// Neither names of routes nor the spelling of addresses and GUIDs plays a part in routing.
TEST(Comparison, WhatRoutingDoesNotLookAtIsNoDifference) {
    EXPECT_TRUE(compared(with({route("R").to("Svc").with(guid_1).at("TCP://a:1"),
                               route("S").to("Svc").at("TCP://b:1")}),
                         with({route("Z").to("Svc").at("tcp://B:1/x"),
                               route("Y").to("Svc").with("{" + std::string(guid_1) + "}").at("tcp://A:01")}))
                    .is_same());
}

// MATCH-2 does not hang on the identifier; without the route MATCH-5 takes the message, and CHOOSE-5 delays
// it.
TEST(Comparison, ARouteThatIsAddedShowsWithEachIdentifierThatMatters) {
    EXPECT_THAT(lines(compared(with({auto_created_local()}),
                               with({auto_created_local(), route("R").to("Svc").at("TCP://a:1")}))),
                ElementsAre("Sales to Svc: delay -> send TCP://a:1",
                            "Sales to Svc, any other: delay -> send TCP://a:1"));
}

// MATCH-1 takes its identifier, MATCH-3 no identifier, and no step another one.
TEST(Comparison, ARouteWithIdentifierShowsForItsIdentifierAndForNone) {
    EXPECT_THAT(
        lines(compared(with({auto_created_local()}),
                       with({auto_created_local(), route("R").to("Svc").with(guid_1).at("TCP://a:1")}))),
        ElementsAre("Sales to Svc: delay -> send TCP://a:1", "Sales to Svc, 11: delay -> send TCP://a:1"));
}

// MATCH-5, MATCH-6, MATCH-7.
TEST(Comparison, ALastResortRouteShowsForEveryName) {
    EXPECT_THAT(lines(compared(with({auto_created_local()}, {"Stock"}), with({}, {"Stock"}))),
                ElementsAre("Sales to Stock: deliver Parts -> delay"));
    EXPECT_THAT(lines(compared(with({auto_created_local()}, {"Stock"}),
                               with({route("Out").at("TCP://a:1")}, {"Stock"}))),
                ElementsAre("Sales to Stock: deliver Parts -> send TCP://a:1",
                            "Sales to Stock, any other: delay -> send TCP://a:1",
                            "Sales to any other: delay -> send TCP://a:1",
                            "Sales to any other, any other: delay -> send TCP://a:1"));
}

TEST(Comparison, AServiceThatMovesShowsFromEverywhere) {
    auto const here = [](std::vector<std::string> const& of_sales, std::vector<std::string> const& of_parts) {
        return instance().in({database("Sales").offering(of_sales).routing_by({auto_created_local()}),
                              database("Parts").offering(of_parts)});
    };
    EXPECT_THAT(lines(compared(here({}, {"Stock"}), here({"Stock"}, {}))),
                ElementsAre("Sales to Stock: deliver Parts -> deliver Sales",
                            "msdb to Stock: deliver Parts -> deliver Sales",
                            "outside to Stock: deliver Parts -> deliver Sales"));
}

// REPLY-1 asks who sent a message.
TEST(Comparison, WhoSendsAMessageIsToldWhereItMatters) {
    auto const here = [](std::vector<Route> of_msdb) {
        return instance().in({database("Parts").identified_by(guid_1).offering({"Stock"}),
                              database("msdb").routing_by(std::move(of_msdb))});
    };
    // MATCH-6 delivers with the identifier, MATCH-7 delays without.
    EXPECT_THAT(lines(compared(here({auto_created_local()}), here({route("R").to("Stock").at("TCP://a:1")}))),
                AllOf(Contains("outside to Stock: deliver Parts -> drop"),
                      Contains("outside to Stock, 11, by the initiator: deliver Parts -> drop"),
                      Not(Contains(HasSubstr("by the target")))));
}

TEST(Comparison, AnIdentifierThatADatabaseGetsShowsForRepliesAlso) {
    auto const here = [](std::string guid) {
        return instance().in({database("Parts").identified_by(std::move(guid)).offering({"Stock"})});
    };
    // LOCATE-1, LOCATE-4: what has no identifier here is dropped.
    EXPECT_THAT(
        lines(compared(here(guid_1), here(guid_2))),
        AllOf(Contains("outside to Stock, 11: deliver Parts -> drop"),
              Contains("outside to Stock, 22: drop -> deliver Parts"), Not(Contains(HasSubstr("by the")))));
}

TEST(Comparison, AnIdentifierIsToldWithEachNameThatItMattersFor) {
    EXPECT_THAT(
        lines(compared(
            with({route("A").to("A").with(guid_1).at("TCP://a:1"), route("B").to("B").at("TCP://b:1")}),
            with({route("B").to("B").at("TCP://b:1")}))),
        ElementsAre("Sales to A: send TCP://a:1 -> delay", "Sales to A, 11: send TCP://a:1 -> delay"));
}

TEST(Comparison, DatabasesOfOneConfigurationOnlyAreNamed) {
    auto const first = instance().in({database("Sales"), database("Old")});
    auto const second = instance().in({database("New"), database("Sales")});
    auto const comparison = compared(first, second);
    EXPECT_THAT(comparison.databases_only_in_first, ElementsAre("Old"));
    EXPECT_THAT(comparison.databases_only_in_second, ElementsAre("New"));
    EXPECT_THAT(comparison.differences, IsEmpty());
    EXPECT_FALSE(comparison.is_same());
}

// EXPIRY-1 at the time of the comparison.
TEST(Comparison, ExpiredRoutesAreNotThere) {
    EXPECT_TRUE(compared(with({}), with({route("R").to("Svc").at("TCP://a:1").until(lint_time)})).is_same());
    EXPECT_FALSE(
        compared(with({}), with({route("R").to("Svc").at("TCP://a:1").until("2026-01-01T00:00:01Z")}))
            .is_same());
}

// At the very instant, another answer to expiry-instant keeps the route.
TEST(Comparison, ContestedOutcomesAreComparedOnRequest) {
    auto const first = with({});
    auto const second = with({route("R").to("Svc").at("TCP://a:1").until(lint_time)});
    EXPECT_THAT(lines(compared(first, second, Compared::permitted_and_contested)),
                Contains("Sales to Svc: delay -> delay (send TCP://a:1)"));
}

// No step takes a route with an identifier only; another answer to identifier-only-route does.
TEST(Comparison, AnIdentifierOnlyRouteShowsInContestedOutcomesOnly) {
    auto const first = with({});
    auto const second = with({route("R").with(guid_1).at("TCP://a:1")});
    EXPECT_TRUE(compared(first, second).is_same());
    EXPECT_THAT(lines(compared(first, second, Compared::permitted_and_contested)),
                ElementsAre("Sales to any other: delay -> delay (send TCP://a:1)",
                            "Sales to any other, 11: delay -> delay (send TCP://a:1)"));
}

// TRANSPORT-1, TRANSPORT-2.
TEST(Comparison, ATransportRouteShowsForNamesThatBeginWithAnAddress) {
    EXPECT_THAT(
        lines(compared(with({}), with({route("T").at("TRANSPORT")}))),
        ElementsAre(
            "Sales to any other with an address: delay -> send TCP://unknown.example:4022",
            "Sales to any other with an address, any other: delay -> send TCP://unknown.example:4022"));
}

// LOOP-1 through TRANSPORT: msdb has AutoCreatedLocal, and the service is nowhere (CHOOSE-5).
TEST(Comparison, NamesThatBeginWithAnOwnAddressComeBack) {
    EXPECT_THAT(lines(compared(with({}).own_address("TCP://here:4022"),
                               with({route("T").at("TRANSPORT")}).own_address("TCP://here:4022"))),
                Contains("Sales to any other with an own address: delay -> drop"));
}

// LOOP-1 leads from the table of Sales to that of msdb.
TEST(Comparison, ARouteOfMsdbShowsForWhatComesBack) {
    auto const here = [](std::vector<Route> of_msdb) {
        return instance()
            .in({database("Sales").routing_by({route("Back").to("Svc").at("TCP://here:4022")}),
                 database("msdb").routing_by(std::move(of_msdb))})
            .own_address("TCP://here:4022")
            .forwarding();
    };
    EXPECT_THAT(lines(compared(here({}), here({route("R").to("Svc").at("TCP://a:1")}))),
                Contains("Sales to Svc: delay -> forward TCP://a:1"));
}

TEST(Comparison, WitnessesAreFreeOfNamesAndIdentifiersThatOccur) {
    auto const first =
        with({route("R").to("UnknownService").with("00000000-0000-0000-0000-000000000000").at("TCP://a:1")});
    auto const second = with({route("Out").at("TCP://a:1")});
    for (auto const& one : compared(first, second).differences) {
        if (one.service == StandsFor::any_other) {
            EXPECT_EQ(one.witness.to_service_name.text(), "UnknownService2");
        }
        if (one.identifier == StandsFor::any_other && one.service == StandsFor::itself) {
            EXPECT_EQ(one.witness.to_broker_instance->text(), "00000000-0000-0000-0000-000000000001");
        }
    }
    EXPECT_THAT(lines(compared(first, second)),
                ElementsAre("Sales to UnknownService, any other: delay -> send TCP://a:1",
                            "Sales to any other: delay -> send TCP://a:1",
                            "Sales to any other, any other: delay -> send TCP://a:1"));
}

// --- against asking for every message ---

InstanceBuilder some_instance(Dice& dice) {
    auto const table = [&dice] {
        std::vector<Route> routes;
        auto const size = dice.roll(4);
        for (std::size_t i = 0; i < size; ++i) routes.push_back(some_route("R" + std::to_string(i), dice));
        return routes;
    };
    std::vector<std::string> services;
    if (dice.roll(2) == 0) services.emplace_back("Svc");
    auto one = instance().in(
        {database("Sales").routing_by(table()),
         database("Parts").identified_by(dice.roll(2) == 0 ? guid_1 : guid_3).offering(services),
         database("msdb").routing_by(table())});
    if (dice.roll(2) == 0) one.own_address("TCP://a:1");
    if (dice.roll(2) == 0) one.forwarding();
    return one;
}

std::vector<Message> every_message() {
    std::vector<Message> messages;
    for (auto const* origin : {"Sales", "Parts", "msdb", ""})
        for (auto const* service : {"Svc", "Absent", "NobodyHasIt", "TCP://a:1/Svc", "TCP://x:1/Svc"})
            for (auto const* identifier :
                 {"", guid_1, guid_2, guid_3, "44444444-4444-4444-4444-444444444444"})
                for (auto const side : {SentBy::initiator, SentBy::target}) {
                    Message message{.sent_by = side, .to_service_name = ServiceName(service)};
                    if (*origin != '\0') message.origin_database = origin;
                    if (*identifier != '\0') message.to_broker_instance = BrokerIdentifier(identifier);
                    messages.push_back(std::move(message));
                }
    return messages;
}

std::string asked(Instance const& of, Message const& message) {
    RoutingProcess process(Scenario::create(of, message, time(lint_time)).value());
    return answer_text(answer(process, {}, OtherReadings::left_out));
}

// Whether a difference speaks of a message: by its own name and identifier, or as one of all others.
bool covers(Difference const& one, Message const& message) {
    auto const& witness = one.witness;
    return witness.origin_database == message.origin_database &&
           (witness.to_service_name == message.to_service_name || one.service != StandsFor::itself) &&
           (witness.to_broker_instance == message.to_broker_instance ||
            one.identifier != StandsFor::itself) &&
           (!one.sent_by || *one.sent_by == message.sent_by);
}

TEST(Comparison, TellsOfEveryMessageThatIsAnsweredDifferently) {
    Dice dice;
    int differing = 0;
    for (int round = 0; round < 150; ++round) {
        auto const first = some_instance(dice).made();
        auto const second = some_instance(dice).made();
        auto const comparison = review::compare(first, second, time(lint_time));
        for (auto const& one : comparison.differences) {
            EXPECT_EQ(asked(first, one.witness), answer_text(one.first));
            EXPECT_EQ(asked(second, one.witness), answer_text(one.second));
            EXPECT_NE(answer_text(one.first), answer_text(one.second));
            // What stands for all others stands for these.
            auto other = one.witness;
            if (one.service == StandsFor::any_other) other.to_service_name = ServiceName("NobodyHasIt");
            if (one.identifier == StandsFor::any_other)
                other.to_broker_instance = BrokerIdentifier("44444444-4444-4444-4444-444444444444");
            EXPECT_EQ(asked(first, other), answer_text(one.first));
            EXPECT_EQ(asked(second, other), answer_text(one.second));
        }
        for (auto const& message : every_message()) {
            if (asked(first, message) == asked(second, message)) continue;
            ++differing;
            EXPECT_TRUE(std::any_of(comparison.differences.begin(), comparison.differences.end(),
                                    [&](Difference const& one) { return covers(one, message); }))
                << asked(first, message) << " -> " << asked(second, message) << " of "
                << message.to_service_name.text();
        }
    }
    EXPECT_GT(differing, 1000);
}

}  // namespace
}  // namespace ssbroute::test
