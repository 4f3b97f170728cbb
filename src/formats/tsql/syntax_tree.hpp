// What the grammar recognised in a batch: a tree in one flat list, and the errors.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ssbroute::formats::tsql {

/// What a part of a batch is.
enum class Kind : std::uint8_t {
    none,  // not in the tree
    // Names.
    name,            // bare, in brackets or in double quotes
    omitted_name,    // between the dots of msdb..sysdatabases
    qualified_name,  // of names and omitted names
    current,         // ALTER DATABASE CURRENT
    if_exists,
    // Expressions.
    expression,
    string,
    number,
    null,
    variable,
    current_database,
    character,    // CHAR or NCHAR of a number
    quoted_name,  // QUOTENAME of operands
    other_operand,
    // Routes.
    use_database,
    create_route,
    alter_route,
    drop_route,
    authorization,
    service_name,
    broker_instance,
    lifetime,
    address,
    mirror_address,
    // Databases.
    create_database,
    alter_database,
    drop_database,
    attached,
    snapshot,
    enable_broker,
    disable_broker,
    new_broker,
    error_broker_conversations,
    new_database_name,
    // Services and endpoints.
    create_service,
    drop_service,
    contract,
    create_endpoint,
    alter_endpoint,
    drop_endpoint,
    for_service_broker,
    for_something_else,
    started,
    stopped,
    disabled,
    listener_port,
    forwarding_enabled,
    forwarding_disabled,
    // Messages.
    begin_dialog,
    create_event_notification,
    from_service,
    to_service,
    // Variables and strings that are executed.
    declare,
    set_variable,
    select_variables,
    assignment,
    appends,     // +=
    computes,    // -= and the like
    reads_rows,  // SELECT @v = ... FROM
    touched,     // a variable that a skipped statement may assign
    execute,
    execute_string,
    execute_module,
    module_variable,
    argument,
    argument_name,
    output,
    linked_server,
    // Control of flow.
    block,
    caught,  // BEGIN CATCH ... END CATCH
    if_statement,
    while_statement,
    branch,
    otherwise,
    leave_batch,
    throw_error,
    go_to,
    leave_loop,
    roll_back,
    stop_executing,
    go_on_executing,
    stray,         // END or ELSE without what it belongs to
    module_body,   // of CREATE PROCEDURE and the like
    hidden_route,  // a statement about routes in it
    // Conditions.
    any_of,
    all_of,
    negated,
    condition_in_parentheses,
    exists,
    is_in_rows,
    rows_compared,
    database_exists,
    is_null,
    comparison,
    unknown_condition,
    equal,
    not_equal,
    like,
    not_like,
    less,
    greater,
    less_or_equal,
    greater_or_equal,
    // Queries of catalogue views.
    query,
    counted,
    column,
    row_equal,
    row_equal_reversed,
    row_not_equal,
    row_is_null,
    row_one_of,
    row_like,
    row_other,
    database_id,
};

/// A part of the batch, and how many nodes it has below it: they follow it in the list.
struct Node {
    Kind kind;
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t below;
};

/// The children of a node, or the roots.
class Nodes {
public:
    class Iterator {
    public:
        explicit Iterator(Node const* node) : node_(node) {}
        Node const& operator*() const { return *node_; }
        Iterator& operator++() {
            node_ += node_->below + 1;
            return *this;
        }
        friend bool operator==(Iterator a, Iterator b) { return a.node_ == b.node_; }

    private:
        Node const* node_;
    };

    Nodes(Node const* begin, Node const* end) : begin_(begin), end_(end) {}

    [[nodiscard]] Iterator begin() const { return Iterator(begin_); }
    [[nodiscard]] Iterator end() const { return Iterator(end_); }
    [[nodiscard]] bool empty() const { return begin_ == end_; }
    /// There must be one.
    [[nodiscard]] Node const& front() const {
        assert(!empty());
        return *begin_;
    }
    /// All but the first; there must be one.
    [[nodiscard]] Nodes behind_front() const { return {begin_ + begin_->below + 1, end_}; }
    /// The first of a kind; nullptr if there is none.
    [[nodiscard]] Node const* find(Kind kind) const {
        for (auto const& node : *this)
            if (node.kind == kind) return &node;
        return nullptr;
    }

private:
    Node const* begin_;
    Node const* end_;
};

inline Nodes children(Node const& node) { return {&node + 1, &node + 1 + node.below}; }

/// Something that cannot be read.
struct SyntaxError {
    /// Whether its text says what was expected, or all there is to say.
    enum class Text : std::uint8_t { what_was_expected, all };

    /// Where the statement begins that it is in, and where it is itself.
    std::uint32_t statement;
    std::uint32_t offset;
    Text says;
    std::string_view text;
};

/// The state of a parse. Nodes of what does not match after all are cut off again.
class SyntaxTree {
public:
    explicit SyntaxTree(std::string_view text) : text_(text) {}

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    void open(Kind kind, char const* at) { nodes_.push_back({kind, offset(at), 0, 0}); }
    /// The node at `index`, and what was opened since is below it.
    void close(std::size_t index, char const* at) {
        nodes_[index].end = offset(at);
        nodes_[index].below = static_cast<std::uint32_t>(nodes_.size() - index - 1);
    }
    void cut(std::size_t size) {
        if (size != nodes_.size()) nodes_.resize(size, Node{});
    }

    [[nodiscard]] std::uint32_t offset(char const* at) const {
        return static_cast<std::uint32_t>(at - text_.data());
    }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] Nodes roots() const { return {nodes_.data(), nodes_.data() + nodes_.size()}; }

    /// How deep the rule that is being matched is nested.
    std::size_t depth = 0;
    /// A parenthesis or CASE is not closed; from then on none is looked for.
    bool unclosed = false;
    /// A string, name or comment has no end; that the batch ends in it is no news.
    bool swallowed = false;
    std::vector<SyntaxError> errors;

private:
    std::string_view text_;
    std::vector<Node> nodes_;
};

}  // namespace ssbroute::formats::tsql
