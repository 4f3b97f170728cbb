#include "cli/lint.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "cli/output.hpp"
#include "formats/import/import.hpp"
#include "interface/findings_json.hpp"

namespace ssbroute::cli {
namespace {

using review::Finding;

// Routes beyond these are counted.
constexpr std::size_t most_routes = 8;

Style style_of(Severity severity) {
    switch (severity) {
        case Severity::note: return Style::plain;
        case Severity::warning: return Style::open;
        case Severity::error: return Style::bad;
    }
    return Style::plain;
}

std::string rules_of(review::Kind kind) {
    std::vector<std::string_view> rules;
    for (auto const rule : review::entry(kind).rules)
        if (!rule.empty()) rules.push_back(rule);
    return fmt::format("{}", fmt::join(rules, ", "));
}

// `Sales`, `Server1.Sales`, `Server1`.
std::string place_of(Finding const& finding, bool several_instances) {
    if (finding.database.empty()) return finding.instance;
    return several_instances ? finding.instance + "." + finding.database : finding.database;
}

std::string routes_of(Finding const& finding) {
    std::vector<std::string_view> names;
    for (auto const& one : finding.routes)
        if (names.size() < most_routes) names.emplace_back(one.route);
    auto const rest = finding.routes.size() - names.size();
    return fmt::format("{}{}", fmt::join(names, ", "), rest > 0 ? fmt::format(" and {} more", rest) : "");
}

std::string text_of(Finding const& finding, bool several_instances) {
    auto const heading = fmt::format("{} {} {}", name(finding.severity), id(finding.kind),
                                     visible(place_of(finding, several_instances)));
    auto const routes = finding.routes.empty() ? "" : ": " + visible(routes_of(finding));
    return fmt::format("{}{}\n    {} [{}]\n    {}\n", styled(heading, style_of(finding.severity)), routes,
                       visible(finding.what), rules_of(finding.kind), visible(finding.advice));
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string summary(std::vector<Finding> const& findings) {
    if (findings.empty()) return "no findings\n";
    std::array<std::size_t, 3> counts{};
    for (auto const& one : findings) ++counts.at(static_cast<std::size_t>(one.severity));
    return fmt::format("{}, {}, {}\n", counted(counts[2], "error"), counted(counts[1], "warning"),
                       counted(counts[0], "note"));
}

void print_list(Output& output) {
    std::size_t widest = 0;
    for (auto const& one : review::kinds) widest = std::max(widest, one.id.size());
    for (auto const& one : review::kinds)
        output.write(fmt::format("{:<{}}  {:<7}  {} ({})\n", one.id, widest, name(one.severity), one.sentence,
                                 rules_of(one.kind)));
}

Severity severity_named(std::string_view wanted) {
    for (auto const severity : {Severity::note, Severity::warning})
        if (name(severity) == wanted) return severity;
    return Severity::error;
}

}  // namespace

Lint::Lint(CLI::App& program)
    : command_(program.add_subcommand("lint", "Find faults and traps in routing tables")) {
    command_->add_option("--format", format_, "text (default), json or sarif")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json", "sarif"}));
    command_
        ->add_option("--fail-on", fail_on_,
                     "Exit with 1 from this severity on: note, warning or error (default)")
        ->type_name("SEVERITY")
        ->check(CLI::IsMember({"note", "warning", "error"}));
    command_
        ->add_option("--ignore", ignored_, "Leave out the findings with this id; may be given several times")
        ->type_name("ID")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    command_
        ->add_option("--soon", soon_days_,
                     "A route that expires within so many days expires soon (default 7)")
        ->type_name("DAYS");
    command_->add_flag("--list", list_, "List what can be found");
    options_.add_to(*command_);
}

Expected<review::LintOptions> Lint::lint_options() const {
    review::LintOptions options;
    options.soon = std::int64_t{soon_days_} * 86400;
    for (auto const& text : ignored_) {
        auto const kind = review::kind_with_id(text);
        if (!kind)
            return tl::unexpected(
                Error{"--ignore " + text, "expected the id of a finding; `ssbroute lint --list` lists them"});
        options.ignored.push_back(*kind);
    }
    return options;
}

ExitStatus Lint::run() const {
    Output output;
    if (list_) {
        print_list(output);
        return output.finish();
    }
    auto const lint_options = this->lint_options();
    if (!lint_options) return complain(lint_options.error());
    auto const reading = options_.reading();
    if (!reading) return complain(reading.error());
    auto const sources = options_.sources();
    if (!sources) return complain(sources.error());
    auto const import = formats::import(*sources, *reading);
    if (!import) return complain(import.error());

    auto const instances = interface::named_instances(*import);
    auto const findings = review::lint(instances, reading->now, *lint_options);
    if (format_ == "json") {
        output.line(formats::to_line(interface::write_findings(findings, import->reported)));
    } else if (format_ == "sarif") {
        output.line(formats::to_line(interface::write_sarif(findings, import->reported, *sources)));
    } else {
        tell(import->reported, Severity::warning);
        for (auto const& finding : findings) output.write(text_of(finding, instances.size() > 1));
        output.write(summary(findings));
    }

    auto const least = severity_named(fail_on_);
    auto const is_severe = [&](auto const& one) { return one.severity >= least; };
    bool const fails = std::any_of(findings.begin(), findings.end(), is_severe) ||
                       std::any_of(import->reported.begin(), import->reported.end(), is_severe);
    auto const written = output.finish();
    return written == ExitStatus::done && fails ? ExitStatus::failure : written;
}

}  // namespace ssbroute::cli
