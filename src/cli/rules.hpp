// ssbroute rules: the rules and readings, where they come from, and where they are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_status.hpp"

namespace ssbroute::cli {

class Rules {
public:
    explicit Rules(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    std::string id_;
};

}  // namespace ssbroute::cli
