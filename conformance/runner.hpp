// Runs cases against an implementation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conformance/implementation.hpp"
#include "conformance/report.hpp"
#include "formats/golden_json.hpp"

namespace ssbroute::conformance {

/// Whether the way to each permitted outcome is put into the report.
enum class Traces : std::uint8_t { left_out, told };

struct RunOptions {
    std::string command;
    Implementation::Limits limits;
    std::size_t jobs = 1;
    std::size_t repeat = 1;
    PartialProfile declared;
    Traces traces = Traces::left_out;
};

/// A case of the corpus that is to be run.
struct SelectedCase {
    std::size_t position;
    formats::GoldenCase const* golden;
};

/// The cases whose ids match one of the globs (any, if there are none), of these every N-th for a shard K/N.
std::vector<SelectedCase> select(std::span<formats::GoldenCase const> corpus,
                                 std::vector<std::string> const& globs, Shard shard);

struct Progress {
    std::size_t done;
    std::size_t failures;
    std::size_t all;
};

/// Checks the run's honesty, then asks every case. The implementation is started once a job and kept. `watch`
/// is told now and then how far it is. Of cases that were not answered when `stop` is requested nothing is
/// reported.
Report run(std::span<SelectedCase const> cases, RunOptions const& options, Stop const& stop,
           std::function<void(Progress const&)> const& watch);

}  // namespace ssbroute::conformance
