// Every permitted history of a timeline, one of them, or whether a recorded one is among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "delivery/happening.hpp"
#include "delivery/network.hpp"
#include "delivery/timeline.hpp"

namespace ssbroute::delivery {

/// How far exploring goes.
struct Bounds {
    std::size_t states = 100'000;
    std::size_t histories = 1'000;
};

/// What exploring found, and whether a bound stopped it.
struct Histories {
    /// No two of them can be told apart by who observes them.
    std::vector<History> histories;
    /// Distinct states, each visited once.
    std::size_t states = 0;
    enum class End : std::uint8_t { complete, too_many_states, too_many_histories };
    End end = End::complete;
};

/// Every permitted history, in the order of the choices that lead there.
Histories explore(Timeline const& timeline, ProfileOverTime const& profile, Bounds bounds = {},
                  Statuses statuses = Statuses::left_out);

/// One permitted history, drawn from a seed; `listener` hears it as it happens, and nothing of it is kept.
void sample(Timeline const& timeline, std::uint64_t seed, ProfileOverTime const& profile,
            Listener const& listener, Statuses statuses = Statuses::left_out);

/// What is said of a recorded history.
struct Check {
    enum class Verdict : std::uint8_t { permitted, not_permitted, incomplete, too_many_states };
    Verdict verdict = Verdict::permitted;
    /// The first happening that is not permitted: its place in the history; or its length, where it stops too
    /// early.
    std::size_t place = 0;
    /// What would have been permitted there.
    std::vector<Happening> instead = {};
};

/// Whether the timeline permits the history.
Check check(Timeline const& timeline, ProfileOverTime const& profile, History const& history,
            Bounds bounds = {});

}  // namespace ssbroute::delivery
