// ssbroute check-history: whether a recorded history is permitted.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/history_options.hpp"

namespace ssbroute::cli {

class CheckHistory {
public:
    explicit CheckHistory(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    std::string file_;
    bool json_ = false;
    HistoryOptions options_;
};

}  // namespace ssbroute::cli
