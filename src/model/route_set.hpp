// Routes among which one is chosen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/route.hpp"

namespace ssbroute {

/// Matching routes, in the terms that choosing a route speaks in. A view: it owns no route, and what
/// it looks at must outlive it.
///
/// Routes equal in identifier, service name and network address are identical for choosing (CHOOSE-0);
/// `mirrored` to `transport` hold one route for each that is not identical to another of the list. In
/// `mirrored`, members of one class that differ in mirror address all stand.
class RouteSet {
public:
    /// No route.
    RouteSet() = default;

    [[nodiscard]] bool empty() const { return all_.empty(); }
    /// Every route of the set, identical ones too.
    [[nodiscard]] std::span<Route const> all() const { return all_; }
    /// Those with a mirror address, whatever their network address.
    [[nodiscard]] std::span<Route const> mirrored() const { return mirrored_; }
    /// Those with the address LOCAL and no mirror address.
    [[nodiscard]] std::span<Route const> local() const { return local_; }
    /// Those with a network address and no mirror address.
    [[nodiscard]] std::span<Route const> network() const { return network_; }
    /// Those with the address TRANSPORT and no mirror address.
    [[nodiscard]] std::span<Route const> transport() const { return transport_; }

    /// Some of the routes are identical.
    [[nodiscard]] bool has_identical() const {
        auto const distinct = mirrored_.size() + local_.size() + network_.size() + transport_.size();
        return distinct != all_.size() || identical_differ_in_mirror_address();
    }
    /// Some identical routes differ in mirror address.
    [[nodiscard]] bool identical_differ_in_mirror_address() const { return differs().in_mirror_address; }
    /// Every route with a mirror address is identical to one without.
    [[nodiscard]] bool every_mirrored_has_an_unmirrored_twin() const { return differs().every_has_twin; }

    /// The same without the routes whose address is LOCAL, mirrored or not.
    [[nodiscard]] RouteSet without_local() const;
    /// The same without the routes that have a mirror address.
    [[nodiscard]] RouteSet without_mirrored() const;

private:
    friend class ArrangedRoutes;

    struct Differences {
        bool in_mirror_address = false;
        bool every_has_twin = true;
    };
    struct Facts {
        Differences of_all;
        Differences of_those_not_local;
    };
    // How many routes stand where `all_` begins or ends, or `mirrored_` ends: what is set aside is cut off
    // there.
    struct Ends {
        std::uint32_t local_first = 0;
        std::uint32_t mirrored_last = 0;
        std::uint32_t mirrored_local_last = 0;
        std::uint32_t local_of_mirrored_last = 0;
    };
    [[nodiscard]] Differences const& differs() const {
        return local_set_aside_ ? facts_.of_those_not_local : facts_.of_all;
    }

    std::span<Route const> all_;
    std::span<Route const> mirrored_;
    std::span<Route const> local_;
    std::span<Route const> network_;
    std::span<Route const> transport_;
    Ends ends_;
    Facts facts_;
    bool local_set_aside_ = false;
};

/// Owns routes in the order that RouteSets need. Every run of routes equal in service name and
/// identifier, or a set put together by hand, is one RouteSet.
class ArrangedRoutes {
public:
    /// Where one RouteSet begins and ends.
    struct Run {
        std::size_t begin;
        std::size_t end;
    };

    /// Arranges `routes[run.begin, run.end)` for choosing, for each of `runs`. Run by run, the runs
    /// are all of `routes`.
    ArrangedRoutes(std::vector<Route> routes, std::span<Run const> runs);
    /// All of `routes` as one RouteSet.
    explicit ArrangedRoutes(std::vector<Route> routes);

    ArrangedRoutes(ArrangedRoutes&&) = default;
    ArrangedRoutes& operator=(ArrangedRoutes&&) = default;
    ArrangedRoutes(ArrangedRoutes const&) = delete;  // the sets look at this very storage
    ArrangedRoutes& operator=(ArrangedRoutes const&) = delete;
    ~ArrangedRoutes() = default;

    [[nodiscard]] std::span<Route const> routes() const { return routes_; }
    /// Where in the constructor's `routes` each of `routes()` stood.
    [[nodiscard]] std::span<std::uint32_t const> origins() const { return origins_; }
    /// One for each run, in the order of the runs.
    [[nodiscard]] std::span<RouteSet const> sets() const { return sets_; }

private:
    // How many routes of a run stand at each place; the places are route_set.cpp's own.
    using Sizes = std::array<std::uint32_t, 9>;

    void arrange(std::span<Run const> runs);
    Sizes put_in_order(Run run);
    [[nodiscard]] RouteSet describe(Run run, Sizes const& sizes) const;

    std::vector<Route> routes_;
    std::vector<std::uint32_t> origins_;
    std::vector<RouteSet> sets_;
};

}  // namespace ssbroute
