// For tests: a directory that goes when the test is over.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ssbroute::test {

class TemporaryDirectory {
public:
    TemporaryDirectory() : path_((std::filesystem::temp_directory_path() / "ssbroute-XXXXXX").string()) {
        if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary directory");
    }
    ~TemporaryDirectory() {
        std::error_code no_matter;
        std::filesystem::remove_all(path_, no_matter);
    }
    TemporaryDirectory(TemporaryDirectory const&) = delete;
    TemporaryDirectory& operator=(TemporaryDirectory const&) = delete;

    [[nodiscard]] std::string const& path() const { return path_; }

    /// Writes a file, and the directories that it is in; gives its path.
    std::string write(std::string_view name, std::string_view text) const {
        auto const file = std::filesystem::path(path_) / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file.string();
    }

private:
    std::string path_;
};

}  // namespace ssbroute::test
