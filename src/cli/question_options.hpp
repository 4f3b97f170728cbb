// What `decide` and `serve` have in common on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/error.hpp"
#include "oracle/exploration.hpp"
#include "oracle/profile.hpp"

namespace ssbroute::cli {

/// The number behind `--sample`; throws what CLI11 tells.
std::uint64_t read_seed(std::string const& text);

/// `--sample`, `--reading`, `--no-contested`.
struct QuestionOptions {
    std::optional<std::uint64_t> seed;
    std::vector<std::string> fixed_readings;
    bool no_contested = false;

    void add_to(CLI::App& command);

    [[nodiscard]] OtherReadings other_readings() const {
        return no_contested ? OtherReadings::left_out : OtherReadings::explored;
    }
    /// The documents' profile with the readings that are fixed on the command line.
    [[nodiscard]] Expected<Profile> profile() const;
};

}  // namespace ssbroute::cli
