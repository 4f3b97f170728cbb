#include "delivery/trace_route.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/timelines.hpp"

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;
using namespace ssbroute::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Database shop(std::vector<Route> routes) {
    return database("Shop").identified_by(guid_3).offering({"Orders"}).routing_by(std::move(routes));
}

InstanceSetup there() {
    return instance(
        "there", {target(guid_1).routing_by({route("Back").to("Orders").at("TCP://middle.example:4022")})});
}

// From here by the middle to there, and the same way back. Messages are acknowledged only by events.
TimelineParts chain() {
    TimelineParts parts{start};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.instances = {
        instance("here", {shop({route("ToMiddle").to("OrderParts").at("TCP://middle.example:4022")})}),
        forwarder("middle", {route("There").to("OrderParts").at("TCP://there.example:4022"),
                             route("Back").to("Orders").at("TCP://here.example:4022")}),
        there()};
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    return parts;
}

// Two forwarders that send what is for there to each other.
TimelineParts ring() {
    auto parts = chain();
    parts.instances = {
        parts.instances[0],
        forwarder("middle", {route("Other").to("OrderParts").at("TCP://other.example:4022")}),
        forwarder("other", {route("Middle").to("OrderParts").at("TCP://middle.example:4022")})};
    parts.parameters.forward_limit = 3;
    return parts;
}

std::vector<RouteTrace> traces(TimelineParts parts, Seconds at = 0, ProfileOverTime const& profile = {}) {
    auto const timeline = Timeline::create(std::move(parts)).value();
    auto const found =
        trace_route(timeline, timeline.conversations().front(), start.after_seconds(at), profile).value();
    EXPECT_EQ(found.end, Histories::End::complete);
    return found.traces;
}

// The only permitted way.
RouteTrace trace(TimelineParts parts, Seconds at = 0, ProfileOverTime const& profile = {}) {
    auto const found = traces(std::move(parts), at, profile);
    EXPECT_THAT(found, SizeIs(1));
    return found.at(0);
}

std::vector<std::string> hops(Leg const& leg) {
    std::vector<std::string> lines;
    lines.reserve(leg.hops.size());
    for (auto const& hop : leg.hops)
        lines.push_back(fmt::format("{} {} {}", hop.instance, entry(hop.kind).word, hop.object));
    return lines;
}

TEST(TraceRouteTest, AMessageItsAcknowledgementAndTheReplyAreFollowed) {
    auto const found = trace(chain());
    EXPECT_EQ(found.message.arrival, Arrival::delivered);
    EXPECT_EQ(found.message.to_blame, std::nullopt);
    EXPECT_THAT(hops(found.message),
                ElementsAre("here send tcp://middle.example:4022", "middle forward tcp://there.example:4022",
                            "there deliver Parts"));
    EXPECT_EQ(found.acknowledgement.arrival, Arrival::delivered);
    EXPECT_THAT(hops(found.acknowledgement),
                ElementsAre("there send tcp://middle.example:4022", "middle forward tcp://here.example:4022",
                            std::string("here pin ") + guid_1));
    EXPECT_EQ(found.reply.arrival, Arrival::delivered);
    EXPECT_EQ(found.reply.to_blame, std::nullopt);
    EXPECT_THAT(hops(found.reply),
                ElementsAre("there send tcp://middle.example:4022", "middle forward tcp://here.example:4022",
                            "here deliver Shop"));
}

TEST(TraceRouteTest, WhatCannotBeReachedIsWaitedFor) {
    auto parts = chain();
    parts.events.push_back({start, LinkReach{1, 2, Reach::down}});
    auto const found = trace(parts);
    EXPECT_EQ(found.message.arrival, Arrival::waiting);
    EXPECT_EQ(found.message.to_blame, 1U);
    EXPECT_THAT(hops(found.message), ElementsAre("here send tcp://middle.example:4022",
                                                 "middle unreachable tcp://there.example:4022"));
    EXPECT_EQ(found.acknowledgement.arrival, Arrival::not_sent);
    EXPECT_EQ(found.reply.arrival, Arrival::not_sent);
    EXPECT_EQ(found.reply.to_blame, std::nullopt);
    EXPECT_THAT(found.reply.hops, IsEmpty());
}

TEST(TraceRouteTest, WhoDropsItIsToBlame) {
    auto parts = chain();
    parts.instances[1] = instance("middle", {});
    auto const found = trace(parts);
    EXPECT_EQ(found.message.arrival, Arrival::dropped);
    EXPECT_EQ(found.message.to_blame, 1U);
    EXPECT_THAT(hops(found.message), ElementsAre("here send tcp://middle.example:4022", "middle drop "));
}

TEST(TraceRouteTest, InARingTheFirstReturnIsToBlame) {
    auto const found = trace(ring());
    EXPECT_EQ(found.message.arrival, Arrival::looping);
    EXPECT_EQ(found.message.to_blame, 2U);
    EXPECT_THAT(hops(found.message),
                ElementsAre("here send tcp://middle.example:4022", "middle forward tcp://other.example:4022",
                            "other forward tcp://middle.example:4022",
                            "middle forward tcp://other.example:4022", "other discard forward count"));
}

TEST(TraceRouteTest, WhatGoesRoundIsLoopingToo) {
    ProfileOverTime profile;
    profile.prefer(ReadingOverTime::forward_limit, static_cast<AnswerNumber>(ForwardLimit::only_lifetime));
    auto const found = trace(ring(), 0, profile);
    EXPECT_EQ(found.message.arrival, Arrival::looping);
    EXPECT_EQ(found.message.to_blame, 2U);
    EXPECT_EQ(found.message.hops.back().kind, HappeningKind::go_round);
}

