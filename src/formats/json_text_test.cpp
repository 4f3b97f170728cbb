#include "formats/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ssbroute::formats {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Error fault_of_text(std::string const& text) {
    auto const value = parse_json(text);
    EXPECT_FALSE(value) << "accepted: " << shortened(text);
    return value ? Error{"nowhere", "no fault"} : value.error();
}

std::string repeated(std::string_view piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
}

TEST(ParseJson, GivesTheDocument) {
    auto const value = parse_json(R"({"a": [1, -2, 1.5, "text", true, false, null], "b": {}})").value();
    EXPECT_EQ(value, (Json{{"a", {1, -2, 1.5, "text", true, false, nullptr}}, {"b", Json::object()}}));
}

TEST(ParseJson, TellsTheLineAndColumnOfAFault) {
    auto const fault = fault_of_text("{\"a\": 1,\n \"b\": x}");
    EXPECT_EQ(fault.where, "");
    EXPECT_THAT(fault.message, StartsWith("line 2, column 7: "));
}

TEST(ParseJson, TellsThatATextEndsTooEarlyBehindItsEnd) {
    EXPECT_THAT(fault_of_text("{\"a\": [1, 2").message, StartsWith("line 1, column 12: "));
    EXPECT_THAT(fault_of_text("{\"a\": \"tex").message, StartsWith("line 1, column 11: "));
}

TEST(ParseJson, RefusesEveryPrefixOfAnObject) {
    std::string const text = R"({"now": "2026-01-01T00:00:00Z", "list": [1.5e3, true, null], "object": {}})";
    ASSERT_TRUE(parse_json(text));
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(parse_json(text.substr(0, size))) << size;
}

TEST(ParseJson, RefusesWhatIsNoJson) {
    for (std::string const text :
         {"{} {}", "{}x",      "[1,]",      "{\"a\": 1,}",   "{a: 1}",           "{'a': 1}",      "[01]",
          "[+1]",  "[.5]",     "[1.]",      "[0x10]",        "/* comment */ {}", "{} // comment", "nul",
          "True",  "[\"\t\"]", R"(["\x"])", R"(["\ud800"])", R"(["\udc00"])",    "\xEF\xBB",      "[1}",
          "]"})
        EXPECT_THAT(fault_of_text(text).message, StartsWith("line 1, column ")) << text;
}

TEST(ParseJson, RefusesNaNAndInfinity) {
    for (std::string const text : {"[NaN]", "[nan]", "[Infinity]", "[-Infinity]", "[-NaN]"})
        EXPECT_THAT(fault_of_text(text).message, StartsWith("line 1, column ")) << text;
}

