// ssbroute decide: answers scenarios and the cases of golden groups.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/diagram_file.hpp"
#include "cli/exit_status.hpp"
#include "cli/question_options.hpp"
#include "model/scenario.hpp"
#include "oracle/explanation.hpp"
#include "oracle/profile.hpp"

namespace ssbroute::cli {

class Decide {
public:
    explicit Decide(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    [[nodiscard]] ExitStatus draw(Scenario const& scenario, ExplainedOutcome const& found,
                                  Profile const& profile) const;

    CLI::App* command_;
    std::vector<std::string> files_;
    bool json_ = false;
    bool explain_ = false;
    std::string case_;
    DiagramFile diagram_;
    QuestionOptions options_;
};

}  // namespace ssbroute::cli
