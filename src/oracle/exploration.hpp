// Every way that the process can go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/outcome.hpp"
#include "oracle/picks.hpp"
#include "oracle/profile.hpp"
#include "routing/observer.hpp"
#include "routing/routing_process.hpp"

namespace ssbroute {

/// Whether readings are also explored against the profile.
enum class OtherReadings : std::uint8_t { left_out, explored };

/// What the arbiter said along one way, in the order in which it was asked. The same way of the same
/// scenario gives the same outcome.
using Way = std::vector<std::uint32_t>;

/// One way of the process.
struct WayTaken {
    Outcome outcome;
    /// Empty: the way follows the profile.
    Deviations deviations;
    Way const& way;
};

/// Runs the process once for each way that picks and readings allow, and hands each to `visit`.
/// `observer` hears every run.
void explore(RoutingProcess& process, Profile const& profile, OtherReadings other_readings,
             Observer& observer, std::function<void(WayTaken const&)> const& visit);

/// Runs the process along one way that `explore` found with the same profile and `other_readings`.
Outcome repeat(RoutingProcess& process, Profile const& profile, OtherReadings other_readings, Way const& way,
               Observer& observer);

/// What such a way takes where the documents grant a choice, without its answers to readings.
Picks picks_of(RoutingProcess& process, Profile const& profile, OtherReadings other_readings, Way const& way);

}  // namespace ssbroute
