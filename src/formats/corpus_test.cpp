#include "formats/corpus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/temporary_directory.hpp"

namespace ssbroute::formats {
namespace {

using test::TemporaryDirectory;
using testing::ElementsAre;
using testing::StartsWith;

std::string group(std::string const& name, std::string const& id) {
    return R"({"group": ")" + name +
           R"(", "source": "", "instance": {"databases": [{"name": "msdb"}]}, "cases": [
        {"id": ")" +
           id + R"(", "title": "", "message": {"to_service_name": "Svc"}, "rules": ["SCOPE-2"],
         "permitted": [{"outcome": "delay"}], "contested": []}]})";
}

TEST(ReadCorpus, GivesTheCasesInTheOrderOfTheFiles) {
    TemporaryDirectory const directory;
    directory.write("rules/b.json", group("rules/b", "one"));
    directory.write("rules/a.json", group("rules/a", "two"));
    directory.write("examples/z.json", group("examples/z", "three"));
    auto const corpus = read_corpus({directory.path()}).value();
    std::vector<std::string> ids;
    ids.reserve(corpus.size());
    for (auto const& golden : corpus) ids.push_back(golden.id);
    EXPECT_THAT(ids, ElementsAre("examples/z/three", "rules/a/two", "rules/b/one"));
}

TEST(ReadCorpus, TellsAFaultByFileAndPointer) {
    TemporaryDirectory const directory;
    directory.write("a.json", group("a", "one"));
    auto const file = directory.write("b.json", group("b", "TWO"));
    auto const fault = read_corpus({directory.path()}).error();
    EXPECT_EQ(fault.where, file + ": /cases/0/id");
    EXPECT_THAT(fault.message, StartsWith("expected a case id"));
}

TEST(ReadCorpus, TellsTextThatIsNoJsonByFileLineAndColumn) {
    TemporaryDirectory const directory;
    auto const file = directory.write("a.json", "{\n]");
    auto const fault = read_corpus({directory.path()}).error();
    EXPECT_EQ(fault.where, file);
    EXPECT_THAT(fault.message, StartsWith("line 2, column 1: "));
}

TEST(ReadCorpus, RefusesAnIdThatAnotherFileHas) {
    TemporaryDirectory const directory;
    directory.write("a.json", group("rules/a", "one"));
    auto const file = directory.write("b.json", group("rules/a", "one"));
    EXPECT_EQ(read_corpus({directory.path()}).error(),
              (Error{file + ": /group", "expected ids that no other file has, found rules/a/one again"}));
}

TEST(ReadCorpus, AllowsAGroupInTwoFilesWhoseCasesDiffer) {
    TemporaryDirectory const directory;
    directory.write("a.json", group("rules/a", "one"));
    directory.write("b.json", group("rules/a", "two"));
    EXPECT_EQ(read_corpus({directory.path()}).value().size(), 2U);
}

TEST(ReadCorpus, TakesNoScenarioForAGroup) {
    TemporaryDirectory const directory;
    auto const file = directory.write(
        "a.json", R"({"instance": {"databases": [{"name": "msdb"}]}, "message": {"to_service_name": "S"}})");
    auto const fault = read_corpus({directory.path()}).error();
    EXPECT_EQ(fault.where, file + ": /message");
}

TEST(ReadCorpus, TellsOfADirectoryWithoutFiles) {
    TemporaryDirectory const directory;
    EXPECT_EQ(read_corpus({directory.path()}).error().where, directory.path());
}

}  // namespace
}  // namespace ssbroute::formats
