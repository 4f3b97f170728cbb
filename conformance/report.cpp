#include "conformance/report.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "delivery/rule_over_time.hpp"
#include "formats/answer_json.hpp"
#include "formats/timeline_json.hpp"
#include "routing/rule.hpp"

namespace ssbroute::conformance {
namespace {

using formats::Json;
using formats::OrderedJson;

// Addresses and identifiers in the spelling that equal ones share.
std::string canonical_history(OrderedJson const& value) {
    auto history = formats::read_history(Json(value));
    if (!history) return "";
    for (auto& one : *history) one.spelled.clear();
    return formats::to_line(formats::write_history(*history, formats::Account::observable));
}

// Outcomes are compared as values: the same address may be spelled in several ways. The trace is no part of
// one.
std::string canonical_of(OrderedJson value) {
    if (value.is_array()) return canonical_history(value);
    for (auto const* extra : {"trace", "why_not", "transmission_status", "readings"}) value.erase(extra);
    auto const outcome = formats::read_outcome(Json(value));
    return outcome ? canonical(*outcome) : "";
}

std::vector<OrderedJson> outcomes_of(OrderedJson const& said) {
    for (auto const* one : {"outcome", "history"})
        if (said.contains(one)) return {said[one]};
    for (auto const* all : {"permitted", "histories"})
        if (said.contains(all)) return {said[all].begin(), said[all].end()};
    return {};
}

// What differs between reports that cannot be shards of one run; nothing if they can.
std::string difference(Report const& a, Report const& b) {
    if (a.subject != b.subject) return "what was asked";
    if (a.suite_version != b.suite_version) return "the version of the suite";
    if (a.implementation.name != b.implementation.name ||
        a.implementation.version != b.implementation.version)
        return "the implementation";
    if (a.shard.of != b.shard.of) return "the number of shards";
    if (a.repeat != b.repeat) return "the number of repetitions";
    if (!(a.declared == b.declared)) return "the declared profile";
    return "";
}

// The rules of decisions, then those over time that are not also among them.
std::vector<RuleScore> scores_of(Report const& report) {
    std::vector<RuleScore> scores;
    scores.reserve(rules.size() + delivery::rules_over_time.size());
    for (auto const& entry : rules) scores.push_back({entry.id});
    for (auto const& entry : delivery::rules_over_time)
        if (!rule_with_id(entry.id)) scores.push_back({entry.id});
    for (auto const& one : report.cases)
        for (auto const rule : one.rules) {
            auto& score = *std::find_if(scores.begin(), scores.end(),
                                        [&](RuleScore const& entry) { return entry.rule == rule; });
            ++score.cases;
            ++score.by_verdict[static_cast<std::size_t>(one.verdict)];
            if (one.verdict == Verdict::conforms) ++score.conform;
        }
    scores.erase(
        std::remove_if(scores.begin(), scores.end(), [](RuleScore const& score) { return score.cases == 0; }),
        scores.end());
    return scores;
}

}  // namespace

std::optional<Shard> shard_from(std::string_view text) {
    Shard shard;
    auto const* const end = text.data() + text.size();
    auto const [slash, fault] = std::from_chars(text.data(), end, shard.number);
    if (fault != std::errc() || slash == end || *slash != '/') return std::nullopt;
    auto const [rest, other_fault] = std::from_chars(slash + 1, end, shard.of);
    bool const is_sound =
        other_fault == std::errc() && rest == end && shard.number >= 1 && shard.number <= shard.of;
    return is_sound ? std::optional(shard) : std::nullopt;
}

std::optional<std::string_view> rule_id(std::string_view wanted) {
    if (auto const rule = rule_with_id(wanted)) return id(*rule);
    if (auto const rule = delivery::rule_over_time_with_id(wanted)) return id(*rule);
    return std::nullopt;
}

Summary summarize(Report const& report) {
    Summary summary;
    std::vector<EvidenceOfCase> evidence;
    for (auto const& one : report.cases) {
        auto const verdict = static_cast<std::size_t>(one.verdict);
        ++summary.by_verdict[verdict];
        if (is_failure(one.verdict) && one.known == Known::no) ++summary.new_failures;
        for (auto const& clue : one.evidence) evidence.push_back({one.id, clue});
    }
    summary.by_rule = scores_of(report);
    summary.profile = derive_profile(evidence);
    return summary;
}

std::span<ReadingEntry const> readings_of(Report const& report) {
    if (report.subject == Subject::timeline) return {};
    return readings;
}

bool passes(Report const& report, Summary const& summary) {
    bool const honest = std::all_of(report.honesty.begin(), report.honesty.end(),
                                    [](HonestyCheck const& check) { return check.held == Held::yes; });
    return report.ending == Ending::complete && honest && !report.cases.empty() &&
           summary.new_failures == 0 && report.ratchet.empty() && summary.profile.is_consistent();
}

std::vector<OutcomeFrequency> frequencies(CaseReport const& report) {
    std::size_t asked = 0;
    for (auto const& seen : report.seen) asked += seen.times;
    std::vector<OutcomeFrequency> result;
    for (auto outcome : report.permitted) {
        if (outcome.is_object())
            for (auto const* extra : {"trace", "why_not", "transmission_status"}) outcome.erase(extra);
        std::size_t times = 0;
        for (auto const& seen : report.seen)
            for (auto const& said : outcomes_of(seen.said))
                if (canonical_of(said) == canonical_of(outcome)) times += seen.times;
        auto const frequency = times == 0       ? Frequency::never
                               : times == asked ? Frequency::always
                                                : Frequency::sometimes;
        result.push_back({std::move(outcome), frequency, times});
    }
    return result;
}

std::string_view id(Frequency frequency) {
    switch (frequency) {
        case Frequency::never: return "never";
        case Frequency::sometimes: return "sometimes";
        case Frequency::always: return "always";
    }
    return "";
}

Expected<Report> merge(std::vector<Report> shards) {
    if (shards.empty()) return tl::unexpected(Error{"", "expected at least one report"});
    auto result = std::move(shards.front());
    std::set<std::size_t> numbers = {result.shard.number};
    for (auto one = std::next(shards.begin()); one != shards.end(); ++one) {
        if (auto const what = difference(result, *one); !what.empty())
            return tl::unexpected(Error{"", fmt::format("expected shards of one run, and {} differs", what)});
        if (!numbers.insert(one->shard.number).second)
            return tl::unexpected(Error{"", fmt::format("expected shard {} once", one->shard.number)});
        if (one->ending == Ending::interrupted) result.ending = Ending::interrupted;
        result.selected += one->selected;
        std::move(one->honesty.begin(), one->honesty.end(), std::back_inserter(result.honesty));
        std::move(one->cases.begin(), one->cases.end(), std::back_inserter(result.cases));
        std::move(one->ratchet.begin(), one->ratchet.end(), std::back_inserter(result.ratchet));
    }
    for (std::size_t number = 1; number <= result.shard.of; ++number)
        if (!numbers.contains(number))
            return tl::unexpected(
                Error{"", fmt::format("expected shard {}/{}, found none", number, result.shard.of)});
    std::sort(result.cases.begin(), result.cases.end(),
              [](CaseReport const& a, CaseReport const& b) { return a.position < b.position; });
    for (std::size_t i = 1; i < result.cases.size(); ++i)
        if (result.cases[i - 1].id == result.cases[i].id)
            return tl::unexpected(
                Error{"", fmt::format("expected each case once, found {} twice", result.cases[i].id)});
    result.shard = {};
    return result;
}

}  // namespace ssbroute::conformance
