#include "formats/catalogue/server.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "formats/catalogue/lifetime.hpp"
#include "formats/json_text.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

constexpr auto msdb = "msdb";
constexpr auto master = "master";

bool is(std::string_view database, std::string_view name) {
    return ascii::equal_without_case(database, name);
}

// AutoCreatedLocal, which every database has from its start, master aside.
Route auto_created_local() {
    return {"AutoCreatedLocal", std::nullopt, std::nullopt, std::nullopt, Address("LOCAL"), std::nullopt};
}

// A name as a message quotes it.
std::string in_quotes(std::string_view name) { return fmt::format("'{}'", shortened(name)); }

std::string numbered(int message_number, std::string_view message) {
    return fmt::format("message {}: {}", message_number, message);
}

Complaints without_effect(std::string message) { return {{Severity::error, std::move(message)}}; }

Complaints no_database(std::string_view database) {
    return without_effect(numbered(911, fmt::format("there is no database {}", in_quotes(database))));
}

std::string as_message(Refusal const& refusal) {
    auto const text = fmt::format("{}: {}", id(refusal.rule), refusal.message);
    return refusal.message_number ? numbered(*refusal.message_number, text) : text;
}

std::string second_route(std::string_view route, std::string_view database) {
    return fmt::format("{}: there is a route {} in database {} already", id(DefinitionRule::define_11),
                       in_quotes(route), in_quotes(database));
}

// A definition over another, as ALTER ROUTE puts it: what is not given stays.
RouteDefinition merged(RouteDefinition below, RouteDefinition const& above) {
    if (above.service_name) below.service_name = above.service_name;
    if (above.broker_instance) below.broker_instance = above.broker_instance;
    if (above.lifetime) below.lifetime = above.lifetime;
    if (above.address) below.address = above.address;
    if (above.mirror_address) below.mirror_address = above.mirror_address;
    return below;
}

template <typename Value>
std::optional<Value> optional_of(std::optional<std::string> const& text) {
    return text ? std::optional(Value(*text)) : std::nullopt;
}

// A definition that gives an address.
Route made(std::string_view name, RouteDefinition const& definition, std::optional<UtcTime> lifetime) {
    return {std::string(name),
            optional_of<ServiceName>(definition.service_name),
            optional_of<BrokerIdentifier>(definition.broker_instance),
            lifetime,
            Address(*definition.address),
            optional_of<Address>(definition.mirror_address)};
}

// When a route whose lifetime counts from `now` expires; of what no time can hold, the nearest that one can.
std::optional<UtcTime> expiry(std::optional<std::int64_t> lifetime, UtcTime now) {
    if (!lifetime) return std::nullopt;
    if (auto const time = later(now, *lifetime)) return time;
    return *lifetime > 0 ? last_time() : now;
}

}  // namespace

Server::Server(std::string name, Strictness strictness) : name_(std::move(name)), strictness_(strictness) {
    add_database(master);
    add_database(msdb);
}

bool Server::has_database(std::string_view database) const { return databases_.find(database) != nullptr; }

bool Server::is_dropped(std::string_view database) const {
    return dropped_.contains(WithoutCase::key(database));
}

bool Server::has_route(std::string_view database, std::string_view route) const {
    return this->route(database, route) != nullptr;
}

bool Server::has_service(std::string_view database, std::string_view service) const {
    auto const* entry = databases_.find(database);
    return entry != nullptr && entry->services.find(service) != nullptr;
}

std::vector<std::string> Server::databases() const {
    std::vector<std::string> names;
    databases_.for_each([&](DatabaseEntry const& entry) { names.push_back(entry.name); });
    return names;
}

std::string Server::spelled(std::string_view database) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? std::string(database) : entry->name;
}

std::optional<BrokerIdentifier> Server::identifier(std::string_view database) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? std::nullopt : entry->service_broker_guid;
}

std::optional<Broker> Server::broker(std::string_view database) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? std::nullopt : std::optional(entry->broker);
}

Route const* Server::route(std::string_view database, std::string_view route) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? nullptr : entry->routes.find(route);
}

std::size_t Server::count_routes(std::string_view database) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? 0 : entry->routes.size();
}

std::size_t Server::count_services(std::string_view database) const {
    auto const* entry = databases_.find(database);
    return entry == nullptr ? 0 : entry->services.size();
}

bool Server::any_route(std::string_view database, std::function<bool(Route const&)> const& test) const {
    auto const* entry = databases_.find(database);
    return entry != nullptr && entry->routes.any(test);
}

bool Server::any_service(std::string_view database,
                         std::function<bool(ServiceName const&)> const& test) const {
    auto const* entry = databases_.find(database);
    return entry != nullptr && entry->services.any(test);
}

// Databases.

Server::DatabaseEntry& Server::add_database(std::string_view database) {
    dropped_.erase(WithoutCase::key(database));
    auto& entry = *databases_.add(database, DatabaseEntry{std::string(database)});
    if (!is(database, master)) entry.routes.add(auto_created_local().name, auto_created_local());
    return entry;
}

Server::DatabaseEntry& Server::database_or_new(std::string_view database) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return add_database(database);
    return *entry;
}

