// Inputs named on a command line: files, directories, standard input.
#pragma once

#include <string>
#include <vector>

#include "formats/source.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// Reads each path; `-` is standard input; of a directory, recursively, every file that ends in `.json`, in
/// the order of their names. An Error's place is the path that cannot be read, or the directory without
/// such files.
Expected<std::vector<Source>> read_sources(std::vector<std::string> const& paths);

}  // namespace ssbroute::formats
