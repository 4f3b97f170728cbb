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

}  // namespace ssbroute::cli
