#include "formats/tsql/excerpt.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

#include "model/ascii.hpp"

namespace ssbroute::formats::tsql {
namespace {

bool is_ascii_letter(char c) { return ascii::lower(c) >= 'a' && ascii::lower(c) <= 'z'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }
bool is_word_part(char c) {
    return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '@' || c == '#' || c == '$';
}

std::size_t character_length(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && is_continuation(text[length])) ++length;
    return length;
}

char closing(char opening) {
    switch (opening) {
        case '\'': return '\'';
        case '"': return '"';
        case '[': return ']';
        default: return 0;
    }
}

std::uint32_t code_point(std::string_view character) {
    auto const first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return first;
    std::uint32_t code = first & (0x7FU >> character.size());
    for (char const c : character.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

bool is_printed(std::uint32_t code) {
    return code > 0x20 && code != 0x7F && (code < 0x80 || code > 0xA0) && (code < 0x2000 || code > 0x200F) &&
           (code < 0x2028 || code > 0x202F) && (code < 0x205F || code > 0x206F) && code != 0x3000 &&
           code != 0xFEFF;
}

std::string_view word_at(std::string_view text, std::size_t offset) {
    auto const rest = text.substr(std::min(offset, text.size()));
    auto const end = std::find_if_not(rest.begin(), rest.end(), is_word_part);
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

std::string upper(std::string_view word) {
    std::string result(word);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t longest) {
    auto cut = text.substr(0, longest);
    bool const is_cut = cut.size() < text.size();
    while (is_cut && !cut.empty() && is_continuation(text[cut.size()])) cut.remove_suffix(1);
    std::string result;
    for (char const c : cut) {
        bool const is_blank = static_cast<unsigned char>(c) <= 0x20U;
        if (!is_blank)
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return is_cut ? result + "..." : result;
}

std::string_view token_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return {};
    if (auto const word = word_at(text, offset); !word.empty()) return word;
    auto const rest = text.substr(offset);
    if (char const close = closing(rest.front()); close != 0)
        if (auto const end = rest.find(close, 1); end != std::string_view::npos)
            return rest.substr(0, end + 1);
    return rest.substr(0, character_length(rest));
}

std::string found_at(std::string_view text, std::size_t offset) {
    auto const token = token_at(text, offset);
    if (token.empty()) return "the end of the batch";
    if (character_length(token) == token.size() && token.size() <= 4) {
        auto const code = code_point(token);
        if (!is_printed(code)) return fmt::format("U+{:04X}", code);
    }
    return is_word_part(token.front()) || closing(token.front()) != 0 ? excerpt(token)
                                                                      : fmt::format("'{}'", excerpt(token));
}

std::string first_words(std::string_view text, std::size_t offset) {
    constexpr std::array<std::string_view, 8> second_words{"ROUTE", "DATABASE", "SERVICE", "ENDPOINT",
                                                           "EVENT", "DIALOG",   "TRY",     "CATCH"};
    auto const first = word_at(text, offset);
    if (first.empty() || !is_ascii_letter(first.front())) return "";
    auto result = upper(first.substr(0, 20));
    auto const behind = text.find_first_not_of(" \t\r\n", offset + first.size());
    if (behind == std::string_view::npos) return result;
    auto const second = upper(word_at(text, behind).substr(0, 20));
    if (std::find(second_words.begin(), second_words.end(), second) != second_words.end())
        result += " " + second;
    return result;
}

}  // namespace ssbroute::formats::tsql
