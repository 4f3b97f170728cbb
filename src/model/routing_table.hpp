// sys.routes of one database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/error.hpp"
#include "model/route.hpp"
#include "model/route_set.hpp"

namespace ssbroute {

/// The routes of a table that are equal in service name (or have none), as the rules ask for them.
/// A view into a RoutingTable.
class RoutesOfOneName {
public:
    RoutesOfOneName() = default;
    RoutesOfOneName(std::span<RouteSet const> by_identifier, std::optional<UtcTime> first_lifetime)
        : by_identifier_(by_identifier), first_lifetime_(first_lifetime) {}

    [[nodiscard]] bool empty() const { return by_identifier_.empty(); }
    /// Those that give no identifier.
    [[nodiscard]] RouteSet without_identifier() const;
    /// Those that give an identifier, a set for each identifier.
    [[nodiscard]] std::span<RouteSet const> by_identifier() const;
    /// Those that give this identifier.
    [[nodiscard]] RouteSet with_identifier(BrokerIdentifier const& identifier) const;
    /// All of them.
    [[nodiscard]] std::span<Route const> all() const;
    /// All of them, a set for those without identifier and one for each identifier.
    [[nodiscard]] std::span<RouteSet const> sets() const { return by_identifier_; }
    /// The earliest lifetime among them; nothing if none has one.
    [[nodiscard]] std::optional<UtcTime> first_lifetime() const { return first_lifetime_; }

private:
    std::span<RouteSet const> by_identifier_;  // the set without identifier, if there is one, is first
    std::optional<UtcTime> first_lifetime_;
};

/// An immutable routing table, with the selectors that the rules speak in. It is indexed: asking for
/// the routes of a name costs the same with ten routes and with a million. Copies share their routes.
class RoutingTable {
public:
    /// No route.
    RoutingTable() : RoutingTable(std::vector<Route>{}) {}

    /// The table with these routes; an Error at `/N/name` if route N has the name of an earlier one
    /// (DEFINE-11: route names are unique in a database).
    static Expected<RoutingTable> create(std::vector<Route> routes);

    [[nodiscard]] std::size_t size() const;
    /// The routes in the order in which they were given.
    [[nodiscard]] std::vector<Route const*> as_given() const;

    /// The routes with this service name.
    [[nodiscard]] RoutesOfOneName named(std::string_view service_name) const;
    /// The routes without a service name.
    [[nodiscard]] RoutesOfOneName unnamed() const;
    /// The routes that have a lifetime, the earliest first.
    [[nodiscard]] std::span<Route const* const> by_lifetime() const;

    /// For routes whose names are known to be unique, such as a part of another table.
    explicit RoutingTable(std::vector<Route> routes);

private:
    struct Index;
    std::shared_ptr<Index const> index_;
};

}  // namespace ssbroute
