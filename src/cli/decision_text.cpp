#include "cli/decision_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

#include "cli/output.hpp"
#include "model/match.hpp"

namespace ssbroute::cli {
namespace {

// More outcomes than that are listed without their rules.
constexpr std::size_t most_traces = 8;
// More routes than that are counted, not named.
constexpr std::size_t most_names = 8;

std::string listed(std::vector<std::string> const& names) {
    if (names.size() > most_names) return fmt::format("{} routes", names.size());
    return fmt::format("{}", fmt::join(names, ", "));
}

// What a step looked for where it found nothing.
std::string nothing_found(Rule rule) {
    switch (rule) {
        case Rule::match_1: return "no route with this service name and this identifier";
        case Rule::match_2: return "no route with this service name and no identifier";
        case Rule::match_3: return "no route with this service name and an identifier";
        case Rule::match_4: return "no route to the dynamic routing service";
        case Rule::match_5: return "no route with neither service name nor identifier";
        case Rule::match_7: return "no step matches";
        case Rule::choose_1: return "no mirrored route";
        case Rule::choose_2: return "no LOCAL route";
        case Rule::choose_3: return "no route with a network address";
        case Rule::choose_4: return "no TRANSPORT route";
        case Rule::choose_5: return "nothing is left to choose";
        default: return "nothing";
    }
}

std::string looked_at(TraceStep const& step) {
    if (step.table) return fmt::format("sys.routes of {}", *step.table);
    if (step.expired) return "expired: " + listed(*step.expired);
    if (step.chosen && step.chosen->empty()) return "the supposed LOCAL route";
    if (step.chosen && step.routes->size() == 1) return *step.chosen;
    if (step.chosen) return fmt::format("{}, among {}", *step.chosen, listed(*step.routes));
    if (step.address && step.mirror_address)
        return fmt::format("{} or {}", *step.address, *step.mirror_address);
    if (step.address) return *step.address;
    if (step.reason) return *step.reason;
    if (step.database) return "database " + *step.database;
    if (step.routes && !step.routes->empty()) return listed(*step.routes);
    return nothing_found(step.rule);
}

}  // namespace

std::string step_line(TraceStep const& step) {
    auto const text = fmt::format("    {:<12}{}", id(step.rule), looked_at(step));
    return styled(visible(text), step.passing == Passing::passed ? Style::plain : Style::dim) + "\n";
}

std::string readings_of(Deviations deviations, Profile const& profile) {
    std::vector<std::string> parts;
    for (auto const& reading : readings)
        if (deviations.contains(reading.reading))
            parts.push_back(fmt::format("{} is {}", reading.id,
                                        reading.answers[1U - profile.preferred(reading.reading)]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

Style style_of(Outcome const& outcome) {
    return std::holds_alternative<Delay>(outcome) || std::holds_alternative<Drop>(outcome) ? Style::bad
                                                                                           : Style::good;
}

// The routes not taken, table by table, in columns.
std::string why_not_text(std::vector<WhyNot> const& routes) {
    std::size_t widest = 0;
    for (auto const& route : routes) widest = std::max(widest, route.route.size());

    std::string text;
    std::string_view table;
    for (auto const& route : routes) {
        if (text.empty() || route.table != table)
            text += visible(fmt::format("    not taken, of sys.routes of {}:", route.table)) + "\n";
        table = route.table;
        text += visible(fmt::format("      {:<{}}  {:<12}{}", route.route, widest, id(route.rule),
                                    route.because)) +
                "\n";
    }
    return text;
}

std::string explanation_text(Explanation const& explanation) {
    auto text = why_not_text(explanation.why_not);
    if (auto const& status = explanation.transmission_status)
        text += fmt::format("    transmission_status, {}: {}\n", status->number, status->meaning);
    return text;
}

std::string trace_text(Explanation const& explanation) {
    std::string text;
    for (auto const& step : explanation.trace) text += step_line(step);
    return text;
}

std::string outcome_line(ExplainedOutcome const& found, Profile const& profile) {
    auto const line = visible(in_words(found.outcome) + by_route(found.explanation));
    if (found.readings.empty()) return "  " + styled(line, style_of(found.outcome)) + "\n";
    return fmt::format("  {} {}, if {}\n", styled("contested:", Style::open), line,
                       readings_of(found.readings, profile));
}

}  // namespace

std::string decision_text(DecisionToPrint const& decision) {
    auto text = styled(visible(decision.name), Style::bold) + "\n";
    if (!decision.title.empty()) text += visible(decision.title) + "\n";
    text += visible(in_words(decision.scenario)) + "\n";

    std::string last_trace;
    std::size_t traces = 0;
    for (auto const& found : decision.outcomes) {
        text += outcome_line(found, decision.profile);
        bool const permitted = found.readings.empty();
        if ((!permitted && decision.detail == Detail::rules) || traces == most_traces) continue;
        // A reading often changes nothing but the end.
        auto const trace = trace_text(found.explanation);
        if (trace == last_trace) {
            text += "    by the same steps\n";
            continue;
        }
        ++traces;
        text += trace;
        last_trace = trace;
        if (decision.detail == Detail::everything) text += explanation_text(found.explanation);
    }
    return text + "\n";
}

}  // namespace ssbroute::cli
