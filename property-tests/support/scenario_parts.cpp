#include "support/scenario_parts.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "formats/answer_json.hpp"
#include "formats/scenario_json.hpp"

namespace ssbroute::testing {
namespace {

DatabaseParts parts_of(Database const& database) {
    DatabaseParts parts{database.name, database.service_broker_guid, database.broker, database.services};
    for (auto const* route : database.routes.as_given()) parts.routes.push_back(*route);
    return parts;
}

Expected<Database> built(DatabaseParts const& parts) {
    return RoutingTable::create(parts.routes).map([&](RoutingTable table) {
        return Database{parts.name, parts.service_broker_guid, parts.broker, parts.services,
                        std::move(table)};
    });
}

}  // namespace

ScenarioParts ScenarioParts::of(Scenario const& scenario) {
    Instance const& instance = scenario.instance();
    auto const addresses = instance.addresses();
    auto const pending = instance.pending_route_requests();
    ScenarioParts parts{scenario.now(),
                        instance.message_forwarding(),
                        {addresses.begin(), addresses.end()},
                        {pending.begin(), pending.end()},
                        {},
                        scenario.message()};
    for (auto const& database : instance.databases()) parts.databases.push_back(parts_of(database));
    return parts;
}

Expected<Scenario> ScenarioParts::build() const {
    InstanceParts instance{message_forwarding, addresses, pending_route_requests};
    for (auto const& parts : databases) {
        auto database = testing::built(parts);
        if (!database) return tl::unexpected(std::move(database.error()));
        instance.databases.push_back(std::move(*database));
    }
    return Instance::create(std::move(instance)).and_then([&](Instance made) {
        return Scenario::create(std::move(made), message, now);
    });
}

Scenario ScenarioParts::built() const { return build().value(); }

DatabaseParts const& ScenarioParts::database(std::string_view name) const {
    return *std::find_if(databases.begin(), databases.end(),
                         [&](DatabaseParts const& one) { return one.name == name; });
}

DatabaseParts& ScenarioParts::database(std::string_view name) {
    auto const found = std::find_if(databases.begin(), databases.end(),
                                    [&](DatabaseParts const& one) { return one.name == name; });
    return found == databases.end() ? databases.emplace_back(DatabaseParts{std::string(name)}) : *found;
}

DatabaseParts const& ScenarioParts::searched() const {
    return database(message.origin_database.value_or("msdb"));
}

DatabaseParts& ScenarioParts::searched() { return database(message.origin_database.value_or("msdb")); }

bool offers(DatabaseParts const& database, ServiceName const& service) {
    auto const& services = database.services;
    return database.broker == Broker::enabled &&
           std::find(services.begin(), services.end(), service) != services.end();
}

bool is_offered(ScenarioParts const& parts, ServiceName const& service) {
    return std::any_of(parts.databases.begin(), parts.databases.end(),
                       [&](DatabaseParts const& database) { return offers(database, service); });
}

bool has_identifier(DatabaseParts const& database, BrokerIdentifier const& identifier) {
    return database.broker == Broker::enabled && database.service_broker_guid == identifier;
}

DatabaseParts const* identified(ScenarioParts const& parts) {
    if (!parts.message.to_broker_instance) return nullptr;
    auto const found =
        std::find_if(parts.databases.begin(), parts.databases.end(), [&](DatabaseParts const& database) {
            return has_identifier(database, *parts.message.to_broker_instance);
        });
    return found == parts.databases.end() ? nullptr : &*found;
}

void add_route(DatabaseParts& database, Route route, std::size_t place) {
    auto const is_taken = [&](std::string const& name) {
        return std::any_of(database.routes.begin(), database.routes.end(),
                           [&](Route const& one) { return one.name == name; });
    };
    route.name = "added";
    while (is_taken(route.name)) route.name += "+";
    database.routes.insert(database.routes.begin() + static_cast<std::ptrdiff_t>(place), std::move(route));
}

// `from` is a copy: it may be the name of a service of these very parts.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void rename_service(ScenarioParts& parts, ServiceName from, ServiceName const& to) {
    if (parts.message.to_service_name == from) parts.message.to_service_name = to;
    std::replace(parts.pending_route_requests.begin(), parts.pending_route_requests.end(), from, to);
    for (auto& database : parts.databases) {
        std::replace(database.services.begin(), database.services.end(), from, to);
        for (auto& route : database.routes)
            if (route.remote_service_name == from) route.remote_service_name = to;
    }
}

void showValue(ScenarioParts const& parts, std::ostream& out) {
    auto const scenario = parts.build();
    if (scenario)
        showValue(*scenario, out);
    else
        out << "no scenario: " << formats::place_and_message(scenario.error());
}

}  // namespace ssbroute::testing

namespace ssbroute {

void showValue(Scenario const& scenario, std::ostream& out) {
    out << formats::write_scenario(scenario).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

void showValue(Answer const& answer, std::ostream& out) {
    out << formats::to_line(formats::write_answer(answer, {}));
}

void showValue(Route const& route, std::ostream& out) {
    auto const optional_text = [](auto const& value) { return value ? "'" + value->text() + "'" : "NULL"; };
    out << "route " << route.name << ": service " << optional_text(route.remote_service_name)
        << ", identifier " << optional_text(route.broker_instance) << ", lifetime "
        << optional_text(route.lifetime) << ", address '" << route.address.text() << "', mirror address "
        << optional_text(route.mirror_address);
}

void showValue(Message const& message, std::ostream& out) {
    out << (message.origin_database ? "from " + *message.origin_database : "from outside") << ", by the "
        << (message.sent_by == SentBy::target ? "target" : "initiator") << ", to '"
        << message.to_service_name.text() << "' with "
        << (message.to_broker_instance ? message.to_broker_instance->text() : "no identifier");
}

}  // namespace ssbroute
