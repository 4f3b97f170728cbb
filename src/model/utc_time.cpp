#include "model/utc_time.hpp"

#include <chrono>
#include <fmt/format.h>

#include "model/ascii.hpp"

namespace ssbroute {
namespace {

constexpr std::int64_t seconds_a_day = 86400;
constexpr std::size_t digits_of_a_nanosecond = 9;

// Takes pieces off the front of a text; once one does not fit, `failed` stays true.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    // Exactly `digits` decimal digits, as a number between `lowest` and `highest`.
    int number(std::size_t digits, int lowest, int highest) {
        int value = 0;
        if (rest_.size() < digits) return fail();
        for (char const c : rest_.substr(0, digits)) {
            if (c < '0' || c > '9') return fail();
            value = value * 10 + (c - '0');
        }
        rest_.remove_prefix(digits);
        return value < lowest || value > highest ? fail() : value;
    }

    // One of the characters of `allowed`, ASCII letters in either case; '\0' if none is next.
    char one_of(std::string_view allowed) {
        if (rest_.empty() || allowed.find(ascii::lower(rest_.front())) == std::string_view::npos) return '\0';
        char const c = ascii::lower(rest_.front());
        rest_.remove_prefix(1);
        return c;
    }

    void require(std::string_view allowed) {
        if (one_of(allowed) == '\0') fail();
    }

    // The digits behind a decimal point, in nanoseconds; zeros beyond the ninth digit are accepted.
    std::uint32_t fraction() {
        std::uint32_t nanoseconds = 0;
        std::size_t digits = 0;
        for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++digits) {
            if (digits < digits_of_a_nanosecond)
                nanoseconds = nanoseconds * 10 + static_cast<std::uint32_t>(rest_.front() - '0');
            else if (rest_.front() != '0')
                fail();
            rest_.remove_prefix(1);
        }
        if (digits == 0) fail();
        for (; digits < digits_of_a_nanosecond; ++digits) nanoseconds *= 10;
        return nanoseconds;
    }

    [[nodiscard]] bool done() const { return !failed_ && rest_.empty(); }

private:
    int fail() {
        failed_ = true;
        return 0;
    }

    std::string_view rest_;
    bool failed_ = false;
};

std::int64_t days_since_1970(std::chrono::year_month_day date) {
    return std::chrono::sys_days(date).time_since_epoch().count();
}

}  // namespace

std::optional<UtcTime> UtcTime::parse(std::string_view text) {
    using std::chrono::day, std::chrono::month, std::chrono::year;
    Scanner scan(text);
    int const y = scan.number(4, 0, 9999);
    scan.require("-");
    int const m = scan.number(2, 1, 12);
    scan.require("-");
    int const d = scan.number(2, 1, 31);
    scan.require("t ");
    int const hour = scan.number(2, 0, 23);
    scan.require(":");
    int const minute = scan.number(2, 0, 59);
    scan.require(":");
    int const second = scan.number(2, 0, 59);
    std::uint32_t const nanoseconds = scan.one_of(".") != '\0' ? scan.fraction() : 0;
    std::int64_t offset = 0;
    char const sign = scan.one_of("z+-");
    if (sign == '+' || sign == '-') {
        int const offset_hours = scan.number(2, 0, 23);
        scan.require(":");
        offset = std::int64_t{offset_hours * 60 + scan.number(2, 0, 59)} * (sign == '+' ? 60 : -60);
    }
    std::chrono::year_month_day const date{year(y), month(static_cast<unsigned>(m)),
                                           day(static_cast<unsigned>(d))};
    if (!scan.done() || !date.ok()) return std::nullopt;

    auto const seconds =
        days_since_1970(date) * seconds_a_day + std::int64_t{hour * 60 + minute} * 60 + second - offset;
    auto const first = days_since_1970(year(0) / 1 / 1) * seconds_a_day;
    auto const behind_last = days_since_1970(year(10000) / 1 / 1) * seconds_a_day;
    if (seconds < first || seconds >= behind_last) return std::nullopt;
    return UtcTime(seconds, nanoseconds);
}

std::string UtcTime::text() const {
    auto days = seconds_ / seconds_a_day;
    if (seconds_ % seconds_a_day < 0) --days;
    std::chrono::year_month_day const date{std::chrono::sys_days(std::chrono::days(days))};
    auto const second = seconds_ - days * seconds_a_day;

    std::string fraction;
    if (nanoseconds_ != 0) {
        fraction = fmt::format(".{:09}", nanoseconds_);
        fraction.erase(fraction.find_last_not_of('0') + 1);
    }
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), second / 3600,
                       second / 60 % 60, second % 60, fraction);
}

}  // namespace ssbroute
