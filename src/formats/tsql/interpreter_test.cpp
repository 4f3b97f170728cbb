#include "formats/tsql/interpreter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

using Texts = std::vector<std::string>;

// A script that was run, and everything that came of it.
struct Ran {
    Servers servers;
    ScriptResult result;

    explicit Ran(std::string const& text, std::optional<std::string> database = std::nullopt,
                 Strictness strictness = Strictness::as_the_server)
        : servers(strictness) {
        run(text, std::move(database));
    }
    void run(std::string const& text, std::optional<std::string> database = std::nullopt) {
        ScriptVariables variables;
        ScriptStart const start{
            "S", std::move(database), test::time("2026-01-01T00:00:00Z"), [](auto const& path, auto const&) {
                return Expected<Source>(tl::unexpected(Error{path, "expected a readable file"}));
            }};
        result = run_script({"s.sql", text}, start, servers, variables);
    }

    Server& server(std::string_view name = "S") { return servers.named(name); }

    // `name service identifier lifetime address mirror`, with - for NULL, without AutoCreatedLocal as it is
    // made.
    Texts routes(std::string const& database, std::string_view of = "S") {
        Texts result_texts;
        server(of).any_route(database, [&](Route const& route) {
            auto const text = fmt::format("{} {} {} {} {} {}", route.name,
                                          route.remote_service_name ? route.remote_service_name->text() : "-",
                                          route.broker_instance ? route.broker_instance->text() : "-",
                                          route.lifetime ? route.lifetime->text() : "-", route.address.text(),
                                          route.mirror_address ? route.mirror_address->text() : "-");
            if (text != "AutoCreatedLocal - - - LOCAL -") result_texts.push_back(text);
            return false;
        });
        return result_texts;
    }
    bool has_auto_created_local(std::string const& database) {
        return server().has_route(database, "AutoCreatedLocal");
    }
    // `LINE:COLUMN severity: message`.
    Texts said() const {
        Texts result_texts;
        for (auto const& one : result.reported)
            result_texts.push_back(fmt::format("{}:{} {}: {}", one.place.line, one.place.column,
                                               name(one.severity), one.message));
        return result_texts;
    }
    Texts messages() const {
        Texts result_texts;
        for (auto const& one : result.messages)
            result_texts.push_back(
                fmt::format("{} {} {} {} {}", one.place.line, one.server,
                            one.message.origin_database.value_or("-"), one.message.to_service_name.text(),
                            one.message.to_broker_instance ? one.message.to_broker_instance->text() : "-"));
        return result_texts;
    }
};

auto errors_only(Texts const& said) {
    Texts result;
    std::copy_if(said.begin(), said.end(), std::back_inserter(result),
                 [](auto const& one) { return one.find(" error: ") != std::string::npos; });
    return result;
}

// --- the database that a script is in ---

TEST(RunScript, ADatabaseFirstMetIsAssumed) {
    Ran ran("USE Sales;\nCREATE ROUTE R WITH ADDRESS = 'TCP://a:1';\nUSE [SALES];");
    EXPECT_THAT(ran.said(), ElementsAre(AllOf(StartsWith("1:1 note: database 'Sales' is taken to exist"))));
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - TCP://a:1 -"));
}

TEST(RunScript, UseHoldsBeyondTheBatch) {
    Ran ran(
        "USE Sales\nGO\nCREATE ROUTE R WITH ADDRESS = 'TCP://a:1'\nGO\nUSE msdb\nCREATE ROUTE Q WITH ADDRESS "
        "= "
        "'TCP://b:1'");
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - TCP://a:1 -"));
    EXPECT_THAT(ran.routes("msdb"), ElementsAre("Q - - - TCP://b:1 -"));
}

TEST(RunScript, WithoutUseItIsInMasterWhichIsToldOnce) {
    Ran ran("CREATE ROUTE R WITH ADDRESS = 'TCP://a:1';\nCREATE ROUTE Q WITH ADDRESS = 'TCP://b:1';");
    EXPECT_THAT(ran.routes("master"), SizeIs(2));
    EXPECT_THAT(ran.said(), ElementsAre(StartsWith("1:1 warning: no USE before this")));
}

