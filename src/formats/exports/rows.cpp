#include "formats/exports/rows.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "formats/exports/aligned_rows.hpp"
#include "formats/exports/delimited_rows.hpp"
#include "formats/exports/json_rows.hpp"
#include "formats/exports/text_lines.hpp"

namespace ssbroute::formats {
namespace {

// Result sets in JSON and with a line of dashes may follow each other in one text.
void read_printed(Source const& source, std::string_view text, Rows& rows) {
    TextLines lines(text);
    JsonRows json(source, rows);
    while (!lines.at_end()) {
        if (begins_json(lines.here().text))
            json.read(lines);
        else if (begins_broken_dashes(lines))
            refuse_broken_dashes(source, lines, rows);
        else if (begins_aligned(lines))
            read_aligned(source, lines, rows);
        else
            lines.advance();
    }
    json.finish();
}

TextLines at_first_line(std::string_view text) {
    TextLines lines(text);
    while (!lines.at_end() && is_blank(lines.here().text)) lines.advance();
    return lines;
}

bool has_printed_set(std::string_view text) {
    TextLines lines(text);
    for (; !lines.at_end(); lines.advance())
        if (begins_json(lines.here().text) || begins_aligned(lines) || begins_broken_dashes(lines))
            return true;
    return false;
}

bool is_printed(std::string_view text, IsKnown const& is_known) {
    auto const lines = at_first_line(text);
    if (begins_json(lines.here().text) || begins_aligned(lines)) return true;
    return !is_known("", delimited_header(text)) && has_printed_set(text);
}

// `[` may also begin a script: `[dbo].[Procedure]`.
bool begins_rows_in_json(std::string_view text) {
    auto const first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '[') return false;
    auto const second = text.find_first_not_of(" \t\r\n", first + 1);
    return second != std::string_view::npos && (text[second] == '{' || text[second] == ']');
}

bool has_known_set(std::string_view text, IsKnown const& is_known) {
    auto const rows = read_rows({"", std::string(text)}, is_known);
    return std::any_of(rows.sets.begin(), rows.sets.end(),
                       [&](ResultSet const& set) { return is_known(set.name, set.columns); });
}

// The words of a header that is broken over several lines; none where there are not only words.
std::vector<std::string> broken_header(std::string_view text) {
    constexpr std::string_view of_words = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    constexpr std::string_view spaces = " \t\r\n";
    std::vector<std::string> words;
    for (auto at = text.find_first_not_of(spaces); at < text.size();
         at = text.find_first_not_of(spaces, at)) {
        auto const end = std::min(text.find_first_not_of(of_words, at), text.size());
        if (end == at) return {};
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

// A known header over dashes, or any over dashes and JSON.
bool has_known_header(std::string_view text, IsKnown const& is_known) {
    for (TextLines lines(text); !lines.at_end(); lines.advance()) {
        auto const line = lines.here();
        if (line.text.find("/*") != std::string_view::npos) return false;
        if (begins_broken_dashes(lines)) return is_known("", broken_header(text.substr(0, line.offset)));
        if (!begins_aligned(lines)) continue;
        auto const names = aligned_header(lines);
        if (is_known("", names)) return true;
        auto behind = lines;
        behind.advance();
        behind.advance();
        auto const rest = text.substr(std::min(behind.here().offset, text.size()));
        if (names.size() == 1 && (begins_rows_in_json(rest) || rest.substr(0, 1) == "{")) return true;
    }
    return false;
}

}  // namespace

Rows read_rows(Source const& source, IsKnown const& is_known) {
    Rows rows;
    auto const text = without_byte_order_mark(source.text);
    if (is_printed(text, is_known))
        read_printed(source, text, rows);
    else
        read_delimited(source, text, is_known, rows);
    return rows;
}

bool looks_like_rows(std::string_view text, IsKnown const& is_known) {
    text = without_byte_order_mark(text);
    auto const first_line = at_first_line(text).here().text;
    if (begins_rows_in_json(text)) return true;
    // An instance and a scenario begin with { too.
    if (begins_json(first_line) && first_line.find('{') != std::string_view::npos)
        return has_known_set(text, is_known);
    return is_known("", delimited_header(text)) || has_known_header(text, is_known);
}

}  // namespace ssbroute::formats
