#include "formats/answer_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::HasSubstr;

Outcome read(std::string_view text) { return read_outcome(parse_json(text).value()).value(); }
Error fault_of_outcome(std::string_view text) { return read_outcome(parse_json(text).value()).error(); }
Error fault_of_contested(std::string_view text) {
    return read_contested_outcome(parse_json(text).value()).error();
}

Deviations deviating_in(std::initializer_list<Reading> readings) {
    Deviations deviations;
    for (auto const reading : readings) deviations.insert(reading);
    return deviations;
}

struct Spelled {
    char const* name;
    Outcome outcome;
    char const* json;
};

class EachOutcome : public testing::TestWithParam<Spelled> {};

TEST_P(EachOutcome, IsPrinted) { EXPECT_EQ(to_line(write_outcome(GetParam().outcome)), GetParam().json); }

TEST_P(EachOutcome, IsRead) { EXPECT_EQ(test::text(read(GetParam().json)), test::text(GetParam().outcome)); }

TEST_P(EachOutcome, IsReadWithNullInTheMembersThatItDoesNotHave) {
    auto json = parse_json(GetParam().json).value();
    for (auto const* member : {"database", "address", "mirror_address", "route_requested"})
        if (!json.contains(member)) json[member] = nullptr;
    EXPECT_EQ(test::text(read_outcome(json).value()), test::text(GetParam().outcome));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, EachOutcome,
    testing::Values(
        Spelled{"Deliver", Deliver{"Sales"}, R"({"outcome":"deliver","database":"Sales"})"},
        Spelled{"Send", Send{Address("TCP://a:1")}, R"({"outcome":"send","address":"TCP://a:1"})"},
        Spelled{"SendToAPair", Send{Address("TCP://a:1"), Address("TCP://b:2")},
                R"({"outcome":"send","address":"TCP://a:1","mirror_address":"TCP://b:2"})"},
        Spelled{"Forward", Forward{Address("TCP://a:1")}, R"({"outcome":"forward","address":"TCP://a:1"})"},
        Spelled{"ForwardToAPair", Forward{Address("TCP://a:1"), Address("TCP://b:2")},
                R"({"outcome":"forward","address":"TCP://a:1","mirror_address":"TCP://b:2"})"},
        Spelled{"Delay", Delay{}, R"({"outcome":"delay"})"},
        Spelled{"DelayWithARequest", Delay{RouteRequest::made},
                R"({"outcome":"delay","route_requested":true})"},
        Spelled{"Drop", Drop{}, R"({"outcome":"drop"})"}),
    [](auto const& parameter) { return parameter.param.name; });

TEST(ReadOutcome, TakesRouteRequestedFalseForAbsent) {
    EXPECT_TRUE(same(read(R"({"outcome": "delay", "route_requested": false})"), Delay{}));
}

TEST(ReadOutcome, RefusesTheMembersOfOtherKinds) {
    struct Foreign {
        std::string text;
        std::string member;
    };
    for (auto const& [text, member] :
         {Foreign{R"({"outcome": "deliver", "database": "A", "address": "a"})", "/address"},
          Foreign{R"({"outcome": "deliver", "database": "A", "mirror_address": "a"})", "/mirror_address"},
          Foreign{R"({"outcome": "deliver", "database": "A", "route_requested": true})", "/route_requested"},
          Foreign{R"({"outcome": "send", "address": "a", "database": "A"})", "/database"},
          Foreign{R"({"outcome": "forward", "address": "a", "route_requested": false})", "/route_requested"},
          Foreign{R"({"outcome": "delay", "database": "A"})", "/database"},
          Foreign{R"({"outcome": "delay", "address": "a"})", "/address"},
          Foreign{R"({"outcome": "delay", "mirror_address": "a"})", "/mirror_address"},
          Foreign{R"({"outcome": "drop", "database": "A"})", "/database"},
          Foreign{R"({"outcome": "drop", "address": "a"})", "/address"},
          Foreign{R"({"outcome": "drop", "mirror_address": "a"})", "/mirror_address"},
          Foreign{R"({"outcome": "drop", "route_requested": false})", "/route_requested"}}) {
        auto const fault = fault_of_outcome(text);
        EXPECT_EQ(fault.where, member) << text;
        EXPECT_THAT(fault.message, HasSubstr("expected no such member of the outcome '")) << text;
    }
}

TEST(ReadOutcome, RefusesAnUnknownKindAtThatMember) {
    EXPECT_EQ(fault_of_outcome(R"({"outcome": "Drop"})"),
              (Error{"/outcome", "expected deliver, send, forward, delay or drop, found 'Drop'"}));
    EXPECT_EQ(fault_of_outcome(R"({"outcome": 7, "database": 8})"),
              (Error{"/outcome", "expected deliver, send, forward, delay or drop, found 7"}));
}

TEST(ReadOutcome, RefusesReadings) {
    EXPECT_EQ(fault_of_outcome(R"({"outcome": "drop", "readings": {"expiry-instant": "live"}})").where,
              "/readings");
}

TEST(WriteOutcome, NamesTheAnswersThatAreNotPreferredInTheOrderOfTheReadings) {
    auto const readings =
        deviating_in({Reading::forwarding_inactive, Reading::expiry_instant, Reading::self_address});
    EXPECT_EQ(to_line(write_outcome(Drop{}, readings, {})),
              R"({"outcome":"drop","readings":{"expiry-instant":"live","self-address":"address-or-mirror",)"
              R"("forwarding-inactive":"delay"}})");
}

TEST(WriteOutcome, NamesTheDocumentsAnswerWhereAnotherIsPreferred) {
    Profile profile;
    profile.prefer(Reading::expiry_instant, 1);
    EXPECT_EQ(to_line(write_outcome(Drop{}, deviating_in({Reading::expiry_instant}), profile)),
              R"({"outcome":"drop","readings":{"expiry-instant":"expired"}})");
}

TEST(WriteOutcome, HasNoReadingsWhereNoneIsNeeded) {
    EXPECT_EQ(to_line(write_outcome(Drop{}, Deviations{}, {})), R"({"outcome":"drop"})");
}

TEST(WriteAnswer, PrintsBothListsInTheirOrder) {
    Answer const answer{{Deliver{"A"}, Delay{}},
                        {{Drop{}, deviating_in({Reading::absent_service_outgoing})}}};
    EXPECT_EQ(to_line(write_answer(answer, {})),
              R"({"permitted":[{"outcome":"deliver","database":"A"},{"outcome":"delay"}],)"
              R"("contested":[{"outcome":"drop","readings":{"absent-service-outgoing":"drop"}}]})");
}

TEST(WriteAnswer, PrintsAnEmptyListWhereNothingIsContested) {
    EXPECT_EQ(to_line(write_answer({{Drop{}}, {}}, {})),
              R"({"permitted":[{"outcome":"drop"}],"contested":[]})");
}

TEST(ReadContestedOutcome, GivesTheOutcomeAndItsReadings) {
    auto const read = read_contested_outcome(
        parse_json(R"({"readings": {"identical-routes": "one-representative", "expiry-instant": "live"},
                       "outcome": "send", "address": "TCP://a:1"})")
            .value());
    ASSERT_TRUE(read);
    EXPECT_EQ(test::text(read->outcome), "send TCP://a:1");
    EXPECT_EQ(read->readings, deviating_in({Reading::expiry_instant, Reading::identical_routes}));
}

TEST(ReadContestedOutcome, TakesTheOtherAnswerOfEachReading) {
    for (auto const& reading : readings) {
        Json json = {{"outcome", "drop"}};
        json["readings"][std::string(reading.id)] = reading.answers[1];
        auto const read = read_contested_outcome(json);
        ASSERT_TRUE(read) << reading.id << read.error().message;
        EXPECT_EQ(read->readings, deviating_in({reading.reading})) << reading.id;
    }
}

TEST(ReadContestedOutcome, RefusesThePreferredAnswerAndSaysWhichIsExpected) {
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop", "readings": {"expiry-instant": "expired"}})"),
              (Error{"/readings/expiry-instant",
                     "expected live, the answer that is not preferred, found 'expired'"}));
}

TEST(ReadContestedOutcome, NeedsAReading) {
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop"})"), (Error{"", "expected a member 'readings'"}));
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop", "readings": null})"),
              (Error{"", "expected a member 'readings'"}));
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop", "readings": {}})"),
              (Error{"/readings", "expected at least one reading, found none"}));
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop", "readings": ["expiry-instant"]})"),
              (Error{"/readings", "expected an object, found an array"}));
}

