#include "conformance/report_json.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "conformance/match.hpp"
#include "conformance/printable.hpp"
#include "formats/object_reader.hpp"

namespace ssbroute::conformance {
namespace {

using formats::expected_but_found;
using formats::Json;
using formats::ObjectReader;
using formats::OrderedJson;

constexpr int report_version = 1;

OrderedJson write_evidence(Evidence const& evidence) {
    auto value = OrderedJson::array();
    for (auto const answers : evidence.allowed) value.push_back(write_profile({evidence.met, answers}));
    return value;
}

OrderedJson write_case(CaseReport const& one, Subject subject) {
    OrderedJson value = {{"position", one.position},   {"id", one.id},
                         {"title", one.title},         {"source", one.source},
                         {"verdict", id(one.verdict)}, {"explanation", printable(one.explanation)}};
    if (one.known == Known::yes) value["known"] = true;
    if (!one.error_tail.empty()) value["standard_error"] = printable(one.error_tail);
    value["rules"] = one.rules;
    value[std::string(id(subject))] = one.question;
    value["permitted"] = one.permitted;
    value["contested"] = one.contested;
    value["answers"] = OrderedJson::array();
    for (auto const& seen : one.seen)
        value["answers"].push_back({{"answer", seen.said}, {"times", seen.times}});
    if (!one.evidence.empty()) value["evidence"] = OrderedJson::array();
    for (auto const& evidence : one.evidence) value["evidence"].push_back(write_evidence(evidence));
    return value;
}

OrderedJson write_finding(Reading reading, Finding const& finding) {
    auto const answer = [&](AnswerNumber number) { return entry(reading).answers[number]; };
    return std::visit(
        Match{[](NotSeen const&) -> OrderedJson {
                  return {{"finding", "not seen"}};
              },
              [&](Follows const& one) -> OrderedJson {
                  return {{"finding", "follows"}, {"answer", answer(one.answer)}, {"shown_by", one.shown_by}};
              },
              [&](Inconsistent const& one) {
                  OrderedJson value = {{"finding", "inconsistent"}, {"cases", OrderedJson::array()}};
                  for (auto const& shown : one.cases)
                      value["cases"].push_back({{"case", shown.case_id}, {"answer", answer(shown.answer)}});
                  return value;
              }},
        finding);
}

OrderedJson write_report(Report const& report, Summary const& summary) {
    OrderedJson value = {{"ssbroute_report", report_version},
                         {"about", id(report.subject)},
                         {"passed", passes(report, summary)},
                         {"implementation",
                          {{"name", printable(report.implementation.name)},
                           {"version", printable(report.implementation.version)}}},
                         {"suite_version", report.suite_version},
                         {"platform", report.platform},
                         {"command", report.command},
                         {"reproduce", report.reproduce},
                         {"repeat", report.repeat},
                         {"shard", fmt::format("{}/{}", report.shard.number, report.shard.of)},
                         {"ending", report.ending == Ending::complete ? "complete" : "interrupted"},
                         {"selected", report.selected}};
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        value["summary"][std::string(verdicts[i])] = summary.by_verdict[i];
    value["rules"] = OrderedJson::object();
    for (auto const& score : summary.by_rule)
        value["rules"][std::string(score.rule)] = {{"cases", score.cases}, {"conform", score.conform}};
    value["declared"] = write_profile(report.declared);
    value["profile"] = OrderedJson::object();
    for (auto const& reading : readings_of(report))
        value["profile"][std::string(reading.id)] =
            write_finding(reading.reading, summary.profile.of(reading.reading));
    value["checks"] = OrderedJson::array();
    for (auto const& check : report.honesty)
        value["checks"].push_back(
            {{"check", check.id}, {"held", check.held == Held::yes}, {"text", printable(check.text)}});
    value["known_failures"] = report.ratchet;
    value["cases"] = OrderedJson::array();
    for (auto const& one : report.cases) value["cases"].push_back(write_case(one, report.subject));
    return value;
}

// The members of a report, read back.

Expected<std::size_t> read_count(Json const& value) {
    if (value.is_number_unsigned()) return value.get<std::size_t>();
    return tl::unexpected(Error{"", expected_but_found("a whole number", value)});
}

Expected<bool> read_flag(Json const& value) {
    if (value.is_boolean()) return value.get<bool>();
    return tl::unexpected(Error{"", expected_but_found("true or false", value)});
}

Expected<std::string_view> read_rule(Json const& value) {
    if (value.is_string())
        if (auto const rule = rule_id(value.get_ref<std::string const&>())) return *rule;
    return tl::unexpected(Error{"", expected_but_found("the id of a rule", value)});
}

Expected<Verdict> read_verdict(Json const& value) {
    if (value.is_string())
        if (auto const verdict = verdict_with_id(value.get_ref<std::string const&>())) return *verdict;
    return tl::unexpected(Error{"", expected_but_found("a verdict", value)});
}

// Other values of a report are only passed on.
Expected<OrderedJson> read_as_it_is(Json const& value) { return OrderedJson::parse(value.dump()); }

Expected<OrderedJson> read_array(Json const& value) {
    if (value.is_array()) return read_as_it_is(value);
    return tl::unexpected(Error{"", expected_but_found("an array", value)});
}

Expected<PartialProfile> read_readings(Json const& value) { return read_profile({{"readings", value}}); }

Expected<Evidence> read_evidence(Json const& value) {
    if (!value.is_array() || value.empty())
        return tl::unexpected(Error{"", expected_but_found("a list of answers to readings", value)});
    Evidence evidence;
    for (auto const& one : value) {
        auto const profile = read_readings(one);
        if (!profile) return tl::unexpected(profile.error());
        bool const same_readings = evidence.allowed.empty() || evidence.met == profile->fixed;
        if (!same_readings) return tl::unexpected(Error{"", "expected answers to the same readings"});
        evidence.met = profile->fixed;
        evidence.allowed.push_back(profile->answers);
    }
    std::sort(evidence.allowed.begin(), evidence.allowed.end());
    return evidence;
}

Expected<AnswerSeen> read_seen(Json const& value) {
    ObjectReader reader(value, {"answer", "times"});
    auto said = reader.made("answer", reader.require("answer"), read_as_it_is);
    auto const times = reader.made("times", reader.require("times"), read_count);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return AnswerSeen{std::move(*said), *times};
}

Expected<HonestyCheck> read_check(Json const& value) {
    ObjectReader reader(value, {"check", "held", "text"});
    HonestyCheck check{
        reader.required_text("check"),
        reader.made("held", reader.require("held"), read_flag).value_or(false) ? Held::yes : Held::no,
        reader.required_text("text")};
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return check;
}

Expected<Subject> read_subject(Json const& value) {
    for (auto const subject : {Subject::scenario, Subject::timeline})
        if (value == id(subject)) return subject;
    return tl::unexpected(Error{"", expected_but_found("scenario or timeline", value)});
}

// As CaseReport has it.
Expected<CaseReport> read_case(Json const& value, Subject subject) {
    auto const question = id(subject);
    ObjectReader reader(
        value, {"position", "id", "title", "source", "verdict", "explanation", "known", "standard_error",
                "rules", question, "permitted", "contested", "answers", "evidence"});
    CaseReport one{reader.made("position", reader.require("position"), read_count).value_or(0),
                   reader.required_text("id"),
                   reader.required_text("title"),
                   reader.required_text("source"),
                   reader.list("rules", reader.require("rules"), read_rule),
                   reader.made(question, reader.require(question), read_as_it_is).value_or(OrderedJson()),
                   reader.made("permitted", reader.require("permitted"), read_array).value_or(OrderedJson()),
                   reader.made("contested", reader.require("contested"), read_array).value_or(OrderedJson()),
                   reader.made("verdict", reader.require("verdict"), read_verdict).value_or(Verdict::error),
                   reader.required_text("explanation"),
                   reader.text("standard_error").value_or(""),
                   reader.list("answers", reader.require("answers"), read_seen),
                   reader.list("evidence", reader.find("evidence"), read_evidence),
                   reader.flag("known", false) ? Known::yes : Known::no};
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return one;
}

Expected<Identity> read_identity(Json const& value) {
    ObjectReader reader(value, {"name", "version"});
    Identity identity{reader.required_text("name"), reader.required_text("version")};
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return identity;
}

Expected<Shard> read_shard(Json const& value) {
    if (value.is_string())
        if (auto const shard = shard_from(value.get_ref<std::string const&>())) return *shard;
    return tl::unexpected(Error{"", expected_but_found("a shard like 1/4", value)});
}

Expected<Ending> read_ending(Json const& value) {
    if (value == "complete") return Ending::complete;
    if (value == "interrupted") return Ending::interrupted;
    return tl::unexpected(Error{"", expected_but_found("complete or interrupted", value)});
}

Expected<int> read_version(Json const& value) {
    if (value == report_version) return report_version;
    return tl::unexpected(Error{"", expected_but_found(std::to_string(report_version), value)});
}

}  // namespace

std::string json_report(Report const& report, Summary const& summary) {
    return write_report(report, summary).dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Expected<Report> read_report(Json const& value) {
    ObjectReader reader(value,
                        {"ssbroute_report", "about", "passed", "implementation", "suite_version", "platform",
                         "command", "reproduce", "repeat", "shard", "ending", "selected", "summary", "rules",
                         "declared", "profile", "checks", "known_failures", "cases"});
    reader.made("ssbroute_report", reader.require("ssbroute_report"), read_version);
    Report report;
    report.subject = reader.made("about", reader.require("about"), read_subject).value_or(Subject::scenario);
    report.implementation =
        reader.made("implementation", reader.require("implementation"), read_identity).value_or(Identity{});
    report.suite_version = reader.required_text("suite_version");
    report.platform = reader.required_text("platform");
    report.command = reader.required_text("command");
    report.reproduce = reader.required_text("reproduce");
    report.repeat = reader.made("repeat", reader.require("repeat"), read_count).value_or(1);
    report.shard = reader.made("shard", reader.require("shard"), read_shard).value_or(Shard{});
    report.ending =
        reader.made("ending", reader.require("ending"), read_ending).value_or(Ending::interrupted);
    report.selected = reader.made("selected", reader.require("selected"), read_count).value_or(0);
    report.declared =
        reader.made("declared", reader.require("declared"), read_readings).value_or(PartialProfile{});
    report.honesty = reader.list("checks", reader.require("checks"), read_check);
    report.ratchet = reader.list("known_failures", reader.require("known_failures"), formats::read_string);
    report.cases = reader.list("cases", reader.require("cases"),
                               [&](Json const& one) { return read_case(one, report.subject); });
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return report;
}

}  // namespace ssbroute::conformance
