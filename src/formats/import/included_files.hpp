// Files that scripts name by `:r`.
#pragma once

#include <string>

#include "formats/source.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// The file from the folder of the file that names it; if there is none, as it is named, from where the
/// program was started.
Expected<Source> read_included_file(std::string const& path, std::string const& including);

}  // namespace ssbroute::formats
