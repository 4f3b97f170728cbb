#include "picture/escape.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute::picture {
namespace {

TEST(Printable, LeavesTextAsItIs) {
    EXPECT_EQ(printable(" ~\\\"'\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
              " ~\\\"'\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(Printable, ShowsControlCharacters) {
    EXPECT_EQ(printable(std::string("a\0\n\x7f\xC2\x85", 6)), R"(a\u0000\u000a\u007f\u0085)");
    EXPECT_EQ(printable("\xE2\x80\xA8"), R"(\u2028)");
}

TEST(Printable, ShowsWhatTurnsTheDirectionOfWriting) {
    EXPECT_EQ(printable(std::string{'\xE2', '\x80', '\xAE'} + "abc"), R"(\u202eabc)");
    EXPECT_EQ(printable(std::string{'\xE2', '\x81', '\xA6'}), R"(\u2066)");
}

TEST(Printable, ReplacesWhatIsNoCharacter) {
    EXPECT_EQ(printable("a\xFFz"), "a\xEF\xBF\xBDz");
    // Half of a UTF-16 pair is no UTF-8: each byte for itself.
    EXPECT_EQ(printable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(printable("\xEF\xBF\xBF"), "\xEF\xBF\xBD");  // U+FFFF
    EXPECT_EQ(printable("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(ForXml, EscapesMarkup) {
    EXPECT_EQ(for_xml(R"(<a b="c">&amp;]]>)"), "&lt;a b=&quot;c&quot;&gt;&amp;amp;]]&gt;");
    EXPECT_EQ(for_xml("a\x1b"), R"(a\u001b)");
}

TEST(ForMermaid, EscapesWhatEndsALabelOrIsMarkup) {
    EXPECT_EQ(for_mermaid(R"(a;#<>"&`)"), "a#59;#35;#60;#62;#34;#38;#96;");
    EXPECT_EQ(for_mermaid("a\nb%$"), R"(a\u000ab#37;#36;)");
    EXPECT_EQ(for_mermaid("mystyle classDef class"), "my#115;tyle #99;lassDef class");
}

TEST(ForDot, EscapesQuotesBackslashesAndEntities) {
    EXPECT_EQ(for_dot(R"(a"b\lc&lt;)"), R"(a\"b\\lc&amp;lt;)");
    EXPECT_EQ(for_dot("a\nb"), R"(a\\u000ab)");
}

}  // namespace
}  // namespace ssbroute::picture
