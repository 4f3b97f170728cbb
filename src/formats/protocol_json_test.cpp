#include "formats/protocol_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ssbroute::formats {
namespace {

using testing::StartsWith;

std::string const smallest_scenario =
    R"({"instance": {"databases": [{"name": "msdb"}]}, "message": {"to_service_name": "S"}})";

std::string question(std::string const& id) {
    return R"({"id": )" + id + R"(, "scenario": )" + smallest_scenario + "}";
}

Unanswerable unanswerable(std::string const& line) {
    auto const request = read_request(line);
    auto const* fault = std::get_if<Unanswerable>(&request);
    EXPECT_NE(fault, nullptr) << line;
    return fault == nullptr ? Unanswerable{std::nullopt, {"nowhere", "no fault"}} : *fault;
}

TEST(ReadRequest, KnowsAGreeting) {
    EXPECT_TRUE(std::holds_alternative<Greeting>(read_request(R"({"protocol": 1})")));
}

TEST(ReadRequest, GivesTheScenarioOfAQuestion) {
    auto const request = read_request(question("7"));
    auto const* asked = std::get_if<Question>(&request);
    ASSERT_NE(asked, nullptr);
    EXPECT_EQ(asked->scenario.message().to_service_name.text(), "S");
}

TEST(ReadRequest, GivesAnIdBackAsItWas) {
    for (std::string const id :
         {"7", "0", "-7", "9223372036854775807", "-9223372036854775808", "18446744073709551615", R"("")",
          R"("7")", R"("rules/expiry/a b")", R"("\"\\\n\u0000")", "\"\xCE\xB1\""}) {
        auto const request = read_request(question(id));
        auto const* asked = std::get_if<Question>(&request);
        ASSERT_NE(asked, nullptr) << id;
        EXPECT_EQ(to_line(answer_to(asked->id)), R"({"id":)" + id + "}");
    }
}

TEST(ReadRequest, TellsAFaultInTheScenarioFromTheScenarioOn) {
    auto const fault =
        unanswerable(R"({"id": "a", "scenario": {"instance": {"databases": [{}]}, "message": {}}})");
    EXPECT_EQ(fault.id, Json("a"));
    EXPECT_EQ(fault.error, (Error{"/instance/databases/0", "expected a member 'name'"}));
}

TEST(ReadRequest, TellsAFaultOfTheLineForTheWholeAndNamesTheMember) {
    EXPECT_EQ(unanswerable("7").error, (Error{"", "expected an object, found 7"}));
    EXPECT_EQ(unanswerable("{}").error, (Error{"", "expected a member 'id'"}));
    EXPECT_EQ(unanswerable(R"({"id": 7})").error, (Error{"", "expected a member 'scenario'"}));
    EXPECT_EQ(unanswerable(question("true")).error,
              (Error{"", "id: expected an integer or a string, found true"}));
    EXPECT_EQ(unanswerable(R"({"id": 7, "scenario": {}, "seed": 1})").error,
              (Error{"", "seed: unknown member, expected one of id, scenario"}));
    EXPECT_EQ(unanswerable(R"({"protocol": 2})").error, (Error{"", "protocol: expected 1, found 2"}));
    EXPECT_EQ(unanswerable(R"({"protocol": 1, "name": "x"})").error,
              (Error{"", "name: unknown member, expected one of protocol"}));
}

TEST(ReadRequest, TellsTextThatIsNoJsonByLineAndColumn) {
    auto const fault = unanswerable(R"({"id": 7, "scenario": x})");
    EXPECT_EQ(fault.id, std::nullopt);
    EXPECT_EQ(fault.error.where, "");
    EXPECT_THAT(fault.error.message, StartsWith("line 1, column 23: "));
}

TEST(ReadRequest, KeepsTheIdOfALineThatIsNoQuestion) {
    for (std::string const line :
         {R"({"id": 7})", R"({"id": 7, "scenario": 1})", R"({"id": 7, "scenario": {}, "seed": 1})",
          R"({"protocol": 1, "id": 7})", R"({"protocol": 2, "id": 7})",
          R"({"scenario": {"now": null, "now": null}, "id": 7})",
          R"({"id": 7, "scenario": {}, "scenario": {}})"})
        EXPECT_EQ(unanswerable(line).id, Json(7)) << line;
}

TEST(ReadRequest, KeepsTheIdOfALineThatIsNestedTooDeeply) {
    std::string const deep = std::string(100000, '[') + std::string(100000, ']');
    auto const fault = unanswerable(R"({"id": 7, "scenario": )" + deep + "}");
    EXPECT_EQ(fault.id, Json(7));
    EXPECT_EQ(fault.error.message, "expected at most 64 nested arrays and objects");
}

TEST(ReadRequest, KnowsNoIdWhereALineHasNone) {
    for (std::string const line :
         {"", "x", "[]", "null", R"({"scenario": {}})", R"({"id": null, "scenario": {}})",
          R"({"id": 7.5, "scenario": {}})", R"({"id": [7], "scenario": {}})",
          R"({"id": 7, "id": 8, "scenario": {}})", R"([{"id": 7}])"})
        EXPECT_EQ(unanswerable(line).id, std::nullopt) << line;
}

TEST(ReadRequest, TellsARepeatedMemberOfTheScenarioFromTheScenarioOn) {
    EXPECT_EQ(unanswerable(R"({"id": 7, "scenario": {"message": {"a": 1, "a": 2}}})").error,
              (Error{"/message/a", "expected each member once, found it repeated"}));
}

TEST(ReadRequest, TellsARepeatedMemberOfTheLineByItsName) {
    EXPECT_EQ(unanswerable(R"({"id": 7, "scenario": {}, "scenario": {}})").error,
              (Error{"", "scenario: expected each member once, found it repeated"}));
    EXPECT_EQ(unanswerable(R"({"scenario/x": {}, "scenario/x": {}})").error,
              (Error{"", "scenario~1x: expected each member once, found it repeated"}));
    EXPECT_EQ(unanswerable(R"({"scenarios": {}, "scenarios": {}})").error,
              (Error{"", "scenarios: expected each member once, found it repeated"}));
}

TEST(WriteGreeting, NamesProtocolImplementationAndVersion) {
    EXPECT_EQ(to_line(write_greeting("name", "1.0")),
              R"({"protocol":1,"implementation":"name","version":"1.0"})");
}

TEST(WriteError, BeginsWithThePointer) {
    EXPECT_EQ(to_line(write_error({Json(7), {"/instance/databases/0/name", "expected a string"}})),
              R"({"id":7,"error":"/instance/databases/0/name: expected a string"})");
}

TEST(WriteError, BeginsWithTheEmptyPointerForTheWhole) {
    EXPECT_EQ(to_line(write_error({Json("a"), {"", "expected a member 'instance'"}})),
              R"({"id":"a","error":": expected a member 'instance'"})");
}

TEST(WriteError, HasNoIdWhereTheLineHasNone) {
    EXPECT_EQ(to_line(write_error({std::nullopt, {"", "expected JSON"}})), R"({"error":": expected JSON"})");
}

TEST(WriteError, ShortensWhatIsOverlong) {
    auto const line =
        to_line(write_error({std::nullopt, {"/" + std::string(1000000, 'a'), "unknown member"}}));
    EXPECT_LT(line.size(), 3000U);
}

}  // namespace
}  // namespace ssbroute::formats
