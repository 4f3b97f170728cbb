// For tests: routes, databases and scenarios in one expression, and outcomes as one line of text.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/outcome.hpp"
#include "model/route.hpp"
#include "model/routing_table.hpp"
#include "model/scenario.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::test {

inline UtcTime time(std::string_view text) { return UtcTime::parse(text).value(); }

/// `route("R").to("Svc").at("LOCAL")`. Without `at` the address is LOCAL.
class RouteBuilder {
public:
    explicit RouteBuilder(std::string name)
        : route_{std::move(name), std::nullopt, std::nullopt, std::nullopt, Address("LOCAL"), std::nullopt} {}

    RouteBuilder& to(std::string service) {
        route_.remote_service_name = ServiceName(std::move(service));
        return *this;
    }
    RouteBuilder& with(std::string identifier) {
        route_.broker_instance = BrokerIdentifier(std::move(identifier));
        return *this;
    }
    RouteBuilder& until(std::string_view lifetime) {
        route_.lifetime = time(lifetime);
        return *this;
    }
    RouteBuilder& at(std::string address) {
        route_.address = Address(std::move(address));
        return *this;
    }
    RouteBuilder& mirrored_at(std::string address) {
        route_.mirror_address = Address(std::move(address));
        return *this;
    }
    operator Route() const { return route_; }  // NOLINT(google-explicit-constructor)

private:
    Route route_;
};

inline RouteBuilder route(std::string name) { return RouteBuilder(std::move(name)); }

/// `database("A").identified_by(guid).offering({"Svc"}).routing_by({route("R")})`.
class DatabaseBuilder {
public:
    explicit DatabaseBuilder(std::string name) { database_.name = std::move(name); }

    DatabaseBuilder& identified_by(std::string guid) {
        database_.service_broker_guid = BrokerIdentifier(std::move(guid));
        return *this;
    }
    DatabaseBuilder& disabled() {
        database_.broker = Broker::disabled;
        return *this;
    }
    DatabaseBuilder& offering(std::vector<std::string> const& services) {
        for (auto const& service : services) database_.services.emplace_back(service);
        return *this;
    }
    DatabaseBuilder& routing_by(std::vector<Route> routes) {
        database_.routes = RoutingTable::create(std::move(routes)).value();
        return *this;
    }
    operator Database() const { return database_; }  // NOLINT(google-explicit-constructor)

private:
    Database database_;
};

inline DatabaseBuilder database(std::string name) { return DatabaseBuilder(std::move(name)); }

/// `outgoing("A", "Svc").in({database("A")}).now("2026-01-01T00:00:00Z")`. Where no msdb is given, one
/// without routes is added at the end.
class ScenarioBuilder {
public:
    ScenarioBuilder(std::optional<std::string> origin, std::string service)
        : message_{std::move(origin), SentBy::initiator, ServiceName(std::move(service))} {}

    ScenarioBuilder& with(std::string identifier) {
        message_.to_broker_instance = BrokerIdentifier(std::move(identifier));
        return *this;
    }
    ScenarioBuilder& sent_by(SentBy side) {
        message_.sent_by = side;
        return *this;
    }
    ScenarioBuilder& begun_at(std::string_view instant) {
        message_.conversation_begun_at = time(instant);
        return *this;
    }
    ScenarioBuilder& now(std::string_view instant) {
        now_ = time(instant);
        return *this;
    }
    ScenarioBuilder& in(std::vector<Database> databases) {
        instance_.databases = std::move(databases);
        return *this;
    }
    ScenarioBuilder& forwarding() {
        instance_.message_forwarding = MessageForwarding::enabled;
        return *this;
    }
    ScenarioBuilder& own_address(std::string address) {
        instance_.addresses.emplace_back(std::move(address));
        return *this;
    }
    ScenarioBuilder& pending(std::string service) {
        instance_.pending_route_requests.emplace_back(std::move(service));
        return *this;
    }
    operator Scenario() const {  // NOLINT(google-explicit-constructor)
        auto parts = instance_;
        bool const has_msdb = std::any_of(parts.databases.begin(), parts.databases.end(),
                                          [](Database const& one) { return one.name == "msdb"; });
        if (!has_msdb) parts.databases.push_back(database("msdb"));
        return Scenario::create(Instance::create(std::move(parts)).value(), message_, now_).value();
    }

private:
    InstanceParts instance_;
    Message message_;
    std::optional<UtcTime> now_;
};

inline ScenarioBuilder outgoing(std::string origin, std::string service) {
    return {std::move(origin), std::move(service)};
}
inline ScenarioBuilder incoming(std::string service) { return {std::nullopt, std::move(service)}; }

inline constexpr auto guid_1 = "11111111-1111-1111-1111-111111111111";
inline constexpr auto guid_2 = "22222222-2222-2222-2222-222222222222";
inline constexpr auto guid_3 = "33333333-3333-3333-3333-333333333333";

/// `send TCP://a:1 or TCP://b:1`, `deliver A`, `delay`, `delay, route requested`, `drop`.
inline std::string text(Outcome const& outcome) {
    struct Writer {
        static std::string pair(Address const& address, std::optional<Address> const& mirror) {
            return address.text() + (mirror ? " or " + mirror->text() : "");
        }
        std::string operator()(Deliver const& one) const { return "deliver " + one.database; }
        std::string operator()(Send const& one) const {
            return "send " + pair(one.address, one.mirror_address);
        }
        std::string operator()(Forward const& one) const {
            return "forward " + pair(one.address, one.mirror_address);
        }
        std::string operator()(Delay const& one) const {
            return one.route_request == RouteRequest::made ? "delay, route requested" : "delay";
        }
        std::string operator()(Drop const&) const { return "drop"; }
    };
    return std::visit(Writer{}, outcome);
}

}  // namespace ssbroute::test
