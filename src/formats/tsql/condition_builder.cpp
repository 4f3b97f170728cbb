#include "formats/tsql/condition_builder.hpp"

#include <array>
#include <cassert>
#include <utility>

#include "formats/tsql/excerpt.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats::tsql {
namespace {

using Operator = CatalogueQuery::Comparison::Operator;

bool is_negated(Node const& node) { return children(node).find(Kind::negated) != nullptr; }

Condition opposite(Condition condition) {
    Condition result{condition.place, Not{}};
    std::get<Not>(result.what).condition.push_back(std::move(condition));
    return result;
}

Condition opposite_if(bool is_opposite, Condition condition) {
    return is_opposite ? opposite(std::move(condition)) : std::move(condition);
}

// The view that a name means; system views are in the schema sys, but for one that is as old as dbo.
std::optional<QueriedView> view(std::vector<std::optional<Name>> const& parts) {
    struct Known {
        std::string_view name;
        QueriedView view;
    };
    constexpr std::array<Known, 5> known{{{"routes", QueriedView::routes},
                                          {"services", QueriedView::services},
                                          {"databases", QueriedView::databases},
                                          {"endpoints", QueriedView::endpoints},
                                          {"service_broker_endpoints", QueriedView::endpoints}}};
    auto const& name = parts.back()->text;
    if (parts.size() > 3) return std::nullopt;  // of another server
    if (ascii::equal_without_case(name, "sysdatabases")) return QueriedView::databases;
    if (parts.size() < 2) return std::nullopt;
    auto const& schema = parts[parts.size() - 2];
    if (!schema || !ascii::equal_without_case(schema->text, "sys")) return std::nullopt;
    for (auto const& candidate : known)
        if (ascii::equal_without_case(candidate.name, name)) return candidate.view;
    return std::nullopt;
}

// One row of each database is not what a view of the server has.
bool is_of_a_database(QueriedView view) {
    return view == QueriedView::routes || view == QueriedView::services;
}

// Whether `count OPERATOR number` says that there is a row, or that there is none.
std::optional<bool> says_that_there_is(Kind comparison, std::string_view number) {
    bool const is_zero = number == "0";
    bool const is_one = number == "1";
    switch (comparison) {
        case Kind::equal: return is_zero ? std::optional(false) : std::nullopt;
        case Kind::not_equal:
        case Kind::greater: return is_zero ? std::optional(true) : std::nullopt;
        case Kind::greater_or_equal: return is_one ? std::optional(true) : std::nullopt;
        case Kind::less: return is_one ? std::optional(false) : std::nullopt;
        case Kind::less_or_equal: return is_zero ? std::optional(false) : std::nullopt;
        default: return std::nullopt;
    }
}

bool is_comparison(Kind kind) {
    switch (kind) {
        case Kind::equal:
        case Kind::not_equal:
        case Kind::like:
        case Kind::not_like:
        case Kind::less:
        case Kind::greater:
        case Kind::less_or_equal:
        case Kind::greater_or_equal: return true;
        default: return false;
    }
}

Kind comparison_in(Node const& node) {
    for (auto const& child : children(node))
        if (is_comparison(child.kind)) return child.kind;
    return Kind::none;
}

// The last of the node's expressions.
Node const& last_expression(Node const& node) {
    Node const* last = nullptr;
    for (auto const& child : children(node))
        if (child.kind == Kind::expression) last = &child;
    assert(last != nullptr);
    return *last;
}

}  // namespace

Condition ConditionBuilder::condition(Node const& node) const {
    switch (node.kind) {
        case Kind::any_of: return several<AnyOf>(node);
        case Kind::all_of: return several<AllOf>(node);
        case Kind::negated: return opposite(condition(children(node).front()));
        case Kind::condition_in_parentheses:
            if (children(node).find(Kind::unknown_condition) != nullptr) return unknown(node);
            return condition(children(node).front());
        case Kind::exists: return exists(node);
        case Kind::is_in_rows: return is_in_rows(node);
        case Kind::rows_compared: return rows_compared(node);
        case Kind::database_exists: return database_exists(node);
        case Kind::is_null: return is_null(node);
        case Kind::comparison: return comparison(node);
        default: return unknown(node);
    }
}

// One of them is itself.
template <typename Several>
Condition ConditionBuilder::several(Node const& node) const {
    Several result;
    for (auto const& child : children(node)) result.conditions.push_back(condition(child));
    if (result.conditions.size() == 1) return std::move(result.conditions.front());
    return {source_.place(node), std::move(result)};
}

Condition ConditionBuilder::unknown(Node const& node) const {
    return {source_.place(node), UnknownCondition{excerpt(source_.text(node))}};
}

Condition ConditionBuilder::rows_exist(Node const& node, std::optional<CatalogueQuery> query) const {
    if (!query) return unknown(node);
    return {source_.place(node), Exists{std::move(*query)}};
}

