#include "formats/exports/rows.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Headers of these tests begin with `name`.
bool is_known(std::string const& set_name, std::vector<std::string> const& columns) {
    return set_name == "names" || (columns.size() > 1 && columns.front() == "name");
}

Rows rows_in(std::string text) { return read_rows({"rows.txt", std::move(text)}, is_known); }

bool looks(std::string_view text) { return looks_like_rows(text, is_known); }

// `name=A address=LOCAL`; a column without a cell is left out.
std::string text(ResultSet const& set, Row const& row) {
    std::vector<std::string> cells;
    cells.reserve(row.cells.size());
    for (auto const& cell : row.cells) cells.push_back(set.columns.at(cell.column) + "=" + cell.text);
    return fmt::format("{}", fmt::join(cells, " "));
}

std::vector<std::string> texts(ResultSet const& set) {
    std::vector<std::string> result;
    for (auto const& row : set.rows) result.push_back(text(set, row));
    return result;
}

// Of a text with one result set and nothing to report.
std::vector<std::string> only_rows(std::string input) {
    auto const rows = rows_in(std::move(input));
    EXPECT_THAT(rows.reported, IsEmpty()) << rows.reported.front().message;
    EXPECT_THAT(rows.sets, SizeIs(1));
    return rows.sets.size() == 1 ? texts(rows.sets.front()) : std::vector<std::string>{};
}

// `LINE:COLUMN MESSAGE`.
std::vector<std::string> faults(std::string input) {
    std::vector<std::string> result;
    for (auto const& one : rows_in(std::move(input)).reported) {
        EXPECT_EQ(one.place.file, "rows.txt");
        result.push_back(fmt::format("{}:{} {}", one.place.line, one.place.column, one.message));
    }
    return result;
}

Position position(std::size_t line, std::size_t column) { return {line, column}; }

std::string repeated(std::string_view piece, std::size_t times) {
    std::string result;
    result.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i) result += piece;
    return result;
}

// The text as sqlcmd and SSMS print long JSON.
std::string broken_every(std::size_t length, std::string_view text, std::string_view line_end = "\n") {
    std::string result;
    for (std::size_t at = 0; at < text.size(); at += length)
        result += std::string(text.substr(at, length)) + std::string(line_end);
    return result;
}

// JSON.

TEST(JsonRows, AreTheObjectsOfAnArray) {
    EXPECT_THAT(only_rows(R"([{"name":"A","address":"LOCAL"},{"name":"B","port":4022,"is_on":true}])"),
                ElementsAre("name=A address=LOCAL", "name=B port=4022 is_on=true"));
}

TEST(JsonRows, LeaveOutNull) {
    EXPECT_THAT(only_rows(R"([{"name":null,"address":"NULL","mirror":""}])"),
                ElementsAre("address=NULL mirror="));
}

TEST(JsonRows, HaveTheirEscapesResolved) {
    EXPECT_THAT(only_rows(R"([{"na\u006de":"TCP:\/\/a:1\/ \"x\" \\ \u00e9\ud83d\ude00"}])"),
                ElementsAre("name=TCP://a:1/ \"x\" \\ \u00e9\U0001F600"));
}

TEST(JsonRows, KnowWhereTheyAndTheirValuesStand) {
    auto const rows = rows_in("[\n  {\"name\": \"\u00e9\", \"address\" : 1},\n\t{\"name\":\"B\"}]");
    auto const& set = rows.sets.at(0);
    EXPECT_EQ(set.position, position(1, 1));
    EXPECT_EQ(set.rows.at(0).position, position(2, 3));
    EXPECT_EQ(set.rows.at(0).cells.at(0).position, position(2, 12));
    EXPECT_EQ(set.rows.at(0).cells.at(1).position, position(2, 29));
    EXPECT_EQ(set.rows.at(1).position, position(3, 2));
}

TEST(JsonRows, MayBeSingleObjects) {
    EXPECT_THAT(only_rows("{\"name\":\"A\"}\n{\"address\":\"B\",\"name\":\"C\"} {\"name\":\"D\"}\n"),
                ElementsAre("name=A", "address=B name=C", "name=D"));
}

