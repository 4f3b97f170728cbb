#include "formats/follow_json.hpp"

#include <gtest/gtest.h>

namespace ssbroute::formats {
namespace {

TEST(WriteFollowedWay, PrintsTheChoicesBetweenOutcomeAndTrace) {
    FollowedWay const way{
        Deliver{"B"},
        {{Rule::locate_3, {"A", "B"}, 1, 0}},
        {{{Rule::locate_3, Passing::passed}}, {{"msdb", "R", Rule::choose_2, "it was not"}}, std::nullopt}};
    EXPECT_EQ(to_line(write_followed_way(way)),
              R"({"outcome":{"outcome":"deliver","database":"B"},)"
              R"("choices":[{"rule":"LOCATE-3","alternatives":["A","B"],"pick":1}],)"
              R"("trace":[{"rule":"LOCATE-3"}],)"
              R"("why_not":[{"table":"msdb","route":"R","rule":"CHOOSE-2","because":"it was not"}]})");
}

TEST(WriteFollowedWay, PrintsTheTransmissionStatusThatIsKnown) {
    FollowedWay const way{Delay{}, {}, {{}, {}, TransmissionStatus{9750, "no route matches"}}};
    EXPECT_EQ(to_line(write_followed_way(way)),
              R"({"outcome":{"outcome":"delay"},"choices":[],"trace":[],"why_not":[],)"
              R"("transmission_status":{"number":9750,"meaning":"no route matches"}})");
}

}  // namespace
}  // namespace ssbroute::formats
