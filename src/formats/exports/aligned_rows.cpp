#include "formats/exports/aligned_rows.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/exports/json_rows.hpp"
#include "formats/json_text.hpp"

namespace ssbroute::formats {
namespace {

// A line of dashes.
struct Dashes {
    char separator = ' ';
    // Of the columns, in characters.
    std::vector<std::size_t> widths;
};

// A column's part of a line.
struct Piece {
    std::string_view text;
    // The characters of the line before it.
    std::size_t before = 0;
};

using Pieces = std::vector<Piece>;

bool may_separate(char byte) {
    bool const is_word =
        (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
    return byte != '-' && !is_word && static_cast<unsigned char>(byte) < 0x80U;
}

// Runs of dashes with one separator between them, and nothing else.
std::optional<Dashes> dashes_in(std::string_view line) {
    line = without_trailing_spaces(line);
    Dashes dashes;
    for (std::size_t at = 0;; ++at) {
        auto const end = std::min(line.find_first_not_of('-', at), line.size());
        if (end == at) return std::nullopt;
        dashes.widths.push_back(end - at);
        if (end == line.size()) return dashes;
        if (dashes.widths.size() == 1) dashes.separator = line[end];
        if (line[end] != dashes.separator || !may_separate(line[end])) return std::nullopt;
        at = end;
    }
}

// The pieces where the line has a separator behind each column's width, or ends early; otherwise nothing.
std::optional<Pieces> cut_by_width(std::string_view line, Dashes const& dashes, CountedAs counted) {
    line = without_trailing_spaces(line);
    Pieces pieces;
    std::size_t before = 0;
    std::size_t at = 0;
    for (auto const width : dashes.widths) {
        auto const begin = at;
        auto const begin_before = before;
        std::size_t length = 0;
        while (at < line.size() && length + length_of(line[at], counted) <= width) {
            length += length_of(line[at], counted);
            before += length_of(line[at]);
            ++at;
        }
        pieces.push_back({line.substr(begin, at - begin), begin_before});
        if (at == line.size()) return pieces;
        if (line[at] != dashes.separator || length < width) return std::nullopt;
        ++at;
        ++before;
    }
    return std::nullopt;
}

// The pieces where the separators make as many as there are columns; otherwise nothing.
std::optional<Pieces> cut_by_separator(std::string_view line, Dashes const& dashes) {
    Pieces pieces;
    std::size_t before = 0;
    for (std::size_t at = 0;; ++at) {
        auto const end = std::min(line.find(dashes.separator, at), line.size());
        pieces.push_back({line.substr(at, end - at), before});
        if (pieces.size() > dashes.widths.size()) return std::nullopt;
        if (end == line.size()) break;
        before += length_of(line.substr(at, end - at)) + 1;
        at = end;
    }
    if (pieces.size() != dashes.widths.size()) return std::nullopt;
    return pieces;
}

std::vector<std::string> names_in(std::string_view header, Dashes const& dashes) {
    std::vector<std::string> names;
    names.reserve(dashes.widths.size());
    auto const pieces = cut_by_width(header, dashes, CountedAs::characters);
    for (auto const& piece : *pieces) names.emplace_back(trimmed(piece.text));
    names.resize(dashes.widths.size());
    return names;
}

// Cuts the lines of one result set.
class Cutter {
public:
    Cutter(Dashes dashes, std::vector<std::string> const& names) : dashes_(std::move(dashes)) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (length_of(names[i]) != dashes_.widths[i]) padding_ = Padding::kept;
    }

    [[nodiscard]] std::size_t columns() const { return dashes_.widths.size(); }

    [[nodiscard]] std::optional<Pieces> cut(std::string_view line) const {
        // A single column may end where it likes.
        if (columns() == 1) return Pieces{{line, 0}};
        if (padding_ == Padding::perhaps_cut_off)
            if (auto pieces = cut_by_separator(line, dashes_)) return pieces;
        auto by_characters = cut_by_width(line, dashes_, CountedAs::characters);
        if (is_whole(by_characters)) return by_characters;
        auto by_utf_16 = cut_by_width(line, dashes_, CountedAs::utf_16);
        if (is_whole(by_utf_16)) return by_utf_16;
        if (dashes_.separator != ' ') return cut_by_separator(line, dashes_);
        // The spaces at its end got lost.
        return by_characters ? by_characters : by_utf_16;
    }

    // Behind a blank line or a number of rows, other lines follow than rows: only what has the form of one
    // counts.
    [[nodiscard]] bool is_row_behind_gap(std::string_view line) const {
        bool const has_form = columns() > 1 && (padding_ == Padding::kept || dashes_.separator != ' ');
        return has_form && is_whole(cut(line));
    }

private:
    // Where the padding is cut off, sqlcmd makes the runs of dashes as long as the names.
    enum class Padding : bool { kept, perhaps_cut_off };

    [[nodiscard]] bool is_whole(std::optional<Pieces> const& pieces) const {
        return pieces && pieces->size() == columns();
    }

    Dashes dashes_;
    Padding padding_ = Padding::perhaps_cut_off;
};

Row row_of(Pieces const& pieces, TextLine const& line) {
    Row row{{line.number, 1}, {}};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        auto const text = without_trailing_spaces(pieces[i].text);
        if (!text.empty() && trimmed(text) != "NULL")
            row.cells.push_back({i, std::string(text), {line.number, pieces[i].before + 1}});
    }
    return row;
}

}  // namespace