TEST(RunScript, ADatabaseMayBeGivenToStartIn) {
    Ran ran("CREATE ROUTE R WITH ADDRESS = 'TCP://a:1';", "Sales");
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - TCP://a:1 -"));
    EXPECT_THAT(ran.said(), IsEmpty());
}

TEST(RunScript, ADroppedDatabaseCannotBeUsed) {
    Ran ran(
        "USE Sales\nGO\nUSE master\nGO\nDROP DATABASE Sales\nGO\nUSE Sales\nGO\nCREATE ROUTE R WITH ADDRESS "
        "= "
        "'LOCAL'");
    EXPECT_THAT(errors_only(ran.said()), ElementsAre(StartsWith("7:1 error: message 911:")));
    EXPECT_FALSE(ran.server().has_database("Sales"));
    EXPECT_THAT(ran.routes("master"), ElementsAre("R - - - LOCAL -"));
}

TEST(RunScript, ADatabaseInUseIsNotDropped) {
    Ran ran("USE Sales\nDROP DATABASE Sales");
    EXPECT_THAT(errors_only(ran.said()), ElementsAre(StartsWith("2:1 error: message 3702:")));
    EXPECT_TRUE(ran.server().has_database("Sales"));
}

TEST(RunScript, NothingIsMetByAScriptThatDoesNothing) {
    Ran const ran("PRINT 'nothing'\nGO\nSELECT 1");
    EXPECT_TRUE(ran.servers.all().empty());
    EXPECT_THAT(ran.said(), IsEmpty());
}

// --- routes ---

TEST(RunScript, RoutesAreMadeChangedAndDroppedInOrder) {
    Ran ran(
        "USE Sales\n"
        "CREATE ROUTE R WITH SERVICE_NAME = N'Orders', LIFETIME = 60, ADDRESS = N'TCP://a:1'\n"
        "ALTER ROUTE R WITH ADDRESS = 'TCP://b:1'\n"
        "CREATE ROUTE Q WITH ADDRESS = 'LOCAL'\n"
        "DROP ROUTE Q\n"
        "DROP ROUTE AutoCreatedLocal\n");
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R Orders - 2026-01-01T00:01:00Z TCP://b:1 -"));
    EXPECT_FALSE(ran.has_auto_created_local("Sales"));
}

TEST(RunScript, WhatTheServerRefusesIsAnErrorAtItsPlaceWithoutEffect) {
    Ran ran(
        "USE Sales\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\n  CREATE ROUTE R WITH ADDRESS = 'TCP://a:1'\n"
        "ALTER ROUTE Q WITH ADDRESS = 'LOCAL'\nDROP ROUTE Q\n"
        "CREATE ROUTE T WITH SERVICE_NAME = 'Orders', ADDRESS = 'TRANSPORT'");
    EXPECT_THAT(errors_only(ran.said()),
                ElementsAre(StartsWith("3:3 error: DEFINE-11:"), StartsWith("4:1 error: message 15151:"),
                            StartsWith("5:1 error: message 15151:"),
                            StartsWith("6:1 error: message 9745: DEFINE-7:")));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - LOCAL -"));
}

TEST(RunScript, ALenientServerTakesADefinitionAndWarns) {
    Ran ran("USE Sales\nCREATE ROUTE T WITH SERVICE_NAME = 'Orders', ADDRESS = 'TRANSPORT'", std::nullopt,
            Strictness::lenient);
    EXPECT_THAT(ran.said().back(), StartsWith("2:1 warning: message 9745: DEFINE-7:"));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("T Orders - - TRANSPORT -"));
}

// --- databases, brokers, services, endpoints ---

TEST(RunScript, DatabasesAreMadeAndDropped) {
    Ran ran(
        "CREATE DATABASE Sales\nGO\nCREATE DATABASE sales\nGO\nDROP DATABASE Stock\nGO\n"
        "DROP DATABASE IF EXISTS Stock\nGO\nCREATE DATABASE Billing\nGO\nDROP DATABASE IF EXISTS billing");
    EXPECT_THAT(ran.said(),
                ElementsAre(StartsWith("3:1 error: message 1801:"), StartsWith("5:1 error: message 3701:")));
    EXPECT_TRUE(ran.server().has_database("Sales"));
    EXPECT_FALSE(ran.server().has_database("Billing"));
}

