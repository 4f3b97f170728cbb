#include "conformance/report_tap.hpp"

#include <fmt/format.h>

namespace ssbroute::conformance {
namespace {

// `#` would begin a directive, and a line end a line.
std::string escaped(std::string_view text) {
    std::string result;
    for (char const c : text) {
        if (c == '#' || c == '\\') result += '\\';
        result += c == '\n' || c == '\r' ? ' ' : c;
    }
    return result;
}

std::string diagnostic(std::string_view text) {
    std::string result = "# ";
    for (char const c : text) result += c == '\n' ? "\n# " : std::string(1, c);
    return result + "\n";
}

std::string case_line(CaseReport const& one, std::size_t number) {
    bool const failed = is_failure(one.verdict);
    auto line = fmt::format("{}ok {} - {}", failed ? "not " : "", number, escaped(one.id));
    if (one.verdict == Verdict::unsupported) line += " # SKIP unsupported";
    if (one.known == Known::yes) line += fmt::format(" # TODO known: {}", id(one.verdict));
    line += "\n";
    if (one.verdict != Verdict::conforms)
        line += diagnostic(fmt::format("{}: {}", id(one.verdict), one.explanation));
    if (!one.error_tail.empty()) line += diagnostic(one.error_tail);
    return line;
}

}  // namespace

std::string tap_report(Report const& report, Summary const& summary) {
    auto const count =
        report.honesty.size() + report.cases.size() + readings_of(report).size() + report.ratchet.size();
    auto text = fmt::format("TAP version 13\n1..{}\n", count);
    std::size_t number = 0;
    for (auto const& check : report.honesty) {
        bool const held = check.held == Held::yes;
        text += fmt::format("{}ok {} - check {}\n", held ? "" : "not ", ++number, escaped(check.id));
        text += held ? "" : diagnostic(check.text);
    }
    for (auto const& one : report.cases) text += case_line(one, ++number);
    for (auto const& reading : readings_of(report)) {
        auto const& finding = summary.profile.of(reading.reading);
        bool const is_consistent = !std::holds_alternative<Inconsistent>(finding);
        text += fmt::format("{}ok {} - reading {}\n", is_consistent ? "" : "not ", ++number,
                            escaped(conformance::text(reading.reading, finding)));
    }
    for (auto const& line : report.ratchet) text += fmt::format("not ok {} - {}\n", ++number, escaped(line));
    if (report.ending == Ending::interrupted) text += "Bail out! interrupted\n";
    return text;
}

}  // namespace ssbroute::conformance
