#include "formats/import/import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"
#include "test_support/imports.hpp"

namespace ssbroute::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

using test::import_options;
using test::said;

Expected<Import> import_all(std::vector<Source> sources, std::string name = "(local)") {
    return import({{std::move(name), std::move(sources)}}, import_options());
}

std::vector<std::string> names(Import const& import) {
    std::vector<std::string> result;
    for (auto const& one : import.instances) result.push_back(one.name);
    return result;
}

// `instance database: routes`, of databases that have other routes than AutoCreatedLocal.
std::vector<std::string> routes(Import const& import) {
    std::vector<std::string> result;
    for (auto const& [name, instance] : import.instances)
        for (auto const& database : instance.databases()) {
            std::string line = name + " " + database.name + ":";
            for (auto const* route : database.routes.as_given())
                if (route->name != "AutoCreatedLocal") line += " " + route->name;
            if (line.back() != ':') result.push_back(line);
        }
    return result;
}

constexpr auto one_route = "USE Sales\nCREATE ROUTE R WITH ADDRESS = 'TCP://a:1'\n";
constexpr auto an_instance =
    R"({"databases": [{"name": "msdb"}, {"name": "Sales", "routes": [{"name": "J", "address": "LOCAL"}]}]})";

TEST(Import, TakesAScriptForWhatIsNothingElse) {
    auto const result = import_all({{"a.sql", one_route}}).value();
    EXPECT_THAT(names(result), ElementsAre("(local)"));
    EXPECT_THAT(routes(result), ElementsAre("(local) Sales: R"));
    EXPECT_THAT(said(result), ElementsAre(StartsWith("a.sql:1: note: database 'Sales' is taken to exist")));
}

TEST(Import, ReadsScriptsInTheEncodingsOfTheirWorld) {
    std::string utf_16 = "\xFF\xFE";
    for (char const* c = one_route; *c != '\0'; ++c) utf_16 += std::string{*c, '\0'};
    EXPECT_THAT(routes(import_all({{"a.sql", utf_16}}).value()), ElementsAre("(local) Sales: R"));
    auto const windows_1252 = std::string("USE Sales\nCREATE ROUTE [\xE9] WITH ADDRESS = 'LOCAL'");
    EXPECT_THAT(routes(import_all({{"a.sql", windows_1252}}).value()), ElementsAre("(local) Sales: \u00E9"));
    auto const with_mark = "\xEF\xBB\xBF" + std::string(one_route);
    EXPECT_THAT(routes(import_all({{"a.sql", with_mark}}).value()), ElementsAre("(local) Sales: R"));
    EXPECT_FALSE(import_all({{"a.sql", std::string("\xFF\xFEU", 3)}}));
}

TEST(Import, ReadsTheFencedScriptsOfMarkdown) {
    auto const text =
        "# Routes\nUSE Nowhere\n\n```sql\nUSE Sales\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\n```\n"
        "```\nDROP ROUTE R\n```\n";
    for (auto const* name : {"routes.md", "ROUTES.MD", "routes.txt", "-"}) {
        auto const result = import_all({{name, text}}).value();
        EXPECT_THAT(routes(result), ElementsAre("(local) Sales: R")) << name;
        EXPECT_THAT(said(result), ElementsAre(HasSubstr(":5: note: database 'Sales'"))) << name;
    }
}

TEST(Import, ReadsExports) {
    auto const json =
        R"([{"database_name": "Sales", "name": "E", "remote_service_name": null, "broker_instance": null,
                          "lifetime": null, "address": "LOCAL", "mirror_address": null}])";
    EXPECT_THAT(routes(import_all({{"routes.json", json}}).value()), ElementsAre("(local) Sales: E"));
    auto const csv =
        "name,remote_service_name,broker_instance,lifetime,address,mirror_address\nE,,,,LOCAL,\n";
    auto with_database = import_options();
    with_database.database = "Sales";
    auto const result = import({{"A", {{"routes.csv", csv}}}}, with_database).value();
    EXPECT_THAT(routes(result), ElementsAre("A Sales: E"));
}

TEST(Import, ARowOfTheTransmissionQueueIsAMessageWithItsStatus) {
    auto const json =
        R"([{"database_name": "Sales", "to_service_name": "OrderParts", "to_broker_instance": null,
                          "transmission_status": "text"}])";
    auto const result = import_all({{"queue.json", json}}).value();
    ASSERT_THAT(result.messages, SizeIs(1));
    EXPECT_EQ(result.messages[0].instance, "(local)");
    EXPECT_EQ(result.messages[0].message.origin_database, "Sales");
    EXPECT_EQ(result.messages[0].transmission_status, "text");
    EXPECT_EQ(result.messages[0].place.file, "queue.json");
}

