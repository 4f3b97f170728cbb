#include "model/utf_8.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace ssbroute {
namespace {

char32_t stray(unsigned char byte) { return stray_byte + byte; }

// The letters of some text, which have to make the text again.
Letters letters(std::string_view text) {
    auto found = letters_of(text);
    std::string again;
    for (auto const letter : found) append(again, letter);
    EXPECT_EQ(again, text);
    return found;
}

TEST(Utf8, TextIsItsLetters) {
    EXPECT_EQ(letters(""), Letters());
    EXPECT_EQ(letters("OrderParts"), U"OrderParts");
    EXPECT_EQ(letters("a\u00E9b\u20ACc\U0001F600d"), U"a\u00E9b\u20ACc\U0001F600d");
}

TEST(Utf8, ALetterHasOneByteMoreFromTheFirstThatNeedsItOn) {
    for (char32_t const letter : {U'\u0000', U'\u007F', U'\u0080', U'\u07FF', U'\u0800', U'\uFFFF',
                                  U'\U00010000', U'\U00040000', U'\U0010FFFF'}) {
        std::string text;
        append(text, letter);
        EXPECT_EQ(letters(text), Letters{letter});
        auto const length = letter < 0x80 ? 1U : letter < 0x800 ? 2U : letter < 0x10000 ? 3U : 4U;
        EXPECT_EQ(text.size(), length) << static_cast<unsigned>(letter);
    }
    std::string text;
    append(text, U'\u20AC');
    EXPECT_EQ(text, "\xE2\x82\xAC");
}

TEST(Utf8, ABreakInASequenceMakesItsFirstByteStray) {
    EXPECT_EQ(letters("\xE2\x82"), (Letters{stray(0xE2), stray(0x82)}));
    EXPECT_EQ(letters("\xE2\x41\xAC"), (Letters{stray(0xE2), U'A', stray(0xAC)}));
    EXPECT_EQ(letters("\xE2\x82\x41"), (Letters{stray(0xE2), stray(0x82), U'A'}));
    EXPECT_EQ(letters("\xC3"), Letters{stray(0xC3)});
    EXPECT_EQ(letters("\xC3\xC3\xA9"), (Letters{stray(0xC3), U'\u00E9'}));
}

TEST(Utf8, BytesThatBeginNothingAreStray) {
    for (int byte = 0x80; byte <= 0xFF; ++byte) {
        bool const begins = byte >= 0xC2 && byte <= 0xF4;
        auto const first = static_cast<unsigned char>(byte);
        // One of these may follow any first byte; of the others what follows makes a letter too long, too
        // large, or half of a pair.
        bool found = false;
        for (auto const* rest : {"\x80", "\xA0\x80", "\x80\x80", "\x90\x80\x80", "\x80\x80\x80"})
            found = found || letters(std::string{static_cast<char>(first)} + rest).size() == 1;
        EXPECT_EQ(found, begins) << byte;
    }
}

TEST(Utf8, WhatIsLongerThanItsLetterNeedsIsStray) {
    EXPECT_EQ(letters("\xC1\xBF").size(), 2U);
    EXPECT_EQ(letters("\xE0\x9F\xBF").size(), 3U);
    EXPECT_EQ(letters("\xF0\x8F\xBF\xBF").size(), 4U);
}

TEST(Utf8, HalvesOfPairsAndWhatIsBehindTheLastLetterAreStray) {
    EXPECT_EQ(letters("\xED\x9F\xBF"), U"\uD7FF");
    EXPECT_EQ(letters("\xED\xA0\x80").size(), 3U);
    EXPECT_EQ(letters("\xED\xBF\xBF").size(), 3U);
    EXPECT_EQ(letters("\xEE\x80\x80"), U"\uE000");
    EXPECT_EQ(letters("\xF4\x8F\xBF\xBF"), U"\U0010FFFF");
    EXPECT_EQ(letters("\xF4\x90\x80\x80").size(), 4U);
}

}  // namespace
}  // namespace ssbroute
