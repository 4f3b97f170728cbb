// One way of the process, with the alternatives that it passes by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/error.hpp"
#include "model/outcome.hpp"
#include "oracle/explanation.hpp"
#include "oracle/picks.hpp"
#include "oracle/profile.hpp"
#include "routing/routing_process.hpp"

namespace ssbroute {

/// A choice that the documents grant, and what is taken.
struct Choice {
    Rule rule = {};
    /// Routes, databases or identifiers by name, or ways to go on in words.
    std::vector<std::string> alternatives;
    std::uint32_t pick = 0;
    /// The step of the trace that makes it, from 0.
    std::size_t step = 0;
};

struct FollowedWay {
    Outcome outcome;
    std::vector<Choice> choices;
    Explanation explanation;
};

/// The way on which the profile's answers hold and `picks` are taken, the first alternative where they are at
/// their end. An Error at `/N` if pick N is not one of the alternatives, or if there is no such choice.
Expected<FollowedWay> follow(RoutingProcess& process, Picks const& picks, Profile const& profile = {});

}  // namespace ssbroute
