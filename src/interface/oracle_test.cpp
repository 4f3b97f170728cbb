#include "interface/oracle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "formats/json_text.hpp"

namespace ssbroute::interface {
namespace {

using formats::Json;
using testing::HasSubstr;
using testing::StartsWith;

// A LOCAL route without its service; and two routes to choose from.
constexpr auto absent_service = R"({
    "instance": {"databases": [{"name": "Sales", "routes": [{"name": "Local", "address": "LOCAL"}]}, {"name": "msdb"}]},
    "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}})";
constexpr auto two_routes = R"({
    "instance": {"databases": [{"name": "msdb"}, {"name": "Sales", "routes": [
        {"name": "A", "remote_service_name": "OrderParts", "address": "TCP://a:1", "broker_instance": "x"},
        {"name": "B", "remote_service_name": "OrderParts", "address": "TCP://b:1", "broker_instance": "y"}]}]},
    "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}})";

Oracle oracle_with(std::string const& options) { return read_oracle(options).value(); }

TEST(ReadOracle, WithoutOptionsHasTheDocumentsProfileAndAllReadings) {
    for (auto const* none : {"", "{}", R"({"readings": null, "contested": null})"}) {
        auto const oracle = oracle_with(none);
        EXPECT_EQ(oracle.profile, Profile()) << none;
        EXPECT_EQ(oracle.other_readings, OtherReadings::explored) << none;
    }
}

TEST(ReadOracle, TakesAnswersAndLeavesOutWhatIsContested) {
    auto const oracle =
        oracle_with(R"({"readings": {"absent-service-outgoing": "drop"}, "contested": false})");
    EXPECT_EQ(oracle.profile.preferred(Reading::absent_service_outgoing), 1);
    EXPECT_EQ(oracle.other_readings, OtherReadings::left_out);
}

TEST(ReadOracle, TellsWhereOptionsAreWrong) {
    auto const place_of_fault = [](std::string const& options) { return read_oracle(options).error().where; };
    EXPECT_EQ(place_of_fault("[]"), "");
    EXPECT_EQ(place_of_fault(R"({"reading": {}})"), "/reading");
    EXPECT_EQ(place_of_fault(R"({"readings": []})"), "/readings");
    EXPECT_EQ(place_of_fault(R"({"readings": {"no-such": "drop"}})"), "/readings/no-such");
    EXPECT_EQ(place_of_fault(R"({"readings": {"absent-service-outgoing": "keep"}})"),
              "/readings/absent-service-outgoing");
    EXPECT_EQ(place_of_fault(R"({"contested": 0})"), "/contested");
}

TEST(Decide, GivesBothSetsUnlessOneIsLeftOut) {
    EXPECT_EQ(decide({}, absent_service).value(),
              R"({"permitted":[{"outcome":"delay"}],"contested":[{"outcome":"drop","readings":)"
              R"({"absent-service-outgoing":"drop"}}]})");
    EXPECT_EQ(decide({{}, OtherReadings::left_out}, absent_service).value(),
              R"({"permitted":[{"outcome":"delay"}],"contested":[]})");
}

TEST(Decide, TellsWhereAScenarioIsWrong) {
    EXPECT_EQ(decide({}, R"({"instance": 7})").error().where, "/instance");
    EXPECT_THAT(decide({}, "{").error().message, StartsWith("line 1, column 2"));
}

TEST(Explain, AddsTheWayToEachOutcome) {
    auto const answer = Json::parse(explain({}, absent_service).value());
    for (auto const* set : {"permitted", "contested"}) {
        EXPECT_EQ(answer[set][0]["trace"][0]["rule"], "SCOPE-1") << set;
        EXPECT_EQ(answer[set][0]["why_not"][0]["route"], "Local") << set;
    }
}

TEST(Follow, TakesTheAlternativesThatAreNamed) {
    auto const first = Json::parse(follow({}, two_routes, "").value());
    ASSERT_EQ(first["choices"].size(), 1);
    EXPECT_EQ(first["choices"][0]["pick"], 0);
    auto const second = Json::parse(follow({}, two_routes, R"({"picks": [1]})").value());
    EXPECT_EQ(second["choices"][0]["pick"], 1);
    EXPECT_NE(first["outcome"], second["outcome"]);
}

TEST(Follow, HasThePreferredAnswers) {
    auto const oracle = oracle_with(R"({"readings": {"absent-service-outgoing": "drop"}})");
    EXPECT_EQ(Json::parse(follow(oracle, absent_service, "").value())["outcome"]["outcome"], "drop");
}

TEST(Follow, TellsWherePicksAreWrong) {
    auto const place_of_fault = [](std::string const& options) {
        return follow({}, two_routes, options).error().where;
    };
    EXPECT_EQ(place_of_fault(R"({"picks": 1})"), "/picks");
    EXPECT_EQ(place_of_fault(R"({"picks": [-1]})"), "/picks/0");
    EXPECT_EQ(place_of_fault(R"({"picks": [4294967296]})"), "/picks/0");
    EXPECT_EQ(place_of_fault(R"({"picks": [2]})"), "/picks/0");
    EXPECT_EQ(place_of_fault(R"({"picks": [1, 0]})"), "/picks/1");
    EXPECT_EQ(place_of_fault(R"({"format": "svg"})"), "/format");
}

TEST(DrawnWay, HasTheFormatThatIsAskedFor) {
    EXPECT_THAT(picture({}, two_routes, "").value(), StartsWith("<svg"));
    EXPECT_THAT(picture({}, two_routes, R"({"format": "mmd"})").value(), StartsWith("flowchart"));
    EXPECT_THAT(picture({}, two_routes, R"({"format": "dot"})").value(), StartsWith("digraph"));
    EXPECT_EQ(picture({}, two_routes, R"({"format": "png"})").error().where, "/format");
}

TEST(DrawnWay, IsTheOneThatIsFollowed) {
    EXPECT_THAT(picture({}, two_routes, R"({"picks": [1]})").value(), HasSubstr("TCP://b:1"));
    EXPECT_NE(picture({}, two_routes, "").value(), picture({}, two_routes, R"({"picks": [1]})").value());
}

}  // namespace
}  // namespace ssbroute::interface