Condition ConditionBuilder::exists(Node const& node) const {
    return rows_exist(node, query(*children(node).find(Kind::query)));
}

Condition ConditionBuilder::is_in_rows(Node const& node) const {
    auto const& rows = *children(node).find(Kind::query);
    auto found = query(rows);
    if (!found) return unknown(node);
    found->comparisons.push_back({column(*children(rows).find(Kind::column)),
                                  Operator::equal,
                                  {expressions_.expression(children(node).front())}});
    return opposite_if(is_negated(node), rows_exist(node, std::move(found)));
}

Condition ConditionBuilder::rows_compared(Node const& node) const {
    auto const& rows = *children(node).find(Kind::query);
    auto found = query(rows);
    if (!found) return unknown(node);
    auto const compared = comparison_in(node);
    auto const& value = last_expression(node);
    if (children(rows).find(Kind::counted) != nullptr) {
        auto const there_is = says_that_there_is(compared, source_.text(value));
        if (!there_is) return unknown(node);
        return opposite_if(!*there_is, rows_exist(node, std::move(found)));
    }
    if (compared != Kind::equal && compared != Kind::not_equal) return unknown(node);
    found->comparisons.push_back({column(*children(rows).find(Kind::column)),
                                  compared == Kind::equal ? Operator::equal : Operator::not_equal,
                                  {expressions_.expression(value)}});
    return rows_exist(node, std::move(found));
}

Condition ConditionBuilder::database_exists(Node const& node) const {
    auto const& called = *children(node).find(Kind::database_id);
    // DB_ID() is the current database's.
    if (children(called).empty()) return unknown(node);
    Condition result{source_.place(node), DatabaseExists{expressions_.expression(children(called).front())}};
    return opposite_if(!is_negated(node), std::move(result));
}

Condition ConditionBuilder::is_null(Node const& node) const {
    Condition result{source_.place(node), IsNull{expressions_.expression(children(node).front())}};
    return opposite_if(is_negated(node), std::move(result));
}

Condition ConditionBuilder::comparison(Node const& node) const {
    auto const operator_of = [](Kind kind) {
        switch (kind) {
            case Kind::not_equal: return ComparisonOfValues::Operator::not_equal;
            case Kind::like: return ComparisonOfValues::Operator::like;
            case Kind::not_like: return ComparisonOfValues::Operator::not_like;
            default: return ComparisonOfValues::Operator::equal;
        }
    };
    return {source_.place(node), ComparisonOfValues{expressions_.expression(children(node).front()),
                                                    operator_of(comparison_in(node)),
                                                    expressions_.expression(last_expression(node))}};
}

std::optional<CatalogueQuery> ConditionBuilder::query(Node const& node) const {
    auto const parts = source_.qualified_name(*children(node).find(Kind::qualified_name));
    auto const found = view(parts);
    if (!found) return std::nullopt;
    CatalogueQuery result{*found};
    if (parts.size() == 3 && is_of_a_database(*found)) result.database = parts.front();
    for (auto const& child : children(node)) {
        if (child.kind < Kind::row_equal || child.kind > Kind::row_like) continue;
        auto comparison = row_comparison(child);
        if (!comparison) return std::nullopt;
        result.comparisons.push_back(std::move(*comparison));
    }
    return result;
}

std::optional<CatalogueQuery::Comparison> ConditionBuilder::row_comparison(Node const& node) const {
    auto const operator_of = [](Kind kind) {
        switch (kind) {
            case Kind::row_not_equal: return Operator::not_equal;
            case Kind::row_one_of: return Operator::one_of;
            default: return Operator::equal;
        }
    };
    CatalogueQuery::Comparison result{column(*children(node).find(Kind::column)), operator_of(node.kind)};
    if (node.kind == Kind::row_is_null) {
        result.comparison = is_negated(node) ? Operator::is_not_null : Operator::is_null;
        return result;
    }
    for (auto const& child : children(node)) {
        if (child.kind == Kind::expression) result.values.push_back(expressions_.expression(child));
        if (child.kind != Kind::database_id) continue;
        // database_id = DB_ID('name') is name = 'name'; without a name it is the current database.
        if (result.column != "database_id") return std::nullopt;
        auto const place = source_.place(child);
        if (children(child).empty())
            result.values.push_back({{{Operand::Kind::current_database, "DB_NAME()", place}}, place});
        else
            result.values.push_back(expressions_.expression(children(child).front()));
    }
    if (children(node).find(Kind::database_id) != nullptr) result.column = "name";
    if (node.kind == Kind::row_like)
        for (auto const& operand : result.values.front().operands)
            if (operand.kind != Operand::Kind::constant ||
                operand.text.find_first_of("%_[") != std::string::npos)
                return std::nullopt;
    return result;
}

std::string ConditionBuilder::column(Node const& node) const {
    std::string last;
    for (auto const& child : children(node)) last = source_.name(child).text;
    return ascii::lower(last);
}

}  // namespace ssbroute::formats::tsql
