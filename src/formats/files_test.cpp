#include "formats/files.hpp"

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

std::vector<std::string> names(std::vector<Source> const& sources) {
    std::vector<std::string> result;
    result.reserve(sources.size());
    for (auto const& source : sources) result.push_back(source.name);
    return result;
}

TEST(ReadSources, GivesFilesInTheOrderAskedForWhateverTheirNames) {
    TemporaryDirectory const directory;
    auto const b = directory.write("b.txt", "text of b");
    auto const a = directory.write("a.json", "text of a");
    auto const sources = read_sources({b, a, b}).value();
    EXPECT_THAT(names(sources), ElementsAre(b, a, b));
    EXPECT_EQ(sources[0].text, "text of b");
    EXPECT_EQ(sources[1].text, "text of a");
}

TEST(ReadSources, ReadsEveryByteOfAFile) {
    TemporaryDirectory const directory;
    std::string const text = std::string("\0\r\n\xFF\x1A", 5) + std::string(3U << 16U, 'x');
    for (std::size_t const size : {std::size_t{0}, std::size_t{5}, std::size_t{1U << 16U}, text.size()}) {
        auto const file = directory.write("file.json", text.substr(0, size));
        EXPECT_EQ(read_sources({file}).value()[0].text, text.substr(0, size));
    }
}

TEST(ReadSources, SearchesADirectoryForJsonFilesInTheOrderOfTheirNames) {
    TemporaryDirectory const directory;
    auto const second = directory.write("b.json", "");
    auto const third = directory.write("c/a.json", "");
    auto const fourth = directory.write("c/d/e.json", "");
    auto const first = directory.write("a.json", "");
    directory.write("a.txt", "");
    directory.write("json", "");
    directory.write("d.json/readme", "");
    directory.write("e.json.orig", "");
    EXPECT_THAT(names(read_sources({directory.path()}).value()), ElementsAre(first, second, third, fourth));
}

TEST(ReadSources, TellsOfADirectoryWithoutJsonFiles) {
    TemporaryDirectory const directory;
    directory.write("a.txt", "");
    EXPECT_EQ(read_sources({directory.path()}).error(),
              (Error{directory.path(), "expected .json files in the directory, found none"}));
}

TEST(ReadSources, TellsOfAFileThatIsNotThere) {
    TemporaryDirectory const directory;
    auto const missing = directory.path() + "/missing.json";
    auto const fault = read_sources({directory.write("a.json", ""), missing}).error();
    EXPECT_EQ(fault.where, missing);
    EXPECT_THAT(fault.message, StartsWith("expected a readable file: "));
}

TEST(ReadSources, TellsOfAFileThatCannotBeRead) {
    // It can be opened, but has nothing at its beginning.
    auto const fault = read_sources({"/proc/self/mem"}).error();
    EXPECT_EQ(fault.where, "/proc/self/mem");
    EXPECT_THAT(fault.message, StartsWith("expected readable text: "));
}

}  // namespace
}  // namespace ssbroute::formats
