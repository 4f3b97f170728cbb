#include "formats/tsql/parse.hpp"

#include <array>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace ssbroute::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Parsed parsed(std::string_view text) { return parse(Batch::of_file("a.sql", text)); }

std::vector<Statement> statements_of(std::string_view text) {
    auto result = parsed(text);
    for (auto const& remark : result.reported)
        ADD_FAILURE() << remark.place.line << ":" << remark.place.column << ": " << remark.message
                      << "\nin: " << text;
    return std::move(result.statements);
}

// The one statement of a text without remarks.
template <typename What>
What only(std::string_view text) {
    auto const statements = statements_of(text);
    EXPECT_EQ(statements.size(), 1U) << text;
    if (statements.size() != 1) return {};
    EXPECT_TRUE(std::holds_alternative<What>(statements.front().what)) << text;
    auto const* const what = std::get_if<What>(&statements.front().what);
    return what != nullptr ? *what : What{};
}

// `line:column severity message`
std::vector<std::string> reported_in(std::string_view text) {
    std::vector<std::string> result;
    for (auto const& remark : parsed(text).reported)
        result.push_back(std::to_string(remark.place.line) + ":" + std::to_string(remark.place.column) + " " +
                         std::string(name(remark.severity)) + " " + remark.message);
    return result;
}

// The routes that statements make, alter or drop, with a sign before each.
std::string routes_in(std::vector<Statement> const& statements) {
    std::string result;
    for (auto const& statement : statements) {
        if (auto const* const create = std::get_if<CreateRoute>(&statement.what))
            result += "+" + create->route.text;
        if (auto const* const alter = std::get_if<AlterRoute>(&statement.what))
            result += "~" + alter->route.text;
        if (auto const* const drop = std::get_if<DropRoute>(&statement.what))
            result += "-" + drop->route.text;
    }
    return result;
}
std::string routes_in(std::string_view text) { return routes_in(statements_of(text)); }

// 'constant', 12, NULL, @v, DB_NAME(), QUOTENAME(...), ?other
std::string text_of(std::vector<Operand> const& operands) {
    std::string result;
    for (auto const& operand : operands) {
        if (!result.empty()) result += "+";
        switch (operand.kind) {
            case Operand::Kind::constant: result += "'" + operand.text + "'"; break;
            case Operand::Kind::number:
            case Operand::Kind::null:
            case Operand::Kind::variable: result += operand.text; break;
            case Operand::Kind::current_database: result += "DB_NAME()"; break;
            case Operand::Kind::quoted_name: result += "QUOTENAME(" + text_of(operand.arguments) + ")"; break;
            case Operand::Kind::other: result += "?" + operand.text; break;
        }
    }
    return result;
}
std::string text_of(Expression const& expression) { return text_of(expression.operands); }

// @v=value, one after the other
std::string assignments_in(std::vector<Statement> const& statements) {
    std::string result;
    for (auto const& statement : statements)
        if (auto const* const assignment = std::get_if<Assignment>(&statement.what))
            result +=
                (result.empty() ? "" : " ") + assignment->variable.text + "=" + text_of(assignment->value);
    return result;
}
std::string assignments_in(std::string_view text) { return assignments_in(statements_of(text)); }

std::string text_of(CatalogueQuery const& query) {
    using Operator = CatalogueQuery::Comparison::Operator;
    auto result = std::string(query.view == QueriedView::routes      ? "routes"
                              : query.view == QueriedView::services  ? "services"
                              : query.view == QueriedView::databases ? "databases"
                                                                     : "endpoints");
    if (query.database) result += " of " + query.database->text;
    for (auto const& comparison : query.comparisons) {
        result += " [" + comparison.column;
        switch (comparison.comparison) {
            case Operator::equal: result += " ="; break;
            case Operator::not_equal: result += " <>"; break;
            case Operator::is_null: result += " null"; break;
            case Operator::is_not_null: result += " not null"; break;
            case Operator::one_of: result += " in"; break;
        }
        for (auto const& value : comparison.values) result += " " + text_of(value);
        result += "]";
    }
    return result;
}

std::string text_of(Condition const& condition);
std::string text_of(std::string_view word, std::vector<Condition> const& conditions) {
    std::string result(word);
    result += "(";
    for (auto const& condition : conditions)
        result += (&condition == &conditions.front() ? "" : ", ") + text_of(condition);
    return result + ")";
}

std::string text_of(Condition const& condition) {
    if (auto const* const is = std::get_if<Not>(&condition.what)) return text_of("not", is->condition);
    if (auto const* const is = std::get_if<formats::AllOf>(&condition.what))
        return text_of("and", is->conditions);
    if (auto const* const is = std::get_if<AnyOf>(&condition.what)) return text_of("or", is->conditions);
    if (auto const* const is = std::get_if<Exists>(&condition.what)) return text_of(is->query);
    if (auto const* const is = std::get_if<DatabaseExists>(&condition.what))
        return "database " + text_of(is->database);
    if (auto const* const is = std::get_if<IsNull>(&condition.what)) return "null " + text_of(is->value);
    if (auto const* const is = std::get_if<ComparisonOfValues>(&condition.what)) {
        constexpr std::array operators{" = ", " <> ", " like ", " not like "};
        return text_of(is->left) + operators.at(static_cast<std::size_t>(is->comparison)) +
               text_of(is->right);
    }
    return "?" + std::get<UnknownCondition>(condition.what).text;
}

std::string condition_of(std::string_view text) {
    auto const statement = only<If>("IF " + std::string(text) + " DROP ROUTE r");
    EXPECT_EQ(statement.branches.size(), 1U);
    if (statement.branches.size() != 1) return "";
    EXPECT_EQ(routes_in(statement.branches.front().statements), "-r") << text;
    return text_of(statement.branches.front().condition);
}

// Routes.

TEST(CreateRouteStatement, HasAllOptions) {
    auto const statement = only<CreateRoute>(
        "CREATE ROUTE Expenses AUTHORIZATION dbo WITH SERVICE_NAME = 'S', BROKER_INSTANCE = "
        "'D8D4D268-00A3-4C62-8F91-634B89C1E315', LIFETIME = 259200, ADDRESS = N'TCP://a:4022', "
        "MIRROR_ADDRESS = "
        "'TCP://b:4022';");
    EXPECT_EQ(statement.route.text, "Expenses");
    EXPECT_EQ(statement.authorization.value().text, "dbo");
    EXPECT_EQ(statement.options.definition.service_name, "S");
    EXPECT_EQ(statement.options.definition.broker_instance, "D8D4D268-00A3-4C62-8F91-634B89C1E315");
    EXPECT_EQ(statement.options.definition.lifetime, 259200);
    EXPECT_EQ(statement.options.definition.address, "TCP://a:4022");
    EXPECT_EQ(statement.options.definition.mirror_address, "TCP://b:4022");
}

TEST(CreateRouteStatement, KnowsThePlaces) {
    auto const statements =
        statements_of("\n  CREATE ROUTE [r]\n  WITH SERVICE_NAME = 'S'\n     , ADDRESS\n=\n N'LOCAL'");
    ASSERT_EQ(statements.size(), 1U);
    EXPECT_EQ(statements.front().place, (Place{"a.sql", 2, 3}));
    auto const& create = std::get<CreateRoute>(statements.front().what);
    EXPECT_EQ(create.route.place, (Place{"a.sql", 2, 16}));
    EXPECT_EQ(create.options.places.service_name, (Place{"a.sql", 3, 23}));
    EXPECT_EQ(create.options.places.address, (Place{"a.sql", 6, 2}));
    EXPECT_FALSE(create.options.places.lifetime);
}

