// Nodes of expressions, as expressions.
#pragma once

#include "formats/tsql/source_text.hpp"

namespace ssbroute::formats::tsql {

class ExpressionBuilder {
public:
    explicit ExpressionBuilder(SourceText source) : source_(source) {}

    [[nodiscard]] Expression expression(Node const& node) const;
    /// Of one operand; a name is a constant.
    [[nodiscard]] Operand operand(Node const& node) const;

private:
    [[nodiscard]] Operand character(Node const& node, Place place) const;

    SourceText source_;
};

}  // namespace ssbroute::formats::tsql
