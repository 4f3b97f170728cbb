#include "interface/findings_json.hpp"

#include <gtest/gtest.h>
#include <string>

#include "formats/json_text.hpp"

namespace ssbroute::interface {
namespace {

using formats::Json;
using review::Finding;
using review::Kind;

Finding about_routes() {
    return {Kind::hidden_by_network_route,
            Severity::warning,
            "Server1",
            "Sales",
            {{"Server1", "Sales", "T"}, {"Server1", "Sales", "R"}},
            "T is hidden",
            "Drop it."};
}

formats::Reported remark(std::string file) {
    return {{std::move(file), 3, 7}, Severity::error, "no such route"};
}

Json json(std::vector<Finding> const& findings, std::vector<formats::Reported> const& reported = {}) {
    return Json::parse(write_findings(findings, reported).dump());
}

// Of the only run.
Json sarif(std::vector<Finding> const& findings, std::vector<formats::Reported> const& reported = {},
           std::vector<formats::InstanceSources> const& sources = {}) {
    return Json::parse(write_sarif(findings, reported, sources).dump()).at("runs").at(0);
}

Json location(Finding const& finding, std::string file) {
    return sarif({finding}, {}, {{"Server1", {{std::move(file), ""}}}})
        .at("results")
        .at(0)
        .at("locations")
        .at(0);
}

TEST(FindingsJson, AFindingHasAllThatIsKnownOfIt) {
    EXPECT_EQ(json({about_routes()}), Json::parse(R"({
        "findings": [{"id": "hidden-by-network-route", "severity": "warning", "rules": ["CHOOSE-3", "CHOOSE-4"],
                      "instance": "Server1", "database": "Sales",
                      "routes": [{"instance": "Server1", "database": "Sales", "route": "T"},
                                 {"instance": "Server1", "database": "Sales", "route": "R"}],
                      "message": "T is hidden", "advice": "Drop it."}],
        "reported": []})"));
}

TEST(FindingsJson, AFindingAboutAnInstanceHasNoDatabase) {
    auto finding = about_routes();
    finding.database.clear();
    finding.routes.clear();
    auto const value = json({finding}).at("findings").at(0);
    EXPECT_FALSE(value.contains("database"));
    EXPECT_EQ(value.at("routes"), Json::array());
}

TEST(FindingsJson, ASeverityMayDifferFromThatOfItsKind) {
    auto finding = about_routes();
    finding.severity = Severity::note;
    EXPECT_EQ(json({finding}).at("findings").at(0).at("severity"), "note");
    EXPECT_EQ(sarif({finding}).at("results").at(0).at("level"), "note");
}

TEST(FindingsJson, RemarksOnTheInputStandBeside) {
    EXPECT_EQ(json({}, {remark("a.sql")}), Json::parse(R"({"findings": [], "reported": [
        {"file": "a.sql", "line": 3, "column": 7, "severity": "error", "message": "no such route"}]})"));
}

TEST(Sarif, ADocumentNamesItsFormAndItsTool) {
    auto const document = Json::parse(write_sarif({}, {}, {}).dump());
    EXPECT_EQ(document.at("version"), "2.1.0");
    EXPECT_EQ(document.at("runs").size(), 1U);
    EXPECT_EQ(sarif({}).at("tool").at("driver").at("name"), "ssbroute");
    EXPECT_EQ(sarif({}).at("results"), Json::array());
}

TEST(Sarif, EveryKindIsARuleOfTheTool) {
    auto const rules = sarif({}).at("tool").at("driver").at("rules");
    ASSERT_EQ(rules.size(), review::kinds.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        EXPECT_EQ(rules.at(i).at("id"), review::kinds.at(i).id);
        EXPECT_EQ(rules.at(i).at("defaultConfiguration").at("level"), name(review::kinds.at(i).severity));
    }
}

TEST(Sarif, AResultPointsToItsRule) {
    auto const run = sarif({about_routes()});
    auto const& result = run.at("results").at(0);
    EXPECT_EQ(result.at("ruleId"), "hidden-by-network-route");
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<std::size_t>()).at("id"),
              "hidden-by-network-route");
    EXPECT_EQ(result.at("level"), "warning");
    EXPECT_EQ(result.at("message").at("text"), "T is hidden. Drop it.");
}

TEST(Sarif, AResultNamesItsRoutesDatabaseOrInstance) {
    auto finding = about_routes();
    EXPECT_EQ(location(finding, "a.sql").at("logicalLocations"),
              Json::parse(R"([{"fullyQualifiedName": "Server1.Sales.T", "kind": "route"},
                              {"fullyQualifiedName": "Server1.Sales.R", "kind": "route"}])"));
    finding.routes.clear();
    EXPECT_EQ(location(finding, "a.sql").at("logicalLocations"),
              Json::parse(R"([{"fullyQualifiedName": "Server1.Sales", "kind": "database"}])"));
    finding.database.clear();
    EXPECT_EQ(location(finding, "a.sql").at("logicalLocations"),
              Json::parse(R"([{"fullyQualifiedName": "Server1", "kind": "instance"}])"));
}

std::string uri_of(std::string file) {
    return location(about_routes(), std::move(file)).at("physicalLocation").at("artifactLocation").at("uri");
}

TEST(Sarif, AFileIsAUri) {
    EXPECT_EQ(uri_of("scripts/a.sql"), "scripts/a.sql");
    EXPECT_EQ(uri_of("/srv/a b#1.sql"), "file:///srv/a%20b%231.sql");
    EXPECT_EQ(uri_of("ä.sql"), "%C3%A4.sql");
}

TEST(Sarif, StandardInputIsNoFile) {
    EXPECT_FALSE(location(about_routes(), "-").contains("physicalLocation"));
    EXPECT_FALSE(sarif({}, {remark("-")})
                     .at("invocations")
                     .at(0)
                     .at("toolExecutionNotifications")
                     .at(0)
                     .contains("locations"));
}

TEST(Sarif, AFindingIsInTheFirstFileOfItsInstance) {
    std::vector<formats::InstanceSources> const sources = {{"Other", {{"o.sql", ""}}},
                                                           {"Server1", {{"s.sql", ""}, {"t.sql", ""}}}};
    auto finding = about_routes();
    auto const file_of = [&] {
        return sarif({finding}, {}, sources)
            .at("results")
            .at(0)
            .at("locations")
            .at(0)
            .at("physicalLocation")
            .at("artifactLocation")
            .at("uri")
            .get<std::string>();
    };
    EXPECT_EQ(file_of(), "s.sql");
    // A script connected to it.
    finding.instance = "Elsewhere";
    EXPECT_EQ(file_of(), "o.sql");
}

TEST(Sarif, ARemarkIsANotificationWithItsPlace) {
    auto const notification =
        sarif({}, {remark("a.sql")}).at("invocations").at(0).at("toolExecutionNotifications").at(0);
    EXPECT_EQ(notification.at("level"), "error");
    EXPECT_EQ(notification.at("message").at("text"), "no such route");
    auto const& place = notification.at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("artifactLocation").at("uri"), "a.sql");
    EXPECT_EQ(place.at("region"), Json::parse(R"({"startLine": 3, "startColumn": 7})"));
}

}  // namespace
}  // namespace ssbroute::interface
