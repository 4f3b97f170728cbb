// ssbroute trace-route: one message, end to end, and the reply back.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/history_options.hpp"

namespace ssbroute::cli {

class TraceRoute {
public:
    explicit TraceRoute(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    [[nodiscard]] Expected<delivery::Conversation> conversation(delivery::Timeline const& timeline) const;

    CLI::App* command_;
    std::string file_;
    std::string from_;
    std::string to_;
    std::string from_service_ = "InitiatorService";
    std::string identifier_;
    std::string conversation_;
    std::string at_;
    bool json_ = false;
    HistoryOptions options_;
};

}  // namespace ssbroute::cli
