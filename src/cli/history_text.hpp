// Histories for people.
#pragma once

#include <string>

#include "delivery/happening.hpp"

namespace ssbroute::cli {

/// One line: when, where, what, by which table and rules, and what it waits for.
std::string happening_line(delivery::Happening const& one);
/// Message by message, hop by hop.
std::string history_text(delivery::History const& history);

}  // namespace ssbroute::cli
