// A decision as a graph for Graphviz.
#pragma once

#include <string>

#include "picture/decision_picture.hpp"

namespace ssbroute::picture {

std::string dot(Picture const& picture);

}  // namespace ssbroute::picture
