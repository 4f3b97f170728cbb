#include "model/utc_time.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace ssbroute {
namespace {

std::string read(std::string_view text) {
    auto const time = UtcTime::parse(text);
    return time ? time->text() : "none";
}

TEST(UtcTime, IsReadAndWrittenInRfc3339) { EXPECT_EQ(read("2026-01-31T23:59:58Z"), "2026-01-31T23:59:58Z"); }

TEST(UtcTime, LettersAreInEitherCaseAndASpaceMayStandForT) {
    for (auto const* text : {"2026-01-02t03:04:05z", "2026-01-02 03:04:05Z", "2026-01-02 03:04:05z"})
        EXPECT_EQ(read(text), "2026-01-02T03:04:05Z") << text;
}

TEST(UtcTime, WithoutAnOffsetItIsUtc) {
    EXPECT_EQ(read("2026-01-02T03:04:05"), "2026-01-02T03:04:05Z");
    EXPECT_EQ(read("2026-01-02 03:04:05.5"), "2026-01-02T03:04:05.5Z");
}

TEST(UtcTime, CountsFrom1970) {
    EXPECT_EQ(UtcTime::parse("1970-01-01T00:00:00Z"), UtcTime::from_unix_seconds(0));
    EXPECT_EQ(UtcTime::parse("1970-01-02T00:00:01Z"), UtcTime::from_unix_seconds(86401));
    EXPECT_EQ(UtcTime::parse("1969-12-31T23:59:59Z"), UtcTime::from_unix_seconds(-1));
    EXPECT_EQ(UtcTime::parse("2001-09-09T01:46:40Z"), UtcTime::from_unix_seconds(1000000000));
}

TEST(UtcTime, BeforeTheEpochIsWrittenRight) {
    EXPECT_EQ(UtcTime::from_unix_seconds(-1).text(), "1969-12-31T23:59:59Z");
    EXPECT_EQ(UtcTime::from_unix_seconds(-86400).text(), "1969-12-31T00:00:00Z");
    EXPECT_EQ(read("1969-12-31T23:59:59.25Z"), "1969-12-31T23:59:59.25Z");
}

TEST(UtcTime, OffsetsAreConvertedToUtc) {
    EXPECT_EQ(read("2026-01-01T01:00:00+01:00"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(read("2025-12-31T18:30:00-05:30"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(read("2026-01-01T00:00:00+23:59"), "2025-12-31T00:01:00Z");
    EXPECT_EQ(read("2026-01-01T00:00:00-23:59"), "2026-01-01T23:59:00Z");
}

TEST(UtcTime, AnOffsetOfZeroIsUtcWithEitherSign) {
    EXPECT_EQ(read("2026-01-01T00:00:00+00:00"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(read("2026-01-01T00:00:00-00:00"), "2026-01-01T00:00:00Z");
}

TEST(UtcTime, TheSameInstantIsEqualHoweverItIsWritten) {
    EXPECT_EQ(UtcTime::parse("2026-01-01 01:00:00.50+01:00"), UtcTime::parse("2026-01-01T00:00:00.5z"));
}

TEST(UtcTime, AnOffsetHasTwoDigitsEachAndEndsAt2359) {
    for (auto const* offset :
         {"+24:00", "+00:60", "+1:00", "+01:0", "+0100", "+01", "+", "-", "+01:00:00", "Z+01:00", "UTC"})
        EXPECT_EQ(read(std::string("2026-01-01T00:00:00") + offset), "none") << offset;
}

TEST(UtcTime, AFractionHasOneToNineDigits) {
    EXPECT_EQ(read("2026-01-01T00:00:00.1Z"), "2026-01-01T00:00:00.1Z");
    EXPECT_EQ(read("2026-01-01T00:00:00.123456789Z"), "2026-01-01T00:00:00.123456789Z");
    EXPECT_EQ(read("2026-01-01T00:00:00.000000001Z"), "2026-01-01T00:00:00.000000001Z");
    EXPECT_EQ(read("2026-01-01T00:00:00.Z"), "none");
    EXPECT_EQ(read("2026-01-01T00:00:00."), "none");
}

TEST(UtcTime, ZerosBeyondTheNinthDigitOfAFractionAreNoFiner) {
    EXPECT_EQ(read("2026-01-01T00:00:00.1234567890Z"), "2026-01-01T00:00:00.123456789Z");
    EXPECT_EQ(read("2026-01-01T00:00:00.50000000000000000000Z"), "2026-01-01T00:00:00.5Z");
}

TEST(UtcTime, FinerThanANanosecondIsRefused) {
    EXPECT_EQ(read("2026-01-01T00:00:00.1234567891Z"), "none");
    EXPECT_EQ(read("2026-01-01T00:00:00.00000000001Z"), "none");
}

TEST(UtcTime, AFractionOfZeroIsNotWritten) {
    EXPECT_EQ(read("2026-01-01T00:00:00.000Z"), "2026-01-01T00:00:00Z");
}

TEST(UtcTime, TrailingZerosOfAFractionAreNotWritten) {
    EXPECT_EQ(read("2026-01-01T00:00:00.120Z"), "2026-01-01T00:00:00.12Z");
    EXPECT_EQ(read("2026-01-01T00:00:00.010Z"), "2026-01-01T00:00:00.01Z");
}

TEST(UtcTime, TheCommaIsNoDecimalPoint) { EXPECT_EQ(read("2026-01-01T00:00:00,5Z"), "none"); }

TEST(UtcTime, LaterIsGreaterToTheNanosecond) {
    EXPECT_LT(UtcTime::parse("2026-01-01T00:00:00Z"), UtcTime::parse("2026-01-01T00:00:00.000000001Z"));
    EXPECT_LT(UtcTime::parse("2026-01-01T00:00:00.999999999Z"), UtcTime::parse("2026-01-01T00:00:01Z"));
    EXPECT_LT(UtcTime::parse("1969-12-31T23:59:59.5Z"), UtcTime::parse("1970-01-01T00:00:00Z"));
    EXPECT_LT(UtcTime::parse("1969-12-31T23:59:59.25Z"), UtcTime::parse("1969-12-31T23:59:59.5Z"));
}

TEST(UtcTime, ALeapYearHasA29thOfFebruary) {
    EXPECT_EQ(read("2024-02-29T00:00:00Z"), "2024-02-29T00:00:00Z");
    EXPECT_EQ(read("2000-02-29T00:00:00Z"), "2000-02-29T00:00:00Z");
    EXPECT_EQ(read("0000-02-29T00:00:00Z"), "0000-02-29T00:00:00Z");
}

TEST(UtcTime, AnyOtherYearHasNone) {
    EXPECT_EQ(read("2026-02-29T00:00:00Z"), "none");
    EXPECT_EQ(read("1900-02-29T00:00:00Z"), "none");
    EXPECT_EQ(read("2100-02-29T00:00:00Z"), "none");
}

TEST(UtcTime, AnOffsetMayCrossTheLeapDay) {
    EXPECT_EQ(read("2024-03-01T00:30:00+01:00"), "2024-02-29T23:30:00Z");
    EXPECT_EQ(read("2026-02-28T23:30:00-01:00"), "2026-03-01T00:30:00Z");
}

TEST(UtcTime, DaysAndMonthsMustExist) {
    for (auto const* date :
         {"2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-04-31", "2026-02-30"})
        EXPECT_EQ(read(std::string(date) + "T00:00:00Z"), "none") << date;
}

TEST(UtcTime, HoursMinutesAndSecondsMustExist) {
    for (auto const* time : {"24:00:00", "00:60:00", "00:00:61", "99:00:00"})
        EXPECT_EQ(read(std::string("2026-01-01T") + time + "Z"), "none") << time;
}

TEST(UtcTime, ASecondOf60IsRefused) { EXPECT_EQ(read("2016-12-31T23:59:60Z"), "none"); }

TEST(UtcTime, TheYearsReachFrom0000To9999) {
    EXPECT_EQ(read("0000-01-01T00:00:00Z"), "0000-01-01T00:00:00Z");
    EXPECT_EQ(read("9999-12-31T23:59:59.999999999Z"), "9999-12-31T23:59:59.999999999Z");
}

TEST(UtcTime, AnOffsetThatLeavesTheseYearsIsRefused) {
    EXPECT_EQ(read("0000-01-01T00:59:59+01:00"), "none");
    EXPECT_EQ(read("9999-12-31T23:00:00-01:00"), "none");
}

TEST(UtcTime, AnOffsetThatJustStaysInTheseYearsIsTaken) {
    EXPECT_EQ(read("0000-01-01T01:00:00+01:00"), "0000-01-01T00:00:00Z");
    EXPECT_EQ(read("9999-12-31T22:59:59.5-01:00"), "9999-12-31T23:59:59.5Z");
}

TEST(UtcTime, AYearHasFourDigits) {
    for (auto const* year : {"026", "20260", "-2026", "+2026", "2O26"})
        EXPECT_EQ(read(std::string(year) + "-01-01T00:00:00Z"), "none") << year;
}

TEST(UtcTime, NothingMayBeMissing) {
    std::string_view const whole = "2026-01-02T03:04:05";
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_EQ(read(whole.substr(0, length)), "none") << length;
}

TEST(UtcTime, NothingMayStandAroundIt) {
    for (auto const* text :
         {" 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00ZZ", "2026-01-01  00:00:00Z",
          "2026-01-01_00:00:00Z", "2026/01/01T00:00:00Z", "2026-01-01T00.00.00Z"})
        EXPECT_EQ(read(text), "none") << text;
    EXPECT_EQ(read(std::string_view("2026-01-01T00:00:00Z\0", 21)), "none");
}

}  // namespace
}  // namespace ssbroute
