// The routing process: one message, one decision.
#pragma once

#include <memory>

#include "model/outcome.hpp"
#include "model/scenario.hpp"
#include "routing/arbiter.hpp"
#include "routing/observer.hpp"

namespace ssbroute {

/// The documented procedure for one scenario. What the documents leave open is asked of an arbiter, so one
/// run is one way the process can go.
class RoutingProcess {
public:
    explicit RoutingProcess(Scenario scenario);

    [[nodiscard]] Scenario const& scenario() const { return scenario_; }

    /// Routes the message once; `observer` is told every step.
    Outcome run(Arbiter& arbiter, Observer& observer);

    RoutingProcess(RoutingProcess&&) noexcept;
    RoutingProcess& operator=(RoutingProcess&&) noexcept;
    RoutingProcess(RoutingProcess const&) = delete;
    RoutingProcess& operator=(RoutingProcess const&) = delete;
    ~RoutingProcess();

private:
    struct State;

    Scenario scenario_;
    std::unique_ptr<State> state_;
};

}  // namespace ssbroute
