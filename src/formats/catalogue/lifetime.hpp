// LIFETIME: seconds from the execution of a statement, where sys.routes has the time of expiry.
#pragma once

#include <cstdint>
#include <optional>

#include "model/utc_time.hpp"

namespace ssbroute::formats {

/// The time `seconds` after `start`; nothing if it lies outside the years 0000 to 9999.
std::optional<UtcTime> later(UtcTime start, std::int64_t seconds);

/// The last time that a catalogue view can hold, to the second.
UtcTime last_time();

/// The whole seconds from `start` to `end`, rounded down; negative if `end` is earlier.
std::int64_t seconds_between(UtcTime start, UtcTime end);

}  // namespace ssbroute::formats
