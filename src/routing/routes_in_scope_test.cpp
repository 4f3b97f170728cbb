#include "routing/routes_in_scope.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using Names = std::vector<std::string>;

constexpr auto before = "2025-12-31T23:59:59.999999999Z";
constexpr auto instant = "2026-01-01T00:00:00Z";
constexpr auto after = "2026-01-01T00:00:00.000000001Z";

Names names(RouteSet const& set) {
    Names result;
    for (auto const& one : set.all()) result.push_back(one.name);
    std::sort(result.begin(), result.end());
    return result;
}

Expiry at(std::string_view now) { return {.now = time(now), .conversation_begun_at = std::nullopt}; }

Expiry at(std::string_view now, std::string_view begun_at, ExpiredRouteExistingConversation existing,
          ExpiryInstant at_the_instant = ExpiryInstant::expired) {
    return {.now = time(now),
            .conversation_begun_at = time(begun_at),
            .at_the_instant = at_the_instant,
            .existing_conversation = existing};
}

RoutesInScope in_scope(std::vector<Route> routes, Expiry expiry) {
    return {RoutingTable(std::move(routes)), expiry};
}

TEST(Expiry, ALifetimeIsOverAfterItsInstantAndNotBefore) {
    for (auto const answer : {ExpiryInstant::expired, ExpiryInstant::live}) {
        Expiry const expiry{.at_the_instant = answer};
        EXPECT_TRUE(expiry.is_over(time(instant), time(after)));
        EXPECT_FALSE(expiry.is_over(time(instant), time(before)));
    }
}

TEST(Expiry, AtTheVeryInstantTheReadingDecides) {
    EXPECT_TRUE((Expiry{.at_the_instant = ExpiryInstant::expired}.is_over(time(instant), time(instant))));
    EXPECT_FALSE((Expiry{.at_the_instant = ExpiryInstant::live}.is_over(time(instant), time(instant))));
}

TEST(Expiry, ARouteWithoutLifetimeIsNeverRemoved) {
    EXPECT_FALSE(at("9999-12-31T23:59:59Z").removes(route("R")));
}

TEST(Expiry, ARouteWithoutLifetimeNeedsNoNow) { EXPECT_FALSE(Expiry{}.removes(route("R"))); }

TEST(Expiry, AnExpiredRouteIsRemoved) {
    EXPECT_TRUE(at(after).removes(route("R").until(instant)));
    EXPECT_FALSE(at(before).removes(route("R").until(instant)));
}

TEST(Expiry, KeptIsARouteThatWasLiveWhenTheConversationBegan) {
    auto const kept = ExpiredRouteExistingConversation::kept;
    EXPECT_FALSE(at(after, before, kept).removes(route("R").until(instant)));
    EXPECT_TRUE(at("2026-02-01T00:00:00Z", after, kept).removes(route("R").until(instant)));
}

TEST(Expiry, IgnoredIsTheConversationsBeginning) {
    EXPECT_TRUE(
        at(after, before, ExpiredRouteExistingConversation::ignored).removes(route("R").until(instant)));
}

TEST(Expiry, AConversationThatBeganAtTheVeryInstantFoundTheRouteLiveIfTheReadingSaysSo) {
    auto const kept = ExpiredRouteExistingConversation::kept;
    EXPECT_TRUE(at(after, instant, kept, ExpiryInstant::expired).removes(route("R").until(instant)));
    EXPECT_FALSE(at(after, instant, kept, ExpiryInstant::live).removes(route("R").until(instant)));
}

TEST(RoutesInScope, HasTheLiveRoutesOfAName) {
    auto table = in_scope(
        {
            route("expired").to("Svc").until(before),
            route("live").to("Svc").until(after),
            route("forever").to("Svc"),
            route("other").to("Other").until(before),
        },
        at(instant));
    EXPECT_EQ(names(table.named("Svc").without_identifier()), (Names{"forever", "live"}));
    EXPECT_TRUE(table.named("Other").empty());
    EXPECT_TRUE(table.named("None").empty());
}

