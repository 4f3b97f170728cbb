#include "interface/catalogue.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "delivery/reading_over_time.hpp"
#include "formats/json_text.hpp"
#include "interface/embedded.hpp"
#include "routing/reading.hpp"
#include "routing/rule.hpp"

namespace ssbroute::interface {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> ids(std::vector<CatalogueEntry> const& entries) {
    std::vector<std::string> result;
    result.reserve(entries.size());
    for (auto const& entry : entries) result.push_back(entry.id);
    return result;
}

TEST(ParseCatalogue, GivesTheEntriesInTheirOrder) {
    auto const entries = parse_catalogue(
        "# Title\n\nText.\n\n## Section\n\n<a id=\"B-1\"></a>\n### B-1\nThe rule b.\n\n"
        "<a id=\"A-1\"></a>\n### A-1\nThe rule a.\n");
    EXPECT_THAT(ids(entries), ElementsAre("B-1", "A-1"));
    EXPECT_EQ(entries[0].text, "The rule b.");
    EXPECT_EQ(entries[1].text, "The rule a.");
}

TEST(ParseCatalogue, PartsTheRuleFromWhatFollowsIt) {
    auto const entries = parse_catalogue(
        "<a id=\"A-1\"></a>\n### A-1\n\nThe rule\non two lines.\n\nWhat explains it.\n\n- **Source:** *a "
        "document*.\n\n");
    ASSERT_THAT(entries, SizeIs(1));
    EXPECT_EQ(entries[0].text, "The rule\non two lines.");
    EXPECT_EQ(entries[0].details, "What explains it.\n\n- Source: a document.");
}

TEST(ParseCatalogue, HasNoDetailsWhereNothingFollows) {
    EXPECT_EQ(parse_catalogue("<a id=\"A-1\"></a>\n### A-1\nThe rule.")[0].details, "");
}

TEST(ParseCatalogue, EndsAnEntryAtTheNextSection) {
    auto const entries =
        parse_catalogue("<a id=\"A-1\"></a>\n### A-1\nThe rule.\n\n## Section\n\nText of the section.\n");
    ASSERT_THAT(entries, SizeIs(1));
    EXPECT_EQ(entries[0].text, "The rule.");
    EXPECT_EQ(entries[0].details, "");
}

TEST(ParseCatalogue, KeepsTheTextOfLinks) {
    auto const entries = parse_catalogue(
        "<a id=\"A-1\"></a>\n### A-1\nAs [B-1](#B-1) and [the reading](readings.md#r) say (both).\n");
    EXPECT_EQ(entries[0].text, "As B-1 and the reading say (both).");
}

TEST(ParseCatalogue, IsEmptyWithoutAnchors) {
    EXPECT_THAT(parse_catalogue(""), IsEmpty());
    EXPECT_THAT(parse_catalogue("### A-1\nThe rule.\n"), IsEmpty());
}

TEST(EmbeddedCatalogue, HasEachRuleOfADecisionInItsOrder) {
    auto const all = ids(parse_catalogue(embedded::routing()));
    std::vector<std::string> of_decision;
    std::copy_if(all.begin(), all.end(), std::back_inserter(of_decision),
                 [](std::string const& id) { return rule_with_id(id).has_value(); });
    std::vector<std::string> expected;
    expected.reserve(rules.size());
    for (auto const& rule : rules) expected.emplace_back(rule.id);
    EXPECT_EQ(of_decision, expected);
}

TEST(EmbeddedCatalogue, HasExactlyTheReadingsInTheirOrder) {
    std::vector<std::string> expected;
    expected.reserve(readings.size() + delivery::readings_over_time.size());
    for (auto const& reading : readings) expected.emplace_back(reading.id);
    for (auto const& reading : delivery::readings_over_time) expected.emplace_back(reading.id);
    EXPECT_EQ(ids(parse_catalogue(embedded::readings())), expected);
}

TEST(EmbeddedCatalogue, HasARuleASourceAndNoMarkdownInEachEntry) {
    for (auto const& entry : parse_catalogue(embedded::routing())) {
        EXPECT_THAT(entry.text, Not(IsEmpty())) << entry.id;
        EXPECT_THAT(entry.details, HasSubstr("- Source: ")) << entry.id;
        for (auto const* mark : {"](", "**", "<a ", "###"})
            EXPECT_THAT(entry.text + entry.details, Not(HasSubstr(mark))) << entry.id;
    }
}

TEST(EmbeddedCatalogue, HasAQuestionAndItsAnswersInEachReading) {
    for (auto const& entry : parse_catalogue(embedded::readings())) {
        EXPECT_EQ(entry.text.back(), '?') << entry.id;
        auto const of_a_decision = reading_with_id(entry.id);
        auto const& [preferred, other] =
            of_a_decision ? ssbroute::entry(*of_a_decision).answers
                          : delivery::entry(delivery::reading_over_time_with_id(entry.id).value()).answers;
        EXPECT_THAT(entry.details, HasSubstr("- Answers: `" + std::string(preferred) + "` (preferred), `" +
                                             std::string(other) + "`"));
    }
}

TEST(RulesAndReadings, AreThoseOfTheSpecification) {
    auto const written = formats::Json::parse(rules_and_readings());
    EXPECT_EQ(written["rules"].size(), parse_catalogue(embedded::routing()).size());
    ASSERT_EQ(written["readings"].size(), readings.size());
    auto const& first = written["readings"][0];
    EXPECT_EQ(first["id"], "expiry-instant");
    EXPECT_EQ(first["answers"], formats::Json::parse(R"([{"answer": "expired", "preferred": true},
                                                         {"answer": "live", "preferred": false}])"));
}

}  // namespace
}  // namespace ssbroute::interface