TEST(ParseJson, TellsOfATextWithoutJsonThatNothingIsThere) {
    for (std::string const text : {"", " ", "\n", " \t\r\n \n", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n"})
        EXPECT_EQ(fault_of_text(text), (Error{"", "expected JSON, found nothing"})) << text;
}

TEST(ParseJson, AcceptsAByteOrderMarkAndCountsColumnsBehindIt) {
    EXPECT_EQ(parse_json("\xEF\xBB\xBF{\"a\": 1}").value(), (Json{{"a", 1}}));
    EXPECT_THAT(fault_of_text("\xEF\xBB\xBF[x]").message, StartsWith("line 1, column 2: "));
}

TEST(ParseJson, RefusesASecondByteOrderMark) {
    EXPECT_EQ(fault_of_text("\xEF\xBB\xBF\xEF\xBB\xBF{}"),
              (Error{"", "expected JSON, found a second byte order mark"}));
}

TEST(ParseJson, NamesUtf16InEitherByteOrderWithAndWithoutAMark) {
    std::string const little("{\0}\0", 4);
    std::string const big("\0{\0}", 4);
    for (auto const& text : {little, big, "\xFF\xFE" + little, "\xFE\xFF" + big})
        EXPECT_EQ(fault_of_text(text), (Error{"", "expected UTF-8, found UTF-16"}));
}

TEST(ParseJson, RefusesAZeroByteWhereverItStands) {
    for (auto const& text : {std::string("{}\0", 3), std::string("{}\0x", 4)})
        EXPECT_EQ(fault_of_text(text), (Error{"", "line 1, column 3: expected JSON, found a zero byte"}));
    EXPECT_EQ(fault_of_text(std::string("[\n\"a\0\"]", 7)).message,
              "line 2, column 3: expected JSON, found a zero byte");
}

TEST(ParseJson, RefusesInvalidUtf8) {
    for (std::string const bytes :
         {"\xFF", "\xC0\x80", "\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xF0\x9F\x92"})
        EXPECT_THAT(fault_of_text("[\"" + bytes + "\"]").message, StartsWith("line 1, column ")) << bytes;
    EXPECT_TRUE(parse_json("[\"\xF0\x9F\x92\xA9 \xE2\x82\xAC \xC3\xA9\"]"));
}

TEST(ParseJson, TellsOfARepeatedMemberByItsPointer) {
    EXPECT_EQ(fault_of_text(R"({"a": 1, "a": 1})"),
              (Error{"/a", "expected each member once, found it repeated"}));
    EXPECT_EQ(fault_of_text(R"({"a": [0, [1, {"b/~": {"": 1, "c": 2, "": 3}}]]})").where, "/a/1/1/b~1~0/");
}

TEST(ParseJson, KnowsARepeatedMemberThroughEscapes) {
    EXPECT_EQ(fault_of_text(R"({"a": 1, "\u0061": 1})").where, "/a");
}

TEST(ParseJson, AcceptsTheSameMemberInDifferentObjects) {
    EXPECT_TRUE(parse_json(R"([{"a": 1}, {"a": {"a": 1}}])"));
}

TEST(ParseJson, AcceptsSixtyFourNestedArraysOrObjects) {
    EXPECT_TRUE(parse_json(repeated("[", 64) + repeated("]", 64)));
    EXPECT_TRUE(parse_json(repeated("{\"a\":", 64) + "1" + repeated("}", 64)));
    EXPECT_TRUE(parse_json(repeated("[{\"a\":", 32) + "1" + repeated("}]", 32)));
}

TEST(ParseJson, AcceptsAnyNumberOfArraysBesideEachOther) {
    EXPECT_TRUE(parse_json("[" + repeated("[[]],", 1000) + "[]]"));
}

TEST(ParseJson, TellsOfTheSixtyFifthNestedArrayOrObjectByItsPointer) {
    std::string const message = "expected at most 64 nested arrays and objects";
    EXPECT_EQ(fault_of_text(repeated("[", 65) + repeated("]", 65)), (Error{repeated("/0", 64), message}));
    EXPECT_EQ(fault_of_text(repeated("{\"a\":", 65) + "1" + repeated("}", 65)),
              (Error{repeated("/a", 64), message}));
    EXPECT_EQ(fault_of_text(repeated("[", 63) + "[1, 2, []" + repeated("]", 64)),
              (Error{repeated("/0", 63) + "/2", message}));
}

TEST(ParseJson, RefusesAHundredThousandNestedArraysOrObjects) {
    EXPECT_EQ(fault_of_text(repeated("[", 100000)).where, repeated("/0", 64));
    EXPECT_EQ(fault_of_text(repeated("{\"a\":", 100000)).where, repeated("/a", 64));
}

TEST(ParseJson, KeepsIntegersOfSixtyFourBits) {
    auto const numbers = parse_json("[-9223372036854775808, 18446744073709551615]").value();
    EXPECT_EQ(numbers[0].get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(numbers[1].get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_TRUE(numbers[0].is_number_integer());
    EXPECT_TRUE(numbers[1].is_number_integer());
}

TEST(ParseJson, TakesLargerIntegersForNoIntegers) {
    auto const numbers = parse_json("[-9223372036854775809, 18446744073709551616]").value();
    EXPECT_FALSE(numbers[0].is_number_integer());
    EXPECT_FALSE(numbers[1].is_number_integer());
}

TEST(ParseJson, RefusesNumbersBeyondADoubleWithTheirPlace) {
    for (std::string const text : {"[1,\n  1e400]", "[1,\n -1e400]"})
        EXPECT_THAT(fault_of_text(text).message, StartsWith("line 2, column ")) << text;
    EXPECT_THAT(fault_of_text("[1e400]").message,
                HasSubstr("a number within the range of a double, found 1e400"));
    auto const fault = fault_of_text("[" + repeated("9", 100000) + "]");
    EXPECT_THAT(fault.message, StartsWith("line 1, column "));
    EXPECT_LT(fault.message.size(), 400U);
}

TEST(ParseJson, ShortensWhatItQuotesOfAnOverlongText) {
    auto const fault = fault_of_text("[\"" + repeated("a", 1000000));
    EXPECT_THAT(fault.message, StartsWith("line 1, column 1000003: "));
    EXPECT_THAT(fault.message, HasSubstr("aaa...'"));
    EXPECT_LT(fault.message.size(), 400U);
}

TEST(ToLine, KeepsTheOrderOfMembersOnOneLine) {
    EXPECT_EQ(to_line({{"b", {1, 2}}, {"a", {{"d", nullptr}, {"c", "x\ny"}}}}),
              R"({"b":[1,2],"a":{"d":null,"c":"x\ny"}})");
}

TEST(ToLine, ReplacesInvalidUtf8) { EXPECT_EQ(to_line("a\xFFz"), "\"a\xEF\xBF\xBDz\""); }

TEST(PointerToken, EscapesTildesAndSlashes) {
    EXPECT_EQ(pointer_token("name"), "/name");
    EXPECT_EQ(pointer_token("a/b~c"), "/a~1b~0c");
    EXPECT_EQ(pointer_token("~1"), "/~01");
    EXPECT_EQ(pointer_token(""), "/");
}

TEST(Shortened, LeavesAloneWhatIsNotTooLong) {
    EXPECT_EQ(shortened(""), "");
    EXPECT_EQ(shortened("abcd", 4), "abcd");
    EXPECT_EQ(shortened(repeated("a", 160)), repeated("a", 160));
}

TEST(Shortened, MarksWhatItHasCut) {
    EXPECT_EQ(shortened("abcde", 4), "abcd...");
    EXPECT_EQ(shortened(repeated("a", 161)), repeated("a", 160) + "...");
}

TEST(Shortened, CutsBetweenCharacters) {
    EXPECT_EQ(shortened("ab\xE2\x82\xAC", 4), "ab...");
    EXPECT_EQ(shortened("ab\xE2\x82\xAC"
                        "c",
                        5),
              "ab\xE2\x82\xAC...");
}

TEST(PlaceAndMessage, JoinsThemByAColon) {
    EXPECT_EQ(place_and_message({"/now", "expected a time"}), "/now: expected a time");
}

TEST(PlaceAndMessage, IsTheMessageAloneWhereThePlaceIsTheWhole) {
    EXPECT_EQ(place_and_message({"", "expected a time"}), "expected a time");
}

TEST(PlaceAndMessage, ShortensBoth) {
    auto const text = place_and_message({repeated("p", 1000000), repeated("m", 1000000)});
    EXPECT_THAT(text, HasSubstr("ppp...: mmm"));
    EXPECT_THAT(text, EndsWith("mmm..."));
    EXPECT_LT(text.size(), 3000U);
}

}  // namespace
}  // namespace ssbroute::formats
