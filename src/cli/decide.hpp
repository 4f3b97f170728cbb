// ssbroute decide: answers scenarios and the cases of golden groups.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/question_options.hpp"

namespace ssbroute::cli {

class Decide {
public:
    explicit Decide(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    std::vector<std::string> files_;
    bool json_ = false;
    bool explain_ = false;
    QuestionOptions options_;
};

}  // namespace ssbroute::cli
