#include "conformance/report_html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "conformance/printable.hpp"

namespace ssbroute::conformance {
namespace {

using formats::OrderedJson;

// Everything that comes from outside goes through here.
std::string escaped(std::string_view text) {
    std::string result;
    for (char const c : printable(text)) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else if (c == '\'')
            result += "&#39;";
        else
            result += c;
    }
    return result;
}

// Light and dark, and a table that scrolls by itself where a phone is too narrow for it.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --line: #d0d7de; --faint: #57606a; --panel: #f6f8fa;
  --good: #116329; --open: #7d4e00; --bad: #a40e26; --good-ground: #dafbe1; --open-ground: #fff8c5; --bad-ground: #ffebe9; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --ink: #e6edf3; --line: #30363d; --faint: #9198a1;
  --panel: #161b22; --good: #56d364; --open: #e3b341; --bad: #ff7b72; --good-ground: #12261e; --open-ground: #272115;
  --bad-ground: #2d1418; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h4 { margin: 1rem 0 .3rem; font-size: .95rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; }
th { background: var(--panel); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.none { color: var(--faint); }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { background: var(--panel); border: 1px solid var(--line); padding: .5rem; overflow-x: auto; white-space: pre-wrap; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; }
details > div { padding: 0 .75rem .75rem; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .85rem; font-weight: 600; }
.good { color: var(--good); background: var(--good-ground); } .open { color: var(--open); background: var(--open-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; }
dt { color: var(--faint); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
)";

std::string_view class_of(Verdict verdict) {
    if (verdict == Verdict::conforms) return "good";
    return is_failure(verdict) ? "bad" : "open";
}

std::string badge(std::string_view style_class, std::string_view words) {
    return fmt::format("<span class=\"badge {}\">{}</span>", style_class, escaped(words));
}

std::string header(std::vector<std::string_view> const& names) {
    std::string text = "<tr>";
    for (auto const name : names) text += fmt::format("<th scope=\"col\">{}</th>", escaped(name));
    return text + "</tr>\n";
}

std::string table(std::string const& rows) {
    return "<div class=\"scroll\"><table>\n" + rows + "</table></div>\n";
}

std::string entry_of(std::string_view name, std::string_view value) {
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
}

std::string about(Report const& report, Summary const& summary) {
    auto const passed = passes(report, summary);
    auto text = fmt::format("<h1>{} {} {}</h1>\n<dl>\n", escaped(report.implementation.name),
                            escaped(report.implementation.version),
                            badge(passed ? "good" : "bad", passed ? "passed" : "failed"));
    text += entry_of("suite", "ssbroute " + report.suite_version);
    text += entry_of("platform", report.platform);
    text += entry_of("cases", fmt::format("{} of {}{}", report.cases.size(), report.selected,
                                          report.ending == Ending::interrupted ? ", interrupted" : ""));
    if (report.shard.of > 1)
        text += entry_of("shard", fmt::format("{}/{}", report.shard.number, report.shard.of));
    if (report.repeat > 1) text += entry_of("each asked", fmt::format("{} times", report.repeat));
    text += entry_of("again with", report.reproduce);
    return text + "</dl>\n";
}

std::string counts(Summary const& summary) {
    std::string text = "<p>";
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (summary.by_verdict[i] > 0)
            text += badge(class_of(static_cast<Verdict>(i)),
                          fmt::format("{} {}", summary.by_verdict[i], verdicts[i])) +
                    "\n";
    return text + "</p>\n";
}

std::string checks(Report const& report) {
    std::string rows = header({"check", "", ""});
    for (auto const& check : report.honesty) {
        bool const held = check.held == Held::yes;
        rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(check.id),
                            badge(held ? "good" : "bad", held ? "held" : "failed"), escaped(check.text));
    }
    auto text = "<h2>Checks of the run itself</h2>\n" + table(rows);
    if (report.ratchet.empty()) return text;
    text += "<h2>Lines to change in the list of known failures</h2>\n<ul>\n";
    for (auto const& line : report.ratchet) text += fmt::format("<li>{}</li>\n", escaped(line));
    return text + "</ul>\n";
}

// Rules by verdict; only the verdicts that came.
std::string matrix(Summary const& summary) {
    std::vector<std::string_view> names = {"rule", "conforming"};
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (summary.by_verdict[i] > 0) names.push_back(verdicts[i]);
    auto rows = header(names);
    for (auto const& score : summary.by_rule) {
        rows += fmt::format(R"(<tr><th scope="row">{}</th><td class="number">{} of {}</td>)", score.rule,
                            score.conform, score.cases);
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            if (summary.by_verdict[i] == 0) continue;
            auto const count = score.by_verdict[i];
            auto const style_class = count == 0 ? "none" : class_of(static_cast<Verdict>(i));
            rows += fmt::format("<td class=\"number {}\">{}</td>", style_class, count);
        }
        rows += "</tr>\n";
    }
    return "<h2>Rules by verdict</h2>\n" + table(rows);
}

std::string profile(Report const& report, Summary const& summary) {
    auto const told = readings_of(report);
    if (told.empty()) return "";
    std::string rows = header({"reading", "answer", "shown by"});
    for (auto const& reading : told) {
        auto const& finding = summary.profile.of(reading.reading);
        std::string answer = "<span class=\"none\">not seen</span>";
        std::string by;
        if (auto const* follows = std::get_if<Follows>(&finding)) {
            answer = badge(follows->answer == 0 ? "good" : "open", reading.answers[follows->answer]);
            by = escaped(follows->shown_by);
        } else if (auto const* apart = std::get_if<Inconsistent>(&finding)) {
            answer = badge("bad", "inconsistent");
            for (auto const& shown : apart->cases)
                by += fmt::format("{}{} in {}", by.empty() ? "" : "<br>", reading.answers[shown.answer],
                                  escaped(shown.case_id));
        }
        rows +=
            fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", reading.id, answer, by);
    }
    return "<h2>Readings that it follows</h2>\n" + table(rows);
}

// A member as text; nothing where there is none.
std::optional<std::string> member(OrderedJson const& value, char const* name) {
    if (!value.is_object()) return std::nullopt;
    auto const found = value.find(name);
    if (found == value.end() || found->is_null()) return std::nullopt;
    return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string cell(std::optional<std::string> const& value) {
    if (!value) return "<td class=\"none\">NULL</td>";
    return fmt::format("<td>{}</td>", escaped(*value));
}

OrderedJson list(OrderedJson const& value, char const* name) {
    auto const found = value.is_object() ? value.find(name) : value.end();
    return value.is_object() && found != value.end() && found->is_array() ? *found : OrderedJson::array();
}

OrderedJson object(OrderedJson const& value, char const* name) {
    auto const found = value.is_object() ? value.find(name) : value.end();
    return value.is_object() && found != value.end() && found->is_object() ? *found : OrderedJson::object();
}

std::string joined(OrderedJson const& values) {
    std::string text;
    for (auto const& value : values)
        text += (text.empty() ? "" : ", ") + (value.is_string() ? value.get<std::string>() : value.dump());
    return text;
}

std::string routing_table(OrderedJson const& database) {
    auto const name = member(database, "name").value_or("");
    std::string text = fmt::format("<h4>sys.routes of {}</h4>\n", escaped(name));
    std::string facts;
    if (auto const guid = member(database, "service_broker_guid")) facts += " Identifier " + *guid + ".";
    if (auto const enabled = member(database, "is_broker_enabled"); enabled == "false")
        facts += " Broker disabled.";
    if (auto const services = list(database, "services"); !services.empty())
        facts += " Services: " + joined(services) + ".";
    if (!facts.empty()) text += fmt::format("<p>{}</p>\n", escaped(facts));
    auto const routes = list(database, "routes");
    if (routes.empty()) return text + "<p class=\"none\">No routes.</p>\n";
    constexpr std::array columns = {"name",    "remote_service_name", "broker_instance", "lifetime",
                                    "address", "mirror_address"};
    auto rows = header({columns.begin(), columns.end()});
    for (auto const& route : routes) {
        rows += "<tr>";
        for (auto const* column : columns) rows += cell(member(route, column));
        rows += "</tr>\n";
    }
    return text + table(rows);
}

std::string instance_section(OrderedJson const& instance) {
    std::string text = "<dl>\n";
    text += entry_of("message forwarding",
                     member(instance, "is_message_forwarding_enabled") == "true" ? "on" : "off");
    for (auto const* name : {"addresses", "pending_route_requests"})
        if (auto const given = list(instance, name); !given.empty()) text += entry_of(name, joined(given));
    text += "</dl>\n";
    for (auto const& database : list(instance, "databases")) text += routing_table(database);
    return text;
}

std::string scenario(OrderedJson const& value) {
    auto const message = object(value, "message");
    std::string text = "<h4>Message</h4>\n<dl>\n";
    text += entry_of("from", member(message, "origin_database").value_or("outside"));
    text += entry_of("to service", member(message, "to_service_name").value_or(""));
    for (auto const* name : {"to_broker_instance", "sent_by", "conversation_begun_at"})
        if (auto const given = member(message, name)) text += entry_of(name, *given);
    if (auto const now = member(value, "now")) text += entry_of("now", *now);
    return text + "</dl>\n<h4>Instance</h4>\n" + instance_section(object(value, "instance"));
}

// A list of objects that have not all the same members: what is in each column, and the rest as JSON.
std::string rows_of(OrderedJson const& objects, std::vector<std::string_view> const& columns) {
    auto names = columns;
    names.emplace_back("");
    auto rows = header(names);
    for (auto rest : objects) {
        rows += "<tr>";
        for (auto const column : columns) {
            auto const name = std::string(column);
            rows += cell(member(rest, name.c_str()));
            if (rest.is_object()) rest.erase(name);
        }
        rows += fmt::format("<td><code>{}</code></td></tr>\n",
                            rest.empty() ? "" : escaped(formats::to_line(rest)));
    }
    return table(rows);
}

std::string history(OrderedJson const& value) {
    if (value.empty()) return "<p class=\"none\">Nothing happens.</p>\n";
    return rows_of(value, {"at", "instance", "message", "what"});
}

std::string histories(OrderedJson const& values) {
    std::string text;
    for (auto const& one : values) text += history(one);
    return text;
}

std::string timeline(OrderedJson const& value) {
    std::string text = "<h4>Conversations</h4>\n" +
                       rows_of(list(value, "conversations"),
                               {"id", "instance", "database", "from_service_name", "to_service_name"}) +
                       "<h4>Events</h4>\n" + rows_of(list(value, "events"), {"at", "event"});
    for (auto const& one : list(value, "instances"))
        text += fmt::format("<h4>Instance {}</h4>\n", escaped(member(one, "name").value_or(""))) +
                instance_section(object(one, "instance"));
    return text;
}

OrderedJson without_explanation(OrderedJson outcome) {
    if (outcome.is_object())
        for (auto const* extra : {"trace", "why_not", "transmission_status"}) outcome.erase(extra);
    return outcome;
}

std::string outcome_line(OrderedJson const& outcome) {
    return fmt::format("<li><code>{}</code></li>\n", escaped(formats::to_line(without_explanation(outcome))));
}

std::string trace(OrderedJson const& outcome) {
    auto const steps = list(outcome, "trace");
    if (steps.empty()) return "";
    std::string rows = header({"rule", "what it left"});
    for (auto const& step : steps) {
        auto rest = step;
        if (rest.is_object()) rest.erase("rule");
        std::string found;
        for (auto const& [name, value] : rest.items())
            found += fmt::format("{}{}: {}", found.empty() ? "" : "; ", name,
                                 value.is_array() ? (value.empty() ? "none" : joined(value))
                                                  : member(rest, name.c_str()).value_or(""));
        rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n",
                            escaped(member(step, "rule").value_or("")), escaped(found));
    }
    return fmt::format("<h4>The way to {}</h4>\n", escaped(formats::to_line(without_explanation(outcome)))) +
           table(rows);
}

std::string why_not(OrderedJson const& outcome) {
    auto const entries = list(outcome, "why_not");
    if (entries.empty()) return "";
    std::string rows = header({"route not taken", "rule", "because"});
    for (auto const& one : entries)
        rows += fmt::format("<tr>{}{}{}</tr>\n", cell(member(one, "route")), cell(member(one, "rule")),
                            cell(member(one, "because")));
    return table(rows);
}

std::string frequencies_of(CaseReport const& one, std::size_t repeat) {
    if (repeat == 1) return "";
    std::string rows = header({"permitted outcome", "seen", "times"});
    for (auto const& seen : frequencies(one))
        rows += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td class=\"number\">{}</td></tr>\n",
                            escaped(formats::to_line(seen.outcome)), id(seen.frequency), seen.times);
    return table(rows);
}

