#include "formats/import/included_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "formats/files.hpp"
#include "formats/tsql/text_encoding.hpp"

namespace ssbroute::formats {
namespace {

namespace fs = std::filesystem;

std::string resolved(std::string path, std::string const& including) {
    std::replace(path.begin(), path.end(), '\\', '/');
    auto const beside = fs::path(including).parent_path() / path;
    std::error_code no_matter;
    if (fs::exists(beside, no_matter)) return beside.string();
    return path;
}

}  // namespace

Expected<Source> read_included_file(std::string const& path, std::string const& including) {
    auto const file = resolved(path, including);
    std::error_code no_matter;
    // No folders, no devices: those may have no end.
    if (!fs::is_regular_file(file, no_matter)) return tl::unexpected(Error{file, "expected a readable file"});
    // A file of this name; - alone would be standard input.
    auto sources = read_sources({file == "-" ? "./-" : file});
    if (!sources) return tl::unexpected(std::move(sources.error()));
    auto text = to_utf8(sources->front().text);
    if (!text) return tl::unexpected(in_source(sources->front(), std::move(text.error())));
    return Source{file, std::move(*text)};
}

}  // namespace ssbroute::formats