TEST(JsonRows, MayBeMembersOfAnObject) {
    auto const rows =
        rows_in(R"({"names":[{"name":"A"}],"version":2,"sys":{"routes":[{"name":"B"}],"x":{}}})");
    ASSERT_THAT(rows.sets, SizeIs(2));
    EXPECT_EQ(rows.sets[0].name, "names");
    EXPECT_THAT(texts(rows.sets[0]), ElementsAre("name=A"));
    EXPECT_EQ(rows.sets[1].name, "sys.routes");
    EXPECT_THAT(texts(rows.sets[1]), ElementsAre("name=B"));
}

TEST(JsonRows, MayBeSeveralArrays) {
    auto const rows = rows_in("[{\"name\":\"A\"}]\n\n[{\"name\":\"B\"}] [] [{\"port\":1}]");
    ASSERT_THAT(rows.sets, SizeIs(3));
    EXPECT_EQ(rows.sets[1].position, position(3, 1));
    EXPECT_EQ(rows.sets[2].rows.at(0).position, position(3, 20));
}

TEST(JsonRows, StandUnderTheHeaderOfForJson) {
    EXPECT_THAT(only_rows("JSON_F52E2B61-18A1-11d1-B105-00805F49916B\r\n"
                          "-----------------------------------------\r\n"
                          "[{\"name\":\"A\"}]\r\n"
                          "\r\n"
                          "(1 row affected)\r\n"),
                ElementsAre("name=A"));
}

TEST(JsonRows, StandBehindMessages) {
    EXPECT_THAT(only_rows("Changed database context to 'msdb'.\n[{\"name\":\"A\"}]\n"),
                ElementsAre("name=A"));
}

TEST(JsonRows, AreReadOverLineBreaksAnywhere) {
    std::string const whole =
        R"([{"name":"A  route with spaces","is_on":true,"port":4022},{"address":"TCP:\/\/a:1","x":null}])";
    auto const expected = only_rows(whole);
    ASSERT_THAT(expected, SizeIs(2));
    for (std::size_t length = 1; length < whole.size(); ++length) {
        EXPECT_EQ(only_rows(broken_every(length, whole)), expected) << length;
        EXPECT_EQ(only_rows(broken_every(length, whole, "\r\n")), expected) << length;
    }
}

TEST(JsonRows, KnowWhereTheyStandInBrokenLines) {
    auto const rows = rows_in("[{\"na\nme\":\"A\"},\n{\"name\"\n:\"B\"}]");
    auto const& set = rows.sets.at(0);
    EXPECT_EQ(set.rows.at(0).cells.at(0).position, position(2, 5));
    EXPECT_EQ(set.rows.at(1).position, position(3, 1));
    EXPECT_EQ(set.rows.at(1).cells.at(0).position, position(4, 2));
}

TEST(JsonRows, WarnWhereALineMayHaveLostSpaces) {
    // The third line ended in two spaces.
    EXPECT_THAT(faults("[{\"name\":\n\"aaaaaaaa\naaaaaa\naaaaaaaa\n\"}]"),
                ElementsAre(HasSubstr("3:1 expected the line, which ends inside a text, to be as long")));
    EXPECT_THAT(faults("[{\"name\":\n\"aaaaaaaa\naaaaaaaaa\naaaaaaaaa\n\"}]"), IsEmpty());
}

TEST(JsonRows, TellWhereTheJsonIsWrong) {
    EXPECT_THAT(faults("[{\"name\":\"A\"},\n {\"name\" \"B\"}]"),
                ElementsAre(HasSubstr("2:12 no valid JSON: ")));
    EXPECT_THAT(faults("\n  [{\"name\":\"A\"}"), ElementsAre(HasSubstr("2:16 no valid JSON: ")));
    EXPECT_THAT(faults("[{\"name\":\"A\",\"name\":\"B\"}]"),
                ElementsAre(HasSubstr("1:1 /0/name: no valid JSON: expected each member once")));
}

