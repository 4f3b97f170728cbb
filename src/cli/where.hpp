// ssbroute where: where a message goes, and why not by another route.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/import_options.hpp"
#include "formats/import/import.hpp"
#include "model/message.hpp"

namespace ssbroute::cli {

class Where {
public:
    explicit Where(CLI::App& program);
    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] ExitStatus run() const;

private:
    [[nodiscard]] Message message() const;

    CLI::App* command_;
    std::optional<std::string> to_;
    std::optional<std::string> from_;
    std::optional<std::string> identifier_;
    std::string sent_by_ = "initiator";
    std::optional<std::string> expected_;
    ImportOptions options_;
};

}  // namespace ssbroute::cli
