#include "support/asking.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "formats/answer_json.hpp"

namespace ssbroute::testing {
namespace {

constexpr std::array steps_of_matching = {Rule::match_1, Rule::match_2, Rule::match_3, Rule::match_4,
                                          Rule::match_5, Rule::match_6, Rule::match_7};

Address plain(Address const& address) { return Address(address.canonical()); }

template <typename Sent>
Outcome plain_pair(Sent const& sent) {
    return Sent{plain(sent.address),
                sent.mirror_address ? std::optional(plain(*sent.mirror_address)) : std::nullopt};
}

// With its addresses in the spelling that equal ones share.
Outcome plain(Outcome const& outcome) {
    if (auto const* send = std::get_if<Send>(&outcome)) return plain_pair(*send);
    if (auto const* forward = std::get_if<Forward>(&outcome)) return plain_pair(*forward);
    return outcome;
}

Lines in_order(Lines lines) {
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

Answer answer_of(ScenarioParts const& parts, Profile const& profile = {},
                 OtherReadings other_readings = OtherReadings::explored) {
    RoutingProcess process(parts.built());
    return answer(process, profile, other_readings);
}

// Writes down the steps of one way after the other.
class StepRecorder final : public Observer {
public:
    void passed(Step const& step) override {
        StepSeen seen{step.rule};
        if (auto const* found = std::get_if<RoutesFound>(&step.finding)) {
            auto const routes = found->routes;
            seen.routes = {routes.begin(), routes.end()};
        }
        if (auto const* as_if = std::get_if<RouteAsIf>(&step.finding)) seen.routes = {as_if->route};
        if (auto const* choice = std::get_if<RouteChosen>(&step.finding)) {
            seen.routes = {choice->candidates.begin(), choice->candidates.end()};
            seen.chosen = choice->route;
        }
        steps_.push_back(std::move(seen));
    }
    std::vector<StepSeen> take() { return std::exchange(steps_, {}); }

private:
    std::vector<StepSeen> steps_;
};

bool any_passes(std::vector<WaySeen> const& ways, Rule rule) {
    return std::any_of(ways.begin(), ways.end(), [&](WaySeen const& way) { return way.passes(rule); });
}

}  // namespace

std::string line(Outcome const& outcome) { return formats::to_line(formats::write_outcome(plain(outcome))); }

Lines permitted(ScenarioParts const& parts, Profile const& profile) {
    Lines lines;
    for (auto const& outcome : answer_of(parts, profile, OtherReadings::left_out).permitted)
        lines.push_back(line(outcome));
    return in_order(std::move(lines));
}

Lines whole_answer(ScenarioParts const& parts, Profile const& profile) {
    auto const answer = answer_of(parts, profile);
    Lines lines;
    for (auto const& outcome : answer.permitted) lines.push_back(line(outcome));
    for (auto const& contested : answer.contested)
        lines.push_back(
            formats::to_line(formats::write_outcome(plain(contested.outcome), contested.readings, profile)));
    return in_order(std::move(lines));
}

std::string spelled_answer(ScenarioParts const& parts) {
    return formats::to_line(formats::write_answer(answer_of(parts), {}));
}

bool WaySeen::passes(Rule rule) const {
    return std::any_of(steps.begin(), steps.end(), [&](StepSeen const& step) { return step.rule == rule; });
}

bool is_matching_step(Rule rule) {
    return std::find(steps_of_matching.begin(), steps_of_matching.end(), rule) != steps_of_matching.end();
}

StepSeen const* WaySeen::first_match() const {
    auto const found = std::find_if(steps.begin(), steps.end(),
                                    [](StepSeen const& step) { return is_matching_step(step.rule); });
    return found == steps.end() ? nullptr : &*found;
}

std::optional<Route> WaySeen::chosen_first() const {
    auto const found = std::find_if(steps.begin(), steps.end(),
                                    [](StepSeen const& step) { return step.chosen.has_value(); });
    return found == steps.end() ? std::nullopt : found->chosen;
}

std::optional<Route> WaySeen::chosen_last() const {
    auto const found = std::find_if(steps.rbegin(), steps.rend(),
                                    [](StepSeen const& step) { return step.chosen.has_value(); });
    return found == steps.rend() ? std::nullopt : found->chosen;
}

std::vector<WaySeen> ways(ScenarioParts const& parts, Profile const& profile, OtherReadings other_readings) {
    RoutingProcess process(parts.built());
    StepRecorder recorder;
    std::vector<WaySeen> ways;
    explore(process, profile, other_readings, recorder, [&](WayTaken const& taken) {
        ways.push_back({taken.outcome, taken.deviations, recorder.take()});
    });
    return ways;
}

Lines outcomes(std::vector<WaySeen> const& ways) {
    Lines lines;
    for (auto const& way : ways) lines.push_back(line(way.outcome));
    return in_order(std::move(lines));
}

bool may_pass(ScenarioParts const& parts, Rule rule) { return any_passes(ways(parts), rule); }

bool may_pass_under_any_reading(ScenarioParts const& parts, Rule rule) {
    return any_passes(ways(parts, {}, OtherReadings::explored), rule);
}

std::vector<Rule> matching_steps(ScenarioParts const& parts) {
    auto const all_ways = ways(parts);
    std::vector<Rule> passed;
    std::copy_if(steps_of_matching.begin(), steps_of_matching.end(), std::back_inserter(passed),
                 [&](Rule step) { return any_passes(all_ways, step); });
    return passed;
}

std::optional<Rule> first_matching_step(ScenarioParts const& parts) {
    auto const all_ways = ways(parts);
    auto const* match = all_ways.front().first_match();
    return match == nullptr ? std::nullopt : std::optional(match->rule);
}

Lines first_matches(ScenarioParts const& parts) {
    Lines lines;
    for (auto const& way : ways(parts)) {
        auto const* match = way.first_match();
        if (match == nullptr) continue;
        Lines names;
        for (auto const& route : match->routes) names.push_back(route.name);
        lines.push_back(std::string(id(match->rule)));
        // cppcheck-suppress accessMoved ; the name of the loop is another one
        for (auto const& name : in_order(std::move(names))) lines.back() += " " + name;
    }
    return in_order(std::move(lines));
}

bool may_search_the_same_table_twice(ScenarioParts const& parts) {
    return parts.message.origin_database == "msdb" && may_pass_under_any_reading(parts, Rule::loop_1);
}

Lines joined(Lines const& a, Lines const& b) {
    Lines all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

Lines without(Lines const& a, Lines const& b) {
    Lines rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

bool is_within(Lines const& part, Lines const& whole) {
    return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

}  // namespace ssbroute::testing
