#include "oracle/why_not.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <string>
#include <unordered_set>

namespace ssbroute {
namespace {

// Of a table with many routes each is looked up.
using Names = std::unordered_set<std::string>;

Names as_names(std::vector<std::string> const& names) { return {names.begin(), names.end()}; }

// What was done with one table: the steps from the one that names it to the next such, or the end.
struct Round {
    Database const* table = nullptr;
    Names expired;
    Names matching;
    TraceStep const* end_of_matching = nullptr;  // the MATCH step that was passed
    std::vector<TraceStep const*> choices;       // the steps that chose a route of the table, in order
    bool last_resort_was_tried = false;          // MATCH-5
};

bool is_match(Rule rule) { return rule >= Rule::match_1 && rule <= Rule::match_7; }

std::vector<Round> rounds_of(Scenario const& scenario, std::vector<TraceStep> const& trace) {
    std::vector<Round> rounds;
    for (auto const& step : trace) {
        if (step.table) {
            rounds.emplace_back();
            rounds.back().table = scenario.instance().database(*step.table);
        }
        if (rounds.empty()) continue;
        auto& round = rounds.back();
        if (step.rule == Rule::match_5) round.last_resort_was_tried = true;
        if (step.passing == Passing::handed_on) continue;
        if (step.expired) round.expired = as_names(*step.expired);
        if (is_match(step.rule)) {
            round.end_of_matching = &step;
            // The routes of MATCH-4 ask for a route; none of them is matching.
            if (step.rule != Rule::match_4 && step.routes) round.matching = as_names(*step.routes);
        }
        // The route that MATCH-6 supposes is in no table.
        if (step.chosen && round.matching.contains(*step.chosen)) round.choices.push_back(&step);
    }
    return rounds;
}

std::string printable(char c) {
    if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
    return fmt::format("0x{:02X}", static_cast<unsigned char>(c));
}

// Where the route's service name differs from the conversation's. Bytes count from 1.
std::string difference(std::string_view routes, std::string_view wanted) {
    auto const common = std::min(routes.size(), wanted.size());
    auto const at = static_cast<std::size_t>(
        std::mismatch(routes.begin(), routes.begin() + static_cast<std::ptrdiff_t>(common), wanted.begin())
            .first -
        routes.begin());
    if (at < common)
        return fmt::format("service name differs at byte {}: {} is not {}", at + 1, printable(routes[at]),
                           printable(wanted[at]));
    if (at < routes.size())
        return fmt::format("service name goes on at byte {} with {}, where the conversation's ends", at + 1,
                           printable(routes[at]));
    return fmt::format("service name ends before byte {}, where the conversation's goes on with {}", at + 1,
                       printable(wanted[at]));
}

// The step of choosing that takes such a route.
Rule step_that_takes(Route const& route) {
    if (route.mirror_address) return Rule::choose_1;
    switch (route.address.kind()) {
        case Address::Kind::local: return Rule::choose_2;
        case Address::Kind::network: return Rule::choose_3;
        case Address::Kind::transport: break;
    }
    return Rule::choose_4;
}

// Explains the routes of one table.
class Explainer {
public:
    Explainer(Scenario const& scenario, Round const& round) : scenario_(scenario), round_(round) {
        for (auto const* route : round.table->routes.as_given()) {
            bool const by_identifier_only = !route->remote_service_name && route->broker_instance;
            identifier_only_match_ |= by_identifier_only && round.matching.contains(route->name);
            if (!round.choices.empty() && *round.choices.back()->chosen == route->name) chosen_ = route;
        }
    }

    [[nodiscard]] std::optional<WhyNot> explain(Route const& route) const {
        if (!round_.choices.empty() && *round_.choices.back()->chosen == route.name) return std::nullopt;
        if (round_.expired.contains(route.name)) return because(route, Rule::expiry_1, expired(route));
        if (round_.matching.contains(route.name)) return not_chosen(route);
        return not_matching(route);
    }

private:
    [[nodiscard]] WhyNot because(Route const& route, Rule rule, std::string words) const {
        return {round_.table->name, route.name, rule, std::move(words)};
    }

