// A decision for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/explanation_json.hpp"
#include "model/scenario.hpp"
#include "oracle/profile.hpp"
#include "picture/decision_words.hpp"

namespace ssbroute::cli {

using picture::by_route;
using picture::in_words;

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

/// A line with the rule and what it looked at.
std::string step_line(TraceStep const& step);
/// `absent-service-outgoing is drop`.
std::string readings_of(Deviations deviations, Profile const& profile);

}  // namespace ssbroute::cli
