// The golden corpus: groups from files and directories.
#pragma once

#include <string>
#include <vector>

#include "formats/golden_json.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// The cases of every golden group below `paths`, in the order of the files. An Error's place is the file
/// and, behind a colon, the pointer.
Expected<std::vector<GoldenCase>> read_corpus(std::vector<std::string> const& paths);

}  // namespace ssbroute::formats
