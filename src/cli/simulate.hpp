// ssbroute simulate: conversations over time and instances.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/diagram_file.hpp"
#include "cli/exit_status.hpp"
#include "cli/history_options.hpp"
#include "cli/output.hpp"
#include "delivery/histories.hpp"

namespace ssbroute::cli {

class Simulate {
public:
    explicit Simulate(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    [[nodiscard]] Expected<std::vector<NamedTimeline>> timelines() const;
    [[nodiscard]] ExitStatus run_all(NamedTimeline const& named, delivery::ProfileOverTime const& profile,
                                     Output& output) const;
    [[nodiscard]] ExitStatus run_one(NamedTimeline const& named, delivery::ProfileOverTime const& profile,
                                     Output& output) const;
    [[nodiscard]] ExitStatus draw(delivery::Timeline const& timeline, delivery::History const& history) const;

    CLI::App* command_;
    std::string file_;
    std::string case_;
    bool all_ = false;
    bool json_ = false;
    std::optional<std::uint64_t> seed_;
    DiagramFile diagram_;
    delivery::Bounds bounds_;
    HistoryOptions options_;
};

}  // namespace ssbroute::cli