std::string times(AnswerSeen const& seen) {
    return seen.times > 1 ? fmt::format(", {} times", seen.times) : "";
}

std::string actual_line(AnswerSeen const& seen) {
    return fmt::format("<li><code>{}</code>{}</li>\n", escaped(formats::to_line(seen.said)), times(seen));
}

std::string decision_answers(CaseReport const& one) {
    std::string text = "<h4>Expected</h4>\n<ul>\n";
    for (auto const& outcome : one.permitted) text += outcome_line(outcome);
    text += "</ul>\n";
    if (!one.contested.empty()) {
        text += "<h4>Contested</h4>\n<ul>\n";
        for (auto const& outcome : one.contested) text += outcome_line(outcome);
        text += "</ul>\n";
    }
    text += "<h4>Actual</h4>\n<ul>\n";
    for (auto const& seen : one.seen) text += actual_line(seen);
    return text + "</ul>\n";
}

std::string timeline_answers(CaseReport const& one) {
    auto text = "<h4>Expected</h4>\n" + histories(one.permitted);
    for (auto const& other : one.contested)
        text +=
            fmt::format("<h4>Contested, under {}</h4>\n", escaped(member(other, "readings").value_or(""))) +
            histories(list(other, "permitted"));
    for (auto const& seen : one.seen) {
        text += fmt::format("<h4>Actual{}</h4>\n", times(seen));
        if (seen.said.contains("history"))
            text += history(seen.said["history"]);
        else if (seen.said.contains("histories"))
            text += histories(seen.said["histories"]);
        else
            text += "<ul>\n" + actual_line(seen) + "</ul>\n";
    }
    return text;
}

