// ssbroute import: scripts and exports to instances.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/import_options.hpp"

namespace ssbroute::cli {

class ImportCommand {
public:
    explicit ImportCommand(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    /// `done` wherever a result is printed, whatever is remarked on the input.
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    ImportOptions options_;
    std::string emitted_;  // empty: the import itself
    bool queries_ = false;
};

}  // namespace ssbroute::cli
