#include "formats/scenario_json.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/object_reader.hpp"

namespace ssbroute::formats {
namespace {

// A JSON `null` where a route has no value; the text of the value where it has one.
OrderedJson text_or_null(std::optional<std::string> text) {
    return text ? OrderedJson(std::move(*text)) : OrderedJson(nullptr);
}

template <typename Value>
std::optional<Value> optional_of(std::optional<std::string> text) {
    return text ? std::optional<Value>(Value(std::move(*text))) : std::nullopt;
}

template <typename Value>
std::optional<std::string> text_of(std::optional<Value> const& value) {
    return value ? std::optional<std::string>(value->text()) : std::nullopt;
}

Expected<ServiceName> read_service_name(Json const& value) {
    return read_string(value).map([](std::string text) { return ServiceName(std::move(text)); });
}

Expected<Address> read_address(Json const& value) {
    return read_string(value).map([](std::string text) { return Address(std::move(text)); });
}

Expected<BrokerIdentifier> read_guid(Json const& value) {
    if (value.is_string())
        if (auto guid = BrokerIdentifier::from_guid(value.get_ref<std::string const&>()))
            return std::move(*guid);
    return tl::unexpected(
        Error{"", expected_but_found("a GUID like 0f0e0d0c-0b0a-0908-0706-050403020100", value)});
}

// The other columns of sys.routes: any integer, ignored.
void ignore_integer(ObjectReader& reader, std::string_view name) {
    auto const* member = reader.find(name);
    if (member != nullptr && !member->is_number_integer())
        reader.fail({pointer_token(name), expected_but_found("an integer", *member)});
}

Expected<Database> read_database(Json const& value) {
    ObjectReader reader(value, {"name", "service_broker_guid", "is_broker_enabled", "services", "routes"});
    Database database{reader.required_text("name")};
    database.service_broker_guid =
        reader.made("service_broker_guid", reader.find("service_broker_guid"), read_guid);
    database.broker = reader.flag("is_broker_enabled", true) ? Broker::enabled : Broker::disabled;
    database.services = reader.list("services", reader.find("services"), read_service_name);
    auto routes = reader.list("routes", reader.find("routes"), read_route);
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto table = RoutingTable::create(std::move(routes));
    if (!table) return tl::unexpected(below("/routes", std::move(table.error())));
    database.routes = std::move(*table);
    return database;
}

Expected<SentBy> read_sent_by(Json const& value) {
    if (value == "initiator") return SentBy::initiator;
    if (value == "target") return SentBy::target;
    return tl::unexpected(Error{"", expected_but_found("initiator or target", value)});
}

}  // namespace

Expected<Route> read_route(Json const& value) {
    ObjectReader reader(value, {"name", "route_id", "principal_id", "remote_service_name", "broker_instance",
                                "lifetime", "address", "mirror_address"});
    Route route{reader.required_text("name"),
                optional_of<ServiceName>(reader.text("remote_service_name")),
                optional_of<BrokerIdentifier>(reader.text("broker_instance")),
                reader.time("lifetime"),
                Address(reader.required_text("address")),
                optional_of<Address>(reader.text("mirror_address"))};
    ignore_integer(reader, "route_id");
    ignore_integer(reader, "principal_id");
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return route;
}

Expected<Instance> read_instance(Json const& value) {
    ObjectReader reader(
        value, {"is_message_forwarding_enabled", "addresses", "pending_route_requests", "databases"});
    InstanceParts parts;
    parts.message_forwarding = reader.flag("is_message_forwarding_enabled", false)
                                   ? MessageForwarding::enabled
                                   : MessageForwarding::disabled;
    parts.addresses = reader.list("addresses", reader.find("addresses"), read_address);
    parts.pending_route_requests =
        reader.list("pending_route_requests", reader.find("pending_route_requests"), read_service_name);
    parts.databases = reader.list("databases", reader.require("databases"), read_database);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Instance::create(std::move(parts));
}

Expected<Message> read_message(Json const& value) {
    ObjectReader reader(value, {"origin_database", "sent_by", "to_service_name", "to_broker_instance",
                                "conversation_begun_at"});
    Message message{reader.text("origin_database"),
                    reader.made("sent_by", reader.find("sent_by"), read_sent_by).value_or(SentBy::initiator),
                    ServiceName(reader.required_text("to_service_name")),
                    optional_of<BrokerIdentifier>(reader.text("to_broker_instance")),
                    reader.time("conversation_begun_at")};
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return message;
}

Expected<Scenario> read_scenario(Json const& value) {
    ObjectReader reader(value, {"now", "instance", "message"});
    auto const now = reader.time("now");
    auto instance = reader.made("instance", reader.require("instance"), read_instance);
    auto message = reader.made("message", reader.require("message"), read_message);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Scenario::create(std::move(*instance), std::move(*message), now);
}

OrderedJson write_route(Route const& route) {
    return {{"name", route.name},
            {"remote_service_name", text_or_null(text_of(route.remote_service_name))},
            {"broker_instance", text_or_null(text_of(route.broker_instance))},
            {"lifetime", text_or_null(text_of(route.lifetime))},
            {"address", route.address.text()},
            {"mirror_address", text_or_null(text_of(route.mirror_address))}};
}

namespace {

OrderedJson write_database(Database const& database) {
    OrderedJson value = {{"name", database.name}};
    if (database.service_broker_guid) value["service_broker_guid"] = database.service_broker_guid->text();
    if (database.broker == Broker::disabled) value["is_broker_enabled"] = false;
    if (!database.services.empty()) value["services"] = OrderedJson::array();
    for (auto const& service : database.services) value["services"].push_back(service.text());
    value["routes"] = OrderedJson::array();
    for (auto const* route : database.routes.as_given()) value["routes"].push_back(write_route(*route));
    return value;
}

}  // namespace

OrderedJson write_instance(Instance const& instance) {
    OrderedJson value = OrderedJson::object();
    if (instance.message_forwarding() == MessageForwarding::enabled)
        value["is_message_forwarding_enabled"] = true;
    for (auto const& address : instance.addresses()) value["addresses"].push_back(address.text());
    for (auto const& service : instance.pending_route_requests())
        value["pending_route_requests"].push_back(service.text());
    for (auto const& database : instance.databases()) value["databases"].push_back(write_database(database));
    return value;
}

OrderedJson write_message(Message const& message) {
    OrderedJson value = OrderedJson::object();
    value["origin_database"] = text_or_null(message.origin_database);
    if (message.sent_by == SentBy::target) value["sent_by"] = "target";
    value["to_service_name"] = message.to_service_name.text();
    if (message.to_broker_instance) value["to_broker_instance"] = message.to_broker_instance->text();
    if (message.conversation_begun_at) value["conversation_begun_at"] = message.conversation_begun_at->text();
    return value;
}

OrderedJson write_scenario(Scenario const& scenario) {
    OrderedJson value = OrderedJson::object();
    if (scenario.now()) value["now"] = scenario.now()->text();
    value["instance"] = write_instance(scenario.instance());
    value["message"] = write_message(scenario.message());
    return value;
}

}  // namespace ssbroute::formats
