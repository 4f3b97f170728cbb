// What properties ask of the oracle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/answer.hpp"
#include "routing/rule.hpp"
#include "support/scenario_parts.hpp"

namespace ssbroute::testing {

using Lines = std::vector<std::string>;

/// An outcome as one line, the same for outcomes that are the same.
std::string line(Outcome const& outcome);
/// The permitted outcomes, as lines in order, each once.
Lines permitted(ScenarioParts const& parts, Profile const& profile = {});
/// The whole answer with what is contested and under which readings, whatever the spelling of addresses.
Lines whole_answer(ScenarioParts const& parts, Profile const& profile = {});
/// The whole answer, letter by letter.
std::string spelled_answer(ScenarioParts const& parts);

/// The documents' answers, but this one.
template <typename Answer>
Profile with_reading(Answer answer) {
    Profile profile;
    profile.prefer(reading_of<Answer>, static_cast<AnswerNumber>(answer));
    return profile;
}

/// Whether it is one of the steps of matching.
bool is_matching_step(Rule rule);

/// A rule that was passed, with what it found.
struct StepSeen {
    Rule rule;
    /// The routes that it matched or chose among.
    std::vector<Route> routes = {};
    std::optional<Route> chosen = std::nullopt;
};

/// One way of the process, with what happened on it.
struct WaySeen {
    Outcome outcome;
    Deviations deviations;
    std::vector<StepSeen> steps;

    [[nodiscard]] bool passes(Rule rule) const;
    /// The first and the last route that was chosen; nothing if none was.
    [[nodiscard]] std::optional<Route> chosen_first() const;
    [[nodiscard]] std::optional<Route> chosen_last() const;
    /// The first step that ended matching; nullptr if there was none.
    [[nodiscard]] StepSeen const* first_match() const;
};

/// Every way; by default those on which each reading has its preferred answer.
std::vector<WaySeen> ways(ScenarioParts const& parts, Profile const& profile = {},
                          OtherReadings other_readings = OtherReadings::left_out);

/// The outcomes of some ways, as lines in order, each once.
Lines outcomes(std::vector<WaySeen> const& ways);

/// Some way passes the rule, each reading at its preferred answer.
bool may_pass(ScenarioParts const& parts, Rule rule);
/// Some way passes the rule, whatever the readings.
bool may_pass_under_any_reading(ScenarioParts const& parts, Rule rule);
/// The steps of matching that end it on some way, each reading at its preferred answer.
std::vector<Rule> matching_steps(ScenarioParts const& parts);

/// The step that ends matching in the first table; nothing if none is searched.
std::optional<Rule> first_matching_step(ScenarioParts const& parts);
/// For every way, what ends matching in the first table: the step and the names of the routes.
Lines first_matches(ScenarioParts const& parts);

/// An outgoing message may come back to a table that was searched already.
bool may_search_the_same_table_twice(ScenarioParts const& parts);

/// All that stands in a and in b, and all that stands in a and not in b; of ordered lists.
Lines joined(Lines const& a, Lines const& b);
Lines without(Lines const& a, Lines const& b);
bool is_within(Lines const& part, Lines const& whole);

template <typename Kind>
bool is(Outcome const& outcome) {
    return std::holds_alternative<Kind>(outcome);
}

}  // namespace ssbroute::testing
