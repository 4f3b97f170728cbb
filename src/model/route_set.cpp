#include "model/route_set.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace ssbroute {
namespace {

// Where the routes of a run stand, in this order. Those that RouteSet sets aside together stand together, at
// the beginning or at the end; so do the distinct routes of each of its parts.
enum class Place : std::uint8_t {
    repeated_local,
    local,
    network,
    transport,
    repeated_unmirrored,
    repeated_mirrored,
    mirrored,
    mirrored_local,
    repeated_mirrored_local,
};

Place place(Route const& route) {
    bool const local = route.address.is_local();
    if (route.mirror_address) return local ? Place::mirrored_local : Place::mirrored;
    if (local) return Place::local;
    return route.address.is_network() ? Place::network : Place::transport;
}

// Where a route stands that repeats another of the run.
Place place_of_repeated(Route const& route) {
    bool const local = route.address.is_local();
    if (route.mirror_address) return local ? Place::repeated_mirrored_local : Place::repeated_mirrored;
    return local ? Place::repeated_local : Place::repeated_unmirrored;
}

// CHOOSE-0. Routes equal in identifier, service name and network address are one route for choosing.
auto identity(Route const& route) {
    return std::tie(route.address, route.broker_instance, route.remote_service_name);
}

bool identical(Route const& a, Route const& b) { return identity(a) == identity(b); }

bool same_for_choosing(Route const& a, Route const& b) {
    return identical(a, b) && a.mirror_address == b.mirror_address;
}

// Identical routes stand together, and of those that differ in spelling only, the one that sorts first stands
// first.
bool stands_before(Route const& a, Route const& b) {
    if (!identical(a, b)) return identity(a) < identity(b);
    if (a.mirror_address != b.mirror_address) return a.mirror_address < b.mirror_address;
    auto const spelling = [](Route const& route) {
        auto const& mirror = route.mirror_address;
        return std::tuple<std::string_view, std::string_view, std::string_view>(
            route.address.text(), mirror ? std::string_view(mirror->text()) : std::string_view(), route.name);
    };
    return spelling(a) < spelling(b);
}

}  // namespace

RouteSet RouteSet::without_local() const {
    RouteSet rest = *this;
    rest.all_ = all_.subspan(ends_.local_first, all_.size() - ends_.local_first - ends_.mirrored_local_last);
    rest.mirrored_ = mirrored_.first(mirrored_.size() - ends_.local_of_mirrored_last);
    rest.local_ = {};
    rest.ends_ = {.mirrored_last = ends_.mirrored_last - ends_.mirrored_local_last};
    rest.local_set_aside_ = true;
    return rest;
}

RouteSet RouteSet::without_mirrored() const {
    RouteSet rest = *this;
    rest.all_ = all_.first(all_.size() - ends_.mirrored_last);
    rest.mirrored_ = {};
    rest.ends_ = {.local_first = ends_.local_first};
    rest.facts_ = {};
    return rest;
}

ArrangedRoutes::Sizes ArrangedRoutes::put_in_order(Run run) {
    Sizes sizes{};
    if (run.end - run.begin == 1) {
        sizes[static_cast<std::size_t>(place(routes_[run.begin]))] = 1;
        return sizes;
    }

    std::vector<std::size_t> order(run.end - run.begin);
    std::iota(order.begin(), order.end(), run.begin);
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return stands_before(routes_[i], routes_[j]); });

    std::vector<Place> places(order.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
        Route const& route = routes_[order[n]];
        bool const repeats = n > 0 && same_for_choosing(route, routes_[order[n - 1]]);
        auto& found = places[order[n] - run.begin];
        found = repeats ? place_of_repeated(route) : place(route);
        ++sizes[static_cast<std::size_t>(found)];
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        return places[i - run.begin] < places[j - run.begin];
    });

    std::vector<Route> routes;
    std::vector<std::uint32_t> origins;
    routes.reserve(order.size());
    origins.reserve(order.size());
    for (auto const i : order) {
        routes.push_back(std::move(routes_[i]));
        origins.push_back(origins_[i]);
    }
    std::move(routes.begin(), routes.end(), routes_.begin() + static_cast<std::ptrdiff_t>(run.begin));
    std::copy(origins.begin(), origins.end(), origins_.begin() + static_cast<std::ptrdiff_t>(run.begin));
    return sizes;
}

RouteSet ArrangedRoutes::describe(Run run, Sizes const& sizes) const {
    RouteSet set;
    set.all_ = std::span(routes_).subspan(run.begin, run.end - run.begin);
    auto const size = [&](Place at) { return sizes[static_cast<std::size_t>(at)]; };
    auto rest = set.all_;
    auto const take = [&rest](std::size_t count) {
        auto const taken = rest.first(count);
        rest = rest.subspan(count);
        return taken;
    };
    take(size(Place::repeated_local));
    set.local_ = take(size(Place::local));
    set.network_ = take(size(Place::network));
    set.transport_ = take(size(Place::transport));
    take(size(Place::repeated_unmirrored) + size(Place::repeated_mirrored));
    set.mirrored_ = take(size(Place::mirrored) + size(Place::mirrored_local));

    set.ends_.local_first = size(Place::repeated_local) + size(Place::local);
    set.ends_.local_of_mirrored_last = size(Place::mirrored_local);
    set.ends_.mirrored_local_last = size(Place::mirrored_local) + size(Place::repeated_mirrored_local);
    set.ends_.mirrored_last =
        size(Place::repeated_mirrored) + size(Place::mirrored) + set.ends_.mirrored_local_last;

    for (std::size_t i = 0; i < set.mirrored_.size(); ++i) {
        Route const& route = set.mirrored_[i];
        bool const follows_its_like = i > 0 && identical(route, set.mirrored_[i - 1]);
        auto const unmirrored = route.address.is_local()     ? set.local_
                                : route.address.is_network() ? set.network_
                                                             : set.transport_;
        bool const has_twin =
            std::binary_search(unmirrored.begin(), unmirrored.end(), route,
                               [](Route const& a, Route const& b) { return identity(a) < identity(b); });
        auto const note = [&](RouteSet::Differences& differences) {
            differences.in_mirror_address |= follows_its_like || has_twin;
            differences.every_has_twin &= has_twin;
        };
        note(set.facts_.of_all);
        if (!route.address.is_local()) note(set.facts_.of_those_not_local);
    }
    return set;
}

ArrangedRoutes::ArrangedRoutes(std::vector<Route> routes, std::span<Run const> runs)
    : routes_(std::move(routes)), origins_(routes_.size()) {
    arrange(runs);
}

ArrangedRoutes::ArrangedRoutes(std::vector<Route> routes)
    : routes_(std::move(routes)), origins_(routes_.size()) {
    arrange(std::array{Run{0, routes_.size()}});
}

void ArrangedRoutes::arrange(std::span<Run const> runs) {
    std::iota(origins_.begin(), origins_.end(), 0U);
    sets_.reserve(runs.size());
    for (auto const& run : runs) {
        auto const sizes = put_in_order(run);
        sets_.push_back(describe(run, sizes));
    }
}

}  // namespace ssbroute
