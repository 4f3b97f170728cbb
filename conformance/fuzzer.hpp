// Random scenarios against an implementation, and the smallest ones at which it is wrong.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/implementation.hpp"
#include "conformance/profile.hpp"
#include "conformance/verdict.hpp"
#include "formats/golden_json.hpp"

namespace ssbroute::conformance {

struct FuzzOptions {
    std::string command;
    Implementation::Limits limits;
    PartialProfile declared;
    std::size_t cases = 10'000;
    /// Case number N, from 0, is that of `seed + N` alone: it is repeated with that seed and one case.
    std::uint64_t seed = 0;
    std::optional<std::chrono::milliseconds> time;
    /// Whether to go on after a disagreement, for others.
    enum class AfterDisagreement : std::uint8_t { go_on, stop } after_disagreement = AfterDisagreement::go_on;
};

/// A scenario with a wrong answer, shrunk for as long as the implementation was wrong in the same way.
struct Disagreement {
    std::uint64_t seed;
    formats::GoldenCase golden;
    Judgement judgement;
    std::string error_tail;
};

struct FuzzResult {
    Identity implementation;
    std::size_t asked = 0;
    /// Answers with the verdict of a failure, shown below or not.
    std::size_t wrong = 0;
    /// One for each set of rules passed.
    std::vector<Disagreement> disagreements;
    /// Cases are named by their seeds.
    ReadingProfile profile;
};

struct FuzzWatcher {
    std::function<void(std::size_t asked, std::size_t wrong)> progress;
    std::function<void(Disagreement const&)> found;
};

/// Asks until there were enough cases, the time is over or `stop` is requested. An Error if the program was
/// built without RapidCheck.
Expected<FuzzResult> fuzz(FuzzOptions const& options, Stop const& stop, FuzzWatcher const& watcher);

}  // namespace ssbroute::conformance
