// Sequence diagrams of histories.
#pragma once

#include <string>

#include "delivery/happening.hpp"
#include "delivery/timeline.hpp"

namespace ssbroute::picture {

std::string mermaid(delivery::Timeline const& timeline, delivery::History const& history);
std::string svg(delivery::Timeline const& timeline, delivery::History const& history);

}  // namespace ssbroute::picture
