// A text line by line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ssbroute::formats {

/// How characters are counted: as such, or as the UTF-16 of the server and its tools does, in which those
/// beyond U+FFFF count twice.
enum class CountedAs : unsigned char { characters, utf_16 };

/// What the byte adds to the length of a text in UTF-8.
constexpr std::size_t length_of(char byte, CountedAs counted = CountedAs::characters) {
    auto const value = static_cast<unsigned char>(byte);
    bool const continues_a_character = (value & 0xC0U) == 0x80U;
    if (continues_a_character) return 0;
    constexpr unsigned char first_beyond_ffff = 0xF0;
    return counted == CountedAs::utf_16 && value >= first_beyond_ffff ? 2 : 1;
}

constexpr std::size_t length_of(std::string_view text, CountedAs counted = CountedAs::characters) {
    std::size_t length = 0;
    for (char const byte : text) length += length_of(byte, counted);
    return length;
}

constexpr bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

constexpr std::string_view without_trailing_spaces(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

constexpr std::string_view trimmed(std::string_view text) {
    auto const first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

constexpr std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

/// What sqlcmd and SSMS print behind a result set: `(3 rows affected)`, in the language of the server.
constexpr bool is_row_count(std::string_view line) {
    auto const text = trimmed(line);
    constexpr std::string_view wide_parenthesis = "\xEF\xBC\x88";
    bool const is_wide = text.substr(0, wide_parenthesis.size()) == wide_parenthesis;
    auto const number = is_wide ? wide_parenthesis.size() : 1;
    if (text.size() <= number || (!is_wide && (text.front() != '(' || text.back() != ')'))) return false;
    return text[number] >= '0' && text[number] <= '9';
}

/// A line without its end, or the rest of one, and where it stands.
struct TextLine {
    std::string_view text;
    std::size_t number = 1;
    std::size_t offset = 0;
    /// The characters before it.
    std::size_t before = 0;
};

/// Walks over the lines of a text, which end in a line feed, with carriage returns before it or without.
class TextLines {
public:
    /// A place in the text.
    struct Start {
        std::size_t number = 1;
        std::size_t offset = 0;
        /// The characters before it in its line.
        std::size_t before = 0;
    };

    explicit TextLines(std::string_view text) : text_(text), end_(end_of_line(0)) {}

    [[nodiscard]] bool at_end() const { return here_.offset >= text_.size(); }
    [[nodiscard]] TextLine here() const { return line_at(here_, end_); }
    /// The line after this one; empty at the end.
    [[nodiscard]] TextLine after_this() const {
        auto const start = next_start();
        return line_at(start, end_of_line(start.offset));
    }
    void advance() { go_to(next_start()); }
    /// Goes on there, which is not before the line here.
    void go_to(Start place) {
        here_ = place;
        // The rest of a line ends where the line does.
        if (place.offset > end_.feed) end_ = end_of_line(place.offset);
    }

    [[nodiscard]] std::string_view text() const { return text_; }

private:
    struct End {
        std::size_t text;
        std::size_t feed;
    };

    [[nodiscard]] Start next_start() const {
        return {here_.number + 1, std::min(end_.feed + 1, text_.size())};
    }

    [[nodiscard]] End end_of_line(std::size_t offset) const {
        auto const feed = std::min(text_.find('\n', offset), text_.size());
        auto end = feed;
        while (end > offset && text_[end - 1] == '\r') --end;
        return {end, feed};
    }

    [[nodiscard]] TextLine line_at(Start place, End end) const {
        auto const offset = std::min(place.offset, end.text);
        return {text_.substr(offset, end.text - offset), place.number, place.offset, place.before};
    }

    std::string_view text_;
    Start here_;
    End end_;
};

}  // namespace ssbroute::formats
