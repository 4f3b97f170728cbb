#include "formats/object_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ExpectedButFound, ShowsWhatIsThere) {
    EXPECT_EQ(expected_but_found("a time", "noon"), "expected a time, found 'noon'");
    EXPECT_EQ(expected_but_found("a string", 7), "expected a string, found 7");
    EXPECT_EQ(expected_but_found("a string", -7), "expected a string, found -7");
    EXPECT_EQ(expected_but_found("an integer", 7.5), "expected an integer, found 7.5");
    EXPECT_EQ(expected_but_found("an integer", 7.0), "expected an integer, found 7.0");
    EXPECT_EQ(expected_but_found("a string", true), "expected a string, found true");
    EXPECT_EQ(expected_but_found("a string", nullptr), "expected a string, found null");
    EXPECT_EQ(expected_but_found("a string", {1, 2}), "expected a string, found an array");
    EXPECT_EQ(expected_but_found("a string", {{"a", 1}}), "expected a string, found an object");
}

TEST(ExpectedButFound, ShortensAnOverlongString) {
    EXPECT_EQ(expected_but_found("a time", std::string(1000, 'a')),
              "expected a time, found '" + std::string(160, 'a') + "...'");
}

TEST(Below, PutsAPlaceBeforeThatOfAnError) {
    EXPECT_EQ(below("/list/3", {"/name", "expected a string"}), (Error{"/list/3/name", "expected a string"}));
    EXPECT_EQ(below("/list", {"", "expected an array"}), (Error{"/list", "expected an array"}));
}

TEST(ReadString, TakesStringsOnly) {
    EXPECT_EQ(read_string("").value(), "");
    EXPECT_EQ(read_string(7).error(), (Error{"", "expected a string, found 7"}));
}

TEST(ReadTime, TakesTimesOnly) {
    EXPECT_EQ(read_time("2026-01-01T01:00:00+01:00").value().text(), "2026-01-01T00:00:00Z");
    Error const at_itself{"", "expected a time like 2026-01-01T00:00:00Z, found '2026-01-01'"};
    EXPECT_EQ(read_time("2026-01-01").error(), at_itself);
    EXPECT_EQ(read_time(1767225600).error().message,
              "expected a time like 2026-01-01T00:00:00Z, found 1767225600");
}

TEST(ObjectReader, TakesObjectsOnly) {
    for (Json const& value : {Json(nullptr), Json(7), Json("text"), Json::array({1}), Json(true)}) {
        ObjectReader const reader(value, {"name"});
        ASSERT_TRUE(reader.fault()) << value;
        EXPECT_EQ(*reader.fault(), (Error{"", expected_but_found("an object", value)}));
    }
}

TEST(ObjectReader, RefusesAnUnknownMemberAtThatMember) {
    Json const value = {{"name", "x"}, {"na/me", 1}};
    ObjectReader const reader(value, {"name", "title"});
    EXPECT_EQ(reader.fault(), (Error{"/na~1me", "unknown member, expected one of name, title"}));
}

TEST(ObjectReader, RefusesAnUnknownMemberEvenIfItIsNull) {
    Json const value = {{"other", nullptr}};
    EXPECT_EQ(ObjectReader(value, {"name"}).fault()->where, "/other");
}

TEST(ObjectReader, TakesNullForAbsent) {
    Json const value = {{"name", nullptr}, {"flag", nullptr}, {"time", nullptr}, {"list", nullptr}};
    ObjectReader reader(value, {"name", "flag", "time", "list"});
    EXPECT_EQ(reader.find("name"), nullptr);
    EXPECT_EQ(reader.text("name"), std::nullopt);
    EXPECT_TRUE(reader.flag("flag", true));
    EXPECT_FALSE(reader.flag("flag", false));
    EXPECT_EQ(reader.time("time"), std::nullopt);
    EXPECT_THAT(reader.list("list", reader.find("list"), read_string), IsEmpty());
    EXPECT_EQ(reader.fault(), std::nullopt);
}

TEST(ObjectReader, TellsAMissingMemberAtTheObjectThatLacksIt) {
    for (Json const& value : {Json::object(), Json{{"name", nullptr}}}) {
        ObjectReader reader(value, {"name"});
        EXPECT_EQ(reader.required_text("name"), "");
        EXPECT_EQ(reader.fault(), (Error{"", "expected a member 'name'"}));
    }
}

TEST(ObjectReader, GivesTheMembers) {
    Json const value = {
        {"name", "x"}, {"flag", false}, {"time", "2026-01-01T00:00:00Z"}, {"list", {"a", ""}}};
    ObjectReader reader(value, {"name", "flag", "time", "list"});
    EXPECT_EQ(*reader.find("name"), "x");
    EXPECT_EQ(reader.required_text("name"), "x");
    EXPECT_EQ(reader.text("name"), "x");
    EXPECT_FALSE(reader.flag("flag", true));
    EXPECT_EQ(reader.time("time"), UtcTime::parse("2026-01-01T00:00:00Z"));
    EXPECT_THAT(reader.list("list", reader.require("list"), read_string), ElementsAre("a", ""));
    EXPECT_EQ(reader.fault(), std::nullopt);
}

TEST(ObjectReader, TellsAMemberOfTheWrongTypeAtThatMember) {
    Json const value = {{"name", 7}, {"flag", "true"}, {"time", 7}, {"list", "a"}};
    auto const reader = [&] { return ObjectReader(value, {"name", "flag", "time", "list"}); };

    auto text = reader();
    EXPECT_EQ(text.text("name"), std::nullopt);
    EXPECT_EQ(text.fault(), (Error{"/name", "expected a string, found 7"}));
    auto flag = reader();
    EXPECT_TRUE(flag.flag("flag", true));
    EXPECT_EQ(flag.fault(), (Error{"/flag", "expected true or false, found 'true'"}));
    auto time = reader();
    EXPECT_EQ(time.time("time"), std::nullopt);
    EXPECT_EQ(time.fault()->where, "/time");
    auto list = reader();
    EXPECT_THAT(list.list("list", list.find("list"), read_string), IsEmpty());
    EXPECT_EQ(list.fault(), (Error{"/list", "expected an array, found 'a'"}));
}

TEST(ObjectReader, TellsAnElementByItsNumber) {
    Json const value = {{"list", {"a", nullptr, 7}}};
    ObjectReader reader(value, {"list"});
    reader.list("list", reader.find("list"), read_string);
    EXPECT_EQ(reader.fault(), (Error{"/list/1", "expected a string, found null"}));
}

TEST(ObjectReader, KeepsTheFirstFault) {
    Json const value = {{"a", 1}, {"b", 2}};
    ObjectReader reader(value, {"a", "b", "c"});
    reader.required_text("b");
    reader.required_text("a");
    reader.required_text("c");
    reader.fail({"/elsewhere", "expected nothing"});
    EXPECT_EQ(reader.fault(), (Error{"/b", "expected a string, found 2"}));
}

TEST(ObjectReader, GivesDefaultsAfterAFault) {
    Json const value = {{"name", "x"}, {"flag", true}, {"list", {"a"}}};
    ObjectReader reader(value, {"name", "flag", "list"});
    reader.fail({"", "expected nothing"});
    EXPECT_EQ(reader.required_text("name"), "");
    EXPECT_FALSE(reader.flag("flag", false));
    EXPECT_THAT(reader.list("list", reader.find("list"), read_string), IsEmpty());
}

}  // namespace
}  // namespace ssbroute::formats
