#include "oracle/answer.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace ssbroute {
namespace {

class RuleRecorder final : public Observer {
public:
    void passed(Step const& step) override { rules_.insert(step.rule); }
    [[nodiscard]] RuleSet rules() const { return rules_; }

private:
    RuleSet rules_;
};

// Keeps, of each outcome, the best spelling and the smallest set of readings.
class Collection {
public:
    void add(WayTaken const& taken) {
        auto* found = find(taken.outcome);
        if (found == nullptr) {
            places_.emplace(OutcomeHash()(taken.outcome), outcomes_.size());
            outcomes_.push_back({taken.outcome, taken.deviations, taken.way});
            return;
        }
        auto& kept = *found;
        // A permitted outcome is spelled as ways that follow the profile spell it.
        bool const enters_permitted = taken.deviations.empty() && !kept.readings.empty();
        bool const same_list = taken.deviations.empty() == kept.readings.empty();
        bool const better_spelling = same_list && is_printed_before(taken.outcome, kept.outcome);
        if (enters_permitted || better_spelling) kept.outcome = taken.outcome;
        if (taken.deviations < kept.readings) {
            kept.readings = taken.deviations;
            kept.way = taken.way;
        }
    }

    std::vector<OutcomeWithWay> in_order() && {
        std::vector<OutcomeWithWay*> order;
        order.reserve(outcomes_.size());
        for (auto& kept : outcomes_) order.push_back(&kept);
        std::sort(order.begin(), order.end(), [](OutcomeWithWay const* a, OutcomeWithWay const* b) {
            if (a->readings.empty() != b->readings.empty()) return a->readings.empty();
            return is_printed_before(a->outcome, b->outcome);
        });
        std::vector<OutcomeWithWay> result;
        result.reserve(order.size());
        for (auto* kept : order) result.push_back(std::move(*kept));
        return result;
    }

private:
    OutcomeWithWay* find(Outcome const& outcome) {
        auto const [begin, end] = places_.equal_range(OutcomeHash()(outcome));
        auto const place = std::find_if(
            begin, end, [&](auto const& one) { return same(outcomes_[one.second].outcome, outcome); });
        return place == end ? nullptr : &outcomes_[place->second];
    }

    std::vector<OutcomeWithWay> outcomes_;
    std::unordered_multimap<std::size_t, std::size_t> places_;  // in outcomes_, by hash
};

}  // namespace

std::vector<OutcomeWithWay> answer_with_ways(RoutingProcess& process, Profile const& profile,
                                             OtherReadings other_readings) {
    Collection collection;
    Observer nobody;
    explore(process, profile, other_readings, nobody, [&](WayTaken const& taken) { collection.add(taken); });
    return std::move(collection).in_order();
}

Answer answer(RoutingProcess& process, Profile const& profile, OtherReadings other_readings) {
    Answer result;
    for (auto& found : answer_with_ways(process, profile, other_readings)) {
        if (found.readings.empty())
            result.permitted.push_back(std::move(found.outcome));
        else
            result.contested.push_back({std::move(found.outcome), found.readings});
    }
    return result;
}

std::vector<TraceStep> trace(RoutingProcess& process, OutcomeWithWay const& found, Profile const& profile,
                             OtherReadings other_readings) {
    TraceRecorder recorder;
    repeat(process, profile, other_readings, found.way, recorder);
    return recorder.steps();
}

RuleSet rules_passed(RoutingProcess& process, Profile const& profile) {
    RuleRecorder recorder;
    explore(process, profile, OtherReadings::left_out, recorder, [](WayTaken const&) {});
    return recorder.rules();
}

}  // namespace ssbroute
