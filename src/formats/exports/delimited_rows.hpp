// Rows with a header and a separator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/exports/rows.hpp"

namespace ssbroute::formats {

/// The names in the first line of a text with a separator.
std::vector<std::string> delimited_header(std::string_view text);

/// Reads a text with a separator whole.
void read_delimited(Source const& source, std::string_view text, IsKnown const& is_known, Rows& rows);

}  // namespace ssbroute::formats
