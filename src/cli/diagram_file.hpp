// `--diagram FILE`: where a command draws to, and as what.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_status.hpp"

namespace ssbroute::cli {

class DiagramFile {
public:
    /// `what` is drawn; FILE has to end in one of `endings`, such as `.svg`.
    void add_to(CLI::App& command, std::string const& what, std::vector<std::string> const& endings);

    [[nodiscard]] bool wanted() const { return !name_.empty(); }
    [[nodiscard]] bool ends_in(std::string_view ending) const;
    [[nodiscard]] std::string const& name() const { return name_; }

    /// Complains if the file cannot be written.
    [[nodiscard]] ExitStatus write(std::string_view text) const;

private:
    std::string name_;
};

}  // namespace ssbroute::cli
