// A decision for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/explanation_json.hpp"
#include "model/scenario.hpp"
#include "oracle/profile.hpp"

namespace ssbroute::cli {

enum class Detail : std::uint8_t { rules, everything };

struct DecisionToPrint {
    std::string const& name;
    std::string const& title;
    Scenario const& scenario;
    std::vector<ExplainedOutcome> const& outcomes;
    Profile const& profile;
    Detail detail;
};

/// The outcomes, each with its route, its address or database and the rules in order with what each looked
/// at; with `everything` also the routes not taken, and the ways to contested outcomes.
std::string decision_text(DecisionToPrint const& decision);

/// `send to TCP://host2:4022`.
std::string in_words(Outcome const& outcome);
/// `, by route OrderPartsRoute`: the route that was chosen last; empty: none was.
std::string by_route(Explanation const& explanation);
/// A line with the rule and what it looked at.
std::string step_line(TraceStep const& step);
/// `absent-service-outgoing is drop`.
std::string readings_of(Deviations deviations, Profile const& profile);

}  // namespace ssbroute::cli