TEST(RunScript, BrokersAreDisabledEnabledAndRenewed) {
    Ran ran("CREATE DATABASE Sales\nGO\nALTER DATABASE Sales SET DISABLE_BROKER");
    EXPECT_EQ(ran.server().broker("Sales"), Broker::disabled);
    ran.run("ALTER DATABASE Sales SET ENABLE_BROKER WITH ROLLBACK IMMEDIATE");
    EXPECT_EQ(ran.server().broker("Sales"), Broker::enabled);
    ran.server().set_database("Sales", BrokerIdentifier(test::guid_1), Broker::disabled);
    ran.run("ALTER DATABASE Sales SET ERROR_BROKER_CONVERSATIONS");
    EXPECT_EQ(ran.server().broker("Sales"), Broker::enabled);
    EXPECT_EQ(ran.server().identifier("Sales"), BrokerIdentifier(test::guid_1));
    ran.run("USE Sales\nALTER DATABASE CURRENT SET NEW_BROKER");
    EXPECT_EQ(ran.server().identifier("Sales"), std::nullopt);
    EXPECT_THAT(ran.said(), IsEmpty());
    ran.run("ALTER DATABASE Stock SET DISABLE_BROKER");
    EXPECT_THAT(ran.said(), ElementsAre(StartsWith("1:1 note: database 'Stock' is taken to exist")));
    EXPECT_EQ(ran.server().broker("Stock"), Broker::disabled);
}

TEST(RunScript, AnAttachedDatabaseIsDisabledUnlessItSaysOtherwise) {
    Ran ran(
        "CREATE DATABASE A ON (FILENAME = 'a.mdf') FOR ATTACH\nGO\n"
        "CREATE DATABASE B ON (FILENAME = 'b.mdf') FOR ATTACH WITH ENABLE_BROKER");
    EXPECT_EQ(ran.server().broker("A"), Broker::disabled);
    EXPECT_EQ(ran.server().broker("B"), Broker::enabled);
    EXPECT_THAT(ran.said(), ElementsAre(StartsWith("1:1 note: what the attached database 'A' holds"),
                                        StartsWith("3:1 note: what the attached database 'B' holds")));
}

TEST(RunScript, ServicesAreMadeAndDropped) {
    Ran ran(
        "USE Sales\nCREATE SERVICE Orders ON QUEUE Q\nCREATE SERVICE [//x/Orders] AUTHORIZATION dbo ON QUEUE "
        "dbo.Q "
        "([DEFAULT])\nDROP SERVICE Orders\nDROP SERVICE Orders");
    EXPECT_FALSE(ran.server().has_service("Sales", "Orders"));
    EXPECT_TRUE(ran.server().has_service("Sales", "//x/Orders"));
    EXPECT_THAT(errors_only(ran.said()), ElementsAre(StartsWith("5:1 error: message 15151:")));
}

constexpr auto create_endpoint =
    "CREATE ENDPOINT E STATE = STARTED AS TCP (LISTENER_PORT = 4022) FOR SERVICE_BROKER (AUTHENTICATION = "
    "WINDOWS)\n";

TEST(RunScript, AnEndpointGivesPortAndForwarding) {
    Ran ran(create_endpoint);
    EXPECT_EQ(ran.server().instance()->addresses().front().text(), "TCP://localhost:4022");
    EXPECT_EQ(ran.server().instance()->message_forwarding(), MessageForwarding::disabled);
    EXPECT_THAT(ran.said(), IsEmpty());
    ran.run("ALTER ENDPOINT e FOR SERVICE_BROKER (MESSAGE_FORWARDING = ENABLED)");
    EXPECT_EQ(ran.server().instance()->message_forwarding(), MessageForwarding::enabled);
    ran.run("ALTER ENDPOINT E AS TCP (LISTENER_PORT = 4023)");
    EXPECT_EQ(ran.server().instance()->addresses().front().text(), "TCP://localhost:4023");
    EXPECT_THAT(ran.said(), IsEmpty());
    ran.run("DROP ENDPOINT E");
    EXPECT_THAT(ran.server().instance()->addresses(), IsEmpty());
}

TEST(RunScript, ThereIsOneServiceBrokerEndpointAtMost) {
    Ran ran(create_endpoint);
    ran.run("CREATE ENDPOINT F STATE = STARTED AS TCP (LISTENER_PORT = 5000) FOR SERVICE_BROKER ()");
    EXPECT_THAT(ran.said(), ElementsAre(StartsWith("1:1 error: message 7862:")));
    EXPECT_EQ(ran.server().instance()->addresses().front().text(), "TCP://localhost:4022");
}

