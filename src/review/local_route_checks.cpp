// LOCAL routes, and local services that routes keep messages from.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <unordered_map>

#include "model/ascii.hpp"
#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

std::string databases_listed(std::vector<Database const*> const& databases) {
    std::vector<std::string_view> names;
    names.reserve(databases.size());
    for (auto const* database : databases) names.emplace_back(database->name);
    return fmt::format("{} {}", names.size() == 1 ? "database" : "databases", listed(names));
}

std::vector<Database const*> having(Instance const& instance, ServiceName const& service) {
    auto const found = instance.databases_with_service(service);
    return {found.begin(), found.end()};
}

Database const* disabled_database_with(Instance const& instance, BrokerIdentifier const& identifier) {
    for (auto const& database : instance.databases())
        if (database.broker == Broker::disabled && database.service_broker_guid == identifier)
            return &database;
    return nullptr;
}

std::unordered_map<std::string_view, Database const*> services_of_disabled(Instance const& instance) {
    std::unordered_map<std::string_view, Database const*> result;
    for (auto const& database : instance.databases()) {
        if (database.broker == Broker::enabled) continue;
        for (auto const& service : database.services) result.emplace(service.text(), &database);
    }
    return result;
}

std::vector<Database const*> without_known_identifier(Instance const& instance) {
    std::vector<Database const*> result;
    for (auto const& database : instance.databases())
        if (database.broker == Broker::enabled && !database.service_broker_guid) result.push_back(&database);
    return result;
}

// The answers that the checks of one table ask for again and again.
class Check {
public:
    Check(Table const& table, Findings& findings)
        : table_(table),
          findings_(findings),
          unknown_(without_known_identifier(table.instance())),
          services_of_disabled_(services_of_disabled(table.instance())) {}

    void run() {
        for (auto const& name : table_.names) {
            for (auto const& set : name.sets()) check_local_set(set);
            check_hidden_by_identifier(name);
            check_sent_elsewhere(name);
        }
        check_auto_created_local();
    }

private:
    // A LOCAL route of a named set leads somewhere if the instance has the service (CHOOSE-2), and, with an
    // identifier, if the database that has it has the service (LOCATE-1).
    void check_local_set(RouteSet const& set) {
        if (set.local().empty()) return;
        auto const& service = *set.all().front().remote_service_name;
        auto const& identifier = set.all().front().broker_instance;
        auto const routes = pointers(set.local());
        if (!identifier) return check_presence(routes, service);

        auto const* database = table_.instance().database_with_identifier(*identifier);
        if (database == nullptr) return unknown_identifier(routes, service, *identifier);
        if (table_.instance().has_service(*database, service)) return;

        auto const elsewhere = having(table_.instance(), service);
        auto const where = elsewhere.empty() ? "no enabled database of the instance has it"
                                             : databases_listed(elsewhere) + " has it";
        findings_.add(
            Kind::local_route_to_database_without_service, table_, routes,
            fmt::format("{} to {}: the identifier is that of database {}, which lacks the service; {}",
                        routes_listed(routes), quoted(service.text()), quoted(database->name), where),
            "Leave BROKER_INSTANCE out, or give the service_broker_guid of the database with the "
            "service.");
    }

    void check_presence(std::vector<Route const*> const& routes, ServiceName const& service) {
        if (!table_.instance().databases_with_service(service).empty()) return;
        auto const disabled = services_of_disabled_.find(service.text());
        auto const but = disabled == services_of_disabled_.end()
                             ? std::string()
                             : fmt::format("; database {} has it, but its broker is disabled",
                                           quoted(disabled->second->name));
        findings_.add(Kind::local_route_for_absent_service, table_, routes,
                      fmt::format("{} to {}: no enabled database of the instance has this service{}",
                                  routes_listed(routes), quoted(service.text()), but),
                      "Create the service, enable the broker of its database, correct the name, or drop the "
                      "route.");
    }

    void unknown_identifier(std::vector<Route const*> const& routes, ServiceName const& service,
                            BrokerIdentifier const& identifier) {
        auto const* disabled = disabled_database_with(table_.instance(), identifier);
        auto what = fmt::format("{} to {}: no enabled database of the instance {} the identifier {}",
                                routes_listed(routes), quoted(service.text()),
                                unknown_.empty() ? "has" : "is known to have", quoted(identifier.text()));
        if (disabled != nullptr)
            what +=
                fmt::format("; it is that of database {}, whose broker is disabled", quoted(disabled->name));
        else if (!unknown_.empty())
            what += fmt::format("; that of {} is not known", databases_listed(unknown_));
        bool const certain = disabled != nullptr || unknown_.empty();
        findings_.add(
            Kind::local_route_with_unknown_identifier, table_, routes, std::move(what),
            "NEW_BROKER gives a database a new identifier: take service_broker_guid of sys.databases "
            "as it is now, or leave BROKER_INSTANCE out.",
            certain ? std::nullopt : std::optional(Severity::warning));
    }

