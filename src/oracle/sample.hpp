// One permitted outcome, drawn from a seed.
#pragma once

#include <cstdint>

#include "model/outcome.hpp"
#include "oracle/picks.hpp"
#include "oracle/profile.hpp"
#include "routing/arbiter.hpp"
#include "routing/routing_process.hpp"

namespace ssbroute {

/// Draws what the documents call arbitrary and follows a profile where they leave a question open. The same
/// seed draws the same on every platform.
class SamplingArbiter final : public Arbiter {
public:
    explicit SamplingArbiter(std::uint64_t seed, Profile const& profile = {})
        : state_(seed), profile_(profile) {}

    std::size_t pick(Rule rule, std::size_t alternatives) override;
    AnswerNumber answer(Reading reading) override { return profile_.preferred(reading); }

private:
    std::uint64_t draw();

    std::uint64_t state_;
    Profile profile_;
};

/// One way of the process. The same seed and scenario give the same outcome on every platform; every
/// permitted outcome is reached by some seed.
Outcome sample(RoutingProcess& process, std::uint64_t seed, Profile const& profile = {});
/// The same; `observer` is told every step.
Outcome sample(RoutingProcess& process, std::uint64_t seed, Profile const& profile, Observer& observer);
/// What that way takes where the documents grant a choice.
Picks sampled_picks(RoutingProcess& process, std::uint64_t seed, Profile const& profile = {});

}  // namespace ssbroute
