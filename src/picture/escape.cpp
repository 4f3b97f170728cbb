#include "picture/escape.hpp"

#include <cstddef>
#include <fmt/format.h>

#include "model/utf_8.hpp"

namespace ssbroute::picture {
namespace {

bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// What ends a line, or turns the direction of writing, is no part of a name that one sees.
bool is_control(char32_t c) {
    return c < 0x20 || in(c, 0x7F, 0x9F) || c == 0x061C || in(c, 0x200E, 0x200F) || in(c, 0x2028, 0x202E) ||
           in(c, 0x2066, 0x2069);
}

// U+FFFE and U+FFFF are not allowed in XML.
bool is_character(char32_t c) { return c < stray_byte && !in(c, 0xFFFE, 0xFFFF); }

}  // namespace

std::string printable(std::string_view text) {
    constexpr char32_t replacement = 0xFFFD;
    std::string result;
    result.reserve(text.size());
    for (char32_t const letter : letters_of(text)) {
        if (is_control(letter))
            result += fmt::format(R"(\u{:04x})", static_cast<unsigned>(letter));
        else
            append(result, is_character(letter) ? letter : replacement);
    }
    return result;
}

std::string for_xml(std::string_view text) {
    std::string result;
    for (char const c : printable(text)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

// Mermaid ends a statement at ; and a line, takes # for the beginning of an entity, %%
// for a comment, $$ for a formula, and reads the rest as HTML and, between backticks, as Markdown. Where a
// line has a colon behind one of two words of its own it eats the end of the last entity: these words are
// broken up.
std::string for_mermaid(std::string_view text) {
    constexpr std::string_view special = R"(;#<>"&`%$)";
    auto const rest = printable(text);
    std::string result;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        auto const from_here = std::string_view(rest).substr(i);
        bool const begins_word = from_here.substr(0, 5) == "style" || from_here.substr(0, 8) == "classDef";
        bool const is_special = begins_word || special.find(rest[i]) != std::string_view::npos;
        if (is_special)
            result += fmt::format("#{};", static_cast<int>(rest[i]));
        else
            result += rest[i];
    }
    return result;
}

// Graphviz reads entities of HTML in plain strings, too.
std::string for_dot(std::string_view text) {
    std::string result;
    for (char const c : printable(text)) {
        if (c == '&') {
            result += "&amp;";
            continue;
        }
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

}  // namespace ssbroute::picture
