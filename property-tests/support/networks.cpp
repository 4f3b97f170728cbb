#include "support/networks.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ssbroute::testing {
namespace {

using namespace delivery;

constexpr std::array names = {"a", "b", "c"};
auto const service_asked_for = ServiceName("OrderParts");

std::string address_of(InstanceNumber number) { return fmt::format("TCP://{}.example:4022", names[number]); }

Route route(std::string name, std::optional<std::string> const& service,
            std::optional<std::string> const& identifier, std::string address) {
    Route made{std::move(name), std::nullopt, std::nullopt, std::nullopt, Address(std::move(address)),
               std::nullopt};
    if (service) made.remote_service_name = ServiceName(*service);
    if (identifier) made.broker_instance = BrokerIdentifier(*identifier);
    return made;
}

Route mirrored_route() {
    auto made = route("Pair", "OrderParts", guid_of_one, address_of(at_b));
    made.mirror_address = Address(address_of(at_c));
    return made;
}

// Some of these, by chance.
std::vector<Route> some_of(std::vector<Route> const& routes, Dice& dice) {
    std::vector<Route> some;
    for (auto const& one : routes)
        if (dice.below(2) == 0) some.push_back(one);
    return some;
}

std::vector<Route> routes_of_sender(Dice& dice, NetworkFocus focus) {
    auto const one = route("One", "OrderParts", guid_of_one, address_of(at_b));
    auto const two = route("Two", "OrderParts", guid_of_two, address_of(at_c));
    auto const any = route("Any", "OrderParts", std::nullopt, address_of(at_b));
    auto const dynamic = route("Dynamic", dynamic_routing_service, std::nullopt, address_of(at_c));
    auto const own = route("Own", std::nullopt, std::nullopt, address_of(at_a));
    switch (focus) {
        case NetworkFocus::anything: return some_of({one, two, any, dynamic, own, mirrored_route()}, dice);
        case NetworkFocus::two_targets: return {one, two};
        case NetworkFocus::forwarding: return {any};
        case NetworkFocus::mirroring: return {mirrored_route()};
        case NetworkFocus::requests: return {dynamic};
    }
    return {};
}

std::vector<Route> routes_of_msdb(InstanceNumber number, Dice& dice, NetworkFocus focus) {
    auto const local = route("Local", std::nullopt, std::nullopt, "LOCAL");
    auto const next = route("Next", std::nullopt, std::nullopt, address_of(number == at_b ? at_c : at_b));
    switch (focus) {
        case NetworkFocus::anything: return some_of({local, next}, dice);
        case NetworkFocus::forwarding: return dice.percent(25) ? std::vector{local, next} : std::vector{next};
        case NetworkFocus::two_targets:
        case NetworkFocus::mirroring:
        case NetworkFocus::requests: return {local};
    }
    return {};
}

// b and c are a mirrored pair where the focus says so: the same database, on either of them.
std::string identifier_at(InstanceNumber number, NetworkFocus focus) {
    if (number == at_a) return guid_of_shop;
    return number == at_b || focus == NetworkFocus::mirroring ? guid_of_one : guid_of_two;
}

InstanceSetup instance(InstanceNumber number, Dice& dice, NetworkFocus focus) {
    bool const is_sender = number == at_a;
    Database user{is_sender ? "Shop" : "Parts", BrokerIdentifier(identifier_at(number, focus))};
    user.services.emplace_back(is_sender ? "Orders" : "OrderParts");
    user.routes =
        RoutingTable(is_sender ? routes_of_sender(dice, focus)
                               : std::vector{route("Back", "Orders", std::nullopt, address_of(at_a))});
    Database msdb{"msdb"};
    msdb.routes = RoutingTable(routes_of_msdb(number, dice, focus));
    InstanceParts parts;
    bool const forwards = focus == NetworkFocus::forwarding || dice.below(2) == 0;
    parts.message_forwarding = forwards ? MessageForwarding::enabled : MessageForwarding::disabled;
    parts.addresses.emplace_back(address_of(number));
    parts.databases = {user, msdb};
    InstanceSetup setup{names[number], Instance::create(std::move(parts)).value()};
    if (is_sender || focus != NetworkFocus::mirroring) return setup;
    setup.role = dice.below(2) == 0 ? MirrorRole::principal : MirrorRole::mirror;
    setup.mirrored_databases = {"Parts"};
    return setup;
}

enum class Kind : std::uint8_t { send, acknowledge, create_route, end_request, link, instance, role };

// What happens; what is there twice happens twice as often.
std::vector<Kind> kinds_of(NetworkFocus focus) {
    switch (focus) {
        case NetworkFocus::anything:
            return {Kind::send,        Kind::send, Kind::acknowledge, Kind::create_route,
                    Kind::end_request, Kind::link, Kind::instance,    Kind::role};
        case NetworkFocus::two_targets: return {Kind::send, Kind::send, Kind::acknowledge, Kind::link};
        case NetworkFocus::forwarding: return {Kind::send, Kind::send, Kind::link};
        case NetworkFocus::mirroring:
            return {Kind::send, Kind::send, Kind::link, Kind::instance, Kind::role, Kind::role};
        case NetworkFocus::requests:
            return {Kind::send, Kind::send, Kind::end_request, Kind::end_request, Kind::create_route};
    }
    return {};
}

class EventDrawing {
public:
    explicit EventDrawing(Dice& dice) : dice_(dice) {}

