#include "formats/golden_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "formats/scenario_json.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// A group with these cases on an instance with the databases Sales, which has a route, and msdb.
std::string group(std::string const& cases) {
    return R"({"group": "rules/expiry", "source": "Service Broker Routing", "instance": {"databases": [
        {"name": "Sales", "routes": [{"name": "R", "address": "LOCAL"}]}, {"name": "msdb"}]}, "cases": [)" +
           cases + "]}";
}

// A case with these members beside the usual ones.
std::string one(std::string const& id, std::string const& members) {
    return R"({"id": ")" + id + R"(", "title": "A title", "rules": ["SCOPE-1", "MATCH-5", "NULL-1"],
        "permitted": [{"outcome": "delay"}],
        "contested": [{"outcome": "drop", "readings": {"absent-service-outgoing": "drop"}}], )" +
           members + "}";
}

std::string const message = R"("message": {"origin_database": "Sales", "to_service_name": "Svc"})";

std::vector<GoldenCase> read(std::string const& text) {
    return read_golden_group(parse_json(text).value()).value();
}
Error fault_of_group(std::string const& text) { return read_golden_group(parse_json(text).value()).error(); }

TEST(IsGoldenGroup, AsksForTheMemberGroup) {
    EXPECT_TRUE(is_golden_group(parse_json(R"({"group": 7})").value()));
    EXPECT_FALSE(is_golden_group(parse_json(R"({"instance": {}, "message": {}})").value()));
    EXPECT_FALSE(is_golden_group(parse_json(R"(["group"])").value()));
}

TEST(ReadGoldenGroup, GivesEachMemberOfACase) {
    auto const cases = read(group(one("outgoing", message)));
    ASSERT_THAT(cases, SizeIs(1));
    auto const& golden = cases[0];
    EXPECT_EQ(golden.id, "rules/expiry/outgoing");
    EXPECT_EQ(golden.title, "A title");
    EXPECT_EQ(golden.source, "Service Broker Routing");
    EXPECT_EQ(golden.scenario.message().to_service_name.text(), "Svc");
    EXPECT_EQ(golden.scenario.origin()->routes.as_given()[0]->name, "R");
    EXPECT_THAT(golden.rules, ElementsAre(Rule::scope_1, Rule::match_5, Rule::null_1));
    ASSERT_THAT(golden.permitted, SizeIs(1));
    EXPECT_EQ(test::text(golden.permitted[0]), "delay");
    ASSERT_THAT(golden.contested, SizeIs(1));
    EXPECT_EQ(test::text(golden.contested[0].outcome), "drop");
    EXPECT_TRUE(golden.contested[0].readings.contains(Reading::absent_service_outgoing));
}

TEST(ReadGoldenGroup, GivesTheCasesInTheirOrder) {
    auto const cases = read(group(one("b", message) + "," + one("a", message) + "," + one("c", message)));
    std::vector<std::string> ids;
    ids.reserve(cases.size());
    for (auto const& golden : cases) ids.push_back(golden.id);
    EXPECT_THAT(ids, ElementsAre("rules/expiry/b", "rules/expiry/a", "rules/expiry/c"));
}

TEST(ReadGoldenGroup, PatchesTheInstanceForTheCaseThatSaysSoOnly) {
    auto const patch = R"("given": [{"op": "add", "path": "/databases/0/services", "value": ["Svc"]},
                                    {"op": "remove", "path": "/databases/0/routes/0"}], )";
    auto const cases = read(
        group(one("before", message) + "," + one("patched", patch + message) + "," + one("after", message)));
    auto const& sales = [&](std::size_t i) -> Database const& { return *cases[i].scenario.origin(); };
    EXPECT_THAT(sales(1).services, ElementsAre(ServiceName("Svc")));
    EXPECT_EQ(sales(1).routes.size(), 0U);
    for (std::size_t const i : {0U, 2U}) {
        EXPECT_THAT(sales(i).services, IsEmpty());
        EXPECT_EQ(sales(i).routes.size(), 1U);
    }
}

TEST(ReadGoldenGroup, GivesACaseItsOwnTime) {
    auto const cases =
        read(group(one("a", R"("now": "2026-01-01T00:00:00Z", )" + message) + "," + one("b", message)));
    EXPECT_EQ(cases[0].scenario.now(), test::time("2026-01-01T00:00:00Z"));
    EXPECT_EQ(cases[1].scenario.now(), std::nullopt);
}

TEST(ReadGoldenGroup, MakesASelfContainedScenarioOfEachCase) {
    auto const patch = R"("given": [{"op": "add", "path": "/databases/1/services", "value": ["Svc"]}], )";
    auto const golden = read(group(one("a", patch + message)))[0];
    auto const again = read_scenario(parse_json(to_line(golden.scenario_json)).value()).value();
    EXPECT_EQ(again.message().to_service_name.text(), "Svc");
    EXPECT_THAT(again.instance().msdb().services, ElementsAre(ServiceName("Svc")));
    EXPECT_EQ(again.origin()->routes.as_given()[0]->name, "R");
}