TEST(CreateRouteStatement, TakesTheOptionsInAnyOrderAndKeywordsInAnyCase) {
    auto const statement = only<CreateRoute>(
        "create Route r with address='LOCAL',lifeTime=1,Service_Name='s' , broker_instance='b'");
    EXPECT_EQ(statement.options.definition.service_name, "s");
    EXPECT_EQ(statement.options.definition.broker_instance, "b");
    EXPECT_EQ(statement.options.definition.lifetime, 1);
    EXPECT_EQ(statement.options.definition.address, "LOCAL");
}

TEST(CreateRouteStatement, TakesEveryFormOfName) {
    auto const name_in = [](std::string const& written) {
        return only<CreateRoute>("CREATE ROUTE " + written + " WITH ADDRESS = 'LOCAL'").route.text;
    };
    EXPECT_EQ(name_in("r"), "r");
    EXPECT_EQ(name_in("[a]]b]"), "a]b");
    EXPECT_EQ(name_in("[a[b]"), "a[b");
    EXPECT_EQ(name_in("\"a\"\"b\""), "a\"b");
    EXPECT_EQ(name_in("#r"), "#r");
    EXPECT_EQ(name_in("_r$@1"), "_r$@1");
    EXPECT_EQ(name_in("[CREATE ROUTE]"), "CREATE ROUTE");
    EXPECT_EQ(name_in("[//a.b/c.d]"), "//a.b/c.d");
    EXPECT_EQ(name_in("\u8DEF\u7531"), "\u8DEF\u7531");
    EXPECT_EQ(name_in("address"), "address");
}

TEST(CreateRouteStatement, TakesQuotesInStrings) {
    auto const statement = only<CreateRoute>(
        "CREATE ROUTE r WITH SERVICE_NAME = 'it''s -- no /* comment', BROKER_INSTANCE = '', ADDRESS = N''''");
    EXPECT_EQ(statement.options.definition.service_name, "it's -- no /* comment");
    EXPECT_EQ(statement.options.definition.broker_instance, "");
    EXPECT_EQ(statement.options.definition.address, "'");
}

TEST(CreateRouteStatement, TakesCommentsEverywhere) {
    EXPECT_EQ(
        routes_in("CREATE/* it's /* nested ] */ \" */ROUTE--'\n[r]/**/WITH--\nADDRESS/*=*/=/*'*/'LOCAL'/*"
                  "*/--"),
        "+r");
    EXPECT_EQ(routes_in("/* DROP ROUTE x */ -- DROP ROUTE y\nDROP ROUTE z"), "-z");
    EXPECT_EQ(routes_in("/***/DROP ROUTE z/*/**/*/"), "-z");
}

TEST(CreateRouteStatement, TakesLeadingCommas) {
    EXPECT_EQ(routes_in("CREATE ROUTE r WITH\n   SERVICE_NAME = 's'\n , ADDRESS = 'LOCAL'\n"), "+r");
}

TEST(CreateRouteStatement, NeedsNothingBeforeTheNextStatement) {
    EXPECT_EQ(
        routes_in(
            "CREATE ROUTE a WITH ADDRESS = 'LOCAL' CREATE ROUTE b WITH ADDRESS = 'LOCAL'ALTER ROUTE a WITH "
            "LIFETIME = 1 DROP ROUTE a DROP ROUTE b;;DROP ROUTE[c]DROP ROUTE\"d\"SELECT 1"),
        "+a+b~a-a-b-c-d");
}

TEST(CreateRouteStatement, TakesALifetimeBeyondAllNumbersForTheLargest) {
    EXPECT_EQ(
        only<AlterRoute>("ALTER ROUTE r WITH LIFETIME = 99999999999999999999999").options.definition.lifetime,
        std::numeric_limits<std::int64_t>::max());
}

TEST(AlterRouteStatement, NamesOnlyWhatIsGiven) {
    auto const statement = only<AlterRoute>("ALTER ROUTE r WITH LIFETIME = 60");
    EXPECT_EQ(statement.route.text, "r");
    EXPECT_EQ(statement.options.definition.lifetime, 60);
    EXPECT_FALSE(statement.options.definition.address);
}

TEST(DropRouteStatement, IsAccepted) {
    auto const statement = only<DropRoute>("DROP ROUTE [AutoCreatedLocal];");
    EXPECT_EQ(statement.route.text, "AutoCreatedLocal");
    EXPECT_EQ(statement.absent, Absent::is_refused);
}

TEST(DropRouteStatement, IsAcceptedWithIfExistsAndToldOf) {
    auto const result = parsed("DROP ROUTE IF EXISTS r");
    ASSERT_EQ(result.statements.size(), 1U);
    EXPECT_EQ(std::get<DropRoute>(result.statements.front().what).absent, Absent::is_passed_over);
    EXPECT_THAT(reported_in("DROP ROUTE IF EXISTS r"),
                ElementsAre(StartsWith("1:12 warning the documented DROP ROUTE has no IF EXISTS")));
}

