#include "model/route_set.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace ssbroute {
namespace {

enum class Part : std::uint8_t { mirrored, local, network, transport };

Part part(Route const& route) {
    if (route.mirror_address) return Part::mirrored;
    switch (route.address.kind()) {
        case Address::Kind::local: return Part::local;
        case Address::Kind::network: return Part::network;
        case Address::Kind::transport: break;
    }
    return Part::transport;
}

// CHOOSE-0. Routes equal in identifier, service name and network address are one route for choosing.
auto identity(Route const& route) {
    return std::tie(route.address, route.broker_instance, route.remote_service_name);
}

bool identical(Route const& a, Route const& b) { return identity(a) == identity(b); }

bool same_for_choosing(Route const& a, Route const& b) {
    return identical(a, b) && a.mirror_address == b.mirror_address;
}

// Parts in the order of the steps of choosing; within a part, identical routes stand together, LOCAL
// ones first, and of those that differ in spelling only, the one that sorts first.
bool stands_before(Route const& a, Route const& b) {
    if (part(a) != part(b)) return part(a) < part(b);
    if (!identical(a, b)) return identity(a) < identity(b);
    if (a.mirror_address != b.mirror_address) return a.mirror_address < b.mirror_address;
    auto const spelling = [](Route const& route) {
        auto const& mirror = route.mirror_address;
        return std::tuple<std::string_view, std::string_view, std::string_view>(
            route.address.text(), mirror ? std::string_view(mirror->text()) : std::string_view(),
            route.name);
    };
    return spelling(a) < spelling(b);
}

}  // namespace

RouteSet RouteSet::without_local() const {
    RouteSet rest = *this;
    rest.mirrored_ = mirrored_.subspan(mirrored_local_);
    rest.mirrored_local_ = 0;
    rest.local_ = {};
    rest.local_set_aside_ = true;
    return rest;
}

RouteSet RouteSet::without_mirrored() const {
    RouteSet rest = *this;
    rest.mirrored_ = {};
    rest.mirrored_local_ = 0;
    rest.facts_.of_all = {};
    rest.facts_.of_those_not_local = {};
    return rest;
}

std::size_t ArrangedRoutes::put_in_order(Run run) {
    auto const size = run.end - run.begin;
    if (size < 2) return size;

    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), run.begin);
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return stands_before(routes_[i], routes_[j]); });
    std::vector<std::size_t> repeated;
    std::size_t distinct = 0;
    for (auto const i : order) {
        bool const repeats = distinct > 0 && same_for_choosing(routes_[i], routes_[order[distinct - 1]]);
        if (repeats)
            repeated.push_back(i);
        else
            order[distinct++] = i;
    }
    std::copy(repeated.begin(), repeated.end(), order.begin() + static_cast<std::ptrdiff_t>(distinct));

    std::vector<Route> routes;
    std::vector<std::uint32_t> origins;
    routes.reserve(size);
    origins.reserve(size);
    for (auto const i : order) {
        routes.push_back(std::move(routes_[i]));
        origins.push_back(origins_[i]);
    }
    std::move(routes.begin(), routes.end(), routes_.begin() + static_cast<std::ptrdiff_t>(run.begin));
    std::copy(origins.begin(), origins.end(),
              origins_.begin() + static_cast<std::ptrdiff_t>(run.begin));
    return distinct;
}

RouteSet ArrangedRoutes::describe(Run run, std::size_t distinct) const {
    RouteSet set;
    set.all_ = std::span(routes_).subspan(run.begin, run.end - run.begin);
    auto rest = set.all_.first(distinct);
    auto const take = [&rest](Part wanted) {
        auto const end = std::partition_point(
            rest.begin(), rest.end(), [wanted](Route const& route) { return part(route) <= wanted; });
        auto const taken = rest.first(static_cast<std::size_t>(end - rest.begin()));
        rest = rest.subspan(taken.size());
        return taken;
    };
    set.mirrored_ = take(Part::mirrored);
    set.local_ = take(Part::local);
    set.network_ = take(Part::network);
    set.transport_ = take(Part::transport);
    set.mirrored_local_ = static_cast<std::uint32_t>(
        std::count_if(set.mirrored_.begin(), set.mirrored_.end(),
                      [](Route const& route) { return route.address.is_local(); }));

    set.facts_.identical = distinct != set.all_.size();
    for (std::size_t i = 0; i < set.mirrored_.size(); ++i) {
        Route const& route = set.mirrored_[i];
        bool const follows_its_like = i > 0 && identical(route, set.mirrored_[i - 1]);
        auto const unmirrored = route.address.is_local()     ? set.local_
                                : route.address.is_network() ? set.network_
                                                             : set.transport_;
        bool const has_twin = std::binary_search(unmirrored.begin(), unmirrored.end(), route,
                                                 [](Route const& a, Route const& b) {
                                                     return identity(a) < identity(b);
                                                 });
        auto const note = [&](RouteSet::Differences& differences) {
            differences.in_mirror_address |= follows_its_like || has_twin;
            differences.every_has_twin &= has_twin;
        };
        set.facts_.identical |= follows_its_like || has_twin;
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
        auto const distinct = put_in_order(run);
        sets_.push_back(describe(run, distinct));
    }
}

}  // namespace ssbroute
