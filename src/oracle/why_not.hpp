// For every route of a table in scope that was not chosen: the rule that put it out of the running.
#pragma once

#include <vector>

#include "model/scenario.hpp"
#include "oracle/explanation.hpp"

namespace ssbroute {

/// From the trace of a decision. After LOOP-1 both tables are told, the sending database's first.
std::vector<WhyNot> why_not(Scenario const& scenario, std::vector<TraceStep> const& trace);

}  // namespace ssbroute