TEST(MalformedRoute, IsToldWithPlaceAndExpectation) {
    EXPECT_THAT(
        reported_in("CREATE ROUTE WITH ADDRESS = 'LOCAL'"),
        ElementsAre("1:14 error CREATE ROUTE: expected the name of a route, without a database or schema "
                    "before it, found WITH"));
    EXPECT_THAT(reported_in("CREATE ROUTE r ADDRESS = 'LOCAL'"),
                ElementsAre("1:16 error CREATE ROUTE: expected WITH, found ADDRESS"));
    EXPECT_THAT(
        reported_in("CREATE ROUTE r WITH ADDRES = 'LOCAL'"),
        ElementsAre("1:21 error CREATE ROUTE: expected SERVICE_NAME, BROKER_INSTANCE, LIFETIME, ADDRESS or "
                    "MIRROR_ADDRESS, found ADDRES"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS 'LOCAL'"),
                ElementsAre("1:29 error CREATE ROUTE: expected '=', found 'LOCAL'"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = LOCAL"),
                ElementsAre("1:31 error CREATE ROUTE: expected a string, found LOCAL"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = 'LOCAL' SERVICE_NAME = 's'"),
                ElementsAre("1:39 error CREATE ROUTE: expected a comma or the end of the statement, found "
                            "SERVICE_NAME"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = 'LOCAL',"),
                ElementsAre(HasSubstr("MIRROR_ADDRESS, found the end of the batch")));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH LIFETIME = '60', ADDRESS = 'LOCAL'"),
                ElementsAre("1:32 error CREATE ROUTE: expected a whole number, found '60'"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH LIFETIME = -1, ADDRESS = 'LOCAL'"),
                ElementsAre("1:32 error CREATE ROUTE: expected a whole number, found '-'"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH LIFETIME = 1.5, ADDRESS = 'LOCAL'"),
                ElementsAre("1:32 error expected a whole number, found 1.5"));
    EXPECT_THAT(reported_in("ALTER ROUTE r AUTHORIZATION dbo WITH LIFETIME = 1"),
                ElementsAre("1:15 error ALTER ROUTE: expected WITH, found AUTHORIZATION"));
    EXPECT_THAT(reported_in("DROP ROUTE a, b"),
                ElementsAre("1:13 error DROP ROUTE: expected the end of the statement, found ','"));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH (ADDRESS = 'LOCAL')"), ElementsAre(HasSubstr("found '('")));
}

TEST(MalformedRoute, HasHints) {
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = \"LOCAL\""),
                ElementsAre(HasSubstr("single quotes")));
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = @a"),
                ElementsAre(HasSubstr("no variable can stand here")));
    EXPECT_THAT(reported_in("ALTER ROUTE r WITH LIFETIME = @a"),
                ElementsAre(HasSubstr("no variable can stand here")));
    EXPECT_THAT(reported_in("CREATE ROUTE dbo.r WITH ADDRESS = 'LOCAL'"),
                ElementsAre(HasSubstr("without a database or schema before it, found dbo")));
    EXPECT_THAT(reported_in("CREATE ROUTE r \u200BWITH ADDRESS = 'LOCAL'"),
                ElementsAre(HasSubstr("found U+200B")));
    EXPECT_THAT(reported_in(std::string("CREATE ROUTE r ") + '\0' + " WITH"),
                ElementsAre(HasSubstr("found U+0000")));
}

TEST(MalformedRoute, IsToldWhereItBeginsIfItEndsTooEarly) {
    EXPECT_THAT(reported_in("USE a\n CREATE ROUTE r WITH"),
                ElementsAre(StartsWith("2:2 error CREATE ROUTE")));
}

TEST(MalformedRoute, HasEachOptionOnce) {
    auto const result = parsed("CREATE ROUTE r WITH ADDRESS = 'LOCAL',\n ADDRESS = 'TRANSPORT' DROP ROUTE s");
    EXPECT_EQ(routes_in(result.statements), "-s");
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH ADDRESS = 'LOCAL',\n ADDRESS = 'TRANSPORT' DROP ROUTE s"),
                ElementsAre(AllOf(StartsWith("2:"), HasSubstr("ADDRESS is given twice"))));
}

TEST(MalformedRoute, NeedsAnAddress) {
    EXPECT_THAT(reported_in("CREATE ROUTE r WITH SERVICE_NAME = 's'"),
                ElementsAre("1:1 error CREATE ROUTE: expected ADDRESS among the options"));
    EXPECT_THAT(parsed("CREATE ROUTE r WITH SERVICE_NAME = 's'").statements, IsEmpty());
}

TEST(MalformedRoute, NeedsANameThatTheServerTakes) {
    EXPECT_THAT(reported_in("DROP ROUTE []"), ElementsAre(HasSubstr("found an empty one")));
    EXPECT_THAT(reported_in("DROP ROUTE " + std::string(128, 'r')), IsEmpty());
    EXPECT_THAT(reported_in("DROP ROUTE " + std::string(129, 'r')), ElementsAre(HasSubstr("message 103")));
    std::string pairs;
    for (int i = 0; i < 65; ++i) pairs += "\U0001F600";  // two units of UTF-16 each
    EXPECT_THAT(reported_in("DROP ROUTE [" + pairs + "]"), ElementsAre(HasSubstr("message 103")));
}

TEST(MalformedStatement, HasNoEffectAndWhatFollowsHas) {
    for (std::string const malformed :
         {"CREATE ROUTE", "CREATE ROUTE x WITH", "CREATE ROUTE x WITH ADDRESS = ",
          "CREATE ROUTE x WITH ADDRESS = 'a' b", "ALTER ROUTE x WITH (LIFETIME = 1)",
          "CREATE ROUTE x WITH LIFETIME = 'a', ADDRESS = 'b'", "DROP ROUTE 'x'", "USE 1",
          "CREATE SERVICE x ON q", "ALTER DATABASE x ENABLE_BROKER", "BEGIN DIALOG @h TO SERVICE 'x'", "EXEC",
          "CREATE ENDPOINT e AS UDP (LISTENER_PORT = 1)", "SET @v ="}) {
        auto const result = parsed(malformed + "\nDROP ROUTE y DROP ROUTE z");
        EXPECT_EQ(routes_in(result.statements), "-y-z") << malformed;
        EXPECT_EQ(result.statements.size(), 2U) << malformed;
        EXPECT_EQ(result.reported.size(), 1U) << malformed;
    }
}

// Databases.

TEST(Database, IsUsed) {
    EXPECT_EQ(only<UseDatabase>("USE [a b]").database.text, "a b");
    EXPECT_EQ(only<UseDatabase>("use msdb;").database.text, "msdb");
    EXPECT_EQ(routes_in("USE msdb CREATE ROUTE r WITH ADDRESS = 'LOCAL'"), "+r");
    EXPECT_THAT(reported_in("USE @db"), ElementsAre(HasSubstr("expected the name of a database, found @db")));
}

TEST(Database, IsCreated) {
    auto const plain = only<CreateDatabase>("CREATE DATABASE a");
    EXPECT_EQ(plain.database.text, "a");
    EXPECT_EQ(plain.origin, DatabaseOrigin::made);
    EXPECT_THAT(plain.settings, IsEmpty());

    auto const full = only<CreateDatabase>(
        "CREATE DATABASE [a] CONTAINMENT = NONE ON PRIMARY (NAME = N'a', FILENAME = N'C:\\a.mdf', SIZE = "
        "8MB) LOG ON "
        "(NAME = N'l', FILENAME = N'l') COLLATE Latin1_General_BIN2 WITH TRUSTWORTHY ON, NEW_BROKER");
    ASSERT_EQ(full.settings.size(), 1U);
    EXPECT_EQ(full.settings.front().setting, BrokerSetting::renew);

    auto const attached = only<CreateDatabase>(
        "CREATE DATABASE a ON (FILENAME = 'a') FOR ATTACH WITH ENABLE_BROKER, RESTRICTED_USER");
    EXPECT_EQ(attached.origin, DatabaseOrigin::attached);
    ASSERT_EQ(attached.settings.size(), 1U);
    EXPECT_EQ(attached.settings.front().setting, BrokerSetting::enable);

    EXPECT_EQ(only<CreateDatabase>("CREATE DATABASE a ON (NAME = b, FILENAME = 'a') AS SNAPSHOT OF b").origin,
              DatabaseOrigin::snapshot);
}

TEST(Database, IsAltered) {
    auto const settings_of = [](std::string_view text) {
        std::vector<BrokerSetting> result;
        for (auto const& setting : only<AlterDatabase>(text).settings) result.push_back(setting.setting);
        return result;
    };
    EXPECT_THAT(settings_of("ALTER DATABASE a SET ENABLE_BROKER"), ElementsAre(BrokerSetting::enable));
    EXPECT_THAT(settings_of("ALTER DATABASE a SET DISABLE_BROKER WITH ROLLBACK IMMEDIATE;"),
                ElementsAre(BrokerSetting::disable));
    EXPECT_THAT(settings_of("ALTER DATABASE a SET NEW_BROKER WITH NO_WAIT"),
                ElementsAre(BrokerSetting::renew));
    EXPECT_THAT(settings_of("ALTER DATABASE a SET ERROR_BROKER_CONVERSATIONS"),
                ElementsAre(BrokerSetting::error_conversations));
    EXPECT_THAT(
        settings_of("ALTER DATABASE a SET SINGLE_USER, enable_broker, TRUSTWORTHY ON WITH ROLLBACK AFTER 5"),
        ElementsAre(BrokerSetting::enable));
    EXPECT_EQ(only<AlterDatabase>("ALTER DATABASE [a b] SET ENABLE_BROKER").database.value().text, "a b");
    EXPECT_FALSE(only<AlterDatabase>("ALTER DATABASE CURRENT SET ENABLE_BROKER").database);
    EXPECT_EQ(only<AlterDatabase>("ALTER DATABASE [CURRENT] SET ENABLE_BROKER").database.value().text,
              "CURRENT");
}

TEST(Database, IsAlteredWithoutAWordWhereTheBrokerIsNotConcerned) {
    for (std::string const text :
         {"ALTER DATABASE a SET SINGLE_USER WITH ROLLBACK IMMEDIATE", "ALTER DATABASE a SET RECOVERY SIMPLE",
          "ALTER DATABASE a ADD FILE (NAME = x, FILENAME = 'y')",
          "ALTER DATABASE a COLLATE Latin1_General_BIN2",
          "ALTER DATABASE a MODIFY FILE (NAME = x, SIZE = 5MB)", "ALTER DATABASE a SET HADR OFF",
          "ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 1",
          "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'x'",
          "CREATE DATABASE AUDIT SPECIFICATION s FOR SERVER AUDIT a ADD (x)",
          "DROP DATABASE AUDIT SPECIFICATION s",
          "CREATE DATABASE ENCRYPTION KEY WITH ALGORITHM = AES_128 ENCRYPTION BY SERVER CERTIFICATE c"})
        EXPECT_EQ(routes_in(text + " DROP ROUTE r"), "-r") << text;
}

TEST(Database, IsToldToKeepItsName) {
    EXPECT_THAT(reported_in("ALTER DATABASE a MODIFY NAME = b"),
                ElementsAre(HasSubstr("warning the new name")));
}

TEST(Database, IsDropped) {
    auto const statements = statements_of("DROP DATABASE IF EXISTS a, [b];");
    ASSERT_EQ(statements.size(), 2U);
    EXPECT_EQ(std::get<DropDatabase>(statements[0].what).database.text, "a");
    EXPECT_EQ(std::get<DropDatabase>(statements[1].what).database.text, "b");
    EXPECT_EQ(std::get<DropDatabase>(statements[1].what).absent, Absent::is_passed_over);
    EXPECT_EQ(only<DropDatabase>("DROP DATABASE a").absent, Absent::is_refused);
}

TEST(Database, NeedsACommaBehindABrokerSetting) {
    EXPECT_THAT(reported_in("ALTER DATABASE a SET ENABLE_BROKER ON"),
                ElementsAre(HasSubstr("expected a comma, WITH or the end of the statement, found ON")));
}

// Services and endpoints.

TEST(Service, IsCreatedAndDropped) {
    auto const service = only<CreateService>(
        "CREATE SERVICE [//a/b] AUTHORIZATION dbo ON QUEUE dbo.[q] ([//c], [DEFAULT], DEFAULT)");
    EXPECT_EQ(service.service.text, "//a/b");
    ASSERT_EQ(service.contracts.size(), 3U);
    EXPECT_EQ(service.contracts[0].text, "//c");
    EXPECT_EQ(service.contracts[1].text, "DEFAULT");
    EXPECT_EQ(service.contracts[2].text, "DEFAULT");
    EXPECT_THAT(only<CreateService>("CREATE SERVICE s ON QUEUE q").contracts, IsEmpty());
    EXPECT_EQ(only<DropService>("DROP SERVICE [s];").service.text, "s");
    EXPECT_EQ(routes_in("ALTER SERVICE s ON QUEUE q (ADD CONTRACT c, DROP CONTRACT d) DROP ROUTE r"), "-r");
}

TEST(Endpoint, IsCreated) {
    auto const endpoint = only<SetEndpoint>(
        "CREATE ENDPOINT e AUTHORIZATION sa STATE = STARTED AS TCP (LISTENER_PORT = 4022, LISTENER_IP = "
        "(10.0.75.1)) "
        "FOR SERVICE_BROKER (AUTHENTICATION = WINDOWS, ENCRYPTION = REQUIRED ALGORITHM AES, "
        "MESSAGE_FORWARDING = "
        "ENABLED, MESSAGE_FORWARD_SIZE = 10)");
    EXPECT_EQ(endpoint.statement, SetEndpoint::Statement::create);
    EXPECT_EQ(endpoint.endpoint.text, "e");
    EXPECT_EQ(endpoint.purpose, SetEndpoint::Purpose::service_broker);
    EXPECT_EQ(endpoint.state, SetEndpoint::State::started);
    EXPECT_EQ(endpoint.port, 4022);
    EXPECT_EQ(endpoint.forwarding, MessageForwarding::enabled);
}

TEST(Endpoint, IsAltered) {
    auto const forwarding =
        only<SetEndpoint>("ALTER ENDPOINT e FOR SERVICE_BROKER (MESSAGE_FORWARDING = DISABLED)");
    EXPECT_EQ(forwarding.statement, SetEndpoint::Statement::alter);
    EXPECT_EQ(forwarding.forwarding, MessageForwarding::disabled);
    EXPECT_FALSE(forwarding.port);
    EXPECT_FALSE(forwarding.state);
    auto const port = only<SetEndpoint>("ALTER ENDPOINT e STATE = STOPPED AS TCP (LISTENER_PORT = 4023)");
    EXPECT_EQ(port.purpose, SetEndpoint::Purpose::not_said);
    EXPECT_EQ(port.port, 4023);
    EXPECT_EQ(port.state, SetEndpoint::State::stopped);
    EXPECT_EQ(only<DropEndpoint>("DROP ENDPOINT e").endpoint.text, "e");
}

TEST(Endpoint, ForSomethingElseIsSkipped) {
    EXPECT_THAT(statements_of(
                    "CREATE ENDPOINT m STATE = STARTED AS TCP (LISTENER_PORT = 5022) FOR DATABASE_MIRRORING "
                    "(ROLE = ALL)"),
                IsEmpty());
    EXPECT_THAT(statements_of("CREATE ENDPOINT t AS TCP (LISTENER_PORT = 5022) FOR TSQL ()"), IsEmpty());
}

TEST(Endpoint, IsToldOfWhatIsWrong) {
    EXPECT_THAT(reported_in("CREATE ENDPOINT e AS TCP (LISTENER_PORT = 70000) FOR SERVICE_BROKER ()"),
                ElementsAre(HasSubstr("expected a port from 1 to 65535, found 70000")));
    EXPECT_THAT(reported_in("CREATE ENDPOINT e AS TCP (LISTENER_PORT = 4022)"),
                ElementsAre(HasSubstr("expected FOR and what the endpoint is for")));
    EXPECT_THAT(reported_in("CREATE ENDPOINT e STATE = RUNNING"),
                ElementsAre(HasSubstr("expected STARTED, STOPPED or DISABLED, found RUNNING")));
    EXPECT_THAT(reported_in("CREATE ENDPOINT e AS TCP (LISTENER_PORT = 1 FOR SERVICE_BROKER"),
                ElementsAre(HasSubstr("expected ')'")));
}

// Messages.

TEST(Dialog, IsBegun) {
    auto const dialog = only<BeginDialog>(
        "BEGIN DIALOG CONVERSATION @h FROM SERVICE [//i] TO SERVICE N'//t', 'CURRENT DATABASE' ON CONTRACT "
        "[//c] WITH "
        "ENCRYPTION = OFF, LIFETIME = 60, RELATED_CONVERSATION = @g;");
    EXPECT_EQ(dialog.handle.text, "@h");
    EXPECT_EQ(text_of({dialog.from_service}), "'//i'");
    EXPECT_EQ(text_of({dialog.target.service}), "'//t'");
    EXPECT_EQ(text_of({dialog.target.broker_instance.value()}), "'CURRENT DATABASE'");
    EXPECT_EQ(text_of({dialog.contract.value()}), "'//c'");
}

TEST(Dialog, TakesVariables) {
    auto const dialog =
        only<BeginDialog>("BEGIN DIALOG @h FROM SERVICE @from TO SERVICE @to, @id ON CONTRACT @c");
    EXPECT_EQ(text_of({dialog.from_service}), "@from");
    EXPECT_EQ(text_of({dialog.target.service}), "@to");
    EXPECT_EQ(text_of({dialog.target.broker_instance.value()}), "@id");
    EXPECT_FALSE(only<BeginDialog>("BEGIN DIALOG @h FROM SERVICE a TO SERVICE 'b'").target.broker_instance);
}

TEST(Dialog, IsToldOfWhatIsWrong) {
    EXPECT_THAT(reported_in("BEGIN DIALOG @h FROM SERVICE a TO SERVICE [b]"),
                ElementsAre(HasSubstr("BEGIN DIALOG: expected a string or a variable, found [b]")));
    EXPECT_THAT(
        reported_in("BEGIN DIALOG @h FROM SERVICE a TO SERVICE 'b' CONTRACT c"),
        ElementsAre(HasSubstr("expected ON CONTRACT, WITH or the end of the statement, found CONTRACT")));
}

TEST(EventNotification, IsCreated) {
    auto const notification = only<CreateEventNotification>(
        "CREATE EVENT NOTIFICATION [n] ON QUEUE dbo.q WITH FAN_IN FOR QUEUE_ACTIVATION, CREATE_ROUTE TO "
        "SERVICE "
        "'//s', 'current database'");
    EXPECT_EQ(notification.notification.text, "n");
    EXPECT_EQ(text_of({notification.target.service}), "'//s'");
    EXPECT_EQ(text_of({notification.target.broker_instance.value()}), "'current database'");
    EXPECT_EQ(only<CreateEventNotification>("CREATE EVENT NOTIFICATION n ON SERVER FOR X TO SERVICE 's', 'b'")
                  .target.broker_instance.value()
                  .text,
              "b");
}

// Variables.

TEST(Variables, AreDeclaredAndSet) {
    EXPECT_EQ(assignments_in("DECLARE @a nvarchar(max) = N'x' + 'y', @b AS int = 5, @c sysname, @d xml"),
              "@a='x'+'y' @b=5 @c=NULL @d=NULL");
    EXPECT_EQ(assignments_in("SET @a = 'x' SET @a += 'y' + @b SET @A = NULL"), "@a='x' @a=@a+'y'+@b @A=NULL");
    EXPECT_EQ(assignments_in("SELECT @a = 'x', @b = DB_NAME();"), "@a='x' @b=DB_NAME()");
    EXPECT_EQ(assignments_in("SET @a = ('a' + (@b + 'c'))"), "@a='a'+@b+'c'");
    EXPECT_EQ(assignments_in("SET @a = ('a') + ('b') + (('c'))"), "@a='a'+'b'+'c'");
    EXPECT_EQ(assignments_in("SET @a = 'a' + CHAR(13) + NCHAR(65) + char ( 39 )"), "@a='a'+'\r'+'A'+'''");
    EXPECT_EQ(assignments_in("SET @a = 'USE ' + QUOTENAME(@db + 'x') + ';'"),
              "@a='USE '+QUOTENAME(@db+'x')+';'");
    EXPECT_EQ(assignments_in("DECLARE @t TABLE (a int, b nvarchar(10)) DECLARE @n decimal(10, 2) = 1.5"),
              "@t=NULL @n=1.5");
}

TEST(Variables, AreOtherWhereTheyAreNotConstant) {
    EXPECT_EQ(assignments_in("SET @a = 'a' + CAST(@b AS nvarchar(10)) + 'c'"),
              "@a='a'+?CAST(@b AS nvarchar(10))+'c'");
    EXPECT_EQ(assignments_in("SET @a = (1 + 2) * 3 SET @b = ('x', 'y') SET @c = ((1) 2) 3"),
              "@a=1+2+?* 3 @b=?'x', 'y' @c=1+?2+?3");
    EXPECT_EQ(assignments_in("SET @a = 5 * 2 SET @b = -1 SET @c = 'x' COLLATE Latin1_General_BIN"),
              "@a=?5 * 2 @b=?-1 @c=?'x' COLLATE Latin1_General_BIN");
    EXPECT_EQ(assignments_in("SET @a = @@SERVERNAME SET @b = CHAR(200) SET @c = NEWID()"),
              "@a=?@@SERVERNAME @b=?CHAR(200) @c=?NEWID()");
    EXPECT_EQ(assignments_in("SET @a = CASE WHEN 1 = 1 THEN 'x' ELSE 'y' END + 'z'"),
              "@a=?CASE WHEN 1 = 1 THEN 'x' ELSE 'y' END+'z'");
    EXPECT_EQ(assignments_in("SET @a = (SELECT 'x' FROM t) SET @a -= 1"),
              "@a=?SELECT 'x' FROM t @a=?@a -= 1");
    EXPECT_EQ(assignments_in("SELECT @a = 'x' FROM t WHERE b = 1"), "@a=?@a = 'x'");
    EXPECT_EQ(assignments_in("SELECT TOP (1) @a = name, @b = 'x' FROM sys.routes ORDER BY 1"),
              "@a=?@a = name @b=?@b = 'x'");
}

TEST(Variables, AreOtherWhereAStatementAssignsThemInPassing) {
    EXPECT_EQ(assignments_in("FETCH NEXT FROM c INTO @a, @b PRINT @c"), "@a=?@a @b=?@b");
    EXPECT_EQ(assignments_in("UPDATE t SET @a = b = 1, c = @d WHERE e = @f"), "@a=?@a");
    EXPECT_EQ(assignments_in("RECEIVE TOP (1) @a = conversation_handle, @b = message_body FROM q"),
              "@a=?@a @b=?@b");
    EXPECT_EQ(assignments_in("WAITFOR (RECEIVE TOP (1) @a = conversation_handle FROM q), TIMEOUT 1000"),
              "@a=?@a");
    EXPECT_EQ(assignments_in("EXEC p @x = @a OUTPUT, @y = @b, @z = 'c', @d OUT"), "@a=?@a @d=?@d");
    EXPECT_EQ(assignments_in("EXEC @a = p 1, 2"), "@a=?@a");
    EXPECT_EQ(assignments_in("SET @a.modify('delete /x')"), "@a=?@a");
}

// Strings that are executed.

TEST(ExecutedString, IsAnExpression) {
    EXPECT_EQ(text_of(only<ExecuteString>("EXEC ('USE msdb ' + @a)").text), "'USE msdb '+@a");
    EXPECT_EQ(text_of(only<ExecuteString>("EXECUTE(@a)").text), "@a");
    EXPECT_EQ(text_of(only<ExecuteString>("EXEC(N'a' + f(@b))").text), "'a'+?f(@b)");
    EXPECT_EQ(only<ExecuteString>("EXEC('a') AT [srv]").linked_server.value().text, "srv");
    EXPECT_EQ(only<ExecuteString>("EXEC('a ?', @b OUTPUT) AS LOGIN = 'x' AT srv;").linked_server.value().text,
              "srv");
}

TEST(ExecutedString, MayBeAnArgument) {
    auto const plain = only<ExecuteString>("EXEC sp_executesql N'DROP ROUTE r'");
    EXPECT_EQ(text_of(plain.text), "'DROP ROUTE r'");
    EXPECT_FALSE(plain.database);

    auto const elsewhere = only<ExecuteString>("execute [msdb].sys.[SP_EXECUTESQL] @stmt = @a;");
    EXPECT_EQ(text_of(elsewhere.text), "@a");
    EXPECT_EQ(elsewhere.database.value().text, "msdb");
    EXPECT_EQ(only<ExecuteString>("EXEC msdb..sp_executesql @a").database.value().text, "msdb");
    EXPECT_FALSE(only<ExecuteString>("EXEC sys.sp_executesql @a").database);
    auto const remote = only<ExecuteString>("EXEC srv.msdb.sys.sp_executesql @a");
    EXPECT_EQ(remote.linked_server.value().text, "srv");
    EXPECT_EQ(remote.database.value().text, "msdb");

    auto const parameters =
        only<ExecuteString>("EXEC sp_executesql @a, N'@p int, @q int', @p = 'x', @q = @b, @statement = 'no'");
    EXPECT_EQ(text_of(parameters.text), "@a");
    ASSERT_EQ(parameters.parameters.size(), 2U);
    EXPECT_EQ(parameters.parameters[0].variable.text, "@p");
    EXPECT_EQ(text_of(parameters.parameters[0].value), "'x'");
    EXPECT_EQ(text_of(parameters.parameters[1].value), "@b");
}

TEST(ExecutedString, MayBeTheFirstStatementWithoutExec) {
    EXPECT_EQ(text_of(only<ExecuteString>("sp_executesql N'DROP ROUTE r'").text), "'DROP ROUTE r'");
    EXPECT_EQ(text_of(only<ExecuteString>("sys.sp_executesql N'DROP ROUTE r'").text), "'DROP ROUTE r'");
}

TEST(ExecutedString, IsOtherWhereTheProcedureIsNotKnown) {
    EXPECT_EQ(text_of(only<ExecuteString>("EXEC @proc 'a'").text), "?EXEC @proc");
    EXPECT_EQ(text_of(only<ExecuteString>("EXEC sp_MSforeachdb 'USE [?]'").text), "?sp_MSforeachdb");
}

TEST(ExecutedString, MayHaveItsRowsInserted) {
    EXPECT_EQ(text_of(only<ExecuteString>("INSERT INTO #t (a) EXEC ('x')").text), "'x'");
    EXPECT_EQ(only<If>("IF 1 = 1 INSERT #t EXEC ('x') ELSE DROP ROUTE r").otherwise.size(), 1U);
}

TEST(ExecutedString, IsNoOtherProcedure) {
    EXPECT_EQ(
        routes_in(
            "EXEC sp_configure 'show advanced options', 1; RECONFIGURE EXEC dbo.p @a = 'b', @c = DEFAULT "
            "WITH RECOMPILE DROP ROUTE r EXECUTE AS USER = 'x' DROP ROUTE s REVERT"),
        "-r-s");
}

// Control of flow.

TEST(Flow, HasBlocks) {
    auto const block = only<Block>("BEGIN DROP ROUTE a; BEGIN DROP ROUTE b END DROP ROUTE c END");
    EXPECT_EQ(routes_in(block.statements), "-a-c");
    ASSERT_EQ(block.statements.size(), 3U);
    EXPECT_EQ(routes_in(std::get<Block>(block.statements[1].what).statements), "-b");
}

TEST(Flow, TakesTransactionsForNoBlocks) {
    EXPECT_EQ(
        routes_in(
            "BEGIN TRAN DROP ROUTE a BEGIN TRANSACTION t WITH MARK 'x' DROP ROUTE b COMMIT TRAN t; BEGIN "
            "DISTRIBUTED TRAN DROP ROUTE c COMMIT"),
        "-a-b-c");
    EXPECT_EQ(
        routes_in(
            "BEGIN CONVERSATION TIMER (@h) TIMEOUT = 60; DROP ROUTE a END CONVERSATION @h WITH CLEANUP DROP "
            "ROUTE b"),
        "-a-b");
}

TEST(Flow, ExecutesTryAndLeavesCatchOut) {
    auto const block = only<Block>(
        "BEGIN TRY DROP ROUTE a END TRY BEGIN CATCH DROP ROUTE b; IF 1 = 1 BEGIN THROW; END; END CATCH;");
    EXPECT_EQ(routes_in(block.statements), "-a");
    EXPECT_THAT(reported_in("BEGIN TRY DROP ROUTE a END TRY DROP ROUTE b"),
                ElementsAre(HasSubstr("BEGIN TRY: expected BEGIN CATCH, found DROP")));
}

TEST(Flow, HasBranches) {
    auto const statement =
        only<If>("IF @a = 1 DROP ROUTE a ELSE IF @b = 2 BEGIN DROP ROUTE b END; ELSE DROP ROUTE c");
    ASSERT_EQ(statement.branches.size(), 2U);
    EXPECT_EQ(routes_in(statement.branches[0].statements), "-a");
    EXPECT_EQ(text_of(statement.branches[1].condition), "@b = 2");
    EXPECT_TRUE(std::holds_alternative<Block>(statement.branches[1].statements.at(0).what));
    EXPECT_EQ(routes_in(statement.otherwise), "-c");
}

TEST(Flow, GivesElseToTheNearestIf) {
    auto const outer = only<If>("IF @a = 1 IF @b = 2 DROP ROUTE a ELSE DROP ROUTE b");
    ASSERT_EQ(outer.branches.size(), 1U);
    EXPECT_THAT(outer.otherwise, IsEmpty());
    auto const& inner = std::get<If>(outer.branches[0].statements.at(0).what);
    EXPECT_EQ(routes_in(inner.branches.at(0).statements), "-a");
    EXPECT_EQ(routes_in(inner.otherwise), "-b");
}

TEST(Flow, KnowsWhereTheStatementOfAnIfEnds) {
    for (std::string const statement :
         {"PRINT 'a'",
          "RAISERROR('a', 16, 1) WITH NOWAIT",
          "INSERT INTO t SELECT 1",
          "ALTER TABLE t DROP COLUMN c",
          "DROP TABLE IF EXISTS t",
          "SELECT 1",
          "RETURN",
          "RETURN 1",
          "SET NOCOUNT ON",
          "EXEC p 1, @a = 'b'",
          "BEGIN PRINT 1 END",
          "CREATE DATABASE d COLLATE x",
          "ALTER DATABASE d SET ENABLE_BROKER WITH NO_WAIT",
          "UPDATE t SET a = CASE WHEN 1 = 1 THEN 2 ELSE 3 END",
          "USE d",
          "DECLARE @a int = 1",
          "SET @a = 1",
          "GRANT CREATE ROUTE TO u",
          "BEGIN TRAN",
          "ROLLBACK TRAN t",
          "EXEC ('x')",
          "MERGE t USING s ON 1 = 1 WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1)"}) {
        for (std::string const end : {"", ";"}) {
            auto const statements =
                statements_of(fmt::format("IF @a = 1 {}{} ELSE DROP ROUTE r DROP ROUTE s", statement, end));
            EXPECT_EQ(routes_in(statements), "-s") << statement;
            ASSERT_FALSE(statements.empty());
            auto const* const is = std::get_if<If>(&statements.front().what);
            ASSERT_NE(is, nullptr);
            EXPECT_EQ(routes_in(is->otherwise), "-r") << statement;
        }
    }
}

TEST(Flow, HasLoops) {
    auto const loop = only<While>("WHILE @a < 3 BEGIN DROP ROUTE a SET @a += 1 BREAK END");
    EXPECT_EQ(text_of(loop.condition.at(0)), "?@a < 3");
    EXPECT_EQ(routes_in(std::get<Block>(loop.body.at(0).what).statements), "-a");
}

TEST(Flow, Jumps) {
    auto const kind_of = [](std::string_view text) { return only<Jump>(text).kind; };
    EXPECT_EQ(kind_of("RETURN"), Jump::Kind::leave_batch);
    EXPECT_EQ(kind_of("RETURN (1)"), Jump::Kind::leave_batch);
    EXPECT_EQ(kind_of("THROW 50000, 'x', 1"), Jump::Kind::throw_error);
    EXPECT_EQ(kind_of("GOTO done"), Jump::Kind::go_to);
    EXPECT_EQ(kind_of("BREAK"), Jump::Kind::leave_loop);
    EXPECT_EQ(kind_of("CONTINUE"), Jump::Kind::leave_loop);
    EXPECT_EQ(kind_of("ROLLBACK TRANSACTION t"), Jump::Kind::roll_back);
    EXPECT_EQ(kind_of("SET NOEXEC ON"), Jump::Kind::stop_executing);
    EXPECT_EQ(kind_of("set parseonly off;"), Jump::Kind::go_on_executing);
    EXPECT_EQ(routes_in("done: DROP ROUTE a again:DROP ROUTE b"), "-a-b");
}

TEST(Flow, IsToldWhatBelongsToNothing) {
    EXPECT_THAT(reported_in("DROP ROUTE a END"),
                ElementsAre("1:14 error found END that belongs to nothing before it"));
    EXPECT_THAT(reported_in("ELSE DROP ROUTE a"), ElementsAre(HasSubstr("1:1 error found ELSE")));
    EXPECT_THAT(reported_in("IF 1 = 1"),
                ElementsAre("1:1 error IF: expected a statement, found the end of the batch"));
    EXPECT_THAT(reported_in("IF DROP ROUTE a"),
                ElementsAre("1:4 error IF: expected a condition, found DROP"));
    EXPECT_THAT(reported_in("BEGIN DROP ROUTE a"),
                ElementsAre("1:1 error BEGIN: expected END, found the end of the batch"));
}

TEST(Flow, KeepsTheRestOfABlockWithAMalformedStatement) {
    auto const result =
        parsed("BEGIN DROP ROUTE a CREATE ROUTE b DROP ROUTE c DROP ROUTE [] IF 1 = 1 DROP ROUTE 1 END");
    ASSERT_EQ(result.statements.size(), 1U);
    auto const& block = std::get<Block>(result.statements.front().what);
    EXPECT_EQ(routes_in(block.statements), "-a-c");
    EXPECT_EQ(result.reported.size(), 3U);
    EXPECT_THAT(std::get<If>(block.statements.at(2).what).branches.at(0).statements, IsEmpty());
}

// Conditions.

TEST(ConditionOfIf, AsksForRoutes) {
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.routes WHERE name = N'r')"), "routes [name = 'r']");
    EXPECT_EQ(
        condition_of("NOT EXISTS (SELECT 1 FROM msdb.sys.routes AS x WITH (NOLOCK) WHERE x.[Name] = @r)"),
        "not(routes of msdb [name = @r])");
    EXPECT_EQ(
        condition_of(
            "EXISTS(SELECT name, address FROM [sys].[routes] r WHERE (r.remote_service_name = 's' AND "
            "'LOCAL' = address) AND broker_instance IS NULL AND lifetime IS NOT NULL)"),
        "routes [remote_service_name = 's'] [address = 'LOCAL'] [broker_instance null] [lifetime not null]");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.routes)"), "routes");
    EXPECT_EQ(
        condition_of("EXISTS (SELECT * FROM sys.routes WHERE name IN ('a', N'b' + @c) AND address <> 'x')"),
        "routes [name in 'a' 'b'+@c] [address <> 'x']");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.routes WHERE name LIKE 'AutoCreatedLocal')"),
              "routes [name = 'AutoCreatedLocal']");
}

