// Explained answers as JSON: `picks`, `trace`, `why_not`, `transmission_status` beside each outcome.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/answer_json.hpp"
#include "oracle/explanation.hpp"

namespace ssbroute::formats {

enum class With : std::uint8_t { outcome_only, explanation };

/// Adds `trace`, `why_not` and, where it is known, `transmission_status` to `value`.
void add_explanation(OrderedJson& value, Explanation const& explanation);

OrderedJson write_outcome(ExplainedOutcome const& found, Profile const& profile, With with);

/// Adds `permitted` and `contested` to `line`.
void write_answer(OrderedJson& line, std::vector<ExplainedOutcome> const& outcomes, Profile const& profile,
                  With with);

}  // namespace ssbroute::formats
