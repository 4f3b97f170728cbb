#include "delivery/trace_route.hpp"

#include <algorithm>
#include <utility>

namespace ssbroute::delivery {
namespace {

std::string const message_id = "message";
std::string const reply_id = "reply";

bool goes_on(HappeningKind kind) { return kind == HappeningKind::send || kind == HappeningKind::forward; }

// The first forward to an instance where the message had been.
std::optional<std::size_t> first_return(History const& hops) {
    for (std::size_t i = 1; i < hops.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (hops[j].instance == hops[i].instance && goes_on(hops[j].kind) && goes_on(hops[i].kind))
                return i - 1;
    return hops.empty() ? std::nullopt : std::optional(hops.size() - 1);
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
    leg.to_blame =
        leg.arrival == Arrival::looping ? first_return(leg.hops) : std::optional(leg.hops.size() - 1);
    return leg;
}

}  // namespace

Expected<RouteTraces> trace_route(Timeline const& timeline, Conversation conversation, UtcTime at,
                                  ProfileOverTime const& profile) {
    TimelineParts parts{timeline.start(), timeline.parameters(), timeline.instances()};
    // One way there and one back, whatever the sender would try again later.
    parts.parameters.resend_after.clear();
    parts.parameters.acknowledgements = Acknowledgements::at_once;
    parts.conversations.push_back(std::move(conversation));
    for (auto const& event : timeline.events())
        if (event.at <= at && Configuration::changes(event.kind)) parts.events.push_back(event);
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
