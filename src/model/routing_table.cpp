#include "model/routing_table.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>

namespace ssbroute {
namespace {

using Run = ArrangedRoutes::Run;

bool same_name(Route const& a, Route const& b) { return a.remote_service_name == b.remote_service_name; }

std::optional<UtcTime> earlier(std::optional<UtcTime> a, std::optional<UtcTime> b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

// The places of the routes in the order of service names, then of identifiers, nothing first.
std::vector<std::uint32_t> sorted_order(std::vector<Route> const& routes) {
    std::vector<std::uint32_t> order(routes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        Route const& a = routes[i];
        Route const& b = routes[j];
        if (!same_name(a, b)) return a.remote_service_name < b.remote_service_name;
        return a.broker_instance < b.broker_instance;
    });
    return order;
}

// The runs of routes equal in service name and identifier.
std::vector<Run> runs_of(std::vector<Route> const& routes) {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        bool const goes_on = i > 0 && same_name(routes[i], routes[i - 1]) &&
                             routes[i].broker_instance == routes[i - 1].broker_instance;
        if (!goes_on) runs.push_back({i, i});
        runs.back().end = i + 1;
    }
    return runs;
}

}  // namespace

RouteSet RoutesOfOneName::without_identifier() const {
    if (by_identifier_.empty()) return {};
    RouteSet const& first = by_identifier_.front();
    return first.all().front().broker_instance ? RouteSet() : first;
}

std::span<RouteSet const> RoutesOfOneName::by_identifier() const {
    return by_identifier_.subspan(without_identifier().empty() ? 0 : 1);
}

std::span<Route const> RoutesOfOneName::all() const {
    if (by_identifier_.empty()) return {};
    // A table keeps the routes of a name side by side.
    auto const first = by_identifier_.front().all();
    auto const last = by_identifier_.back().all();
    return {first.data(), last.data() + last.size()};
}

RouteSet RoutesOfOneName::with_identifier(BrokerIdentifier const& identifier) const {
    auto const sets = by_identifier();
    auto const found = std::lower_bound(sets.begin(), sets.end(), identifier,
                                        [](RouteSet const& set, BrokerIdentifier const& wanted) {
                                            return *set.all().front().broker_instance < wanted;
                                        });
    bool const equal = found != sets.end() && *found->all().front().broker_instance == identifier;
    return equal ? *found : RouteSet();
}

struct RoutingTable::Index {
    explicit Index(std::vector<Route> routes);

    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::optional<UtcTime> first_lifetime;
    };
    [[nodiscard]] RoutesOfOneName at(Range const& range) const {
        return {arranged.sets().subspan(range.begin, range.end - range.begin), range.first_lifetime};
    }

    ArrangedRoutes arranged{{}, {}};
    std::unordered_map<std::string_view, Range> named;  // into the sets
    Range unnamed;
    std::vector<Route const*> by_lifetime;
    std::vector<Route const*> as_given;
};

RoutingTable::Index::Index(std::vector<Route> routes) {
    auto const order = sorted_order(routes);
    std::vector<Route> in_order;
    in_order.reserve(routes.size());
    for (auto const i : order) in_order.push_back(std::move(routes[i]));
    auto const runs = runs_of(in_order);
    arranged = ArrangedRoutes(std::move(in_order), runs);

    std::uint32_t number = 0;
    for (RouteSet const& set : arranged.sets()) {
        auto const& name = set.all().front().remote_service_name;
        Range& range = name ? named[name->text()] : unnamed;
        if (range.end == 0) range.begin = number;
        range.end = ++number;
        for (Route const& route : set.all())
            range.first_lifetime = earlier(range.first_lifetime, route.lifetime);
    }

    as_given.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        Route const& route = arranged.routes()[i];
        as_given[order[arranged.origins()[i]]] = &route;
        if (route.lifetime) by_lifetime.push_back(&route);
    }
    std::sort(by_lifetime.begin(), by_lifetime.end(),
              [](Route const* a, Route const* b) { return a->lifetime < b->lifetime; });
}

RoutingTable::RoutingTable(std::vector<Route> routes)
    : index_(std::make_shared<Index const>(std::move(routes))) {}

Expected<RoutingTable> RoutingTable::create(std::vector<Route> routes) {
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        if (!names.insert(routes[i].name).second)
            return tl::unexpected(Error{"/" + std::to_string(i) + "/name",
                                        "expected a name that no other route of the database has, found '" +
                                            routes[i].name + "' again"});
    }
    return RoutingTable(std::move(routes));
}

std::size_t RoutingTable::size() const { return index_->arranged.routes().size(); }

std::vector<Route const*> RoutingTable::as_given() const { return index_->as_given; }

RoutesOfOneName RoutingTable::named(std::string_view service_name) const {
    auto const found = index_->named.find(service_name);
    return found == index_->named.end() ? RoutesOfOneName() : index_->at(found->second);
}

RoutesOfOneName RoutingTable::unnamed() const { return index_->at(index_->unnamed); }

std::span<Route const* const> RoutingTable::by_lifetime() const { return index_->by_lifetime; }

}  // namespace ssbroute
