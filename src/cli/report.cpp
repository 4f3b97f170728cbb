#include "cli/report.hpp"

#include <utility>

#include "cli/output.hpp"
#include "conformance/report_json.hpp"
#include "formats/files.hpp"

namespace ssbroute::cli {
namespace {

Expected<std::vector<conformance::Report>> read_reports(std::vector<std::string> const& files) {
    auto const sources = formats::read_sources(files);
    if (!sources) return tl::unexpected(sources.error());
    std::vector<conformance::Report> reports;
    for (auto const& source : *sources) {
        auto report = formats::parse_json(source.text).and_then([](formats::Json const& value) {
            return conformance::read_report(value);
        });
        if (!report) return tl::unexpected(formats::in_source(source, std::move(report.error())));
        reports.push_back(std::move(*report));
    }
    return reports;
}

}  // namespace

ReportCommand::ReportCommand(CLI::App& program)
    : command_(program.add_subcommand("report", "Work with the reports of conform")),
      merge_(command_->add_subcommand("merge", "Join the JSON reports of all shards of a run")) {
    command_->require_subcommand(1);
    merge_->add_option("FILE", files_, "JSON reports")->required();
    reports_.add_to(*merge_);
}

ExitStatus ReportCommand::run() const {
    if (auto const sound = reports_.check(); !sound) return complain(sound.error());
    auto reports = read_reports(files_);
    if (!reports) return complain(reports.error());
    auto const report = conformance::merge(std::move(*reports));
    if (!report) return complain(report.error());
    return conclude(*report, reports_);
}

}  // namespace ssbroute::cli