void Server::set_state(DatabaseEntry& entry, std::optional<BrokerIdentifier> service_broker_guid,
                       Broker broker) {
    bool const counted_before = entry.service_broker_guid && entry.broker == Broker::enabled;
    if (counted_before) {
        auto const found = enabled_identifiers_.find(entry.service_broker_guid->canonical());
        if (--found->second == 0) enabled_identifiers_.erase(found);
    }
    entry.service_broker_guid = std::move(service_broker_guid);
    entry.broker = broker;
    bool const counted_now = entry.service_broker_guid && entry.broker == Broker::enabled;
    if (counted_now) ++enabled_identifiers_[entry.service_broker_guid->canonical()];
}

bool Server::assume_database(std::string_view database) {
    if (has_database(database)) return false;
    add_database(database);
    return true;
}

Complaints Server::create_database(std::string_view database) {
    if (has_database(database))
        return without_effect(
            numbered(1801, fmt::format("there is a database {} already", in_quotes(database))));
    add_database(database);
    return {};
}

Complaints Server::drop_database(std::string_view database) {
    auto* entry = databases_.find(database);
    if (entry == nullptr)
        return without_effect(numbered(
            3701, fmt::format("there is no database {} that could be dropped", in_quotes(database))));
    if (is(database, msdb) || is(database, master))
        return without_effect(
            numbered(3708, fmt::format("the system database {} cannot be dropped", in_quotes(database))));
    set_state(*entry, std::nullopt, Broker::disabled);
    dropped_.insert(WithoutCase::key(database));
    databases_.remove(database);
    return {};
}

Complaints Server::change_broker(std::string_view database, BrokerChange change) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    switch (change) {
        case BrokerChange::disable:
            set_state(*entry, entry->service_broker_guid, Broker::disabled);
            return {};
        case BrokerChange::renew: set_state(*entry, std::nullopt, Broker::enabled); return {};
        case BrokerChange::enable: break;
    }
    bool const is_taken = entry->broker == Broker::disabled && entry->service_broker_guid &&
                          enabled_identifiers_.contains(entry->service_broker_guid->canonical());
    if (is_taken)
        return without_effect(
            numbered(9772, fmt::format("the broker of {} cannot be enabled: another database with "
                                       "an enabled broker has its identifier",
                                       in_quotes(database))));
    set_state(*entry, entry->service_broker_guid, Broker::enabled);
    return {};
}

// Services.

Complaints Server::create_service(std::string_view database, std::string_view service) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    if (entry->services.add(service, ServiceName(std::string(service))) == nullptr)
        return without_effect(fmt::format("there is a service {} in database {} already", in_quotes(service),
                                          in_quotes(entry->name)));
    return {};
}

Complaints Server::drop_service(std::string_view database, std::string_view service) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    if (entry->services.remove(service)) return {};
    return without_effect(numbered(15151, fmt::format("there is no service {} in database {}",
                                                      in_quotes(service), in_quotes(entry->name))));
}

// Routes.

Server::Judgment Server::judge(std::string_view route, RouteDefinition const& definition, UtcTime now) const {
    Judgment judgment;
    for (auto const& refusal : refusals(definition)) judgment.messages.push_back(as_message(refusal));
    // The definition alone cannot tell: it depends on the clock.
    if (definition.lifetime && !later(now, *definition.lifetime))
        judgment.messages.push_back(
            fmt::format("LIFETIME {} ends outside the years that sys.routes can hold", *definition.lifetime));
    judgment.has_effect = judgment.messages.empty() || strictness_ == Strictness::lenient;
    // There is nothing that could be taken.
    if (!definition.address) judgment.forbid(fmt::format("route {} has no ADDRESS", in_quotes(route)));
    return judgment;
}

void Server::Judgment::forbid(std::string message) {
    messages.push_back(std::move(message));
    has_effect = false;
}

Complaints Server::Judgment::complaints() const {
    Complaints result;
    for (auto const& message : messages)
        result.push_back({has_effect ? Severity::warning : Severity::error, message});
    return result;
}

Complaints Server::create_route(std::string_view database, std::string_view route,
                                RouteDefinition const& definition, UtcTime now) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    auto judgment = judge(route, definition, now);
    // DEFINE-11. The names of routes are unique in their database.
    if (entry->routes.find(route) != nullptr) judgment.forbid(second_route(route, entry->name));
    if (judgment.has_effect)
        entry->routes.add(route, made(route, definition, expiry(definition.lifetime, now)));
    return judgment.complaints();
}

Complaints Server::alter_route(std::string_view database, std::string_view route,
                               RouteDefinition const& definition, UtcTime now) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    auto* existing = entry->routes.find(route);
    if (existing == nullptr)
        return without_effect(numbered(15151, fmt::format("there is no route {} in database {}",
                                                          in_quotes(route), in_quotes(entry->name))));
    auto const whole = merged(definition_of(*existing), definition);
    auto const judgment = judge(route, whole, now);
    if (judgment.has_effect)
        *existing = made(existing->name, whole,
                         definition.lifetime ? expiry(definition.lifetime, now) : existing->lifetime);
    return judgment.complaints();
}

