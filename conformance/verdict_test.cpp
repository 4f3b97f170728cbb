#include "conformance/verdict.hpp"

#include <gmock/gmock.h>

#include "formats/scenario_json.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::conformance {
namespace {

using test::database;
using test::incoming;
using test::route;
using ::testing::EndsWith;
using ::testing::HasSubstr;

formats::GoldenCase golden_case(Scenario scenario, std::vector<Outcome> permitted) {
    auto json = formats::write_scenario(scenario);
    return {
        "group/case",         "", "", std::move(scenario), std::move(json), {Rule::scope_2, Rule::choose_5},
        std::move(permitted), {}};
}

formats::GoldenCase absent() {
    return golden_case(incoming("S").in({database("msdb").routing_by({route("R")})}), {Drop{}});
}

formats::GoldenCase two_databases() {
    return golden_case(incoming("S").in({database("A").offering({"S"}), database("B").offering({"S"}),
                                         database("msdb").routing_by({route("R")})}),
                       {Deliver{"A"}, Deliver{"B"}});
}

Judgement judged(formats::GoldenCase const& golden, Said const& said, PartialProfile const& declared = {}) {
    return judge(golden, Expectation(golden.scenario), declared, said);
}

TEST(Verdict, OneOfThePermittedOutcomesConforms) {
    EXPECT_EQ(judged(two_databases(), OneOutcome{Deliver{"B"}}).verdict, Verdict::conforms);
}

TEST(Verdict, TheWholeSetConformsInAnyOrder) {
    EXPECT_EQ(judged(two_databases(), WholeSet{{Deliver{"B"}, Deliver{"A"}}}).verdict, Verdict::conforms);
}

TEST(Verdict, APartOfTheSetIsIncomplete) {
    auto const judgement = judged(two_databases(), WholeSet{{Deliver{"B"}}});
    EXPECT_EQ(judgement.verdict, Verdict::incomplete);
    EXPECT_THAT(judgement.explanation,
                HasSubstr("expected one of deliver to A, deliver to B (SCOPE-2, CHOOSE-5)"));
}

TEST(Verdict, AnOutcomeTooManyViolates) {
    EXPECT_EQ(judged(two_databases(), WholeSet{{Deliver{"B"}, Deliver{"A"}, Drop{}}}).verdict,
              Verdict::violates);
}

TEST(Verdict, WhatAnotherReadingPermitsIsContestedWithItsName) {
    auto const judgement = judged(absent(), OneOutcome{Delay{}});
    EXPECT_EQ(judgement.verdict, Verdict::contested);
    EXPECT_THAT(judgement.explanation, EndsWith("permitted only under absent-service-incoming=delay"));
    EXPECT_EQ(judged(absent(), WholeSet{{Delay{}}}).verdict, Verdict::contested);
}

TEST(Verdict, ADelayWithARequestIsAnotherOutcome) {
    EXPECT_EQ(judged(absent(), OneOutcome{Delay{RouteRequest::made}}).verdict, Verdict::violates);
}

TEST(Verdict, WhatADeclaredProfileExcludesViolates) {
    auto const reading = bit(Reading::absent_service_incoming);
    EXPECT_EQ(judged(absent(), OneOutcome{Delay{}}, {reading, reading}).verdict, Verdict::conforms);
    auto const judgement = judged(absent(), OneOutcome{Drop{}}, {reading, reading});
    EXPECT_EQ(judgement.verdict, Verdict::violates);
    EXPECT_THAT(judgement.explanation, HasSubstr("permitted only under absent-service-incoming=drop"));
    EXPECT_EQ(judged(absent(), OneOutcome{Delay{}}, {reading, 0}).verdict, Verdict::violates);
}

// The case is the measure, not the oracle: a canary lives from that.
TEST(Verdict, WhatTheCaseDoesNotListViolatesEvenIfTheOraclePermitsIt) {
    auto golden = absent();
    golden.permitted = {Deliver{"nowhere"}};
    EXPECT_EQ(judged(golden, OneOutcome{Drop{}}).verdict, Verdict::violates);
}

TEST(Verdict, UnsupportedAndErrorAreWhatTheImplementationSaid) {
    EXPECT_EQ(judged(absent(), Unsupported{"replies"}).verdict, Verdict::unsupported);
    EXPECT_EQ(judged(absent(), Refused{"no"}).verdict, Verdict::error);
}

TEST(Verdict, FaultsKeepTheirKind) {
    EXPECT_EQ(judge(absent(), Fault{Lost::crash, "crashed", ""}).verdict, Verdict::crash);
    EXPECT_EQ(judge(absent(), Fault{Lost::timeout, "slept", ""}).verdict, Verdict::timeout);
    auto const judgement = judge(absent(), Fault{Lost::garbage, "babbled", ""});
    EXPECT_EQ(judgement.verdict, Verdict::garbage);
    EXPECT_THAT(judgement.explanation, EndsWith("but it babbled"));
}

TEST(Verdict, IdsGoThereAndBack) {
    for (auto const name : verdicts) EXPECT_EQ(id(*verdict_with_id(name)), name);
    EXPECT_EQ(verdict_with_id("good"), std::nullopt);
}

}  // namespace
}  // namespace ssbroute::conformance