TEST(JsonRows, MustBeObjectsOfValues) {
    EXPECT_THAT(faults("[{\"name\":\"A\"}, [1, \"]\"], 7]"),
                ElementsAre("1:16 expected an object, which is a row, found an array",
                            "1:26 expected an object, which is a row, found a value"));
    EXPECT_THAT(faults(R"([{"name":{"a":[1]},"address":"LOCAL"}])"),
                ElementsAre("1:10 expected a value, found an object"));
}

TEST(JsonRows, GoOnBehindWhatIsWrong) {
    auto const rows = rows_in("[{\"name\" 1}]\n[{\"name\":\"B\"}]");
    EXPECT_THAT(rows.reported, SizeIs(1));
    EXPECT_THAT(texts(rows.sets.at(0)), ElementsAre("name=B"));
}

// Aligned text.

TEST(AlignedRows, AreCutAtTheWidthsOfTheDashes) {
    EXPECT_THAT(
        only_rows("name             address      mirror\n"
                  "---------------- ------------ ------\n"
                  "AutoCreatedLocal LOCAL        NULL  \n"
                  "Two words        TCP://a:1    x y\n"
                  "\n"
                  "(2 rows affected)\n"),
        ElementsAre("name=AutoCreatedLocal address=LOCAL", "name=Two words address=TCP://a:1 mirror=x y"));
}

TEST(AlignedRows, MayEndEarly) {
    EXPECT_THAT(only_rows("name       address\n"
                          "---------- --------\n"
                          "A\n"
                          "B          L\n"),
                ElementsAre("name=A", "name=B address=L"));
}

TEST(AlignedRows, MayHaveBlankLinesBetweenThem) {
    EXPECT_THAT(
        only_rows(
            "\nname       address \n---------- --------\n\nA          L       \n\n\nB          M       \n"),
        ElementsAre("name=A address=L", "name=B address=M"));
}

TEST(AlignedRows, KeepTheSpacesTheyBeginWith) {
    EXPECT_THAT(only_rows("name       port       \n"
                          "---------- -----------\n"
                          "  A               4022\n"
                          "B                 NULL\n"),
                ElementsAre("name=  A port=       4022", "name=B"));
}

TEST(AlignedRows, CountCharacters) {
    EXPECT_THAT(only_rows("name     address\n"
                          "-------- --------\n"
                          "\u670d\u52a1\u8def\u7531     L\n"
                          "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9 M\n"),
                ElementsAre("name=\u670d\u52a1\u8def\u7531 address=L",
                            "name=\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9 address=M"));
}

TEST(AlignedRows, MayBePaddedAsUtf16Is) {
    for (std::string const padding : {"       ", "     "})
        EXPECT_THAT(only_rows("name     address\n"
                              "-------- --------\n"
                              "\U0001F600\U0001F600" +
                              padding + "L\n"),
                    ElementsAre("name=\U0001F600\U0001F600 address=L"));
}

TEST(AlignedRows, KnowWhereTheirValuesStand) {
    auto const rows =
        rows_in("Changed database context.\nname     address\n-------- --------\n\u00e9        L\n");
    auto const& set = rows.sets.at(0);
    EXPECT_EQ(set.position, position(2, 1));
    EXPECT_EQ(set.rows.at(0).position, position(4, 1));
    EXPECT_EQ(set.rows.at(0).cells.at(1).position, position(4, 10));
}

TEST(AlignedRows, MayHaveLostTheirPadding) {
    EXPECT_THAT(only_rows("name address mirror\n"
                          "---- ------- ------\n"
                          "AutoCreatedLocal LOCAL NULL\n"
                          "B  x\n"),
                ElementsAre("name=AutoCreatedLocal address=LOCAL", "name=B mirror=x"));
}

