#include "cli/decision_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "cli/output.hpp"

namespace ssbroute::cli {
namespace {

template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

// More outcomes than that are listed without their rules.
constexpr std::size_t most_traces = 8;
// More routes than that are counted, not named.
constexpr std::size_t most_names = 8;

std::string to_addresses(Address const& address, std::optional<Address> const& mirror) {
    if (!mirror) return address.text();
    return fmt::format("{} or {}, whichever is the principal", address.text(), mirror->text());
}

std::string in_words(Outcome const& outcome) {
    return std::visit(
        Match{[](Deliver const& o) { return "deliver to the service in database " + o.database; },
              [](Send const& o) { return "send to " + to_addresses(o.address, o.mirror_address); },
              [](Forward const& o) { return "forward to " + to_addresses(o.address, o.mirror_address); },
              [](Delay const& o) {
                  return std::string(o.route_request == RouteRequest::made
                                         ? "delay, and ask the dynamic routing service for a route"
                                         : "delay");
              },
              [](Drop const&) { return std::string("drop"); }},
        outcome);
}

std::string listed(std::vector<std::string> const& names) {
    if (names.size() > most_names) return fmt::format("{} routes", names.size());
    return fmt::format("{}", fmt::join(names, ", "));
}

// The route that was chosen last.
std::string by_route(Explanation const& explanation) {
    auto const& trace = explanation.trace;
    auto const step =
        std::find_if(trace.rbegin(), trace.rend(), [](TraceStep const& one) { return one.chosen.has_value(); });
    if (step == trace.rend()) return "";
    // MATCH-6 has no route to name.
    return step->chosen->empty() ? ", as if by a LOCAL route" : fmt::format(", by route {}", *step->chosen);
}

std::string left_by(TraceStep const& step) {
    if (step.table) return fmt::format("sys.routes of {}", *step.table);
    if (step.expired) return "expired: " + listed(*step.expired);
    if (step.chosen && step.routes->size() == 1)
        return step.chosen->empty() ? std::string("the supposed LOCAL route") : *step.chosen;
    if (step.chosen) return fmt::format("{}, among {}", *step.chosen, listed(*step.routes));
    if (step.address && step.mirror_address) return fmt::format("{} or {}", *step.address, *step.mirror_address);
    if (step.address) return *step.address;
    if (step.reason) return *step.reason;
    if (step.database) return "database " + *step.database;
    if (step.routes && !step.routes->empty()) return listed(*step.routes);
    return step.passing == Passing::passed ? "" : "none";
}

std::string step_line(TraceStep const& step) {
    auto const left = left_by(step);
    auto const text = left.empty() ? fmt::format("    {}", id(step.rule)) : fmt::format("    {:<12}{}", id(step.rule), left);
    return styled(text, step.passing == Passing::passed ? Style::plain : Style::dim) + "\n";
}

std::string message_line(Scenario const& scenario) {
    auto const& message = scenario.message();
    auto const from = message.origin_database ? "from " + *message.origin_database : "from outside";
    auto const sender = message.sent_by == SentBy::target ? "a target's message " : "";
    auto const identifier =
        message.to_broker_instance ? ", identifier " + message.to_broker_instance->text() : std::string();
    return fmt::format("{}{} to {}{}", sender, from, message.to_service_name.text(), identifier);
}

Style style_of(Outcome const& outcome) {
    return std::holds_alternative<Delay>(outcome) || std::holds_alternative<Drop>(outcome) ? Style::bad
                                                                                           : Style::good;
}

std::string readings_of(Deviations deviations, Profile const& profile) {
    std::vector<std::string> parts;
    for (auto const& reading : readings)
        if (deviations.contains(reading.reading))
            parts.push_back(fmt::format("{}={}", reading.id,
                                        reading.answers[1U - profile.preferred(reading.reading)]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string explanation_text(Explanation const& explanation) {
    std::string text;
    for (auto const& why : explanation.why_not)
        text += fmt::format("    not {}, {}: {} ({})\n", why.route, id(why.rule), why.because,
                            "sys.routes of " + why.table);
    if (auto const& status = explanation.transmission_status)
        text += fmt::format("    transmission_status {}: {}\n", status->number, status->meaning);
    return text;
}

}  // namespace

std::string decision_text(DecisionToPrint const& decision) {
    auto text = styled(decision.name, Style::bold) + "\n";
    if (!decision.title.empty()) text += decision.title + "\n";
    text += message_line(decision.scenario) + "\n";

    bool const trace_all = decision.outcomes.size() <= most_traces;
    for (std::size_t i = 0; i < decision.outcomes.size(); ++i) {
        auto const& found = decision.outcomes[i];
        bool const permitted = found.readings.empty();
        auto const line = in_words(found.outcome) + by_route(found.explanation);
        if (permitted)
            text += "  " + styled(line, style_of(found.outcome)) + "\n";
        else
            text += "  " + styled("contested", Style::open) +
                    fmt::format(": {}, only if {}\n", line, readings_of(found.readings, decision.profile));
        if (!permitted && decision.detail == Detail::rules) continue;
        if (!trace_all && i > 0) continue;
        for (auto const& step : found.explanation.trace) text += step_line(step);
        if (decision.detail == Detail::everything) text += explanation_text(found.explanation);
    }
    return text + "\n";
}

}  // namespace ssbroute::cli
