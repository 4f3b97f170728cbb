#include "formats/tsql/evaluation.hpp"

#include <charconv>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>

#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

using Comparison = CatalogueQuery::Comparison;

Truth known(bool truth) { return truth ? Truth::yes : Truth::no; }

Truth negated(Truth truth) {
    if (truth == Truth::yes) return Truth::no;
    if (truth == Truth::no) return Truth::yes;
    return truth;
}

// The weaker of two truths: AND.
Truth both(Truth a, Truth b) {
    for (auto const truth : {Truth::no, Truth::not_known, Truth::null})
        if (a == truth || b == truth) return truth;
    return Truth::yes;
}

// The stronger of two truths: OR.
Truth either(Truth a, Truth b) { return negated(both(negated(a), negated(b))); }

Value null_value() { return {Value::Kind::null}; }
Value text_value(std::string_view text) { return {Value::Kind::text, std::string(text)}; }

enum class Case : std::uint8_t { counts, does_not_count };

std::string_view without_trailing_spaces(std::string_view text) {
    auto const last = text.find_last_not_of(' ');
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool equal_texts(std::string_view a, std::string_view b, Case letters) {
    a = without_trailing_spaces(a);
    b = without_trailing_spaces(b);
    return letters == Case::counts ? a == b : ascii::equal_without_case(a, b);
}

// A whole number; nothing for any other.
std::optional<std::int64_t> as_number(std::string_view text) {
    std::int64_t number = 0;
    auto const* const end = text.data() + text.size();
    auto const [rest, fault] = std::from_chars(text.data(), end, number);
    if (text.empty() || fault != std::errc() || rest != end) return std::nullopt;
    return number;
}

// Where one of them is a number, the other is taken as one.
Truth equal(Value const& a, Value const& b, Case letters) {
    using Kind = Value::Kind;
    if (a.kind == Kind::not_known || b.kind == Kind::not_known) return Truth::not_known;
    if (a.kind == Kind::null || b.kind == Kind::null) return Truth::null;
    if (a.kind == Kind::text && b.kind == Kind::text) return known(equal_texts(a.text, b.text, letters));
    auto const x = as_number(a.text);
    auto const y = as_number(b.text);
    return x && y ? known(*x == *y) : Truth::not_known;
}

// LIKE with % and _; the patterns are without [...].
bool is_like(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t expected = 0;
    std::size_t behind_percent = std::string_view::npos;  // of the pattern, where to go on after a %
    std::size_t resumed_at = 0;                           // of the text, how far that % has reached
    while (at < text.size()) {
        if (expected < pattern.size() && pattern[expected] == '%') {
            behind_percent = ++expected;
            resumed_at = at;
        } else if (expected < pattern.size() && (pattern[expected] == '_' || pattern[expected] == text[at])) {
            ++expected;
            ++at;
        } else if (behind_percent != std::string_view::npos) {
            expected = behind_percent;
            at = ++resumed_at;
        } else {
            return false;
        }
    }
    while (expected < pattern.size() && pattern[expected] == '%') ++expected;
    return expected == pattern.size();
}

// Whether a row passes the comparison of one of its columns.
Truth passes(Value const& cell, Comparison::Operator comparison, std::vector<Value> const& values,
             Case letters) {
    switch (comparison) {
        case Comparison::Operator::is_null:
            return cell.kind == Value::Kind::not_known ? Truth::not_known
                                                       : known(cell.kind == Value::Kind::null);
        case Comparison::Operator::is_not_null:
            return negated(passes(cell, Comparison::Operator::is_null, values, letters));
        case Comparison::Operator::not_equal:
            return negated(passes(cell, Comparison::Operator::equal, values, letters));
        case Comparison::Operator::equal:
        case Comparison::Operator::one_of: break;
    }
    auto truth = Truth::no;
    for (auto const& value : values) truth = either(truth, equal(cell, value, letters));
    return truth;
}

// A query whose values are evaluated.
struct Wanted {
    std::string const& column;
    Comparison::Operator comparison;
    std::vector<Value> values;
};

using CellOf = std::function<Value(std::string_view column)>;

Case letters_of(std::string_view column, QueriedView view) {
    bool const names_a_service = column == "remote_service_name" || view == QueriedView::services;
    return names_a_service ? Case::counts : Case::does_not_count;
}

Truth passes_all(std::vector<Wanted> const& wanted, QueriedView view, CellOf const& cell_of) {
    auto truth = Truth::yes;
    for (auto const& one : wanted)
        truth = both(truth,
                     passes(cell_of(one.column), one.comparison, one.values, letters_of(one.column, view)));
    return truth;
}

// `name = 'text'`, which is looked up and not searched for.
std::optional<std::string> wanted_name(std::vector<Wanted> const& wanted) {
    for (auto const& one : wanted) {
        bool const is_name = one.column == "name" && one.comparison == Comparison::Operator::equal;
        if (is_name && one.values.size() == 1 && one.values.front().kind == Value::Kind::text)
            return std::string(without_trailing_spaces(one.values.front().text));
    }
    return std::nullopt;
}

template <typename Text>
Value cell(std::optional<Text> const& text) {
    return text ? text_value(text->text()) : null_value();
}

Value cell_of_route(Route const& route, std::string_view column) {
    if (column == "name") return text_value(route.name);
    if (column == "remote_service_name") return cell(route.remote_service_name);
    if (column == "broker_instance") return cell(route.broker_instance);
    if (column == "lifetime") return route.lifetime ? Value{} : null_value();
    if (column == "address") return text_value(route.address.text());
    if (column == "mirror_address") return cell(route.mirror_address);
    return {};
}

Value cell_of_database(Server const& server, std::string const& database, std::string_view column) {
    if (column == "name") return text_value(database);
    if (column == "is_broker_enabled")
        return {Value::Kind::number, server.broker(database) == Broker::enabled ? "1" : "0"};
    if (column == "service_broker_guid") {
        auto const identifier = server.identifier(database);
        return identifier ? text_value(identifier->text()) : Value{};
    }
    return {};
}

Value cell_of_endpoint(std::string const& endpoint, std::string_view column) {
    if (column == "name") return text_value(endpoint);
    if (column == "type_desc") return text_value("SERVICE_BROKER");
    if (column == "type") return {Value::Kind::number, "3"};
    if (column == "protocol_desc") return text_value("TCP");
    return {};
}

// Searches row by row, each of which costs work.
class Search {
public:
    Search(std::vector<Wanted> const& wanted, QueriedView view, Work& work)
        : wanted_(wanted), view_(view), work_(work) {}

    // Whether the search is over.
    bool row(CellOf const& cell_of) {
        constexpr std::size_t work_of_a_row = 8;
        if (!work_.take(work_of_a_row)) {
            found_ = Truth::not_known;
            return true;
        }
        found_ = either(found_, passes_all(wanted_, view_, cell_of));
        return found_ == Truth::yes;
    }
    // Of EXISTS: there is a row, or there is none.
    [[nodiscard]] Truth found() const { return found_ == Truth::null ? Truth::no : found_; }

private:
    std::vector<Wanted> const& wanted_;
    QueriedView view_;
    Work& work_;
    Truth found_ = Truth::no;
};

std::vector<Wanted> evaluated(CatalogueQuery const& query, Evaluation& evaluation) {
    std::vector<Wanted> wanted;
    for (auto const& comparison : query.comparisons) {
        wanted.push_back({comparison.column, comparison.comparison, {}});
        for (auto const& value : comparison.values) wanted.back().values.push_back(evaluation.value(value));
    }
    return wanted;
}

}  // namespace

