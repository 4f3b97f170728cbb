#include "delivery/network.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "oracle/sample.hpp"
#include "test_support/timelines.hpp"

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;
using ssbroute::test::database;
using ssbroute::test::forwarder;
using ssbroute::test::instance;
using ssbroute::test::route;
using ssbroute::test::time;
using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

constexpr auto identifier_of_shop = "0f0e0d0c-0b0a-0908-0706-050403020100";
constexpr auto parts_of_one = "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d";
constexpr auto another = "81b1d3d0-288e-4d2c-b1d3-456cbb944b4f";

// Where the instances of a timeline are.
namespace places {
constexpr InstanceNumber here = 0;
constexpr InstanceNumber one = 1;
constexpr InstanceNumber middle = 2;
}  // namespace places

std::string address_of(std::string const& name) { return "TCP://" + name + ".example:4022"; }

Route to_order_parts(std::string const& name) {
    return route("ToOrderParts").to("OrderParts").at(address_of(name));
}
Route back_to(std::string const& name) { return route("Back").to("Orders").at(address_of(name)); }

constexpr std::int64_t begin = 1767225600;  // 2026-01-01
UtcTime at(Seconds seconds) { return UtcTime::from_unix_seconds(begin + seconds); }

// A conversation from Shop at `here`, which has these routes, to OrderParts; Parts is at `one`, and its
// route leads back. Nothing is sent again.
TimelineParts conversation_by(std::vector<Route> routes_of_shop) {
    TimelineParts parts{at(0)};
    parts.parameters.resend_after.clear();
    parts.instances = {
        instance("here", {database("Shop")
                              .identified_by(identifier_of_shop)
                              .offering({"Orders"})
                              .routing_by(std::move(routes_of_shop))}),
        instance("one", {database("Parts")
                             .identified_by(parts_of_one)
                             .offering({"OrderParts"})
                             .routing_by({back_to("here")})}),
    };
    parts.conversations.push_back(
        {"c", {places::here, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    return parts;
}

// The same; what is for Parts goes over a forwarder.
TimelineParts conversation_over_the_middle() {
    auto parts = conversation_by({to_order_parts("middle")});
    parts.instances.push_back(forwarder("middle", {to_order_parts("one")}));
    return parts;
}

Event sends(Seconds when, std::string message, std::size_t conversation = 0) {
    return {at(when), SendMessage{std::move(message), conversation}};
}
Event replies(Seconds when, std::string message) {
    return {at(when), SendMessage{std::move(message), 0, SentBy::target}};
}
Event advance(Seconds when) { return {at(when), Advance{}}; }
Event link(Seconds when, InstanceNumber from, InstanceNumber to, Reach reach) {
    return {at(when), LinkReach{from, to, reach}};
}
Event restored(Seconds when, Endpoint place) {
    return {at(when), IdentifierChanged{std::move(place), BrokerIdentifier(another)}};
}

ProfileOverTime preferring(ReadingOverTime reading, AnswerNumber answer) {
    ProfileOverTime profile;
    profile.prefer(reading, answer);
    return profile;
}

// What happened, and the state at the end.
struct Run {
    History history;
    NetworkState state;
};

Run run(TimelineParts parts, std::vector<Event> events, ProfileOverTime const& profile = {},
        Statuses statuses = Statuses::left_out) {
    parts.events = std::move(events);
    auto const timeline = Timeline::create(std::move(parts)).value();
    Network const network(timeline, profile, statuses);
    Run result{{}, network.start()};
    SamplingArbiter arbiter(1);
    while (network.step(result.state, arbiter,
                        [&](Happening const& happening) { result.history.push_back(happening); })) {
    }
    return result;
}

// `0 here m send tcp://one.example:4022`.
std::vector<std::string> texts(History const& history) {
    std::vector<std::string> result;
    result.reserve(history.size());
    for (auto const& happening : history) {
        auto const object = happening.object.empty() ? "" : " " + happening.object;
        result.push_back(fmt::format("{} {} {} {}{}", happening.at.unix_seconds() - begin, happening.instance,
                                     happening.message, entry(happening.kind).word, object));
    }
    return result;
}

testing::AssertionResult keeps_nothing(NetworkState const& state) {
    if (state.messages.empty() && state.waiting.empty()) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << state.messages.size() << " messages are kept, " << state.waiting.size() << " wait";
}

// ---- order and statuses

TEST(NetworkTest, EachCountedEventBeginsWithItsFirstMessage) {
    SendMessage first{"a", 0};
    first.count = 2;
    SendMessage second{"b", 0};
    second.count = 2;
    auto parts = conversation_by({to_order_parts("nobody")});
    auto const done = run(std::move(parts), {{at(0), first}, {at(0), second}});
    EXPECT_THAT(texts(done.history), ElementsAre("0 here a-1 unreachable tcp://nobody.example:4022",
                                                 "0 here a-2 unreachable tcp://nobody.example:4022",
                                                 "0 here b-1 unreachable tcp://nobody.example:4022",
                                                 "0 here b-2 unreachable tcp://nobody.example:4022"));
}

TEST(NetworkTest, EachDelayTellsItsRuleAndWhenItIsOver) {
    auto const done =
        run(conversation_by({}), {sends(0, "m"),
                                  sends(10, "n"),
                                  {at(20), RouteCreated{{places::here, "Shop"}, to_order_parts("one")}},
                                  advance(60)});
    ASSERT_THAT(done.history, SizeIs(testing::Ge(3U)));
    auto const& first = done.history[0];
    EXPECT_TRUE(first.rules_over_time.contains(RuleOverTime::delay_1));
    EXPECT_EQ(first.again_at, at(60));
    // It is not matched: its conversation is delayed.
    auto const& second = done.history[1];
    EXPECT_EQ(second.message, "n");
    EXPECT_TRUE(second.rules_over_time.contains(RuleOverTime::delay_1));
    EXPECT_EQ(second.again_at, at(60));
    // Matched again.
    auto const& third = done.history[2];
    EXPECT_EQ(third.kind, HappeningKind::send);
    EXPECT_TRUE(third.rules_over_time.contains(RuleOverTime::delay_1));
}

TEST(NetworkTest, WhoWaitsForTheEndOfARequestHasNoTimeOut) {
    auto const to_nobody = route("Dynamic").to("SQL/ServiceBroker/BrokerConfiguration").at("TCP://c:1");
    auto const time_out = run(conversation_by({to_nobody}), {sends(0, "m")});
    EXPECT_EQ(time_out.history.front().again_at, at(60));

    auto const profile = preferring(ReadingOverTime::waiting_for_a_request,
                                    static_cast<AnswerNumber>(WaitingForARequest::request_end));
    // At the last instant that can be written it still waits.
    auto const request_end = run(conversation_by({to_nobody}),
                                 {sends(0, "m"),
                                  {at(5), RouteCreated{{places::here, "Shop"}, to_order_parts("one")}},
                                  {time("9999-12-31T23:59:59.999999999Z"), Advance{}}},
                                 profile);
    EXPECT_THAT(texts(request_end.history),
                ElementsAre("0 here m delay", "0 here m request-route OrderParts"));
    EXPECT_EQ(request_end.history.front().again_at, std::nullopt);
}

TEST(NetworkTest, ADelayIsExplainedIfAskedFor) {
    auto const left_out = run(conversation_by({}), {sends(0, "m")});
    EXPECT_FALSE(left_out.history.front().status);

    auto const explained = run(conversation_by({}), {sends(0, "m")}, {}, Statuses::explained);
    auto const& delay = explained.history.front();
    ASSERT_TRUE(delay.status);
    EXPECT_EQ(delay.status->number, 9750);
    EXPECT_EQ(delay.table, "Shop");
    EXPECT_TRUE(delay.rules.contains(Rule::match_7));
}

TEST(NetworkTest, AStepThatHandsOnExplainsADelayToo) {
    auto parts = conversation_by({route("Here").to("OrderParts").at("LOCAL")});
    parts.conversations.front().to_broker_instance = BrokerIdentifier(another);
    parts.instances.front() =
        instance("here", {database("Shop")
                              .identified_by(identifier_of_shop)
                              .offering({"Orders", "OrderParts"})
                              .routing_by({route("Here").to("OrderParts").at("LOCAL")})});
    auto const explained = run(std::move(parts), {sends(0, "m")}, {}, Statuses::explained);
    ASSERT_TRUE(explained.history.front().status);
    EXPECT_EQ(explained.history.front().status->number, 9795);
}

TEST(NetworkTest, WhatCannotBeReachedHasItsStatusInAnyCase) {
    auto const done = run(conversation_by({to_order_parts("nobody")}), {sends(0, "m")});
    ASSERT_TRUE(done.history.front().status);
    EXPECT_EQ(done.history.front().status->number, 9753);
}

TEST(NetworkTest, OnceItWasSentTryingBeginsAnewAndIsToldAnew) {
    auto parts = conversation_by({to_order_parts("one")});
    parts.parameters.resend_after = {4, 8};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    auto const done = run(std::move(parts), {link(0, places::here, places::one, Reach::down), sends(0, "m"),
                                             link(2, places::here, places::one, Reach::up),
                                             link(5, places::here, places::one, Reach::down),
                                             link(10, places::here, places::one, Reach::up), advance(12)});
    EXPECT_THAT(
        texts(done.history),
        ElementsAre("0 here m unreachable tcp://one.example:4022", "4 here m send tcp://one.example:4022",
                    "4 one m deliver Parts", "8 here m unreachable tcp://one.example:4022",
                    "12 here m send tcp://one.example:4022", "12 one m duplicate Parts"));
}

TEST(NetworkTest, AnInstanceThatWasNotDownLosesNothingWhenItComesUp) {
    auto const done = run(conversation_over_the_middle(), {link(0, places::middle, places::one, Reach::down),
                                                           sends(0, "m"),
                                                           {at(5), InstanceReach{places::middle, Reach::up}},
                                                           link(6, places::middle, places::one, Reach::up),
                                                           advance(60)});
    EXPECT_THAT(texts(done.history), Contains("60 one m deliver Parts"));
}

// ---- mirrored pairs

TEST(NetworkTest, AMirroredDatabaseHasNoBrokerWhateverRequestIsPending) {
    auto parts = conversation_by({to_order_parts("one")});
    auto& partner = parts.instances[places::one];
    partner.role = MirrorRole::mirror;
    partner.mirrored_databases = {"Parts"};
    InstanceParts with_a_request;
    with_a_request.addresses.emplace_back(address_of("one"));
    with_a_request.pending_route_requests.emplace_back("Billing");
    with_a_request.databases.assign(partner.instance.databases().begin(), partner.instance.databases().end());
    partner.instance = Instance::create(std::move(with_a_request)).value();
    auto const done = run(std::move(parts), {sends(0, "m")});
    EXPECT_THAT(texts(done.history), ElementsAre("0 here m send tcp://one.example:4022", "0 one m drop"));
}

class RecordingArbiter final : public Arbiter {
public:
    std::size_t pick(Rule rule, std::size_t alternatives) override {
        if (alternatives > 1) asked.push_back(rule);
        return alternatives - 1;
    }
    AnswerNumber answer(Reading /*reading*/) override { return 0; }

    std::vector<Rule> asked;
};

TEST(NetworkTest, WhichOfTwoPrincipalsIsPickedByTheMirrorRules) {
    auto parts = conversation_by(
        {route("Pair").to("OrderParts").at(address_of("one")).mirrored_at(address_of("other"))});
    parts.instances.push_back(instance("other", {}));
    for (std::size_t i = 1; i < parts.instances.size(); ++i) parts.instances[i].role = MirrorRole::principal;
    parts.events = {sends(0, "m")};
    auto const timeline = Timeline::create(std::move(parts)).value();
    Network const network(timeline, {});
    auto state = network.start();
    RecordingArbiter arbiter;
    History history;
    while (arbiter.asked.empty() &&
           network.step(state, arbiter, [&](Happening const& happening) { history.push_back(happening); })) {
    }
    EXPECT_THAT(arbiter.asked, ElementsAre(Rule::mirror_1));
    EXPECT_THAT(texts(history), Contains("0 here m send tcp://other.example:4022"));
}

// ---- databases that are restored

TEST(NetworkTest, ARestoredTargetDoesNotRememberThatItWasRefused) {
    auto parts = conversation_by({to_order_parts("middle")});
    parts.parameters.resend_after = {4};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.instances.push_back(forwarder("middle", {}));
    parts.instances.push_back(instance("two", {database("Parts")
                                                   .identified_by("a1000000-0000-4000-8000-000000000001")
                                                   .offering({"OrderParts"})
                                                   .routing_by({back_to("here")})}));
    Endpoint const first{places::one, "Parts"};
    Endpoint const second{3, "Parts"};
    SendMessage reply{"r", 0, SentBy::target};
    reply.from = second;
    auto const to = [](std::string const& name) {
        return RouteAltered{{places::here, "Shop"}, to_order_parts(name)};
    };
    // A copy waits at the forwarder while the second target, then the first gets the message.
    auto const done =
        run(std::move(parts), {sends(0, "m"),
                               {at(1), to("two")},
                               {at(5), to("one")},
                               {at(9), Acknowledge{"m", first}},
                               {at(10), Acknowledge{"m", second}},
                               restored(11, second),
                               {at(12), RouteCreated{{places::middle, "msdb"}, to_order_parts("two")}},
                               {at(70), reply}});
    EXPECT_THAT(texts(done.history), Contains(testing::StartsWith("10 here m refuse")));
    EXPECT_THAT(texts(done.history), Contains("70 here r deliver Shop"));
}

TEST(NetworkTest, OnlyWhatIsNotOverExpires) {
    auto parts = conversation_by({to_order_parts("one")});
    parts.parameters.resend_after = {100};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.conversations.front().lifetime = 30;
    // The first message is acknowledged, and kept as nobody knows how often that is done; the reply is
    // of a target that ended.
    auto const done = run(std::move(parts), {sends(0, "m"),
                                             sends(1, "n"),
                                             replies(2, "r"),
                                             {at(3), Acknowledge{"m"}},
                                             restored(4, {places::one, "Parts"}),
                                             advance(200)});
    std::vector<std::string> expired;
    for (auto const& happening : done.history)
        if (happening.kind == HappeningKind::expire) expired.push_back(happening.message);
    EXPECT_THAT(expired, ElementsAre("n"));
}

// ---- nothing is kept that nobody has to do with

TEST(NetworkTest, AnAcknowledgedMessageIsForgottenAtOnce) {
    auto parts = conversation_by({to_order_parts("one")});
    parts.parameters.resend_after = {4};
    auto const done = run(std::move(parts), {sends(0, "m"), sends(0, "n"), replies(0, "r")});
    EXPECT_TRUE(keeps_nothing(done.state));
}

TEST(NetworkTest, AMessageOfAnEndedConversationIsForgotten) {
    auto const sent_after = run(conversation_by({to_order_parts("one")}),
                                {sends(0, "m"), restored(1, {places::here, "Shop"}), sends(2, "n")});
    EXPECT_TRUE(keeps_nothing(sent_after.state));

    auto const waited = run(conversation_by({to_order_parts("nobody")}),
                            {sends(0, "m"), restored(1, {places::here, "Shop"}), advance(60)});
    EXPECT_TRUE(keeps_nothing(waited.state));
}

TEST(NetworkTest, WhatAForwarderLosesIsForgotten) {
    auto const done =
        run(conversation_over_the_middle(), {link(0, places::middle, places::one, Reach::down),
                                             sends(0, "m"),
                                             {at(5), InstanceReach{places::middle, Reach::down}}});
    EXPECT_TRUE(keeps_nothing(done.state));
}

TEST(NetworkTest, WhatIsDroppedOrDiscardedIsForgotten) {
    auto const nowhere =
        run(conversation_by({route("R").to("OrderParts").at(address_of("here"))}), {sends(0, "m")});
    EXPECT_THAT(texts(nowhere.history), Contains("0 here m drop"));
    EXPECT_TRUE(keeps_nothing(nowhere.state));

    auto parts = conversation_over_the_middle();
    parts.parameters.forward_limit = 0;
    auto const discarded = run(std::move(parts), {sends(0, "m")});
    EXPECT_THAT(texts(discarded.history), Contains("0 middle m discard forward count"));
    EXPECT_TRUE(keeps_nothing(discarded.state));
}

TEST(NetworkTest, AnAcknowledgementThatFindsNoWayIsForgotten) {
    auto parts = conversation_by({to_order_parts("one")});
    auto const without_a_route = [&] {
        auto changed = parts;
        changed.instances[places::one] =
            instance("one", {database("Parts").identified_by(parts_of_one).offering({"OrderParts"})});
        return changed;
    };
    auto const delayed = run(without_a_route(), {sends(0, "m")});
    EXPECT_THAT(texts(delayed.history), Contains("0 one m drop"));
    EXPECT_TRUE(keeps_nothing(delayed.state));

    auto const unreachable =
        run(parts, {{at(0), RouteAltered{{places::one, "Parts"}, back_to("nobody")}}, sends(0, "m")});
    EXPECT_THAT(texts(unreachable.history), Contains("0 one m unreachable tcp://nobody.example:4022"));
    EXPECT_TRUE(keeps_nothing(unreachable.state));
}

// ---- telling states apart

TEST(NetworkTest, StatesThatDifferInOnePlaceHaveKeysOfTheirOwn) {
    NetworkState first{at(0)};
    first.conversations.push_back({{places::here, "Shop"}});
    first.requests.resize(2);
    std::vector<NetworkState> states(9, first);
    Endpoint const place{places::one, "Parts"};
    states[1].conversations.front().targets = {place};
    states[2].conversations.front().refused = {place};
    RouteRequests const pending({ServiceName("OrderParts")});
    states[3].requests[0] = pending;
    states[4].requests[1] = pending;
    states[5].mirrored[{places::here, "Shop", "A"}] = {};
    states[6].mirrored[{places::one, "Shop", "A"}] = {};
    states[7].mirrored[{places::here, "Other", "A"}] = {};
    states[8].mirrored[{places::here, "Shop", "B"}] = {};
    std::set<std::string> keys;
    for (auto const& state : states) keys.insert(Network::key(state));
    EXPECT_THAT(keys, SizeIs(states.size()));
}

}  // namespace
