// For tests: the instances of a timeline in one expression.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "delivery/timeline.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::test {

/// When timelines begin that do not care.
inline UtcTime const start = UtcTime::from_unix_seconds(0);

/// Its address is `TCP://NAME.example:4022`; msdb has no route but one that is LOCAL.
inline delivery::InstanceSetup instance(std::string name, std::vector<Database> databases) {
    InstanceParts parts;
    parts.addresses.emplace_back("TCP://" + name + ".example:4022");
    parts.databases = std::move(databases);
    parts.databases.push_back(database("msdb").routing_by({route("Local")}));
    return {std::move(name), Instance::create(std::move(parts)).value()};
}

/// Forwards by these routes of its msdb.
inline delivery::InstanceSetup forwarder(std::string name, std::vector<Route> routes,
                                         std::vector<Database> databases = {}) {
    InstanceParts parts;
    parts.message_forwarding = MessageForwarding::enabled;
    parts.addresses.emplace_back("TCP://" + name + ".example:4022");
    parts.databases = std::move(databases);
    parts.databases.push_back(database("msdb").routing_by(std::move(routes)));
    return {std::move(name), Instance::create(std::move(parts)).value()};
}

/// A database Parts with the service OrderParts.
inline DatabaseBuilder target(std::string identifier) {
    return database("Parts").identified_by(std::move(identifier)).offering({"OrderParts"});
}

}  // namespace ssbroute::test
