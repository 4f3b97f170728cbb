#include "formats/tsql/expression_builder.hpp"

#include <charconv>
#include <utility>

#include "formats/tsql/excerpt.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats::tsql {

Expression ExpressionBuilder::expression(Node const& node) const {
    Expression result{{}, source_.place(node)};
    for (auto const& child : children(node)) result.operands.push_back(operand(child));
    return result;
}

Operand ExpressionBuilder::operand(Node const& node) const {
    using enum Operand::Kind;
    auto const text = source_.text(node);
    auto place = source_.place(node);
    switch (node.kind) {
        case Kind::name: return {constant, source_.name(node).text, std::move(place)};
        case Kind::string: return {constant, source_.string(node), std::move(place)};
        case Kind::number: return {number, excerpt(text), std::move(place)};
        case Kind::null: return {null, excerpt(text), std::move(place)};
        case Kind::current_database: return {current_database, excerpt(text), std::move(place)};
        case Kind::character: return character(node, std::move(place));
        case Kind::quoted_name:
            return {quoted_name, excerpt(text), std::move(place),
                    expression(children(node).front()).operands};
        case Kind::variable:
            // @@SERVERNAME and its like are functions.
            return {text.substr(0, 2) == "@@" ? other : variable, std::string(text), std::move(place)};
        default: return {other, excerpt(text), std::move(place)};
    }
}

// CHAR of ASCII, whatever the code page; NCHAR of the same is no other.
Operand ExpressionBuilder::character(Node const& node, Place place) const {
    auto const digits = source_.text(children(node).front());
    unsigned code = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code);
    if (error == std::errc() && end == digits.data() + digits.size() && code > 0 && code < 0x80)
        return {Operand::Kind::constant, std::string(1, static_cast<char>(code)), std::move(place)};
    return {Operand::Kind::other, excerpt(source_.text(node)), std::move(place)};
}

}  // namespace ssbroute::formats::tsql
