#include "cli/import_options.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "test_support/temporary_directory.hpp"

namespace ssbroute::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// The options as a command line sets them.
class ImportOptionsTest : public testing::Test {
protected:
    ImportOptionsTest() { options_.add_to(command_); }

    void parse(std::vector<std::string> arguments) {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        command_.parse(std::move(arguments));
    }
    // `NAME: file file`, a line an instance.
    std::vector<std::string> sources(std::vector<std::string> arguments) {
        parse(std::move(arguments));
        std::vector<std::string> result;
        auto const instances = options_.sources().value();
        for (auto const& instance : instances) {
            result.push_back(instance.name + ":");
            for (auto const& source : instance.sources) result.back() += " " + source.text;
        }
        return result;
    }
    // A file that contains its name.
    [[nodiscard]] std::string file(std::string const& name) const { return directory_.write(name, name); }

    CLI::App command_;
    ImportOptions options_;
    test::TemporaryDirectory directory_;
};

TEST_F(ImportOptionsTest, FilesAreOfTheLocalInstance) {
    EXPECT_THAT(sources({file("a.sql"), file("b.sql")}), ElementsAre("(local): a.sql b.sql"));
}

TEST_F(ImportOptionsTest, FilesOfNamedInstancesStayInTheirOrder) {
    EXPECT_THAT(sources({"--instance", "B=" + file("1.sql"), "--instance", "A=" + file("2.sql"), "--instance",
                         "B=" + file("3.sql"), file("4.sql")}),
                ElementsAre("(local): 4.sql", "B: 1.sql 3.sql", "A: 2.sql"));
}

TEST_F(ImportOptionsTest, AFileIsBehindTheFirstEqualsSign) {
    EXPECT_THAT(sources({"--instance", "A=" + file("a=b.sql")}), ElementsAre("A: a=b.sql"));
}

TEST_F(ImportOptionsTest, OneFileIsNeeded) {
    parse({});
    EXPECT_EQ(options_.sources().error().where, "FILE");
}

TEST_F(ImportOptionsTest, AFileThatIsNotThereIsTold) {
    parse({"not there.sql"});
    EXPECT_EQ(options_.sources().error().where, "not there.sql");
}

TEST_F(ImportOptionsTest, AnInstanceNeedsANameAndAFile) {
    for (auto const* text : {"a.sql", "=a.sql", ""}) {
        ImportOptions options;
        options.files_of_instances = {text};
        EXPECT_EQ(options.sources().error().where, std::string("--instance ") + text);
    }
}

TEST_F(ImportOptionsTest, VariablesHaveNameAndValue) {
    parse({"-v", "port=4022", "-v", "empty=", "-v", "text=a=b", "a.sql"});
    EXPECT_THAT(options_.reading()->variables,
                ElementsAre(Pair("empty", ""), Pair("port", "4022"), Pair("text", "a=b")));
    EXPECT_THAT(options_.files, ElementsAre("a.sql"));
}

TEST_F(ImportOptionsTest, AVariableWithoutValueIsRefused) {
    parse({"-v", "port"});
    auto const error = options_.reading().error();
    EXPECT_EQ(error.where, "-v port");
    EXPECT_THAT(error.message, HasSubstr("a name, = and a value"));
}

TEST_F(ImportOptionsTest, TheTimeIsGiven) {
    parse({"--now", "2026-01-01 01:00:00+01:00"});
    EXPECT_EQ(options_.reading()->now, UtcTime::parse("2026-01-01T00:00:00Z"));
}

TEST_F(ImportOptionsTest, ATimeThatIsNoneIsRefused) {
    parse({"--now", "today"});
    EXPECT_EQ(options_.reading().error().where, "--now today");
}

TEST_F(ImportOptionsTest, WithoutATimeTheClockIsAsked) {
    parse({});
    auto const before = options_.reading()->now;
    EXPECT_LE(before, options_.reading()->now);
    EXPECT_GT(before, UtcTime::parse("2025-01-01T00:00:00Z"));
}

TEST_F(ImportOptionsTest, TheServersRulesHoldUnlessLenient) {
    parse({});
    EXPECT_EQ(options_.reading()->strictness, formats::Strictness::as_the_server);
    EXPECT_EQ(options_.reading()->database, std::nullopt);
    parse({"--lenient", "--database", "Sales"});
    EXPECT_EQ(options_.reading()->strictness, formats::Strictness::lenient);
    EXPECT_EQ(options_.reading()->database, "Sales");
}

}  // namespace
}  // namespace ssbroute::cli
