#include "formats/tsql/text_encoding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ssbroute::formats {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

std::string fault_of(std::string const& bytes) {
    auto const text = to_utf8(bytes);
    EXPECT_FALSE(text);
    return text ? "" : text.error().message;
}

TEST(ToUtf8, LeavesUtf8) {
    EXPECT_EQ(to_utf8("").value(), "");
    EXPECT_EQ(to_utf8("USE a").value(), "USE a");
    EXPECT_EQ(to_utf8("\u00E9\u20AC\U0001F600").value(), "\u00E9\u20AC\U0001F600");
    EXPECT_EQ(to_utf8("a\0b"s).value(), "a\0b"s);
}

TEST(ToUtf8, TakesTheByteOrderMarkAway) {
    EXPECT_EQ(to_utf8("\xEF\xBB\xBFUSE a").value(), "USE a");
    EXPECT_EQ(to_utf8("\xEF\xBB\xBF").value(), "");
    EXPECT_EQ(to_utf8("\xFF\xFEU\0S\0"s).value(), "US");
    EXPECT_EQ(to_utf8("\xFE\xFF\0U\0S"s).value(), "US");
    EXPECT_EQ(to_utf8("\xFF\xFE").value(), "");
}

TEST(ToUtf8, KnowsUtf16WithoutAByteOrderMark) {
    EXPECT_EQ(to_utf8("U\0S\0E\0 \0\xE9\0\xAC\x20"s).value(), "USE \u00E9\u20AC");
    EXPECT_EQ(to_utf8("\0U\0S\0E\0 \0\xE9\x20\xAC"s).value(), "USE \u00E9\u20AC");
    EXPECT_EQ(to_utf8("G\0"s).value(), "G");
}

TEST(ToUtf8, ReadsSurrogatePairs) {
    EXPECT_EQ(to_utf8("\xFF\xFE\x3D\xD8\x00\xDE"s).value(), "\U0001F600");
    EXPECT_EQ(to_utf8("\xFE\xFF\xD8\x3D\xDE\x00"s).value(), "\U0001F600");
}

TEST(ToUtf8, TakesWhatIsNoUtf8ForWindows1252) {
    EXPECT_EQ(to_utf8("caf\xE9").value(), "caf\u00E9");
    EXPECT_EQ(to_utf8("\x80\x93\x94\x9F\xFF").value(), "\u20AC\u201C\u201D\u0178\u00FF");
    EXPECT_EQ(to_utf8("\x81\x9D").value(), "\u0081\u009D");
    // One byte that is no UTF-8 makes all of it Windows-1252.
    EXPECT_EQ(to_utf8("\xC3\xA9 \xE9").value(), "\u00C3\u00A9 \u00E9");
    // Overlong, a surrogate, beyond Unicode, cut off.
    EXPECT_EQ(to_utf8("\xC0\x80").value(), "\u00C0\u20AC");
    EXPECT_EQ(to_utf8("\xED\xA0\x80").value(), "\u00ED\u00A0\u20AC");
    EXPECT_EQ(to_utf8("\xF4\x90\x80\x80").value(), "\u00F4\u0090\u20AC\u20AC");
    EXPECT_EQ(to_utf8("\xE2\x82").value(), "\u00E2\u201A");
}

TEST(ToUtf8, RefusesUtf16ThatIsNone) {
    EXPECT_THAT(fault_of("\xFF\xFEU\0S"s), HasSubstr("odd number of bytes"));
    EXPECT_THAT(fault_of("\xFF\xFEU\0\x3D\xD8"s), HasSubstr("half a surrogate pair at byte 2"));
    EXPECT_THAT(fault_of("\xFF\xFE\x3D\xD8U\0"s), HasSubstr("half a surrogate pair at byte 0"));
    EXPECT_THAT(fault_of("\xFF\xFE\x00\xDE"s), HasSubstr("half a surrogate pair at byte 0"));
    EXPECT_THAT(fault_of("\xFF\xFE\x3D"s), HasSubstr("odd number of bytes"));
}

TEST(ToUtf8, RefusesUtf32) {
    EXPECT_THAT(fault_of("\xFF\xFE\0\0U\0\0\0"s), HasSubstr("UTF-32"));
    EXPECT_THAT(fault_of("\0\0\xFE\xFF\0\0\0U"s), HasSubstr("UTF-32"));
}

}  // namespace
}  // namespace ssbroute::formats
