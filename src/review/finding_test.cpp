#include "review/finding.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "routing/reading.hpp"
#include "routing/rule.hpp"

namespace ssbroute::review {
namespace {

TEST(Kinds, TheTableIsInTheOrderOfTheEnumeration) {
    for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kinds.at(i).kind), i);
    EXPECT_EQ(kinds.back().kind, Kind::no_way_back);
}

TEST(Kinds, IdsAreInKebabCaseAndUnique) {
    std::set<std::string_view> ids;
    for (auto const& one : kinds) {
        EXPECT_TRUE(ids.insert(one.id).second) << one.id;
        EXPECT_TRUE(std::all_of(one.id.begin(), one.id.end(), [](char c) {
            return c == '-' || (c >= 'a' && c <= 'z');
        })) << one.id;
        EXPECT_EQ(kind_with_id(one.id), one.kind);
    }
    EXPECT_EQ(kind_with_id("expired"), std::nullopt);
    EXPECT_EQ(kind_with_id(""), std::nullopt);
}

TEST(Kinds, EachTellsSomethingInOneSentence) {
    for (auto const& one : kinds) {
        EXPECT_TRUE(one.sentence.ends_with('.')) << one.id;
        EXPECT_EQ(std::count(one.sentence.begin(), one.sentence.end(), '.'), 1) << one.id;
    }
}

bool is_known(std::string_view rule) {
    // Those that no single decision passes.
    std::set<std::string_view> const others = {"LOOP-2", "ACK-1"};
    return rule_with_id(rule) || reading_with_id(rule) || others.contains(rule) ||
           rule.starts_with("DEFINE-");
}

TEST(Kinds, EachHasRulesBehindIt) {
    for (auto const& one : kinds) {
        EXPECT_FALSE(one.rules.front().empty()) << one.id;
        bool ended = false;
        for (auto const rule : one.rules) {
            EXPECT_TRUE(rule.empty() || (!ended && is_known(rule))) << one.id << ": " << rule;
            ended |= rule.empty();
        }
    }
}

// One kind at least for each of DEFINE-1 to DEFINE-11.
TEST(Kinds, EveryRuleAboutDefinitionsHasAKind) {
    for (int number = 1; number <= 11; ++number) {
        auto const rule = "DEFINE-" + std::to_string(number);
        EXPECT_TRUE(std::any_of(kinds.begin(), kinds.end(), [&](KindEntry const& one) {
            return one.rules.front() == rule;
        })) << rule;
    }
}

}  // namespace
}  // namespace ssbroute::review
