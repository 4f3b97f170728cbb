#include "formats/tsql/markdown.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view without_blanks_before(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

// A line that opens or closes a block: at least three backticks or tildes, indented at will.
struct Fence {
    char mark;
    std::size_t length;
    std::string_view behind;
};

std::optional<Fence> fence(std::string_view line) {
    auto const text = without_blanks_before(line);
    if (text.empty() || (text.front() != '`' && text.front() != '~')) return std::nullopt;
    auto const length = std::min(text.find_first_not_of(text.front()), text.size());
    if (length < 3) return std::nullopt;
    auto const behind = without_blanks_before(text.substr(length));
    // `code` within a line of text may begin with three backticks, too.
    if (text.front() == '`' && behind.find('`') != std::string_view::npos) return std::nullopt;
    return Fence{text.front(), length, behind};
}

bool is_tsql(std::string_view language) {
    constexpr std::array<std::string_view, 5> names{"sql", "tsql", "t-sql", "transact-sql", "mssql"};
    auto const word = language.substr(0, language.find_first_of(" \t\r,{"));
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return ascii::equal_without_case(name, word); });
}

}  // namespace

std::string fenced_tsql(std::string_view markdown) {
    std::string result;
    std::optional<Fence> open;
    while (!markdown.empty()) {
        auto const end = markdown.find('\n');
        auto const line = markdown.substr(0, end);
        auto const found = fence(line);
        if (!open) {
            open = found;
        } else if (found && found->mark == open->mark && found->length >= open->length &&
                   found->behind.empty()) {
            if (is_tsql(open->behind)) result += "GO";
            open.reset();
        } else if (is_tsql(open->behind)) {
            result += line;
        }
        if (end == std::string_view::npos) break;
        result += '\n';
        markdown.remove_prefix(end + 1);
    }
    return result;
}

}  // namespace ssbroute::formats