    [[nodiscard]] std::string expired(Route const& route) const {
        return fmt::format("expired at {}, and it is {}", route.lifetime->text(), scenario_.now()->text());
    }

    // The step that would take the route was not reached.
    [[nodiscard]] WhyNot earlier_step_ended(Route const& route, Rule step) const {
        Rule const ended = round_.end_of_matching->rule;
        return because(route, ended, fmt::format("{} ended matching before {}", id(ended), id(step)));
    }

    [[nodiscard]] WhyNot not_matching(Route const& route) const {
        auto const& message = scenario_.message();
        auto const& given = message.to_broker_instance;
        Rule const ended = round_.end_of_matching->rule;

        if (!route.remote_service_name) {
            if (!route.broker_instance || !round_.last_resort_was_tried)
                return earlier_step_ended(route, Rule::match_5);
            // Some do where the reading identifier-only-route says last-resort.
            if (!identifier_only_match_)
                return because(route, Rule::match_5,
                               "has an identifier and no service name, and no step takes such a route");
            return another_identifier(route, Rule::match_5);
        }

        Rule const step = !route.broker_instance ? Rule::match_2 : given ? Rule::match_1 : Rule::match_3;
        if (*route.remote_service_name != message.to_service_name)
            return because(route, step,
                           difference(route.remote_service_name->text(), message.to_service_name.text()));
        if (ended < step) return earlier_step_ended(route, step);
        return another_identifier(route, step);
    }

    [[nodiscard]] WhyNot another_identifier(Route const& route, Rule step) const {
        auto const& own = route.broker_instance->text();
        if (auto const& given = scenario_.message().to_broker_instance)
            return because(route, step, fmt::format("identifier {} is not {}", own, given->text()));
        return because(route, step, fmt::format("another identifier than its {} was picked", own));
    }

    [[nodiscard]] WhyNot not_chosen(Route const& route) const {
        Rule const step = step_that_takes(route);
        for (auto const* choice : round_.choices) {
            // The LOCAL routes are set aside once their destination was not found.
            bool const last = choice == round_.choices.back();
            if (!last && (*choice->chosen == route.name || route.address.is_local()))
                return because(route, Rule::locate_4,
                               "its destination was not found, and another route was chosen");
        }
        // Only LOCAL routes without their service leave the choice open.
        if (round_.choices.empty()) return local_without_service(route);

        TraceStep const& choice = *round_.choices.back();
        assert(chosen_ != nullptr);  // what is chosen is a route of the table
        Route const& chosen = *chosen_;
        bool const identical = chosen.address == route.address &&
                               chosen.broker_instance == route.broker_instance &&
                               chosen.remote_service_name == route.remote_service_name;
        if (identical)
            return because(
                route, Rule::choose_0,
                fmt::format("counts as one with '{}': identifier, service name and address are equal",
                            chosen.name));
        if (step == choice.rule)
            return because(route, step,
                           fmt::format("'{}' was picked among {}", chosen.name, choice.routes->size()));
        if (step < choice.rule && step == Rule::choose_2) return local_without_service(route);
        if (step < choice.rule)
            return because(route, Rule::choose_0, "one without mirror address stands for it");
        return because(route, choice.rule,
                       fmt::format("{} chose '{}' before {}", id(choice.rule), chosen.name, id(step)));
    }

    [[nodiscard]] WhyNot local_without_service(Route const& route) const {
        return because(route, Rule::choose_2,
                       fmt::format("no database with an enabled broker has the service '{}'",
                                   scenario_.message().to_service_name.text()));
    }

    Scenario const& scenario_;
    Round const& round_;
    Route const* chosen_ = nullptr;  // last
    bool identifier_only_match_ = false;
};

}  // namespace

std::vector<WhyNot> why_not(Scenario const& scenario, std::vector<TraceStep> const& trace) {
    std::vector<WhyNot> result;
    std::size_t number = 0;
    for (auto const& round : rounds_of(scenario, trace)) {
        Explainer const explainer(scenario, round);
        for (auto const* route : round.table->routes.as_given())
            if (auto reason = explainer.explain(*route)) {
                reason->round = number;
                result.push_back(std::move(*reason));
            }
        ++number;
    }
    return result;
}

}  // namespace ssbroute
