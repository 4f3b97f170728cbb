#include "formats/import/emit_tsql.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>
#include <string_view>

#include "formats/catalogue/lifetime.hpp"
#include "formats/catalogue/servers.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

constexpr std::int64_t longest_lifetime = 2147483647;

std::string doubled(std::string_view text, char quote) {
    std::string result;
    for (char const c : text) {
        result += c;
        if (c == quote) result += c;
    }
    return result;
}

// What sqlcmd would not take as it stands: $( begins one of its variables, and < may begin a template
// parameter of SSMS. Variables stand for their first characters; what is put in for a variable is not read
// again.
constexpr std::string_view dollar = "$(ssbroute_dollar)";
constexpr std::string_view less_than = "$(ssbroute_less_than)";

std::string for_sqlcmd(std::string_view text) {
    std::string result;
    auto const last_comma = text.rfind(',');
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const begins_variable = text.substr(i, 2) == "$(";
        bool const may_begin_parameter =
            text[i] == '<' && last_comma != std::string_view::npos && last_comma > i;
        if (begins_variable)
            result += dollar;
        else if (may_begin_parameter)
            result += less_than;
        else
            result += text[i];
    }
    return result;
}

std::string identifier(std::string_view name) { return for_sqlcmd("[" + doubled(name, ']') + "]"); }
std::string constant(std::string_view text) { return for_sqlcmd("N'" + doubled(text, '\'') + "'"); }

// A comment ends with its line.
std::string comment(std::string_view text) {
    std::string result = "-- ";
    for (char const c : text) result += c == '\n' || c == '\r' ? ' ' : c;
    return for_sqlcmd(result);
}

// A server as :connect takes it.
std::string server(std::string_view name) {
    bool const is_one_word = !name.empty() && name.find_first_of(" \t\"'") == std::string_view::npos;
    return for_sqlcmd(is_one_word ? std::string(name) : "\"" + doubled(name, '"') + "\"");
}

bool is_auto_created_local(Route const& route) {
    return route.name == "AutoCreatedLocal" && !route.remote_service_name && !route.broker_instance &&
           !route.lifetime && route.address.text() == "LOCAL" && !route.mirror_address;
}

std::optional<int> port_of(Address const& address) {
    if (!address.is_network() || !address.is_well_formed()) return std::nullopt;
    auto const text = address.canonical();
    int port = 0;
    auto const digits = text.rfind(':') + 1;
    std::from_chars(text.data() + digits, text.data() + text.size(), port);
    return port;
}

class Writer {
public:
    explicit Writer(UtcTime now) : now_(now) {}

    void write(std::vector<ImportedInstance> const& instances);
    TsqlScript take() { return std::move(script_); }

private:
    void line(std::string_view text) {
        script_.text += text;
        script_.text += '\n';
    }
    void end_batch() { line("GO"); }
    void leave_out(std::string text) {
        line(comment(text));
        script_.left_out.push_back(std::move(text));
    }

    void write(ImportedInstance const& one);
    void write_endpoint(ImportedInstance const& one);
    void write_database(Database const& database);
    void write_routes(Database const& database);
    void write_route(Route const& route);

    UtcTime now_;
    TsqlScript script_;
};

void Writer::write(std::vector<ImportedInstance> const& instances) {
    line(comment(fmt::format("LIFETIME counts from {}", now_.text())));
    auto const header = script_.text.size();
    for (auto const& one : instances) {
        bool const is_local = ascii::equal_without_case(one.name, local_server);
        if (instances.size() > 1 || !is_local) line(":connect " + server(one.name));
        auto const nothing_of_it = script_.text.size();
        write(one);
        // An instance is there only if something is done in it.
        if (script_.text.size() == nothing_of_it) line("USE [msdb];\nGO");
    }
    auto const define = [&](std::string_view reference, char value) {
        if (script_.text.find(reference) == std::string::npos) return;
        auto const name = reference.substr(2, reference.size() - 3);
        script_.text.insert(header, fmt::format(":setvar {} \"{}\"\n", name, value));
    };
    define(less_than, '<');
    define(dollar, '$');
}

void Writer::write(ImportedInstance const& one) {
    write_endpoint(one);
    for (auto const& service : one.instance.pending_route_requests())
        leave_out(fmt::format("the request for a route to '{}' is pending", service.text()));
    for (auto const& database : one.instance.databases()) write_database(database);
}

