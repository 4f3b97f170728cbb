// ssbroute diff: which messages two configurations treat differently.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/import_options.hpp"

namespace ssbroute::cli {

class Diff {
public:
    explicit Diff(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    /// `failure` if they differ.
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    std::string first_;
    std::string second_;
    bool json_ = false;
    bool contested_ = false;
    ImportOptions options_;
};

}  // namespace ssbroute::cli