bool begins_aligned(TextLines const& lines) {
    auto const header = lines.here().text;
    auto const next = lines.after_this().text;
    if (next.empty() || next.front() != '-' || is_blank(header)) return false;
    auto const dashes = dashes_in(next);
    return dashes && cut_by_width(header, *dashes, CountedAs::characters);
}

bool begins_broken_dashes(TextLines const& lines) {
    return dashes_in(lines.here().text) && dashes_in(lines.after_this().text);
}

std::vector<std::string> aligned_header(TextLines const& lines) {
    return names_in(lines.here().text, *dashes_in(lines.after_this().text));
}

void refuse_broken_dashes(Source const& source, TextLines& lines, Rows& rows) {
    auto const first = lines.here();
    rows.reported.push_back(
        {{source.name, first.number, 1},
         Severity::error,
         fmt::format(
             "expected each row on one line, found lines broken after {} characters; with -w 65535 sqlcmd "
             "leaves them whole",
             length_of(first.text))});
    while (dashes_in(lines.here().text)) lines.advance();
}

void read_aligned(Source const& source, TextLines& lines, Rows& rows) {
    auto const report = [&](TextLine const& line, std::string message) {
        rows.reported.push_back({{source.name, line.number, 1}, Severity::error, std::move(message)});
    };

    auto const header = lines.here();
    ResultSet set{{header.number, 1}, aligned_header(lines), {}};
    lines.advance();
    // Then this header is the end of the true one.
    if (begins_broken_dashes(lines)) return;
    Cutter const cutter(*dashes_in(lines.here().text), set.columns);
    lines.advance();
    // FOR JSON: what follows is read as such.
    if (cutter.columns() == 1 && begins_json(lines.here().text)) return;
    bool after_gap = false;
    for (; !lines.at_end(); lines.advance()) {
        auto const line = lines.here();
        if (is_blank(line.text) || is_row_count(line.text)) {
            after_gap = true;
            continue;
        }
        if (begins_aligned(lines)) break;
        if (after_gap && (begins_json(line.text) || !cutter.is_row_behind_gap(line.text))) break;
        if (auto const pieces = cutter.cut(line.text))
            set.rows.push_back(row_of(*pieces, line));
        else
            report(line, fmt::format("expected {} columns, as the dashes divide them, found '{}'",
                                     cutter.columns(), shortened(line.text)));
    }
    rows.sets.push_back(std::move(set));
}

}  // namespace ssbroute::formats
