#include "formats/catalogue/lifetime.hpp"

#include <string>

namespace ssbroute::formats {
namespace {

constexpr std::int64_t first_second = -62167219200;  // 0000-01-01T00:00:00Z
constexpr std::int64_t last_second = 253402300799;   // 9999-12-31T23:59:59Z

// `.5` of a time with such a fraction of a second; empty where there is none.
std::string fraction(UtcTime time) {
    auto const text = time.text();
    auto const point = text.find('.');
    return point == std::string::npos ? "" : text.substr(point, text.size() - point - 1);
}

}  // namespace

std::optional<UtcTime> later(UtcTime start, std::int64_t seconds) {
    auto const from = start.unix_seconds();
    if (seconds > last_second - from || seconds < first_second - from) return std::nullopt;
    auto const whole = UtcTime::from_unix_seconds(from + seconds);
    auto const rest = fraction(start);
    if (rest.empty()) return whole;
    auto text = whole.text();
    text.insert(text.size() - 1, rest);
    return UtcTime::parse(text);
}

UtcTime last_time() { return UtcTime::from_unix_seconds(last_second); }

std::int64_t seconds_between(UtcTime start, UtcTime end) {
    auto const difference = end.unix_seconds() - start.unix_seconds();
    // A start later within its second than the end within its own: the last second is not whole.
    auto const reached = later(start, difference);
    return reached && *reached <= end ? difference : difference - 1;
}

}  // namespace ssbroute::formats
