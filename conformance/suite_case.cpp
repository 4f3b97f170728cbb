#include "conformance/suite_case.hpp"

#include <utility>
#include <vector>

#include "conformance/timeline_verdict.hpp"
#include "formats/answer_json.hpp"
#include "formats/explanation_json.hpp"
#include "formats/timeline_json.hpp"
#include "oracle/explanation.hpp"

namespace ssbroute::conformance {
namespace {

using formats::OrderedJson;

template <typename Rules>
std::vector<std::string_view> ids_of(Rules const& rules) {
    std::vector<std::string_view> ids;
    ids.reserve(rules.size());
    for (auto const rule : rules) ids.push_back(id(rule));
    return ids;
}

// What it says of a case of either kind.
template <typename Golden>
CaseReport report_of(Golden const& golden) {
    CaseReport report;
    report.id = golden.id;
    report.title = golden.title;
    report.source = golden.source;
    report.rules = ids_of(golden.rules);
    return report;
}

OrderedJson write_histories(std::vector<delivery::History> const& histories) {
    auto value = OrderedJson::array();
    for (auto const& one : histories)
        value.push_back(formats::write_history(one, formats::Account::observable));
    return value;
}

OrderedJson write_readings(delivery::ProfileOverTime const& profile) {
    auto value = OrderedJson::object();
    for (auto const& [reading, answer] : other_answers(profile)) value[std::string(reading)] = answer;
    return value;
}

}  // namespace

// ---- decisions

std::string DecisionCase::question() const { return formats::to_line(golden_.scenario_json); }

Expectation const& DecisionCase::expectation() const {
    std::call_once(once_, [this] { expectation_.emplace(golden_.scenario); });
    return *expectation_;
}

Judgement DecisionCase::judge(Said const& said) const {
    return conformance::judge(golden_, expectation(), declared_, said);
}

Judgement DecisionCase::judge(Fault const& fault) const { return conformance::judge(golden_, fault); }

std::optional<Evidence> DecisionCase::evidence(Said const& said) const {
    return expectation().evidence(said);
}

CaseReport DecisionCase::report() const {
    auto contested = OrderedJson::array();
    for (auto const& one : golden_.contested)
        contested.push_back(formats::write_outcome(one.outcome, one.readings, {}));
    auto report = report_of(golden_);
    report.question = golden_.scenario_json;
    report.permitted = traces_ == Traces::told ? permitted_with_traces() : permitted();
    report.contested = std::move(contested);
    return report;
}

OrderedJson DecisionCase::permitted() const {
    auto result = OrderedJson::array();
    for (auto const& one :
         declared_.fixed != 0 ? expectation().permitted(declared_.answers) : golden_.permitted)
        result.push_back(formats::write_outcome(one));
    return result;
}

OrderedJson DecisionCase::permitted_with_traces() const {
    auto result = OrderedJson::array();
    auto const profile = profile_of(declared_.answers);
    RoutingProcess process(golden_.scenario);
    for (auto const& found : explained_answer(process, profile, OtherReadings::left_out))
        result.push_back(formats::write_outcome(found, profile, formats::With::explanation));
    return result;
}

// ---- timelines

std::string TimelineCase::question() const { return formats::to_line(OrderedJson(golden_.timeline_json)); }

Judgement TimelineCase::judge(Said const& said) const { return conformance::judge(golden_, said); }

Judgement TimelineCase::judge(Fault const& fault) const { return conformance::judge(golden_, fault); }

std::optional<Evidence> TimelineCase::evidence(Said const& /*said*/) const { return std::nullopt; }

CaseReport TimelineCase::report() const {
    auto contested = OrderedJson::array();
    for (auto const& other : golden_.otherwise)
        contested.push_back(
            {{"readings", write_readings(other.profile)}, {"permitted", write_histories(other.permitted)}});
    auto report = report_of(golden_);
    report.question = golden_.timeline_json;
    report.permitted = write_histories(golden_.permitted);
    report.contested = std::move(contested);
    return report;
}

}  // namespace ssbroute::conformance