TEST(AlignedRows, MayBeSeparatedByAnotherCharacter) {
    for (std::string const separator : {"|", ",", ";", "\t"}) {
        auto const line = [&](std::string const& a, std::string const& b) {
            return fmt::format("{}{}{}\r\n", a, separator, b);
        };
        EXPECT_THAT(only_rows(line("name", "address") + line("----", "-------") +
                              line("A \"b\" c", "TCP://a:1") + line("NULL", "")),
                    ElementsAre("name=A \"b\" c address=TCP://a:1", ""))
            << separator;
        EXPECT_THAT(only_rows(line("name      ", "address   ") + line("----------", "----------") +
                              line("A" + separator + "b       ", "LOCAL     ")),
                    ElementsAre("name=A" + separator + "b address=LOCAL"))
            << separator;
    }
}

TEST(AlignedRows, MayHaveOneColumn) {
    EXPECT_THAT(only_rows("name\n----\nA service with spaces\nB\n"),
                ElementsAre("name=A service with spaces", "name=B"));
}

TEST(AlignedRows, MayBeOfSeveralResultSets) {
    auto const rows = rows_in(
        "name       address \n---------- --------\nA          L       \n(1 row affected)\n"
        "name       port\n---------- ----\nB             1\n\n"
        "Changed database context to 'msdb'.\n"
        "name       x\n---------- -\n\n(0 rows affected)\n\nCompletion time: 2026-01-01\n");
    EXPECT_THAT(rows.reported, IsEmpty());
    ASSERT_THAT(rows.sets, SizeIs(3));
    EXPECT_THAT(texts(rows.sets[0]), ElementsAre("name=A address=L"));
    EXPECT_THAT(texts(rows.sets[1]), ElementsAre("name=B port=   1"));
    EXPECT_THAT(rows.sets[2].columns, ElementsAre("name", "x"));
    EXPECT_THAT(rows.sets[2].rows, IsEmpty());
}

TEST(AlignedRows, MayHaveTheirNumberBehindThemInAnyLanguage) {
    for (std::string const count :
         {"(1 row affected)", "(1 Zeile betroffen)", "\uFF081 \u884c\u53d7\u5f71\u54cd\uFF09"})
        EXPECT_THAT(
            only_rows("name       address \n---------- --------\nA          L       \n" + count + "\n"),
            ElementsAre("name=A address=L"))
            << count;
}

TEST(AlignedRows, MayGoOnBehindTheirNumber) {
    EXPECT_THAT(only_rows("name       address \n---------- --------\n(0 rows affected)\nA          L       \n"
                          "(1 row affected)\n\nB          M       \n"),
                ElementsAre("name=A address=L", "name=B address=M"));
}

TEST(AlignedRows, AreNotTheMessagesBehindThem) {
    for (std::string const message : {"Completion", "Completion time: 2026", "Changed database context."}) {
        EXPECT_THAT(only_rows("name       address \n---------- --------\nA          L       \n\n" + message),
                    ElementsAre("name=A address=L"))
            << message;
        EXPECT_THAT(only_rows("name address\n---- -------\nA L\n\nTwo words\n" + message),
                    ElementsAre("name=A address=L"))
            << message;
    }
}

TEST(AlignedRows, ThatDoNotFitAreReported) {
    EXPECT_THAT(faults("name       address \n"
                       "---------- --------\n"
                       "A longer name L\n"
                       "B          L       \n"),
                ElementsAre("3:1 expected 2 columns, as the dashes divide them, found 'A longer name L'"));
    EXPECT_THAT(faults("name|address\n----|-------\nA|b|c\nA\n"),
                ElementsAre(HasSubstr("3:1 expected 2 columns"), HasSubstr("4:1 expected 2 columns")));
}

TEST(AlignedRows, BrokenAtTheWidthOfTheScreenAreRefused) {
    for (std::string const header : {"name\nmore\n", "name\n    \n"})
        EXPECT_THAT(
            faults(header + "--------------------\n---------- ---------\nA\nB\n\n"),
            ElementsAre("3:1 expected each row on one line, found lines broken after 20 characters; with "
                        "-w 65535 sqlcmd leaves them whole"));
}

TEST(AlignedRows, MayStandBesideJson) {
    auto const rows = rows_in(
        "name       address \n---------- --------\nA          L       \n\n"
        "j\n-\n[{\"name\":\"B\"}]\n\n");
    ASSERT_THAT(rows.sets, SizeIs(2));
    EXPECT_THAT(texts(rows.sets[0]), ElementsAre("name=A address=L"));
    EXPECT_THAT(texts(rows.sets[1]), ElementsAre("name=B"));
}

