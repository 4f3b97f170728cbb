// Runs a timeline for ratios.py: `delivery-benchmark chain MESSAGES FORWARDERS` samples it and prints how
// many things happened; `delivery-benchmark two-targets MESSAGES` explores it and prints how many states
// there are.
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <string>

#include "delivery/histories.hpp"
#include "delivery/timeline.hpp"

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;

std::string address_of(std::size_t number) { return fmt::format("TCP://host{}.example:4022", number); }

Route route(std::string name, std::optional<ServiceName> service, std::optional<BrokerIdentifier> identifier,
            std::string address) {
    return {std::move(name), std::move(service),          std::move(identifier),
            std::nullopt,    Address(std::move(address)), std::nullopt};
}

InstanceSetup instance(std::size_t number, std::vector<Database> databases,
                       std::vector<Route> routes_of_msdb) {
    InstanceParts parts;
    parts.message_forwarding = MessageForwarding::enabled;
    parts.addresses.emplace_back(address_of(number));
    parts.databases = std::move(databases);
    parts.databases.push_back({"msdb"});
    parts.databases.back().routes = RoutingTable(std::move(routes_of_msdb));
    return {fmt::format("host{}", number), Instance::create(std::move(parts)).value()};
}

ServiceName const service("OrderParts");

Database sender(std::vector<Route> routes) {
    Database database{"Shop"};
    database.services.emplace_back("Orders");
    database.routes = RoutingTable(std::move(routes));
    return database;
}

Database target(std::optional<BrokerIdentifier> identifier) {
    Database database{"Parts", std::move(identifier)};
    database.services.push_back(service);
    return database;
}

TimelineParts one_conversation(std::uint64_t messages) {
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.acknowledgements = Acknowledgements::by_event;
    parts.parameters.resend_after.clear();
    parts.conversations.push_back({"c", {0, "Shop"}, ServiceName("Orders"), service});
    SendMessage send{"m", 0};
    send.count = messages;
    parts.events.push_back({parts.start, send});
    return parts;
}

// The sender, a chain of forwarders, and the target.
Timeline chain(std::uint64_t messages, std::size_t forwarders) {
    auto parts = one_conversation(messages);
    parts.instances.push_back(
        instance(0, {sender({route("Next", service, std::nullopt, address_of(1))})}, {}));
    for (std::size_t i = 1; i <= forwarders; ++i)
        parts.instances.push_back(instance(i, {}, {route("Next", service, std::nullopt, address_of(i + 1))}));
    parts.instances.push_back(instance(forwarders + 1, {target(std::nullopt)},
                                       {route("Local", std::nullopt, std::nullopt, "LOCAL")}));
    return Timeline::create(std::move(parts)).value();
}

Timeline two_targets(std::uint64_t messages) {
    auto parts = one_conversation(messages);
    BrokerIdentifier const one("5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d");
    BrokerIdentifier const two("81b1d3d0-288e-4d2c-b1d3-456cbb944b4f");
    parts.instances.push_back(instance(
        0, {sender({route("One", service, one, address_of(1)), route("Two", service, two, address_of(2))})},
        {}));
    parts.instances.push_back(
        instance(1, {target(one)}, {route("Local", std::nullopt, std::nullopt, "LOCAL")}));
    parts.instances.push_back(
        instance(2, {target(two)}, {route("Local", std::nullopt, std::nullopt, "LOCAL")}));
    return Timeline::create(std::move(parts)).value();
}

}  // namespace

int main(int argc, char** argv) {
    std::string const what = argc > 2 ? argv[1] : "";
    auto const messages = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    if (what == "chain" && argc == 4) {
        std::uint64_t happened = 0;
        sample(chain(messages, std::strtoull(argv[3], nullptr, 10)), 1, {},
               [&](Happening const& /*one*/) { ++happened; });
        std::cout << happened << "\n";
        return 0;
    }
    if (what == "two-targets" && argc == 3) {
        std::cout << explore(two_targets(messages), {}).states << "\n";
        return 0;
    }
    std::cerr << "usage: delivery-benchmark chain MESSAGES FORWARDERS | two-targets MESSAGES\n";
    return 2;
}
