#include "cli/report_options.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/output.hpp"
#include "conformance/outcome_text.hpp"
#include "conformance/report_html.hpp"
#include "conformance/report_json.hpp"
#include "conformance/report_junit.hpp"
#include "conformance/report_tap.hpp"

namespace ssbroute::cli {
namespace {

using conformance::CaseReport;
using conformance::Report;
using conformance::Summary;
using conformance::Verdict;

enum class Traced : std::uint8_t { no, yes };

struct Kind {
    std::string_view name;
    Traced traced;
    std::string (*write)(Report const&, Summary const&);
};

constexpr Kind kinds[] = {{"junit", Traced::no, conformance::junit_report},
                          {"json", Traced::yes, conformance::json_report},
                          {"html", Traced::yes, conformance::html_report},
                          {"tap", Traced::no, conformance::tap_report}};

struct Wanted {
    Kind const* kind;
    std::string file;
};

Wanted wanted_from(std::string const& text) {
    auto const equals = text.find('=');
    auto const found = std::find_if(std::begin(kinds), std::end(kinds),
                                    [&](Kind const& kind) { return kind.name == text.substr(0, equals); });
    bool const is_complete =
        found != std::end(kinds) && equals != std::string::npos && equals + 1 < text.size();
    return is_complete ? Wanted{found, text.substr(equals + 1)} : Wanted{nullptr, ""};
}

constexpr std::string_view standard_output = "-";

Expected<bool> write_file(std::string const& path, std::string const& text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (file) return true;
    auto const reason = std::generic_category().message(errno);
    return tl::unexpected(Error{path, "could not be written: " + reason});
}

Style style_of(Verdict verdict) {
    if (verdict == Verdict::conforms) return Style::good;
    return conformance::is_failure(verdict) ? Style::bad : Style::open;
}

std::string indented(std::string const& text) {
    std::string result = "      ";
    for (char const c : text) result += c == '\n' ? "\n      " : std::string(1, c);
    return result;
}

std::string case_text(CaseReport const& one) {
    auto const known = one.known == conformance::Known::yes ? " (known)" : "";
    auto text = fmt::format("{}{} {}\n    {}\n", styled(id(one.verdict), style_of(one.verdict)), known,
                            styled(one.id, Style::bold), one.explanation);
    if (!one.error_tail.empty())
        text += fmt::format("    standard error ends:\n{}\n", indented(one.error_tail));
    return text;
}

std::string frequencies_text(Report const& report) {
    if (report.repeat == 1) return "";
    std::string text = fmt::format("\nEach case was asked {} times:\n", report.repeat);
    for (auto const& one : report.cases) {
        if (one.permitted.size() < 2) continue;
        text += fmt::format("  {}\n", one.id);
        for (auto const& seen : frequencies(one))
            text += fmt::format("    {:<10} {}\n", id(seen.frequency), formats::to_line(seen.outcome));
    }
    return text;
}

std::string profile_text(Report const& report, Summary const& summary) {
    auto const told = readings_of(report);
    if (told.empty()) return "";
    std::string text = "\nReadings that the implementation follows:\n";
    for (auto const& reading : told) {
        auto const& finding = summary.profile.of(reading.reading);
        auto const style = std::holds_alternative<conformance::Inconsistent>(finding) ? Style::bad
                           : std::holds_alternative<conformance::NotSeen>(finding)    ? Style::dim
                                                                                      : Style::plain;
        text += "  " + styled(conformance::text(reading.reading, finding), style) + "\n";
    }
    return text;
}

std::string rules_text(Summary const& summary) {
    std::string text = "\nConforming cases of each rule:\n";
    for (auto const& score : summary.by_rule) {
        auto const style = score.conform == score.cases ? Style::plain : Style::open;
        text += styled(fmt::format("  {:<12} {} of {}\n", score.rule, score.conform, score.cases), style);
    }
    return text;
}

std::string counts_text(Report const& report, Summary const& summary) {
    std::string text = fmt::format("\n{} {}: {} cases", report.implementation.name,
                                   report.implementation.version, report.cases.size());
    for (std::size_t i = 0; i < conformance::verdicts.size(); ++i)
        if (summary.by_verdict[i] > 0)
            text += fmt::format(", {} {}", summary.by_verdict[i], conformance::verdicts[i]);
    return text + "\n";
}

std::string in_words(Report const& report, Summary const& summary) {
    std::string text;
    for (auto const& check : report.honesty)
        if (check.held == conformance::Held::no)
            text += fmt::format("{} {}: {}\n", styled("check failed", Style::bad), check.id, check.text);
    for (auto const& one : report.cases)
        if (one.verdict != Verdict::conforms) text += case_text(one);
    text += frequencies_text(report) + rules_text(summary) + profile_text(report, summary);
    if (!report.ratchet.empty()) text += "\nLines to change in the list of known failures:\n";
    for (auto const& line : report.ratchet) text += "  " + line + "\n";
    text += counts_text(report, summary);
    if (report.ending == conformance::Ending::interrupted)
        text += fmt::format("interrupted after {} of {} cases\n", report.cases.size(), report.selected);
    bool const passed = passes(report, summary);
    return text + (passed ? styled("passed", Style::good) : styled("failed", Style::bad)) + "\n";
}

}  // namespace

void ReportOptions::add_to(CLI::App& command) {
    command.add_option("--report", wanted, "Write a report: junit, json, html or tap; - is standard output")
        ->type_name("KIND=FILE")
        ->take_all()
        ->expected(1);
}

Expected<bool> ReportOptions::check() const {
    std::size_t on_standard_output = 0;
    for (auto const& text : wanted) {
        auto const one = wanted_from(text);
        if (one.kind == nullptr)
            return tl::unexpected(
                Error{"--report " + text, "expected KIND=FILE with junit, json, html or tap"});
        if (one.file == standard_output && ++on_standard_output > 1)
            return tl::unexpected(Error{"--report " + text, "expected one report on standard output"});
    }
    return true;
}

bool ReportOptions::show_traces() const {
    return std::any_of(wanted.begin(), wanted.end(), [](std::string const& text) {
        auto const* kind = wanted_from(text).kind;
        return kind != nullptr && kind->traced == Traced::yes;
    });
}

bool ReportOptions::use_standard_output() const {
    return std::any_of(wanted.begin(), wanted.end(),
                       [](std::string const& text) { return wanted_from(text).file == standard_output; });
}

Expected<bool> ReportOptions::write(Report const& report, Summary const& summary) const {
    for (auto const& text : wanted) {
        auto const one = wanted_from(text);
        auto const content = one.kind->write(report, summary);
        if (one.file == standard_output) {
            Output output;
            output.write(content);
            if (output.finish() != ExitStatus::done) return false;
        } else if (auto written = write_file(one.file, content); !written) {
            return written;
        }
    }
    return true;
}

ExitStatus conclude(Report const& report, ReportOptions const& options) {
    auto const summary = summarize(report);
    auto const written = options.write(report, summary);
    if (!written) return complain(written.error());
    if (!*written) return ExitStatus::unusable;
    if (!options.use_standard_output()) {
        Output output;
        output.write(in_words(report, summary));
        if (auto const status = output.finish(); status != ExitStatus::done) return status;
    }
    return passes(report, summary) ? ExitStatus::done : ExitStatus::failure;
}

}  // namespace ssbroute::cli
