// Batches that nobody means well with: what cannot be read is told, quickly, and without harm.
#include <array>
#include <ctime>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <string_view>

#include "formats/tsql/parse.hpp"

namespace ssbroute::formats {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

Parsed parsed(std::string_view text) { return parse(Batch::of_file("a.sql", text)); }

auto told(std::string const& message, std::size_t line, std::size_t column) {
    return AllOf(Field(&Reported::message, HasSubstr(message)),
                 Field(&Reported::place, Place{"a.sql", line, column}),
                 Field(&Reported::severity, Severity::error));
}

std::string repeated(std::string_view piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
}

constexpr std::size_t million = 1'000'000;
constexpr std::size_t many = 100'000;

TEST(HostileBatch, MayHaveNoEnd) {
    EXPECT_THAT(parsed("DROP ROUTE a\n SELECT 'x DROP ROUTE b").reported,
                ElementsAre(told("this string has no end", 2, 9)));
    EXPECT_THAT(parsed("DROP ROUTE a\n /* x /* */ DROP ROUTE b").reported,
                ElementsAre(told("this comment has no end", 2, 2)));
    EXPECT_THAT(parsed("/* x").reported, ElementsAre(told("this comment has no end", 1, 1)));
    EXPECT_THAT(parsed("DROP ROUTE [a").reported, ElementsAre(told("this name has no end", 1, 12)));
    EXPECT_THAT(parsed("DROP ROUTE \"a").reported, ElementsAre(told("this name has no end", 1, 12)));
    EXPECT_THAT(parsed("IF 1 = 1 BEGIN SELECT 'x").reported,
                ElementsAre(told("this string has no end", 1, 23)));
    EXPECT_THAT(parsed("CREATE ROUTE r WITH ADDRESS = 'LOCAL").reported,
                ElementsAre(told("this string has no end", 1, 31)));
    EXPECT_THAT(parsed("SELECT (1 DROP ROUTE a").reported,
                ElementsAre(told("this parenthesis is not closed", 1, 8)));
    EXPECT_THAT(parsed("SELECT CASE WHEN 1 = 1 THEN 2 DROP ROUTE a").reported,
                ElementsAre(told("this CASE has no END", 1, 8)));
}

TEST(HostileBatch, IsReadAsFarAsItCanBe) {
    EXPECT_EQ(parsed("DROP ROUTE a; SELECT 'x DROP ROUTE b").statements.size(), 1U);
    EXPECT_EQ(parsed("DROP ROUTE a; /* DROP ROUTE b").statements.size(), 1U);
    EXPECT_EQ(parsed("DROP ROUTE a BEGIN DROP ROUTE b /* ").statements.size(), 1U);
    EXPECT_EQ(parsed("SELECT (1 DROP ROUTE a DROP ROUTE b").statements.size(), 2U);
}

TEST(HostileBatch, MayBeEmptyOrNonsense) {
    for (std::string const& text :
         {""s,        " "s,        ";"s,         ";;;"s,       ")"s,      "]"s,        "'"s,     "\0"s,
          "\0\0;\0"s, "\x80\xFF"s, "\xE2\x80"s,  "@"s,         "@@"s,     "N"s,        "N'"s,    "$"s,
          "--"s,      "/*"s,       "*/"s,        "/"s,         "-"s,      "\uFEFF"s,   "E"s,     "END"s,
          "ELSE"s,    "BEGIN"s,    "BEGIN END"s, "BEGIN TRY"s, "IF"s,     "IF("s,      "CASE"s,  "CASE END"s,
          "(CASE)"s,  "EXEC("s,    "EXEC()"s,    "EXEC a.."s,  "EXEC ."s, "SELECT @"s, "SET @"s, "DECLARE @"s,
          "WHILE"s,   "a:"s,       ":"s})
        EXPECT_LE(parsed(text).statements.size(), 1U) << text;
}

TEST(HostileBatch, MayOpenAMillionTimes) {
    EXPECT_THAT(parsed(repeated("(", million)).reported,
                ElementsAre(told("this parenthesis is not closed", 1, 1)));
    EXPECT_THAT(parsed("IF " + repeated("(", many)).reported,
                ElementsAre(Field(&Reported::message, "this parenthesis is not closed")));
    EXPECT_THAT(parsed("SET @a = " + repeated("(", many)).reported.size(), 1U);
    EXPECT_THAT(parsed("SELECT " + repeated("(", many) + "1" + repeated(")", many) + " DROP ROUTE a")
                    .statements.size(),
                1U);
    EXPECT_THAT(parsed(repeated("/*", many)).reported, ElementsAre(told("this comment has no end", 1, 1)));
    EXPECT_THAT(parsed(repeated("/*", many) + repeated("*/", many) + "DROP ROUTE a").statements.size(), 1U);
    EXPECT_THAT(parsed("SELECT " + repeated("CASE ", many)).reported,
                ElementsAre(told("this CASE has no END", 1, 8)));
    EXPECT_THAT(parsed(repeated("[", many)).reported, ElementsAre(told("this name has no end", 1, 1)));
}

TEST(HostileBatch, MayBeNestedAtMost64Deep) {
    auto const blocks = [](std::size_t count) {
        return repeated("BEGIN ", count) + "DROP ROUTE a" + repeated(" END", count);
    };
    EXPECT_THAT(parsed(blocks(64)).reported, IsEmpty());
    auto const deep = parsed("DROP ROUTE z " + blocks(65));
    EXPECT_THAT(deep.reported, ElementsAre(told("nested more than 64 deep", 1, 14 + 64 * 6)));
    EXPECT_EQ(deep.statements.size(), 1U);
    EXPECT_EQ(parsed(repeated("BEGIN ", many)).reported.size(), 1U);
    EXPECT_EQ(parsed(repeated("IF 1 = 1 ", many)).reported.size(), 1U);
    EXPECT_EQ(parsed(repeated("WHILE 1 = 1 ", many)).reported.size(), 1U);
    EXPECT_EQ(parsed(repeated("BEGIN TRY ", many)).reported.size(), 1U);
}

TEST(HostileBatch, MayHaveConditionsThatAreTooDeepToUnderstand) {
    auto const condition = [](std::string const& open, std::string const& close, std::size_t count) {
        auto const result =
            parsed("IF " + repeated(open, count) + "@a = 1" + repeated(close, count) + " DROP ROUTE a");
        EXPECT_THAT(result.reported, IsEmpty());
        EXPECT_EQ(result.statements.size(), 1U);
        return std::get<If>(result.statements.at(0).what).branches.at(0).condition;
    };
    EXPECT_TRUE(std::holds_alternative<ComparisonOfValues>(condition("(", ")", 60).what));
    EXPECT_TRUE(std::holds_alternative<UnknownCondition>(condition("(", ")", 20'000).what));
    condition("NOT ", "", 20'000);
    condition("(NOT ", ")", 20'000);
}

TEST(HostileBatch, MayHaveLongChains) {
    auto const branches = parsed("IF 1 = 1 DROP ROUTE a" + repeated(" ELSE IF 1 = 1 DROP ROUTE a", 20'000));
    EXPECT_THAT(branches.reported, IsEmpty());
    EXPECT_EQ(std::get<If>(branches.statements.at(0).what).branches.size(), 20'001U);
    EXPECT_EQ(parsed("IF 1 = 1" + repeated(" AND 1 = 1", 20'000) + " DROP ROUTE a").statements.size(), 1U);
    EXPECT_EQ(parsed("SET @a = 'a'" + repeated(" + 'a'", 20'000)).statements.size(), 1U);
    EXPECT_EQ(parsed("DECLARE @a int" + repeated(", @a int", 20'000)).statements.size(), 20'001U);
    EXPECT_EQ(parsed("DROP DATABASE a" + repeated(", a", 20'000)).statements.size(), 20'001U);
    EXPECT_EQ(parsed("CREATE ROUTE a WITH ADDRESS = ''" + repeated(", ADDRESS = ''", 20'000)).reported.size(),
              20'000U);
}

TEST(HostileBatch, MayHaveLongNamesAndStrings) {
    std::string const longest(100'000, 'a');
    EXPECT_THAT(parsed("DROP ROUTE " + longest).reported, ElementsAre(told("message 103", 1, 12)));
    EXPECT_LT(parsed("DROP ROUTE " + longest).reported.front().message.size(), 200U);
    EXPECT_LT(parsed("CREATE ROUTE a " + longest).reported.front().message.size(), 200U);
    EXPECT_LT(parsed("CREATE ROUTE a '" + longest + "'").reported.front().message.size(), 200U);
    auto const created = parsed("CREATE ROUTE a WITH ADDRESS = '" + longest + "'");
    EXPECT_EQ(std::get<CreateRoute>(created.statements.at(0).what).options.definition.address, longest);
    EXPECT_EQ(parsed("DROP ROUTE " + repeated("a.", 20'000) + "a").reported.size(), 1U);
    EXPECT_EQ(parsed("EXEC " + repeated("a.", 20'000) + "sp_executesql 'a'").statements.size(), 1U);
}

TEST(HostileBatch, MayHaveManyErrors) {
    EXPECT_EQ(parsed(repeated("DROP ROUTE ", 20'000)).reported.size(), 20'000U);
    EXPECT_EQ(parsed(repeated("END ", 20'000)).reported.size(), 20'000U);
    EXPECT_EQ(parsed(repeated("BEGIN ELSE ", 1'000)).reported.size(), 2'000U);
    EXPECT_EQ(parsed(repeated("IF ", 20'000)).reported.size(), 20'000U);
}

// Pieces of T-SQL in any order: whatever it says, it comes to an end.
TEST(HostileBatch, MayBePutTogetherByChance) {
    constexpr std::array<std::string_view, 64> pieces{
        "CREATE",   "ROUTE",  "r",        "WITH",    "ADDRESS",  "=",     "'LOCAL'",
        ",",        "ALTER",  "DROP",     "BEGIN",   "END",      "IF",    "ELSE",
        "EXISTS",   "(",      ")",        "SELECT",  "FROM",     "sys",   ".",
        "routes",   "WHERE",  "name",     "AND",     "OR",       "NOT",   "CASE",
        "WHEN",     "THEN",   "@v",       "SET",     "DECLARE",  "EXEC",  "sp_executesql",
        "N'x'",     "[a]]b]", "\"q\"",    "--",      "\n",       "/*",    "*/",
        ";",        "+",      "DATABASE", "SERVICE", "ENDPOINT", "TRY",   "CATCH",
        "DIALOG",   "TO",     "IN",       "IS",      "NULL",     "DB_ID", "USE",
        "GRANT",    "UPDATE", "INSERT",   "WHILE",   "1",        "'",     "OUTPUT",
        "PROCEDURE"};
    std::mt19937 random(42);
    for (int round = 0; round < 5'000; ++round) {
        std::string text;
        for (auto length = random() % 40; length > 0; --length) {
            text += pieces.at(random() % pieces.size());
            if (random() % 4 != 0) text += ' ';
        }
        auto const result = parsed(text);
        EXPECT_LE(result.statements.size() + result.reported.size(), 200U) << text;
    }
}

// Ten times the text in far less than a hundred times the time.
TEST(HostileBatch, TakesTimeInProportionToItsLength) {
    auto const seconds = [](std::string const& text) {
        auto const begin = std::clock();
        EXPECT_FALSE(parsed(text).statements.empty());
        return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    auto const script = [](std::size_t statements) {
        return repeated(
            "CREATE ROUTE [route of a service] WITH SERVICE_NAME = N'//example.com/service', ADDRESS = "
            "N'TCP://host:4022' ",
            statements);
    };
    seconds(script(1000));
    EXPECT_LT(seconds(script(20'000)), 30 * seconds(script(2000)) + 0.1);
}

}  // namespace
}  // namespace ssbroute::formats
