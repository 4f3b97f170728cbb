#include "formats/tsql/sqlcmd.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>

namespace ssbroute::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Expected<Source> no_file(std::string const& path, std::string const& /*including*/) {
    return tl::unexpected(Error{path, "cannot be read"});
}

// A script that other files belong to.
struct Reading {
    std::map<std::string, std::string> files = {};
    ScriptVariables variables = {};

    Script operator()(std::string const& text) {
        return read_script({"a.sql", text}, variables,
                           [this](std::string const& path, std::string const& /*including*/) {
                               auto const found = files.find(path);
                               return found == files.end() ? no_file(path, "")
                                                           : Expected<Source>(Source{path, found->second});
                           });
    }
};

Script script(std::string const& text) { return Reading()(text); }

std::string trimmed(std::string const& text) {
    auto const begin = text.find_first_not_of(" \r\n");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \r\n") - begin + 1);
}

// The batches and :connect lines of a script, in their order.
std::vector<std::string> steps_of(Script const& script) {
    std::vector<std::string> result;
    for (auto const& step : script.steps) {
        if (auto const* const batch = std::get_if<Batch>(&step))
            result.push_back(trimmed(batch->text()) +
                             (batch->times == 1 ? "" : " x " + std::to_string(batch->times)));
        else
            result.push_back("-> " + std::get<Connection>(step).server);
    }
    return result;
}

std::vector<std::string> steps_of(std::string const& text) {
    auto const result = script(text);
    for (auto const& remark : result.reported) ADD_FAILURE() << remark.message << "\nin: " << text;
    return steps_of(result);
}

std::vector<std::string> reported_by(Script const& script) {
    std::vector<std::string> result;
    for (auto const& remark : script.reported)
        result.push_back(remark.place.file + ":" + std::to_string(remark.place.line) + ":" +
                         std::to_string(remark.place.column) + " " + std::string(name(remark.severity)) +
                         " " + remark.message);
    return result;
}
std::vector<std::string> reported_by(std::string const& text) { return reported_by(script(text)); }

Batch batch_of(Script const& script) {
    EXPECT_EQ(script.steps.size(), 1U);
    return std::get<Batch>(script.steps.at(0));
}

TEST(ReadScript, SplitsAtGo) {
    EXPECT_THAT(steps_of("a\nGO\nb\n  go  \nc\r\nGo\r\nd"), ElementsAre("a", "b", "c", "d"));
    EXPECT_THAT(steps_of("a\nGO 3\nb\ngo\t2 -- twice\nc\nGO -- it's\nd\nGO /* x */\ne"),
                ElementsAre("a x 3", "b x 2", "c", "d", "e"));
    EXPECT_THAT(steps_of("\nGO\n\nGO\n-- nothing\nGO\n/* nor\nhere */\nGO\n"), IsEmpty());
    EXPECT_THAT(steps_of("a\nGO 99999999999999999999999"), ElementsAre("a x 18446744073709551615"));
}

TEST(ReadScript, SplitsOnlyAtALineOfGo) {
    EXPECT_THAT(steps_of("goto x\nGO_ON\n[GO]\nx GO\n@GO\nGOING"),
                ElementsAre("goto x\nGO_ON\n[GO]\nx GO\n@GO\nGOING"));
}

TEST(ReadScript, DoesNotSplitWithinStringsNamesAndComments) {
    for (std::string const text : {"'\nGO\n'", "N'it''s\nGO\n'", "[\nGO\n]", "[a]]\nGO\n]", "\"\nGO\n\"",
                                   "x /*\nGO\n*/", "x /* /*\nGO\n*/\nGO\n*/ y", "'\n:setvar a b\n'"})
        EXPECT_THAT(steps_of(text), ElementsAre(text));
    EXPECT_THAT(steps_of("a -- '\nGO\nb -- /*\nGO\nc"), ElementsAre("a -- '", "b -- /*", "c"));
    EXPECT_THAT(steps_of("a /* ' */\nGO\nb '--'\nGO\nc [']\nGO\nd"),
                ElementsAre("a /* ' */", "b '--'", "c [']", "d"));
}

