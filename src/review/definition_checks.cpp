// Definitions that the server would refuse, and some that it takes and that cannot be meant.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "review/checks.hpp"
#include "routing/route_definition.hpp"

namespace ssbroute::review {
namespace {

struct Refused {
    DefinitionRule rule;
    Kind kind;
    std::string_view advice;
};

// DEFINE-1 to DEFINE-10, in the order of the rules.
constexpr std::array refused = {
    Refused{DefinitionRule::define_1, Kind::empty_option, "Leave the option out; NULL is what matches any."},
    Refused{DefinitionRule::define_2, Kind::overlong_option,
            "Shorten it: what is longer than its column cannot be stored."},
    Refused{DefinitionRule::define_3, Kind::incomplete_mirrored_route,
            "Give SERVICE_NAME and BROKER_INSTANCE, the service_broker_guid of the mirrored database."},
    Refused{DefinitionRule::define_4, Kind::identifier_without_service_name,
            "Give SERVICE_NAME: matching takes routes with both, with the name alone, or with neither."},
    Refused{DefinitionRule::define_5, Kind::mirrored_special_address,
            "Give the network addresses of both partners, or leave MIRROR_ADDRESS out."},
    Refused{DefinitionRule::define_6, Kind::malformed_address,
            "Write it as TCP://host:port, with the port of the Service Broker endpoint there."},
    Refused{DefinitionRule::define_7, Kind::transport_with_service_name,
            "Leave SERVICE_NAME out, or give the network address itself in place of TRANSPORT."},
    Refused{DefinitionRule::define_8, Kind::lifetime_out_of_range,
            "Leave LIFETIME out if the route is to live for ever."},
    Refused{DefinitionRule::define_9, Kind::mirror_address_repeats_address,
            "Give the other partner's address, or leave MIRROR_ADDRESS out."},
    Refused{DefinitionRule::define_10, Kind::dynamic_routing_with_identifier,
            "Leave BROKER_INSTANCE out: the identifier plays no part in asking for a route."},
};

bool lacks_only_the_port(Address const& address) {
    return !address.is_well_formed() && Address(address.text() + ":4022").is_well_formed();
}

bool only_ports_are_missing(Route const& route) {
    auto const fits = [](Address const& address) {
        return address.is_well_formed() || lacks_only_the_port(address);
    };
    return fits(route.address) && (!route.mirror_address || fits(*route.mirror_address));
}

// The route as the server would be asked for it now.
RouteDefinition definition_at(Route const& route, UtcTime now) {
    auto definition = definition_of(route);
    // What has expired was in range once.
    if (route.lifetime && *route.lifetime > now)
        definition.lifetime = std::max<std::int64_t>(1, route.lifetime->unix_seconds() - now.unix_seconds());
    return definition;
}

// DEFINE-1 to DEFINE-10, by the rules themselves.
void check_refusals(Table const& table, Route const& route, UtcTime now, Findings& findings) {
    for (auto const& refusal : refusals(definition_at(route, now))) {
        auto const& found = *std::find_if(refused.begin(), refused.end(),
                                          [&](Refused const& one) { return one.rule == refusal.rule; });
        auto kind = found.kind;
        if (kind == Kind::malformed_address && only_ports_are_missing(route)) kind = Kind::port_missing;
        auto const number =
            refusal.message_number ? fmt::format(" (message {})", *refusal.message_number) : std::string();
        findings.add(kind, table, {&route},
                     fmt::format("route {}: {}{}", quoted(route.name), refusal.message, number),
                     std::string(found.advice));
    }
}

// What compares identifiers compares GUIDs as GUIDs and everything else as text; databases have GUIDs.
void check_identifier(Table const& table, Route const& route, Findings& findings) {
    auto const& identifier = route.broker_instance;
    if (!identifier || identifier->is_guid() || identifier->text().empty()) return;
    findings.add(Kind::identifier_is_no_guid, table, {&route},
                 fmt::format("route {} has the identifier {}, which is no GUID", quoted(route.name),
                             quoted(identifier->text())),
                 "Take service_broker_guid of sys.databases, where the service is, as it is printed there.");
}

bool has_port_of_database_engine(Address const& address) {
    return address.is_network() && address.is_well_formed() && address.canonical().ends_with(":1433");
}

void check_port(Table const& table, Route const& route, Findings& findings) {
    auto const& mirror = route.mirror_address;
    bool const in_address = has_port_of_database_engine(route.address);
    if (!in_address && !(mirror && has_port_of_database_engine(*mirror))) return;
    findings.add(
        Kind::port_of_database_engine, table, {&route},
        fmt::format("route {} leads to {}, and 1433 is the port at which clients connect", quoted(route.name),
                    in_address ? route.address.text() : mirror->text()),
        "Give the port of the Service Broker endpoint there (sys.tcp_endpoints), by convention 4022.");
}

bool is_suspicious(Route const& route, UtcTime now) {
    auto const& mirror = route.mirror_address;
    return !refusals(definition_at(route, now)).empty() ||
           (route.broker_instance && !route.broker_instance->is_guid()) ||
           has_port_of_database_engine(route.address) || (mirror && has_port_of_database_engine(*mirror));
}

// DEFINE-11. The names of routes are unique in their database; under most collations, names that only look
// alike are the same name.
void check_route_names(Table const& table, std::vector<Route const*> const& as_given, Findings& findings) {
    for (auto const& group : table.route_names.groups()) {
        std::vector<Route const*> alike;
        alike.reserve(group.size());
        for (auto const place : group) alike.push_back(as_given[place]);
        bool const equal = std::all_of(alike.begin(), alike.end(), [&](Route const* other) {
            return other->name == alike.front()->name;
        });
        if (equal)
            findings.add(Kind::duplicate_route_name, table, alike,
                         fmt::format("{} routes are named {}", alike.size(), quoted(alike.front()->name)),
                         "Give each route a name of its own.");
        else
            findings.add(Kind::similar_route_names, table, alike,
                         fmt::format("{} differ only in case, width or space at an end: most collations "
                                     "take them for the same name",
                                     routes_listed(alike)),
                         "Give each route a name of its own, or drop the one that was not meant.");
    }
}

}  // namespace

void check_definitions(Table const& table, UtcTime now, Findings& findings) {
    std::vector<std::uint32_t> suspicious;
    for (std::size_t i = 0; i < table.routes.size(); ++i)
        if (is_suspicious(*table.routes[i], now)) suspicious.push_back(table.given[i]);
    std::sort(suspicious.begin(), suspicious.end());

    auto const as_given = table.database.routes.as_given();
    for (auto const place : suspicious) {
        auto const& route = *as_given[place];
        check_refusals(table, route, now, findings);
        check_identifier(table, route, findings);
        check_port(table, route, findings);
    }
    check_route_names(table, as_given, findings);
}

}  // namespace ssbroute::review
