#include "picture/escape.hpp"

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

// Surrogates, U+FFFE and U+FFFF are not allowed in XML.
bool is_character(char32_t c) {
    return c < 0xD800 || in(c, 0xE000, 0xFFFD) || in(c, 0x10000, stray_byte - 1);
}

}  // namespace

std::string printable(std::string_view text) {
    constexpr char32_t replacement = 0xFFFD;
    std::string result;
    result.reserve(text.size());
    for (char32_t const letter : letters_of(text)) {
        if (is_control(letter))
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
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

// Mermaid ends a statement at ; and a line, takes # for the beginning of an entity, and reads the rest as
// HTML and, between backticks, as Markdown.
std::string for_mermaid(std::string_view text) {
    constexpr std::string_view special = ";#<>\"&`";
    std::string result;
    for (char const c : printable(text)) {
        if (special.find(c) == std::string_view::npos)
            result += c;
        else
            result += fmt::format("#{};", static_cast<int>(c));
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
