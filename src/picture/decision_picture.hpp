// What is drawn of one way of a decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/scenario.hpp"
#include "oracle/follow.hpp"

namespace ssbroute::picture {

/// A name with what is said beside it: of a route that was kept its address, of one that fell out the reason.
struct Named {
    std::string name;
    std::string beside;
};

/// As many as are shown, and how many more there are.
struct NamedList {
    std::vector<Named> shown;
    std::size_t more = 0;

    [[nodiscard]] bool empty() const { return shown.empty(); }
};

struct Alternative {
    std::string name;
    std::uint32_t pick = 0;
};

/// A granted choice.
struct DrawnChoice {
    /// Which of the choices along the way, from 0.
    std::size_t number = 0;
    /// The one that is taken among them.
    std::vector<Alternative> shown;
    std::size_t more = 0;
    std::uint32_t pick = 0;
};

enum class KeptRoutes : std::uint8_t { found, chosen };

struct DrawnStep {
    Rule rule = {};
    Passing passing = {};
    std::string sentence;
    /// What the step found, where that is more than routes; may be empty.
    std::string finding;
    /// The routes that it found, or the one that it chose.
    NamedList kept;
    KeptRoutes kept_as = KeptRoutes::found;
    /// The routes that it put out of the running.
    NamedList fallen;
    std::optional<DrawnChoice> choice;
};

struct Picture {
    std::string message;
    std::vector<DrawnStep> steps;
    /// `send`, `delay`.
    std::string outcome;
    /// With address or database, and the route.
    std::string outcome_in_words;
    std::optional<TransmissionStatus> transmission_status;
};

/// Of each list at a step no more are shown.
inline constexpr std::size_t most_shown = 12;

/// The way that `way` followed through `scenario`.
Picture draw(Scenario const& scenario, FollowedWay const& way);

}  // namespace ssbroute::picture
