// Brokers, services and forwarding of one instance.
#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

// A database that sends or offers something, as far as can be seen.
bool is_in_use(Database const& database) {
    bool const has_service = std::any_of(database.services.begin(), database.services.end(),
                                         [](ServiceName const& service) { return !is_built_in(service); });
    return has_service || database.routes.size() > 1;
}

// A name as T-SQL writes it.
std::string bracketed(std::string_view name) {
    std::string result = "[";
    for (char const c : name) result += c == ']' ? "]]" : std::string(1, c);
    return result + "]";
}

// ENABLED-2: what such a database sends waits. ENABLED-1: its services and its identifier are not seen.
// ENABLED-3: without msdb's broker nothing arrives from outside.
void check_brokers(NamedInstance const& instance, Findings& findings) {
    for (auto const& database : instance.instance.databases()) {
        if (database.broker == Broker::enabled) continue;
        auto const advice =
            fmt::format("ALTER DATABASE {} SET ENABLE_BROKER (it needs the database for itself).",
                        bracketed(database.name));
        if (&database == &instance.instance.msdb())
            findings.add(Kind::disabled_msdb, instance, database.name,
                         "the broker of msdb is disabled: everything that arrives from outside is dropped",
                         advice);
        else if (is_in_use(database))
            findings.add(
                Kind::disabled_broker, instance, database.name,
                fmt::format("the broker of database {} is disabled: what it sends waits, and its services "
                            "are not seen",
                            quoted(database.name)),
                advice);
    }
}

// LOCATE-3. Any database that has it; LOCATE-2 only helps senders in one of them.
void check_services(NamedInstance const& instance, Findings& findings) {
    auto const databases = instance.instance.databases();
    auto const with_services =
        std::count_if(databases.begin(), databases.end(), [](Database const& database) {
            return database.broker == Broker::enabled && !database.services.empty();
        });
    if (with_services < 2) return;

    std::unordered_set<std::string_view> seen;
    for (auto const& database : instance.instance.databases()) {
        for (auto const& service : database.services) {
            if (is_built_in(service) || !seen.insert(service.text()).second) continue;
            auto const having_it = instance.instance.databases_with_service(service);
            if (having_it.size() < 2) continue;
            std::vector<std::string_view> names;
            names.reserve(having_it.size());
            for (auto const* one : having_it) names.emplace_back(one->name);
            findings.add(
                Kind::service_in_several_databases, instance, "",
                fmt::format("databases {} have the service {}: a conversation that gives no identifier is "
                            "delivered to any of them, unless it is sent by one of them",
                            listed(names), quoted(service.text())),
                "Give the identifier in BEGIN DIALOG, or BROKER_INSTANCE in the route.");
        }
    }
}

// FORWARD-1. Incoming messages that choose such a route are dropped.
void check_forwarding_disabled(Table const& msdb, Findings& findings) {
    std::vector<Route const*> routes;
    for (auto const& set : msdb.sets())
        for (auto const& route : set.all())
            if (is_matched(set) && !route.address.is_local()) routes.push_back(&route);
    if (routes.empty()) return;
    findings.add(
        Kind::forwarding_disabled, msdb, routes,
        fmt::format("messages from outside that choose {} are dropped, because message forwarding is "
                    "disabled",
                    routes_listed(routes)),
        "ALTER ENDPOINT ... FOR SERVICE_BROKER (MESSAGE_FORWARDING = ENABLED), or drop the routes from "
        "msdb; messages of a database use the routes of that database.");
}

// MATCH-5 and FORWARD-2: whoever can connect to the endpoint can have anything passed on.
void check_open_relay(Table const& msdb, Findings& findings) {
    auto const routes = pointers(leading_elsewhere(msdb.last_resort()));
    if (routes.empty()) return;
    bool const to_anywhere = routes.front()->address.is_transport();
    findings.add(
        Kind::open_relay, msdb, routes,
        fmt::format("messages from outside for any service that is not here are forwarded by {}{}",
                    routes_listed(routes), to_anywhere ? ", to whatever address the service name gives" : ""),
        "Give the route a service name for each service that is to be forwarded, if they are known.");
}

// FORWARD-2. A message that is incoming already is forwarded to such an address like to any other (LOOP-1),
// and comes back, until its forward count ends it (LOOP-2).
void check_forwarding_to_itself(Table const& msdb, Findings& findings) {
    for (auto const& set : msdb.sets()) {
        for (auto const& route : set.all()) {
            if (!is_matched(set) || !msdb.instance().is_own_address(route.address)) continue;
            findings.add(
                Kind::forwarding_to_itself, msdb, {&route},
                fmt::format("messages from outside that choose route {} are forwarded to {}, which is this "
                            "instance, again and again",
                            quoted(route.name), route.address.text()),
                "Give it the address LOCAL, or the address of the instance that is meant.");
        }
    }
}

}  // namespace

void check_instance(NamedInstance const& instance, Findings& findings) {
    check_brokers(instance, findings);
    check_services(instance, findings);
}

void check_forwarding(Table const& msdb, Findings& findings) {
    if (msdb.instance().message_forwarding() == MessageForwarding::disabled)
        return check_forwarding_disabled(msdb, findings);
    check_open_relay(msdb, findings);
    check_forwarding_to_itself(msdb, findings);
}

}  // namespace ssbroute::review
