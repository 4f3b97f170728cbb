// Timelines drawn by chance: a conversation or two from instance a to a service that instances b and c have,
// and what may happen to them. Like support/drawing.hpp it knows nothing of RapidCheck.
#pragma once

#include <cstddef>
#include <cstdint>

#include "delivery/timeline.hpp"
#include "support/drawing.hpp"

namespace ssbroute::testing {

/// What a drawn network is mostly about; the rest is left to chance.
enum class NetworkFocus : std::uint8_t {
    anything,
    /// Two routes with identifiers, to one target each.
    two_targets,
    /// Instances that pass messages on, often in a ring.
    forwarding,
    /// A mirrored route to b and c, and roles that change.
    mirroring,
    /// Only the dynamic routing service is there to ask.
    requests,
};

inline constexpr auto guid_of_shop = "0f0e0d0c-0b0a-0908-0706-050403020100";
inline constexpr auto guid_of_one = "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d";
inline constexpr auto guid_of_two = "81b1d3d0-288e-4d2c-b1d3-456cbb944b4f";

/// The places of the instances.
inline constexpr delivery::InstanceNumber at_a = 0;
inline constexpr delivery::InstanceNumber at_b = 1;
inline constexpr delivery::InstanceNumber at_c = 2;

/// Parts that make a timeline. Nothing is sent again while a message is not acknowledged.
delivery::TimelineParts draw_network(Dice& dice, NetworkFocus focus = NetworkFocus::anything);

/// After all its events b or c is the principal, everything is up, and an hour goes by.
delivery::TimelineParts settled(delivery::TimelineParts parts, delivery::InstanceNumber principal);

}  // namespace ssbroute::testing