TEST(ConditionOfIf, AsksForOtherViews) {
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.services WHERE name = 's')"), "services [name = 's']");
    EXPECT_EQ(condition_of(
                  "EXISTS (SELECT * FROM master.sys.databases WHERE name = 'd' AND is_broker_enabled = 1)"),
              "databases [name = 'd'] [is_broker_enabled = 1]");
    EXPECT_EQ(condition_of("EXISTS (SELECT name FROM master.dbo.sysdatabases WHERE name = 'd')"),
              "databases [name = 'd']");
    EXPECT_EQ(condition_of("EXISTS (SELECT name FROM master..sysdatabases WHERE name = 'd')"),
              "databases [name = 'd']");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.databases WHERE database_id = DB_ID('d'))"),
              "databases [name = 'd']");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.databases WHERE database_id = DB_ID())"),
              "databases [name = DB_NAME()]");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.service_broker_endpoints WHERE name = 'e')"),
              "endpoints [name = 'e']");
}

TEST(ConditionOfIf, CountsAndComparesRows) {
    EXPECT_EQ(condition_of("(SELECT COUNT(*) FROM sys.routes WHERE name = 'r') = 0"),
              "not(routes [name = 'r'])");
    EXPECT_EQ(condition_of("(SELECT COUNT(1) FROM sys.routes WHERE name = 'r') > 0"), "routes [name = 'r']");
    EXPECT_EQ(condition_of("(SELECT COUNT(*) FROM sys.routes WHERE name = 'r') >= 1"), "routes [name = 'r']");
    EXPECT_EQ(condition_of("(SELECT COUNT(*) FROM sys.routes) <> 0"), "routes");
    EXPECT_EQ(condition_of("(SELECT COUNT(*) FROM sys.routes) < 1"), "not(routes)");
    EXPECT_EQ(condition_of("(SELECT COUNT(*) FROM sys.routes) = 2"),
              "?(SELECT COUNT(*) FROM sys.routes) = 2");
    EXPECT_EQ(condition_of("(SELECT is_broker_enabled FROM sys.databases WHERE name = 'd') = 0"),
              "databases [name = 'd'] [is_broker_enabled = 0]");
    EXPECT_EQ(condition_of("N'd' NOT IN (SELECT name FROM sys.databases)"), "not(databases [name = 'd'])");
}

