#include "support/drawing.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <utility>

#include "model/ascii.hpp"

namespace ssbroute::testing {
namespace {

template <typename T>
struct Weighted {
    std::size_t weight;
    T value;
};

template <typename T>
T pick(Dice& dice, std::initializer_list<Weighted<T>> options) {
    std::size_t total = 0;
    for (auto const& option : options) total += option.weight;
    auto drawn = dice.below(total);
    for (auto const& option : options) {
        if (drawn < option.weight) return option.value;
        drawn -= option.weight;
    }
    return options.begin()->value;
}

std::string flipped_case(std::string text) {
    for (char& c : text) {
        char const lower = ascii::lower(c);
        c = c == lower && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : lower;
    }
    return text;
}

// Every letter in a case of its own.
std::string in_mixed_case(Dice& dice, std::string text) {
    for (char& c : text)
        if (dice.percent(50)) c = flipped_case(std::string(1, c)).front();
    return text;
}

// With letters, so that case matters to them.
constexpr std::array guids = {"aaaaaaaa-0000-0000-0000-00000000000a", "bbbbbbbb-0000-0000-0000-00000000000b",
                              "cccccccc-0000-0000-0000-00000000000c"};

BrokerIdentifier spelled(Dice& dice, std::string_view guid) {
    return respelled(dice, BrokerIdentifier(std::string(guid)));
}

// The first GUID is the most frequent, so that conversations, routes and databases meet in it.
BrokerIdentifier draw_guid(Dice& dice) {
    return spelled(dice, pick<char const*>(dice, {{55, guids[0]}, {30, guids[1]}, {15, guids[2]}}));
}

BrokerIdentifier draw_identifier(Dice& dice) {
    if (!dice.percent(8)) return draw_guid(dice);
    // No GUIDs: words, an empty text, half a pair of braces, no hyphens.
    return BrokerIdentifier(pick<std::string>(dice, {{4, "no-guid"},
                                                     {2, "NO-GUID"},
                                                     {1, ""},
                                                     {2, "{" + std::string(guids[0])},
                                                     {1, "aaaaaaaa00000000000000000000000a"}}));
}

std::string draw_target(Dice& dice) {
    return pick<std::string>(dice, {{60, "Svc"},
                                    {2, ""},
                                    {4, "Ünï Svc"},
                                    {2, "R0"},  // as routes are named
                                    {5, dynamic_routing_service},
                                    {8, "TCP://a:4022/Svc"},
                                    {4, "tcp://A:4022"},
                                    {9, "TCP://own:4022/Svc"},
                                    {2, "TCP://[::1]:4022/Svc"},
                                    {2, "TCP://a:4022Svc"},
                                    {2, "TCP://a:70000/Svc"},
                                    {1, "TCP://a:0/Svc"},
                                    {1, "HTTP://a:4022/Svc"},
                                    {1, "a:4022/Svc"},
                                    {2, " TCP://a:4022/Svc"},
                                    {2, "TCP://a/Svc"}});
}

// Letters with marks as letters and marks (U+0308): the same text to those who normalize.
std::string decomposed(std::string text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> letters = {
        {{"Ü", "U\xcc\x88"}, {"ï", "i\xcc\x88"}}};
    for (auto const& [letter, with_mark] : letters)
        if (auto const place = text.find(letter); place != std::string::npos)
            text.replace(place, letter.size(), with_mark);
    return text;
}

// What a wrong comparison would take for `name`.
std::string near_miss(Dice& dice, std::string const& name) {
    if (auto other = decomposed(name); other != name && dice.percent(40)) return other;
    switch (dice.below(6)) {
        case 0: return flipped_case(name);
        case 1: return name + " ";
        case 2: return " " + name;
        case 3: return name.substr(0, name.size() / 2);
        case 4: return ascii::lower(name);
        default: return name + "2";
    }
}

std::string draw_dynamic_service(Dice& dice) {
    return dice.percent(12) ? near_miss(dice, dynamic_routing_service) : std::string(dynamic_routing_service);
}

ServiceName draw_service(Dice& dice, ServiceName const& target) {
    switch (pick<int>(dice, {{66, 0}, {14, 1}, {10, 2}, {10, 3}})) {
        case 0: return target;
        case 1: return ServiceName(near_miss(dice, target.text()));
        case 2: return ServiceName(draw_dynamic_service(dice));
        default: return ServiceName("Other");
    }
}

std::optional<UtcTime> draw_lifetime(Dice& dice) {
    if (!dice.percent(30)) return std::nullopt;
    // By less than a second before or after noon.
    if (dice.percent(6)) return UtcTime::parse("2026-01-01T12:00:00.5Z");
    if (dice.percent(6)) return UtcTime::parse("2026-01-01T11:59:59.5Z");
    return seconds_after_noon(pick<int>(dice, {{3, 1}, {2, 0}, {2, -1}, {2, -2}, {1, -3}, {1, 3600}}));
}

// A definition that keeps the DEFINE rules, as near as may be to one that does not.
Route well_formed(Dice& dice, Route route) {
    if (route.remote_service_name && route.remote_service_name->text().empty())
        route.remote_service_name.reset();
    if (route.broker_instance && route.broker_instance->text().empty()) route.broker_instance.reset();
    if (route.address.is_transport()) route.remote_service_name.reset();
    bool const to_dynamic_routing =
        route.remote_service_name && route.remote_service_name->text() == dynamic_routing_service;
    if (!route.remote_service_name || to_dynamic_routing) route.broker_instance.reset();
    if (!route.broker_instance) route.mirror_address.reset();

    if (!route.address.is_well_formed()) route.address = draw_network_address(dice);
    if (!route.mirror_address) return route;
    if (!route.address.is_network()) route.address = draw_network_address(dice);
    while (!route.mirror_address->is_network() || !route.mirror_address->is_well_formed() ||
           *route.mirror_address == route.address)
        route.mirror_address = draw_network_address(dice);
    return route;
}

std::vector<Route> draw_routes(Dice& dice, std::size_t count, Message const& message,
                               Definitions definitions) {
    std::vector<Route> routes;
    for (std::size_t i = 0; i < count; ++i) {
        routes.push_back(draw_route(dice, message, definitions));
        routes.back().name = "R" + std::to_string(i);
    }
    return routes;
}

// Two enabled databases may not share an identifier.
void settle_identifiers(Dice& dice, std::vector<DatabaseParts>& databases) {
    std::vector<BrokerIdentifier> taken;
    for (auto& database : databases) {
        if (!database.service_broker_guid || database.broker == Broker::disabled) continue;
        if (std::find(taken.begin(), taken.end(), *database.service_broker_guid) == taken.end()) {
            taken.push_back(*database.service_broker_guid);
        } else if (dice.percent(30)) {
            database.broker = Broker::disabled;
        } else {
            database.service_broker_guid.reset();
        }
    }
}

std::vector<Address> draw_own_addresses(Dice& dice) {
    std::vector<Address> addresses;
    if (dice.percent(75)) addresses.push_back(respelled(dice, Address("TCP://own:4022")));
    if (dice.percent(25)) addresses.push_back(draw_address(dice));
    return addresses;
}

std::vector<ServiceName> draw_pending(Dice& dice, ServiceName const& target) {
    std::vector<ServiceName> pending;
    if (dice.percent(20)) pending.push_back(target);
    if (dice.percent(20)) pending.push_back(draw_service(dice, target));
    return pending;
}

}  // namespace

bool is_well_formed(Route const& route) {
    auto const is_empty = [](auto const& value) { return value && value->text().empty(); };
    auto const& [name, service, identifier, lifetime, address, mirror] = route;
    if (is_empty(service) || is_empty(identifier) || !address.is_well_formed()) return false;
    if (identifier && (!service || service->text() == dynamic_routing_service)) return false;
    if (address.is_transport() && service) return false;
    if (!mirror) return true;
    return identifier && address.is_network() && mirror->is_network() && mirror->is_well_formed() &&
           address != *mirror;
}

bool has_shape(ScenarioParts const& parts, Shape const& shape) {
    bool const outgoing = parts.is_outgoing();
    bool const identifies = parts.message.to_broker_instance.has_value();
    if (shape.from != From::anywhere && outgoing != (shape.from == From::a_database)) return false;
    if (shape.identifiers != Identifiers::any && identifies != (shape.identifiers == Identifiers::given))
        return false;
    return shape.definitions == Definitions::any ||
           std::all_of(parts.databases.begin(), parts.databases.end(), [](DatabaseParts const& database) {
               return std::all_of(database.routes.begin(), database.routes.end(), is_well_formed);
           });
}

void clear_lifetimes(ScenarioParts& parts) {
    for (auto& database : parts.databases)
        for (auto& route : database.routes) route.lifetime.reset();
}

void let_routes_meet(Dice& dice, ScenarioParts& parts) {
    auto const& given = parts.message.to_broker_instance;
    bool const with_identifier = dice.percent(50);
    for (auto& route : parts.searched().routes) {
        if (!dice.percent(80)) continue;
        route.remote_service_name = parts.message.to_service_name;
        route.lifetime.reset();
        route.broker_instance.reset();
        if (with_identifier) route.broker_instance = given ? respelled(dice, *given) : draw_guid(dice);
    }
}

void let_services_be_found(Dice& dice, ScenarioParts& parts, std::size_t share) {
    for (auto& database : parts.databases)
        if (dice.percent(share)) database.services.push_back(parts.message.to_service_name);
    for (auto& route : parts.searched().routes)
        if (dice.percent(50)) route.address = respelled(dice, Address("LOCAL"));
}

void point_to_itself(Dice& dice, ScenarioParts& parts) {
    if (parts.addresses.empty()) parts.addresses.emplace_back("TCP://own:4022");
    for (auto& database : parts.databases)
        for (auto& route : database.routes)
            if (route.address.is_network() && dice.percent(50))
                route.address = respelled(dice, parts.addresses[dice.below(parts.addresses.size())]);
}

// SplitMix64; that some numbers are drawn a little more often than others does not matter here.
std::size_t SeededDice::below(std::size_t count) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::size_t>((z ^ (z >> 31U)) % count);
}

