// A decision as a flowchart in Mermaid.
#pragma once

#include <string>

#include "picture/decision_picture.hpp"

namespace ssbroute::picture {

std::string mermaid(Picture const& picture);

}  // namespace ssbroute::picture
