#include "formats/catalogue/lifetime.hpp"

#include <cstdint>
#include <gtest/gtest.h>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using test::time;

TEST(Lifetime, CountsSecondsFromATime) {
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), 60), time("2026-01-01T00:01:00Z"));
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), std::int64_t{86400} * 365), time("2027-01-01T00:00:00Z"));
    EXPECT_EQ(later(time("1969-12-31T23:59:59Z"), 1), time("1970-01-01T00:00:00Z"));
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), 0), time("2026-01-01T00:00:00Z"));
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), -1), time("2025-12-31T23:59:59Z"));
}

TEST(Lifetime, KeepsTheFractionOfASecond) {
    EXPECT_EQ(later(time("2026-01-01T00:00:00.25Z"), 60), time("2026-01-01T00:01:00.25Z"));
    EXPECT_EQ(later(time("1969-12-31T23:59:59.5Z"), 1), time("1970-01-01T00:00:00.5Z"));
}

TEST(Lifetime, EndsWithTheYear9999) {
    EXPECT_EQ(later(time("9999-12-31T23:59:58Z"), 1), last_time());
    EXPECT_EQ(last_time(), time("9999-12-31T23:59:59Z"));
    EXPECT_EQ(later(time("9999-12-31T23:59:58Z"), 2), std::nullopt);
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), 9223372036854775807), std::nullopt);
    EXPECT_EQ(later(time("2026-01-01T00:00:00Z"), -9223372036854775807 - 1), std::nullopt);
    EXPECT_EQ(later(time("0000-01-01T00:00:00Z"), -1), std::nullopt);
}

TEST(Lifetime, SecondsBetweenTwoTimesAreWholeOnes) {
    EXPECT_EQ(seconds_between(time("2026-01-01T00:00:00Z"), time("2026-01-01T00:01:00Z")), 60);
    EXPECT_EQ(seconds_between(time("2026-01-01T00:01:00Z"), time("2026-01-01T00:00:00Z")), -60);
    EXPECT_EQ(seconds_between(time("2026-01-01T00:00:00Z"), time("2026-01-01T00:01:00.9Z")), 60);
    EXPECT_EQ(seconds_between(time("2026-01-01T00:00:00.5Z"), time("2026-01-01T00:01:00Z")), 59);
    EXPECT_EQ(seconds_between(time("2026-01-01T00:00:00.5Z"), time("2026-01-01T00:01:00.5Z")), 60);
    EXPECT_EQ(seconds_between(time("0000-01-01T00:00:00Z"), time("9999-12-31T23:59:59Z")), 315569519999);
}

}  // namespace
}  // namespace ssbroute::formats
