// ssbroute fuzz: searches for a scenario at which an implementation is wrong.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_status.hpp"

namespace ssbroute::cli {

class Fuzz {
public:
    explicit Fuzz(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    CLI::App* command_;
    std::string implementation_;
    std::size_t cases_ = 10'000;
    std::optional<std::uint64_t> seed_;
    std::optional<double> time_;
    bool first_ = false;
    double timeout_ = 10;
    std::string profile_;
    std::string directory_ = ".";
};

}  // namespace ssbroute::cli
