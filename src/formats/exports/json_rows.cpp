#include "formats/exports/json_rows.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "formats/exports/text_lines.hpp"
#include "formats/json_text.hpp"

namespace ssbroute::formats {
namespace {

// A line of the text in a value without its line breaks.
struct Segment {
    std::size_t begin;
    std::size_t line;
    // In characters, before the segment.
    std::size_t column;
};

// A value taken out of its text, without line breaks: they are no part of it, wherever they stand, because
// JSON allows none inside a string and needs none elsewhere.
struct JoinedValue {
    std::string text;
    std::vector<Segment> segments;
    // Behind it, in the original.
    std::size_t end = 0;
    // A line that goes on in the next one in the midst of a string, and yet is shorter than another. What
    // breaks lines breaks them at one length, so this one has lost the spaces that it ended in.
    std::optional<std::size_t> shortened_line = std::nullopt;
};

class Joining {
public:
    explicit Joining(TextLines::Start start) : line_(start.number), at_(start.offset) {
        joined_.segments.push_back({0, start.number, start.before});
    }

    JoinedValue join(std::string_view text) {
        for (bool is_complete = false; at_ < text.size() && !is_complete; ++at_)
            is_complete = take(text[at_]);
        joined_.end = at_;
        if (shortest_length_ < longest_length_) joined_.shortened_line = shortest_line_;
        return std::move(joined_);
    }

private:
    // Whether the value ends with this byte.
    bool take(char byte) {
        if (byte == '\r') return false;
        if (byte == '\n') {
            break_line();
            return false;
        }
        joined_.text += byte;
        line_length_ += length_of(byte, CountedAs::utf_16);
        if (in_string_) {
            take_in_string(byte);
            return false;
        }
        if (byte == '"') in_string_ = true;
        if (byte == '[' || byte == '{') ++depth_;
        if (byte == ']' || byte == '}') --depth_;
        return depth_ <= 0;
    }

    void take_in_string(char byte) {
        if (is_escaped_)
            is_escaped_ = false;
        else if (byte == '\\')
            is_escaped_ = true;
        else if (byte == '"')
            in_string_ = false;
    }

    void break_line() {
        longest_length_ = std::max(longest_length_, line_length_);
        if (in_string_ && line_length_ < shortest_length_) {
            shortest_length_ = line_length_;
            shortest_line_ = line_;
        }
        line_length_ = 0;
        ++line_;
        if (joined_.segments.back().begin == joined_.text.size()) joined_.segments.pop_back();
        joined_.segments.push_back({joined_.text.size(), line_, 0});
    }

    JoinedValue joined_;
    std::size_t line_;
    std::size_t at_;
    std::size_t line_length_ = 0;
    std::size_t longest_length_ = 0;
    // Of the lines that break inside a string.
    std::size_t shortest_length_ = std::string::npos;
    std::size_t shortest_line_ = 0;
    std::int64_t depth_ = 0;
    bool in_string_ = false;
    bool is_escaped_ = false;
};

// Positions in the original text of offsets in a joined value. Asked in ascending order, all of them together
// cost one walk over the text.
class Positions {
public:
    explicit Positions(JoinedValue const& value) : value_(value), column_(value.segments.front().column) {}

    Position of(std::size_t offset) {
        auto const& segments = value_.segments;
        while (segment_ + 1 < segments.size() && segments[segment_ + 1].begin <= offset) {
            ++segment_;
            at_ = segments[segment_].begin;
            column_ = segments[segment_].column;
        }
        for (; at_ < offset; ++at_) column_ += length_of(value_.text[at_]);
        return {segments[segment_].line, column_ + 1};
    }

private:
    JoinedValue const& value_;
    std::size_t segment_ = 0;
    std::size_t at_ = 0;
    std::size_t column_;
};

std::size_t skip_spaces(std::string_view text, std::size_t at) {
    auto const next = text.find_first_not_of(" \t", at);
    return next == std::string_view::npos ? text.size() : next;
}

// Walks over valid JSON once more, for what a document does not keep: the order of members, and places.
class RowWalker {
public:
    RowWalker(Source const& source, JoinedValue const& value, Rows& rows)
        : source_(source), text_(value.text), positions_(value), rows_(rows) {}

    void array_of_rows(std::string name) {
        GrowingSet set(here(), std::move(name));
        step();
        while (peek() != ']') {
            if (peek() == '{')
                set.add(row(set));
            else
                refuse_value("an object, which is a row");
            if (peek() == ',') step();
        }
        step();
        auto result = set.take();
        if (!result.rows.empty() || !result.name.empty()) rows_.sets.push_back(std::move(result));
    }

    // Rows under names: {"routes": [...]}, also {"sys": {"routes": [...]}}.
    void object_of_arrays(std::string const& prefix) {
        step();
        while (peek() != '}') {
            auto name = prefix + string_token();
            step();
            if (peek() == '[')
                array_of_rows(std::move(name));
            else if (peek() == '{' && prefix.empty())
                object_of_arrays(name + ".");
            else
                skip_value();
            if (peek() == ',') step();
        }
        step();
    }

