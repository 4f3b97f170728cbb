// A scenario that can be changed and built again.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.hpp"
#include "model/scenario.hpp"

namespace ssbroute::testing {

/// What a Database is made of.
struct DatabaseParts {
    std::string name;
    std::optional<BrokerIdentifier> service_broker_guid = std::nullopt;
    Broker broker = Broker::enabled;
    std::vector<ServiceName> services = {};
    std::vector<Route> routes = {};
};

/// What a Scenario is made of. Scenarios are immutable; a property changes these and builds again.
struct ScenarioParts {
    std::optional<UtcTime> now = std::nullopt;
    MessageForwarding message_forwarding = MessageForwarding::disabled;
    std::vector<Address> addresses = {};
    std::vector<ServiceName> pending_route_requests = {};
    std::vector<DatabaseParts> databases = {};
    Message message = {.to_service_name = ServiceName("")};

    /// The parts of an existing scenario.
    static ScenarioParts of(Scenario const& scenario);

    /// The scenario, or why these parts make none.
    [[nodiscard]] Expected<Scenario> build() const;
    /// The scenario of parts that are known to make one.
    [[nodiscard]] Scenario built() const;

    [[nodiscard]] bool is_outgoing() const { return message.origin_database.has_value(); }
    /// The database of this name. Where there is none, as after shrinking, an empty one is added.
    [[nodiscard]] DatabaseParts& database(std::string_view name);
    /// The database of this name; there must be one.
    [[nodiscard]] DatabaseParts const& database(std::string_view name) const;
    /// The sending database, or msdb: the one whose table is searched first.
    [[nodiscard]] DatabaseParts& searched();
    [[nodiscard]] DatabaseParts const& searched() const;
};

/// Whether a database for routing has this service: it lists it, and its broker is enabled.
bool offers(DatabaseParts const& database, ServiceName const& service);
/// Whether some database does.
bool is_offered(ScenarioParts const& parts, ServiceName const& service);
/// Whether a database for routing has this identifier.
bool has_identifier(DatabaseParts const& database, BrokerIdentifier const& identifier);
/// The enabled database that has the identifier of the message; nullptr if none has, or none is given.
DatabaseParts const* identified(ScenarioParts const& parts);

/// Puts a route into a table at a place from 0 to its end, under a name that is new there.
void add_route(DatabaseParts& database, Route route, std::size_t place = 0);

/// Gives a service another name, wherever it stands.
void rename_service(ScenarioParts& parts, ServiceName from, ServiceName const& to);

// RapidCheck and gtest print counterexamples as JSON, ready for `ssbroute decide -`.
void showValue(ScenarioParts const& parts, std::ostream& out);

}  // namespace ssbroute::testing

namespace ssbroute {

struct Answer;

// Found by the type of their argument, so in its namespace.
void showValue(Scenario const& scenario, std::ostream& out);
void showValue(Answer const& answer, std::ostream& out);
void showValue(Route const& route, std::ostream& out);
void showValue(Message const& message, std::ostream& out);

}  // namespace ssbroute