Value Evaluation::value(Operand const& operand) {
    switch (operand.kind) {
        case Operand::Kind::constant: return text_value(operand.text);
        case Operand::Kind::number: return {Value::Kind::number, operand.text};
        case Operand::Kind::null: return null_value();
        case Operand::Kind::current_database: return text_value(server_.spelled(database_));
        case Operand::Kind::variable: {
            auto const found = variables_.find(ascii::lower(operand.text));
            if (found == variables_.end() || !work_.take(found->second.text.size())) return {};
            return found->second;
        }
        case Operand::Kind::quoted_name: {
            auto name = sum(operand.arguments);
            if (name.kind == Value::Kind::null || name.kind == Value::Kind::not_known) return name;
            std::string quoted = "[";
            for (char const c : name.text) quoted += c == ']' ? std::string("]]") : std::string(1, c);
            return text_value(quoted + "]");
        }
        case Operand::Kind::other: break;
    }
    return {};
}

Value Evaluation::value(Expression const& expression) { return sum(expression.operands); }

Value Evaluation::sum(std::vector<Operand> const& operands) {
    if (operands.empty()) return {};
    if (operands.size() == 1) return value(operands.front());
    std::string text;
    bool is_null = false;
    for (auto const& operand : operands) {
        auto const one = value(operand);
        // With a number among them it is arithmetic.
        if (one.kind == Value::Kind::not_known || one.kind == Value::Kind::number) return {};
        is_null = is_null || one.kind == Value::Kind::null;
        if (!work_.take(one.text.size())) return {};
        text += one.text;
    }
    return is_null ? null_value() : text_value(text);
}

bool Evaluation::has_database(std::string const& database) {
    if (server_.has_database(database)) return true;
    if (!server_.is_dropped(database)) missed_.push_back(database);
    return false;
}

std::string Evaluation::database_of(CatalogueQuery const& query) {
    if (!query.database) return database_;
    auto const& name = query.database->text;
    if (!server_.is_dropped(name) && server_.assume_database(name)) assumed_.push_back(name);
    return name;
}