// Text with a separator.

TEST(DelimitedRows, HaveAHeader) {
    EXPECT_THAT(only_rows("name,address\r\nA,LOCAL\r\nB,NULL\r\n,x"),
                ElementsAre("name=A address=LOCAL", "name=B", "address=x"));
}

TEST(DelimitedRows, AreDividedByTheSeparatorOfTheHeader) {
    EXPECT_THAT(only_rows("name;address\nA,b;LOCAL\n"), ElementsAre("name=A,b address=LOCAL"));
    EXPECT_THAT(only_rows("name\taddress\nA,b;c\tLOCAL\n"), ElementsAre("name=A,b;c address=LOCAL"));
    EXPECT_THAT(only_rows("name|address\nA|LOCAL\n"), ElementsAre("name=A address=LOCAL"));
}

TEST(DelimitedRows, MayBeQuoted) {
    EXPECT_THAT(only_rows("\"name\",\"address\"\n\"A, \"\"b\"\"\nc\",\"NULL\"\n\"\",\"\"\n"),
                ElementsAre("name=A, \"b\"\nc address=NULL", "name= address="));
}

TEST(DelimitedRows, KeepSpacesAndQuotationMarksInTheMidst) {
    EXPECT_THAT(only_rows("name,address\n A \"b\" , LOCAL \n"),
                ElementsAre("name= A \"b\"  address= LOCAL "));
}

TEST(DelimitedRows, KnowWhereTheirValuesStand) {
    auto const rows = rows_in("\n\nname,address\n\u00e9,L\n\"a\nb\",\"M\"\nc,N\n");
    auto const& set = rows.sets.at(0);
    EXPECT_EQ(set.position, position(3, 1));
    EXPECT_EQ(set.rows.at(0).cells.at(1).position, position(4, 3));
    EXPECT_EQ(set.rows.at(1).position, position(5, 1));
    EXPECT_EQ(set.rows.at(1).cells.at(1).position, position(6, 4));
    EXPECT_EQ(set.rows.at(2).position, position(7, 1));
}

TEST(DelimitedRows, MayFollowTheLineOfExportCsv) {
    EXPECT_THAT(only_rows("#TYPE System.Data.DataRow\n\"name\",\"address\"\n\"A\",\"L\"\n"),
                ElementsAre("name=A address=L"));
}

TEST(DelimitedRows, MayBeOfSeveralResultSets) {
    auto const rows = rows_in("name,address\nA,L\n\n(1 row affected)\n\nname,port,x\nB,1,2\n\nC,3,4\n");
    EXPECT_THAT(rows.reported, IsEmpty());
    ASSERT_THAT(rows.sets, SizeIs(2));
    EXPECT_THAT(texts(rows.sets[0]), ElementsAre("name=A address=L"));
    EXPECT_THAT(texts(rows.sets[1]), ElementsAre("name=B port=1 x=2", "name=C port=3 x=4"));
}

TEST(DelimitedRows, ThatAreRaggedAreReported) {
    auto const rows = rows_in("name,address\nA\nB,L\nC,L,x\n");
    EXPECT_THAT(texts(rows.sets.at(0)), ElementsAre("name=B address=L"));
    EXPECT_THAT(faults("name,address\nA\nB,L\nC,L,x\n"),
                ElementsAre("2:1 expected 2 values, as the header has, found 1",
                            "4:1 expected 2 values, as the header has, found 3"));
}

TEST(DelimitedRows, ThatEndInsideQuotesAreReported) {
    EXPECT_THAT(faults("name,address\nA,\"L\nB,L\n"),
                ElementsAre("2:3 expected a quotation mark that ends the text begun here, found none"));
    EXPECT_THAT(faults("name,address\nA,\"L\"x\nB,L\n"),
                ElementsAre("2:6 expected a separator or the end of the line behind the quotation mark"));
}

// All.

