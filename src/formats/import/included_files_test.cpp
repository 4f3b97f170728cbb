#include "formats/import/included_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "formats/import/import.hpp"
#include "test_support/builders.hpp"
#include "test_support/imports.hpp"
#include "test_support/temporary_directory.hpp"

namespace ssbroute::formats {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

using test::said;

// The names of the routes that a script made in Sales.
std::vector<std::string> made_routes(Import const& import) {
    std::vector<std::string> result;
    for (auto const* route : import.instances.front().instance.database("Sales")->routes.as_given())
        if (route->name != "AutoCreatedLocal") result.push_back(route->name);
    return result;
}

class IncludedFiles : public testing::Test {
protected:
    void write(std::string const& name, std::string const& text) { directory_.write(name, text); }
    Import import_file(std::string const& name) {
        ImportOptions const options{.now = test::time("2026-01-01T00:00:00Z"),
                                    .read_included = read_included_file};
        auto sources = read_sources({directory_.path() + "/" + name}).value();
        return import({{"(local)", std::move(sources)}}, options).value();
    }

    test::TemporaryDirectory directory_;
};

TEST_F(IncludedFiles, ReadsFilesBesideTheOneThatNamesThem) {
    write("main.sql", ":r sub\\first.sql\n:r \"second.sql\"\n");
    write("sub/first.sql", "USE Sales\n:r third.sql\n");
    write("sub/third.sql", "CREATE ROUTE Third WITH ADDRESS = 'LOCAL'\n");
    write("second.sql", "CREATE ROUTE Second WITH ADDRESS = 'LOCAL'\nDROP ROUTE Missing\n");
    auto const result = import_file("main.sql");
    EXPECT_THAT(made_routes(result), ElementsAre("Third", "Second"));
    EXPECT_THAT(said(result).back(), HasSubstr("second.sql:2: error: message 15151"));
}

TEST_F(IncludedFiles, ReadsThemInTheirOwnEncoding) {
    write("main.sql", "USE Sales\n:r wide.sql\n");
    std::string wide = "\xFF\xFE";
    for (char const c : std::string("CREATE ROUTE R WITH ADDRESS = 'LOCAL'\n")) wide += std::string{c, '\0'};
    write("wide.sql", wide);
    EXPECT_THAT(made_routes(import_file("main.sql")), ElementsAre("R"));
}

TEST_F(IncludedFiles, TellsWhatCannotBeRead) {
    write("main.sql", ":r missing.sql\nUSE Sales\nCREATE ROUTE R WITH ADDRESS = 'LOCAL'\n");
    auto const result = import_file("main.sql");
    EXPECT_THAT(said(result), Contains(AllOf(HasSubstr("main.sql:1: error:"), HasSubstr("missing.sql"))));
    for (auto const* never : {":r /dev/zero\n", ":r .\n", ":r -\n"}) {
        write("main.sql", never);
        EXPECT_THAT(said(import_file("main.sql")), Contains(HasSubstr("main.sql:1: error:"))) << never;
    }
}

TEST_F(IncludedFiles, AFileThatIncludesItselfEnds) {
    write("main.sql", "USE Sales\n:r main.sql\n");
    EXPECT_THAT(said(import_file("main.sql")), Contains(HasSubstr("error:")));
}

}  // namespace
}  // namespace ssbroute::formats
