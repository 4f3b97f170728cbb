// What people run into, as small scripts, and where messages go after them. What is expected follows from
// spec/routing.md, by the rules that stand beside it.
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "formats/import/import.hpp"
#include "oracle/answer.hpp"
#include "test_support/builders.hpp"
#include "test_support/imports.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Import imported(std::vector<Source> sources) {
    return import({{"(local)", std::move(sources)}}, test::import_options()).value();
}
Import imported_script(std::string script) { return imported({{"s.sql", std::move(script)}}); }

Instance const& instance(Import const& import, std::string const& name = "(local)") {
    auto const found = std::find_if(import.instances.begin(), import.instances.end(),
                                    [&](auto const& one) { return one.name == name; });
    return found->instance;
}

// The permitted outcomes of a message, by the preferred readings.
std::string decided(Instance const& instance, Message message) {
    RoutingProcess process(
        Scenario::create(instance, std::move(message), test::import_options().now).value());
    std::string result;
    for (auto const& outcome : answer(process).permitted)
        result += (result.empty() ? "" : " | ") + test::text(outcome);
    return result;
}
std::string outgoing(Instance const& instance, std::string database, std::string service) {
    return decided(instance, {std::move(database), SentBy::initiator, ServiceName(std::move(service))});
}
std::string replying(Instance const& instance, std::string database, std::string service) {
    return decided(instance, {std::move(database), SentBy::target, ServiceName(std::move(service))});
}
std::string incoming(Instance const& instance, std::string service) {
    return decided(instance, {std::nullopt, SentBy::initiator, ServiceName(std::move(service))});
}
std::vector<std::string> decided(Import const& import) {
    std::vector<std::string> result;
    for (auto const& one : import.messages)
        result.push_back(decided(instance(import, one.instance), one.message));
    return result;
}

std::vector<std::string> errors(Import const& import) {
    std::vector<std::string> result;
    for (auto const& one : import.reported)
        if (one.severity == Severity::error)
            result.push_back(std::to_string(one.place.line) + ": " + one.message);
    return result;
}

