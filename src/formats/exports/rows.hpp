// Query results saved as text, to rows of named columns.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/source.hpp"

namespace ssbroute::formats {

/// Where in a text; lines and columns count from 1, columns in characters.
struct Position {
    std::size_t line = 1;
    std::size_t column = 1;

    friend bool operator==(Position const&, Position const&) = default;
};

/// The place of a position in a source.
inline Place place_in(Source const& source, Position position) {
    return {source.name, position.line, position.column};
}

/// A value that is not NULL.
struct Cell {
    /// Which of the result set's columns it is in.
    std::size_t column = 0;
    std::string text;
    Position position;
};

/// A row of a result set; a column without a cell is NULL in it.
struct Row {
    Position position;
    std::vector<Cell> cells;
};

/// What one query returned.
struct ResultSet {
    Position position;
    /// As they are spelled; of JSON, in the order in which they are met.
    std::vector<std::string> columns;
    std::vector<Row> rows;
    /// In JSON, the member that holds the rows, as ROOT('routes') makes it; empty: none.
    std::string name = {};
};

struct Rows {
    std::vector<ResultSet> sets;
    /// What cannot be read, and is left out.
    std::vector<Reported> reported;
};

/// Whether a result set of this name and these columns is one that the caller looks for.
using IsKnown = std::function<bool(std::string const& name, std::vector<std::string> const& columns)>;

/// Reads the result sets in a text, in UTF-8. The form is told by the text:
///
/// - JSON: arrays of objects and single objects, one after another, as FOR JSON PATH makes them; also an
/// object
///   whose members are such arrays. The line breaks that sqlcmd and SSMS put into long JSON, also inside a
///   word, are taken out. NULL: `null`, or no such member.
/// - Text with a line of dashes under the header, as sqlcmd and SSMS print it. The dashes give the widths of
///   the columns, in characters; where sqlcmd cut the padding off (-W), the separator divides the columns.
///   Values lose the spaces that they end in. NULL: the word NULL, or nothing.
/// - Text with a header and a separator: comma (RFC 4180), semicolon, tab or vertical bar. NULL: the word
/// NULL
///   without quotes, or nothing; "" in quotes is an empty text.
///
/// A text may hold several result sets, and what sqlcmd prints around them: "(3 rows affected)", messages.
/// `is_known` finds a header where nothing else tells it from a row.
Rows read_rows(Source const& source, IsKnown const& is_known);

/// Whether a text has one of these forms and a result set that `is_known` takes, or rows in JSON. What stands
/// behind the beginning of a comment of T-SQL is not looked at.
bool looks_like_rows(std::string_view text, IsKnown const& is_known);

}  // namespace ssbroute::formats
