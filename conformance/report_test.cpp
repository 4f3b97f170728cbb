#include "conformance/report.hpp"

#include <gmock/gmock.h>

#include "conformance/known_failures.hpp"
#include "conformance/report_html.hpp"
#include "conformance/report_json.hpp"
#include "conformance/report_junit.hpp"
#include "conformance/report_tap.hpp"

namespace ssbroute::conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

CaseReport case_report(std::size_t position, std::string id, Verdict verdict) {
    CaseReport one{position, std::move(id), "Title", "Source", {"SCOPE-2"}};
    one.question = {{"instance", {{"databases", formats::OrderedJson::array()}}},
                    {"message", {{"to_service_name", "S"}}}};
    one.permitted = formats::OrderedJson::array({{{"outcome", "drop"}}});
    one.contested = formats::OrderedJson::array();
    one.verdict = verdict;
    one.explanation = "because";
    one.seen = {{{{"outcome", {{"outcome", "drop"}}}}, 1}};
    return one;
}

Report report_with(std::vector<CaseReport> cases) {
    Report report;
    report.suite_version = "1";
    report.implementation = {"name", "2"};
    report.honesty = {{"canary", Held::yes, "fine"}};
    report.selected = cases.size();
    report.cases = std::move(cases);
    return report;
}

bool passed(Report const& report) { return passes(report, summarize(report)); }

TEST(Report, PassesWithoutFailuresOnly) {
    auto const with = [](Verdict verdict) { return report_with({case_report(0, "a/b", verdict)}); };
    for (auto const good : {Verdict::conforms, Verdict::contested, Verdict::unsupported})
        EXPECT_TRUE(passed(with(good)));
    for (auto const bad : {Verdict::incomplete, Verdict::violates, Verdict::error, Verdict::crash,
                           Verdict::timeout, Verdict::garbage})
        EXPECT_FALSE(passed(with(bad)));
}

TEST(Report, DoesNotPassWithoutCasesHonestyOrAnEnd) {
    EXPECT_FALSE(passed(report_with({})));
    auto report = report_with({case_report(0, "a/b", Verdict::conforms)});
    report.ending = Ending::interrupted;
    EXPECT_FALSE(passed(report));
    report.ending = Ending::complete;
    report.honesty.push_back({"canary", Held::no, "bad"});
    EXPECT_FALSE(passed(report));
}

TEST(Report, CountsByVerdictAndRule) {
    auto const summary = summarize(
        report_with({case_report(0, "a/b", Verdict::conforms), case_report(1, "a/c", Verdict::violates)}));
    EXPECT_EQ(summary.count(Verdict::violates), 1U);
    ASSERT_EQ(summary.by_rule.size(), 1U);
    EXPECT_EQ(summary.by_rule[0].rule, "SCOPE-2");
    EXPECT_EQ(summary.by_rule[0].cases, 2U);
    EXPECT_EQ(summary.by_rule[0].conform, 1U);
}

TEST(Report, FrequenciesCompareAddressesAsAddresses) {
    auto one = case_report(0, "a/b", Verdict::conforms);
    one.permitted =
        formats::OrderedJson::array({{{"outcome", "send"}, {"address", "TCP://a:1"}}, {{"outcome", "drop"}}});
    one.seen = {{{{"outcome", {{"outcome", "send"}, {"address", "tcp://A:1/x"}}}}, 3}};
    auto const seen = frequencies(one);
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[0].frequency, Frequency::always);
    EXPECT_EQ(seen[0].times, 3U);
    EXPECT_EQ(seen[1].frequency, Frequency::never);
}

