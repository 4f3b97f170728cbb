#include "review/similar_names.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute::review {
namespace {

TEST(SimilarNames, CaseIsFolded) {
    EXPECT_EQ(folded("OrderParts"), folded("ORDERPARTS"));
    EXPECT_EQ(folded("BESTELLUNG Ä"), folded("bestellung ä"));
    EXPECT_EQ(folded("ЗАКАЗ"), folded("заказ"));
    EXPECT_EQ(folded("ΠΑΡΑΓΓΕΛΙΑ"), folded("παραγγελια"));
    EXPECT_EQ(folded("ŽALUD"), folded("žalud"));
    EXPECT_NE(folded("×"), folded("÷"));  // U+00D7 and U+00F7 are no letters
}

TEST(SimilarNames, WidthIsFolded) {
    EXPECT_EQ(folded("Ｏｒｄｅｒ１"), folded("order1"));
    EXPECT_EQ(folded("a　b"), folded("a b"));  // U+3000
    EXPECT_EQ(folded("ﾁｭｳﾓﾝ"), folded("チュウモン"));
    EXPECT_EQ(folded("ｶﾞｿﾘﾝ"), folded("ガソリン"));
    EXPECT_EQ(folded("ﾊﾟｰﾂ"), folded("パーツ"));
    EXPECT_NE(folded("ハーツ"), folded("パーツ"));
}

TEST(SimilarNames, SpaceAndInvisibleCharactersAtTheEndsAreFolded) {
    EXPECT_EQ(folded(" OrderParts\t\r\n"), folded("OrderParts"));
    EXPECT_EQ(folded("OrderParts\xC2\xA0"), folded("OrderParts"));      // no-break space
    EXPECT_EQ(folded("\xEF\xBB\xBFOrderParts"), folded("OrderParts"));  // byte order mark
    EXPECT_NE(folded("Order Parts"), folded("OrderParts"));
    EXPECT_EQ(folded("   "), "");
    EXPECT_EQ(folded(""), "");
}

TEST(SimilarNames, OtherTextStaysWhatItIs) {
    EXPECT_EQ(folded("订单"), "订单");
    EXPECT_EQ(folded("\xF0\x9F\x93\xA6"), "\xF0\x9F\x93\xA6");
    EXPECT_EQ(folded("a\xFF\xC3"), "a\xFF\xC3");  // no UTF-8
    EXPECT_NE(folded("\xC3"), folded("\xC2"));
    EXPECT_EQ(folded("\xE3\x82"), "\xE3\x82");
}

TEST(SimilarNames, NamesOnlyLookAlikeIfTheyDiffer) {
    EXPECT_TRUE(only_look_alike("a", "A"));
    EXPECT_FALSE(only_look_alike("a", "a"));
    EXPECT_FALSE(only_look_alike("a", "b"));
}

TEST(SimilarNames, TheDifferenceIsNamed) {
    EXPECT_EQ(difference("a", "A"), "case");
    EXPECT_EQ(difference("ａ", "a"), "width");
    EXPECT_EQ(difference("a ", "a"), "space at an end");
    EXPECT_EQ(difference("Ａ ", "a"), "case and width and space at an end");
}

TEST(SimilarNames, OneOrTwoTypingErrors) {
    EXPECT_TRUE(differ_by_typing("OrderPart", "OrderParts"));
    EXPECT_TRUE(differ_by_typing("OderParts", "OrderParts"));
    EXPECT_TRUE(differ_by_typing("OrdreParts", "OrderParts"));
    EXPECT_TRUE(differ_by_typing("OrdreParst", "OrderParts"));
    EXPECT_TRUE(differ_by_typing("0rderParts", "OrderParts"));
    EXPECT_FALSE(differ_by_typing("OrdParts_", "OrderParts"));
    EXPECT_FALSE(differ_by_typing("OrderParts", "OrderParts"));
    EXPECT_FALSE(differ_by_typing("OrderParts", "OrderLines"));
}

TEST(SimilarNames, ShortNamesTakeFewerErrors) {
    EXPECT_TRUE(differ_by_typing("Sales", "Salse"));
    EXPECT_FALSE(differ_by_typing("Sales", "Slaes2"));
    EXPECT_FALSE(differ_by_typing("abc", "abd"));
    EXPECT_FALSE(differ_by_typing("", "a"));
}

TEST(SimilarNames, OverlongNamesAreNotCompared) {
    std::string const name(257, 'a');
    EXPECT_FALSE(differ_by_typing(name, name + "b"));
    EXPECT_TRUE(differ_by_typing(name.substr(2), name.substr(2) + "b"));
}

}  // namespace
}  // namespace ssbroute::review
