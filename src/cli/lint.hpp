// ssbroute lint: faults and traps in routing tables.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/import_options.hpp"
#include "model/error.hpp"
#include "review/lint.hpp"

namespace ssbroute::cli {

class Lint {
public:
    explicit Lint(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    /// `failure` if something is as severe as asked for.
    [[nodiscard]] ExitStatus run() const;

private:
    [[nodiscard]] Expected<review::LintOptions> lint_options() const;

    CLI::App* command_;
    std::string format_ = "text";
    std::string fail_on_ = "error";
    std::vector<std::string> ignored_;
    std::uint32_t soon_days_ = 7;
    bool list_ = false;
    ImportOptions options_;
};

}  // namespace ssbroute::cli
