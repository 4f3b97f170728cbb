#include "formats/tsql/source_text.hpp"

namespace ssbroute::formats::tsql {
namespace {

// What stands between delimiters, with the doubled ones single.
std::string undelimited(std::string_view text, char close) {
    text.remove_prefix(1);
    text.remove_suffix(1);
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        if (text[i] == close) ++i;
    }
    return result;
}

}  // namespace

std::string_view SourceText::text(Node const& node) const {
    auto result = text_.substr(node.begin, node.end - node.begin);
    auto const last = result.find_last_not_of(" \t\r\n");
    return result.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

Name SourceText::name(Node const& node) const {
    auto const written = text_.substr(node.begin, node.end - node.begin);
    auto const where = place(node);
    if (written.front() == '[') return {undelimited(written, ']'), where};
    if (written.front() == '"') return {undelimited(written, '"'), where};
    return {std::string(written), where};
}

std::vector<std::optional<Name>> SourceText::qualified_name(Node const& node) const {
    std::vector<std::optional<Name>> parts;
    for (auto const& child : children(node)) {
        if (child.kind == Kind::name)
            parts.emplace_back(name(child));
        else if (child.kind == Kind::omitted_name)
            parts.emplace_back(std::nullopt);
    }
    return parts;
}

std::string SourceText::string(Node const& node) const {
    auto const written = text_.substr(node.begin, node.end - node.begin);
    return undelimited(written.front() == '\'' ? written : written.substr(1), '\'');
}

std::size_t SourceText::length(std::string_view text) {
    std::size_t length = 0;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) != 0x80U) ++length;
        if (byte >= 0xF0U) ++length;  // a surrogate pair
    }
    return length;
}

}  // namespace ssbroute::formats::tsql
