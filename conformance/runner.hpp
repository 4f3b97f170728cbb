// Runs cases against an implementation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "conformance/implementation.hpp"
#include "conformance/report.hpp"
#include "conformance/suite_case.hpp"

namespace ssbroute::conformance {

struct RunOptions {
    std::string command;
    Subject subject = Subject::scenario;
    Implementation::Limits limits;
    std::size_t jobs = 1;
    std::size_t repeat = 1;
    /// What the cases are judged under, for the report.
    PartialProfile declared;
};

/// The places of the ids that match one of the globs (any, if there are none), of these every N-th for a
/// shard K/N.
std::vector<std::size_t> select(std::span<std::string const> ids, std::vector<std::string> const& globs,
                                Shard shard);

/// A case that is to be run, and its place in the corpus.
struct SelectedCase {
    std::size_t position;
    std::unique_ptr<SuiteCase> suite_case;
};

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
