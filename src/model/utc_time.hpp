// Points in time. Nothing in the library reads a clock: time is a value that is passed in.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ssbroute {

/// A point in time in UTC, to the nanosecond: `lifetime` of sys.routes (datetime, UTC), the time of a
/// decision, the beginning of a conversation.
class UtcTime {
public:
    /// Reads RFC 3339 (`2026-01-01T00:00:00Z`, `2026-01-01 01:00:00.5+01:00`; letters in either case)
    /// and, as a catalogue view is exported, the same without an offset, which then is UTC. Nothing if
    /// `text` is no such time, if its second is 60, if it is finer than a nanosecond, or if in UTC it
    /// lies outside the years 0000 to 9999.
    static std::optional<UtcTime> parse(std::string_view text);

    /// `seconds` since 1970-01-01T00:00:00Z.
    static UtcTime from_unix_seconds(std::int64_t seconds) { return {seconds, 0}; }
    /// The whole seconds since then.
    [[nodiscard]] std::int64_t unix_seconds() const { return seconds_; }

    /// The point so many seconds later.
    [[nodiscard]] UtcTime after_seconds(std::int64_t seconds) const {
        return {seconds_ + seconds, nanoseconds_};
    }

    /// `2026-01-01T00:00:00Z`, with a fraction only where there is one.
    [[nodiscard]] std::string text() const;

    friend auto operator<=>(UtcTime const&, UtcTime const&) = default;

private:
    UtcTime(std::int64_t seconds, std::uint32_t nanoseconds) : seconds_(seconds), nanoseconds_(nanoseconds) {}

    std::int64_t seconds_;
    std::uint32_t nanoseconds_;
};

}  // namespace ssbroute