Complaints Server::drop_route(std::string_view database, std::string_view route) {
    auto* entry = databases_.find(database);
    if (entry == nullptr) return no_database(database);
    if (entry->routes.remove(route)) return {};
    return without_effect(numbered(
        15151, fmt::format("there is no route {} in database {}", in_quotes(route), in_quotes(entry->name))));
}

// Endpoint and hosts.

void Server::set_endpoint(std::optional<int> port, std::optional<MessageForwarding> forwarding) {
    if (port) port_ = port;
    if (forwarding) forwarding_ = *forwarding;
}

void Server::name_endpoint(std::string_view endpoint) { endpoint_ = std::string(endpoint); }

Complaints Server::drop_endpoint(std::string_view endpoint) {
    if (!endpoint_ || !ascii::equal_without_case(*endpoint_, endpoint))
        return without_effect(
            numbered(15151, fmt::format("no Service Broker endpoint {} is known", in_quotes(endpoint))));
    endpoint_.reset();
    port_.reset();
    forwarding_ = MessageForwarding::disabled;
    return {};
}

void Server::add_host(std::string_view host) {
    if (!Address(fmt::format("TCP://{}:1", host)).is_well_formed()) return;
    bool const is_known =
        std::any_of(hosts_.begin(), hosts_.end(), [&](auto const& one) { return is(one, host); });
    if (!is_known) hosts_.emplace_back(host);
}

// Exports.

void Server::set_database(std::string_view database, std::optional<BrokerIdentifier> service_broker_guid,
                          Broker broker) {
    set_state(database_or_new(database), std::move(service_broker_guid), broker);
}

Complaints Server::set_routes(std::string_view database, std::vector<Route> routes) {
    auto& entry = database_or_new(database);
    entry.routes = {};
    Complaints complaints;
    for (auto& route : routes) {
        auto const name = route.name;
        if (entry.routes.add(name, std::move(route)) == nullptr)
            complaints.push_back({Severity::error, second_route(name, entry.name)});
    }
    return complaints;
}

void Server::set_services(std::string_view database, std::vector<ServiceName> services) {
    auto& entry = database_or_new(database);
    entry.services = {};
    for (auto& service : services) {
        auto const name = service.text();
        entry.services.add(name, std::move(service));
    }
}

Complaints Server::load(Instance const& instance) {
    Complaints complaints;
    forwarding_ = instance.message_forwarding();
    loaded_addresses_.assign(instance.addresses().begin(), instance.addresses().end());
    pending_route_requests_.assign(instance.pending_route_requests().begin(),
                                   instance.pending_route_requests().end());
    std::unordered_set<std::string> loaded;
    for (auto const& database : instance.databases()) {
        if (!loaded.insert(WithoutCase::key(database.name)).second) {
            complaints.push_back(
                {Severity::error, fmt::format("database {} differs from another in case only, and "
                                              "is left out",
                                              in_quotes(database.name))});
            continue;
        }
        if (is(database.name, master)) show_master();
        set_database(database.name, database.service_broker_guid, database.broker);
        set_services(database.name, database.services);
        std::vector<Route> routes;
        for (auto const* route : database.routes.as_given()) routes.push_back(*route);
        // cppcheck-suppress accessMoved ; the routes are new in each pass
        for (auto& complaint : set_routes(database.name, std::move(routes)))
            complaints.push_back(std::move(complaint));
    }
    return complaints;
}

// The whole.

bool Server::is_shown(DatabaseEntry const& entry) const {
    return shows_master_ || !is(entry.name, master) || !entry.routes.empty() || !entry.services.empty();
}

Expected<Instance> Server::instance() const {
    InstanceParts parts;
    parts.message_forwarding = forwarding_;
    parts.pending_route_requests = pending_route_requests_;
    parts.addresses = loaded_addresses_;
    auto const is_there = [&](Address const& address) {
        return std::find(parts.addresses.begin(), parts.addresses.end(), address) != parts.addresses.end();
    };
    if (port_) {
        std::vector<std::string> hosts = {"localhost", "127.0.0.1", "[::1]"};
        hosts.insert(hosts.end(), hosts_.begin(), hosts_.end());
        for (auto const& host : hosts) {
            Address address(fmt::format("TCP://{}:{}", host, *port_));
            if (!is_there(address)) parts.addresses.push_back(std::move(address));
        }
    }
    databases_.for_each([&](DatabaseEntry const& entry) {
        if (!is_shown(entry)) return;
        Database database{entry.name, entry.service_broker_guid, entry.broker};
        database.services.reserve(entry.services.size());
        entry.services.for_each([&](ServiceName const& service) { database.services.push_back(service); });
        std::vector<Route> routes;
        routes.reserve(entry.routes.size());
        entry.routes.for_each([&](Route const& route) { routes.push_back(route); });
        // Their names differ even without regard to case.
        database.routes = RoutingTable(std::move(routes));
        parts.databases.push_back(std::move(database));
    });
    return Instance::create(std::move(parts));
}

}  // namespace ssbroute::formats
