// ssbroute serve: the oracle on standard input and output, a line a scenario.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_status.hpp"
#include "cli/question_options.hpp"

namespace ssbroute::cli {

class Serve {
public:
    explicit Serve(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    QuestionOptions options_;
};

}  // namespace ssbroute::cli