TEST(RunScript, AnEndpointThatIsNotStartedOrNotKnownIsNoted) {
    Ran ran("CREATE ENDPOINT E AS TCP (LISTENER_PORT = 4022) FOR SERVICE_BROKER ()");
    EXPECT_THAT(ran.said(), ElementsAre(HasSubstr("STATE = STARTED")));
    Ran altered("ALTER ENDPOINT E AS TCP (LISTENER_PORT = 5022)");
    EXPECT_THAT(altered.said(), ElementsAre(HasSubstr("nothing is changed")));
    EXPECT_THAT(altered.server().instance()->addresses(), IsEmpty());
    Ran assumed("ALTER ENDPOINT E FOR SERVICE_BROKER (MESSAGE_FORWARDING = ENABLED)");
    EXPECT_THAT(assumed.said(), ElementsAre(HasSubstr("taken to exist")));
    EXPECT_EQ(assumed.server().instance()->message_forwarding(), MessageForwarding::enabled);
    Ran dropped("DROP ENDPOINT Mirroring");
    EXPECT_THAT(dropped.said(), ElementsAre(HasSubstr("nothing is changed")));
}

// --- connections ---

TEST(RunScript, ConnectGoesOnInAnotherInstance) {
    Ran ran(
        ":connect HostA\nUSE Sales\nCREATE ROUTE R WITH ADDRESS = 'TCP://a:1'\nGO\n:connect HostB\\SQL2\n"
        "USE Sales\nCREATE ROUTE Q WITH ADDRESS = 'TCP://b:1'\nGO\n:connect hosta\nUSE Sales\nDROP ROUTE "
        "R\nGO\n");
    ASSERT_EQ(ran.servers.all().size(), 2U);
    EXPECT_EQ(ran.servers.all()[0].name(), "HostA");
    EXPECT_EQ(ran.servers.all()[1].name(), "HostB\\SQL2");
    EXPECT_THAT(ran.routes("Sales", "HostA"), IsEmpty());
    EXPECT_THAT(ran.routes("Sales", "HostB\\SQL2"), ElementsAre("Q - - - TCP://b:1 -"));
}

TEST(RunScript, ConnectToThisComputerIsTheInstanceAtTheStart) {
    Ran ran(
        ":connect localhost\nUSE Sales\nGO\n:connect .\nUSE Billing\nGO\n:connect (local)\nUSE Stock\nGO\n"
        ":connect .\\SQL2\nUSE Other\n");
    EXPECT_EQ(ran.servers.all().size(), 2U);
    EXPECT_THAT(ran.server().databases(), ElementsAre("master", "msdb", "Sales", "Billing", "Stock"));
    EXPECT_TRUE(ran.server(".\\SQL2").has_database("Other"));
}

TEST(RunScript, ANewConnectionStartsWhereScriptsStart) {
    Ran ran("USE Sales\nGO\n:connect HostB\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'");
    EXPECT_THAT(ran.routes("master", "HostB"), ElementsAre("R - - - LOCAL -"));
}

// --- messages ---

TEST(RunScript, ADialogIsAMessageOfTheCurrentDatabase) {
    Ran ran(
        "USE Sales\nDECLARE @h uniqueidentifier\n"
        "BEGIN DIALOG @h FROM SERVICE Orders TO SERVICE 'OrderParts' WITH ENCRYPTION = OFF\n"
        "BEGIN DIALOG CONVERSATION @h FROM SERVICE [Orders] TO SERVICE N'OrderParts', "
        "N'11111111-1111-1111-1111-111111111111' ON CONTRACT C");
    EXPECT_THAT(ran.messages(), ElementsAre("3 S Sales OrderParts -",
                                            "4 S Sales OrderParts 11111111-1111-1111-1111-111111111111"));
}

TEST(RunScript, EqualMessagesAreOfferedOnce) {
    Ran ran(
        "USE Sales\nDECLARE @h uniqueidentifier\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B'\nBEGIN DIALOG @h FROM SERVICE C TO SERVICE 'B'\nGO 5");
    EXPECT_THAT(ran.messages(), ElementsAre("3 S Sales B -"));
}

