// A decision as a flowchart has it: every step a box with lines of text.
#pragma once

#include <string>
#include <vector>

#include "picture/decision_picture.hpp"

namespace ssbroute::picture {

/// The rule and what it asks, what it found, the routes that it kept and those that fell out. Lines are
/// wrapped.
std::vector<std::string> lines_of(DrawnStep const& step);
std::vector<std::string> message_lines(Picture const& picture);
/// The outcome and the transmission status.
std::vector<std::string> outcome_lines(Picture const& picture);

}  // namespace ssbroute::picture
