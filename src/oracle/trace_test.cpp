#include "oracle/trace.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/decide.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::UnorderedElementsAre;

// The steps outlive the decision and everything that it looked at.
std::vector<TraceStep> traced(Scenario scenario, ScriptedArbiter arbiter = {}) {
    RoutingProcess process(std::move(scenario));
    TraceRecorder recorder;
    process.run(arbiter, recorder);
    return recorder.steps();
}

TraceStep const& step(std::vector<TraceStep> const& steps, Rule rule) {
    auto const found =
        std::find_if(steps.begin(), steps.end(), [rule](TraceStep const& one) { return one.rule == rule; });
    if (found == steps.end()) throw std::runtime_error(std::string(id(rule)) + " is not in the trace");
    return *found;
}

// Whether the step has these members and no others.
enum class Member : std::uint8_t {
    routes,
    chosen,
    table,
    expired,
    database,
    address,
    mirror_address,
    reason
};
std::vector<Member> members(TraceStep const& one) {
    std::vector<Member> result;
    if (one.routes) result.push_back(Member::routes);
    if (one.chosen) result.push_back(Member::chosen);
    if (one.table) result.push_back(Member::table);
    if (one.expired) result.push_back(Member::expired);
    if (one.database) result.push_back(Member::database);
    if (one.address) result.push_back(Member::address);
    if (one.mirror_address) result.push_back(Member::mirror_address);
    if (one.reason) result.push_back(Member::reason);
    return result;
}

TEST(TraceRecorder, HasNoStepsAtFirst) { EXPECT_THAT(TraceRecorder().steps(), IsEmpty()); }

TEST(TraceRecorder, RecordsTheStepsInOrderWithTheirPassing) {
    std::vector<std::pair<Rule, Passing>> steps;
    for (auto const& one :
         traced(outgoing("A", "Svc").in({database("A").routing_by({route("R").to("Svc").at("TCP://a:1")})})))
        steps.emplace_back(one.rule, one.passing);
    using P = Passing;
    EXPECT_THAT(steps,
                ElementsAre(std::pair(Rule::scope_1, P::passed), std::pair(Rule::match_1, P::handed_on),
                            std::pair(Rule::match_2, P::passed), std::pair(Rule::choose_1, P::handed_on),
                            std::pair(Rule::choose_2, P::handed_on), std::pair(Rule::choose_3, P::passed),
                            std::pair(Rule::send_1, P::passed)));
}

TEST(TraceRecorder, RecordsTheTableInScope) {
    auto const steps = traced(outgoing("A", "Svc").in({database("A")}));
    EXPECT_THAT(step(steps, Rule::scope_1).table, Optional(std::string("A")));
    EXPECT_THAT(members(step(steps, Rule::scope_1)), ElementsAre(Member::table));
}

TEST(TraceRecorder, RecordsExpiredRoutes) {
    auto const steps =
        traced(outgoing("A", "Svc")
                   .now("2026-01-01T00:00:00Z")
                   .in({
                       database("A").routing_by({route("R").until("2025-01-01T00:00:00Z"), route("Q"),
                                                 route("P").to("X").until("2024-01-01T00:00:00Z")}),
                   }));
    auto const& expiry = step(steps, Rule::expiry_1);
    ASSERT_TRUE(expiry.expired);
    EXPECT_THAT(*expiry.expired, UnorderedElementsAre("R", "P"));
    EXPECT_THAT(members(expiry), ElementsAre(Member::expired));
}

TEST(TraceRecorder, RecordsMatchedRoutes) {
    auto const steps = traced(
        outgoing("A", "Svc").in({database("A").routing_by({route("R"), route("Q"), route("P").to("X")})}));
    auto const& match = step(steps, Rule::match_5);
    ASSERT_TRUE(match.routes);
    EXPECT_THAT(*match.routes, UnorderedElementsAre("R", "Q"));
    EXPECT_THAT(members(match), ElementsAre(Member::routes));
}