TEST(ReadContestedOutcome, RefusesAnUnknownReadingAtThatReading) {
    EXPECT_EQ(fault_of_contested(R"({"outcome": "drop", "readings": {"mood": "good"}})"),
              (Error{"/readings/mood", "expected the id of a reading"}));
}

TEST(ReadContestedOutcome, RefusesAFaultyOutcome) {
    EXPECT_EQ(fault_of_contested(R"({"outcome": "deliver", "readings": {"expiry-instant": "live"}})"),
              (Error{"", "expected a member 'database'"}));
}

TEST(ReadOutcomeWithReadings, TakesEitherAnswerOfEachReading) {
    for (auto const& reading : readings)
        for (auto const answer : reading.answers) {
            Json json = {{"outcome", "drop"}};
            json["readings"][std::string(reading.id)] = answer;
            auto const read = read_outcome_with_readings(json);
            ASSERT_TRUE(read) << reading.id << read.error().message;
            EXPECT_EQ(test::text(*read), "drop");
        }
}

TEST(ReadOutcomeWithReadings, RefusesAnUnknownAnswerAndNamesTheAnswers) {
    auto const read = read_outcome_with_readings(
        parse_json(R"({"outcome": "drop", "readings": {"expiry-instant": "never"}})").value());
    EXPECT_EQ(read.error(), (Error{"/readings/expiry-instant", "expected expired or live, found 'never'"}));
}

TEST(ReadOutcomeWithReadings, NeedsAReading) {
    EXPECT_EQ(read_outcome_with_readings(parse_json(R"({"outcome": "drop"})").value()).error(),
              (Error{"", "expected a member 'readings'"}));
}

}  // namespace
}  // namespace ssbroute::formats
