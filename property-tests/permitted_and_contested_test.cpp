// "Permitted and contested outcomes": what an answer is, and what a sample is.
#include <algorithm>

#include "formats/answer_json.hpp"
#include "oracle/sample.hpp"
#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

ScenarioParts any_scenario() {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    if (dice.percent(60)) let_routes_meet(dice, parts);
    if (dice.percent(40)) let_services_be_found(dice, parts, 50);
    // Else CHOOSE-1 leaves the other steps little to do.
    if (dice.percent(60))
        for (auto& route : parts.searched().routes) route.mirror_address.reset();
    if (dice.percent(30)) point_to_itself(dice, parts);
    return parts;
}

Answer answer_of(ScenarioParts const& parts, Profile const& profile = {}) {
    RoutingProcess process(parts.built());
    return answer(process, profile);
}

bool is_spelled_before(Outcome const& a, Outcome const& b) { return is_printed_before(a, b); }

Lines lines_of(std::vector<ContestedOutcome> const& contested) {
    Lines lines;
    for (auto const& one : contested) lines.push_back(line(one.outcome));
    std::sort(lines.begin(), lines.end());
    return lines;
}

Profile any_profile(Dice& dice) {
    Profile profile;
    for (auto const& entry : readings)
        profile.prefer(entry.reading, static_cast<AnswerNumber>(dice.below(entry.answers.size())));
    return profile;
}

// The other answer to each of `deviations`.
Profile with_deviations(Deviations deviations, Profile profile = {}) {
    for (auto const& entry : readings)
        if (deviations.contains(entry.reading))
            profile.prefer(entry.reading, static_cast<AnswerNumber>(1 - profile.preferred(entry.reading)));
    return profile;
}

PROPERTY(APermittedSetIsNeverEmpty, "MATCH-7, CHOOSE-5", at_least(70)) {
    auto const parts = any_scenario();
    SeededDice dice(*seeds());
    interest.when(first_matching_step(parts).has_value());
    RC_ASSERT(!permitted(parts, any_profile(dice)).empty());
}

PROPERTY(NoOutcomeStandsTwiceInAnAnswer, "CHOOSE-0, LOCATE-3", at_least(40)) {
    auto const answer = answer_of(any_scenario());
    Lines all;
    for (auto const& outcome : answer.permitted) all.push_back(line(outcome));
    for (auto const& contested : answer.contested) all.push_back(line(contested.outcome));
    std::sort(all.begin(), all.end());
    interest.when(all.size() > 1);
    RC_ASSERT(std::adjacent_find(all.begin(), all.end()) == all.end());
}

PROPERTY(AnAnswerIsInOrder, "LOCATE-3, CHOOSE-3", at_least(15)) {
    auto const answer = answer_of(any_scenario());
    interest.when(answer.permitted.size() > 1 || answer.contested.size() > 1);
    RC_ASSERT(std::is_sorted(answer.permitted.begin(), answer.permitted.end(), is_spelled_before));
    RC_ASSERT(std::is_sorted(answer.contested.begin(), answer.contested.end(),
                             [](ContestedOutcome const& a, ContestedOutcome const& b) {
                                 return is_spelled_before(a.outcome, b.outcome);
                             }));
}

PROPERTY(OfEqualOutcomesTheFirstSpellingIsGiven, "CHOOSE-0, SEND-1, FORWARD-2", at_least(12)) {
    auto const parts = any_scenario();
    auto const answer = answer_of(parts);
    auto const all_ways = ways(parts);
    for (auto const& outcome : answer.permitted)
        for (auto const& way : all_ways) {
            if (!same(way.outcome, outcome)) continue;
            interest.when(is<Send>(outcome) || is<Forward>(outcome));
            RC_ASSERT(!is_spelled_before(way.outcome, outcome));
        }
}

PROPERTY(PermittedIsWhatSomeWayWithPreferredAnswersReaches, "MATCH-3, CHOOSE-0, LOCATE-3, LOCATE-4",
         at_least(10)) {
    auto const parts = any_scenario();
    Lines reached;
    for (auto const& way : ways(parts, {}, OtherReadings::explored))
        if (way.deviations.empty()) reached = joined(reached, {line(way.outcome)});
    interest.when(reached.size() > 1);
    RC_ASSERT(permitted(parts) == reached);
    RC_ASSERT(outcomes(ways(parts)) == reached);
}

PROPERTY(TheWayToAnOutcomeDeviatesInItsReadingsAndNoOthers,
         "absent-service-outgoing, absent-service-incoming, no-match-incoming, forwarding-inactive, "
         "identical-routes, self-address",
         at_least(25)) {
    auto const parts = any_scenario();
    RoutingProcess process(parts.built());
    for (auto const& found : answer_with_ways(process)) {
        interest.when(!found.readings.empty());
        Observer nobody;
        bool is_a_way = false;
        explore(process, {}, OtherReadings::explored, nobody, [&](WayTaken const& taken) {
            if (taken.way != found.way) return;
            is_a_way = same(taken.outcome, found.outcome) && taken.deviations == found.readings;
        });
        RC_ASSERT(is_a_way);
    }
}

PROPERTY(WhatOtherAnswersPermitIsPermittedOrContested,
         "expiry-instant, absent-service-outgoing, absent-service-incoming, no-match-incoming, "
         "dynamic-routing-order, identical-routes, self-address, forwarding-inactive",
         at_least(15)) {
    auto const parts = any_scenario();
    SeededDice dice(*seeds());
    auto const answer = answer_of(parts);
    auto const under_other_answers = permitted(parts, any_profile(dice));
    interest.when(under_other_answers != permitted(parts));
    RC_ASSERT(is_within(under_other_answers, joined(permitted(parts), lines_of(answer.contested))));
}

