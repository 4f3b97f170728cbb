#include "model/ascii.hpp"

#include <gtest/gtest.h>
#include <string_view>

namespace ssbroute::ascii {
namespace {

using namespace std::string_view_literals;

TEST(Ascii, LowerFoldsEveryCapitalLetter) {
    EXPECT_EQ(lower("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "abcdefghijklmnopqrstuvwxyz");
}

TEST(Ascii, LowerLeavesTheNeighboursOfTheLettersAlone) { EXPECT_EQ(lower("@[`{09"), "@[`{09"); }

TEST(Ascii, LowerLeavesBytesBeyondAsciiAlone) {
    auto const capital_e_acute = "\xC3\x89";
    EXPECT_EQ(lower(capital_e_acute), capital_e_acute);
}

TEST(Ascii, EqualWithoutCaseIgnoresTheCaseOfLetters) { EXPECT_TRUE(equal_without_case("LoCaL", "lOcAl")); }

TEST(Ascii, EqualWithoutCaseTellsATextFromItsBeginning) {
    EXPECT_FALSE(equal_without_case("LOCAL", "LOCA"));
    EXPECT_FALSE(equal_without_case("LOCA", "LOCAL"));
}

TEST(Ascii, EqualWithoutCaseLooksBehindANul) {
    EXPECT_FALSE(equal_without_case("a\0b"sv, "a\0c"sv));
    EXPECT_TRUE(equal_without_case("a\0b"sv, "A\0B"sv));
}

TEST(Ascii, EqualWithoutCaseKnowsNoOtherLetters) {
    EXPECT_FALSE(equal_without_case("\xC3\x89", "\xC3\xA9"));  // E and e with acute accent
    EXPECT_FALSE(equal_without_case("\xE2\x84\xAA", "k"));     // the Kelvin sign folds to k in Unicode
}

TEST(Ascii, EmptyTextsAreEqual) { EXPECT_TRUE(equal_without_case("", "")); }

TEST(Ascii, CompareFoldsToLowerCaseSoThatTheUnderscoreStandsBeforeLetters) {
    EXPECT_TRUE(compare_without_case("_", "a") < 0);
    EXPECT_TRUE(compare_without_case("_", "A") < 0);
}

TEST(Ascii, CompareTakesBytesAsUnsigned) { EXPECT_TRUE(compare_without_case("z", "\x80") < 0); }

TEST(Ascii, CompareSetsABeginningBeforeTheWhole) {
    EXPECT_TRUE(compare_without_case("ab", "ABC") < 0);
    EXPECT_TRUE(compare_without_case("ABC", "ab") > 0);
    EXPECT_TRUE(compare_without_case("", "a") < 0);
}

TEST(Ascii, CompareGoesByTheFirstDifferenceNotByLength) { EXPECT_TRUE(compare_without_case("B", "ab") > 0); }

TEST(Ascii, HashWithoutCaseIsTheSameForTextsThatAreEqualWithoutCase) {
    EXPECT_EQ(hash_without_case("TCP://Host"), hash_without_case("tcp://hOST"));
    EXPECT_NE(hash_without_case("ab"), hash_without_case("ba"));
}

// The values are those that are published for FNV-1a with 64 bits.
TEST(Ascii, HashWithoutCaseIsFnv1aOfTheFoldedText) {
    EXPECT_EQ(hash_without_case(""), 0xCBF29CE484222325U);
    EXPECT_EQ(hash_without_case("a"), 0xAF63DC4C8601EC8CU);
    EXPECT_EQ(hash_without_case("FooBar"), 0x85944171F73967E8U);
}

}  // namespace
}  // namespace ssbroute::ascii