TEST(ConditionOfIf, AsksForDatabasesAndValues) {
    EXPECT_EQ(condition_of("DB_ID('d') IS NULL"), "not(database 'd')");
    EXPECT_EQ(condition_of("DB_ID(N'd' + @x) IS NOT NULL"), "database 'd'+@x");
    EXPECT_EQ(condition_of("DB_ID() IS NULL"), "?DB_ID() IS NULL");
    EXPECT_EQ(condition_of("@a IS NULL"), "null @a");
    EXPECT_EQ(condition_of("@a + 'x' IS NOT NULL"), "not(null @a+'x')");
    EXPECT_EQ(condition_of("DB_NAME() = 'd'"), "DB_NAME() = 'd'");
    EXPECT_EQ(condition_of("DB_NAME() != @d"), "DB_NAME() <> @d");
    EXPECT_EQ(condition_of("N'True' NOT LIKE N'True'"), "'True' not like 'True'");
    EXPECT_EQ(condition_of("@@SERVERNAME = 'A'"), "?@@SERVERNAME = 'A'");
}

TEST(ConditionOfIf, CombinesThem) {
    EXPECT_EQ(condition_of("@a IS NULL AND @b = 1 OR NOT @c = 2 AND (@d = 3 OR @e = 4)"),
              "or(and(null @a, @b = 1), and(not(@c = 2), or(@d = 3, @e = 4)))");
    EXPECT_EQ(condition_of("((NOT (@a = 1)))"), "not(@a = 1)");
    EXPECT_EQ(condition_of("NOT NOT @a = 1"), "not(not(@a = 1))");
}

