#include "conformance/honesty.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

#include "conformance/outcome_text.hpp"
#include "conformance/suite_case.hpp"
#include "formats/scenario_json.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::conformance {
namespace {

using formats::GoldenCase;

constexpr std::string_view canary_database = "ssbroute canary: no database has this name";

Scenario canary_scenario() {
    Route const route{"AutoCreatedLocal", std::nullopt,     std::nullopt,
                      std::nullopt,       Address("LOCAL"), std::nullopt};
    InstanceParts parts;
    parts.databases.push_back({"msdb"});
    parts.databases.back().routes = RoutingTable({route});
    Message const message{std::nullopt, SentBy::initiator, ServiceName("Canary")};
    // Its parts are known to be sound.
    return Scenario::create(Instance::create(std::move(parts)).value(), message, std::nullopt).value();
}

// Nobody may conform to it.
GoldenCase canary_case() {
    auto scenario = canary_scenario();
    auto json = formats::write_scenario(scenario);
    return {"canary",
            "",
            "",
            std::move(scenario),
            std::move(json),
            {Rule::scope_2},
            {Deliver{std::string(canary_database)}},
            {}};
}

// A network in which nothing happens.
constexpr std::string_view canary_timeline = R"({"start": "2026-01-01T00:00:00Z",
    "instances": [{"name": "here", "instance": {"databases": [{"name": "msdb"}]}}],
    "conversations": [], "events": []})";

// Nobody may conform to it either.
formats::GoldenTimeline canary_of_timelines() {
    auto json = formats::parse_json(canary_timeline).value();
    auto timeline = formats::read_timeline(json).value();
    delivery::Happening const impossible{timeline.start(),
                                         "here",
                                         "message",
                                         delivery::Part::message,
                                         delivery::HappeningKind::deliver,
                                         std::string(canary_database)};
    return {"canary", "", "", std::move(timeline), std::move(json), {}, {{impossible}}, {}};
}

bool is_flagged(SuiteCase const& canary, Said const& said) {
    return canary.judge(said).verdict != Verdict::conforms;
}

// The judge must flag what the implementation said, and an answer that is right by the rules.
HonestyCheck canary_check(SuiteCase const& canary, Said const& right,
                          OrFault<std::optional<Said>> const& answer) {
    auto const name = "canary";
    if (!is_flagged(canary, right))
        return {name, Held::no, "the suite is at fault: it accepts an answer to a case that nobody can pass"};
    if (!answer)
        return {name, Held::yes, "a wrong expectation is flagged; the implementation " + answer.error().why};
    if (*answer && !is_flagged(canary, **answer))
        return {name, Held::no,
                fmt::format("the suite is at fault: it accepts '{}' for a case that nobody can pass",
                            text(**answer))};
    return {name, Held::yes, "a wrong expectation is flagged"};
}

HonestyCheck check(std::string name, std::optional<Fault> const& fault, std::string held) {
    if (!fault) return {std::move(name), Held::yes, std::move(held)};
    auto const tail = fault->error_tail.empty() ? "" : "; standard error ends: " + fault->error_tail;
    return {std::move(name), Held::no, "the implementation " + fault->why + tail};
}

template <typename T>
std::optional<Fault> fault_of(OrFault<T> const& result) {
    return result ? std::nullopt : std::optional(result.error());
}

Honesty check_with(SuiteCase const& canary, Said const& right, Implementation& implementation,
                   Stop const& stop) {
    Honesty result;
    auto const started = implementation.start();
    if (started && !*started) return result;
    if (started) result.implementation = **started;
    result.checks.push_back(check("handshake", fault_of(started), "the implementation says who it is"));

    auto const question = canary.question();
    auto const not_asked = OrFault<std::optional<Said>>(std::nullopt);
    result.checks.push_back(canary_check(canary, right, started ? implementation.ask(question) : not_asked));
    // What does not start cannot be asked either; that is told once.
    if (!started || stop.requested()) return result;

    auto const answer = implementation.ask(question, Implementation::IdForm::string);
    result.checks.push_back(
        check("string-id", fault_of(answer), "an id that is a string comes back as it was"));
    auto fault = implementation.try_unknown_request();
    if (!fault) fault = fault_of(implementation.ask(question));
    result.checks.push_back(
        check("unknown-request", fault, "an unknown request is refused, and the next one answered"));
    return result;
}

}  // namespace

Honesty check_honesty(std::string const& command, Implementation::Limits const& limits, Stop const& stop,
                      Subject subject) {
    Implementation implementation(command, limits, stop, subject);
    if (subject == Subject::timeline) {
        auto const golden = canary_of_timelines();
        return check_with(TimelineCase(golden), OneHistory{}, implementation, stop);
    }
    auto const golden = canary_case();
    return check_with(DecisionCase(golden, {}, Traces::left_out), OneOutcome{Drop{}}, implementation, stop);
}

}  // namespace ssbroute::conformance