TEST(Rows, OfNothingAreNone) {
    for (std::string const text : {"", "\n", " \r\n\t\n", "\xEF\xBB\xBF"}) {
        EXPECT_THAT(rows_in(text).sets, IsEmpty());
        EXPECT_THAT(rows_in(text).reported, IsEmpty());
        EXPECT_FALSE(looks(text));
    }
}

TEST(Rows, MayFollowAByteOrderMark) {
    EXPECT_THAT(only_rows("\xEF\xBB\xBFname,address\nA,L\n"), ElementsAre("name=A address=L"));
    EXPECT_THAT(only_rows("\xEF\xBB\xBF[{\"name\":\"A\"}]"), ElementsAre("name=A"));
    EXPECT_THAT(only_rows("\xEF\xBB\xBFname address\n---- -------\nA L"), ElementsAre("name=A address=L"));
}

TEST(LooksLikeRows, WhereAHeaderIsKnown) {
    EXPECT_TRUE(looks("name,address\n"));
    EXPECT_TRUE(looks("\n\"name\";\"address\"\n"));
    EXPECT_TRUE(looks("name       address \n---------- --------\n"));
    EXPECT_TRUE(looks("Changed database context.\n\nname       address \n---------- --------\n"));
    EXPECT_TRUE(looks("name\nx\n--------------------\n---------- --------\n"));
    EXPECT_FALSE(looks("key,address\n"));
    EXPECT_FALSE(looks("key        address \n---------- --------\n"));
}

TEST(LooksLikeRows, WhereThereAreRowsInJson) {
    EXPECT_TRUE(looks("[{\"name\":\"A\""));
    EXPECT_TRUE(looks(" [\n {"));
    EXPECT_TRUE(looks("[]"));
    EXPECT_TRUE(
        looks("JSON_F52E2B61-18A1-11d1-B105-00805F49916B\n-----------------------------------------\n[{"));
    EXPECT_TRUE(looks("{\"names\":[{\"name\":\"A\"}]}"));
    EXPECT_TRUE(looks("{\"name\":\"A\",\"address\":\"L\"}\n{\"name\":\"B\"}"));
    EXPECT_FALSE(looks("{\"databases\":[{\"name\":\"A\"}]}"));
    EXPECT_FALSE(looks("{\"instance\":{}}"));
}

TEST(LooksLikeRows, NotWhereThereIsAScript) {
    EXPECT_FALSE(looks("[dbo].[Procedure] 1\nGO\n"));
    EXPECT_FALSE(looks("[dbo].[Procedure] N'{}'\nGO\n"));
    EXPECT_FALSE(looks("-- Routes\n---------\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\n"));
    EXPECT_FALSE(looks("--------------------\n--------------------\n-- name address\n"));
    EXPECT_FALSE(looks("GO\n/*\nname       address \n---------- --------\n*/\n"));
    EXPECT_FALSE(looks("SELECT name, address\nFROM sys.routes\n"));
    EXPECT_FALSE(looks("| name | address |\n|------|---------|\n"));
}

// Hostile texts. They are read in linear time, so none takes long.