TEST(Import, ARowOfTheTransmissionQueueMaySpellItsDatabaseInAnotherCase) {
    auto const json =
        R"([{"database_name": "SALES", "to_service_name": "OrderParts", "to_broker_instance": null,
                          "transmission_status": ""}])";
    auto const result = import_all({{"a.sql", one_route}, {"queue.json", json}}).value();
    ASSERT_THAT(result.messages, SizeIs(1));
    EXPECT_EQ(result.messages[0].message.origin_database, "Sales");
}

TEST(Import, ReadsAnInstanceInJson) {
    auto const result = import_all({{"i.json", an_instance}}).value();
    EXPECT_THAT(names(result), ElementsAre("(local)"));
    EXPECT_THAT(routes(result), ElementsAre("(local) Sales: J"));
    EXPECT_THAT(names(import_all({{"i.json", an_instance}}, "A").value()), ElementsAre("A"));
    EXPECT_THAT(names(import_all({{"i.json", an_instance}}, "").value()), ElementsAre("(local)"));
}

TEST(Import, ReadsAScenario) {
    auto const text = std::string(R"({"instance": )") + an_instance +
                      R"(, "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}})";
    auto const result = import_all({{"s.json", text}}, "A").value();
    EXPECT_THAT(routes(result), ElementsAre("A Sales: J"));
    ASSERT_THAT(result.messages, SizeIs(1));
    EXPECT_EQ(result.messages[0].instance, "A");
    EXPECT_EQ(result.messages[0].message.to_service_name.text(), "OrderParts");
}

TEST(Import, ReadsWhatItWrote) {
    auto const once =
        import_all({{"a.sql", std::string(one_route) + "DECLARE @h uniqueidentifier\nBEGIN DIALOG @h FROM "
                                                       "SERVICE A TO SERVICE 'B'\nDROP ROUTE Q\n"}})
            .value();
    EXPECT_THAT(once.messages, SizeIs(1));
    EXPECT_THAT(once.reported, SizeIs(2));
    auto const text = write_import(once).dump(2);
    auto const again = import_all({{"import.json", text}}).value();
    EXPECT_EQ(write_import(again).dump(2), text);
}

TEST(Import, KeepsTheNamesOfAnImportUnlessOneIsGiven) {
    auto const text = std::string(R"({"instances": [{"name": "Inside", "instance": )") + an_instance +
                      R"(}], "messages": [{"to_service_name": "OrderParts"}]})";
    EXPECT_THAT(names(import_all({{"i.json", text}}).value()), ElementsAre("Inside"));
    auto const renamed = import_all({{"i.json", text}}, "A").value();
    EXPECT_THAT(names(renamed), ElementsAre("A"));
    EXPECT_EQ(renamed.messages[0].instance, "A");
    auto const two = std::string(R"({"instances": [{"name": "X", "instance": )") + an_instance +
                     R"(}, {"name": "Y", "instance": )" + an_instance + "}]}";
    EXPECT_THAT(names(import_all({{"i.json", two}}, "A").value()), ElementsAre("X", "Y"));
}

TEST(Import, DoesNotTouchAnInstanceInJson) {
    // Names that differ in case only are two in the JSON; a server here would take them for one.
    auto const text =
        R"({"databases": [{"name": "a", "routes": [{"name": "r", "address": "x"}, {"name": "R", "address": "x"}]},
                                         {"name": "A"}, {"name": "msdb"}]})";
    auto const result = import_all({{"i.json", text}}).value();
    EXPECT_THAT(routes(result), ElementsAre("(local) a: r R"));
    EXPECT_EQ(result.instances[0].instance.databases().size(), 3U);
}

TEST(Import, AScriptChangesWhatTheFilesBeforeItHaveSaid) {
    auto const result = import_all({{"i.json", an_instance},
                                    {"a.sql", one_route},
                                    {"b.sql", "USE sales\nDROP ROUTE R"},
                                    {"c.sql", "USE Sales\nCREATE ROUTE C WITH ADDRESS = 'LOCAL'"}})
                            .value();
    EXPECT_THAT(routes(result), ElementsAre("(local) Sales: J C"));
    EXPECT_THAT(said(result), IsEmpty());
}

