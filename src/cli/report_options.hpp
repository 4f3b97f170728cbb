// `--report KIND=FILE`, and what `conform` and `report merge` say of a report.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "conformance/report.hpp"
#include "model/error.hpp"

namespace ssbroute::cli {

/// The reports that are asked for.
struct ReportOptions {
    std::vector<std::string> wanted;

    void add_to(CLI::App& command);
    /// The Error of a report that cannot be: an unknown kind, no file, or two of them on standard output.
    [[nodiscard]] Expected<bool> check() const;
    /// Whether one of them shows the way to each outcome.
    [[nodiscard]] bool show_traces() const;
    /// Whether standard output is a report, and not for people.
    [[nodiscard]] bool use_standard_output() const;
    /// Writes them all; the Error of the first that cannot be written.
    [[nodiscard]] Expected<bool> write(conformance::Report const& report,
                                       conformance::Summary const& summary) const;
};

/// Writes the reports and, for people, what failed, the profile and the counts. `failure` if the run does not
/// pass.
ExitStatus conclude(conformance::Report const& report, ReportOptions const& options);

}  // namespace ssbroute::cli
