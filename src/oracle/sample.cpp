#include "oracle/sample.hpp"

#include <limits>

namespace ssbroute {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). The standard
// library's engines would do, but seeding one costs more than a decision, and its distributions may differ
// from platform to platform.
std::uint64_t SamplingArbiter::draw() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

std::size_t SamplingArbiter::pick(Rule /*rule*/, std::size_t alternatives) {
    if (alternatives == 1) return 0;
    // The highest multiple of `alternatives` that fits: what is drawn beyond it would favor the first.
    auto const count = static_cast<std::uint64_t>(alternatives);
    auto const limit =
        std::numeric_limits<std::uint64_t>::max() - std::numeric_limits<std::uint64_t>::max() % count;
    for (;;) {
        auto const drawn = draw();
        if (drawn < limit) return static_cast<std::size_t>(drawn % count);
    }
}

Outcome sample(RoutingProcess& process, std::uint64_t seed, Profile const& profile) {
    Observer nobody;
    return sample(process, seed, profile, nobody);
}

Outcome sample(RoutingProcess& process, std::uint64_t seed, Profile const& profile, Observer& observer) {
    SamplingArbiter arbiter(seed, profile);
    return process.run(arbiter, observer);
}

Picks sampled_picks(RoutingProcess& process, std::uint64_t seed, Profile const& profile) {
    SamplingArbiter arbiter(seed, profile);
    PickRecorder recorder(arbiter);
    Observer nobody;
    process.run(recorder, nobody);
    return recorder.picks();
}

}  // namespace ssbroute