TEST(ConditionOfIf, IsUnknownWhereItIsAnythingElse) {
    EXPECT_EQ(condition_of("@a > 1"), "?@a > 1");
    EXPECT_EQ(condition_of("OBJECT_ID('x') IS NULL"), "?OBJECT_ID('x') IS NULL");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.tables WHERE name = 'x') AND @a = 1"),
              "and(?EXISTS (SELECT * FROM sys.tables WHERE name = 'x'), @a = 1)");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.routes WHERE name = 'a' OR name = 'b')"),
              "?EXISTS (SELECT * FROM sys.routes WHERE name = 'a' OR name =...");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM sys.routes WHERE name LIKE 'a%')"),
              "?EXISTS (SELECT * FROM sys.routes WHERE name LIKE 'a%')");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM routes WHERE name = 'a')"),
              "?EXISTS (SELECT * FROM routes WHERE name = 'a')");
    EXPECT_EQ(condition_of("EXISTS (SELECT * FROM srv.msdb.sys.routes)"),
              "?EXISTS (SELECT * FROM srv.msdb.sys.routes)");
    EXPECT_EQ(condition_of("@a BETWEEN 1 AND 5 AND @b = 1"), "and(?@a BETWEEN 1, ?5, @b = 1)");
    EXPECT_EQ(condition_of("CASE WHEN @a = 1 THEN 1 ELSE 0 END = 1"),
              "?CASE WHEN @a = 1 THEN 1 ELSE 0 END = 1");
    EXPECT_EQ(condition_of("(@a) = (1)"), "?(@a) = (1)");
}

