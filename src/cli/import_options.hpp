// Files to instances: what the commands that read scripts and exports have in common on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/import/import.hpp"
#include "model/error.hpp"

namespace ssbroute::cli {

/// The instance that files are of where nothing says so: the one that sqlcmd connects to by itself.
inline constexpr std::string_view local_instance = "(local)";

/// `FILE...`, `--instance`, `-v`, `--database`, `--now`, `--lenient`.
struct ImportOptions {
    std::vector<std::string> files;
    std::vector<std::string> files_of_instances;  // NAME=FILE
    std::vector<std::string> variables;           // NAME=VALUE
    std::optional<std::string> database;
    std::optional<std::string> now;
    bool lenient = false;

    /// All of them.
    void add_to(CLI::App& command);
    /// Those that say how a file is read, not which files.
    void add_reading_to(CLI::App& command);

    /// How files are read. Without `--now` this asks the system's clock.
    [[nodiscard]] Expected<formats::ImportOptions> reading() const;
    /// The files by instance: FILE... is `(local)`, then the instances in the order in which they are named.
    [[nodiscard]] Expected<std::vector<formats::InstanceSources>> sources() const;
};

/// `NAME=VALUE` of a command line; an Error names the option.
struct NameAndValue {
    std::string name;
    std::string value;
};
Expected<NameAndValue> name_and_value(std::string_view option, std::string const& text);

/// What was remarked about the input, a line each on standard error, from the severity `least` on.
void tell(std::vector<formats::Reported> const& reported, Severity least = Severity::note);

}  // namespace ssbroute::cli