TEST(RunScript, CurrentDatabaseIsItsIdentifier) {
    Ran ran("USE Sales\n");
    ran.server().set_database("Sales", BrokerIdentifier(test::guid_1), Broker::enabled);
    ran.run(
        "USE Sales\nDECLARE @h uniqueidentifier\nBEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B', 'current "
        "Database'");
    EXPECT_THAT(ran.messages(), ElementsAre("3 S Sales B 11111111-1111-1111-1111-111111111111"));
    EXPECT_THAT(ran.said(), IsEmpty());
}

TEST(RunScript, AnIdentifierStandsForTheUnknownOneOfTheCurrentDatabase) {
    Ran ran(
        "USE Sales\nDECLARE @h uniqueidentifier\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B', 'CURRENT DATABASE'\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE 'C', 'CURRENT DATABASE'\n"
        "USE Billing\nBEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B', 'CURRENT DATABASE'");
    EXPECT_THAT(ran.messages(), ElementsAre("3 S Sales B 00000000-0000-0000-0000-000000000001",
                                            "4 S Sales C 00000000-0000-0000-0000-000000000001",
                                            "6 S Billing B 00000000-0000-0000-0000-000000000002"));
    EXPECT_EQ(ran.server().identifier("Sales")->text(), "00000000-0000-0000-0000-000000000001");
    EXPECT_THAT(ran.said(),
                Contains(AllOf(StartsWith("3:1 note: the identifier of database 'Sales' is not known"),
                               HasSubstr("00000000-0000-0000-0000-000000000001"))));
}

TEST(RunScript, ATargetMayBeAVariable) {
    Ran ran(
        "USE Sales\nDECLARE @h uniqueidentifier, @s nvarchar(256) = N'B', @id nvarchar(128)\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE @s, @id\n"
        "SET @id = '11111111-1111-1111-1111-111111111111'\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE @s, @id\n");
    EXPECT_THAT(ran.messages(),
                ElementsAre("3 S Sales B -", "5 S Sales B 11111111-1111-1111-1111-111111111111"));
}

TEST(RunScript, ATargetThatIsNotKnownIsNotOffered) {
    Ran ran(
        "USE Sales\nDECLARE @h uniqueidentifier, @s sysname\n"
        "SELECT @s = name FROM sys.services\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE @s\n"
        "BEGIN DIALOG @h FROM SERVICE A TO SERVICE 'B', @undeclared\n"
        "SET @s = NULL\nBEGIN DIALOG @h FROM SERVICE A TO SERVICE @s\n");
    EXPECT_THAT(ran.messages(), IsEmpty());
    EXPECT_THAT(ran.said(),
                ElementsAre(StartsWith("1:1 note: database"), HasSubstr("note: dynamic, not evaluated: "),
                            HasSubstr("note: dynamic, not evaluated: "), HasSubstr("NULL")));
}

TEST(RunScript, AnEventNotificationIsAMessage) {
    Ran ran(
        "USE Sales\nCREATE EVENT NOTIFICATION N ON DATABASE FOR CREATE_TABLE TO SERVICE 'Audit', "
        "'11111111-1111-1111-1111-111111111111'");
    EXPECT_THAT(ran.messages(), ElementsAre("2 S Sales Audit 11111111-1111-1111-1111-111111111111"));
}

TEST(RunScript, AMessageOfMasterShowsMaster) {
    Ran ran(
        "USE master\nCREATE EVENT NOTIFICATION N ON SERVER FOR CREATE_LOGIN TO SERVICE 'Audit', "
        "'11111111-1111-1111-1111-111111111111'");
    EXPECT_THAT(ran.messages(), SizeIs(1));
    EXPECT_NE(ran.server().instance()->database("master"), nullptr);
}

// --- strings that are executed ---

TEST(RunScript, AConstantStringIsExecuted) {
    Ran ran(
        "USE Sales\nDECLARE @cmd nvarchar(max) = N'CREATE ROUTE ' + QUOTENAME('R') + ' WITH ADDRESS = "
        "''LOCAL'''\n"
        "EXEC (@cmd)\nEXEC sp_executesql N'CREATE ROUTE Q WITH ADDRESS = ''TCP://a:1'''");
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - LOCAL -", "Q - - - TCP://a:1 -"));
}

