#include "support/generators.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace ssbroute::testing {
namespace {

class RandomDice final : public Dice {
public:
    explicit RandomDice(rc::Random random) : random_(random) {}
    std::size_t below(std::size_t count) override { return static_cast<std::size_t>(random_.next() % count); }

private:
    rc::Random random_;
};

// A generator of what `draw` draws; `simpler` says what a value shrinks to.
template <typename Draw, typename Simpler>
auto drawn(Draw draw, Simpler simpler) {
    using Value = std::invoke_result_t<Draw, Dice&>;
    return rc::Gen<Value>([=](rc::Random const& random, int /*size*/) {
        RandomDice dice(random);
        return rc::shrinkable::shrinkRecur(
            draw(dice), [=](Value const& value) { return rc::seq::fromContainer(simpler(value)); });
    });
}

// Collects variations of one value.
template <typename Value>
class Variations {
public:
    explicit Variations(Value const& value) : value_(value) {}

    void add(std::function<void(Value&)> const& change) {
        variations_.push_back(value_);
        change(variations_.back());
    }
    void add_if(bool worthwhile, std::function<void(Value&)> const& change) {
        if (worthwhile) add(change);
    }
    std::vector<Value> take() && { return std::move(variations_); }

private:
    Value const& value_;
    std::vector<Value> variations_;
};

template <typename Value>
void erase_at(std::vector<Value>& values, std::size_t place) {
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(place));
}

Address plain(Address const& address) { return Address(address.canonical()); }

bool is_plain(std::optional<Address> const& address) {
    return !address || address->text() == address->canonical();
}

BrokerIdentifier plain(BrokerIdentifier const& identifier) {
    return BrokerIdentifier(identifier.canonical());
}

bool is_plain(std::optional<BrokerIdentifier> const& identifier) {
    return !identifier || identifier->text() == identifier->canonical();
}

constexpr auto plainest_service = "Svc";

void simplify_database(Variations<ScenarioParts>& variations, DatabaseParts const& database,
                       std::size_t place) {
    variations.add_if(database.routes.size() > 1,
                      [=](ScenarioParts& it) { it.databases[place].routes.clear(); });
    for (std::size_t route = 0; route < database.routes.size(); ++route)
        variations.add([=](ScenarioParts& it) { erase_at(it.databases[place].routes, route); });
    for (std::size_t service = 0; service < database.services.size(); ++service)
        variations.add([=](ScenarioParts& it) { erase_at(it.databases[place].services, service); });
    variations.add_if(database.service_broker_guid.has_value(),
                      [=](ScenarioParts& it) { it.databases[place].service_broker_guid.reset(); });
    variations.add_if(database.broker == Broker::disabled,
                      [=](ScenarioParts& it) { it.databases[place].broker = Broker::enabled; });
}

// Where it matters which route is first, the first may have to leave together with a change of order.
void simplify_order(Variations<ScenarioParts>& variations, DatabaseParts const& database, std::size_t place) {
    for (std::size_t last = 2; last < database.routes.size(); ++last)
        variations.add([=](ScenarioParts& it) {
            auto& routes = it.databases[place].routes;
            routes.front() = routes[last];
            erase_at(routes, last);
        });
}

void simplify_message(Variations<ScenarioParts>& variations, Message const& message) {
    variations.add_if(message.conversation_begun_at.has_value(),
                      [](ScenarioParts& it) { it.message.conversation_begun_at.reset(); });
    variations.add_if(message.to_broker_instance.has_value(),
                      [](ScenarioParts& it) { it.message.to_broker_instance.reset(); });
    variations.add_if(message.sent_by == SentBy::target,
                      [](ScenarioParts& it) { it.message.sent_by = SentBy::initiator; });
    variations.add_if(message.origin_database.has_value(),
                      [](ScenarioParts& it) { it.message.origin_database.reset(); });
}

// What is spelled in a way of its own is spelled plainly, one thing at a time.
void simplify_spelling(Variations<ScenarioParts>& variations, ScenarioParts const& parts) {
    variations.add_if(parts.message.to_service_name.text() != plainest_service, [](ScenarioParts& it) {
        rename_service(it, it.message.to_service_name, ServiceName(plainest_service));
    });
    variations.add_if(!is_plain(parts.message.to_broker_instance), [](ScenarioParts& it) {
        it.message.to_broker_instance = plain(*it.message.to_broker_instance);
    });
    for (std::size_t i = 0; i < parts.addresses.size(); ++i)
        variations.add_if(!is_plain(parts.addresses[i]),
                          [=](ScenarioParts& it) { it.addresses[i] = plain(it.addresses[i]); });
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        variations.add_if(!is_plain(parts.databases[i].service_broker_guid), [=](ScenarioParts& it) {
            it.databases[i].service_broker_guid = plain(*it.databases[i].service_broker_guid);
        });
}

