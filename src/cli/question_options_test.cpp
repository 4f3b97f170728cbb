#include "cli/question_options.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace ssbroute::cli {
namespace {

using testing::HasSubstr;

// The options as a command line sets them.
class QuestionOptionsTest : public testing::Test {
protected:
    QuestionOptionsTest() { options_.add_to(command_); }

    void parse(std::vector<std::string> arguments) {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        command_.parse(std::move(arguments));
    }
    std::string fault_of_parsing(std::vector<std::string> arguments) {
        try {
            parse(std::move(arguments));
        } catch (CLI::ParseError const& fault) {
            return fault.what();
        }
        return "no fault";
    }

    CLI::App command_;
    QuestionOptions options_;
};

TEST_F(QuestionOptionsTest, AreTheDocumentsAnswersWithOtherReadingsWhereNothingIsSaid) {
    parse({});
    EXPECT_EQ(options_.seed, std::nullopt);
    EXPECT_EQ(options_.other_readings(), OtherReadings::explored);
    EXPECT_EQ(options_.profile().value(), Profile());
}

TEST_F(QuestionOptionsTest, LeaveOutOtherReadings) {
    parse({"--no-contested"});
    EXPECT_EQ(options_.other_readings(), OtherReadings::left_out);
}

TEST_F(QuestionOptionsTest, FixEveryReadingToEitherAnswer) {
    for (auto const& reading : readings)
        for (AnswerNumber number = 0; number < 2; ++number) {
            options_.fixed_readings.clear();
            command_.clear();
            parse({"--reading", std::string(reading.id) + "=" + std::string(reading.answers[number])});
            Profile expected;
            expected.prefer(reading.reading, number);
            EXPECT_EQ(options_.profile().value(), expected) << reading.id;
        }
}

TEST_F(QuestionOptionsTest, FixSeveralReadings) {
    parse({"--reading", "expiry-instant=live", "--reading=self-address=address-or-mirror"});
    Profile expected;
    expected.prefer(Reading::expiry_instant, 1);
    expected.prefer(Reading::self_address, 1);
    EXPECT_EQ(options_.profile().value(), expected);
}

TEST_F(QuestionOptionsTest, RefuseAnUnknownReading) {
    for (std::string const text :
         {"mood=good", "Expiry-Instant=live", "=live", "", "expiry-instant", "expiry-instant "}) {
        options_.fixed_readings = {text};
        auto const profile = options_.profile();
        ASSERT_FALSE(profile) << text;
        EXPECT_EQ(profile.error().where, "--reading " + text);
        EXPECT_THAT(profile.error().message, HasSubstr("expected ID=ANSWER with the id of a reading"));
    }
}

TEST_F(QuestionOptionsTest, RefuseAnUnknownAnswerAndNameTheAnswers) {
    for (std::string const answer : {"", "drop", "Live", " live", "live=live"}) {
        options_.fixed_readings = {"expiry-instant=" + answer};
        auto const profile = options_.profile();
        ASSERT_FALSE(profile) << answer;
        EXPECT_EQ(profile.error(),
                  (Error{"--reading expiry-instant=" + answer, "expected one of expired, live"}));
    }
}

TEST_F(QuestionOptionsTest, RefuseTwoAnswersToAReading) {
    options_.fixed_readings = {"expiry-instant=live", "expiry-instant=expired"};
    EXPECT_EQ(options_.profile().error(),
              (Error{"--reading expiry-instant=expired", "expected one answer for a reading, found two"}));
}

TEST_F(QuestionOptionsTest, AllowTheSameAnswerTwice) {
    options_.fixed_readings = {"expiry-instant=live", "expiry-instant=live"};
    EXPECT_EQ(options_.profile()->preferred(Reading::expiry_instant), 1);
}

TEST_F(QuestionOptionsTest, TakeASeedOfSixtyFourBits) {
    parse({"--sample", "0"});
    EXPECT_EQ(options_.seed, 0U);
    parse({"--sample", "18446744073709551615"});
    EXPECT_EQ(options_.seed, std::numeric_limits<std::uint64_t>::max());
}

TEST_F(QuestionOptionsTest, TakeALeadingZeroForNothing) {
    parse({"--sample", "010"});
    EXPECT_EQ(options_.seed, 10U);
}

TEST_F(QuestionOptionsTest, RefuseWhatIsNoSeed) {
    for (std::string const text : {"-1", "18446744073709551616", "x", "1x", "0x10", "1.0", "1e3", " 1", "+1"})
        EXPECT_THAT(fault_of_parsing({"--sample", text}),
                    HasSubstr("expected a whole number from 0 to 18446744073709551615"))
            << text;
}

TEST_F(QuestionOptionsTest, RefuseASampleWithoutSeed) {
    EXPECT_THAT(fault_of_parsing({"--sample"}), HasSubstr("--sample"));
}

}  // namespace
}  // namespace ssbroute::cli
