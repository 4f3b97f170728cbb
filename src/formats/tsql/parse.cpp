#include "formats/tsql/parse.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

#include "formats/tsql/excerpt.hpp"
#include "formats/tsql/grammar.hpp"
#include "formats/tsql/statement_builder.hpp"

namespace ssbroute::formats {
namespace tsql {
namespace {

/// What a rule that must match says is expected; the first thing in a node, if the node itself says nothing.
template <typename Rule>
struct Expectation {
    static constexpr std::string_view text = Rule::expected;
};
template <Kind K, typename First, typename... Rules>
struct Expectation<node<K, First, Rules...>> : Expectation<First> {};

template <typename Rule>
concept has_kind = requires {
    Rule::kind;
};
template <typename Rule>
concept complains = requires {
    Rule::complaint;
};
template <typename Rule>
concept swallows_the_rest = requires {
    Rule::swallows_the_rest;
};

// Whether neither a rule nor, as far as one looks, what is in it is in the tree.
template <typename Rule, std::size_t Depth>
constexpr bool is_without_nodes();
template <std::size_t Depth, typename... Rules>
constexpr bool are_without_nodes(pegtl::type_list<Rules...> /*rules*/) {
    return (is_without_nodes<Rules, Depth>() && ...);
}
template <typename Rule, std::size_t Depth>
constexpr bool is_without_nodes() {
    if constexpr (Depth == 0 || has_kind<Rule>)
        return false;
    else
        return are_without_nodes<Depth - 1>(typename Rule::subs_t());
}

/// Keeps the tree: nodes of rules that match, none of those that do not. Every rule that fails goes back to
/// where it began, so that errors are told there.
template <typename Rule>
struct control : pegtl::normal<Rule> {
    template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        auto const* const begin = in.current();
        if constexpr (is_without_nodes<Rule, 8>()) {
            bool const matches = pegtl::normal<Rule>::template match<A, M, Action, Control>(in, tree);
            if (!matches) in.iterator() = begin;
            return matches;
        }
        auto const size = tree.size();
        if constexpr (has_kind<Rule>) tree.open(Rule::kind, begin);
        if (!pegtl::normal<Rule>::template match<A, M, Action, Control>(in, tree)) {
            tree.cut(size);
            in.iterator() = begin;
            return false;
        }
        if constexpr (has_kind<Rule>) tree.close(size, in.current());
        return true;
    }

    template <typename Input>
    [[noreturn]] static void raise(Input const& in, SyntaxTree& tree) {
        if constexpr (swallows_the_rest<Rule>) {
            tree.swallowed = true;
            throw Malformed{in.current(), SyntaxError::Text::all, Rule::complaint, in.end()};
        } else if constexpr (complains<Rule>) {
            throw Malformed{in.current(), SyntaxError::Text::all, Rule::complaint, in.current()};
        } else {
            throw Malformed{in.current(), SyntaxError::Text::what_was_expected, Expectation<Rule>::text,
                            in.current()};
        }
    }
};

// The tree of a batch, and its errors. What is complete before the batch cannot be read any further stays.
SyntaxTree syntax_tree(std::string_view text) {
    SyntaxTree tree(text);
    pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, char const*> in(text.data(), text.size(),
                                                                                    "");
    try {
        [[maybe_unused]] bool const is_read = pegtl::parse<batch, pegtl::nothing, control>(in, tree);
        assert(is_read);
    } catch (Malformed const& error) {
        auto const offset = tree.offset(error.at);
        tree.errors.push_back({offset, offset, error.says, error.text});
    } catch (NestedTooDeep const& error) {
        auto const offset = tree.offset(error.at);
        tree.errors.push_back({offset, offset, SyntaxError::Text::all,
                               "statements are nested more than 64 deep: the rest of the batch is not read"});
    }
    return tree;
}

std::string hint(std::string_view expected, std::string_view token) {
    auto const is_expected = [&](std::string_view what) {
        return expected.find(what) != std::string_view::npos;
    };
    if (token.empty() || (!is_expected("a string") && !is_expected("a whole number"))) return "";
    if (token.front() == '"') return " (double quotes make a name; a string stands in single quotes)";
    if (token.front() == '@' && !is_expected("a variable"))
        return " (no variable can stand here; the whole statement can be a string that is executed)";
    return "";
}

Finding finding(SyntaxError const& error, std::string_view text) {
    if (error.says == SyntaxError::Text::all) return {error.offset, Severity::error, std::string(error.text)};
    auto const label = first_words(text, error.statement);
    // At the end of the batch, what is not complete is the place that helps.
    auto const place = error.offset < text.size() ? error.offset : error.statement;
    return {place, Severity::error,
            fmt::format("{}{}expected {}, found {}{}", label, label.empty() ? "" : ": ", error.text,
                        found_at(text, error.offset), hint(error.text, token_at(text, error.offset)))};
}

// Whether an error only follows from what is told anyway.
bool is_known(Batch const& batch, SyntaxTree const& tree, SyntaxError const& error) {
    if (tree.swallowed && error.offset == batch.text().size()) return true;
    auto const token = token_at(batch.text(), error.offset);
    return batch.is_refused(error.statement, error.offset + std::max<std::size_t>(token.size(), 1));
}

}  // namespace
}  // namespace tsql

Parsed parse(Batch const& batch) {
    auto const& text = batch.text();
    if (text.size() > std::numeric_limits<std::uint32_t>::max())
        return {{}, {{batch.place_of(0), Severity::error, "a batch of more than 4 GB is not read"}}};

    auto const tree = tsql::syntax_tree(text);
    std::vector<tsql::Finding> findings;
    for (auto const& error : tree.errors)
        if (!tsql::is_known(batch, tree, error)) findings.push_back(tsql::finding(error, text));
    Parsed parsed;
    parsed.statements = tsql::build_statements(batch, tree, findings);

    std::stable_sort(findings.begin(), findings.end(),
                     [](auto const& a, auto const& b) { return a.offset < b.offset; });
    parsed.reported.reserve(findings.size());
    for (auto& finding : findings)
        parsed.reported.push_back(
            {batch.place_of(finding.offset), finding.severity, std::move(finding.message)});
    return parsed;
}

}  // namespace ssbroute::formats
