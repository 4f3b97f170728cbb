// What a decision costs, beside what its parts cannot do without. ratios.py puts them side by side.
#include <benchmark/benchmark.h>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/answer.hpp"
#include "oracle/sample.hpp"

namespace {

using namespace ssbroute;

std::string service_name(std::int64_t number) { return "Service" + std::to_string(number); }

std::string identifier(std::int64_t number) {
    auto const digits = std::to_string(number);
    return "00000000-0000-0000-0000-" + std::string(12 - digits.size(), '0') + digits;
}

Route network_route(std::int64_t number, std::string service,
                    std::optional<BrokerIdentifier> broker_instance) {
    return {"Route" + std::to_string(number),
            ServiceName(std::move(service)),
            std::move(broker_instance),
            std::nullopt,
            Address("TCP://host" + std::to_string(number) + ".example:4022"),
            std::nullopt};
}

Instance instance_with(std::vector<Route> routes) {
    InstanceParts parts;
    parts.databases.push_back({"Sender"});
    parts.databases.back().routes = RoutingTable::create(std::move(routes)).value();
    parts.databases.push_back({"msdb"});
    return Instance::create(std::move(parts)).value();
}

Scenario scenario(Instance const& instance, std::string service) {
    Message message{"Sender", SentBy::initiator, ServiceName(std::move(service)), std::nullopt, std::nullopt};
    return Scenario::create(instance, std::move(message), std::nullopt).value();
}

// The numbers of the services that are asked for, spread over a table of `size`.
std::vector<std::int64_t> asked(std::int64_t size) {
    constexpr std::int64_t most = 1024;
    constexpr std::int64_t stride =
        7919;  // a prime: every service of a small table, far apart in a large one
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < most; ++i) numbers.push_back(i * stride % size);
    return numbers;
}

void map_find(benchmark::State& state) {
    std::unordered_map<std::string, std::int64_t> map;
    for (std::int64_t i = 0; i < state.range(0); ++i) map.emplace(service_name(i), i);
    std::vector<std::string> names;
    for (auto const number : asked(state.range(0))) names.push_back(service_name(number));
    std::size_t at = 0;
    for (auto _ : state) {  // NOLINT(clang-analyzer-deadcode.DeadStores): a pass of the loop is its meaning
        benchmark::DoNotOptimize(map.find(names[at]));
        at = (at + 1) % names.size();
    }
}
BENCHMARK(map_find)->Arg(10)->Arg(1'000'000);

void sampled_decision(benchmark::State& state) {
    std::vector<Route> routes;
    for (std::int64_t i = 0; i < state.range(0); ++i) routes.push_back(network_route(i, service_name(i), {}));
    auto const instance = instance_with(std::move(routes));
    std::vector<RoutingProcess> processes;
    for (auto const number : asked(state.range(0)))
        processes.emplace_back(scenario(instance, service_name(number)));
    std::size_t at = 0;
    std::uint64_t seed = 0;
    for (auto _ : state) {  // NOLINT(clang-analyzer-deadcode.DeadStores): a pass of the loop is its meaning
        benchmark::DoNotOptimize(sample(processes[at], ++seed));
        at = (at + 1) % processes.size();
    }
}
BENCHMARK(sampled_decision)->Arg(10)->Arg(1'000'000);

void permitted_set(benchmark::State& state) {
    std::vector<Route> routes;
    for (std::int64_t i = 0; i < state.range(0); ++i)
        routes.push_back(network_route(i, "Balanced", BrokerIdentifier(identifier(i))));
    RoutingProcess process(scenario(instance_with(std::move(routes)), "Balanced"));
    for (auto _ : state)  // NOLINT(clang-analyzer-deadcode.DeadStores): a pass of the loop is its meaning
        benchmark::DoNotOptimize(
            answer(process, {}, OtherReadings::left_out));  // NOLINT(clang-analyzer-deadcode.DeadStores): a
                                                            // pass of the loop is its meaning
}
BENCHMARK(permitted_set)->Arg(1'000)->Arg(10'000);

}  // namespace

BENCHMARK_MAIN();
