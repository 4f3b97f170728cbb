#include "conformance/timeline_verdict.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

#include "conformance/match.hpp"
#include "conformance/outcome_text.hpp"
#include "delivery/histories.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::conformance {
namespace {

using delivery::Check;
using delivery::History;
using formats::GoldenTimeline;
using Listed = std::vector<History>;

bool contains(Listed const& histories, History const& wanted) {
    return std::find(histories.begin(), histories.end(), wanted) != histories.end();
}

bool contains_all(Listed const& histories, Listed const& wanted) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](History const& one) { return contains(histories, one); });
}

std::string expected(GoldenTimeline const& golden) {
    std::vector<std::string_view> ids;
    ids.reserve(golden.rules.size());
    for (auto const rule : golden.rules) ids.push_back(id(rule));
    auto const count = golden.permitted.size();
    auto const what =
        count == 1 ? std::string("the permitted history") : fmt::format("one of {} histories", count);
    if (ids.empty()) return "expected " + what;
    return fmt::format("expected {} ({})", what, fmt::join(ids, ", "));
}

// `both-claim=neither`.
std::string text(delivery::ProfileOverTime const& profile) {
    std::vector<std::string> parts;
    for (auto const& [reading, answer] : other_answers(profile))
        parts.push_back(fmt::format("{}={}", reading, answer));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string text(delivery::Happening const& happening) {
    return formats::to_line(formats::write_happening(happening, formats::Account::observable));
}

// The first happening that is not permitted, and what would have been.
std::string difference(GoldenTimeline const& golden, History const& history) {
    auto const found = check(golden.timeline, {}, history);
    if (found.verdict == Check::Verdict::permitted) return "the oracle permits it, the case does not";
    if (found.verdict == Check::Verdict::too_many_states) return "it is not among them";
    auto instead = found.instead.empty() ? std::string("the end") : text(found.instead.front());
    if (found.instead.size() > 1) instead += fmt::format(" and {} more", found.instead.size() - 1);
    if (found.verdict == Check::Verdict::incomplete)
        return fmt::format("it stops at /history/{}, where permitted is {}", found.place, instead);
    return fmt::format("not permitted at /history/{}: {}, where permitted is {}", found.place,
                       text(history[found.place]), instead);
}

Judgement judge_one(GoldenTimeline const& golden, History const& history, std::string const& explanation) {
    if (contains(golden.permitted, history)) return {Verdict::conforms, explanation};
    for (auto const& other : golden.otherwise)
        if (contains(other.permitted, history))
            return {Verdict::contested,
                    fmt::format("{}; permitted only under {}", explanation, text(other.profile))};
    return {Verdict::violates, fmt::format("{}; {}", explanation, difference(golden, history))};
}

// No history is there twice, in the case and in what was said.
Judgement judge_all(GoldenTimeline const& golden, Listed const& said, std::string const& explanation) {
    auto const is_whole = [&](Listed const& permitted) {
        return said.size() == permitted.size() && contains_all(permitted, said);
    };
    if (is_whole(golden.permitted)) return {Verdict::conforms, explanation};
    for (auto const& other : golden.otherwise)
        if (is_whole(other.permitted))
            return {Verdict::contested,
                    fmt::format("{}; permitted only under {}", explanation, text(other.profile))};
    if (contains_all(golden.permitted, said))
        return {Verdict::incomplete, explanation + "; histories are missing"};
    for (auto const& other : golden.otherwise)
        if (contains_all(other.permitted, said))
            return {Verdict::incomplete, fmt::format("{}; a part of what is permitted under {}", explanation,
                                                     text(other.profile))};
    auto const wrong = std::find_if(said.begin(), said.end(),
                                    [&](History const& one) { return !contains(golden.permitted, one); });
    return {Verdict::violates, fmt::format("{}; /histories/{}: {}", explanation, wrong - said.begin(),
                                           difference(golden, *wrong))};
}

}  // namespace

Judgement judge(GoldenTimeline const& golden, Said const& said) {
    auto const explanation = fmt::format("{}, got {}", expected(golden), text(said));
    return std::visit(
        Match{[&](OneHistory const& one) { return judge_one(golden, one.history, explanation); },
              [&](AllHistories const& all) { return judge_all(golden, all.histories, explanation); },
              [&](Unsupported const&) -> Judgement {
                  return {Verdict::unsupported, explanation};
              },
              [&](Refused const&) -> Judgement {
                  return {Verdict::error, explanation};
              },
              // An outcome is no answer to a timeline, and is not read as one.
              [&](auto const&) -> Judgement {
                  return {Verdict::garbage, explanation};
              }},
        said);
}

Judgement judge(GoldenTimeline const& golden, Fault const& fault) {
    return {verdict_of(fault), fmt::format("{}, but it {}", expected(golden), fault.why)};
}

}  // namespace ssbroute::conformance