    EventKind draw(Kind kind) {
        // Nothing is acknowledged before the first message.
        switch (sent_ == 0 ? Kind::send : kind) {
            case Kind::send: return SendMessage{fmt::format("m{}", ++sent_), dice_.below(2)};
            case Kind::acknowledge: return Acknowledge{"m1"};
            case Kind::create_route:
                return RouteCreated{
                    {at_a, "Shop"},
                    route(fmt::format("New{}", ++created_), "OrderParts", std::nullopt, address_of(at_c))};
            case Kind::end_request: return RequestEnded{at_a, service_asked_for};
            case Kind::link: return LinkReach{at_a, partner(), reach()};
            case Kind::instance: return InstanceReach{partner(), reach()};
            case Kind::role:
                return RoleChanged{partner(),
                                   dice_.below(2) == 0 ? MirrorRole::principal : MirrorRole::mirror};
        }
        return Advance{};
    }

private:
    InstanceNumber partner() { return dice_.below(2) == 0 ? at_b : at_c; }
    Reach reach() { return dice_.below(2) == 0 ? Reach::down : Reach::up; }

    Dice& dice_;
    int sent_ = 0;
    int created_ = 0;
};

}  // namespace

TimelineParts draw_network(Dice& dice, NetworkFocus focus) {
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.forward_limit = 3;
    parts.parameters.resend_after.clear();
    bool const at_once = focus == NetworkFocus::two_targets || dice.below(2) == 0;
    parts.parameters.acknowledgements = at_once ? Acknowledgements::at_once : Acknowledgements::by_event;
    for (auto const number : {at_a, at_b, at_c}) parts.instances.push_back(instance(number, dice, focus));
    for (auto const* id : {"c1", "c2"})
        parts.conversations.push_back({id, {at_a, "Shop"}, ServiceName("Orders"), service_asked_for});
    auto const kinds = kinds_of(focus);
    EventDrawing drawing(dice);
    auto at = parts.start;
    // Roles that change, and requests that end, show little when little happens.
    bool const is_eventful = focus == NetworkFocus::mirroring || focus == NetworkFocus::requests;
    for (auto left = (is_eventful ? 5 : 2) + dice.below(is_eventful ? 4 : 6); left > 0; --left) {
        at = at.after_seconds(static_cast<Seconds>(dice.below(70)));
        parts.events.push_back({at, drawing.draw(kinds[dice.below(kinds.size())])});
    }
    return parts;
}

TimelineParts settled(TimelineParts parts, InstanceNumber principal) {
    auto const at = parts.events.empty() ? parts.start : parts.events.back().at;
    for (auto const number : {at_b, at_c}) {
        parts.events.push_back({at, LinkReach{at_a, number, Reach::up}});
        parts.events.push_back({at, InstanceReach{number, Reach::up}});
        auto const role = number == principal ? MirrorRole::principal : MirrorRole::mirror;
        parts.events.push_back({at, RoleChanged{number, role}});
    }
    parts.events.push_back({at.after_seconds(3600), Advance{}});
    return parts;
}

}  // namespace ssbroute::testing