UtcTime seconds_after_noon(int seconds) {
    constexpr std::int64_t noon_of_2026_01_01 = 1767268800;
    return UtcTime::from_unix_seconds(noon_of_2026_01_01 + seconds);
}

UtcTime noon() { return seconds_after_noon(0); }

BrokerIdentifier respelled(Dice& dice, BrokerIdentifier const& identifier) {
    if (!identifier.is_guid()) return identifier;
    auto text = identifier.canonical();
    if (dice.percent(25)) text = flipped_case(text);
    if (dice.percent(15)) text = in_mixed_case(dice, text);
    if (dice.percent(25)) text = "{" + text + "}";
    return BrokerIdentifier(text);
}

Address respelled(Dice& dice, Address const& address) {
    auto text = address.text();
    if (dice.percent(30)) text = in_mixed_case(dice, text);
    if (!address.is_network() || !address.is_well_formed()) return Address(text);

    auto const port = text.rfind(':', text.find('/', 6)) + 1;
    if (dice.percent(20)) text.insert(port, "0");
    if (dice.percent(20)) text = text.substr(0, text.find('/', port)) + "/other/path";
    return Address(text);
}

Address draw_network_address(Dice& dice) {
    auto const text = pick<std::string>(dice, {{30, "TCP://a:4022"},
                                               {22, "TCP://b:4022"},
                                               {24, "TCP://own:4022"},
                                               {6, "TCP://a:4023"},
                                               {4, "TCP://a.b:4022"},
                                               {4, "TCP://[::1]:4022"}});
    return respelled(dice, Address(text));
}

