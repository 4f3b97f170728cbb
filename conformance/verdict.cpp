#include "conformance/verdict.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "conformance/match.hpp"
#include "conformance/outcome_text.hpp"

namespace ssbroute::conformance {
namespace {

using formats::GoldenCase;
using Degree = Expectation::Degree;

bool contains(std::span<Outcome const> outcomes, Outcome const& wanted) {
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](Outcome const& one) { return same(one, wanted); });
}

bool contains_all(std::span<Outcome const> outcomes, std::span<Outcome const> wanted) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](Outcome const& one) { return contains(outcomes, one); });
}

std::string expected(GoldenCase const& golden, std::span<Outcome const> permitted) {
    return fmt::format("expected {}{} ({})", permitted.size() > 1 ? "one of " : "", text(permitted),
                       text(std::span<Rule const>(golden.rules)));
}

// What the case itself says an outcome would need.
std::optional<PartialProfile> listed(GoldenCase const& golden, Said const& said) {
    auto const* one = std::get_if<OneOutcome>(&said);
    if (one == nullptr) return std::nullopt;
    for (auto const& contested : golden.contested) {
        if (!same(contested.outcome, one->outcome)) continue;
        PartialProfile needed;
        for (auto const& reading : readings)
            if (contested.readings.contains(reading.reading))
                needed.fixed = static_cast<Answers>(needed.fixed | bit(reading.reading));
        needed.answers = needed.fixed;
        return needed;
    }
    return std::nullopt;
}

// An answer that is not the permitted one, whatever else it may be.
Judgement judge_other(GoldenCase const& golden, Expectation const& expectation,
                      PartialProfile const& declared, Said const& said, std::string const& explanation) {
    if (declared.fixed == 0)
        if (auto const needed = listed(golden, said))
            return {Verdict::contested,
                    fmt::format("{}; permitted only under {}", explanation, text(*needed))};
    // What the oracle permits without another reading, and the case does not, is no question of readings.
    auto const needed = expectation.nearest(said, Degree::right, declared, declared.answers);
    if (needed && needed->fixed == 0)
        return {Verdict::violates, explanation + "; the oracle permits it, the case does not"};
    if (needed)
        return {Verdict::contested, fmt::format("{}; permitted only under {}", explanation, text(*needed))};
    if (std::holds_alternative<WholeSet>(said))
        if (auto const under = expectation.nearest(said, Degree::part, declared, declared.answers))
            return {Verdict::incomplete, fmt::format("{}; a part of what is permitted under {}", explanation,
                                                     under->fixed == 0 ? "the same readings" : text(*under))};
    if (auto const excluded = expectation.nearest(said, Degree::right, {}, declared.answers))
        return {Verdict::violates, fmt::format("{}; permitted only under {}, and the profile declares {}",
                                               explanation, text(*excluded), text(declared))};
    return {Verdict::violates, explanation + "; permitted under no reading"};
}

Judgement judge_outcome(GoldenCase const& golden, Expectation const& expectation,
                        PartialProfile const& declared, std::span<Outcome const> permitted, Said const& said,
                        std::string const& explanation) {
    if (auto const* one = std::get_if<OneOutcome>(&said)) {
        if (contains(permitted, one->outcome)) return {Verdict::conforms, explanation};
        return judge_other(golden, expectation, declared, said, explanation);
    }
    auto const& outcomes = std::get<WholeSet>(said).outcomes;
    bool const is_part = contains_all(permitted, outcomes);
    if (is_part && outcomes.size() == permitted.size()) return {Verdict::conforms, explanation};
    auto other = judge_other(golden, expectation, declared, said, explanation);
    // The whole set under another reading says more than a part of the permitted one.
    if (is_part && other.verdict != Verdict::contested)
        return {Verdict::incomplete, explanation + "; outcomes are missing"};
    return other;
}

}  // namespace

std::optional<Verdict> verdict_with_id(std::string_view wanted) {
    auto const found = std::find(verdicts.begin(), verdicts.end(), wanted);
    if (found == verdicts.end()) return std::nullopt;
    return static_cast<Verdict>(found - verdicts.begin());
}

Judgement judge(GoldenCase const& golden, Expectation const& expectation, PartialProfile const& declared,
                Said const& said) {
    std::span<Outcome const> const permitted =
        declared.fixed == 0 ? golden.permitted : expectation.permitted(declared.answers);
    auto const explanation = fmt::format("{}, got {}", expected(golden, permitted), text(said));
    return std::visit(Match{[&](Unsupported const&) -> Judgement {
                                return {Verdict::unsupported, explanation};
                            },
                            [&](Refused const&) -> Judgement {
                                return {Verdict::error, explanation};
                            },
                            // A history is no answer to a scenario, and is not read as one.
                            [&](OneHistory const&) -> Judgement {
                                return {Verdict::garbage, explanation};
                            },
                            [&](AllHistories const&) -> Judgement {
                                return {Verdict::garbage, explanation};
                            },
                            [&](auto const&) {
                                return judge_outcome(golden, expectation, declared, permitted, said,
                                                     explanation);
                            }},
                      said);
}

Verdict verdict_of(Fault const& fault) {
    switch (fault.kind) {
        case Lost::crash: return Verdict::crash;
        case Lost::timeout: return Verdict::timeout;
        case Lost::garbage: return Verdict::garbage;
    }
    return Verdict::garbage;
}

Judgement judge(GoldenCase const& golden, Fault const& fault) {
    return {verdict_of(fault), fmt::format("{}, but it {}", expected(golden, golden.permitted), fault.why)};
}

}  // namespace ssbroute::conformance
