#include "delivery/dynamic_routing.hpp"

#include <algorithm>
#include <utility>

namespace ssbroute::delivery {

RouteRequests::RouteRequests(std::vector<ServiceName> pending) : pending_(std::move(pending)) {
    std::sort(pending_.begin(), pending_.end());
    pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());
}

bool RouteRequests::is_pending(ServiceName const& service) const {
    return std::binary_search(pending_.begin(), pending_.end(), service);
}

// DYNAMIC-1. For each target service there is at most one request to the dynamic routing service at a time;
// it ends when its dialog ends, and then matching is tried again.
Asking RouteRequests::ask(ServiceName const& service, Occasion occasion, FruitlessRequest reading) {
    auto const place = std::lower_bound(pending_.begin(), pending_.end(), service);
    if (place != pending_.end() && *place == service) return Asking::waits;
    if (occasion == Occasion::request_ended && reading == FruitlessRequest::after_time_out)
        return Asking::asks_after_time_out;
    pending_.insert(place, service);
    return Asking::asks;
}

bool RouteRequests::end(ServiceName const& service) {
    auto const place = std::lower_bound(pending_.begin(), pending_.end(), service);
    if (place == pending_.end() || *place != service) return false;
    pending_.erase(place);
    return true;
}

}  // namespace ssbroute::delivery