TEST(ReadScript, ToldOfAMalformedGo) {
    auto const result = script("a\n GO now\nb\nGO 0\nc\nGO;\nd");
    EXPECT_THAT(steps_of(result), ElementsAre("a", "c", "d"));
    EXPECT_THAT(reported_by(result), ElementsAre(StartsWith("a.sql:2:2 error expected nothing but a count"),
                                                 StartsWith("a.sql:4:1 error expected a count of at least 1"),
                                                 StartsWith("a.sql:6:1 error expected nothing but a count")));
}

TEST(ReadScript, PutsVariablesIn) {
    EXPECT_THAT(
        steps_of(
            ":setvar Db \"my db\"\n:setvar x 1\nUSE [$(db)]; -- $(nothing)\nSELECT '$(X)$(x)' /* $(no) */"),
        ElementsAre("USE [my db]; -- $(nothing)\nSELECT '11' /* $(no) */"));
    EXPECT_THAT(
        steps_of(
            "  :SETVAR a \"say \"\"hi\"\"\" -- x\n:setvar b \"$(a)!\"\n:setvar empty \"\"\n$(b)$(empty)"),
        ElementsAre("say \"hi\"!"));
    EXPECT_THAT(steps_of(":setvar a-b.c_1 x\n$(a-b.c_1) $5 $( a ) $(a b) $"),
                ElementsAre("x $5 $( a ) $(a b) $"));
}

TEST(ReadScript, ChangesTheVariablesThatItIsGiven) {
    Reading read{{}, {{"A", "1"}, {"b", "2"}, {"c", "3"}}};
    EXPECT_THAT(steps_of(read("$(a)$(B)\n:setvar B 9\n$(b)\n:setvar c")), ElementsAre("12\n9"));
    EXPECT_THAT(read.variables, ElementsAre(testing::Pair("A", "1"), testing::Pair("b", "9")));
}

TEST(ReadScript, ToldOfAnUndefinedVariableOnce) {
    auto const result =
        script("USE [$(Db)]\nGO\n SELECT '$(db)', $(other)\n:setvar late x\n:setvar a $(third)");
    EXPECT_THAT(steps_of(result), ElementsAre("USE [$(Db)]", "SELECT '$(db)', $(other)"));
    EXPECT_THAT(reported_by(result),
                ElementsAre("a.sql:1:6 error the variable Db is not defined (-v Db=VALUE, or :setvar)",
                            StartsWith("a.sql:3:18 error the variable other"),
                            StartsWith("a.sql:5:1 error the variable third")));
    auto const batch = std::get<Batch>(result.steps.at(0));
    EXPECT_TRUE(batch.is_refused(0, batch.text().size()));
}

TEST(ReadScript, KnowsWhereEverythingComesFrom) {
    Reading read{{{"b.sql", "bb\ncc"}}, {{"long", "a\nlong value"}, {"empty", ""}}};
    auto const batch = batch_of(read("x $(long) y$(empty)z\n:r b.sql\nend\n"));
    auto const place_of = [&](std::string_view text) { return batch.place_of(batch.text().find(text)); };
    EXPECT_EQ(place_of("x"), (Place{"a.sql", 1, 1}));
    EXPECT_EQ(place_of("a\n"), (Place{"a.sql", 1, 3}));
    EXPECT_EQ(place_of("value"), (Place{"a.sql", 1, 3}));
    EXPECT_EQ(place_of("y"), (Place{"a.sql", 1, 11}));
    EXPECT_EQ(place_of("z"), (Place{"a.sql", 1, 20}));
    EXPECT_EQ(place_of("bb"), (Place{"b.sql", 1, 1}));
    EXPECT_EQ(place_of("cc"), (Place{"b.sql", 2, 1}));
    EXPECT_EQ(place_of("end"), (Place{"a.sql", 3, 1}));
}

