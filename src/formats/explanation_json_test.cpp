#include "formats/explanation_json.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute::formats {
namespace {

Deviations absent_service_outgoing() {
    Deviations deviations;
    deviations.insert(Reading::absent_service_outgoing);
    return deviations;
}

// A step with every member, one with none; a route not taken; a status.
Explanation everything() {
    return {{{Rule::match_2,
              Passing::passed,
              {{"R", "S"}},
              "R",
              "Sales",
              {{"Old"}},
              "msdb",
              "TCP://a:1",
              "TCP://b:2",
              "a reason"},
             {Rule::send_1, Passing::passed},
             {Rule::match_1, Passing::handed_on, {{}}}},
            {{"Sales", "Old", Rule::expiry_1, "it has expired"}},
            TransmissionStatus{9750, "no route matches"}};
}

std::string printed(ExplainedOutcome const& found, With with) {
    return to_line(write_outcome(found, {}, with));
}

TEST(WriteExplainedOutcome, PrintsTheStepsInOrderEachWithTheMembersThatItHas) {
    auto const value = write_outcome({Drop{}, {}, everything()}, {}, With::explanation);
    EXPECT_EQ(to_line(value["trace"]),
              R"([{"rule":"MATCH-2","table":"Sales","expired":["Old"],"routes":["R","S"],"chosen":"R",)"
              R"("database":"msdb","address":"TCP://a:1","mirror_address":"TCP://b:2","reason":"a reason"},)"
              R"({"rule":"SEND-1"},{"rule":"MATCH-1","routes":[]}])");
}

TEST(WriteExplainedOutcome, PrintsTheRoutesNotTaken) {
    auto const value = write_outcome({Drop{}, {}, everything()}, {}, With::explanation);
    EXPECT_EQ(to_line(value["why_not"]),
              R"([{"table":"Sales","route":"Old","rule":"EXPIRY-1","because":"it has expired"}])");
}

TEST(WriteExplainedOutcome, PrintsNumberAndMeaningOfTheTransmissionStatus) {
    auto const value = write_outcome({Delay{}, {}, everything()}, {}, With::explanation);
    EXPECT_EQ(to_line(value["transmission_status"]), R"({"number":9750,"meaning":"no route matches"})");
}

TEST(WriteExplainedOutcome, LeavesOutATransmissionStatusThatIsNotKnown) {
    EXPECT_EQ(printed({Drop{}, {}, {}}, With::explanation), R"({"outcome":"drop","trace":[],"why_not":[]})");
}

TEST(WriteExplainedOutcome, PrintsThePicksOfItsWay) {
    EXPECT_EQ(printed({Drop{}, {}, {}, {1, 0}}, With::explanation),
              R"({"outcome":"drop","picks":[1,0],"trace":[],"why_not":[]})");
    EXPECT_EQ(printed({Drop{}, {}, {}, {1, 0}}, With::outcome_only), R"({"outcome":"drop"})");
}

TEST(WriteExplainedOutcome, IsAnOutcomeFirst) {
    auto const value =
        write_outcome({Deliver{"Sales"}, absent_service_outgoing(), everything()}, {}, With::explanation);
    EXPECT_EQ(value["outcome"], "deliver");
    EXPECT_EQ(value["database"], "Sales");
    EXPECT_EQ(to_line(value["readings"]), R"({"absent-service-outgoing":"drop"})");
}

TEST(WriteExplainedOutcome, LeavesOutTheExplanationWhereItIsNotAskedFor) {
    EXPECT_EQ(printed({Drop{}, absent_service_outgoing(), everything()}, With::outcome_only),
              R"({"outcome":"drop","readings":{"absent-service-outgoing":"drop"}})");
}

TEST(WriteExplainedAnswer, PartsPermittedFromContestedOutcomes) {
    OrderedJson line = {{"source", {{"file", "a.json"}}}};
    write_answer(line, {{Delay{}, {}, {}}, {Drop{}, absent_service_outgoing(), {}}}, {}, With::outcome_only);
    EXPECT_EQ(to_line(line),
              R"({"source":{"file":"a.json"},"permitted":[{"outcome":"delay"}],)"
              R"("contested":[{"outcome":"drop","readings":{"absent-service-outgoing":"drop"}}]})");
}

TEST(WriteExplainedAnswer, PrintsEmptyLists) {
    OrderedJson line = OrderedJson::object();
    write_answer(line, {}, {}, With::outcome_only);
    EXPECT_EQ(to_line(line), R"({"permitted":[],"contested":[]})");
}

}  // namespace
}  // namespace ssbroute::formats