// What is skipped.

TEST(SkippedStatement, IsNotMisread) {
    for (std::string const text : {
             "SELECT 'CREATE ROUTE x WITH ADDRESS = ''LOCAL'''",
             "PRINT N'DROP ROUTE x'",
             "SELECT [DROP ROUTE x] FROM t",
             "SELECT \"DROP ROUTE x\"",
             "SELECT 1 -- DROP ROUTE x\n",
             "GRANT CREATE ROUTE TO u",
             "GRANT ALTER ANY ROUTE TO u WITH GRANT OPTION",
             "DENY CREATE DATABASE, CREATE ROUTE TO u",
             "REVOKE GRANT OPTION FOR CREATE ROUTE FROM u CASCADE",
             "GRANT CONTROL ON ROUTE::x TO u",
             "ALTER AUTHORIZATION ON ROUTE::x TO u",
             "SELECT * FROM t OPTION (USE HINT ('x'))",
             "CREATE TABLE t (a int, b nvarchar(10) DEFAULT ('DROP ROUTE x'))",
             "DROP TABLE IF EXISTS t",
             "ALTER TABLE t DROP COLUMN IF EXISTS a",
             "UPDATE STATISTICS t",
             "CREATE QUEUE q WITH STATUS = ON, ACTIVATION (PROCEDURE_NAME = p, EXECUTE AS SELF)",
             "CREATE MESSAGE TYPE [//m] VALIDATION = WELL_FORMED_XML",
             "CREATE CONTRACT [//c] ([//m] SENT BY INITIATOR)",
             "SEND ON CONVERSATION @h MESSAGE TYPE [//m] (N'<x/>')",
             "CREATE REMOTE SERVICE BINDING b TO SERVICE 's' WITH USER = u",
             "CREATE BROKER PRIORITY p FOR CONVERSATION SET (CONTRACT_NAME = ANY)",
             "CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.x (WHERE a > 1)",
             "SELECT CASE WHEN a = 1 THEN 'DROP' ELSE 'ROUTE' END FROM t",
             "BACKUP DATABASE d TO DISK = 'x' WITH INIT",
             "RESTORE DATABASE d FROM DISK = 'x' WITH REPLACE, ENABLE_BROKER",
             "CREATE USER u FOR LOGIN l",
             "SELECT a::b, x.[y].z FROM t",
             "DECLARE c CURSOR FOR SELECT 1",
             "IF 1 = 1 PRINT 'x' ELSE PRINT 'y'",
             "SELECT ISNULL(@a, '') a, 1e5, 0x1F, $5, N'x'",
             "INSERT t VALUES (1), ((2))",
             "DBCC CHECKDB",
             "WITH x AS (SELECT 1 a) SELECT * FROM x",
             "SET XACT_ABORT, NOCOUNT ON",
             "COMMIT",
             "CREATE MASTER KEY ENCRYPTION BY PASSWORD = 'DROP ROUTE x'",
         }) {
        auto const statements = statements_of(text + " DROP ROUTE r");
        EXPECT_EQ(routes_in(statements), "-r") << text;
        EXPECT_EQ(routes_in(text + ";DROP ROUTE r"), "-r") << text;
    }
}

