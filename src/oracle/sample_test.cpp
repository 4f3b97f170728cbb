#include "oracle/sample.hpp"

#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "oracle/answer.hpp"
#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;

// A pick among this many alternatives is the drawn number itself.
constexpr auto any_number = std::numeric_limits<std::uint64_t>::max();

std::vector<std::uint64_t> picks(std::uint64_t seed, std::uint64_t alternatives, int count) {
    SamplingArbiter arbiter(seed);
    std::vector<std::uint64_t> result;
    result.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) result.push_back(arbiter.pick(Rule::choose_3, alternatives));
    return result;
}

// The first numbers of SplitMix64 as published; those of 1234567 are known as a reference for it.
TEST(SamplingArbiter, DrawsTheNumbersOfSplitMix64) {
    EXPECT_THAT(picks(0, any_number, 3),
                ElementsAre(16294208416658607535U, 7960286522194355700U, 487617019471545679U));
    EXPECT_THAT(picks(1, any_number, 2), ElementsAre(10451216379200822465U, 13757245211066428519U));
    EXPECT_THAT(picks(1234567, any_number, 5),
                ElementsAre(6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                            4593380528125082431U, 16408922859458223821U));
    EXPECT_THAT(picks(std::numeric_limits<std::uint64_t>::max(), any_number, 2),
                ElementsAre(16490336266968443936U, 16834447057089888969U));
}

TEST(SamplingArbiter, PicksTheRemainderOfTheDrawnNumber) {
    EXPECT_THAT(picks(0, 10, 6), ElementsAre(5U, 0U, 9U, 4U, 7U, 0U));
    EXPECT_THAT(picks(1234567, 3, 6), ElementsAre(0U, 1U, 0U, 1U, 2U, 0U));
    EXPECT_THAT(picks(1234567, 2, 6), ElementsAre(1U, 1U, 1U, 1U, 1U, 0U));
}

TEST(SamplingArbiter, DrawsAgainWhereTheNumberWouldFavourTheFirst) {
    // Of 2^64 numbers only the first 2^63 + 1 fit evenly. The first drawn with seed 0 lies beyond, the second
    // not.
    EXPECT_THAT(picks(0, (std::uint64_t{1} << 63U) + 1, 1), ElementsAre(7960286522194355700U));
}

TEST(SamplingArbiter, DrawsAgainWhereTheNumberIsTheFirstThatDoesNotFit) {
    // The first number drawn with seed 0, taken as the number of alternatives, is one beyond the last of
    // them.
    EXPECT_THAT(picks(0, 16294208416658607535U, 1), ElementsAre(7960286522194355700U));
    EXPECT_THAT(picks(0, 16294208416658607536U, 1), ElementsAre(16294208416658607535U));
}

TEST(SamplingArbiter, DrawsNothingWhereThereIsNoChoice) {
    SamplingArbiter arbiter(0);
    EXPECT_EQ(arbiter.pick(Rule::choose_3, 1), 0U);
    EXPECT_EQ(arbiter.pick(Rule::choose_3, 1), 0U);
    EXPECT_EQ(arbiter.pick(Rule::choose_3, any_number), 16294208416658607535U);
}

TEST(SamplingArbiter, PicksEveryAlternativeAndNoOther) {
    for (std::size_t alternatives : {2U, 3U, 7U, 100U}) {
        std::set<std::uint64_t> seen;
        for (auto const picked : picks(42, alternatives, 2000)) {
            EXPECT_LT(picked, alternatives);
            seen.insert(picked);
        }
        EXPECT_EQ(seen.size(), alternatives);
    }
}

TEST(SamplingArbiter, AnswersReadingsByTheProfile) {
    Profile profile;
    profile.prefer(Reading::self_address, 1);
    SamplingArbiter arbiter(0, profile);
    for (auto const& one : readings)
        EXPECT_EQ(arbiter.answer(one.reading), one.reading == Reading::self_address ? 1 : 0) << one.id;
}

// Any of three databases.
ScenarioBuilder three_databases() {
    return incoming("Svc").in({
        database("msdb").routing_by({route("R")}),
        database("B").offering({"Svc"}),
        database("C").offering({"Svc"}),
        database("D").offering({"Svc"}),
    });
}

std::string sampled(Scenario scenario, std::uint64_t seed, Profile const& profile = {}) {
    RoutingProcess process(std::move(scenario));
    return text(sample(process, seed, profile));
}

TEST(Sample, TakesTheAlternativeThatTheSeedDraws) {
    // The remainders by 3 of the first numbers drawn: 1, 2 and 0.
    EXPECT_EQ(sampled(three_databases(), 0), "deliver C");
    EXPECT_EQ(sampled(three_databases(), 1), "deliver D");
    EXPECT_EQ(sampled(three_databases(), 1234567), "deliver B");
}

TEST(Sample, TheSameSeedGivesTheSameOutcome) {
    RoutingProcess process(three_databases());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto const first = text(sample(process, seed));
        EXPECT_EQ(text(sample(process, seed)), first);
        EXPECT_EQ(sampled(three_databases(), seed), first);
    }
}

TEST(Sample, SomeSeedReachesEveryPermittedOutcomeAndNoneReachesAnyOther) {
    RoutingProcess process(
        outgoing("A", "Svc")
            .own_address("TCP://here:1")
            .forwarding()
            .in({
                database("A").identified_by(guid_1).routing_by({
                    route("R").to("Svc").with(guid_1).at("TCP://a:1"),
                    route("Q").to("Svc").with(guid_1).at("TCP://b:1"),
                    route("P").to("Svc").with(guid_2).at("LOCAL"),
                    route("O").to("Svc").with(guid_2).at("TCP://here:1"),
                    route("N").to("Svc").with(guid_3).at("TCP://c:1").mirrored_at("TCP://d:1"),
                }),
                database("B").offering({"Svc"}),
                database("C").offering({"Svc"}),
                database("msdb").routing_by({route("M")}),
            }));
    std::set<std::string> permitted;
    for (auto const& outcome : answer(process).permitted) permitted.insert(text(outcome));
    std::set<std::string> reached;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) reached.insert(text(sample(process, seed)));
    EXPECT_EQ(reached, permitted);
    EXPECT_EQ(reached, (std::set<std::string>{"deliver B", "deliver C", "send TCP://a:1", "send TCP://b:1",
                                              "send TCP://c:1 or TCP://d:1", "delay"}));
}

TEST(Sample, FollowsTheProfile) {
    auto const scenario = outgoing("A", "Svc").in({database("A").routing_by({route("R")})});
    EXPECT_EQ(sampled(scenario, 0), "delay");
    Profile profile;
    profile.prefer(Reading::absent_service_outgoing, 1);
    EXPECT_EQ(sampled(scenario, 0, profile), "drop");
}

TEST(Sample, TheObserverIsToldTheSteps) {
    RoutingProcess process(three_databases());
    StepWriter observer;
    sample(process, 0, {}, observer);
    EXPECT_EQ(observer.steps().front(), "SCOPE-2 msdb");
    EXPECT_EQ(observer.steps().back(), "LOCATE-3 C");
}

}  // namespace
}  // namespace ssbroute::test
