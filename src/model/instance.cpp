#include "model/instance.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ssbroute {
namespace {

constexpr std::string_view msdb_name = "msdb";

Error fault_in_database(std::size_t number, std::string_view member, std::string message) {
    return {"/databases/" + std::to_string(number) + "/" + std::string(member), std::move(message)};
}

}  // namespace

struct Instance::Index {
    explicit Index(InstanceParts given) : parts(std::move(given)) {}

    InstanceParts parts;
    Database const* msdb = nullptr;
    std::unordered_map<std::string_view, Database const*> by_name;
    std::unordered_map<std::string_view, Database const*> by_identifier;
    std::unordered_map<std::string_view, std::vector<Database const*>> by_service;
    std::set<Address> addresses;
    std::unordered_set<std::string_view> pending;
};

Expected<Instance> Instance::create(InstanceParts parts) {
    auto index = std::make_shared<Index>(std::move(parts));
    auto const& databases = index->parts.databases;
    for (std::size_t i = 0; i < databases.size(); ++i) {
        Database const& database = databases[i];
        if (!index->by_name.emplace(database.name, &database).second)
            return tl::unexpected(fault_in_database(
                i, "name",
                "expected a name that no other database has, found '" + database.name + "' again"));
        if (database.broker == Broker::disabled) continue;

        if (auto const& guid = database.service_broker_guid) {
            auto const [found, is_new] = index->by_identifier.emplace(guid->canonical(), &database);
            if (!is_new)
                return tl::unexpected(fault_in_database(i, "service_broker_guid",
                                                        "expected an identifier that no other database with "
                                                        "an enabled broker has, found that of '" +
                                                            found->second->name + "'"));
        }
        for (auto const& service : database.services) {
            auto& having_it = index->by_service[service.text()];
            if (having_it.empty() || having_it.back() != &database) having_it.push_back(&database);
        }
    }
    auto const msdb = index->by_name.find(msdb_name);
    if (msdb == index->by_name.end())
        return tl::unexpected(Error{"/databases", "expected a database msdb among them"});
    index->msdb = msdb->second;
    index->addresses.insert(index->parts.addresses.begin(), index->parts.addresses.end());
    for (auto const& service : index->parts.pending_route_requests) index->pending.insert(service.text());
    return Instance(std::move(index));
}

MessageForwarding Instance::message_forwarding() const { return index_->parts.message_forwarding; }

std::span<Address const> Instance::addresses() const { return index_->parts.addresses; }

std::span<ServiceName const> Instance::pending_route_requests() const {
    return index_->parts.pending_route_requests;
}

std::span<Database const> Instance::databases() const { return index_->parts.databases; }

Database const& Instance::msdb() const { return *index_->msdb; }

Database const* Instance::database(std::string_view name) const {
    auto const found = index_->by_name.find(name);
    return found == index_->by_name.end() ? nullptr : found->second;
}

Database const* Instance::database_with_identifier(BrokerIdentifier const& identifier) const {
    auto const found = index_->by_identifier.find(identifier.canonical());
    return found == index_->by_identifier.end() ? nullptr : found->second;
}

std::span<Database const* const> Instance::databases_with_service(ServiceName const& name) const {
    auto const found = index_->by_service.find(name.text());
    if (found == index_->by_service.end()) return {};
    return found->second;
}

bool Instance::has_service(Database const& database, ServiceName const& name) const {
    auto const having_it = databases_with_service(name);
    return std::find(having_it.begin(), having_it.end(), &database) != having_it.end();
}

bool Instance::is_own_address(Address const& address) const { return index_->addresses.contains(address); }

bool Instance::is_route_request_pending(ServiceName const& name) const {
    return index_->pending.contains(name.text());
}

}  // namespace ssbroute