void Writer::write_endpoint(ImportedInstance const& one) {
    auto const addresses = one.instance.addresses();
    bool const forwards = one.instance.message_forwarding() == MessageForwarding::enabled;
    std::optional<int> port;
    for (auto const& address : addresses)
        if (!port) port = port_of(address);
    auto const forwarding = fmt::format("MESSAGE_FORWARDING = {}", forwards ? "ENABLED" : "DISABLED");
    if (port) {
        line(fmt::format(
            "CREATE ENDPOINT [ServiceBrokerEndpoint] STATE = STARTED AS TCP (LISTENER_PORT = {}) FOR "
            "SERVICE_BROKER ({});",
            *port, forwarding));
        end_batch();
    } else if (forwards) {
        line(fmt::format("ALTER ENDPOINT [ServiceBrokerEndpoint] FOR SERVICE_BROKER ({});", forwarding));
        end_batch();
    }

    // What such an endpoint gives.
    Servers servers;
    servers.named(one.name).set_endpoint(port, std::nullopt);
    auto const given = servers.named(one.name).instance().value();
    for (auto const& address : addresses)
        if (!given.is_own_address(address))
            leave_out(fmt::format("{} is an address of the instance", address.text()));
    for (auto const& address : given.addresses())
        if (!one.instance.is_own_address(address))
            leave_out(fmt::format("{} is no address of the instance", address.text()));
}

void Writer::write_database(Database const& database) {
    bool const is_there_already =
        database.name == "msdb" || ascii::equal_without_case(database.name, "master");
    auto const name = identifier(database.name);
    if (!is_there_already) {
        line(fmt::format("CREATE DATABASE {};", name));
        end_batch();
    }
    if (database.service_broker_guid)
        leave_out(fmt::format("the identifier of database '{}' is {}", database.name,
                              database.service_broker_guid->text()));
    if (database.broker == Broker::disabled) {
        line(fmt::format("ALTER DATABASE {} SET DISABLE_BROKER;", name));
        end_batch();
    }
    auto const before = script_.text.size();
    line(fmt::format("USE {};", name));
    end_batch();
    auto const nothing_in_it = script_.text.size();
    for (auto const& service : database.services) {
        auto const service_name = identifier(service.text());
        line(fmt::format("CREATE QUEUE {};", service_name));
        line(fmt::format("CREATE SERVICE {0} ON QUEUE {0} ([DEFAULT]);", service_name));
    }
    write_routes(database);
    if (script_.text.size() != nothing_in_it) return end_batch();
    script_.text.resize(before);
    // Where there is nothing in it, no statement shows that it is there.
    if (ascii::equal_without_case(database.name, "master"))
        leave_out("database 'master' is there, with no routes");
}

void Writer::write_routes(Database const& database) {
    auto routes = database.routes.as_given();
    // A new database has it, as its first one; master has none.
    bool const is_new = !routes.empty() && is_auto_created_local(*routes.front());
    bool const is_master = ascii::equal_without_case(database.name, "master");
    if (!is_master && is_new) routes.erase(routes.begin());
    if (!is_master && !is_new) line("DROP ROUTE [AutoCreatedLocal];");
    for (auto const* route : routes) write_route(*route);
}

void Writer::write_route(Route const& route) {
    std::vector<std::string> options;
    if (route.remote_service_name)
        options.push_back("SERVICE_NAME = " + constant(route.remote_service_name->text()));
    if (route.broker_instance)
        options.push_back("BROKER_INSTANCE = " + constant(route.broker_instance->text()));
    if (route.lifetime) {
        auto const seconds = seconds_between(now_, *route.lifetime);
        if (seconds < 1) {
            leave_out(fmt::format("route '{}' has expired at {}", route.name, route.lifetime->text()));
            return;
        }
        if (seconds > longest_lifetime)
            leave_out(fmt::format("route '{}' lives until {}, longer than LIFETIME can say", route.name,
                                  route.lifetime->text()));
        options.push_back(fmt::format("LIFETIME = {}", std::min(seconds, longest_lifetime)));
    }
    options.push_back("ADDRESS = " + constant(route.address.text()));
    if (route.mirror_address) options.push_back("MIRROR_ADDRESS = " + constant(route.mirror_address->text()));
    line(fmt::format("CREATE ROUTE {} WITH {};", identifier(route.name), fmt::join(options, ", ")));
}

}  // namespace

TsqlScript write_tsql(std::vector<ImportedInstance> const& instances, UtcTime now) {
    Writer writer(now);
    writer.write(instances);
    return writer.take();
}

}  // namespace ssbroute::formats