    // MATCH-3 takes routes with an identifier for conversations without one, and so keeps them from the LOCAL
    // last-resort route of MATCH-5. It does no harm where LOCAL routes lead to every database with the
    // service.
    void check_hidden_by_identifier(RoutesOfOneName const& name) {
        if (!name.without_identifier().empty() || table_.last_resort().local().empty()) return;
        auto const& service = *name.all().front().remote_service_name;
        auto hidden = having(table_.instance(), service);
        hidden.erase(std::remove_if(hidden.begin(), hidden.end(),
                                    [&](Database const* database) { return is_reached(name, *database); }),
                     hidden.end());
        if (hidden.empty()) return;

        auto const routes = pointers(name.all());
        findings_.add(
            Kind::identifier_hides_local_service, table_, routes,
            fmt::format("conversations to {} that give no identifier go by {}, never by {} to {}, "
                        "which has the service",
                        quoted(service.text()), routes_listed(routes),
                        listed(pointers(table_.last_resort().local())), databases_listed(hidden)),
            "Create a LOCAL route with the service name and no identifier if they are to stay here.");
    }

    static bool is_reached(RoutesOfOneName const& name, Database const& database) {
        auto const& guid = database.service_broker_guid;
        return guid && !name.with_identifier(*guid).local().empty();
    }

    // MATCH-2 takes a route that names the service before any last-resort route.
    void check_sent_elsewhere(RoutesOfOneName const& name) {
        auto const set = name.without_identifier();
        if (set.empty() || !set.local().empty()) return;
        auto const& service = *set.all().front().remote_service_name;
        auto const here = having(table_.instance(), service);
        std::vector<Route const*> leading_away;
        for (auto const& route : set.all())
            if (!route.address.is_local() && !table_.instance().is_own_address(route.address))
                leading_away.push_back(&route);
        if (here.empty() || leading_away.empty()) return;
        findings_.add(
            Kind::network_route_hides_local_service, table_, leading_away,
            fmt::format("messages to {} leave by {}, although {} has the service", quoted(service.text()),
                        routes_listed(leading_away), databases_listed(here)),
            "Drop the route if the local service is meant.");
    }

    // Every database but master is made with AutoCreatedLocal: neither service name nor identifier, LOCAL.
    void check_auto_created_local() {
        auto const& routes = table_.routes;
        auto const found = std::find_if(routes.begin(), routes.end(), [](Route const* route) {
            return ascii::equal_without_case(route->name, "AutoCreatedLocal");
        });
        if (found != routes.end()) {
            if (!is_as_made(**found)) altered(**found);
            return;
        }
        if (table_.database.name == "master" || !table_.last_resort().local().empty()) return;
        if (table_.is_msdb() && exposes_services()) return;
        findings_.add(
            Kind::auto_created_local_missing, table_, {}, what_is_missing(),
            "CREATE ROUTE AutoCreatedLocal WITH ADDRESS = 'LOCAL', or a LOCAL route for each service "
            "that is to be reached.");
    }

    static bool is_as_made(Route const& route) {
        return !route.remote_service_name && !route.broker_instance && !route.lifetime &&
               route.address.is_local() && !route.mirror_address;
    }

    void altered(Route const& route) {
        std::vector<std::string_view> parts;
        if (route.remote_service_name) parts.emplace_back("a service name");
        if (route.broker_instance) parts.emplace_back("an identifier");
        if (route.lifetime) parts.emplace_back("a lifetime");
        if (!route.address.is_local()) parts.emplace_back("another address than LOCAL");
        if (route.mirror_address) parts.emplace_back("a mirror address");
        findings_.add(
            Kind::auto_created_local_altered, table_, {&route},
            fmt::format("route {} has {}", quoted(route.name), fmt::join(parts, ", ")),
            "ALTER ROUTE cannot set a column back to NULL: drop it, CREATE ROUTE AutoCreatedLocal WITH "
            "ADDRESS = 'LOCAL', and give the other purpose a route of its own.");
    }

    // msdb with a LOCAL route for each service that outsiders may reach is a known set-up.
    [[nodiscard]] bool exposes_services() const {
        return std::any_of(table_.names.begin(), table_.names.end(), [](RoutesOfOneName const& name) {
            return std::any_of(name.sets().begin(), name.sets().end(),
                               [](RouteSet const& set) { return !set.local().empty(); });
        });
    }

    [[nodiscard]] std::string what_is_missing() const {
        auto const* const whose = table_.is_msdb() ? "from outside" : "of this database";
        if (!table_.last_resort().empty())
            return fmt::format("messages {} to services of this instance that no route names go by {}", whose,
                               routes_listed(pointers(table_.last_resort().all())));
        return fmt::format(
            "messages {} to services of this instance that no route names wait, unless their "
            "conversation gives an identifier (MATCH-6)",
            whose);
    }

    Table const& table_;
    Findings& findings_;
    std::vector<Database const*> unknown_;
    std::unordered_map<std::string_view, Database const*> services_of_disabled_;
};

}  // namespace

void check_local_routes(Table const& table, Findings& findings) { Check(table, findings).run(); }

}  // namespace ssbroute::review
