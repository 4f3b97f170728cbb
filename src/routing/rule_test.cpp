#include "routing/rule.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string_view>

namespace ssbroute {
namespace {

TEST(Rule, TheRulesAreThoseOfADecisionInTheOrderOfTheSpecification) {
    constexpr std::array<std::string_view, 35> ids = {
        "SCOPE-1",   "SCOPE-2",   "SCOPE-3",  "EXPIRY-1",    "NAME-1",      "NULL-1",   "ENABLED-1",
        "ENABLED-2", "ENABLED-3", "REPLY-1",  "REPLY-2",     "MATCH-1",     "MATCH-2",  "MATCH-3",
        "MATCH-4",   "MATCH-5",   "MATCH-6",  "MATCH-7",     "CHOOSE-0",    "CHOOSE-1", "CHOOSE-2",
        "CHOOSE-3",  "CHOOSE-4",  "CHOOSE-5", "TRANSPORT-1", "TRANSPORT-2", "SEND-1",   "FORWARD-1",
        "FORWARD-2", "LOOP-1",    "LOCATE-1", "LOCATE-2",    "LOCATE-3",    "LOCATE-4", "MIRROR-1",
    };
    ASSERT_EQ(rules.size(), ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(rules[i].id, ids[i]);
}

TEST(Rule, EachStandsAtItsOwnPlace) {
    for (auto const& one : rules) EXPECT_EQ(id(one.rule), one.id);
}

TEST(Rule, IsFoundByItsId) {
    for (auto const& one : rules) EXPECT_EQ(rule_with_id(one.id), one.rule) << one.id;
}

TEST(Rule, IsNotFoundByAnythingElse) {
    for (auto const* text : {"", "MATCH", "match-1", "MATCH-1 ", "MATCH-8", "CHOOSE-6"})
        EXPECT_EQ(rule_with_id(text), std::nullopt) << text;
}

TEST(Rule, RulesOfSeveralDecisionsAndOfDefinitionsAreNotRulesOfADecision) {
    for (auto const* text : {"LOOP-2", "DELAY-1", "ACK-1", "DYNAMIC-1", "MIRROR-2", "MIRROR-6", "DEFINE-1"})
        EXPECT_EQ(rule_with_id(text), std::nullopt) << text;
}

TEST(Rule, SixRulesHaveNoStepOfTheirOwn) {
    constexpr std::array<std::string_view, 6> without_step = {"SCOPE-3",   "NAME-1",  "NULL-1",
                                                              "ENABLED-1", "REPLY-2", "MIRROR-1"};
    for (auto const& one : rules) {
        bool const listed = std::find(without_step.begin(), without_step.end(), one.id) != without_step.end();
        EXPECT_EQ(one.kind == RuleKind::without_step, listed) << one.id;
    }
}

TEST(RuleSet, IsEmptyAtFirst) {
    RuleSet const set;
    for (auto const& one : rules) EXPECT_FALSE(set.contains(one.rule)) << one.id;
}

TEST(RuleSet, ContainsWhatWasInsertedAndNothingElse) {
    for (auto const& inserted : rules) {
        RuleSet set;
        set.insert(inserted.rule);
        for (auto const& one : rules) EXPECT_EQ(set.contains(one.rule), one.rule == inserted.rule);
    }
}

TEST(RuleSet, InsertingARuleAgainChangesNothing) {
    RuleSet once;
    once.insert(Rule::match_1);
    RuleSet twice = once;
    twice.insert(Rule::match_1);
    EXPECT_EQ(once, twice);
}

TEST(RuleSet, UnitesWithAnother) {
    RuleSet first;
    first.insert(Rule::scope_1);
    RuleSet last;
    last.insert(Rule::mirror_1);
    first |= last;
    EXPECT_TRUE(first.contains(Rule::scope_1));
    EXPECT_TRUE(first.contains(Rule::mirror_1));
    EXPECT_FALSE(first.contains(Rule::match_1));
    EXPECT_FALSE(last.contains(Rule::scope_1));
}

TEST(RuleSet, SetsAreEqualWhenTheyContainTheSame) {
    RuleSet a;
    a.insert(Rule::match_1);
    a.insert(Rule::match_2);
    RuleSet b;
    b.insert(Rule::match_2);
    EXPECT_NE(a, b);
    b.insert(Rule::match_1);
    EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace ssbroute
