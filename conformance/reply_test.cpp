#include "conformance/reply.hpp"

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
        EXPECT_TRUE(read_said(formats::Json(write_said(reply->said))));
    }
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
