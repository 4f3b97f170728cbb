// Service names that are probably not the ones that were meant.
#include <fmt/format.h>
#include <utility>

#include "review/checks.hpp"
#include "review/similar_names.hpp"

namespace ssbroute::review {
namespace {

std::string place(KnownService const& service) {
    return fmt::format("database {} of {}", quoted(service.database->name), quoted(service.instance->name));
}

ServiceName const& service_of(RoutesOfOneName const& name) { return *name.all().front().remote_service_name; }

constexpr auto spell_it_right =
    "Names of services are compared byte by byte: spell the name as the service does.";

// A name that no service has, where a service, or the dynamic routing service, has one like it.
bool check_beside_service(Table const& table, RoutesOfOneName const& name, KnownServices const& services,
                          Findings& findings) {
    auto const& wrong = service_of(name).text();
    auto const* known = services.like(wrong);
    bool const asks_for_routes = only_look_alike(wrong, dynamic_routing_service);
    if (known == nullptr && !asks_for_routes) return false;
    auto const right = known != nullptr ? std::string(known->name) : std::string(dynamic_routing_service);
    auto const whose = known != nullptr ? "the service in " + place(*known) : "the dynamic routing service";
    auto const routes = pointers(name.all());
    findings.add(Kind::similar_service_names, table, routes,
                 fmt::format("{} to {}: {} is {}, which differs in {}", routes_listed(routes), quoted(wrong),
                             whose, quoted(right), difference(wrong, right)),
                 spell_it_right);
    return true;
}

// NAME-1. Names that only look alike are different names. A name that no service has is told if a service has
// one like it; if none has, all the routes with names like it.
void check_similar(Table const& table, KnownServices const& services, Findings& findings) {
    std::vector<LookAlikes::Numbered> untold;
    std::vector<RoutesOfOneName const*> names;
    for (auto const& name : table.names) {
        auto const& service = service_of(name);
        if (services.has(service) || service.text() == dynamic_routing_service) continue;
        if (check_beside_service(table, name, services, findings)) continue;
        untold.push_back({service.text(), static_cast<std::uint32_t>(names.size())});
        names.push_back(&name);
    }
    for (auto const& alike : LookAlikes(untold).groups()) {
        std::vector<Route const*> routes;
        for (auto const number : alike) routes = joined(std::move(routes), pointers(names[number]->all()));
        auto const one = untold[alike.front()].text;
        auto const other = untold[alike.back()].text;
        findings.add(Kind::similar_service_names, table, routes,
                     fmt::format("{} have names that look alike: {} and {} differ in {}",
                                 routes_listed(routes), quoted(one), quoted(other), difference(one, other)),
                     spell_it_right);
    }
}

// A route's own name, or that of its neighbour, given as SERVICE_NAME: it matches nothing, and messages go by
// the last-resort route. Often services do give their routes their name, so only a name that no service has
// is told.
void check_names_of_routes(Table const& table, KnownServices const& services, Findings& findings) {
    for (auto const& name : table.names) {
        auto const& service = service_of(name);
        if (services.has(service) || !table.route_names.contain(service.text())) continue;
        auto const routes = pointers(name.all());
        auto const* const whose = routes.size() == 1 && routes.front()->name == service.text()
                                      ? "its own name"
                                      : "the name of a route";
        findings.add(
            Kind::service_name_is_route_name, table, routes,
            fmt::format("{} is for the service {}, which is {}, and no service is known by it",
                        routes_listed(routes), quoted(service.text()), whose),
            "SERVICE_NAME is the name of the service that conversations are begun to (TO SERVICE). If there "
            "is a service of this name elsewhere, all is well.");
    }
}

}  // namespace

void check_names(Table const& table, KnownServices const& services, Findings& findings) {
    check_similar(table, services, findings);
    check_names_of_routes(table, services, findings);
}

}  // namespace ssbroute::review