TEST(SkippedStatement, GoesToTheEndOfTheBatchForModules) {
    for (std::string const module :
         {"CREATE PROCEDURE p AS BEGIN SELECT 1 END", "create or alter proc p as",
          "ALTER FUNCTION f() RETURNS int AS BEGIN", "CREATE TRIGGER t ON DATABASE FOR CREATE_ROUTE AS",
          "CREATE VIEW v AS"}) {
        auto const result =
            parsed("DROP ROUTE a " + module + " CREATE ROUTE b WITH ADDRESS = 'LOCAL' DROP ROUTE c");
        EXPECT_EQ(routes_in(result.statements), "-a") << module;
        EXPECT_THAT(result.reported, testing::SizeIs(1)) << module;
        EXPECT_EQ(result.reported.front().severity, Severity::note);
        EXPECT_THAT(parsed(module + " SELECT 1").reported, IsEmpty()) << module;
    }
}

TEST(SkippedStatement, SaysNothingWhereTheScriptWasRefusedBefore) {
    Batch batch;
    auto const file = batch.add_file("a.sql");
    batch.append("CREATE ROUTE r WITH ADDRESS = ", {file}, Batch::Piece::as_in_the_file);
    batch.refuse_end();
    batch.append("\u2018LOCAL\u2019 DROP ROUTE", {file, 1, 31}, Batch::Piece::as_in_the_file);
    auto const result = parse(batch);
    EXPECT_THAT(result.statements, IsEmpty());
    ASSERT_EQ(result.reported.size(), 1U);
    EXPECT_THAT(result.reported.front().message, StartsWith("DROP ROUTE: expected"));
}

TEST(RefusedText, LeavesNothingButADatabaseAndAnUnknownValue) {
    Batch batch;
    auto const file = batch.add_file("a.sql");
    auto const append = [&](std::string_view before, std::string_view behind) {
        batch.append(before, {file}, Batch::Piece::as_in_the_file);
        batch.refuse_end();
        batch.append(behind, {file}, Batch::Piece::as_in_the_file);
    };
    append("USE [", "$(a)]\n");
    append("CREATE DATABASE [", "$(a)]\n");
    append("SET @a = 'x", "$(a)'\n");
    append("EXEC ('", "$(a)')\n");
    append("IF 1 = 1 DROP ROUTE [", "$(a)]\n");
    auto const result = parse(batch);
    EXPECT_THAT(result.reported, IsEmpty());
    ASSERT_EQ(result.statements.size(), 3U);
    EXPECT_EQ(std::get<UseDatabase>(result.statements[0].what).database.text, "$(a)");
    EXPECT_EQ(assignments_in(result.statements), "@a=?x$(a)");
    EXPECT_THAT(std::get<If>(result.statements[2].what).branches.at(0).statements, IsEmpty());
}

}  // namespace
}  // namespace ssbroute::formats
