// What a route to the dynamic routing service hides.
#include <fmt/format.h>
#include <unordered_set>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

bool reaches_local_services(RouteSet const& last_resort) {
    // Without last-resort route it is MATCH-6 that does, for conversations that give an identifier.
    return last_resort.empty() || !last_resort.local().empty();
}

// The services of the instance that no route of the table names.
std::vector<std::string_view> services_without_route(Table const& table) {
    std::vector<std::string_view> result;
    std::unordered_set<std::string_view> seen;
    for (auto const& database : table.instance().databases()) {
        if (database.broker == Broker::disabled) continue;
        for (auto const& service : database.services)
            if (table.live.named(service.text()).empty() && seen.insert(service.text()).second)
                result.emplace_back(service.text());
    }
    return result;
}

}  // namespace

// MATCH-4 stands before MATCH-5 and MATCH-6: while no request for the target service is pending, they are not
// reached.
void check_dynamic_routing(Table const& table, Findings& findings) {
    auto const asking = table.live.named(dynamic_routing_service).all();
    if (asking.empty()) return;

    auto const last_resort = table.last_resort();
    auto const services =
        reaches_local_services(last_resort) ? services_without_route(table) : std::vector<std::string_view>();
    if (last_resort.empty() && services.empty()) return;

    auto const hidden = pointers(last_resort.all());
    auto const what_is_hidden =
        hidden.empty() ? std::string("services of this instance are not reached by an identifier alone")
                       : fmt::format("{} {} tried only while such a request is pending",
                                     routes_listed(hidden), hidden.size() == 1 ? "is" : "are");
    auto const services_hidden =
        services.empty() ? std::string()
                         : fmt::format("; messages to the local {} {} wait for an answer",
                                       services.size() == 1 ? "service" : "services", listed(services));
    findings.add(
        Kind::hidden_by_dynamic_routing, table, joined(hidden, pointers(asking)),
        fmt::format("{} asks the dynamic routing service for every service that no route names: {}{}",
                    routes_listed(pointers(asking)), what_is_hidden, services_hidden),
        "Create a route with the service name and the address LOCAL for each local service, the built-in "
        "ones too (EventNotificationService, QueryNotificationService, ServiceBroker).");
}

}  // namespace ssbroute::review
