#include "formats/explanation_json.hpp"

#include <optional>
#include <string>

namespace ssbroute::formats {
namespace {

template <typename Value>
void put(OrderedJson& object, char const* name, std::optional<Value> const& value) {
    if (value) object[name] = *value;
}

OrderedJson write_step(TraceStep const& step) {
    OrderedJson value = {{"rule", id(step.rule)}};
    put(value, "table", step.table);
    put(value, "expired", step.expired);
    put(value, "routes", step.routes);
    put(value, "chosen", step.chosen);
    put(value, "database", step.database);
    put(value, "address", step.address);
    put(value, "mirror_address", step.mirror_address);
    put(value, "reason", step.reason);
    return value;
}

}  // namespace

void add_explanation(OrderedJson& value, Explanation const& explanation) {
    value["trace"] = OrderedJson::array();
    for (auto const& step : explanation.trace) value["trace"].push_back(write_step(step));
    value["why_not"] = OrderedJson::array();
    for (auto const& why : explanation.why_not)
        value["why_not"].push_back(
            {{"table", why.table}, {"route", why.route}, {"rule", id(why.rule)}, {"because", why.because}});
    if (auto const& status = explanation.transmission_status)
        value["transmission_status"] = {{"number", status->number}, {"meaning", status->meaning}};
}

OrderedJson write_outcome(ExplainedOutcome const& found, Profile const& profile, With with) {
    auto value = write_outcome(found.outcome, found.readings, profile);
    if (with == With::outcome_only) return value;
    if (!found.picks.empty()) value["picks"] = found.picks;
    add_explanation(value, found.explanation);
    return value;
}

void write_answer(OrderedJson& line, std::vector<ExplainedOutcome> const& outcomes, Profile const& profile,
                  With with) {
    line["permitted"] = OrderedJson::array();
    line["contested"] = OrderedJson::array();
    for (auto const& found : outcomes)
        line[found.readings.empty() ? "permitted" : "contested"].push_back(
            write_outcome(found, profile, with));
}

}  // namespace ssbroute::formats