Truth Evaluation::exists(CatalogueQuery const& query) {
    switch (query.view) {
        case QueriedView::routes: return exists_route(query);
        case QueriedView::services: return exists_service(query);
        case QueriedView::databases: return exists_database(query);
        case QueriedView::endpoints: return exists_endpoint(query);
    }
    return Truth::not_known;
}

Truth Evaluation::exists_route(CatalogueQuery const& query) {
    auto const database = database_of(query);
    auto const wanted = evaluated(query, *this);
    Search search(wanted, query.view, work_);
    auto const look_at = [&](Route const& route) {
        return search.row([&](std::string_view column) { return cell_of_route(route, column); });
    };
    if (auto const name = wanted_name(wanted)) {
        if (auto const* route = server_.route(database, *name)) look_at(*route);
    } else {
        server_.any_route(database, look_at);
    }
    return search.found();
}

Truth Evaluation::exists_service(CatalogueQuery const& query) {
    auto const database = database_of(query);
    auto const wanted = evaluated(query, *this);
    Search search(wanted, query.view, work_);
    auto const look_at = [&](ServiceName const& service) {
        return search.row(
            [&](std::string_view column) { return column == "name" ? text_value(service.text()) : Value{}; });
    };
    if (auto const name = wanted_name(wanted)) {
        if (server_.has_service(database, *name)) look_at(ServiceName(*name));
    } else {
        server_.any_service(database, look_at);
    }
    return search.found();
}

Truth Evaluation::exists_database(CatalogueQuery const& query) {
    auto const wanted = evaluated(query, *this);
    Search search(wanted, query.view, work_);
    auto const look_at = [&](std::string const& database) {
        return search.row(
            [&](std::string_view column) { return cell_of_database(server_, database, column); });
    };
    if (auto const name = wanted_name(wanted)) {
        if (has_database(*name)) look_at(server_.spelled(*name));
        return search.found();
    }
    for (auto const& database : server_.databases())
        if (look_at(database)) break;
    return search.found();
}

Truth Evaluation::exists_endpoint(CatalogueQuery const& query) {
    auto const wanted = evaluated(query, *this);
    Search search(wanted, query.view, work_);
    if (auto const& endpoint = server_.endpoint())
        search.row([&](std::string_view column) { return cell_of_endpoint(*endpoint, column); });
    return search.found();
}

Truth Evaluation::compare(ComparisonOfValues const& comparison) {
    using Operator = ComparisonOfValues::Operator;
    auto const left = value(comparison.left);
    auto const right = value(comparison.right);
    switch (comparison.comparison) {
        case Operator::equal: return equal(left, right, Case::does_not_count);
        case Operator::not_equal: return negated(equal(left, right, Case::does_not_count));
        case Operator::like:
        case Operator::not_like: break;
    }
    if (left.kind == Value::Kind::not_known || right.kind == Value::Kind::not_known) return Truth::not_known;
    if (left.kind == Value::Kind::null || right.kind == Value::Kind::null) return Truth::null;
    if (right.text.find('[') != std::string::npos) return Truth::not_known;
    if (!work_.take(left.text.size() * (right.text.size() + 1))) return Truth::not_known;
    auto const truth = known(is_like(ascii::lower(left.text), ascii::lower(right.text)));
    return comparison.comparison == Operator::like ? truth : negated(truth);
}

Truth Evaluation::truth(Condition const& condition) {
    struct Visitor {
        Evaluation& self;

        Truth operator()(UnknownCondition const&) const { return Truth::not_known; }
        Truth operator()(Not const& one) const {
            return one.condition.empty() ? Truth::not_known : negated(self.truth(one.condition.front()));
        }
        Truth operator()(AllOf const& all) const {
            auto truth = Truth::yes;
            for (auto const& one : all.conditions) truth = both(truth, self.truth(one));
            return truth;
        }
        Truth operator()(AnyOf const& any) const {
            auto truth = Truth::no;
            for (auto const& one : any.conditions) truth = either(truth, self.truth(one));
            return truth;
        }
        Truth operator()(Exists const& one) const { return self.exists(one.query); }
        Truth operator()(DatabaseExists const& one) const {
            auto const name = self.value(one.database);
            if (name.kind == Value::Kind::not_known) return Truth::not_known;
            return known(name.kind == Value::Kind::text &&
                         self.has_database(std::string(without_trailing_spaces(name.text))));
        }
        Truth operator()(IsNull const& one) const {
            auto const value = self.value(one.value);
            if (value.kind == Value::Kind::not_known) return Truth::not_known;
            return known(value.kind == Value::Kind::null);
        }
        Truth operator()(ComparisonOfValues const& one) const { return self.compare(one); }
    };
    return std::visit(Visitor{*this}, condition.what);
}

}  // namespace ssbroute::formats
