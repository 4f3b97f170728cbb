// One routing decision to be made.
#pragma once

#include <optional>

#include "model/error.hpp"
#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/utc_time.hpp"

namespace ssbroute {

/// An instance, a message that is in it, and the time. Immutable; copies share the instance.
class Scenario {
public:
    /// An Error at `/message/origin_database` if the instance has no such database, at
    /// `/instance/databases/N/routes/M/lifetime` if that route has a lifetime and `now` is not given.
    static Expected<Scenario> create(Instance instance, Message message, std::optional<UtcTime> now);

    [[nodiscard]] Instance const& instance() const { return instance_; }
    [[nodiscard]] Message const& message() const { return message_; }
    /// The time of the decision; nothing only if no route has a lifetime.
    [[nodiscard]] std::optional<UtcTime> const& now() const { return now_; }
    /// The sending database; nullptr: the message arrived from outside the instance.
    [[nodiscard]] Database const* origin() const { return origin_; }

private:
    Scenario(Instance instance, Message message, std::optional<UtcTime> now, Database const* origin)
        : instance_(std::move(instance)), message_(std::move(message)), now_(now), origin_(origin) {}

    Instance instance_;
    Message message_;
    std::optional<UtcTime> now_;
    Database const* origin_;  // in instance_, whose copies share their databases
};

}  // namespace ssbroute
