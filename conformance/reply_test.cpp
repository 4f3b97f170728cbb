#include "conformance/reply.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ssbroute::conformance {
namespace {

std::string place_of_fault(std::string_view line) {
    auto const reply = read_reply(line);
    return reply ? "none" : reply.error().where;
}

TEST(Reply, EveryKindIsReadAndWritten) {
    for (auto const* line :
         {R"({"id":7,"outcome":{"outcome":"drop"}})", R"({"id":"x","permitted":[{"outcome":"drop"}]})",
          R"({"id":7,"unsupported":"why"})", R"({"id":7,"error":"why"})"}) {
        auto const reply = read_reply(line);
        ASSERT_TRUE(reply) << line;
        auto written = formats::OrderedJson{{"id", reply->id}};
        written.update(write_said(reply->said));
        EXPECT_EQ(formats::to_line(written), line);
    }
}

TEST(Reply, HistoriesAreReadAndWritten) {
    auto const* const history =
        R"([{"at":"2026-01-01T00:00:00Z","instance":"here","message":"m1","what":"delay"}])";
    for (auto const& line :
         {fmt::format(R"({{"id":7,"history":{}}})", history), std::string(R"({"id":7,"history":[]})"),
          fmt::format(R"({{"id":7,"histories":[{},[]]}})", history),
          std::string(R"({"id":7,"error":"why"})")}) {
        auto const reply = read_reply(line, Subject::timeline);
        ASSERT_TRUE(reply) << line;
        auto written = formats::OrderedJson{{"id", reply->id}};
        written.update(write_said(reply->said));
        EXPECT_EQ(formats::to_line(written), line);
    }
}

TEST(Reply, FaultsOfHistoriesAreToldWithTheirPlace) {
    auto const place = [](std::string_view line) {
        auto const reply = read_reply(line, Subject::timeline);
        return reply ? "none" : reply.error().where;
    };
    EXPECT_EQ(place(R"({"id": 7, "histories": []})"), "/histories");
    EXPECT_EQ(place(R"({"id": 7, "histories": [[], []]})"), "/histories/1");
    EXPECT_EQ(place(R"({"id": 7, "history": [{"at": 1}]})"), "/history/0/at");
    EXPECT_EQ(place(R"({"id": 7, "history": [], "histories": [[]]})"), "");
}

TEST(Reply, OnlyWhatWasAskedIsAnswered) {
    EXPECT_EQ(place_of_fault(R"({"id": 7, "history": []})"), "/history");
    EXPECT_FALSE(read_reply(R"({"id": 7, "outcome": {"outcome": "drop"}})", Subject::timeline));
}

TEST(Reply, ContestedOutcomesMayStandBesidePermittedOnes) {
    EXPECT_TRUE(read_reply(R"({"id": 7, "permitted": [{"outcome": "drop"}], "contested":
        [{"outcome": "delay", "readings": {"absent-service-incoming": "delay"}}]})"));
}

TEST(Reply, AnErrorMayLackAnId) {
    auto const reply = read_reply(R"({"error": "why"})");
    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->id.is_null());
}

TEST(Reply, FaultsAreToldWithTheirPlace) {
    EXPECT_EQ(place_of_fault("drop"), "");
    EXPECT_EQ(place_of_fault(""), "");
    EXPECT_EQ(place_of_fault("[]"), "");
    EXPECT_EQ(place_of_fault(R"({"outcome": {"outcome": "drop"}})"), "");
    EXPECT_EQ(place_of_fault(R"({"id": 1.5, "outcome": {"outcome": "drop"}})"), "/id");
    EXPECT_EQ(place_of_fault(R"({"id": 7})"), "");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "outcome": {"outcome": "drop"}, "error": "why"})"), "");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "outcome": {"outcome": "bounce"}})"), "/outcome/outcome");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "outcome": {"outcome": "drop"}, "why": 1})"), "/why");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "outcome": {"outcome": "drop"}, "contested": []})"), "/contested");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "permitted": []})"), "/permitted");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "permitted": [{"outcome": "drop"}, {"outcome": "drop"}]})"),
              "/permitted/1");
    EXPECT_EQ(place_of_fault(R"({"id": 7, "id": 7, "outcome": {"outcome": "drop"}})"), "/id");
}

TEST(Greeting, IsHeldToTheProtocol) {
    EXPECT_TRUE(read_greeting(R"({"protocol": 1, "implementation": "x", "version": "1"})"));
    for (auto const* line : {R"({"protocol": 2, "implementation": "x", "version": "1"})",
                             R"({"protocol": 1, "implementation": "x"})", R"({"protocol": 1})", "hello"})
        EXPECT_FALSE(read_greeting(line)) << line;
}

}  // namespace
}  // namespace ssbroute::conformance