TEST(RunScript, UseInAStringEndsWithTheString) {
    Ran ran(
        "USE Sales\nEXEC('USE msdb CREATE ROUTE R WITH ADDRESS = ''LOCAL''')\nCREATE ROUTE Q WITH ADDRESS = "
        "'TCP://a:1'");
    EXPECT_THAT(ran.routes("msdb"), ElementsAre("R - - - LOCAL -"));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("Q - - - TCP://a:1 -"));
}

TEST(RunScript, AStringMayRunInAnotherDatabase) {
    Ran ran("USE Sales\nEXEC msdb.sys.sp_executesql N'CREATE ROUTE R WITH ADDRESS = ''LOCAL'''");
    EXPECT_THAT(ran.routes("msdb"), ElementsAre("R - - - LOCAL -"));
}

TEST(RunScript, AStringSeesItsParametersAndNoOtherVariables) {
    Ran ran(
        "USE Sales\nDECLARE @outer nvarchar(100) = 'B', @h uniqueidentifier\n"
        "EXEC sp_executesql N'DECLARE @h uniqueidentifier BEGIN DIALOG @h FROM SERVICE A TO SERVICE @inner', "
        "N'@inner nvarchar(100)', @inner = @outer\n"
        "EXEC('BEGIN DIALOG @h FROM SERVICE A TO SERVICE @outer')");
    EXPECT_THAT(ran.messages(), ElementsAre("3 S Sales B -"));
    EXPECT_THAT(ran.said(), Contains(AllOf(StartsWith("4:"), HasSubstr("dynamic, not evaluated"))));
}

TEST(RunScript, ADynamicStringIsToldWithItsPlace) {
    Ran ran(
        "USE Sales\nDECLARE @cmd nvarchar(max)\nSELECT @cmd = 'DROP ROUTE ' + name FROM sys.routes\nEXEC "
        "(@cmd)");
    EXPECT_THAT(ran.said().back(), AllOf(StartsWith("4:"), HasSubstr("note: dynamic, not evaluated")));
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
}

TEST(RunScript, NullIsNothingToExecute) {
    Ran ran("USE Sales\nDECLARE @cmd nvarchar(max)\nEXEC (@cmd)");
    EXPECT_THAT(ran.said(), SizeIs(1));
}

TEST(RunScript, VariablesAreThoseOfABatch) {
    Ran ran("USE Sales\nDECLARE @cmd nvarchar(max) = 'DROP ROUTE AutoCreatedLocal'\nGO\nEXEC (@cmd)");
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.said().back(), HasSubstr("dynamic, not evaluated"));
}

TEST(RunScript, AStringForALinkedServerIsNotFollowed) {
    Ran ran("USE Sales\nEXEC ('DROP ROUTE AutoCreatedLocal') AT Remote");
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.said().back(), AllOf(StartsWith("2:1 note:"), HasSubstr("'Remote'")));
}

TEST(RunScript, ErrorsInAStringAreToldAtItsPlace) {
    Ran ran("USE Sales\n  EXEC ('DROP ROUTE R')");
    EXPECT_THAT(ran.said().back(), AllOf(StartsWith("2:"), HasSubstr("error: message 15151")));
}

TEST(RunScript, StringsThatExecuteThemselvesEnd) {
    Ran ran(
        "DECLARE @s nvarchar(max) = N'EXEC sp_executesql @s, N''@s nvarchar(max)'', @s = @s'\n"
        "EXEC sp_executesql @s, N'@s nvarchar(max)', @s = @s");
    EXPECT_THAT(errors_only(ran.said()), ElementsAre(HasSubstr("message 217")));
    Ran twice(
        "DECLARE @s nvarchar(max) = N'EXEC sp_executesql @s, N''@s nvarchar(max)'', @s = @s "
        "EXEC sp_executesql @s, N''@s nvarchar(max)'', @s = @s'\n"
        "EXEC sp_executesql @s, N'@s nvarchar(max)', @s = @s");
    EXPECT_THAT(errors_only(twice.said()), Contains(HasSubstr("the script does more than is followed here")));
}

