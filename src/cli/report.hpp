// ssbroute report: what can be done with reports.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/report_options.hpp"

namespace ssbroute::cli {

class ReportCommand {
public:
    explicit ReportCommand(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    /// `merge`, the only thing so far.
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    CLI::App* merge_;
    std::vector<std::string> files_;
    ReportOptions reports_;
};

}  // namespace ssbroute::cli
