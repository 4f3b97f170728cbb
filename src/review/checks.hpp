// What the checks of lint share, and the groups in which they stand. Internal to review.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/outcome.hpp"
#include "model/utc_time.hpp"
#include "review/finding.hpp"
#include "review/lint.hpp"
#include "review/similar_names.hpp"

namespace ssbroute::review {

/// The routing table of a database, as the checks look at it. Everything is in the order in which a
/// RoutingTable keeps its routes, which is that of service names: to go through a large table in another
/// order takes far longer.
struct Table {
    NamedInstance const& owner;
    Database const& database;
    /// All routes, those without service name first.
    std::vector<Route const*> routes;
    /// The places of these in the order in which they were given.
    std::vector<std::uint32_t> given;
    /// The names of the routes, by these places.
    LookAlikes route_names;
    /// Without the expired routes.
    RoutingTable live;
    /// The live routes by service name, each name once.
    std::vector<RoutesOfOneName> names;

    Table(NamedInstance const& of, Database const& whose, UtcTime now);

    [[nodiscard]] Instance const& instance() const { return owner.instance; }
    [[nodiscard]] bool is_msdb() const { return &database == &owner.instance.msdb(); }
    /// The live routes with neither service name nor identifier.
    [[nodiscard]] RouteSet last_resort() const { return live.unnamed().without_identifier(); }
    /// The live routes, in a set for each service name and identifier; those without service name last.
    [[nodiscard]] std::vector<RouteSet> sets() const;
};

/// A service and where it is.
struct KnownService {
    NamedInstance const* instance;
    Database const* database;
    std::string_view name;
};

/// The services of all the instances, whether or not their brokers are enabled.
class KnownServices {
public:
    explicit KnownServices(std::span<NamedInstance const> instances);

    [[nodiscard]] bool has(ServiceName const& name) const { return by_name_.contains(name.text()); }
    /// The first whose name is equal to this one when both are folded (similar_names.hpp); nullptr: none is.
    [[nodiscard]] KnownService const* like(std::string_view name) const;
    /// The distinct names, in the order of the instances.
    [[nodiscard]] std::vector<KnownService> const& distinct() const { return distinct_; }

private:
    std::vector<KnownService> distinct_;
    std::unordered_set<std::string_view> by_name_;
    LookAlikes alike_;  // by place in distinct_
};

/// Collects what is found.
class Findings {
public:
    explicit Findings(LintOptions const& options) : options_(options) {}

    /// About routes of a table, those that it is about first. `severity`: where it is not that of the kind.
    void add(Kind kind, Table const& table, std::vector<Route const*> const& routes, std::string what,
             std::string advice, std::optional<Severity> severity = std::nullopt);
    /// About a database, or, where `database` is empty, an instance.
    void add(Kind kind, NamedInstance const& instance, std::string const& database, std::string what,
             std::string advice);
    void add(Finding finding);

    [[nodiscard]] std::vector<Finding> take() && { return std::move(found_); }

private:
    LintOptions const& options_;
    std::vector<Finding> found_;
};

/// `'name'`, shortened where it is overlong.
std::string quoted(std::string_view text);
/// `'A', 'B' and 3 more`.
std::string listed(std::vector<std::string_view> const& names);
std::string listed(std::vector<Route const*> const& routes);
/// "route 'A'", "routes 'A' and 'B'".
std::string routes_listed(std::vector<Route const*> const& routes);
/// "sent to TCP://a:1", "delivered to the service in database 'A'".
std::string in_words(Outcome const& outcome);
/// "delivered to A or dropped".
std::string in_words(std::vector<Outcome> const& outcomes);

/// A service that every database has from the start.
bool is_built_in(ServiceName const& service);
/// A name of which `is_taken` says no.
ServiceName unused_name(std::function<bool(ServiceName const&)> const& is_taken);

std::vector<Route const*> pointers(std::span<Route const> routes);
/// `first` and, behind it, `second`.
std::vector<Route const*> joined(std::vector<Route const*> first, std::vector<Route const*> const& second);

/// Some step of matching takes the set: it has no identifier without a service name (DEFINE-4).
bool is_matched(RouteSet const& set);
bool has_mirrored_network_route(RouteSet const& set);
/// The routes of the set among which one is picked once LOCAL routes are out of the running: mirrored ones,
/// else those with a network address, else TRANSPORT.
std::span<Route const> leading_elsewhere(RouteSet const& set);
/// A set with a service name has a LOCAL route, the instance has the service, and the identifier of the set,
/// if it has one, is that of a database with the service.
bool delivers_here(Table const& table, RouteSet const& set);

/// A message from outside to a service whose name makes no difference to `instance`: no route of msdb names
/// it, nor does a request, it begins with no address, and no LOCAL route can come to look for it. What
/// becomes of one such message becomes of all, and has to be asked once only.
bool makes_no_difference(Instance const& instance, ServiceName const& service);

/// What becomes of a message: the outcomes that are permitted.
std::vector<Outcome> permitted(Instance const& instance, Message const& message, UtcTime now);

// The checks of one table.
void check_definitions(Table const& table, UtcTime now, Findings& findings);
void check_lifetimes(Table const& table, UtcTime now, LintOptions const& options, Findings& findings);
void check_choices(Table const& table, Findings& findings);
void check_dynamic_routing(Table const& table, Findings& findings);
void check_local_routes(Table const& table, Findings& findings);
void check_names(Table const& table, KnownServices const& services, Findings& findings);
void check_addresses(Table const& table, KnownServices const& services, UtcTime now, Findings& findings);

// The checks of one instance.
void check_instance(NamedInstance const& instance, Findings& findings);
void check_forwarding(Table const& msdb, Findings& findings);

// The checks of several instances.
void check_between_instances(std::span<NamedInstance const> instances, std::span<Table const> tables,
                             UtcTime now, Findings& findings);

}  // namespace ssbroute::review
