#include "picture/typesetting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ssbroute::picture {
namespace {

using testing::ElementsAre;

constexpr Font ten_letters{Face::monospaced, 1};
constexpr double ten = 10 * 0.62 + 0.01;

TEST(Width, GrowsWithTextAndSize) {
    EXPECT_GT(width("ab", ten_letters), width("a", ten_letters));
    EXPECT_DOUBLE_EQ(width("abc", {Face::monospaced, 20}), 2 * width("abc", {Face::monospaced, 10}));
    EXPECT_EQ(width("", ten_letters), 0);
}

TEST(Width, IsThatOfLettersNotOfBytes) {
    EXPECT_EQ(width("\xC3\xA9", ten_letters), width("e", ten_letters));
    EXPECT_GT(width("\xE6\xBC\xA2", ten_letters), width("e", ten_letters));
}

TEST(Width, OfBoldTextIsMore) {
    EXPECT_GT(width("Sales", {Face::bold, 14}), width("Sales", {Face::proportional, 14}));
}

TEST(Wrap, LeavesWhatFits) { EXPECT_THAT(wrap("0123456789", ten_letters, ten), ElementsAre("0123456789")); }

TEST(Wrap, BreaksAtBlanks) {
    EXPECT_THAT(wrap("one two three", ten_letters, ten), ElementsAre("one two", "three"));
    EXPECT_THAT(wrap("0123456789 next", ten_letters, ten), ElementsAre("0123456789", "next"));
}

TEST(Wrap, BreaksInsideOfLongWords) {
    EXPECT_THAT(wrap(std::string(25, 'x'), ten_letters, ten),
                ElementsAre(std::string(10, 'x'), std::string(10, 'x'), "xxxxx"));
    EXPECT_THAT(wrap("to " + std::string(12, 'x'), ten_letters, ten),
                ElementsAre("to", std::string(10, 'x'), "xx"));
}

TEST(Wrap, DoesNotBreakLetters) {
    EXPECT_THAT(wrap("\xC3\xA9\xC3\xA9", {Face::monospaced, 1}, 0.7), ElementsAre("\xC3\xA9", "\xC3\xA9"));
}

TEST(Wrap, HasALineForEveryText) {
    EXPECT_THAT(wrap("", ten_letters, ten), ElementsAre(""));
    EXPECT_THAT(wrap("ab", ten_letters, 0), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace ssbroute::picture