TEST(Scripts, ADemoDropsAutoCreatedLocal) {
    auto const import = imported_script(R"(
CREATE DATABASE Demo
GO
USE Demo
DROP ROUTE AutoCreatedLocal
CREATE QUEUE TargetQueue
CREATE SERVICE [//demo/Target] ON QUEUE TargetQueue ([DEFAULT])
CREATE SERVICE [//demo/Initiator] ON QUEUE TargetQueue
GO
DECLARE @handle uniqueidentifier
BEGIN DIALOG @handle FROM SERVICE [//demo/Initiator] TO SERVICE '//demo/Target', 'CURRENT DATABASE' WITH ENCRYPTION = OFF
BEGIN DIALOG @handle FROM SERVICE [//demo/Initiator] TO SERVICE '//demo/Target' WITH ENCRYPTION = OFF
)");
    // MATCH-6 needs an identifier; without one there is MATCH-7.
    EXPECT_THAT(decided(import), ElementsAre("deliver Demo", "delay"));
}

TEST(Scripts, ARouteIsNamedForItself) {
    auto const import = imported_script(R"(
USE Sales
CREATE ROUTE OrderPartsRoute WITH SERVICE_NAME = 'OrderPartsRoute', ADDRESS = 'TCP://host2.example:4022'
DECLARE @handle uniqueidentifier
BEGIN DIALOG @handle FROM SERVICE Orders TO SERVICE 'OrderParts'
)");
    // MATCH-2 finds no OrderParts; MATCH-5 has AutoCreatedLocal, whose service is absent: CHOOSE-5.
    EXPECT_THAT(decided(import), ElementsAre("delay"));
    EXPECT_EQ(outgoing(instance(import), "Sales", "OrderPartsRoute"), "send TCP://host2.example:4022");
}

TEST(Scripts, ALocalRouteHasTheIdentifierOfMsdb) {
    auto const import = imported({{"databases.json", R"([
{"name": "msdb", "service_broker_guid": "11111111-1111-1111-1111-111111111111", "is_broker_enabled": true},
{"name": "Sales", "service_broker_guid": "22222222-2222-2222-2222-222222222222", "is_broker_enabled": true}])"},
                                  {"s.sql", R"(
USE Sales
CREATE SERVICE Expenses ON QUEUE Q ([DEFAULT])
CREATE ROUTE ExpensesRoute WITH SERVICE_NAME = 'Expenses',
    BROKER_INSTANCE = '11111111-1111-1111-1111-111111111111', ADDRESS = 'LOCAL'
)"}});
    // MATCH-3 finds the route; LOCATE-1 looks in msdb, which has no such service: LOCATE-4.
    EXPECT_EQ(outgoing(instance(import), "Sales", "Expenses"), "delay");
    // Of msdb's routes there is AutoCreatedLocal only: LOCATE-3.
    EXPECT_EQ(incoming(instance(import), "Expenses"), "deliver Sales");
}

TEST(Scripts, ANewBrokerLeavesAStaleIdentifierBehind) {
    Source const databases{"databases.json", R"([{"name": "Sales", "service_broker_guid":
"11111111-1111-1111-1111-111111111111", "is_broker_enabled": true}])"};
    Source const script{"s.sql", R"(
USE Sales
CREATE SERVICE Orders ON QUEUE Q ([DEFAULT])
CREATE ROUTE OrdersHere WITH SERVICE_NAME = 'Orders', BROKER_INSTANCE = '11111111-1111-1111-1111-111111111111',
    ADDRESS = 'LOCAL'
)"};
    EXPECT_EQ(outgoing(instance(imported({databases, script})), "Sales", "Orders"), "deliver Sales");
    auto const renewed = imported(
        {databases, script, {"t.sql", "ALTER DATABASE Sales SET NEW_BROKER WITH ROLLBACK IMMEDIATE"}});
    // MATCH-3 ends matching before MATCH-5 comes to AutoCreatedLocal; LOCATE-1 finds nobody.
    EXPECT_EQ(outgoing(instance(renewed), "Sales", "Orders"), "delay");
}

constexpr auto through_the_network = R"(
CREATE ENDPOINT Broker STATE = STARTED AS TCP (LISTENER_PORT = 4022) FOR SERVICE_BROKER (AUTHENTICATION = WINDOWS)
GO
CREATE DATABASE Billing
GO
USE Billing
CREATE SERVICE Bills ON QUEUE Q ([DEFAULT])
GO
CREATE DATABASE Sales
GO
USE Sales
CREATE ROUTE BillsRoute WITH SERVICE_NAME = 'Bills', ADDRESS = 'tcp://localhost:4022'
)";

TEST(Scripts, TwoDatabasesTalkThroughLocalhost) {
    // CHOOSE-3, LOOP-1, then msdb's AutoCreatedLocal: MATCH-5, LOCATE-3.
    EXPECT_EQ(outgoing(instance(imported_script(through_the_network)), "Sales", "Bills"), "deliver Billing");
    auto const without =
        imported({{"s.sql", through_the_network}, {"t.sql", "USE msdb\nDROP ROUTE AutoCreatedLocal"}});
    // LOOP-1, then msdb has no route: MATCH-7.
    EXPECT_EQ(outgoing(instance(without), "Sales", "Bills"), "delay");
}

TEST(Scripts, TwoInstancesOfOneHostDifferInTheirPorts) {
    auto const import = imported_script(R"(
:connect db1\FIRST
CREATE ENDPOINT Broker STATE = STARTED AS TCP (LISTENER_PORT = 4022) FOR SERVICE_BROKER ()
GO
USE Sales
CREATE ROUTE ThereRoute WITH SERVICE_NAME = 'There', ADDRESS = 'TCP://db1:4023'
CREATE ROUTE HereRoute WITH SERVICE_NAME = 'Here', ADDRESS = 'TCP://DB1:4022'
CREATE SERVICE Here ON QUEUE Q
GO
:connect db1\SECOND
CREATE ENDPOINT Broker STATE = STARTED AS TCP (LISTENER_PORT = 4023) FOR SERVICE_BROKER ()
GO
USE Sales
CREATE SERVICE There ON QUEUE Q
)");
    ASSERT_THAT(import.instances, SizeIs(2));
    auto const& first = instance(import, "db1\\FIRST");
    EXPECT_EQ(outgoing(first, "Sales", "There"), "send TCP://db1:4023");
    EXPECT_EQ(outgoing(first, "Sales", "Here"), "deliver Sales");  // LOOP-1
    EXPECT_EQ(incoming(instance(import, "db1\\SECOND"), "There"), "deliver Sales");
}

Import chain(std::string const& forwarding) {
    return imported_script(R"(
:connect client
USE Shop
CREATE SERVICE Client ON QUEUE Q
CREATE ROUTE ToServer WITH SERVICE_NAME = 'Server', ADDRESS = 'TCP://forwarder:4022'
GO
:connect forwarder
CREATE ENDPOINT Broker STATE = STARTED AS TCP (LISTENER_PORT = 4022) FOR SERVICE_BROKER (MESSAGE_FORWARDING = )" +
                           forwarding + R"()
GO
USE msdb
CREATE ROUTE ToServer WITH SERVICE_NAME = 'Server', ADDRESS = 'TCP://server:4022'
CREATE ROUTE ToClient WITH SERVICE_NAME = 'Client', ADDRESS = 'TCP://client:4022'
GO
:connect server
USE Store
CREATE SERVICE Server ON QUEUE Q ([DEFAULT])
CREATE ROUTE ToClient WITH SERVICE_NAME = 'Client', ADDRESS = 'TCP://forwarder:4022'
)");
}

TEST(Scripts, AChainForwardsThereAndBack) {
    auto const import = chain("ENABLED");
    EXPECT_EQ(outgoing(instance(import, "client"), "Shop", "Server"), "send TCP://forwarder:4022");
    EXPECT_EQ(incoming(instance(import, "forwarder"), "Server"), "forward TCP://server:4022");
    EXPECT_EQ(incoming(instance(import, "server"), "Server"), "deliver Store");
    EXPECT_EQ(replying(instance(import, "server"), "Store", "Client"), "send TCP://forwarder:4022");
    EXPECT_EQ(incoming(instance(import, "forwarder"), "Client"), "forward TCP://client:4022");
    EXPECT_EQ(incoming(instance(import, "client"), "Client"), "deliver Shop");
}

TEST(Scripts, AChainThatDoesNotForwardDrops) {
    auto const import = chain("DISABLED");
    // FORWARD-1.
    EXPECT_EQ(incoming(instance(import, "forwarder"), "Server"), "drop");
    EXPECT_EQ(incoming(instance(import, "forwarder"), "Client"), "drop");
}

TEST(Scripts, ADynamicRoutingServiceSilencesLocalServices) {
    std::string const before = R"(
USE Sales
CREATE SERVICE Orders ON QUEUE Q ([DEFAULT])
CREATE SERVICE [SQL/ServiceBroker/BrokerConfiguration] ON QUEUE Q
)";
    EXPECT_EQ(outgoing(instance(imported_script(before)), "Sales", "Orders"), "deliver Sales");
    auto const after = before + R"(
CREATE ROUTE DynamicRouting WITH SERVICE_NAME = 'SQL/ServiceBroker/BrokerConfiguration', ADDRESS = 'LOCAL'
)";
    // MATCH-4 comes before MATCH-5.
    EXPECT_EQ(outgoing(instance(imported_script(after)), "Sales", "Orders"), "delay, route requested");
}

