// Routes that match together: which of them is never chosen, and which is chosen by chance. A set here is
// what MATCH-1, MATCH-2, MATCH-3 or MATCH-5 matches as a whole.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <unordered_map>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

std::optional<ServiceName> const& service_of(RouteSet const& set) {
    return set.all().front().remote_service_name;
}

std::optional<BrokerIdentifier> const& identifier_of(RouteSet const& set) {
    return set.all().front().broker_instance;
}

// "to 'OrderParts'", "to any service".
std::string to_whom(RouteSet const& set) {
    return service_of(set) ? "to " + quoted(service_of(set)->text()) : "to any service";
}

template <typename Predicate>
std::vector<Route const*> those(std::span<Route const> routes, Predicate wanted) {
    std::vector<Route const*> result;
    for (auto const& route : routes)
        if (wanted(route)) result.push_back(&route);
    return result;
}

std::string mirror_of(Route const& route) {
    return route.mirror_address ? route.mirror_address->canonical() : std::string();
}

// Routes with one address, all of one set.
void check_one_address(Table const& table, RouteSet const& set, std::vector<Route const*> const& routes,
                       Findings& findings) {
    std::unordered_map<std::string, std::vector<Route const*>> by_mirror;
    for (auto const* route : routes) by_mirror[mirror_of(*route)].push_back(route);
    for (auto& [mirror, equal] : by_mirror)
        std::sort(equal.begin(), equal.end(),
                  [](Route const* a, Route const* b) { return a->name < b->name; });
    for (auto const* route : routes) {
        auto const& equal = by_mirror.at(mirror_of(*route));
        if (equal.front() != route || equal.size() == 1) continue;
        findings.add(Kind::duplicate_route, table, equal,
                     fmt::format("{} {} have the same identifier and address{}: they are one route",
                                 routes_listed(equal), to_whom(set),
                                 route->mirror_address ? " and mirror address" : ""),
                     "Drop all but one; a route counts once, however often it is there.");
    }

    std::vector<Route const*> mirrored;
    std::copy_if(routes.begin(), routes.end(), std::back_inserter(mirrored),
                 [](Route const* route) { return route->mirror_address.has_value(); });
    bool const differ = by_mirror.size() - by_mirror.count("") > 1;
    if (differ)
        findings.add(Kind::different_mirror_addresses, table, mirrored,
                     fmt::format("{} {} share the address {} and name different mirrors: which of them is "
                                 "chosen is left to chance",
                                 routes_listed(mirrored), to_whom(set), mirrored.front()->address.text()),
                     "Keep the route with the present partner.");
}

// CHOOSE-0. Routes equal in identifier, service name, address and mirror address are one route; those that
// differ in mirror address are one as well, and any of them may stand for it.
void check_identical(Table const& table, RouteSet const& set, Findings& findings) {
    if (!set.has_identical()) return;
    std::unordered_map<std::string, std::vector<Route const*>> by_address;
    for (auto const& route : set.all()) by_address[route.address.canonical()].push_back(&route);
    for (auto const& route : set.all()) {
        auto const& identical = by_address.at(route.address.canonical());
        if (identical.front() == &route && identical.size() > 1)
            check_one_address(table, set, identical, findings);
    }
}

// CHOOSE-1 chooses a mirrored route before any other. Only if that is LOCAL and leads nowhere (LOCATE-4), the
// choice is made again, and then without LOCAL routes.
void check_hidden_by_mirrored(Table const& table, RouteSet const& set, Findings& findings) {
    if (set.mirrored().empty()) return;
    bool const hides_all = has_mirrored_network_route(set);
    auto const hidden = those(set.all(), [&](Route const& route) {
        return !route.mirror_address && (hides_all || route.address.is_local());
    });
    if (hidden.empty()) return;
    auto const hiding = pointers(set.mirrored());
    findings.add(Kind::hidden_by_mirrored_route, table, joined(hidden, hiding),
                 fmt::format("{} {} {} never chosen: {} {} a mirror address and the same service name and "
                             "identifier",
                             routes_listed(hidden), to_whom(set), hidden.size() == 1 ? "is" : "are",
                             routes_listed(hiding), hiding.size() == 1 ? "has" : "have"),
                 "Drop the unmirrored routes, or, if they are meant, the mirrored ones.");
}

