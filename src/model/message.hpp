// The message to be routed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/broker_identifier.hpp"
#include "model/service_name.hpp"
#include "model/utc_time.hpp"

namespace ssbroute {

/// Which side of its conversation sent a message.
enum class SentBy : std::uint8_t { initiator, target };

/// A message, as far as routing looks at it.
struct Message {
    /// The database whose service sends it (outgoing); nothing: it arrived from outside (incoming).
    std::optional<std::string> origin_database = std::nullopt;
    SentBy sent_by = SentBy::initiator;
    /// `to_service_name` of sys.transmission_queue.
    ServiceName to_service_name;
    /// `to_broker_instance` of sys.transmission_queue; nothing: the conversation gives no identifier.
    std::optional<BrokerIdentifier> to_broker_instance = std::nullopt;
    /// When its conversation began; nothing: unknown.
    std::optional<UtcTime> conversation_begun_at = std::nullopt;
};

}  // namespace ssbroute