PROPERTY(
    AContestedOutcomeIsPermittedUnderItsReadings,
    "expiry-instant, expired-route-existing-conversation, absent-service-outgoing, absent-service-incoming, "
    "no-match-incoming, pending-request-for, pending-route-request, identifier-only-route, identical-routes, "
    "self-address, transport-self-address, identified-database-without-service, forwarding-inactive",
    at_least(25)) {
    auto const parts = any_scenario();
    for (auto const& contested : answer_of(parts).contested) {
        interest.when(true);
        RC_ASSERT(!contested.readings.empty());
        RC_ASSERT(
            is_within({line(contested.outcome)}, permitted(parts, with_deviations(contested.readings))));
    }
}

// Every set of readings with as many members as `size`, in the order in which they are to be tried: that of
// the table of readings.
std::vector<Deviations> sets_of(int size, std::size_t from = 0) {
    if (size == 0) return {Deviations()};
    std::vector<Deviations> sets;
    for (std::size_t i = from; i < readings.size(); ++i)
        for (auto rest : sets_of(size - 1, i + 1)) {
            rest.insert(readings[i].reading);
            sets.push_back(rest);
        }
    return sets;
}

PROPERTY(TheReadingsOfAContestedOutcomeAreTheFirstOfTheFewest,
         "expiry-instant, absent-service-outgoing, no-match-incoming, dynamic-routing-order, "
         "pending-route-request",
         at_least(30)) {
    auto const parts = any_scenario();
    for (auto const& contested : answer_of(parts).contested) {
        if (contested.readings.size() > 2) continue;  // more sets than a test has time for
        interest.when(true);
        std::optional<Deviations> first;
        for (int size = 1; size <= contested.readings.size() && !first; ++size)
            for (auto const& set : sets_of(size)) {
                if (!is_within({line(contested.outcome)}, permitted(parts, with_deviations(set)))) continue;
                first = set;
                break;
            }
        RC_ASSERT(first.has_value());
        RC_ASSERT(*first == contested.readings);
    }
}

PROPERTY(FixingAReadingToItsPreferredAnswerChangesNothing,
         "expiry-instant, dynamic-routing-order, identical-routes", at_least(30)) {
    auto const parts = any_scenario();
    Profile fixed;
    for (auto const& entry : readings) fixed.prefer(entry.reading, 0);
    auto const answer = whole_answer(parts);
    interest.when(answer.size() > permitted(parts).size());
    RC_ASSERT(whole_answer(parts, fixed) == answer);
}

PROPERTY(WhateverIsPreferredThePermittedAndTheContestedTogetherAreTheSame,
         "absent-service-outgoing, absent-service-incoming, no-match-incoming, identifier-only-route",
         at_least(35)) {
    auto const parts = any_scenario();
    SeededDice dice(*seeds());
    auto const all_outcomes = [&](Profile const& profile) {
        return joined(permitted(parts, profile), lines_of(answer_of(parts, profile).contested));
    };
    auto const documented = all_outcomes({});
    interest.when(documented.size() > 1);
    RC_ASSERT(all_outcomes(any_profile(dice)) == documented);
}

PROPERTY(EverySampleIsPermitted, "MATCH-3, CHOOSE-3, LOCATE-3, LOCATE-4", at_least(9)) {
    auto const parts = any_scenario();
    SeededDice dice(*seeds());
    auto const profile = any_profile(dice);
    auto const outcomes_permitted = permitted(parts, profile);
    interest.when(outcomes_permitted.size() > 1);
    RoutingProcess process(parts.built());
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        RC_ASSERT(is_within({line(sample(process, seed, profile))}, outcomes_permitted));
}

PROPERTY(EveryPermittedOutcomeIsSampledBySomeSeed, "MATCH-3, CHOOSE-3, LOCATE-3, LOCATE-4", at_least(11)) {
    constexpr std::uint64_t enough_seeds = 20000;
    auto const parts = any_scenario();
    auto missing = permitted(parts);
    interest.when(missing.size() > 1);
    RoutingProcess process(parts.built());
    for (std::uint64_t seed = 0; seed < enough_seeds && !missing.empty(); ++seed)
        missing = without(missing, {line(sample(process, seed))});
    RC_ASSERT(missing.empty());
}

PROPERTY(TheSameSeedDrawsTheSame, "CHOOSE-3, LOCATE-3", at_least(9)) {
    auto const parts = any_scenario();
    auto const seed = *seeds();
    interest.when(permitted(parts).size() > 1);
    RoutingProcess used(parts.built());
    sample(used, seed + 1);
    answer(used);
    RoutingProcess fresh(parts.built());
    auto const drawn = sample(fresh, seed);
    auto const again = sample(used, seed);
    RC_ASSERT(!is_spelled_before(drawn, again));
    RC_ASSERT(!is_spelled_before(again, drawn));
}

PROPERTY(TheWayOfAnOutcomeLeadsToItAgain, "MATCH-3, CHOOSE-1, LOCATE-4", at_least(35)) {
    auto const parts = any_scenario();
    RoutingProcess process(parts.built());
    auto const found = answer_with_ways(process);
    interest.when(found.size() > 1);
    Observer nobody;
    for (auto const& one : found)
        RC_ASSERT(same(repeat(process, {}, OtherReadings::explored, one.way, nobody), one.outcome));
}

}  // namespace
}  // namespace ssbroute::testing