TEST(KnownFailures, AreMarkedAndRatchetBothWays) {
    KnownFailures const known{"k",
                              {{1, Verdict::violates, "a/same"},
                               {2, Verdict::violates, "a/mended"},
                               {3, Verdict::violates, "a/other"},
                               {4, Verdict::violates, "a/gone"},
                               {5, Verdict::violates, "a/not-run"}}};
    auto report = report_with(
        {case_report(0, "a/same", Verdict::violates), case_report(1, "a/mended", Verdict::conforms),
         case_report(2, "a/other", Verdict::crash), case_report(3, "a/new", Verdict::error)});
    apply(known, {"a/same", "a/mended", "a/other", "a/new", "a/not-run"}, report);
    EXPECT_EQ(report.cases[0].known, Known::yes);
    EXPECT_THAT(report.ratchet, ElementsAre("k:4: remove `violates a/gone`: there is no such case",
                                            "k:2: remove `violates a/mended`: the verdict is conforms now",
                                            "k:3: change `violates a/other` to `crash a/other`",
                                            "k: add `error a/new`, or mend it"));
    EXPECT_FALSE(passed(report));
}

TEST(Merge, JoinsShardsInTheOrderOfTheCorpus) {
    auto first =
        report_with({case_report(0, "a/0", Verdict::conforms), case_report(2, "a/2", Verdict::conforms)});
    auto second = report_with({case_report(1, "a/1", Verdict::conforms)});
    first.shard = {1, 2};
    second.shard = {2, 2};
    auto const merged = merge({second, first});
    ASSERT_TRUE(merged);
    ASSERT_EQ(merged->cases.size(), 3U);
    EXPECT_EQ(merged->cases[1].id, "a/1");
    EXPECT_EQ(merged->selected, 3U);
    EXPECT_FALSE(merge({first})) << "a shard is missing";
    EXPECT_FALSE(merge({first, first})) << "a shard is there twice";
    second.implementation.version = "3";
    EXPECT_FALSE(merge({first, second}));
    EXPECT_FALSE(merge({}));
}

TEST(JsonReport, IsReadBackAsItWas) {
    auto one = case_report(3, "a/b", Verdict::crash);
    one.error_tail = "tail";
    one.known = Known::yes;
    one.evidence = {{static_cast<Answers>(bit(Reading::expiry_instant)), {0}}};
    auto report = report_with({one});
    report.shard = {2, 3};
    report.ending = Ending::interrupted;
    report.ratchet = {"line"};
    report.declared = {bit(Reading::self_address), bit(Reading::self_address)};
    auto const text = json_report(report, summarize(report));
    auto const read =
        formats::parse_json(text).and_then([](formats::Json const& value) { return read_report(value); });
    ASSERT_TRUE(read) << read.error().where << read.error().message;
    EXPECT_EQ(json_report(*read, summarize(*read)), text);
}

CaseReport timeline_report(Verdict verdict) {
    auto const history = formats::OrderedJson::array({{{"at", "2026-01-01T00:00:00Z"},
                                                       {"instance", "here"},
                                                       {"message", "m1"},
                                                       {"what", "send"},
                                                       {"address", "TCP://a:1"}}});
    auto one = case_report(0, "timelines/b/c", verdict);
    one.rules = {"DELAY-1", "FORWARD-2"};
    one.question = {{"conversations", formats::OrderedJson::array({{{"id", "<i>"}}})},
                    {"instances", formats::OrderedJson::array({{{"name", "<b>"}}})}};
    one.permitted = formats::OrderedJson::array({history, formats::OrderedJson::array()});
    one.contested = formats::OrderedJson::array(
        {{{"readings", {{"both-claim", "neither"}}}, {"permitted", formats::OrderedJson::array({history})}}});
    auto spelled_otherwise = history;
    spelled_otherwise[0]["address"] = "tcp://A:1";
    one.seen = {{{{"history", spelled_otherwise}}, 2}};
    return one;
}

Report report_of_timelines(Verdict verdict) {
    auto report = report_with({timeline_report(verdict)});
    report.subject = Subject::timeline;
    return report;
}

TEST(JsonReport, OfTimelinesIsReadBackAsItWas) {
    auto const report = report_of_timelines(Verdict::violates);
    auto const written = formats::parse_json(json_report(report, summarize(report)));
    ASSERT_TRUE(written);
    auto const read = read_report(*written);
    ASSERT_TRUE(read) << read.error().where << read.error().message;
    EXPECT_EQ(formats::parse_json(json_report(*read, summarize(*read))), written);
}