void simplify_routes(Variations<ScenarioParts>& variations, DatabaseParts const& database,
                     std::size_t place) {
    for (std::size_t i = 0; i < database.routes.size(); ++i)
        for (auto const& route : simpler(database.routes[i]))
            variations.add([&](ScenarioParts& it) { it.databases[place].routes[i] = route; });
}

}  // namespace

std::vector<Route> simpler(Route const& route) {
    Variations variations(route);
    variations.add_if(route.mirror_address.has_value(), [](Route& it) { it.mirror_address.reset(); });
    variations.add_if(route.lifetime.has_value(), [](Route& it) { it.lifetime.reset(); });
    variations.add_if(route.broker_instance.has_value(), [](Route& it) { it.broker_instance.reset(); });
    variations.add_if(route.remote_service_name.has_value(),
                      [](Route& it) { it.remote_service_name.reset(); });
    variations.add_if(!route.address.is_local(), [](Route& it) { it.address = Address("LOCAL"); });
    variations.add_if(!is_plain(route.address), [](Route& it) { it.address = plain(it.address); });
    variations.add_if(!is_plain(route.mirror_address),
                      [](Route& it) { it.mirror_address = plain(*it.mirror_address); });
    variations.add_if(!is_plain(route.broker_instance),
                      [](Route& it) { it.broker_instance = plain(*it.broker_instance); });
    return std::move(variations).take();
}

std::vector<ScenarioParts> simpler(ScenarioParts const& parts, Shape const& shape) {
    Variations variations(parts);
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        variations.add([=](ScenarioParts& it) { erase_at(it.databases, i); });
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        simplify_database(variations, parts.databases[i], i);
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        simplify_order(variations, parts.databases[i], i);
    simplify_message(variations, parts.message);
    for (std::size_t i = 0; i < parts.addresses.size(); ++i)
        variations.add([=](ScenarioParts& it) { erase_at(it.addresses, i); });
    for (std::size_t i = 0; i < parts.pending_route_requests.size(); ++i)
        variations.add([=](ScenarioParts& it) { erase_at(it.pending_route_requests, i); });
    variations.add_if(parts.message_forwarding == MessageForwarding::enabled,
                      [](ScenarioParts& it) { it.message_forwarding = MessageForwarding::disabled; });
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        simplify_routes(variations, parts.databases[i], i);
    simplify_spelling(variations, parts);
    variations.add_if(parts.now.has_value(), [](ScenarioParts& it) { it.now.reset(); });

    auto candidates = std::move(variations).take();
    std::erase_if(candidates,
                  [&](ScenarioParts const& one) { return !one.build() || !has_shape(one, shape); });
    return candidates;
}

rc::Gen<ScenarioParts> scenario_parts(Shape const& shape) {
    return drawn([shape](Dice& dice) { return draw_scenario(dice, shape); },
                 [shape](ScenarioParts const& parts) { return simpler(parts, shape); });
}

rc::Gen<Scenario> scenarios(Shape const& shape) {
    return rc::gen::map(scenario_parts(shape), [](ScenarioParts const& parts) { return parts.built(); });
}

rc::Gen<Route> routes(Message const& message, Definitions definitions) {
    return drawn([=](Dice& dice) { return draw_route(dice, message, definitions); },
                 [=](Route const& route) {
                     auto candidates = simpler(route);
                     if (definitions == Definitions::well_formed)
                         std::erase_if(candidates, [](Route const& one) { return !is_well_formed(one); });
                     return candidates;
                 });
}

rc::Gen<DatabaseParts> databases(std::string const& name, Message const& message, Definitions definitions) {
    return drawn([=](Dice& dice) { return draw_database(dice, name, message, definitions); },
                 [](DatabaseParts const& /*database*/) { return std::vector<DatabaseParts>{}; });
}

rc::Gen<Message> messages(Shape const& shape) {
    return rc::gen::map(scenario_parts(shape), [](ScenarioParts const& parts) { return parts.message; });
}

rc::Gen<InstanceParts> instances() {
    return rc::gen::map(scenario_parts(), [](ScenarioParts const& parts) {
        InstanceParts instance{parts.message_forwarding, parts.addresses, parts.pending_route_requests};
        for (auto const& database : parts.built().instance().databases())
            instance.databases.push_back(database);
        return instance;
    });
}

rc::Gen<std::uint64_t> seeds() {
    return drawn(
        [](Dice& dice) -> std::uint64_t { return dice.below(std::numeric_limits<std::uint32_t>::max()); },
        [](std::uint64_t /*seed*/) { return std::vector<std::uint64_t>{}; });
}

}  // namespace ssbroute::testing