TEST(ReadGoldenGroup, LeavesTheSpellingOfAScenarioAsItIs) {
    auto const text = group(one("a", R"("now": "2026-01-01 01:00:00.000+01:00", )" + message));
    auto const scenario = read(text)[0].scenario_json;
    auto const as_written = parse_json(text).value();
    EXPECT_EQ(scenario["now"], "2026-01-01 01:00:00.000+01:00");
    EXPECT_EQ(Json(scenario["instance"]), as_written["instance"]);
    EXPECT_EQ(Json(scenario["message"]), as_written["cases"][0]["message"]);
}

TEST(ReadGoldenGroup, TellsWhatAPatchSpoiltAtThePatch) {
    auto const patch = R"("given": [{"op": "add", "path": "/databases/0/name", "value": "msdb"}], )";
    auto const fault = fault_of_group(group(one("a", message) + "," + one("b", patch + message)));
    EXPECT_EQ(fault.where, "/cases/1/given");
    EXPECT_THAT(fault.message,
                StartsWith("the instance /databases/1/name: expected a name that no other database"));
}

TEST(ReadGoldenGroup, TellsALifetimeWithoutNowAtTheCaseThatLacksIt) {
    auto const patch = R"("given": [{"op": "add", "path": "/databases/0/routes/0/lifetime",
                                     "value": "2026-01-01T00:00:00Z"}], )";
    auto const fault = fault_of_group(group(one("a", patch + message)));
    EXPECT_EQ(fault.where, "/cases/0");
    EXPECT_THAT(fault.message,
                StartsWith("/instance/databases/0/routes/0/lifetime: expected the scenario to give now"));
}

TEST(ReadGoldenGroup, TellsAnUnsoundInstanceOnceAndNotAtACase) {
    auto const fault =
        fault_of_group(R"({"group": "g", "source": "", "instance": {"databases": []}, "cases": []})");
    EXPECT_EQ(fault.where, "/instance/databases");
}

TEST(ReadGoldenGroup, RefusesAnIdThatAnEarlierCaseHas) {
    auto const cases = one("a", message) + "," + one("b", message) + "," + one("a", message);
    EXPECT_EQ(fault_of_group(group(cases)), (Error{"/cases/2/id", "expected an id that no other case has"}));
}

TEST(ReadGoldenGroup, RefusesAnOutcomeThatIsPermittedAndContested) {
    auto const text = R"({"id": "a", "title": "", "rules": ["SCOPE-1"], "permitted": [
        {"outcome": "drop"}, {"outcome": "send", "address": "TCP://HOST:1/x"}], "contested": [
        {"outcome": "delay", "readings": {"expiry-instant": "live"}},
        {"outcome": "send", "address": "tcp://host:01", "readings": {"expiry-instant": "live"}}], )" +
                      message + "}";
    EXPECT_EQ(fault_of_group(group(text)),
              (Error{"/cases/0/contested/1", "expected each outcome once, found it repeated"}));
}

TEST(ReadGoldenGroup, TellsSendFromForwardAndAddressFromMirror) {
    auto const text = R"({"id": "a", "title": "", "rules": ["SCOPE-1"], "permitted": [
        {"outcome": "send", "address": "TCP://a:1"}, {"outcome": "forward", "address": "TCP://a:1"},
        {"outcome": "send", "address": "TCP://a:1", "mirror_address": "TCP://b:1"},
        {"outcome": "send", "address": "TCP://b:1", "mirror_address": "TCP://a:1"},
        {"outcome": "delay"}, {"outcome": "delay", "route_requested": true}], "contested": [], )" +
                      message + "}";
    EXPECT_THAT(read(group(text))[0].permitted, SizeIs(6));
}

TEST(WriteFlat, PrintsACaseOnOneSelfContainedLine) {
    auto const golden = read(group(one("a", R"("now": "2026-01-01T00:00:00Z", )" + message)))[0];
    auto flat = write_flat(golden);
    auto const scenario = read_scenario(parse_json(to_line(flat["scenario"])).value()).value();
    EXPECT_EQ(to_line(write_scenario(scenario)), to_line(write_scenario(golden.scenario)));

    flat.erase("scenario");
    EXPECT_EQ(to_line(flat),
              R"({"id":"rules/expiry/a","title":"A title","source":"Service Broker Routing",)"
              R"("rules":["SCOPE-1","MATCH-5","NULL-1"],"permitted":[{"outcome":"delay"}],)"
              R"("contested":[{"outcome":"drop","readings":{"absent-service-outgoing":"drop"}}]})");
}

}  // namespace
}  // namespace ssbroute::formats