TEST(TraceRouteTest, WhatIsAskedWhereAMessageReturnsIsNotToBlame) {
    auto parts = chain();
    auto const to_middle = route("ToMiddle").to("OrderParts").at("TCP://middle.example:4022");
    auto const to_pair = route("ToPair")
                             .to("OrderParts")
                             .at("TCP://middle.example:4022")
                             .mirrored_at("TCP://nobody.example:4022");
    auto const back = route("Back").to("OrderParts").at("TCP://here.example:4022");
    parts.instances = {forwarder("here", {to_pair}, {shop({to_middle})}), forwarder("middle", {back})};
    parts.instances[1].role = MirrorRole::principal;
    parts.parameters.forward_limit = 2;
    auto const found = trace(parts);
    EXPECT_EQ(found.message.to_blame, 1U);
    EXPECT_THAT(
        hops(found.message),
        ElementsAre("here send tcp://middle.example:4022", "middle forward tcp://here.example:4022",
                    "here claims tcp://middle.example:4022", "here no-answer tcp://nobody.example:4022",
                    "here forward tcp://middle.example:4022", "middle discard forward count"));
}

// LOOP-1 does not look at the mirror address, so the message leaves and comes back at once.
TEST(TraceRouteTest, WhoSendsToItselfIsToBlame) {
    auto parts = chain();
    auto const to_pair = route("ToPair")
                             .to("OrderParts")
                             .at("TCP://nobody.example:4022")
                             .mirrored_at("TCP://here.example:4022");
    auto const to_middle = route("ToMiddle").to("OrderParts").at("TCP://middle.example:4022");
    auto const back = route("Back").to("OrderParts").at("TCP://here.example:4022");
    parts.instances = {forwarder("here", {to_middle}, {shop({to_pair})}), forwarder("middle", {back})};
    parts.instances[0].role = MirrorRole::principal;
    parts.parameters.forward_limit = 2;
    auto const found = trace(parts);
    EXPECT_EQ(found.message.to_blame, 2U);
    EXPECT_THAT(hops(found.message),
                ElementsAre("here no-answer tcp://nobody.example:4022", "here claims tcp://here.example:4022",
                            "here send tcp://here.example:4022", "here forward tcp://middle.example:4022",
                            "middle forward tcp://here.example:4022", "here discard forward count"));
}

TEST(TraceRouteTest, IfNothingReturnsTheEndOfALongChainIsToBlame) {
    auto parts = ring();
    parts.instances[2] = forwarder("other", {route("There").to("OrderParts").at("TCP://there.example:4022")});
    parts.parameters.forward_limit = 1;
    auto const found = trace(parts);
    EXPECT_EQ(found.message.arrival, Arrival::looping);
    EXPECT_EQ(found.message.to_blame, 2U);
    EXPECT_THAT(found.message.hops, SizeIs(3));
}

TEST(TraceRouteTest, TheNetworkIsAsItIsAfterTheEventsUntilThen) {
    auto parts = chain();
    // What others send does not matter, whatever it is called.
    parts.events = {{start, SendMessage{"message", 0}},
                    {start, Advance{}},
                    {start, Acknowledge{"message"}},
                    {start, RequestEnded{0, ServiceName("OrderParts")}},
                    {start.after_seconds(5), RouteDropped{{0, "Shop"}, "ToMiddle"}},
                    {start.after_seconds(5), SendMessage{"reply", 0}}};
    auto const before = trace(parts, 4);
    EXPECT_EQ(before.message.arrival, Arrival::delivered);
    EXPECT_THAT(before.message.hops, SizeIs(3));
    EXPECT_EQ(before.reply.arrival, Arrival::delivered);

    auto const then = trace(parts, 5);
    EXPECT_EQ(then.message.arrival, Arrival::waiting);
    EXPECT_EQ(then.message.to_blame, 0U);
    EXPECT_THAT(hops(then.message), ElementsAre("here delay "));
}

TEST(TraceRouteTest, ADelayIsExplained) {
    auto parts = chain();
    parts.instances[0] = instance("here", {shop({})});
    auto const found = trace(parts);
    auto const status = found.message.hops.front().status.value_or(TransmissionStatus{});
    EXPECT_EQ(status.number, 9750);
}

TEST(TraceRouteTest, ARequestThatHasEndedIsNotPending) {
    auto parts = chain();
    InstanceParts here;
    here.addresses.emplace_back("TCP://here.example:4022");
    here.pending_route_requests.emplace_back("OrderParts");
    here.databases = {shop({route("Dynamic").to("SQL/ServiceBroker/BrokerConfiguration")}), database("msdb")};
    parts.instances[0] = {"here", Instance::create(std::move(here)).value()};
    parts.events = {{start.after_seconds(5), RequestEnded{0, ServiceName("OrderParts")}}};
    EXPECT_THAT(hops(trace(parts, 4).message), ElementsAre("here delay "));
    EXPECT_THAT(hops(trace(parts, 5).message), ElementsAre("here delay ", "here request-route OrderParts"));
}

TEST(TraceRouteTest, EveryPermittedWayIsFollowed) {
    auto parts = chain();
    parts.instances[0] = instance(
        "here", {shop({route("One").to("OrderParts").with(guid_1).at("TCP://middle.example:4022"),
                       route("Two").to("OrderParts").with(guid_2).at("TCP://nobody.example:4022")})});
    auto const found = traces(parts);
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].reply.arrival, Arrival::delivered);
    EXPECT_EQ(found[1].message.arrival, Arrival::waiting);
}

TEST(TraceRouteTest, NothingIsSentBeforeTheStart) {
    auto const timeline = Timeline::create(chain()).value();
    auto const found =
        trace_route(timeline, timeline.conversations().front(), start.after_seconds(-1), ProfileOverTime{});
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().where, "/events/0/at");
}

}  // namespace
