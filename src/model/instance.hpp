// An instance of SQL Server, as far as routing looks at it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/address.hpp"
#include "model/broker_identifier.hpp"
#include "model/error.hpp"
#include "model/routing_table.hpp"
#include "model/service_name.hpp"

namespace ssbroute {

/// `is_broker_enabled` of sys.databases.
enum class Broker : std::uint8_t { disabled, enabled };

/// `is_message_forwarding_enabled` of sys.service_broker_endpoints.
enum class MessageForwarding : std::uint8_t { disabled, enabled };

/// A database of an instance.
struct Database {
    std::string name;
    /// `service_broker_guid` of sys.databases; nothing: an identifier that nobody knows.
    std::optional<BrokerIdentifier> service_broker_guid = std::nullopt;
    Broker broker = Broker::enabled;
    /// sys.services.
    std::vector<ServiceName> services = {};
    /// sys.routes.
    RoutingTable routes = {};
};

/// What an Instance is made of.
struct InstanceParts {
    MessageForwarding message_forwarding = MessageForwarding::disabled;
    /// The network addresses that resolve to this instance.
    std::vector<Address> addresses = {};
    /// The services for which a request to the dynamic routing service is pending.
    std::vector<ServiceName> pending_route_requests = {};
    /// msdb among them.
    std::vector<Database> databases = {};
};

/// An instance that a decision can be asked of. Immutable; copies share what they hold.
///
/// ENABLED-1. A database whose broker is disabled has, for routing, no services and no identifier:
/// `databases_with_service`, `database_with_identifier` and `has_service` do not see it.
class Instance {
public:
    /// An Error at `/databases` if there is no msdb, at `/databases/N/name` if database N has the name
    /// of an earlier one, at `/databases/N/service_broker_guid` if two databases with enabled brokers
    /// share an identifier.
    static Expected<Instance> create(InstanceParts parts);

    [[nodiscard]] MessageForwarding message_forwarding() const;
    [[nodiscard]] std::span<Address const> addresses() const;
    [[nodiscard]] std::span<ServiceName const> pending_route_requests() const;
    [[nodiscard]] std::span<Database const> databases() const;

    [[nodiscard]] Database const& msdb() const;
    /// The database of this name, whatever its broker; nullptr if there is none.
    [[nodiscard]] Database const* database(std::string_view name) const;
    /// The enabled database that has this identifier; nullptr if there is none.
    [[nodiscard]] Database const* database_with_identifier(BrokerIdentifier const& identifier) const;
    /// The enabled databases that have a service of this name, in the order of `databases`.
    [[nodiscard]] std::span<Database const* const> databases_with_service(ServiceName const& name) const;
    /// Whether `database`, which is one of `databases`, is enabled and has a service of this name.
    [[nodiscard]] bool has_service(Database const& database, ServiceName const& name) const;
    /// Whether a network address resolves to this instance.
    [[nodiscard]] bool is_own_address(Address const& address) const;
    /// Whether a request for a route to this service is pending.
    [[nodiscard]] bool is_route_request_pending(ServiceName const& name) const;

private:
    struct Index;
    explicit Instance(std::shared_ptr<Index const> index) : index_(std::move(index)) {}

    std::shared_ptr<Index const> index_;
};

}  // namespace ssbroute
