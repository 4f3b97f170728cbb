#include "picture/decision_picture.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/match.hpp"
#include "picture/decision_words.hpp"

namespace ssbroute::picture {
namespace {

// The routes of a table by name.
using Addresses = std::unordered_map<std::string_view, std::string>;

Addresses addresses_of(Database const& database) {
    Addresses result;
    for (auto const* route : database.routes.as_given())
        result.emplace(route->name, route->mirror_address ? fmt::format("{} or {}", route->address.text(),
                                                                        route->mirror_address->text())
                                                          : route->address.text());
    return result;
}

std::string counted(std::size_t number) { return fmt::format("{} route{}", number, number == 1 ? "" : "s"); }

NamedList cut(std::vector<Named> all) {
    auto const shown = std::min(all.size(), most_shown);
    NamedList result{{}, all.size() - shown};
    all.resize(shown);
    result.shown = std::move(all);
    return result;
}

bool is_choice_of_a_route(TraceStep const& step) { return step.chosen.has_value(); }

// Only where a step found them are its routes told by their names.
std::string finding(Scenario const& scenario, TraceStep const& step) {
    if (step.table) {
        auto const size = scenario.instance().database(*step.table)->routes.size();
        return fmt::format("sys.routes of {}: {}", *step.table, counted(size));
    }
    if (step.passing == Passing::handed_on) return step.reason ? "No: " + *step.reason : "No";
    if (is_choice_of_a_route(step))
        return step.routes->size() == 1 ? "Yes" : "Yes, " + counted(step.routes->size());
    if (step.address)
        return addresses_in_words(*step.address, step.mirror_address ? &*step.mirror_address : nullptr);
    if (step.reason) return *step.reason;
    if (step.database) return "database " + *step.database;
    if (step.routes && !step.routes->empty()) return counted(step.routes->size());
    return "";
}

DrawnChoice drawn(Choice const& choice, std::size_t number) {
    auto const count = choice.alternatives.size();
    DrawnChoice result{number, {}, count - std::min(count, most_shown), choice.pick};
    for (std::uint32_t i = 0; i < std::min(count, most_shown); ++i)
        result.shown.push_back({choice.alternatives[i], i});
    // What is taken is shown, wherever it stands.
    if (choice.pick >= result.shown.size())
        result.shown.back() = {choice.alternatives[choice.pick], choice.pick};
    return result;
}

class Drawing {
public:
    Drawing(Scenario const& scenario, FollowedWay const& way) : scenario_(scenario), way_(way) {}

    [[nodiscard]] std::vector<DrawnStep> steps() const {
        auto const fallen = fallen_by_step();
        std::vector<DrawnStep> result;
        result.reserve(trace().size());
        Addresses addresses;
        for (std::size_t i = 0; i < trace().size(); ++i) {
            auto const& step = trace()[i];
            if (step.table) addresses = addresses_of(*scenario_.instance().database(*step.table));
            DrawnStep drawn{step.rule, step.passing, std::string(sentence(step.rule)),
                            finding(scenario_, step)};
            drawn.kept = kept(step, addresses);
            drawn.kept_as = is_choice_of_a_route(step) ? KeptRoutes::chosen : KeptRoutes::found;
            drawn.fallen = cut(fallen[i]);
            result.push_back(std::move(drawn));
        }
        for (std::size_t i = 0; i < way_.choices.size(); ++i)
            result[way_.choices[i].step].choice = drawn(way_.choices[i], i);
        return result;
    }

private:
    [[nodiscard]] std::vector<TraceStep> const& trace() const { return way_.explanation.trace; }

    static NamedList kept(TraceStep const& step, Addresses const& addresses) {
        auto const named = [&](std::string const& name) {
            auto const found = addresses.find(name);
            // MATCH-6 supposes a route that has no name.
            return found == addresses.end() ? Named{"the supposed LOCAL route", ""}
                                            : Named{name, found->second};
        };
        if (step.chosen) return {{named(*step.chosen)}};
        std::vector<Named> all;
        if (step.routes)
            std::transform(step.routes->begin(), step.routes->end(), std::back_inserter(all), named);
        return cut(std::move(all));
    }

    // The step that put a route out of the running: its rule's last one in the round, or, where matching
    // ended before that rule, the last before it.
    [[nodiscard]] std::size_t step_of(WhyNot const& why, std::vector<std::size_t> const& rounds) const {
        auto const begin = rounds[why.round];
        auto const end = why.round + 1 < rounds.size() ? rounds[why.round + 1] : trace().size();
        auto place = begin;
        for (auto i = begin; i < end; ++i) {
            auto const rule = trace()[i].rule;
            bool const is_nearer = rule <= why.rule && rule >= trace()[place].rule;
            if (is_nearer) place = i;
        }
        return place;
    }

    [[nodiscard]] std::vector<std::vector<Named>> fallen_by_step() const {
        std::vector<std::size_t> rounds;
        for (std::size_t i = 0; i < trace().size(); ++i)
            if (trace()[i].table) rounds.push_back(i);
        std::vector<std::vector<Named>> result(trace().size());
        for (auto const& why : way_.explanation.why_not)
            result[step_of(why, rounds)].push_back({why.route, why.because});
        return result;
    }

    Scenario const& scenario_;
    FollowedWay const& way_;
};

std::string kind(Outcome const& outcome) {
    return std::visit(Match{[](Deliver const&) { return "deliver"; }, [](Send const&) { return "send"; },
                            [](Forward const&) { return "forward"; }, [](Delay const&) { return "delay"; },
                            [](Drop const&) { return "drop"; }},
                      outcome);
}

}  // namespace

Picture draw(Scenario const& scenario, FollowedWay const& way) {
    return {in_words(scenario), Drawing(scenario, way).steps(), kind(way.outcome),
            in_words(way.outcome) + by_route(way.explanation), way.explanation.transmission_status};
}

}  // namespace ssbroute::picture
