#include "delivery/timeline.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

#include "model/match.hpp"

namespace ssbroute::delivery {
namespace {

std::pair<InstanceNumber, InstanceNumber> link(InstanceNumber one, InstanceNumber other) {
    return std::minmax(one, other);
}

InstanceParts parts_of(Instance const& instance) {
    InstanceParts parts;
    parts.message_forwarding = instance.message_forwarding();
    parts.addresses.assign(instance.addresses().begin(), instance.addresses().end());
    parts.databases.assign(instance.databases().begin(), instance.databases().end());
    return parts;
}

tl::unexpected<Error> fault(std::string where, std::string message) {
    return tl::unexpected(Error{std::move(where), std::move(message)});
}

}  // namespace

Configuration::Configuration(std::vector<InstanceSetup> const& setups) {
    for (auto const& setup : setups) {
        instances_.push_back(
            {parts_of(setup.instance), Reach::up, setup.role, setup.mirrored_databases, setup.instance});
        // Mirrored databases are there, so this cannot fail: disabling brokers takes identifiers away.
        static_cast<void>(rebuild(instances_.size() - 1));
    }
}

std::optional<InstanceNumber> Configuration::reached(InstanceNumber from, Address const& address) const {
    auto const there = std::find_if(instances_.begin(), instances_.end(), [&](InstanceNow const& one) {
        return one.instance.is_own_address(address);
    });
    if (there == instances_.end()) return std::nullopt;
    auto const to = static_cast<InstanceNumber>(there - instances_.begin());
    bool const is_up = there->reach == Reach::up && !links_down_.contains(link(from, to));
    return is_up ? std::optional(to) : std::nullopt;
}

Expected<void> Configuration::rebuild(InstanceNumber number) {
    auto& now = instances_[number];
    auto parts = now.parts;
    if (now.role == MirrorRole::mirror)
        for (auto& database : parts.databases)
            if (std::find(now.mirrored_databases.begin(), now.mirrored_databases.end(), database.name) !=
                now.mirrored_databases.end())
                database.broker = Broker::disabled;
    auto built = Instance::create(std::move(parts));
    if (!built) return fault("", built.error().message);
    now.instance = std::move(*built);
    return {};
}

Expected<std::vector<Database>::iterator> Configuration::find(Endpoint const& place) {
    auto& databases = instances_[place.instance].parts.databases;
    auto const found = std::find_if(databases.begin(), databases.end(),
                                    [&](Database const& one) { return one.name == place.database; });
    if (found == databases.end())
        return fault(
            "/database",
            fmt::format("expected a database of the instance at that time, found \"{}\"", place.database));
    return found;
}

bool Configuration::changes(EventKind const& event) {
    return !std::holds_alternative<SendMessage>(event) && !std::holds_alternative<Advance>(event) &&
           !std::holds_alternative<Acknowledge>(event) && !std::holds_alternative<RequestEnded>(event);
}

namespace {

// The routes of a table, to be changed.
std::vector<Route> copied(RoutingTable const& table) {
    std::vector<Route> routes;
    for (auto const* route : table.as_given()) routes.push_back(*route);
    return routes;
}

std::vector<Route>::iterator named(std::vector<Route>& routes, std::string const& name) {
    return std::find_if(routes.begin(), routes.end(), [&](Route const& one) { return one.name == name; });
}

tl::unexpected<Error> no_such_route(std::string where, std::string const& name) {
    return fault(std::move(where),
                 fmt::format("expected a route of the table at that time, found \"{}\"", name));
}

Expected<void> change_routes(Database& database, EventKind const& event) {
    auto routes = copied(database.routes);
    if (auto const* created = std::get_if<RouteCreated>(&event)) {
        routes.push_back(created->route);
    } else if (auto const* altered = std::get_if<RouteAltered>(&event)) {
        auto const place = named(routes, altered->route.name);
        if (place == routes.end()) return no_such_route("/route/name", altered->route.name);
        *place = altered->route;
    } else if (auto const* dropped = std::get_if<RouteDropped>(&event)) {
        auto const place = named(routes, dropped->route);
        if (place == routes.end()) return no_such_route("/name", dropped->route);
        routes.erase(place);
    }
    auto table = RoutingTable::create(std::move(routes));
    if (!table) return fault("/route/name", "expected a name that no route of the table has at that time");
    database.routes = std::move(*table);
    return {};
}

}  // namespace

Expected<void> Configuration::apply(EventKind const& event) {
    auto const with_database = [&](Endpoint const& place, auto change) -> Expected<void> {
        auto database = find(place);
        if (!database) return tl::unexpected(database.error());
        if (auto changed = change(**database); !changed) return changed;
        return rebuild(place.instance);
    };
    auto const with_routes = [&](Endpoint const& table) {
        return with_database(table, [&](Database& database) { return change_routes(database, event); });
    };
    return std::visit(Match{[&](RouteCreated const& one) { return with_routes(one.table); },
                            [&](RouteAltered const& one) { return with_routes(one.table); },
                            [&](RouteDropped const& one) { return with_routes(one.table); },
                            [&](InstanceReach const& one) -> Expected<void> {
                                instances_[one.instance].reach = one.reach;
                                return {};
                            },
                            [&](LinkReach const& one) -> Expected<void> {
                                if (one.reach == Reach::down)
                                    links_down_.insert(link(one.one, one.other));
                                else
                                    links_down_.erase(link(one.one, one.other));
                                return {};
                            },
                            [&](RoleChanged const& one) {
                                instances_[one.instance].role = one.role;
                                return rebuild(one.instance);
                            },
                            [&](BrokerChanged const& one) {
                                return with_database(one.database, [&](Database& database) -> Expected<void> {
                                    database.broker = one.broker;
                                    return {};
                                });
                            },
                            [&](IdentifierChanged const& one) {
                                return with_database(one.database, [&](Database& database) -> Expected<void> {
                                    database.service_broker_guid = one.identifier;
                                    return {};
                                });
                            },
                            [&](DatabaseMoved const& one) -> Expected<void> {
                                auto database = find(one.database);
                                if (!database) return tl::unexpected(database.error());
                                auto moved = std::move(**database);
                                auto& here = instances_[one.database.instance].parts.databases;
                                here.erase(*database);
                                instances_[one.to].parts.databases.push_back(std::move(moved));
                                if (auto left = rebuild(one.database.instance); !left) return left;
                                return rebuild(one.to);
                            },
                            [](auto const&) -> Expected<void> { return {}; }},
                      event);
}

namespace {

std::optional<Error> fault_of_names(TimelineParts const& parts) {
    std::set<std::string> names;
    std::vector<Address> addresses;
    for (std::size_t i = 0; i < parts.instances.size(); ++i) {
        auto const& setup = parts.instances[i];
        if (!names.insert(setup.name).second)
            return Error{fmt::format("/instances/{}/name", i), "expected a name that no other instance has"};
        auto const& mirrored = setup.mirrored_databases;
        auto const unknown = std::find_if(mirrored.begin(), mirrored.end(), [&](std::string const& name) {
            return setup.instance.database(name) == nullptr;
        });
        if (unknown != mirrored.end())
            return Error{fmt::format("/instances/{}/mirrored_databases/{}", i, unknown - mirrored.begin()),
                         "expected a database of the instance"};
        auto const own = setup.instance.addresses();
        auto const taken = std::find_first_of(own.begin(), own.end(), addresses.begin(), addresses.end());
        if (taken != own.end())
            return Error{fmt::format("/instances/{}/instance/addresses/{}", i, taken - own.begin()),
                         "expected an address that no other instance has"};
        addresses.insert(addresses.end(), own.begin(), own.end());
    }
    std::set<std::string> conversations;
    for (std::size_t i = 0; i < parts.conversations.size(); ++i) {
        auto const& one = parts.conversations[i];
        if (!conversations.insert(one.id).second)
            return Error{fmt::format("/conversations/{}/id", i),
                         "expected an id that no other conversation has"};
        if (parts.instances[one.initiator.instance].instance.database(one.initiator.database) == nullptr)
            return Error{fmt::format("/conversations/{}/database", i), "expected a database of the instance"};
    }
    return std::nullopt;
}

// Whether an id is one of `name-1` to `name-count`.
bool is_counted(std::string const& id, std::string const& name, std::uint64_t count) {
    std::uint64_t const number = std::strtoull(id.c_str() + (id.rfind('-') + 1), nullptr, 10);
    return number >= 1 && number <= count && id == fmt::format("{}-{}", name, number);
}

// The ids of the messages that were sent. Those of a counted event can be too many to list.
class SentMessages {
public:
    [[nodiscard]] bool contains(std::string const& id) const {
        if (single_.contains(id)) return true;
        auto const counted = counted_.find(id.substr(0, id.rfind('-')));
        if (counted == counted_.end()) return false;
        return is_counted(id, counted->first, counted->second);
    }
    // False if an earlier message has the id, or one of the ids.
    bool insert(SendMessage const& send) {
        auto const& name = send.message;
        if (!send.count) return !contains(name) && single_.insert(name).second;
        // In between are those that begin with the name and a dash.
        bool const is_taken =
            std::any_of(single_.lower_bound(name + "-"), single_.lower_bound(name + "."),
                        [&](std::string const& id) { return is_counted(id, name, *send.count); });
        return !is_taken && counted_.emplace(name, *send.count).second;
    }

private:
    std::set<std::string> single_;
    std::map<std::string, std::uint64_t> counted_;
};

// The messages that an event sends, and those that are acknowledged, are known.
std::optional<Error> fault_of_messages(EventKind const& event, SentMessages& sent) {
    if (auto const* send = std::get_if<SendMessage>(&event))
        if (!sent.insert(*send)) return Error{"/message", "expected an id that no earlier message has"};
    if (auto const* acknowledge = std::get_if<Acknowledge>(&event))
        if (!sent.contains(acknowledge->message))
            return Error{"/message", "expected a message that was sent before"};
    return std::nullopt;
}

}  // namespace

Expected<Timeline> Timeline::create(TimelineParts parts) {
    if (auto fault = fault_of_names(parts)) return tl::unexpected(std::move(*fault));
    Timeline timeline(std::move(parts));
    auto now = std::make_shared<Configuration const>(timeline.parts_.instances);
    timeline.configurations_.push_back(now);
    SentMessages sent;
    auto last = timeline.parts_.start;
    for (std::size_t i = 0; i < timeline.parts_.events.size(); ++i) {
        auto const& event = timeline.parts_.events[i];
        auto const at = [&](Error error) {
            return tl::unexpected(
                Error{fmt::format("/events/{}{}", i, error.where), std::move(error.message)});
        };
        if (event.at < last)
            return at({"/at",
                       fmt::format("expected a time not before {}, found {}", last.text(), event.at.text())});
        last = event.at;
        if (auto fault = fault_of_messages(event.kind, sent)) return at(std::move(*fault));
        if (auto const* acknowledge = std::get_if<Acknowledge>(&event.kind))
            timeline.acknowledged_.insert(acknowledge->message);
        if (Configuration::changes(event.kind)) {
            auto next = std::make_shared<Configuration>(*now);
            if (auto applied = next->apply(event.kind); !applied) return at(std::move(applied.error()));
            now = std::move(next);
        }
        timeline.configurations_.push_back(now);
    }
    return timeline;
}

}  // namespace ssbroute::delivery
