#include "delivery/trace_route.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace ssbroute::delivery {
namespace {

std::string const message_id = "message";
std::string const reply_id = "reply";

// Whether it bears on the network as a message finds it.
bool bears_on_network(EventKind const& event) {
    return Configuration::changes(event) || std::holds_alternative<RequestEnded>(event);
}

bool goes_on(HappeningKind kind) { return kind == HappeningKind::send || kind == HappeningKind::forward; }

// The first hop that took the message to an instance where it had been; if none did, the last.
std::size_t first_return(History const& hops) {
    std::set<std::string_view> visited;
    auto const found =
        std::adjacent_find(hops.begin(), hops.end(), [&](Happening const& hop, Happening const& next) {
            visited.insert(hop.instance);
            return goes_on(hop.kind) && visited.contains(next.instance);
        });
    return std::min(static_cast<std::size_t>(found - hops.begin()), hops.size() - 1);
}

Arrival arrival_of(HappeningKind last) {
    switch (last) {
        case HappeningKind::deliver:
        case HappeningKind::duplicate:
        case HappeningKind::pin:
        case HappeningKind::acknowledge: return Arrival::delivered;
        case HappeningKind::discard:
        case HappeningKind::go_round: return Arrival::looping;
        case HappeningKind::drop:
        case HappeningKind::stray:
        case HappeningKind::refuse:
        case HappeningKind::ignore:
        case HappeningKind::error:
        case HappeningKind::expire: return Arrival::dropped;
        default: return Arrival::waiting;
    }
}

Leg leg_of(History const& history, std::string const& message, Part part) {
    Leg leg;
    std::copy_if(history.begin(), history.end(), std::back_inserter(leg.hops),
                 [&](Happening const& one) { return one.message == message && one.part == part; });
    if (leg.hops.empty()) return leg;
    leg.arrival = arrival_of(leg.hops.back().kind);
    if (leg.arrival == Arrival::delivered) return leg;
    leg.to_blame = leg.arrival == Arrival::looping ? first_return(leg.hops) : leg.hops.size() - 1;
    return leg;
}

}  // namespace

Expected<RouteTraces> trace_route(Timeline const& timeline, Conversation conversation, UtcTime at,
                                  ProfileOverTime const& profile) {
    // One way there and one back: nothing is tried again, for that would be later than the last event.
    TimelineParts parts{timeline.start(), timeline.parameters(), timeline.instances()};
    parts.parameters.acknowledgements = Acknowledgements::at_once;
    parts.conversations.push_back(std::move(conversation));
    for (auto const& event : timeline.events())
        if (event.at <= at && bears_on_network(event.kind)) parts.events.push_back(event);
    parts.events.push_back({at, SendMessage{message_id, 0}});
    parts.events.push_back({at, SendMessage{reply_id, 0, SentBy::target}});
    auto probe = Timeline::create(std::move(parts));
    if (!probe) return tl::unexpected(std::move(probe.error()));

    auto const found = explore(*probe, profile, {}, Statuses::explained);
    RouteTraces result{{}, found.end};
    for (auto const& history : found.histories)
        result.traces.push_back({leg_of(history, message_id, Part::message),
                                 leg_of(history, message_id, Part::acknowledgement),
                                 leg_of(history, reply_id, Part::message)});
    return result;
}

}  // namespace ssbroute::delivery
