#include "delivery/mirroring.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace {

using namespace ssbroute::delivery;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr auto first = Side::address;
constexpr auto second = Side::mirror_address;
constexpr auto claims = MirrorEventKind::claims;
constexpr auto denies = MirrorEventKind::denies;
constexpr auto unreachable = MirrorEventKind::unreachable;
constexpr auto delivered = MirrorEventKind::delivered;

MirrorAction ask(Side side, RuleOverTime rule) { return {MirrorActionKind::ask, side, rule}; }
MirrorAction send(Side side, RuleOverTime rule) { return {MirrorActionKind::send, side, rule}; }

Mirroring after(std::vector<MirrorEvent> const& events, ProfileOverTime const& profile = {}) {
    Mirroring pair;
    for (auto const event : events) pair.happens(event, profile);
    return pair;
}

std::vector<MirrorAction> permitted(std::vector<MirrorEvent> const& events,
                                    ProfileOverTime const& profile = {}) {
    return after(events, profile).permitted(profile);
}

TEST(MirroringTest, AtFirstBothAreAsked) {
    EXPECT_THAT(permitted({}), UnorderedElementsAre(ask(first, RuleOverTime::mirror_2),
                                                    ask(second, RuleOverTime::mirror_2)));
}

TEST(MirroringTest, EverythingIsSentToThePrincipal) {
    EXPECT_THAT(permitted({{claims, first}, {denies, second}, {delivered, first}}),
                ElementsAre(send(first, RuleOverTime::mirror_3)));
    EXPECT_THAT(permitted({{denies, first}, {claims, second}}),
                ElementsAre(send(second, RuleOverTime::mirror_3)));
}

TEST(MirroringTest, ThePrincipalThatClaimedFirstMayBeUsedBeforeTheOtherAnswers) {
    EXPECT_THAT(permitted({{claims, second}}), UnorderedElementsAre(ask(first, RuleOverTime::mirror_2),
                                                                    send(second, RuleOverTime::mirror_2)));
}

TEST(MirroringTest, IfNeitherClaimsBothAreAskedAgain) {
    EXPECT_EQ(after({{denies, first}, {unreachable, second}}), Mirroring());
}

TEST(MirroringTest, IfBothClaimEitherIsUsedOrNeither) {
    EXPECT_THAT(
        permitted({{claims, first}, {claims, second}}),
        UnorderedElementsAre(send(first, RuleOverTime::mirror_2), send(second, RuleOverTime::mirror_2)));
    ProfileOverTime neither;
    neither.prefer(ReadingOverTime::both_claim, 1);
    EXPECT_EQ(after({{claims, first}, {claims, second}}, neither), Mirroring());
}

std::vector<MirrorEvent> const used = {{claims, first}, {denies, second}, {delivered, first}};

std::vector<MirrorEvent> used_and(std::vector<MirrorEvent> const& events) {
    auto all = used;
    all.insert(all.end(), events.begin(), events.end());
    return all;
}

TEST(MirroringTest, IfThePrincipalIsLostTheOtherIsAsked) {
    EXPECT_THAT(permitted(used_and({{unreachable, first}})),
                ElementsAre(ask(second, RuleOverTime::mirror_4)));
    EXPECT_THAT(permitted(used_and({{denies, first}})), ElementsAre(ask(second, RuleOverTime::mirror_4)));
}

TEST(MirroringTest, TheOtherIsUsedOnceItClaims) {
    EXPECT_THAT(permitted(used_and({{unreachable, first}, {claims, second}})),
                ElementsAre(send(second, RuleOverTime::mirror_3)));
}

TEST(MirroringTest, IfItDoesNotClaimNothingIsSentAndBothAreTriedInTurn) {
    EXPECT_THAT(permitted(used_and({{unreachable, first}, {denies, second}})),
                ElementsAre(ask(first, RuleOverTime::mirror_6)));
    EXPECT_THAT(permitted(used_and({{unreachable, first}, {denies, second}, {unreachable, first}})),
                ElementsAre(ask(second, RuleOverTime::mirror_6)));
}

TEST(MirroringTest, UntilThePrincipalIsBackOrTheOtherClaims) {
    EXPECT_THAT(permitted(used_and({{unreachable, first}, {denies, second}, {claims, first}})),
                ElementsAre(send(first, RuleOverTime::mirror_3)));
    EXPECT_THAT(
        permitted(used_and({{unreachable, first}, {denies, second}, {unreachable, first}, {claims, second}})),
        ElementsAre(send(second, RuleOverTime::mirror_3)));
}