TEST(RoutesInScope, HasTheLiveRoutesOfEachIdentifier) {
    auto table = in_scope(
        {
            route("1 expired").to("Svc").with(guid_1).until(before),
            route("1 live").to("Svc").with(guid_1),
            route("2 expired").to("Svc").with(guid_2).until(before),
            route("3").to("Svc").with(guid_3),
        },
        at(instant));
    auto const routes = table.named("Svc");
    EXPECT_EQ(routes.by_identifier().size(), 2U);
    EXPECT_EQ(names(routes.with_identifier(BrokerIdentifier(guid_1))), (Names{"1 live"}));
    EXPECT_TRUE(routes.with_identifier(BrokerIdentifier(guid_2)).empty());
}

TEST(RoutesInScope, HasTheLiveRoutesWithoutName) {
    auto table = in_scope({route("A").until(before), route("B"), route("C").to("")}, at(instant));
    EXPECT_EQ(names(table.unnamed().without_identifier()), (Names{"B"}));
    EXPECT_EQ(names(table.named("").without_identifier()), (Names{"C"}));
}

TEST(RoutesInScope, TheUnnamedAndTheEmptyNameAreKeptApart) {
    auto table =
        in_scope({route("A").until(before), route("B"), route("C").to("").until(before), route("D").to("")},
                 at(instant));
    EXPECT_EQ(names(table.named("").without_identifier()), (Names{"D"}));
    EXPECT_EQ(names(table.unnamed().without_identifier()), (Names{"B"}));
}

TEST(RoutesInScope, AskingAgainGivesTheSame) {
    auto table = in_scope({route("A").to("Svc").until(before), route("B").to("Svc")}, at(instant));
    auto const first = names(table.named("Svc").without_identifier());
    EXPECT_EQ(names(table.named("Svc").without_identifier()), first);
    EXPECT_EQ(first, (Names{"B"}));
}

TEST(RoutesInScope, ARouteThatEndsAtTheVeryInstantFollowsTheReading) {
    std::vector<Route> const routes = {route("A").to("Svc").until(instant)};
    auto expired = in_scope(routes, at(instant));
    EXPECT_TRUE(expired.named("Svc").empty());
    auto expiry = at(instant);
    expiry.at_the_instant = ExpiryInstant::live;
    auto live = in_scope(routes, expiry);
    EXPECT_EQ(names(live.named("Svc").without_identifier()), (Names{"A"}));
}

TEST(RoutesInScope, JoinsTheUnnamedWithThoseOfOneIdentifier) {
    auto table = in_scope(
        {
            route("A"),
            route("B").with(guid_1),
            route("C").with(guid_2),
            route("D").to("Svc").with(guid_1),
            route("E").with(guid_1).until(before),
        },
        at(instant));
    EXPECT_EQ(names(table.unnamed_joined_with(BrokerIdentifier(guid_1))), (Names{"A", "B"}));
    EXPECT_EQ(names(table.unnamed_joined_with(BrokerIdentifier(guid_2))), (Names{"A", "C"}));
    EXPECT_EQ(names(table.unnamed_joined_with(BrokerIdentifier(guid_3))), (Names{"A"}));
    EXPECT_EQ(names(table.unnamed_joined_with(BrokerIdentifier(guid_1))), (Names{"A", "B"}));
}

TEST(RoutesInScope, JoinedRoutesOfDifferentIdentifiersAreNotIdentical) {
    auto table = in_scope({route("A").at("TCP://a:1"), route("B").with(guid_1).at("TCP://a:1")}, Expiry{});
    EXPECT_EQ(table.unnamed_joined_with(BrokerIdentifier(guid_1)).network().size(), 2U);
}

}  // namespace
}  // namespace ssbroute::test
