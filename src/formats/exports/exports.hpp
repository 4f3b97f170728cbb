// Saved rows of catalogue views to an instance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/catalogue/server.hpp"
#include "formats/source.hpp"
#include "model/message.hpp"

namespace ssbroute::formats {

/// The catalogue views that say where messages go.
enum class CatalogueView : std::uint8_t {
    databases,
    routes,
    services,
    service_broker_endpoints,
    transmission_queue
};

/// `sys.routes`.
std::string_view name(CatalogueView view);

/// A row of sys.transmission_queue.
struct ExportedMessage {
    Message message;
    /// Nothing: NULL, or no such column. Empty: blank.
    std::optional<std::string> transmission_status;
    Place place;
};

struct Export {
    std::vector<ExportedMessage> messages;
    std::vector<Reported> reported;
};

/// Whether a text holds rows of catalogue views, in a form that rows.hpp lists.
bool looks_like_export(std::string_view text);

/// Reads rows of catalogue views, in UTF-8, and puts them into `server`. Which view they are of is told by a
/// column `view_name` or `catalog_view`, by the member that holds them, or by their columns, which have the
/// views' names in any case; columns that do not matter are passed over. Read are
///
/// - sys.databases: name, service_broker_guid, is_broker_enabled;
/// - sys.routes: name, remote_service_name, broker_instance, lifetime, address, mirror_address;
/// - sys.services: name;
/// - sys.service_broker_endpoints: is_message_forwarding_enabled; port, as sys.tcp_endpoints has it;
/// machine_name,
///   another name of the computer;
/// - sys.transmission_queue: to_service_name, to_broker_instance, transmission_status; is_initiator, as
///   sys.conversation_endpoints has it, without which the sender is the initiator.
///
/// A column `database_name` says which database a row is of; without one, it is of `database`. A row of
/// sys.routes or sys.services that has nothing else says that the database has none.
Export read_export(Source const& source, std::optional<std::string> const& database, Server& server);

}  // namespace ssbroute::formats