TEST(RunScript, AStringThatDoublesItselfIsNotKnownInTheEnd) {
    std::string script = "USE Sales\nDECLARE @s nvarchar(max) = 'CREATE ROUTE R WITH ADDRESS = ''LOCAL'' '\n";
    for (int i = 0; i < 60; ++i) script += "SET @s = @s + @s\n";
    Ran const ran(script + "EXEC (@s)");
    EXPECT_THAT(errors_only(ran.said()), Contains(HasSubstr("the script does more than is followed here")));
}

// --- conditions ---

TEST(RunScript, IfIsEvaluatedAgainstWhatIsKnown) {
    Ran ran(
        "USE Sales\n"
        "IF EXISTS (SELECT * FROM sys.routes WHERE name = 'AutoCreatedLocal') DROP ROUTE AutoCreatedLocal\n"
        "IF NOT EXISTS (SELECT 1 FROM sys.routes WHERE name = 'R') CREATE ROUTE R WITH ADDRESS = 'LOCAL'\n"
        "IF NOT EXISTS (SELECT 1 FROM sys.routes WHERE name = 'R') CREATE ROUTE R WITH ADDRESS = 'LOCAL'\n"
        "IF EXISTS (SELECT * FROM sys.services WHERE name = 'Orders') DROP SERVICE Orders\n"
        "ELSE CREATE SERVICE Orders ON QUEUE Q\n");
    EXPECT_THAT(errors_only(ran.said()), IsEmpty());
    EXPECT_FALSE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - LOCAL -"));
    EXPECT_TRUE(ran.server().has_service("Sales", "Orders"));
}

TEST(RunScript, ADatabaseThatIsNotKnownIsMadeWhereAScriptChecksForIt) {
    Ran ran(
        "IF DB_ID('Sales') IS NOT NULL DROP DATABASE Sales\nGO\nIF DB_ID(N'Sales') IS NULL CREATE DATABASE "
        "Sales\n"
        "GO\nIF NOT EXISTS (SELECT * FROM sys.databases WHERE name = 'Billing') CREATE DATABASE Billing\n");
    EXPECT_THAT(ran.said(), IsEmpty());
    EXPECT_TRUE(ran.server().has_database("Sales"));
    EXPECT_TRUE(ran.server().has_database("Billing"));
}

TEST(RunScript, AGuardThatLeavesTheBatchFindsItsDatabase) {
    Ran ran(
        "IF DB_ID('Sales') IS NULL\nBEGIN\n  RAISERROR('no', 16, 1)\n  RETURN\nEND\n"
        "EXEC('USE Sales CREATE ROUTE R WITH ADDRESS = ''LOCAL''')");
    EXPECT_THAT(ran.said(), ElementsAre(HasSubstr("database 'Sales' is taken to exist")));
    EXPECT_THAT(ran.routes("Sales"), ElementsAre("R - - - LOCAL -"));
}

TEST(RunScript, WhatDependsOnAnUnknownConditionIsNotCarriedOut) {
    Ran ran(
        "USE Sales\n"
        "IF @@SERVERNAME = 'A'\n  CREATE ROUTE R WITH ADDRESS = 'TCP://a:1'\n"
        "ELSE\n  CREATE ROUTE R WITH ADDRESS = 'TCP://b:1'\n");
    EXPECT_THAT(ran.routes("Sales"), IsEmpty());
    EXPECT_THAT(ran.said().back(), AllOf(StartsWith("2:"), HasSubstr("note: condition not evaluated"),
                                         HasSubstr("not carried out")));
}

TEST(RunScript, AnUnknownConditionThatDoesNotMatterIsNotTold) {
    Ran const ran("USE Sales\nIF @@SERVERNAME = 'A' PRINT 'a' ELSE PRINT 'b'\nIF @@ERROR <> 0 ROLLBACK\n");
    EXPECT_THAT(ran.said(), SizeIs(1));
}

TEST(RunScript, AnUnknownConditionOfLeavingIsTakenToGoOn) {
    Ran ran("USE Sales\nIF @@ERROR <> 0 RETURN\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\n");
    EXPECT_THAT(ran.routes("Sales"), SizeIs(1));
    EXPECT_THAT(ran.said().back(), HasSubstr("taken to go on"));
}