    Row row(GrowingSet& set) {
        Row row{here(), {}};
        step();
        while (peek() != '}') {
            auto const column = set.column(string_token());
            step();
            value_into(row, column);
            if (peek() == ',') step();
        }
        step();
        return row;
    }

private:
    [[nodiscard]] char peek() {
        at_ = skip_spaces(text_, at_);
        return text_[at_];
    }
    // Over a bracket, a comma or a colon.
    void step() { at_ = skip_spaces(text_, at_) + 1; }
    Position here() {
        at_ = skip_spaces(text_, at_);
        return positions_.of(at_);
    }

    void value_into(Row& row, std::size_t column) {
        auto const first = peek();
        if (first == '[' || first == '{') return refuse_value("a value");
        auto const position = here();
        if (first == '"') {
            row.cells.push_back({column, string_token(), position});
            return;
        }
        auto const word = word_token();
        if (word != "null") row.cells.push_back({column, std::string(word), position});
    }

    void refuse_value(std::string_view expected) {
        auto const first = peek();
        auto const* found = first == '[' ? "an array" : first == '{' ? "an object" : "a value";
        rows_.reported.push_back({place_in(source_, here()), Severity::error,
                                  fmt::format("expected {}, found {}", expected, found)});
        skip_value();
    }

    // Without the quotes and with what its escapes stand for.
    std::string string_token() {
        at_ = skip_spaces(text_, at_);
        auto const begin = at_;
        skip_string();
        auto const token = text_.substr(begin, at_ - begin);
        if (token.find('\\') == std::string_view::npos) return std::string(token.substr(1, token.size() - 2));
        return Json::parse(token).get<std::string>();
    }

    std::string_view word_token() {
        auto const begin = at_;
        at_ = std::min(text_.find_first_of(",]} \t", at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    void skip_string() {
        ++at_;
        while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
        ++at_;
    }

    void skip_value() {
        std::size_t depth = 0;
        do {
            auto const first = peek();
            if (first == '"') {
                skip_string();
            } else if (first == '[' || first == '{') {
                ++depth;
                ++at_;
            } else if (first == ']' || first == '}') {
                --depth;
                ++at_;
            } else if (first == ',' || first == ':') {
                ++at_;
            } else {
                word_token();
            }
        } while (depth > 0);
    }

    Source const& source_;
    std::string_view text_;
    Positions positions_;
    Rows& rows_;
    std::size_t at_ = 0;
};

// The parser tells a place in the joined text, which is one line.
Reported in_the_original(Error const& error, Source const& source, JoinedValue const& value) {
    constexpr std::string_view before_column = "line 1, column ";
    std::string_view message = error.message;
    std::size_t column = 0;
    if (message.substr(0, before_column.size()) == before_column) {
        auto const digits = message.substr(before_column.size());
        auto const parsed = std::from_chars(digits.data(), digits.data() + digits.size(), column);
        message = digits.substr(
            std::min(digits.find(": ", static_cast<std::size_t>(parsed.ptr - digits.data())), digits.size()));
        if (!message.empty()) message.remove_prefix(2);
    }
    auto const position = Positions(value).of(column == 0 ? 0 : std::min(column - 1, value.text.size()));
    return {place_in(source, position), Severity::error,
            place_and_message({error.where, "no valid JSON: " + std::string(message)})};
}

bool is_structured(Json const& value) { return value.is_array() || value.is_object(); }

}  // namespace

bool begins_json(std::string_view line) {
    auto const first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return false;
    return line[first] == '{' || line[first] == '[';
}

std::size_t GrowingSet::column(std::string name) {
    auto const [known, is_new] = numbers_.emplace(std::move(name), set_.columns.size());
    if (is_new) set_.columns.push_back(known->first);
    return known->second;
}

void JsonRows::read(TextLines& lines) {
    auto const line = lines.here();
    auto const spaces = line.text.find_first_not_of(" \t");
    auto const value = Joining({line.number, line.offset + spaces, line.before + spaces}).join(lines.text());
    auto const behind = Positions(value).of(value.text.size());
    lines.go_to({behind.line, value.end, behind.column - 1});
    auto const document = parse_json(value.text);
    if (!document) {
        rows_.reported.push_back(in_the_original(document.error(), source_, value));
        return;
    }
    if (value.shortened_line)
        rows_.reported.push_back({{source_.name, *value.shortened_line, 1},
                                  Severity::warning,
                                  "expected the line, which ends inside a text, to be as long as the others; "
                                  "it may have lost spaces at its end"});

    RowWalker walker(source_, value, rows_);
    if (document->is_array()) {
        walker.array_of_rows("");
    } else if (std::any_of(document->begin(), document->end(), is_structured)) {
        walker.object_of_arrays("");
    } else {
        if (!single_objects_) single_objects_.emplace(Positions(value).of(0));
        single_objects_->add(walker.row(*single_objects_));
    }
}

void JsonRows::finish() {
    if (single_objects_) rows_.sets.push_back(single_objects_->take());
    single_objects_.reset();
}

}  // namespace ssbroute::formats
