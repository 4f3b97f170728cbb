#include "interface/routing_tables.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "formats/json_text.hpp"

namespace ssbroute::interface {
namespace {

using formats::Json;
using testing::HasSubstr;

constexpr auto at_new_year = R"({"now": "2026-01-01T00:00:00Z"})";

Json imported(std::string const& text, std::string const& options) {
    return Json::parse(import_sql(text, options).value());
}

// The database of an import's only instance that is not msdb.
Json database_of(Json const& import) {
    for (auto const& one : import["instances"][0]["instance"]["databases"])
        if (one["name"] != "msdb") return one;
    return {};
}

TEST(ImportSql, ReadsAScriptAsItsOptionsSay) {
    auto const import = imported("CREATE ROUTE R WITH ADDRESS = 'TCP://$(Host)', LIFETIME = 60", R"({
        "name": "routes.sql", "instance": "Server1", "database": "Sales", "now": "2026-01-01T00:00:00Z",
        "variables": {"Host": "host2"}, "lenient": true})");
    EXPECT_EQ(import["instances"][0]["name"], "Server1");
    EXPECT_EQ(import["reported"][0]["file"], "routes.sql");
    auto const database = database_of(import);
    EXPECT_EQ(database["name"], "Sales");
    EXPECT_EQ(database["routes"].back()["address"], "TCP://host2");
    EXPECT_EQ(database["routes"].back()["lifetime"], "2026-01-01T00:01:00Z");
}

TEST(ImportSql, RefusesWhatTheServerRefusesUnlessItIsLenient) {
    std::string const script = "USE Sales; CREATE ROUTE R WITH ADDRESS = 'TCP://host2'";
    EXPECT_EQ(database_of(imported(script, ""))["routes"].size(), 1);
    EXPECT_EQ(database_of(imported(script, R"({"lenient": true})"))["routes"].size(), 2);
}

TEST(ImportSql, TellsWhereOptionsAreWrong) {
    auto const place_of_fault = [](std::string const& options) {
        return import_sql("", options).error().where;
    };
    EXPECT_EQ(place_of_fault(R"({"soon": 7})"), "/soon");
    EXPECT_EQ(place_of_fault(R"({"now": "today"})"), "/now");
    EXPECT_EQ(place_of_fault(R"({"variables": []})"), "/variables");
    EXPECT_EQ(place_of_fault(R"({"variables": {"a/b": 7}})"), "/variables/a~1b");
    EXPECT_EQ(place_of_fault(R"({"lenient": "yes"})"), "/lenient");
}

TEST(ImportSql, TellsWhereJsonIsWrong) {
    EXPECT_EQ(import_sql(R"({"databases": 7})", "").error().where, "/databases");
    EXPECT_EQ(import_sql(R"({"databases": 7})", R"({"name": "a.json"})").error().where, "a.json: /databases");
}

TEST(EmitSql, WritesAScriptThatGivesTheSameInstance) {
    auto const import =
        imported("USE Sales; CREATE ROUTE R WITH ADDRESS = 'LOCAL', LIFETIME = 60", at_new_year);
    auto const script = Json::parse(emit_sql(import.dump(), at_new_year).value());
    EXPECT_THAT(script["text"].get<std::string>(), HasSubstr("CREATE ROUTE [R]"));
    EXPECT_EQ(database_of(imported(script["text"], at_new_year)), database_of(import));
}

TEST(EmitSql, TellsWhatIsLeftOut) {
    auto const script = Json::parse(
        emit_sql(R"({"databases": [{"name": "msdb"}], "pending_route_requests": ["OrderParts"]})", "")
            .value());
    EXPECT_THAT(script["left_out"].dump(), HasSubstr("OrderParts"));
}

constexpr auto expiring = R"({"databases": [{"name": "msdb", "routes": [
    {"name": "AutoCreatedLocal", "address": "LOCAL"},
    {"name": "R", "remote_service_name": "S", "address": "TCP://a:1", "lifetime": "2026-01-03T00:00:00Z"}]}]})";

bool is_found(std::string const& kind, std::string const& options) {
    auto const review = Json::parse(lint(expiring, options).value());
    auto const& findings = review["findings"];
    return std::any_of(findings.begin(), findings.end(), [&](Json const& one) { return one["id"] == kind; });
}

TEST(LintOfTables, FindsByTheTimeAndTheDaysThatAreGiven) {
    EXPECT_TRUE(is_found("route-expires-soon", R"({"now": "2026-01-01T00:00:00Z"})"));
    EXPECT_FALSE(is_found("route-expires-soon", R"({"now": "2026-01-01T00:00:00Z", "soon": 1})"));
    EXPECT_TRUE(is_found("expired-route", R"({"now": "2026-02-01T00:00:00Z"})"));
}

TEST(LintOfTables, LeavesOutWhatIsIgnored) {
    EXPECT_FALSE(is_found("route-expires-soon",
                          R"({"now": "2026-01-01T00:00:00Z", "ignore": ["route-expires-soon"]})"));
}

TEST(LintOfTables, TellsWhereOptionsAreWrong) {
    auto const place_of_fault = [](std::string const& options) {
        return lint(expiring, options).error().where;
    };
    EXPECT_EQ(place_of_fault(R"({"soon": -1})"), "/soon");
    EXPECT_EQ(place_of_fault(R"({"soon": 4294967296})"), "/soon");
    EXPECT_EQ(place_of_fault(R"({"ignore": ["open-relay", "no-such"]})"), "/ignore/1");
    EXPECT_EQ(place_of_fault(R"({"lenient": true})"), "/lenient");
}

}  // namespace
}  // namespace ssbroute::interface