TEST(RunScript, WhatAnUnknownConditionAssignsIsNotKnown) {
    Ran ran(
        "USE Sales\nDECLARE @cmd nvarchar(max) = 'DROP ROUTE AutoCreatedLocal'\n"
        "IF @@SERVERNAME = 'A' SET @cmd = 'PRINT 1'\nEXEC (@cmd)");
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.said().back(), HasSubstr("dynamic, not evaluated"));
}

TEST(RunScript, ReturnLeavesTheBatchOnly) {
    Ran ran(
        "USE Sales\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\nRETURN\nDROP ROUTE R\nGO\nCREATE ROUTE Q WITH "
        "ADDRESS = "
        "'LOCAL'");
    EXPECT_THAT(ran.routes("Sales"), SizeIs(2));
}

TEST(RunScript, NoexecPassesOverStatementsUntilItIsOff) {
    Ran ran(
        "USE Sales\nGO\nSET NOEXEC ON\nGO\nDROP ROUTE AutoCreatedLocal\nGO\nSET NOEXEC OFF\nGO\n"
        "CREATE ROUTE R WITH ADDRESS = 'LOCAL'");
    EXPECT_TRUE(ran.has_auto_created_local("Sales"));
    EXPECT_THAT(ran.routes("Sales"), SizeIs(1));
    EXPECT_THAT(ran.said(), Contains(StartsWith("3:1 note: nothing is carried out from here on")));
}

TEST(RunScript, ALoopRunsWhileItsConditionIsKnownToHold) {
    Ran ran(
        "USE Sales\nWHILE EXISTS (SELECT * FROM sys.routes WHERE name = 'AutoCreatedLocal') DROP ROUTE "
        "AutoCreatedLocal\nWHILE @@ROWCOUNT > 0 DROP ROUTE R\n"
        "WHILE 1 = 1 BEGIN CREATE SERVICE Orders ON QUEUE Q BREAK END\n");
    EXPECT_FALSE(ran.has_auto_created_local("Sales"));
    EXPECT_TRUE(ran.server().has_service("Sales", "Orders"));
    EXPECT_THAT(errors_only(ran.said()), IsEmpty());
    EXPECT_THAT(ran.said(), Contains(HasSubstr("the loop is not carried out")));
}

TEST(RunScript, AnEndlessLoopIsLeft) {
    Ran ran("USE Sales\nWHILE 1 = 1 CREATE SERVICE Orders ON QUEUE Q\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'");
    EXPECT_THAT(ran.routes("Sales"), SizeIs(1));
    EXPECT_THAT(errors_only(ran.said()), SizeIs(1));
    EXPECT_THAT(ran.said(), Contains(HasSubstr("left after 1000 rounds")));
}

TEST(RunScript, GoRepeatsABatch) {
    Ran ran("USE Sales\nGO\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\nGO 3\n");
    EXPECT_THAT(ran.routes("Sales"), SizeIs(1));
    EXPECT_THAT(errors_only(ran.said()), ElementsAre(StartsWith("3:1 error: DEFINE-11")));
    Ran const often("USE Sales\nGO 1000000\n");
    EXPECT_THAT(often.said(),
                UnorderedElementsAre(HasSubstr("taken to exist"), HasSubstr("1000 times, not 1000000")));
}

TEST(RunScript, GotoAndRollbackAreToldAndPassedOver) {
    Ran ran(
        "USE Sales\nBEGIN TRANSACTION\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\nROLLBACK\nGOTO done\n"
        "CREATE ROUTE Q WITH ADDRESS = 'LOCAL'\ndone:\n");
    EXPECT_THAT(ran.routes("Sales"), SizeIs(2));
    EXPECT_THAT(ran.said(), ElementsAre(StartsWith("1:1"), StartsWith("4:1 note: ROLLBACK is not followed"),
                                        StartsWith("5:1 note: GOTO is not followed")));
}

// --- remarks ---

TEST(RunScript, RemarksAreInTheOrderOfTheirPlaces) {
    Ran ran("USE Sales\nGO\nDROP ROUTE R\nGO\nCREATE ROUTE R WITH NONSENSE\nGO\nDROP ROUTE Q\n");
    std::vector<std::size_t> lines;
    for (auto const& one : ran.result.reported) lines.push_back(one.place.line);
    EXPECT_THAT(lines, ElementsAre(1, 3, 5, 7));
    EXPECT_THAT(errors_only(ran.said()), SizeIs(3));
}

}  // namespace
}  // namespace ssbroute::formats