TEST(TraceRecorder, AStepThatHandsOnLeftNoRoute) {
    auto const steps =
        traced(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    for (auto const& one : steps)
        if (one.passing == Passing::handed_on) {
            EXPECT_THAT(one.routes, Optional(IsEmpty())) << id(one.rule);
        }
}

TEST(TraceRecorder, RecordsWhyAStepWasNotTried) {
    auto const steps =
        traced(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    EXPECT_THAT(step(steps, Rule::match_1).reason,
                Optional(std::string("the conversation gives no identifier")));
}

TEST(TraceRecorder, RecordsTheChosenRouteAmongItsCandidates) {
    auto const steps = traced(outgoing("A", "Svc")
                                  .in({database("A").routing_by({route("R").at("TCP://a:1"),
                                                                 route("Q").at("TCP://b:1"), route("P")})}));
    auto const& choice = step(steps, Rule::choose_3);
    ASSERT_TRUE(choice.routes);
    EXPECT_THAT(*choice.routes, UnorderedElementsAre("R", "Q"));
    ASSERT_TRUE(choice.chosen);
    EXPECT_THAT(*choice.routes, testing::Contains(*choice.chosen));
    EXPECT_THAT(members(choice), ElementsAre(Member::routes, Member::chosen));
}

TEST(TraceRecorder, RecordsWhereTheMessageGoesAsItIsWritten) {
    auto const steps =
        traced(outgoing("A", "Svc")
                   .in({database("A").routing_by({route("R").at("tcp://A:01/x").mirrored_at("TCP://b:1")})}));
    auto const& sent = step(steps, Rule::send_1);
    EXPECT_THAT(sent.address, Optional(std::string("tcp://A:01/x")));
    EXPECT_THAT(sent.mirror_address, Optional(std::string("TCP://b:1")));
    EXPECT_THAT(members(sent), ElementsAre(Member::address, Member::mirror_address));
}

TEST(TraceRecorder, WithoutMirrorAddressRecordsNone) {
    auto const steps =
        traced(outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})}));
    EXPECT_THAT(members(step(steps, Rule::send_1)), ElementsAre(Member::address));
}

TEST(TraceRecorder, RecordsTheDatabaseThatWasFound) {
    auto const steps =
        traced(outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by({route("R")})}));
    EXPECT_THAT(step(steps, Rule::locate_2).database, Optional(std::string("A")));
    EXPECT_THAT(members(step(steps, Rule::locate_2)), ElementsAre(Member::database));
}

TEST(TraceRecorder, RecordsTheDatabaseThatLacksTheService) {
    auto const steps = traced(outgoing("A", "Svc")
                                  .with(guid_1)
                                  .in({
                                      database("A").offering({"Svc"}).routing_by({route("R")}),
                                      database("B").identified_by(guid_1),
                                  }));
    auto const& located = step(steps, Rule::locate_1);
    EXPECT_THAT(located.database, Optional(std::string("B")));
    EXPECT_THAT(located.reason,
                Optional(std::string("the database that has the identifier lacks the service")));
    EXPECT_EQ(located.passing, Passing::handed_on);
}

TEST(TraceRecorder, RecordsTheRouteThatIsNotInTheTableInWords) {
    auto const steps =
        traced(outgoing("A", "Svc").with(guid_1).in({database("A").identified_by(guid_1).offering({"Svc"})}));
    auto const& match = step(steps, Rule::match_6);
    EXPECT_THAT(match.reason,
                Optional(std::string("as if there were a route to 'Svc' with the address LOCAL")));
    EXPECT_THAT(members(match), ElementsAre(Member::reason));
}

TEST(TraceRecorder, AStepThatEndsTheProcessWithoutRoutesLeftNone) {
    auto const steps = traced(outgoing("A", "Svc").in({database("A")}));
    EXPECT_THAT(step(steps, Rule::match_7).routes, Optional(IsEmpty()));
}

}  // namespace
}  // namespace ssbroute::test
