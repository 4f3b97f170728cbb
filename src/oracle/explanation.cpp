#include "oracle/explanation.hpp"

#include <algorithm>
#include <utility>

#include "oracle/why_not.hpp"

namespace ssbroute {
namespace {

constexpr TransmissionStatus no_route{9750, "no route matches"};
constexpr TransmissionStatus asking_for_a_route{
    9770, "routes are being looked up with the dynamic routing service"};
constexpr TransmissionStatus invalid_address{9785, "the address is not valid (inferred)"};
constexpr TransmissionStatus sender_disabled{9791, "the broker of the sending database is disabled"};
constexpr TransmissionStatus forwarding_disabled{
    9792, "the message would have to be forwarded and forwarding is disabled"};
constexpr TransmissionStatus broker_not_here{9795, "the target broker is not in this instance"};
constexpr TransmissionStatus service_not_here{9796,
                                              "a LOCAL route matched, but the instance has no such service"};

// CHOOSE-5 is reached in several ways, each with a text of its own; one has none. What was done before LOOP-1
// does not count: it is the decision that starts again.
std::optional<TransmissionStatus> when_nothing_was_chosen(std::vector<TraceStep> const& trace) {
    auto const start = std::find_if(trace.rbegin(), trace.rend(),
                                    [](TraceStep const& one) { return one.rule == Rule::loop_1; });
    auto const last = [&](Rule rule) {
        auto const step =
            std::find_if(trace.rbegin(), start, [rule](TraceStep const& one) { return one.rule == rule; });
        return step == start ? nullptr : &*step;
    };
    if (last(Rule::transport_2) != nullptr) return invalid_address;
    auto const* by_identifier = last(Rule::locate_1);
    if (by_identifier == nullptr) return service_not_here;
    bool const identified = by_identifier->database.has_value();
    return identified ? std::nullopt : std::optional(broker_not_here);
}

std::optional<TransmissionStatus> status(Scenario const& scenario, Outcome const& outcome,
                                         std::vector<TraceStep> const& trace) {
    bool const waits_here = scenario.origin() != nullptr && std::holds_alternative<Delay>(outcome);
    if (!waits_here || trace.empty()) return std::nullopt;
    switch (trace.back().rule) {
        case Rule::enabled_2: return sender_disabled;
        case Rule::match_4: return asking_for_a_route;
        case Rule::match_7: return no_route;
        case Rule::forward_1: return forwarding_disabled;
        case Rule::choose_5: return when_nothing_was_chosen(trace);
        default: return std::nullopt;
    }
}

}  // namespace

Explanation explain(Scenario const& scenario, Outcome const& outcome, std::vector<TraceStep> trace) {
    auto routes = why_not(scenario, trace);
    auto const in_queue = status(scenario, outcome, trace);
    return {std::move(trace), std::move(routes), in_queue};
}

std::vector<ExplainedOutcome> explained_answer(RoutingProcess& process, Profile const& profile,
                                               OtherReadings other_readings) {
    std::vector<ExplainedOutcome> result;
    for (auto& found : answer_with_ways(process, profile, other_readings)) {
        auto explanation =
            explain(process.scenario(), found.outcome, trace(process, found, profile, other_readings));
        auto picks = picks_of(process, profile, other_readings, found.way);
        result.push_back(
            {std::move(found.outcome), found.readings, std::move(explanation), std::move(picks)});
    }
    return result;
}

}  // namespace ssbroute