std::string case_section(CaseReport const& one, Report const& report) {
    bool const open = is_failure(one.verdict);
    auto text =
        fmt::format("<details{} id=\"{}\"><summary>{} {}{}<br>{}</summary><div>\n", open ? " open" : "",
                    escaped(one.id), badge(class_of(one.verdict), id(one.verdict)), escaped(one.id),
                    one.known == Known::yes ? " (known)" : "", escaped(one.title));
    text += fmt::format("<p>{}</p>\n", escaped(one.explanation));
    if (!one.error_tail.empty())
        text += fmt::format("<h4>Standard error ends</h4>\n<pre>{}</pre>\n", escaped(one.error_tail));
    text += report.subject == Subject::timeline ? timeline_answers(one) : decision_answers(one);
    text += frequencies_of(one, report.repeat);
    text += report.subject == Subject::timeline ? timeline(one.question) : scenario(one.question);
    for (auto const& outcome : one.permitted) text += trace(outcome) + why_not(outcome);
    text += fmt::format("<p class=\"none\">{}</p>\n<pre>{} --filter {}</pre>\n", escaped(one.source),
                        escaped(report.reproduce), escaped(one.id));
    return text + "</div></details>\n";
}

}  // namespace

std::string html_report(Report const& report, Summary const& summary) {
    std::string cases;
    // The worst first: that is what the reader came for.
    auto order = std::vector<CaseReport const*>();
    for (auto const& one : report.cases) order.push_back(&one);
    std::stable_sort(order.begin(), order.end(),
                     [](CaseReport const* a, CaseReport const* b) { return a->verdict > b->verdict; });
    for (auto const* one : order) cases += case_section(*one, report);
    return fmt::format(
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'\">\n<title>Conformance of {}</title>\n"
               "<style>{}</style>\n</head>\n<body>\n",
               escaped(report.implementation.name), style) +
           about(report, summary) + counts(summary) + checks(report) + matrix(summary) +
           profile(report, summary) + "<h2>Cases</h2>\n" + cases + "</body>\n</html>\n";
}

}  // namespace ssbroute::conformance
