#include "model/broker_identifier.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute {
namespace {

constexpr auto lower_case = "0123abcd-4567-89ef-0123-456789abcdef";
constexpr auto upper_case = "0123ABCD-4567-89EF-0123-456789ABCDEF";
constexpr auto in_braces = "{0123ABCD-4567-89EF-0123-456789ABCDEF}";

bool is_guid(std::string text) { return BrokerIdentifier(std::move(text)).is_guid(); }

TEST(BrokerIdentifier, IsKeptAsItIsWritten) { EXPECT_EQ(BrokerIdentifier(in_braces).text(), in_braces); }

TEST(BrokerIdentifier, GuidsAreEqualWithoutRegardToCase) {
    EXPECT_EQ(BrokerIdentifier(lower_case), BrokerIdentifier(upper_case));
}

TEST(BrokerIdentifier, GuidsAreEqualWithoutRegardToBraces) {
    EXPECT_EQ(BrokerIdentifier(lower_case), BrokerIdentifier(in_braces));
}

TEST(BrokerIdentifier, GuidsThatDifferInADigitDiffer) {
    EXPECT_NE(BrokerIdentifier(lower_case), BrokerIdentifier("0123abcd-4567-89ef-0123-456789abcdee"));
    EXPECT_NE(BrokerIdentifier(lower_case), BrokerIdentifier("1123abcd-4567-89ef-0123-456789abcdef"));
}

TEST(BrokerIdentifier, EqualGuidsShareACanonicalSpelling) {
    EXPECT_EQ(BrokerIdentifier(in_braces).canonical(), BrokerIdentifier(lower_case).canonical());
    EXPECT_EQ(BrokerIdentifier(upper_case).canonical(), BrokerIdentifier(lower_case).canonical());
}

TEST(BrokerIdentifier, AGuidIsWrittenWithOrWithoutAPairOfBraces) {
    EXPECT_TRUE(is_guid(lower_case));
    EXPECT_TRUE(is_guid(in_braces));
}

TEST(BrokerIdentifier, UnbalancedBracesMakeNoGuid) {
    std::string const digits = lower_case;
    EXPECT_FALSE(is_guid("{" + digits));
    EXPECT_FALSE(is_guid(digits + "}"));
    EXPECT_FALSE(is_guid("}" + digits + "{"));
    EXPECT_FALSE(is_guid("{" + digits + "{"));
    EXPECT_FALSE(is_guid("}" + digits + "}"));
    EXPECT_FALSE(is_guid("{{" + digits + "}}"));
    EXPECT_FALSE(is_guid("(" + digits + ")"));
}

TEST(BrokerIdentifier, AGuidIsWrittenWithHexadecimalDigits) {
    EXPECT_FALSE(is_guid("g123abcd-4567-89ef-0123-456789abcdef"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcdeg"));
}

TEST(BrokerIdentifier, AGuidIsWrittenWithHyphens) {
    EXPECT_FALSE(is_guid("0123abcd456789ef0123456789abcdef"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123456789abcdef"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde-"));
    EXPECT_FALSE(is_guid("0123abcd_4567_89ef_0123_456789abcdef"));
}

TEST(BrokerIdentifier, AGuidHasEightFourFourFourTwelveDigits) {
    EXPECT_FALSE(is_guid("0123abc-d4567-89ef-0123-456789abcdef"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcdef0"));
}

TEST(BrokerIdentifier, AGuidHasHexadecimalDigitsOnly) {
    EXPECT_FALSE(is_guid("0123abcg-4567-89ef-0123-456789abcdef"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde/"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde:"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde@"));
    EXPECT_FALSE(is_guid("0123abcd-4567-89ef-0123-456789abcde`"));
}

TEST(BrokerIdentifier, SpacesAroundDigitsMakeNoGuid) {
    EXPECT_FALSE(is_guid(std::string(" ") + lower_case));
    EXPECT_FALSE(is_guid(std::string(lower_case) + " "));
    EXPECT_FALSE(is_guid(std::string(" ") + lower_case + " "));
}

TEST(BrokerIdentifier, TextThatIsNoGuidEqualsOnlyTheSameText) {
    EXPECT_EQ(BrokerIdentifier("MyBroker"), BrokerIdentifier("MyBroker"));
    EXPECT_NE(BrokerIdentifier("MyBroker"), BrokerIdentifier("mybroker"));
    EXPECT_NE(BrokerIdentifier("MyBroker"), BrokerIdentifier("{MyBroker}"));
}

TEST(BrokerIdentifier, AnUnbalancedBraceKeepsTwoGuidsApart) {
    EXPECT_NE(BrokerIdentifier(std::string("{") + lower_case), BrokerIdentifier(lower_case));
    EXPECT_NE(BrokerIdentifier(std::string("{") + lower_case),
              BrokerIdentifier(std::string("{") + upper_case));
}

TEST(BrokerIdentifier, TheEmptyTextIsAnIdentifier) {
    EXPECT_FALSE(is_guid(""));
    EXPECT_EQ(BrokerIdentifier(""), BrokerIdentifier(""));
    EXPECT_NE(BrokerIdentifier(""), BrokerIdentifier("a"));
}

TEST(BrokerIdentifier, TheOrderAgreesWithEquality) {
    EXPECT_TRUE((BrokerIdentifier(in_braces) <=> BrokerIdentifier(lower_case)) == 0);
    EXPECT_LT(BrokerIdentifier("11111111-1111-1111-1111-111111111111"),
              BrokerIdentifier("{22222222-2222-2222-2222-222222222222}"));
}

TEST(BrokerIdentifier, FromGuidTakesGuidsAsTheyAreWritten) {
    auto const identifier = BrokerIdentifier::from_guid(in_braces);
    ASSERT_TRUE(identifier);
    EXPECT_EQ(identifier->text(), in_braces);
}

TEST(BrokerIdentifier, FromGuidRefusesAnyOtherText) {
    EXPECT_FALSE(BrokerIdentifier::from_guid("MyBroker"));
    EXPECT_FALSE(BrokerIdentifier::from_guid(""));
    EXPECT_FALSE(BrokerIdentifier::from_guid(std::string("{") + lower_case));
}

}  // namespace
}  // namespace ssbroute
