// Rows under a header and a line of dashes, as sqlcmd and SSMS print them.
#pragma once

#include <string>
#include <vector>

#include "formats/exports/rows.hpp"
#include "formats/exports/text_lines.hpp"

namespace ssbroute::formats {

/// Whether the line here is a header: dashes, a run a column, stand under it.
bool begins_aligned(TextLines const& lines);

/// The names in the header here.
std::vector<std::string> aligned_header(TextLines const& lines);

/// Whether the line here and the next are both dashes: sqlcmd broke a header and its dashes at the width of
/// the screen (-w), and the rows too.
bool begins_broken_dashes(TextLines const& lines);

/// Reports that, and goes on behind the dashes.
void refuse_broken_dashes(Source const& source, TextLines& lines, Rows& rows);

/// Reads the result set whose header is here, and goes on behind it.
void read_aligned(Source const& source, TextLines& lines, Rows& rows);

}  // namespace ssbroute::formats