TEST(HostileRows, MayHaveAMillionColumns) {
    auto const header = "name" + repeated(",c", 999'999);
    auto const rows = rows_in(header + "\n1\n" + repeated(",", 999'999) + "\n" + repeated("x\n", 1000));
    EXPECT_THAT(rows.sets.at(0).columns, SizeIs(1'000'000));
    EXPECT_THAT(rows.sets.at(0).rows, SizeIs(1));
    EXPECT_THAT(rows.reported, SizeIs(1001));

    auto const aligned = rows_in("n" + repeated(" n", 999'999) + "\n-" + repeated(" -", 999'999) + "\n" +
                                 repeated("x\n", 100'000));
    EXPECT_THAT(aligned.sets.at(0).columns, SizeIs(1'000'000));
    EXPECT_THAT(aligned.sets.at(0).rows, SizeIs(100'000));

    std::string members = "[{\"a\":1";
    for (int i = 0; i < 200'000; ++i) members += fmt::format(",\"{}\":1", i);
    EXPECT_THAT(rows_in(members + "}]").sets.at(0).rows.at(0).cells, SizeIs(200'001));
}

TEST(HostileRows, MayBeMegabytesOnOneLine) {
    auto const long_value = std::string(4'000'000, 'x');
    EXPECT_THAT(only_rows("name,address\n" + long_value + ",\"" + long_value + "\"\n"), SizeIs(1));
    EXPECT_THAT(only_rows("[{\"name\":\"" + long_value + "\"}]"), SizeIs(1));
    EXPECT_THAT(faults("name       address \n---------- --------\n" + long_value), SizeIs(1));
    EXPECT_THAT(rows_in(repeated("[{\"a\":1}]", 200'000)).sets, SizeIs(200'000));
    EXPECT_THAT(rows_in(repeated("{}", 1'000'000) + repeated("\r", 1'000'000)).sets.at(0).rows,
                SizeIs(1'000'000));
}

TEST(HostileRows, MayNeverEnd) {
    EXPECT_THAT(faults("name,address\n" + repeated("\"x,", 1'000'000)), SizeIs(1));
    EXPECT_THAT(faults(repeated("[", 1'000'000)), SizeIs(1));
    EXPECT_THAT(faults(repeated("[{\"a\":", 1'000'000)), SizeIs(1));
    EXPECT_THAT(faults("[\"" + repeated("\\\"\n", 1'000'000)), SizeIs(1));
    EXPECT_FALSE(looks(repeated("-- x\n-------\n", 100'000)));
    EXPECT_FALSE(looks(repeated("----------\n", 100'000)));
    EXPECT_THAT(rows_in(repeated("----------\n", 100'000)).reported, SizeIs(1));
}

TEST(HostileRows, MayHoldAnyByte) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    for (std::string const& form :
         {std::string("name,address\n"), std::string("name       address \n---------- --------\n"),
          std::string(R"([{"name":")"), std::string("----\n----\n"), std::string()}) {
        auto text = form + bytes;
        looks(text);
        text += bytes;
        rows_in(text);
    }
    EXPECT_THAT(only_rows(std::string("name,address\nA\0b,\0\n", 19)), SizeIs(1));
}

// Changed at random, with a fixed seed, no text brings a reader down.
TEST(HostileRows, MayBeAnything) {
    std::vector<std::string> const seeds = {
        "name,address\r\nA,\"L, \"\"x\"\"\"\n(1 row affected)\n\nname,port\nB,1\n",
        "name       address \n---------- --------\nA          L       \n\n(1 row affected)\n",
        "name|address\n----|-------\n\u00e9\U0001F600|NULL\n",
        // The columns of FOR JSON, broken in the middle.
        std::string("JSON_F52E2B61-18A1-11d1-B105-00805F49916B\n----------\n") +
            "[{\"name\":\"A\\u00e9\\\\\",\n\"p\":1.5e3}]\n",
        R"({"sys":{"routes":[{"name":null}]},"x":[true,[{}]]}{"name":"A"})",
    };
    constexpr std::string_view pieces = "\"\\,;|\t\r\n -[]{}:()0n\xC3\xA9\xF0\xFF";
    std::minstd_rand random(7);
    auto const below = [&](std::size_t end) { return static_cast<std::size_t>(random()) % end; };
    for (int round = 0; round < 20'000; ++round) {
        auto text = seeds[below(seeds.size())];
        for (auto changes = 1 + below(6); changes > 0; --changes) {
            auto const at = below(text.size() + 1);
            switch (below(3)) {
                case 0: text.insert(at, 1, pieces[below(pieces.size())]); break;
                case 1: text.erase(at, 1 + below(4)); break;
                default: text = text.substr(0, at) + text.substr(text.size() - below(text.size() + 1)); break;
            }
        }
        for (auto const& set : rows_in(text).sets)
            for (auto const& row : set.rows)
                for (auto const& cell : row.cells) ASSERT_LT(cell.column, set.columns.size()) << text;
        looks(text);
    }
}

}  // namespace
}  // namespace ssbroute::formats
