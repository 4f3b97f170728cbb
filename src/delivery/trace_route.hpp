// One message, end to end over instances, and the reply back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "delivery/histories.hpp"
#include "delivery/timeline.hpp"

namespace ssbroute::delivery {

/// How far something got.
enum class Arrival : std::uint8_t { delivered, waiting, dropped, looping, not_sent };

/// The way of a message, an acknowledgement or a reply.
struct Leg {
    Arrival arrival = Arrival::not_sent;
    History hops = {};
    /// The first hop that is to blame, in `hops`; nothing where it arrived.
    std::optional<std::size_t> to_blame = std::nullopt;
};

struct RouteTrace {
    Leg message;
    Leg acknowledgement;
    Leg reply;
};

/// Every permitted way of one message of `conversation`, begun at `at` in the network as it is after the
/// events until then, and of the reply to it. Nothing is tried again.
struct RouteTraces {
    std::vector<RouteTrace> traces;
    Histories::End end = Histories::End::complete;
};
Expected<RouteTraces> trace_route(Timeline const& timeline, Conversation conversation, UtcTime at,
                                  ProfileOverTime const& profile);

}  // namespace ssbroute::delivery