TEST(ReadScript, IncludesFiles) {
    Reading read{{{"b.sql", "b\nGO\nc\n"}, {"my file.sql", "d\n:r b.sql\n"}, {"sub/e.sql", "e"}},
                 {{"dir", "sub"}}};
    EXPECT_THAT(
        steps_of(read("a\n:r b.sql\nGO\n:r \"my file.sql\"\nGO\n:r $(dir)/e.sql\r\nf\n:R my file.sql")),
        ElementsAre("a\nb", "c", "d\nb", "c",
                    "e"
                    "f\nd\nb",
                    "c"));
}

TEST(ReadScript, ToldOfWhatCannotBeIncluded) {
    EXPECT_THAT(reported_by("a\n  :r none.sql\nb"), ElementsAre("a.sql:2:3 error none.sql: cannot be read"));
    Reading loop{{{"a.sql", "x\n:r a.sql\n"}}};
    EXPECT_THAT(reported_by(loop(":r a.sql")),
                ElementsAre(HasSubstr("error files include one another more than 16 deep")));
    Reading wide;
    for (int i = 0; i < 15; ++i)
        wide.files["f" + std::to_string(i)] =
            ":r f" + std::to_string(i + 1) + "\n:r f" + std::to_string(i + 1) + "\n";
    wide.files["f15"] = "x\n";
    EXPECT_THAT(reported_by(wide(":r f0")),
                testing::Contains(HasSubstr("more than 1000 files are included")));
}

TEST(ReadScript, GoesToOtherServers) {
    auto const result = script(
        ":connect a\\b,1433 -U me -P secret\nx\nGO\n:CONNECT tcp:host.example,4\ny\nGO\n:connect "
        "\"(local)\"\nz");
    EXPECT_THAT(steps_of(result),
                ElementsAre("-> a\\b,1433", "x", "-> tcp:host.example,4", "y", "-> (local)", "z"));
    auto const& first = std::get<Connection>(result.steps.at(0));
    EXPECT_EQ(first.host, "a");
    EXPECT_EQ(first.instance, "b");
    EXPECT_EQ(first.port, 1433);
    EXPECT_EQ(first.place, (Place{"a.sql", 1, 1}));
    auto const& second = std::get<Connection>(result.steps.at(2));
    EXPECT_EQ(second.host, "host.example");
    EXPECT_FALSE(second.instance);
    EXPECT_EQ(second.port, 4);
    EXPECT_EQ(second.place.line, 4U);
    Reading read{{}, {{"server", "s\\i"}}};
    EXPECT_EQ(std::get<Connection>(read(":connect $(server)").steps.at(0)).instance, "i");
}

TEST(ReadScript, SendsABatchToTheServerOfItsEnd) {
    auto const result = script("a\n:connect b\nc\nGO");
    EXPECT_THAT(steps_of(result), ElementsAre("-> b", "a\nc"));
    EXPECT_THAT(reported_by(result),
                ElementsAre(StartsWith("a.sql:2:1 warning what stands before :connect")));
}

TEST(ReadScript, ToldOfOtherCommands) {
    auto const result = script(
        ":on error exit\n:out x.txt\na\n!! dir\n:!!dir\n:xml on\n:nonsense\n:setvar\n:setvar a b "
        "c\n:connect\n:r\n");
    EXPECT_THAT(steps_of(result), ElementsAre("a"));
    EXPECT_THAT(
        reported_by(result),
        ElementsAre("a.sql:1:1 note :on has no effect here", StartsWith("a.sql:2:1 note :out"),
                    StartsWith("a.sql:4:1 note"), StartsWith("a.sql:5:1 note"),
                    StartsWith("a.sql:6:1 note :xml"), "a.sql:7:1 error :nonsense is no command of sqlcmd",
                    AllOf(StartsWith("a.sql:8:1 error :setvar: expected a name"), HasSubstr("double quotes")),
                    StartsWith("a.sql:9:1 error :setvar"),
                    StartsWith("a.sql:10:1 error :connect: expected HOST"),
                    "a.sql:11:1 error :r: expected the name of a file"));
}

TEST(ReadScript, TakesColonsOfTheServerForNoCommands) {
    EXPECT_THAT(steps_of("x\n::y\n:\n: \nlabel:\n"), ElementsAre("x\n::y\n:\n: \nlabel:"));
}

