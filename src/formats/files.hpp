// Inputs named on a command line: files, directories, standard input.
#pragma once

#include <string>
#include <vector>

#include "model/error.hpp"

namespace ssbroute::formats {

/// A text and where it comes from; `-` is standard input.
struct Source {
    std::string name;
    std::string text;
};

/// An error in a text: its place is the source and, where there is one, the pointer.
Error in_source(Source const& source, Error error);

/// Reads each path; `-` is standard input; of a directory, recursively, every file that ends in `.json`, in
/// the order of their names. An Error's place is the path that cannot be read, or the directory without
/// such files.
Expected<std::vector<Source>> read_sources(std::vector<std::string> const& paths);

}  // namespace ssbroute::formats
