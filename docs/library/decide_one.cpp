// Decides one message from values, without JSON, with the installed library:
//   c++ -std=c++20 decide_one.cpp $(pkg-config --cflags --libs ssbroute) -o decide_one
#include <iostream>
#include <optional>
#include <utility>
#include <variant>

#include "model/scenario.hpp"
#include "oracle/answer.hpp"

using namespace ssbroute;

int main() {
    Route const local{"AutoCreatedLocal", std::nullopt,     std::nullopt,
                      std::nullopt,       Address("LOCAL"), std::nullopt};
    Route const order_parts{"OrderPartsRoute",
                            ServiceName("OrderParts"),
                            std::nullopt,
                            std::nullopt,
                            Address("TCP://host2.Adventure-Works.com:4022/"),
                            std::nullopt};

    InstanceParts parts;
    parts.databases.push_back({.name = "AdventureWorks2008R2",
                               .services = {ServiceName("ManufacturingService")},
                               .routes = RoutingTable::create({local, order_parts}).value()});
    parts.databases.push_back({.name = "msdb", .routes = RoutingTable::create({local}).value()});

    Message const message{.origin_database = "AdventureWorks2008R2",
                          .to_service_name = ServiceName("OrderParts")};
    auto scenario = Scenario::create(Instance::create(std::move(parts)).value(), message, std::nullopt);
    if (!scenario) {
        std::cerr << scenario.error().where << ": " << scenario.error().message << "\n";
        return 2;
    }

    RoutingProcess process(std::move(*scenario));
    for (auto const& outcome : answer(process).permitted)
        if (auto const* send = std::get_if<Send>(&outcome))
            std::cout << "send to " << send->address.text() << "\n";
}
