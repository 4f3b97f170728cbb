// ssbroute conform: runs the suite against an implementation.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/report_options.hpp"
#include "conformance/runner.hpp"
#include "model/error.hpp"

namespace ssbroute::cli {

class Conform {
public:
    explicit Conform(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    template <typename Golden>
    [[nodiscard]] ExitStatus run(std::vector<Golden> const& corpus) const;
    [[nodiscard]] Expected<conformance::RunOptions> options() const;
    [[nodiscard]] std::string reproduce() const;

    CLI::App* command_;
    std::string implementation_;
    std::vector<std::string> paths_;
    std::vector<std::string> globs_;
    bool list_ = false;
    bool timelines_ = false;
    std::size_t jobs_ = 1;
    double timeout_ = 10;
    std::size_t repeat_ = 1;
    std::string shard_ = "1/1";
    std::string known_;
    std::string profile_;
    ReportOptions reports_;
};

}  // namespace ssbroute::cli
