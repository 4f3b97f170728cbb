#include "conformance/profile.hpp"

#include <gtest/gtest.h>

namespace ssbroute::conformance {
namespace {

constexpr auto a = Reading::absent_service_incoming;
constexpr auto b = Reading::no_match_incoming;
constexpr auto c = Reading::forwarding_inactive;

// Evidence that these sets of answers to these readings are possible.
Evidence among(Answers met, std::vector<Answers> allowed) { return {met, std::move(allowed)}; }
Evidence shows(Reading reading, AnswerNumber answer) {
    return among(bit(reading), {static_cast<Answers>(answer == 1 ? bit(reading) : 0)});
}

std::string found(std::vector<EvidenceOfCase> const& evidence, Reading reading) {
    return text(reading, derive_profile(evidence).of(reading));
}

TEST(Profile, WithoutEvidenceNothingIsSeen) {
    auto const profile = derive_profile({});
    EXPECT_TRUE(profile.is_consistent());
    for (auto const& reading : readings)
        EXPECT_TRUE(std::holds_alternative<NotSeen>(profile.of(reading.reading)));
}

TEST(Profile, FollowsWhatOneCaseShows) {
    EXPECT_EQ(found({{"one", shows(a, 0)}}, a), "absent-service-incoming: drop (one)");
    EXPECT_EQ(found({{"one", shows(a, 1)}}, a),
              "absent-service-incoming: delay, not the preferred answer (one)");
    EXPECT_EQ(found({{"one", shows(a, 1)}}, b), "no-match-incoming: not seen");
}

TEST(Profile, TwoCasesThatContradictAreInconsistent) {
    std::vector<EvidenceOfCase> const evidence = {
        {"one", shows(a, 0)}, {"two", shows(b, 1)}, {"three", shows(a, 1)}};
    EXPECT_FALSE(derive_profile(evidence).is_consistent());
    EXPECT_EQ(found(evidence, a), "absent-service-incoming: inconsistent: drop in one, delay in three");
    EXPECT_EQ(found(evidence, b), "no-match-incoming: drop, not the preferred answer (two)");
}

// Either a or b is at its other answer: that alone tells of neither, and of b once a is known.
TEST(Profile, WhatHangsOnTwoReadingsIsTakenTogether) {
    auto const either = among(bit(a) | bit(b), {bit(a), bit(b)});
    EXPECT_EQ(found({{"either", either}}, a), "absent-service-incoming: not seen");
    EXPECT_EQ(found({{"either", either}, {"a", shows(a, 0)}}, b),
              "no-match-incoming: drop, not the preferred answer (a)");
    EXPECT_EQ(found({{"either", either}, {"a", shows(a, 1)}}, b), "no-match-incoming: delay (a)");
}

TEST(Profile, AContradictionOfThreeCasesIsFound) {
    auto const at_least_one = among(bit(a) | bit(b), {bit(a), bit(b), static_cast<Answers>(bit(a) | bit(b))});
    std::vector<EvidenceOfCase> const evidence = {
        {"either", at_least_one}, {"other", shows(c, 0)}, {"a", shows(a, 0)}, {"b", shows(b, 0)}};
    auto const profile = derive_profile(evidence);
    EXPECT_FALSE(profile.is_consistent());
    EXPECT_EQ(text(a, profile.of(a)), "absent-service-incoming: inconsistent: delay in either, drop in a");
    // What does not take part in it is still known.
    EXPECT_EQ(text(c, profile.of(c)), "forwarding-inactive: drop (other)");
}

TEST(Profile, SeveralReadingsCanBeInconsistent) {
    auto const profile =
        derive_profile({{"1", shows(a, 0)}, {"2", shows(b, 0)}, {"3", shows(a, 1)}, {"4", shows(b, 1)}});
    EXPECT_TRUE(std::holds_alternative<Inconsistent>(profile.of(a)));
    EXPECT_TRUE(std::holds_alternative<Inconsistent>(profile.of(b)));
    EXPECT_TRUE(std::holds_alternative<NotSeen>(profile.of(c)));
}

TEST(DeclaredProfile, IsReadAndWritten) {
    auto const value =
        formats::Json::parse(R"({"readings": {"self-address": "address", "forwarding-inactive": "delay"}})");
    auto const profile = read_profile(value);
    ASSERT_TRUE(profile);
    EXPECT_EQ(text(*profile), "self-address=address, forwarding-inactive=delay");
    EXPECT_EQ(formats::Json(write_profile(*profile)), value["readings"]);
}

TEST(DeclaredProfile, FaultsAreToldWithTheirPlace) {
    auto const place = [](char const* json) {
        auto const profile = read_profile(formats::Json::parse(json));
        return profile ? "none" : profile.error().where;
    };
    EXPECT_EQ(place("[]"), "");
    EXPECT_EQ(place("{}"), "");
    EXPECT_EQ(place(R"({"reading": {}})"), "/reading");
    EXPECT_EQ(place(R"({"readings": []})"), "/readings");
    EXPECT_EQ(place(R"({"readings": {"mood": "good"}})"), "/readings/mood");
    EXPECT_EQ(place(R"({"readings": {"self-address": "drop"}})"), "/readings/self-address");
    EXPECT_EQ(place(R"({"readings": {"self-address": 1}})"), "/readings/self-address");
}

}  // namespace
}  // namespace ssbroute::conformance