Address draw_address(Dice& dice) {
    switch (pick<int>(dice, {{33, 0}, {45, 1}, {15, 2}, {7, 3}})) {
        case 0: return respelled(dice, Address("LOCAL"));
        case 1: return draw_network_address(dice);
        case 2: return respelled(dice, Address("TRANSPORT"));
        default:
            // Network addresses of no valid form; some look like others.
            return respelled(dice, Address(pick<std::string>(dice, {{3, "bogus"},
                                                                    {2, "LOCAL "},
                                                                    {1, ""},
                                                                    {2, "TCP://a"},
                                                                    {1, "TCP://a:0"},
                                                                    {1, "TCP://a:4022x"},
                                                                    {1, "HTTP://a:4022"}})));
    }
}

Route draw_route(Dice& dice, Message const& message, Definitions definitions) {
    Route route{"R", std::nullopt, std::nullopt, draw_lifetime(dice), draw_address(dice), std::nullopt};
    if (dice.percent(72)) route.remote_service_name = draw_service(dice, message.to_service_name);
    if (dice.percent(45)) route.broker_instance = draw_identifier(dice);
    if (dice.percent(22)) route.mirror_address = draw_address(dice);
    return definitions == Definitions::any ? route : well_formed(dice, std::move(route));
}

DatabaseParts draw_database(Dice& dice, std::string name, Message const& message, Definitions definitions) {
    DatabaseParts database{std::move(name)};
    if (dice.percent(70)) database.service_broker_guid = draw_guid(dice);
    if (dice.percent(12)) database.broker = Broker::disabled;
    if (dice.percent(45)) database.services.push_back(message.to_service_name);
    if (dice.percent(25)) database.services.push_back(draw_service(dice, message.to_service_name));
    database.routes = draw_routes(dice, dice.below(6), message, definitions);
    return database;
}