TEST(ReadScript, EndsWhereTheScriptSaysSo) {
    EXPECT_THAT(steps_of("a\nGO\n:exit\nb"), ElementsAre("a"));
    EXPECT_THAT(steps_of("a\nGO\nQUIT\nb"), ElementsAre("a"));
    EXPECT_THAT(steps_of("a\nEXIT(SELECT 1)\nb"), ElementsAre("a"));
    EXPECT_THAT(reported_by("a\n:quit\nb"),
                ElementsAre(HasSubstr("2:1 warning the batch before this line is not executed")));
    EXPECT_THAT(steps_of(script("a\n:quit\nb")), IsEmpty());
    EXPECT_THAT(steps_of("a\n:reset\nb"), ElementsAre("b"));
    EXPECT_THAT(steps_of("exit_code\nquit.x"), ElementsAre("exit_code\nquit.x"));
}

TEST(ReadScript, RefusesTemplateParameters) {
    auto const result = script(
        "CREATE ROUTE <route name, sysname, my_route>\nWITH ADDRESS = 'TCP://<host, , h>:<port,int,1(2)>'");
    EXPECT_THAT(
        reported_by(result),
        ElementsAre(StartsWith("a.sql:1:14 error <route name, sysname, my_route> is a template parameter"),
                    StartsWith("a.sql:2:23 error <host, , h>"),
                    StartsWith("a.sql:2:35 error <port,int,1(2)>")));
    auto const batch = batch_of(result);
    EXPECT_FALSE(batch.is_refused(0, 13));
    EXPECT_TRUE(batch.is_refused(13, 14));
    EXPECT_THAT(steps_of("IF IIF(a <b, c, d) > 1 AND x < y, z, 1 <2, 3, 4> 'a<b>' '<a, b>' '<>' <a,\nb,c>"),
                testing::SizeIs(1));
}

TEST(ReadScript, RefusesWhatWebPagesMakeOfTsql) {
    auto const result = script(
        "ADDRESS = \u2018it's\u2019, SERVICE\\_NAME = N\u201CGO\u201D -- \u2018 \\_\n'\u2018 \\_' "
        "[\u201D]\nGO");
    EXPECT_THAT(steps_of(result), testing::SizeIs(1));
    EXPECT_THAT(reported_by(result), ElementsAre(StartsWith("a.sql:1:11 error a curly quote"),
                                                 StartsWith("a.sql:1:26 error \\_ is how"),
                                                 StartsWith("a.sql:1:36 error a curly quote")));
    EXPECT_THAT(reported_by("x \u2018 y\nz"), ElementsAre(StartsWith("a.sql:1:3 error a curly quote")));
}

TEST(ReadScript, LeavesOtherCharactersAlone) {
    EXPECT_THAT(steps_of("\u20AC \u2026 \\a - / $ < \xE2"), testing::SizeIs(1));
}

TEST(ReadScript, LeavesWhatHasNoEndToTheParser) {
    EXPECT_THAT(steps_of("a '\nGO\nb"), ElementsAre("a '\nGO\nb"));
    EXPECT_THAT(steps_of("/*\nGO\nb"), ElementsAre("/*\nGO\nb"));
    EXPECT_THAT(steps_of(""), IsEmpty());
}

TEST(ReadScript, LimitsWhatVariablesMake) {
    Reading read{{}, {{"a0", "xxxxxxxxxx"}}};
    std::string text;
    for (int i = 0; i < 40; ++i) {
        text += fmt::format(":setvar a{0} $(a{1})$(a{1})\n", i + 1, i);
    }
    EXPECT_THAT(reported_by(read(text)), testing::Contains(HasSubstr("is longer than 100000 bytes")));

    Reading many{{}, {{"a", std::string(100'000, 'x')}}};
    std::string references;
    for (int i = 0; i < 1000; ++i) references += "$(a)\n";
    auto const result = many(references);
    EXPECT_THAT(reported_by(result), ElementsAre(HasSubstr("make more than 64 MB")));
    EXPECT_LT(batch_of(result).text().size(), std::size_t{70} << 20U);
}

}  // namespace
}  // namespace ssbroute::formats
