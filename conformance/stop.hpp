// How a run is told to end early.
#pragma once

#include <atomic>

namespace ssbroute::conformance {

/// Set by whoever wants a run to end, from a signal handler or another thread. Everything that waits looks at
/// it.
class Stop {
public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    std::atomic<bool> requested_{false};
};

}  // namespace ssbroute::conformance
