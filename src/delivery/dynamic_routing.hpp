// Requests to the dynamic routing service.
#pragma once

#include <cstdint>
#include <vector>

#include "delivery/reading_over_time.hpp"
#include "model/service_name.hpp"

namespace ssbroute::delivery {

/// Why a conversation is matched.
enum class Occasion : std::uint8_t {
    /// For the first time, or after the time-out.
    due,
    /// Because the request that it waited for has ended.
    request_ended,
};

/// What follows when MATCH-4 delays a conversation and asks for a route.
enum class Asking : std::uint8_t {
    /// The request is sent.
    asks,
    /// One is pending for the service: this conversation waits with the others.
    waits,
    /// The answer did not help: the request is made again after the time-out.
    asks_after_time_out,
};

/// The requests of one instance: at most one for a service.
class RouteRequests {
public:
    RouteRequests() = default;
    explicit RouteRequests(std::vector<ServiceName> pending);

    /// In order, each once.
    [[nodiscard]] std::vector<ServiceName> const& pending() const { return pending_; }
    [[nodiscard]] bool is_pending(ServiceName const& service) const;

    /// DYNAMIC-1, first half: MATCH-4 asks for a route to `service`.
    Asking ask(ServiceName const& service, Occasion occasion, FruitlessRequest reading);
    /// DYNAMIC-1, second half: the dialog of the request has ended; whether there was one. Who waits for it
    /// is matched again.
    bool end(ServiceName const& service);

private:
    std::vector<ServiceName> pending_;
};

}  // namespace ssbroute::delivery