TEST(Report, OfTimelinesCountsRulesOverTimeAndTellsOfNoReading) {
    auto const report = report_of_timelines(Verdict::conforms);
    auto const summary = summarize(report);
    ASSERT_EQ(summary.by_rule.size(), 2U);
    EXPECT_EQ(summary.by_rule[0].rule, "FORWARD-2");
    EXPECT_EQ(summary.by_rule[1].rule, "DELAY-1");
    EXPECT_TRUE(readings_of(report).empty());
    EXPECT_THAT(tap_report(report, summary), HasSubstr("1..2\n"));
    EXPECT_THAT(junit_report(report, summary), Not(HasSubstr("classname=\"profile\"")));
}

TEST(Report, FrequenciesOfHistoriesCompareAddressesAsAddresses) {
    auto const seen = frequencies(timeline_report(Verdict::conforms));
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[0].frequency, Frequency::always);
    EXPECT_EQ(seen[1].frequency, Frequency::never);
}

TEST(HtmlReport, ShowsATimelineAndItsHistories) {
    auto const report = report_of_timelines(Verdict::violates);
    auto const html = html_report(report, summarize(report));
    EXPECT_THAT(html, HasSubstr("Contested, under {&quot;both-claim&quot;:&quot;neither&quot;}"));
    EXPECT_THAT(html, HasSubstr("Instance &lt;b&gt;"));
    EXPECT_THAT(html, HasSubstr("<td>&lt;i&gt;</td>"));
    EXPECT_THAT(html, HasSubstr("Nothing happens."));
    EXPECT_THAT(html, HasSubstr("Actual, 2 times"));
    EXPECT_THAT(html, Not(HasSubstr("Readings that it follows")));
}

TEST(Merge, RefusesDecisionsWithTimelines) {
    auto first = report_with({case_report(0, "a/0", Verdict::conforms)});
    auto second = report_of_timelines(Verdict::conforms);
    first.shard = {1, 2};
    second.shard = {2, 2};
    auto const merged = merge({first, second});
    ASSERT_FALSE(merged);
    EXPECT_THAT(merged.error().message, HasSubstr("what was asked differs"));
}

TEST(Reports, NothingFromOutsideIsTakenForMarkup) {
    auto one = case_report(0, "a/b", Verdict::violates);
    one.title = "<b>&'\"";
    one.explanation = "]]> # SKIP\n\x01\xff";
    one.question["message"]["to_service_name"] = "<script>";
    auto const report = report_with({one});
    auto const html = html_report(report, summarize(report));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, HasSubstr("&lt;b&gt;&amp;&#39;&quot;"));
    auto const junit = junit_report(report, summarize(report));
    EXPECT_THAT(junit, Not(HasSubstr("\x01")));
    // In an attribute these three characters may stand; in an element's text they may not.
    EXPECT_THAT(junit, HasSubstr(">]]&gt; # SKIP"));
    auto const tap = tap_report(report, summarize(report));
    EXPECT_THAT(tap, HasSubstr("not ok 2 - a/b\n"));
}

TEST(TapReport, TellsUnsupportedAndKnownApart) {
    auto known = case_report(1, "a/k", Verdict::violates);
    known.known = Known::yes;
    auto const report = report_with({case_report(0, "a/u", Verdict::unsupported), known});
    auto const tap = tap_report(report, summarize(report));
    EXPECT_THAT(tap, HasSubstr("ok 2 - a/u # SKIP unsupported\n"));
    EXPECT_THAT(tap, HasSubstr("not ok 3 - a/k # TODO known: violates\n"));
}

TEST(Shard, IsReadStrictly) {
    EXPECT_EQ(shard_from("2/3")->number, 2U);
    for (auto const* text : {"", "1", "0/3", "4/3", "1/3x", "a/b", "-1/3", "1/"})
        EXPECT_FALSE(shard_from(text)) << text;
}

}  // namespace
}  // namespace ssbroute::conformance
