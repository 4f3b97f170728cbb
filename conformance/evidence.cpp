#include "conformance/evidence.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "oracle/answer.hpp"

namespace ssbroute::conformance {
namespace {

Answers readings_met(RoutingProcess& process) {
    Answers met = 0;
    Observer nobody;
    explore(process, {}, OtherReadings::explored, nobody, [&](WayTaken const& taken) {
        for (auto const& reading : readings)
            if (taken.deviations.contains(reading.reading))
                met = static_cast<Answers>(met | bit(reading.reading));
    });
    return met;
}

std::vector<std::string> canonical_set(std::vector<Outcome> const& outcomes) {
    std::vector<std::string> result;
    result.reserve(outcomes.size());
    for (auto const& outcome : outcomes) result.push_back(canonical(outcome));
    std::sort(result.begin(), result.end());
    return result;
}

// What was said, as a sorted set; nothing if it was no answer.
struct Claim {
    std::vector<std::string> outcomes;
    /// Whether these are said to be all that is permitted.
    enum class Extent : std::uint8_t { some, all } extent;
};

std::optional<Claim> claim_of(Said const& said) {
    if (auto const* one = std::get_if<OneOutcome>(&said))
        return Claim{{canonical(one->outcome)}, Claim::Extent::some};
    if (auto const* set = std::get_if<WholeSet>(&said))
        return Claim{canonical_set(set->outcomes), Claim::Extent::all};
    return std::nullopt;
}

// `permitted` is sorted.
bool fits(Claim const& claim, std::vector<std::string> const& permitted, Expectation::Degree degree) {
    if (degree == Expectation::Degree::right && claim.extent == Claim::Extent::all)
        return claim.outcomes == permitted;
    return std::includes(permitted.begin(), permitted.end(), claim.outcomes.begin(), claim.outcomes.end());
}

}  // namespace

Profile profile_of(Answers answers) {
    Profile profile;
    for (auto const& reading : readings)
        if ((answers & bit(reading.reading)) != 0) profile.prefer(reading.reading, 1);
    return profile;
}

std::string text(PartialProfile const& profile) {
    std::vector<std::string> parts;
    for (auto const& reading : readings) {
        if ((profile.fixed & bit(reading.reading)) == 0) continue;
        auto const number = (profile.answers & bit(reading.reading)) != 0 ? 1U : 0U;
        parts.push_back(fmt::format("{}={}", reading.id, reading.answers[number]));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

Expectation::Expectation(Scenario const& scenario) {
    RoutingProcess process(scenario);
    met_ = readings_met(process);
    // Every subset of the readings that are met, in the order of the numbers that they make.
    for (Answers answers = 0;; answers = static_cast<Answers>((answers - met_) & met_)) {
        auto permitted = answer(process, profile_of(answers), OtherReadings::left_out).permitted;
        auto set = canonical_set(permitted);
        combinations_.push_back({answers, std::move(permitted), std::move(set)});
        if (answers == met_) break;
    }
}

Expectation::Under const& Expectation::under(Answers answers) const {
    auto const wanted = static_cast<Answers>(answers & met_);
    return *std::lower_bound(combinations_.begin(), combinations_.end(), wanted,
                             [](Under const& one, Answers other) { return one.answers < other; });
}

std::vector<Outcome> const& Expectation::permitted(Answers answers) const { return under(answers).permitted; }

bool Expectation::is_right(Said const& said, Answers answers) const {
    auto const claim = claim_of(said);
    return claim && fits(*claim, under(answers).canonical, Degree::right);
}

bool Expectation::is_part(Said const& said, Answers answers) const {
    auto const claim = claim_of(said);
    return claim && fits(*claim, under(answers).canonical, Degree::part);
}

std::optional<PartialProfile> Expectation::nearest(Said const& said, Degree degree,
                                                   PartialProfile const& chosen, Answers preferred) const {
    PartialProfile const here{static_cast<Answers>(chosen.fixed & met_),
                              static_cast<Answers>(chosen.answers & met_)};
    auto const claim = claim_of(said);
    if (!claim) return std::nullopt;
    std::optional<PartialProfile> best;
    auto const distance = [](PartialProfile const& one) { return std::popcount(one.fixed); };
    for (auto const& one : combinations_) {
        if (!here.agrees_with(one.answers) || !fits(*claim, one.canonical, degree)) continue;
        auto const differing = static_cast<Answers>((one.answers ^ preferred) & met_);
        PartialProfile const candidate{differing, static_cast<Answers>(one.answers & differing)};
        bool const nearer = !best || distance(candidate) < distance(*best);
        if (nearer) best = candidate;
    }
    return best;
}

std::optional<Evidence> Expectation::evidence(Said const& said) const {
    auto const claim = claim_of(said);
    if (!claim) return std::nullopt;
    // A set that is no right one may still be a part of one, and tells as much as its outcomes tell.
    for (auto const degree : {Degree::right, Degree::part}) {
        Evidence result{met_, {}};
        for (auto const& one : combinations_)
            if (fits(*claim, one.canonical, degree)) result.allowed.push_back(one.answers);
        if (result.allowed.size() == combinations_.size()) return std::nullopt;
        if (!result.allowed.empty()) return result;
    }
    return std::nullopt;
}

}  // namespace ssbroute::conformance