// CHOOSE-2 chooses a LOCAL route before those that lead elsewhere, if the instance has the service. For
// routes without service name that is what they are for.
void check_hidden_by_local(Table const& table, RouteSet const& set, Findings& findings) {
    if (!set.mirrored().empty() || !delivers_here(table, set)) return;
    auto const hidden = those(set.all(), [](Route const& route) { return !route.address.is_local(); });
    if (hidden.empty()) return;
    auto const hiding = pointers(set.local());
    // Without identifier in the route a conversation may bring one that leads nowhere here.
    auto const* const unless = identifier_of(set) ? ""
                                                  : ", unless a conversation gives an identifier that leads "
                                                    "nowhere here, and then by chance only";
    findings.add(Kind::hidden_by_local_route, table, joined(hidden, hiding),
                 fmt::format("{} {} {} not chosen: {} LOCAL, and the service is in this instance{}",
                             routes_listed(hidden), to_whom(set), hidden.size() == 1 ? "is" : "are",
                             routes_listed(hiding) + (hiding.size() == 1 ? " is" : " are"), unless),
                 "Drop the LOCAL route if messages are to go elsewhere, otherwise the others.");
}

// CHOOSE-3 comes before CHOOSE-4.
void check_hidden_by_network(Table const& table, RouteSet const& set, Findings& findings) {
    if (has_mirrored_network_route(set) || set.network().empty()) return;
    auto const hidden = those(
        set.all(), [](Route const& route) { return route.address.is_transport() && !route.mirror_address; });
    if (hidden.empty()) return;
    auto const hiding = pointers(set.network());
    findings.add(Kind::hidden_by_network_route, table, joined(hidden, hiding),
                 fmt::format("{} {} {} never chosen: {} {} a network address", routes_listed(hidden),
                             to_whom(set), hidden.size() == 1 ? "is" : "are", routes_listed(hiding),
                             hiding.size() == 1 ? "has" : "have"),
                 "Drop the TRANSPORT route, or give the other one a service name.");
}

// CHOOSE-3, or CHOOSE-1 for mirrored routes: which of several is left to chance, anew for each message until
// an acknowledgement brings the identifier (ACK-1).
void check_load_balancing(Table const& table, RouteSet const& set, Findings& findings) {
    if (set.mirrored().empty() && delivers_here(table, set)) return;
    auto const candidates = leading_elsewhere(set);
    std::set<Address> addresses;
    for (auto const& route : candidates) addresses.insert(route.address);
    if (addresses.size() < 2) return;

    auto const routes = pointers(candidates);
    if (identifier_of(set)) {
        findings.add(
            Kind::identifier_at_several_addresses, table, routes,
            fmt::format("{} {} have the identifier {} and lead to {} addresses, but only one database "
                        "has it: which address gets a message is left to chance",
                        routes_listed(routes), to_whom(set), quoted(identifier_of(set)->text()),
                        addresses.size()),
            "Keep the address at which the database is. For mirroring, give one route both addresses; "
            "for an availability group, give the listener.");
        return;
    }
    findings.add(
        Kind::load_balancing_by_name_only, table, routes,
        fmt::format("{} {} lead to {} addresses and give no identifier: until the first "
                    "acknowledgement each message of a conversation may go to another",
                    routes_listed(routes), to_whom(set), addresses.size()),
        set.all().front().remote_service_name
            ? "Give each route the BROKER_INSTANCE of the database at its address: then one identifier is "
              "picked, and conversations that know theirs keep to it."
            : "Keep one of them, or give them service names.");
}

}  // namespace

void check_choices(Table const& table, Findings& findings) {
    for (auto const& set : table.sets()) {
        check_identical(table, set, findings);
        if (!is_matched(set)) continue;
        check_hidden_by_mirrored(table, set, findings);
        check_hidden_by_local(table, set, findings);
        check_hidden_by_network(table, set, findings);
        check_load_balancing(table, set, findings);
    }
}

}  // namespace ssbroute::review
