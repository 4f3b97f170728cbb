// Nodes of conditions, as conditions.
#pragma once

#include <optional>

#include "formats/tsql/expression_builder.hpp"
#include "formats/tsql/source_text.hpp"

namespace ssbroute::formats::tsql {

class ConditionBuilder {
public:
    explicit ConditionBuilder(SourceText source) : source_(source), expressions_(source) {}

    [[nodiscard]] Condition condition(Node const& node) const;

private:
    template <typename Several>
    [[nodiscard]] Condition several(Node const& node) const;
    [[nodiscard]] Condition unknown(Node const& node) const;
    [[nodiscard]] Condition rows_exist(Node const& node, std::optional<CatalogueQuery> query) const;
    [[nodiscard]] Condition exists(Node const& node) const;
    [[nodiscard]] Condition is_in_rows(Node const& node) const;
    [[nodiscard]] Condition rows_compared(Node const& node) const;
    [[nodiscard]] Condition database_exists(Node const& node) const;
    [[nodiscard]] Condition is_null(Node const& node) const;
    [[nodiscard]] Condition comparison(Node const& node) const;

    /// Nothing: not one of the views that are known here, or not understood.
    [[nodiscard]] std::optional<CatalogueQuery> query(Node const& node) const;
    [[nodiscard]] std::optional<CatalogueQuery::Comparison> row_comparison(Node const& node) const;
    [[nodiscard]] std::string column(Node const& node) const;

    SourceText source_;
    ExpressionBuilder expressions_;
};

}  // namespace ssbroute::formats::tsql