TEST(MirroringTest, APrincipalThatGaveUpItsRoleIsSentToByTheOtherReadingOnly) {
    auto const given_up = used_and({{denies, first}, {denies, second}});
    EXPECT_THAT(permitted(given_up), ElementsAre(ask(first, RuleOverTime::mirror_6)));
    ProfileOverTime last_principal;
    last_principal.prefer(ReadingOverTime::role_given_up, 1);
    EXPECT_THAT(
        permitted(given_up, last_principal),
        UnorderedElementsAre(ask(first, RuleOverTime::mirror_6), send(first, RuleOverTime::mirror_3)));
}

TEST(MirroringTest, BeforeAnythingIsDeliveredALostPrincipalIsOnlyOneOfTwoToAsk) {
    EXPECT_THAT(permitted({{claims, first}, {denies, second}, {unreachable, first}}),
                ElementsAre(ask(second, RuleOverTime::mirror_2)));
}

Mirroring::Heard heard(std::vector<MirrorEvent> const& events, Side side) {
    auto const pair = after(events);
    return pair.heard(side);
}

TEST(MirroringTest, WhatWasHeardIsKept) {
    using Heard = Mirroring::Heard;
    EXPECT_EQ(heard({{denies, first}}, first), Heard::denies);
    EXPECT_EQ(heard({{unreachable, first}}, first), Heard::unreachable);
    EXPECT_EQ(heard({{claims, first}, {denies, second}, {denies, first}}, first), Heard::denies);
    EXPECT_EQ(heard({{claims, first}, {denies, second}, {unreachable, first}}, first), Heard::unreachable);
}

TEST(MirroringTest, WhatThePrincipalSaidLastCountsWhileBothAreRetried) {
    ProfileOverTime last_principal;
    last_principal.prefer(ReadingOverTime::role_given_up, 1);
    auto const given_up = used_and({{denies, first}, {denies, second}});
    auto const lost = used_and({{unreachable, first}, {denies, second}});
    auto const and_then = [](std::vector<MirrorEvent> events, std::vector<MirrorEvent> const& more) {
        events.insert(events.end(), more.begin(), more.end());
        return events;
    };
    EXPECT_THAT(permitted(and_then(given_up, {{unreachable, first}}), last_principal),
                ElementsAre(ask(second, RuleOverTime::mirror_6)));
    EXPECT_THAT(
        permitted(and_then(lost, {{denies, first}, {unreachable, second}}), last_principal),
        UnorderedElementsAre(ask(first, RuleOverTime::mirror_6), send(first, RuleOverTime::mirror_3)));
    EXPECT_EQ(after(and_then(given_up, {{delivered, first}})), after(used));
    EXPECT_EQ(after(and_then(given_up, {{delivered, second}})), after(given_up));
    EXPECT_EQ(after(and_then(lost, {{delivered, first}})), after(lost));
    EXPECT_EQ(after(and_then(given_up, {{claims, first}})), after(used));
    EXPECT_EQ(after(and_then(lost, {{unreachable, first}, {claims, second}})),
              after(used_and({{unreachable, first}, {claims, second}})));
}

TEST(MirroringTest, TheFirstDeliveryCountsWhereBothClaim) {
    auto pair = after({{claims, first}, {claims, second}, {delivered, second}});
    EXPECT_TRUE(pair.has_delivered());
    EXPECT_EQ(pair.happens({unreachable, second}, {}), RuleOverTime::mirror_4);
}

TEST(MirroringTest, TheRuleThatDecidedIsTold) {
    auto pair = after({{claims, first}});
    EXPECT_EQ(pair.happens({denies, second}, {}), RuleOverTime::mirror_2);
    EXPECT_EQ(pair.happens({unreachable, first}, {}), RuleOverTime::mirror_2);
}

TEST(MirroringTest, DifferentKnowledgeHasDifferentNumbers) {
    // Everything that can be known: no event leads on from there.
    std::vector<Mirroring> all = {Mirroring()};
    for (std::size_t i = 0; i < all.size(); ++i)
        for (auto const kind : {claims, denies, unreachable, delivered})
            for (auto const side : {first, second}) {
                auto next = all[i];
                next.happens({kind, side}, {});
                if (std::find(all.begin(), all.end(), next) == all.end()) all.push_back(next);
            }
    std::set<unsigned> numbers;
    for (auto const& one : all) numbers.insert(one.number());
    EXPECT_EQ(numbers.size(), all.size());
}

TEST(MirroringTest, WhatNobodyAskedForChangesNothing) {
    EXPECT_EQ(after(used_and({{claims, first}})), after(used));
    EXPECT_EQ(after(used_and({{unreachable, second}})), after(used));
    EXPECT_EQ(after({{delivered, first}}), Mirroring());
    EXPECT_EQ(after(used_and({{claims, second}})), after(used));
    EXPECT_EQ(after(used_and({{unreachable, first}, {claims, first}})),
              after(used_and({{unreachable, first}})));
}

}  // namespace
