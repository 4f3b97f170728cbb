// An instance while scripts and exports of it are read: its catalogue views, and what statements do to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/catalogue/in_order.hpp"
#include "formats/catalogue/reported.hpp"
#include "model/error.hpp"
#include "model/instance.hpp"
#include "model/utc_time.hpp"
#include "routing/route_definition.hpp"

namespace ssbroute::formats {

/// Whether a definition that the server would refuse has no effect, or is taken all the same (and told).
enum class Strictness : std::uint8_t { as_the_server, lenient };

/// ALTER DATABASE ... SET ENABLE_BROKER | DISABLE_BROKER | NEW_BROKER.
enum class BrokerChange : std::uint8_t { enable, disable, renew };

/// What the server would say to a statement. An error has no effect; a warning is a definition that the
/// server would refuse and that was taken all the same.
struct Complaint {
    Severity severity;
    /// With the number in sys.messages and the rule where there is one: `message 9661: DEFINE-3: ...`.
    std::string message;

    friend bool operator==(Complaint const&, Complaint const&) = default;
};

/// None where a statement is simply done.
using Complaints = std::vector<Complaint>;

/// The catalogue views of one instance. It starts as a new instance does: msdb with AutoCreatedLocal, master
/// without routes. Databases and routes are found without regard to case (ASCII), as under the default
/// collation; services byte by byte, as NAME-1 compares them. Each statement costs the same however much
/// there is.
class Server {
public:
    explicit Server(std::string name, Strictness strictness = Strictness::as_the_server);

    [[nodiscard]] std::string const& name() const { return name_; }

    // What the catalogue views say.

    [[nodiscard]] bool has_database(std::string_view database) const;
    /// Whether there was such a database until it was dropped.
    [[nodiscard]] bool is_dropped(std::string_view database) const;
    [[nodiscard]] bool has_route(std::string_view database, std::string_view route) const;
    [[nodiscard]] bool has_service(std::string_view database, std::string_view service) const;

    /// The databases in the order in which they came, as they are spelled: first master and msdb.
    [[nodiscard]] std::vector<std::string> databases() const;
    /// The name of a database as it was spelled first; as it is given where there is no such database.
    [[nodiscard]] std::string spelled(std::string_view database) const;
    /// `service_broker_guid`; nothing where it is not known.
    [[nodiscard]] std::optional<BrokerIdentifier> identifier(std::string_view database) const;
    /// `is_broker_enabled`; nothing where there is no such database.
    [[nodiscard]] std::optional<Broker> broker(std::string_view database) const;
    /// A row of sys.routes; nullptr where there is none. It lasts until the table changes.
    [[nodiscard]] Route const* route(std::string_view database, std::string_view route) const;
    /// How many rows sys.routes and sys.services have.
    [[nodiscard]] std::size_t count_routes(std::string_view database) const;
    [[nodiscard]] std::size_t count_services(std::string_view database) const;
    /// Whether a row of sys.routes, or a name in sys.services, passes a test. Looks at them one by one, no
    /// further than it must.
    bool any_route(std::string_view database, std::function<bool(Route const&)> const& test) const;
    bool any_service(std::string_view database, std::function<bool(ServiceName const&)> const& test) const;
    /// The Service Broker endpoint that was made last and not dropped.
    [[nodiscard]] std::optional<std::string> const& endpoint() const { return endpoint_; }

    // What statements do.

    /// A database that is named but was not made here: it is taken to exist, enabled, with AutoCreatedLocal.
    /// Whether it is met for the first time.
    bool assume_database(std::string_view database);
    /// A new database has an enabled broker and AutoCreatedLocal; its identifier is not known.
    Complaints create_database(std::string_view database);
    Complaints drop_database(std::string_view database);
    /// The new identifier of NEW_BROKER is unknown; the broker is then enabled.
    Complaints change_broker(std::string_view database, BrokerChange change);

    Complaints create_service(std::string_view database, std::string_view service);
    Complaints drop_service(std::string_view database, std::string_view service);

    /// The lifetime counts from `now`.
    Complaints create_route(std::string_view database, std::string_view route,
                            RouteDefinition const& definition, UtcTime now);
    /// Changes only what is given. The whole that would result is what is checked.
    Complaints alter_route(std::string_view database, std::string_view route,
                           RouteDefinition const& definition, UtcTime now);
    Complaints drop_route(std::string_view database, std::string_view route);

    /// CREATE or ALTER ENDPOINT ... FOR SERVICE_BROKER; what is not given stays. There is one at most.
    void set_endpoint(std::optional<int> port, std::optional<MessageForwarding> forwarding);
    void name_endpoint(std::string_view endpoint);
    /// DROP ENDPOINT: no port is known any more, and nothing is forwarded.
    Complaints drop_endpoint(std::string_view endpoint);
    /// Another name of the computer it runs on; what cannot stand in an address is passed over.
    void add_host(std::string_view host);
    /// master is shown in the instance only where it matters: where it has a route or a service, and after
    /// this.
    void show_master() { shows_master_ = true; }

    // What exports say: rows of the catalogue views. A database that is not there is added.

    /// sys.databases.
    void set_database(std::string_view database, std::optional<BrokerIdentifier> service_broker_guid,
                      Broker broker);
    /// sys.routes, whole: AutoCreatedLocal is there only if it is a row. Definitions are not checked, the
    /// server has them; of two routes of one name the second is left out.
    Complaints set_routes(std::string_view database, std::vector<Route> routes);
    /// sys.services, whole.
    void set_services(std::string_view database, std::vector<ServiceName> services);

    /// A whole instance in place of what a new one has. Of databases, or routes of one, whose names differ in
    /// nothing but case, the first is kept.
    Complaints load(Instance const& instance);

    /// The instance as it is now. With an endpoint of a known port, `addresses` has `TCP://HOST:PORT` for
    /// localhost, 127.0.0.1, [::1], and every host added. An Error if two enabled databases share an
    /// identifier.
    [[nodiscard]] Expected<Instance> instance() const;

private:
    struct DatabaseEntry {
        std::string name;
        std::optional<BrokerIdentifier> service_broker_guid = std::nullopt;
        Broker broker = Broker::enabled;
        InOrder<ServiceName, WithCase> services = {};
        InOrder<Route, WithoutCase> routes = {};
    };

    DatabaseEntry& add_database(std::string_view database);
    DatabaseEntry& database_or_new(std::string_view database);
    void set_state(DatabaseEntry& entry, std::optional<BrokerIdentifier> service_broker_guid, Broker broker);
    [[nodiscard]] bool is_shown(DatabaseEntry const& entry) const;
    // What is wrong with a definition, and whether it has its effect.
    struct Judgment {
        std::vector<std::string> messages = {};
        bool has_effect = true;

        void forbid(std::string message);
        [[nodiscard]] Complaints complaints() const;
    };
    [[nodiscard]] Judgment judge(std::string_view route, RouteDefinition const& definition,
                                 UtcTime now) const;

    std::string name_;
    Strictness strictness_;
    InOrder<DatabaseEntry, WithoutCase> databases_;
    std::unordered_map<std::string, std::size_t> enabled_identifiers_;  // by their canonical spelling
    std::optional<std::string> endpoint_;
    std::optional<int> port_;
    MessageForwarding forwarding_ = MessageForwarding::disabled;
    std::vector<std::string> hosts_;
    std::vector<Address> loaded_addresses_;
    std::vector<ServiceName> pending_route_requests_;
    std::unordered_set<std::string> dropped_;  // databases, in lower case
    bool shows_master_ = false;
};

}  // namespace ssbroute::formats