TEST(Import, AnInstanceInJsonComesFirst) {
    auto const result = import_all({{"a.sql", one_route}, {"i.json", an_instance}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().where, "i.json");
    EXPECT_THAT(result.error().message, HasSubstr("'(local)'"));
    EXPECT_FALSE(import_all({{"i.json", an_instance}, {"j.json", an_instance}}));
}

TEST(Import, EachInstanceHasItsFiles) {
    auto const result = import({{"A", {{"a.sql", one_route}}},
                                {"B", {{"b.json", an_instance}}},
                                {"C", {{"c.sql", "USE Billing\nCREATE ROUTE Q WITH ADDRESS = 'LOCAL'"}}}},
                               import_options())
                            .value();
    EXPECT_THAT(routes(result), ElementsAre("A Sales: R", "B Sales: J", "C Billing: Q"));
}

TEST(Import, AScriptMayConnectToAnInstanceOfOtherFiles) {
    auto const result = import({{"A", {{"a.json", an_instance}}},
                                {"(local)", {{"b.sql", std::string(":connect a\n") + one_route}}}},
                               import_options())
                            .value();
    EXPECT_THAT(names(result), ElementsAre("A"));
    EXPECT_THAT(routes(result), ElementsAre("A Sales: J R"));
}

TEST(Import, VariablesAreThoseOfTheCommandLineUntilAScriptSetsThem) {
    auto given = import_options();
    given.variables = {{"db", "Sales"}, {"route", "Given"}};
    auto const text = "USE $(DB)\nCREATE ROUTE $(route) WITH ADDRESS = 'LOCAL'\n";
    auto const result = import({{"A",
                                 {{"a.sql", std::string(":setvar route Mine\n") + text},
                                  {"b.sql", ":setvar DB Billing\n" + std::string(text)}}},
                                {"B", {{"c.sql", text}}}},
                               given)
                            .value();
    EXPECT_THAT(routes(result), ElementsAre("A Sales: Mine", "A Billing: Mine", "B Sales: Given"));
}

TEST(Import, LifetimeCountsFromNow) {
    auto const result =
        import_all({{"a.sql", "USE Sales CREATE ROUTE R WITH LIFETIME = 86400, ADDRESS = 'LOCAL'"}}).value();
    auto const* sales = result.instances[0].instance.database("Sales");
    EXPECT_EQ(sales->routes.by_lifetime()[0]->lifetime, test::time("2026-01-02T00:00:00Z"));
}

TEST(Import, AMessageWhoseDatabaseIsDroppedInTheEndIsLeftOut) {
    auto const result = import_all({{"a.sql",
                                     "CREATE DATABASE Demo\nGO\nUSE Demo\nDECLARE @h uniqueidentifier\n"
                                     "BEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B'\nGO\n"
                                     "USE master\nGO\nDROP DATABASE Demo\n"}})
                            .value();
    EXPECT_THAT(result.messages, IsEmpty());
    EXPECT_THAT(said(result),
                ElementsAre(AllOf(StartsWith("a.sql:5: note: the message to 'B' is left out"))));
}

TEST(Import, OfNothingThereIsANewInstance) {
    for (auto const* text : {"", "PRINT 'nothing'"}) {
        auto const result = import_all({{"a.sql", text}}).value();
        EXPECT_THAT(names(result), ElementsAre("(local)"));
        EXPECT_EQ(result.instances[0].instance.databases().size(), 1U);
    }
    EXPECT_THAT(names(import({}, import_options()).value()), ElementsAre("(local)"));
}

TEST(Import, JsonThatIsNoneOfTheseIsAnError) {
    auto const fault = [](char const* text) { return import_all({{"x.json", text}}).error(); };
    EXPECT_EQ(fault(R"({"route": 1})").where, "x.json");
    EXPECT_THAT(fault(R"({"route": 1})").message, HasSubstr("instances, instance or databases"));
    EXPECT_THAT(fault(R"({"databases": [)").where, "x.json");
    EXPECT_EQ(fault(R"({"databases": [{"name": "msdb"}, {}]})").where, "x.json: /databases/1");
    EXPECT_EQ(fault(R"({"instances": []})").where, "x.json: /instances");
    EXPECT_EQ(fault(R"({"instance": {"databases": [{"name": "msdb"}]}})").where, "x.json");
}

TEST(Import, TwoEnabledBrokersOfOneIdentifierAreAnError) {
    auto const json =
        R"([{"name": "A", "service_broker_guid": "11111111-1111-1111-1111-111111111111", "is_broker_enabled": true},
                          {"name": "B", "service_broker_guid": "11111111-1111-1111-1111-111111111111", "is_broker_enabled": true}])";
    auto const result = import_all({{"databases.json", json}}, "Host");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().where, AllOf(HasSubstr("'Host'"), HasSubstr("/service_broker_guid")));
}

TEST(Import, TellsOfAFileThatCannotBeReadForThereAreNone) {
    auto const result = import_all({{"main.sql", ":r other.sql\nUSE Sales\n"}}).value();
    EXPECT_THAT(said(result), Contains(AllOf(HasSubstr("main.sql:1: error: other.sql: "),
                                             HasSubstr("here none can be read"))));
}

}  // namespace
}  // namespace ssbroute::formats
