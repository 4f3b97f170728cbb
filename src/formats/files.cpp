#include "formats/files.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

namespace ssbroute::formats {
namespace {

namespace fs = std::filesystem;

std::string reason(int error_number) { return std::generic_category().message(error_number); }

Expected<std::string> read_all(std::istream& stream, std::string const& name) {
    std::string text;
    constexpr std::size_t piece = 1U << 16U;
    for (auto size = text.size(); stream; size = text.size()) {
        text.resize(size + piece);
        stream.read(text.data() + size, piece);
        text.resize(size + static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) return tl::unexpected(Error{name, "expected readable text: " + reason(errno)});
    return text;
}

Expected<std::string> read_file(std::string const& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) return tl::unexpected(Error{path, "expected a readable file: " + reason(errno)});
    return read_all(file, path);
}

Expected<std::vector<std::string>> files_below(std::string const& directory) {
    std::vector<std::string> files;
    std::error_code fault;
    std::error_code no_matter;
    for (fs::recursive_directory_iterator entry(directory, fault), end; !fault && entry != end;
         entry.increment(fault))
        if (entry->path().extension() == ".json" && entry->is_regular_file(no_matter))
            files.push_back(entry->path().string());
    if (fault) return tl::unexpected(Error{directory, "expected a readable directory: " + fault.message()});
    if (files.empty())
        return tl::unexpected(Error{directory, "expected .json files in the directory, found none"});
    std::sort(files.begin(), files.end());
    return files;
}

std::string const standard_input = "-";

}  // namespace

Expected<std::vector<Source>> read_sources(std::vector<std::string> const& paths) {
    std::vector<Source> sources;
    for (auto const& path : paths) {
        if (path == standard_input) {
            auto text = read_all(std::cin, known_as(path));
            if (!text) return tl::unexpected(std::move(text.error()));
            sources.push_back({path, std::move(*text)});
            continue;
        }
        std::error_code no_matter;
        Expected<std::vector<std::string>> files = std::vector{path};
        if (fs::is_directory(path, no_matter)) files = files_below(path);
        if (!files) return tl::unexpected(std::move(files.error()));
        for (auto const& file : *files) {
            auto text = read_file(file);
            if (!text) return tl::unexpected(std::move(text.error()));
            sources.push_back({file, std::move(*text)});
        }
    }
    return sources;
}

}  // namespace ssbroute::formats