TEST(Scripts, AnUnknownRouteIsAlteredInTheMiddle) {
    auto const import =
        imported_script(R"(USE Sales CREATE ROUTE A WITH SERVICE_NAME = 'A', ADDRESS = 'TCP://a:1'
ALTER ROUTE Missing WITH ADDRESS = 'TCP://m:1' ALTER ROUTE A WITH ADDRESS = 'TCP://b:1'
CREATE ROUTE C WITH SERVICE_NAME = 'C', ADDRESS = 'TCP://c:1' DROP ROUTE AutoCreatedLocal)");
    EXPECT_THAT(errors(import), ElementsAre(HasSubstr("2: message 15151: there is no route 'Missing'")));
    EXPECT_EQ(outgoing(instance(import), "Sales", "A"), "send TCP://b:1");
    EXPECT_EQ(outgoing(instance(import), "Sales", "C"), "send TCP://c:1");
    EXPECT_EQ(outgoing(instance(import), "Sales", "B"), "delay");  // MATCH-7
}

TEST(Scripts, AGuardTestsForOneNameAndMakesAnother) {
    Source const script{"s.sql", R"(USE Sales
IF NOT EXISTS (SELECT * FROM sys.routes WHERE name = N'OrdersRoute')
    CREATE ROUTE OrderRoute WITH SERVICE_NAME = 'Orders', ADDRESS = 'TCP://a:1')"};
    EXPECT_THAT(errors(imported({script})), SizeIs(0));
    auto const twice = imported({script, script});
    EXPECT_THAT(errors(twice), ElementsAre(HasSubstr("3: DEFINE-11: there is a route 'OrderRoute'")));
    EXPECT_EQ(instance(twice).database("Sales")->routes.size(), 2U);
}

TEST(Scripts, AStringMakesARouteInMsdb) {
    auto const import = imported_script(R"(USE Sales
DECLARE @cmd nvarchar(max)
SET @cmd = N'USE msdb CREATE ROUTE OrdersRoute WITH SERVICE_NAME = ''Orders'', ADDRESS = ''LOCAL'''
EXEC (@cmd)
CREATE ROUTE BillsRoute WITH SERVICE_NAME = 'Bills', ADDRESS = 'TCP://b:1')");
    EXPECT_EQ(instance(import).msdb().routes.size(), 2U);
    EXPECT_EQ(outgoing(instance(import), "Sales", "Bills"), "send TCP://b:1");
}

TEST(Scripts, AnEventNotificationGoesToItsOwnDatabase) {
    auto const import = imported_script(R"(
USE Sales
CREATE SERVICE Audit ON QUEUE Q ([http://schemas.microsoft.com/SQL/Notifications/PostEventNotification])
CREATE EVENT NOTIFICATION Tables ON DATABASE FOR CREATE_TABLE, DROP_TABLE TO SERVICE 'Audit', 'current database'
)");
    // AutoCreatedLocal: MATCH-5, CHOOSE-2, LOCATE-1.
    EXPECT_THAT(decided(import), ElementsAre("deliver Sales"));
}

TEST(Scripts, RepliesHaveNoRouteBack) {
    auto const import = imported_script(R"(
USE Store
CREATE SERVICE Server ON QUEUE Q ([DEFAULT])
)");
    // There is AutoCreatedLocal, and no service of the initiator's name: CHOOSE-5.
    EXPECT_EQ(replying(instance(import), "Store", "Client"), "delay");
}

}  // namespace
}  // namespace ssbroute::formats
