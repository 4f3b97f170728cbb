// Outcomes and readings as a few words of one line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/reply.hpp"
#include "model/outcome.hpp"
#include "routing/rule.hpp"

namespace ssbroute::conformance {

/// `send TCP://a:1 or TCP://b:1`, `deliver to A`, `delay and ask for a route`, `drop`.
std::string text(Outcome const& outcome);
/// The outcomes with commas; more than a few are counted.
std::string text(std::span<Outcome const> outcomes);
/// What an implementation said.
std::string text(Said const& said);
/// `MATCH-2, SEND-1`.
std::string text(std::span<Rule const> passed);

}  // namespace ssbroute::conformance