Message draw_message(Dice& dice, Shape const& shape) {
    Message message{.to_service_name = ServiceName(draw_target(dice))};
    bool const outgoing =
        shape.from == From::a_database || (shape.from == From::anywhere && dice.percent(55));
    if (outgoing) message.origin_database = pick<std::string>(dice, {{70, "A"}, {12, "B"}, {18, "msdb"}});
    if (dice.percent(35)) message.sent_by = SentBy::target;
    bool const identifies = shape.identifiers == Identifiers::given ||
                            (shape.identifiers == Identifiers::any && dice.percent(55));
    if (identifies) message.to_broker_instance = draw_identifier(dice);
    if (dice.percent(35))
        message.conversation_begun_at =
            seconds_after_noon(pick<int>(dice, {{3, -2}, {2, -1}, {1, 0}, {1, -4}}));
    return message;
}

ScenarioParts draw_scenario(Dice& dice, Shape const& shape) {
    ScenarioParts parts{.now = noon(), .message = draw_message(dice, shape)};
    if (dice.percent(50)) parts.message_forwarding = MessageForwarding::enabled;
    parts.addresses = draw_own_addresses(dice);
    parts.pending_route_requests = draw_pending(dice, parts.message.to_service_name);

    std::vector<std::string> names = {"msdb", "A", "B"};
    // Names of databases differ by case too: this one is not msdb.
    if (dice.percent(15)) names.emplace_back("MSDB");
    for (auto const& name : names)
        parts.databases.push_back(draw_database(dice, name, parts.message, shape.definitions));
    if (shape.definitions == Definitions::any && dice.percent(35)) let_routes_meet(dice, parts);
    shuffle(dice, parts.databases);
    settle_identifiers(dice, parts.databases);

    auto without_now = parts;
    without_now.now.reset();
    if (dice.percent(30) && without_now.build()) return without_now;
    return parts;
}

}  // namespace ssbroute::testing
