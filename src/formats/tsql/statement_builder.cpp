#include "formats/tsql/statement_builder.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/tsql/condition_builder.hpp"
#include "formats/tsql/excerpt.hpp"
#include "formats/tsql/expression_builder.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats::tsql {
namespace {

// The options of CREATE and ALTER ROUTE, in the tree and in a definition.
bool is_option(Kind kind) {
    return kind == Kind::service_name || kind == Kind::broker_instance || kind == Kind::lifetime ||
           kind == Kind::address || kind == Kind::mirror_address;
}

std::string_view option_word(Kind kind) {
    switch (kind) {
        case Kind::service_name: return "SERVICE_NAME";
        case Kind::broker_instance: return "BROKER_INSTANCE";
        case Kind::lifetime: return "LIFETIME";
        case Kind::address: return "ADDRESS";
        default: return "MIRROR_ADDRESS";
    }
}

std::optional<Place>& place_of(RouteOptions::Places& places, Kind kind) {
    switch (kind) {
        case Kind::service_name: return places.service_name;
        case Kind::broker_instance: return places.broker_instance;
        case Kind::lifetime: return places.lifetime;
        case Kind::address: return places.address;
        default: return places.mirror_address;
    }
}

std::optional<std::string>& text_of(RouteDefinition& definition, Kind kind) {
    switch (kind) {
        case Kind::service_name: return definition.service_name;
        case Kind::broker_instance: return definition.broker_instance;
        case Kind::address: return definition.address;
        default: return definition.mirror_address;
    }
}

std::optional<BrokerSetting> broker_setting(Kind kind) {
    switch (kind) {
        case Kind::enable_broker: return BrokerSetting::enable;
        case Kind::disable_broker: return BrokerSetting::disable;
        case Kind::new_broker: return BrokerSetting::renew;
        case Kind::error_broker_conversations: return BrokerSetting::error_conversations;
        default: return std::nullopt;
    }
}

std::optional<Jump::Kind> jump(Kind kind) {
    switch (kind) {
        case Kind::leave_batch: return Jump::Kind::leave_batch;
        case Kind::throw_error: return Jump::Kind::throw_error;
        case Kind::go_to: return Jump::Kind::go_to;
        case Kind::leave_loop: return Jump::Kind::leave_loop;
        case Kind::roll_back: return Jump::Kind::roll_back;
        case Kind::stop_executing: return Jump::Kind::stop_executing;
        case Kind::go_on_executing: return Jump::Kind::go_on_executing;
        default: return std::nullopt;
    }
}

class StatementBuilder {
public:
    StatementBuilder(Batch const& batch, SyntaxTree const& tree, std::vector<Finding>& findings)
        : source_(batch, tree), expressions_(source_), conditions_(source_), findings_(findings) {}

    std::vector<Statement> all(Nodes nodes) {
        std::vector<Statement> statements;
        for (auto const& node : nodes) {
            auto const errors = errors_;
            auto const size = statements.size();
            add(node, statements);
            // What is in a block stands for itself; all others are whole or not there.
            if (is_nested(node.kind)) continue;
            auto const added = statements.begin() + static_cast<std::ptrdiff_t>(size);
            if (errors_ != errors)
                statements.erase(added, statements.end());
            else if (source_.is_refused(node))
                statements.erase(std::remove_if(added, statements.end(), is_without_effect),
                                 statements.end());
        }
        return statements;
    }

private:
    using Statements = std::vector<Statement>;

    static bool is_nested(Kind kind) {
        return kind == Kind::block || kind == Kind::if_statement || kind == Kind::while_statement;
    }

    // Of a statement with something in it that was refused. The database that is used is another one all the
    // same, and a variable has another value, which is not known.
    static bool is_without_effect(Statement& statement) {
        if (auto* const assignment = std::get_if<Assignment>(&statement.what)) {
            for (auto& operand : assignment->value.operands) operand.kind = Operand::Kind::other;
            return false;
        }
        return !std::holds_alternative<UseDatabase>(statement.what);
    }

    void remark(Node const& node, Severity severity, std::string message) {
        if (severity == Severity::error) ++errors_;
        findings_.push_back({node.begin, severity, std::move(message)});
    }
    void fail(Node const& node, std::string message) { remark(node, Severity::error, std::move(message)); }

    template <typename What>
    void put(Node const& node, Statements& statements, What what) {
        statements.push_back({source_.place(node), std::move(what)});
    }

    // A name that the server takes.
    Name name(Node const& node) {
        auto result = source_.name(node);
        if (result.text.empty()) fail(node, "expected a name, found an empty one");
        // sysname is nvarchar(128).
        constexpr std::size_t longest = 128;
        if (SourceText::length(result.text) > longest)
            fail(node, fmt::format("message 103: the name that begins with '{}' is longer than {} characters",
                                   excerpt(result.text, 32), longest));
        return result;
    }
    Name name_in(Node const& node) { return name(*children(node).find(Kind::name)); }

    Absent absent(Node const& node) {
        auto const* const if_exists = children(node).find(Kind::if_exists);
        if (if_exists == nullptr) return Absent::is_refused;
        if (node.kind != Kind::drop_database)
            remark(*if_exists, Severity::warning,
                   fmt::format("the documented {} has no IF EXISTS; it is taken as it is meant",
                               node.kind == Kind::drop_route ? "DROP ROUTE" : "DROP SERVICE"));
        return Absent::is_passed_over;
    }

    void add(Node const& node, Statements& statements) {
        if (auto const kind = jump(node.kind)) return put(node, statements, Jump{*kind});
        switch (node.kind) {
            case Kind::use_database: return put(node, statements, UseDatabase{name_in(node)});
            case Kind::create_route: return add_create_route(node, statements);
            case Kind::alter_route:
                return put(node, statements, AlterRoute{name_in(node), route_options(node)});
            case Kind::drop_route: return put(node, statements, DropRoute{name_in(node), absent(node)});
            case Kind::create_database: return add_create_database(node, statements);
            case Kind::alter_database: return add_alter_database(node, statements);
            case Kind::drop_database: return add_drop_database(node, statements);
            case Kind::create_service: return add_create_service(node, statements);
            case Kind::drop_service: return put(node, statements, DropService{name_in(node), absent(node)});
            case Kind::create_endpoint:
            case Kind::alter_endpoint: return add_endpoint(node, statements);
            case Kind::drop_endpoint: return put(node, statements, DropEndpoint{name_in(node)});
            case Kind::begin_dialog: return add_begin_dialog(node, statements);
            case Kind::create_event_notification: return add_event_notification(node, statements);
            case Kind::declare:
            case Kind::set_variable:
            case Kind::select_variables: return add_assignments(node, statements);
            case Kind::touched: return add_touched(node, statements);
            case Kind::execute: return add_execute(node, children(node).front(), statements);
            case Kind::execute_module: return add_execute(node, node, statements);  // without EXEC
            case Kind::block: return put(node, statements, Block{all(children(node))});
            case Kind::caught: return void(all(children(node)));  // for what it has to remark
            case Kind::if_statement: return add_if(node, statements);
            case Kind::while_statement: return add_while(node, statements);
            case Kind::module_body: return add_module(node);
            case Kind::stray:
                return fail(node,
                            fmt::format("found {} that belongs to nothing before it", source_.text(node)));
            default: return;
        }
    }

    // Routes.

    RouteOptions route_options(Node const& node) {
        RouteOptions options;
        for (auto const& option : children(node)) {
            if (!is_option(option.kind)) continue;
            auto& place = place_of(options.places, option.kind);
            if (place) fail(option, fmt::format("{} is given twice", option_word(option.kind)));
            place = source_.place(option);
            auto const& value = children(option).front();
            if (option.kind == Kind::lifetime)
                options.definition.lifetime = whole_number(value);
            else
                text_of(options.definition, option.kind) = source_.string(value);
        }
        return options;
    }

    // Of more digits than there are, the largest.
    std::int64_t whole_number(Node const& node) {
        auto const text = source_.text(node);
        std::int64_t value = 0;
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end != text.data() + text.size())
            fail(node, fmt::format("expected a whole number, found {}", excerpt(text)));
        return error == std::errc() ? value : std::numeric_limits<std::int64_t>::max();
    }

    void add_create_route(Node const& node, Statements& statements) {
        CreateRoute statement{name_in(node), std::nullopt, route_options(node)};
        if (auto const* const owner = children(node).find(Kind::authorization))
            statement.authorization = name_in(*owner);
        if (!statement.options.places.address) fail(node, "CREATE ROUTE: expected ADDRESS among the options");
        put(node, statements, std::move(statement));
    }

    // Databases.

    std::vector<PlacedBrokerSetting> broker_settings(Node const& node) {
        std::vector<PlacedBrokerSetting> settings;
        for (auto const& child : children(node))
            if (auto const setting = broker_setting(child.kind))
                settings.push_back({*setting, source_.place(child)});
        return settings;
    }

    void add_create_database(Node const& node, Statements& statements) {
        CreateDatabase statement{name_in(node), DatabaseOrigin::made, broker_settings(node)};
        if (children(node).find(Kind::attached) != nullptr) statement.origin = DatabaseOrigin::attached;
        if (children(node).find(Kind::snapshot) != nullptr) statement.origin = DatabaseOrigin::snapshot;
        put(node, statements, std::move(statement));
    }

    void add_alter_database(Node const& node, Statements& statements) {
        AlterDatabase statement{std::nullopt, broker_settings(node)};
        if (auto const* const database = children(node).find(Kind::name))
            statement.database = name(*database);
        if (auto const* const renamed = children(node).find(Kind::new_database_name))
            remark(*renamed, Severity::warning,
                   "the new name of the database is not followed: it goes on under its old one");
        if (!statement.settings.empty()) put(node, statements, std::move(statement));
    }

    void add_drop_database(Node const& node, Statements& statements) {
        auto const if_absent = absent(node);
        for (auto const& child : children(node))
            if (child.kind == Kind::name) put(node, statements, DropDatabase{name(child), if_absent});
    }

    // Services and endpoints.

    void add_create_service(Node const& node, Statements& statements) {
        CreateService statement{name_in(node), {}};
        for (auto const& child : children(node))
            if (child.kind == Kind::contract) statement.contracts.push_back(name_in(child));
        put(node, statements, std::move(statement));
    }

    void add_endpoint(Node const& node, Statements& statements) {
        SetEndpoint statement{node.kind == Kind::create_endpoint ? SetEndpoint::Statement::create
                                                                 : SetEndpoint::Statement::alter,
                              name_in(node), SetEndpoint::Purpose::not_said};
        for (auto const& child : children(node)) {
            switch (child.kind) {
                case Kind::started: statement.state = SetEndpoint::State::started; break;
                case Kind::stopped: statement.state = SetEndpoint::State::stopped; break;
                case Kind::disabled: statement.state = SetEndpoint::State::disabled; break;
                case Kind::forwarding_enabled: statement.forwarding = MessageForwarding::enabled; break;
                case Kind::forwarding_disabled: statement.forwarding = MessageForwarding::disabled; break;
                case Kind::listener_port: statement.port = port(children(child).front()); break;
                case Kind::for_service_broker:
                    statement.purpose = SetEndpoint::Purpose::service_broker;
                    break;
                case Kind::for_something_else: return;
                default: break;
            }
        }
        if (node.kind == Kind::create_endpoint && statement.purpose == SetEndpoint::Purpose::not_said)
            fail(node, "CREATE ENDPOINT: expected FOR and what the endpoint is for");
        put(node, statements, std::move(statement));
    }

    int port(Node const& node) {
        auto const errors = errors_;
        auto const value = whole_number(node);
        constexpr int largest = 65535;
        if (errors_ == errors && (value < 1 || value > largest))
            fail(node,
                 fmt::format("expected a port from 1 to {}, found {}", largest, excerpt(source_.text(node))));
        return static_cast<int>(std::min<std::int64_t>(value, largest));
    }

    // Messages.

    Target target(Node const& node) {
        auto const service_and_broker = children(node);
        auto next = service_and_broker.begin();
        Target result{expressions_.operand(*next)};
        if (++next != service_and_broker.end()) result.broker_instance = expressions_.operand(*next);
        return result;
    }

    void add_begin_dialog(Node const& node, Statements& statements) {
        auto const parts = children(node);
        BeginDialog statement{source_.variable(*parts.find(Kind::variable)),
                              expressions_.operand(children(*parts.find(Kind::from_service)).front()),
                              target(*parts.find(Kind::to_service))};
        if (auto const* const contract = parts.find(Kind::contract))
            statement.contract = expressions_.operand(children(*contract).front());
        put(node, statements, std::move(statement));
    }

    void add_event_notification(Node const& node, Statements& statements) {
        put(node, statements,
            CreateEventNotification{name_in(node), target(*children(node).find(Kind::to_service))});
    }

    // Variables and strings that are executed.

    Expression other(Node const& node, std::string_view text) {
        auto const place = source_.place(node);
        return {{{Operand::Kind::other, excerpt(text), place}}, place};
    }

    void add_assignments(Node const& node, Statements& statements) {
        bool const reads_rows = children(node).find(Kind::reads_rows) != nullptr;
        for (auto const& child : children(node)) {
            if (child.kind == Kind::touched) add_touched(child, statements);
            if (child.kind == Kind::reads_rows) statements_in(child, statements);
            if (child.kind != Kind::assignment) continue;
            auto assignment = this->assignment(child);
            if (reads_rows) assignment.value = other(child, source_.text(child));
            put(child, statements, std::move(assignment));
        }
    }

    Assignment assignment(Node const& node) {
        auto const& variable = children(node).front();
        Assignment result{source_.variable(variable), {}};
        auto const* const value = children(node).find(Kind::expression);
        if (value == nullptr) {
            auto const place = source_.place(variable);
            result.value = {{{Operand::Kind::null, "NULL", place}}, place};
        } else if (children(node).find(Kind::computes) != nullptr) {
            result.value = other(node, source_.text(node));
        } else {
            result.value = expressions_.expression(*value);
        }
        if (children(node).find(Kind::appends) != nullptr)
            result.value.operands.insert(result.value.operands.begin(), expressions_.operand(variable));
        return result;
    }

    void add_touched(Node const& node, Statements& statements) {
        put(node, statements, Assignment{source_.variable(node), other(node, source_.text(node))});
    }

    // Variables that are touched in a part that is skipped.
    void statements_in(Node const& node, Statements& statements) {
        for (auto const& child : children(node)) add(child, statements);
    }

    void add_execute(Node const& node, Node const& executed, Statements& statements) {
        auto statement =
            executed.kind == Kind::execute_string ? executed_string(executed) : executed_by(executed);
        if (statement) put(node, statements, std::move(*statement));
        for (auto const& child : children(executed)) {
            if (child.kind == Kind::touched) add_touched(child, statements);
            if (child.kind == Kind::argument) add_output(child, statements);
        }
    }

    std::optional<ExecuteString> executed_string(Node const& node) {
        ExecuteString statement{expressions_.expression(*children(node).find(Kind::expression))};
        if (auto const* const server = children(node).find(Kind::linked_server))
            statement.linked_server = name_in(*server);
        return statement;
    }

    // The parameters of a procedure that it may assign.
    void add_output(Node const& argument, Statements& statements) {
        if (children(argument).find(Kind::output) == nullptr) return;
        auto const& value = *children(argument).find(Kind::expression);
        for (auto const& child : children(value))
            if (child.kind == Kind::variable) add_touched(child, statements);
    }

    // What a procedure executes, if it is known for executing strings.
    std::optional<ExecuteString> executed_by(Node const& node) {
        if (auto const* const variable = children(node).find(Kind::module_variable))
            return ExecuteString{other(node, fmt::format("EXEC {}", source_.text(*variable)))};
        auto const parts = source_.qualified_name(*children(node).find(Kind::qualified_name));
        auto const& procedure = parts.back()->text;
        if (ascii::equal_without_case(procedure, "sp_MSforeachdb"))
            return ExecuteString{other(node, procedure)};
        if (!ascii::equal_without_case(procedure, "sp_executesql")) return std::nullopt;

        ExecuteString result;
        // server.database.schema.procedure, from the right; parts may be left out.
        if (parts.size() >= 3) result.database = parts[parts.size() - 3];
        if (parts.size() >= 4) result.linked_server = parts[parts.size() - 4];
        bool is_first = true;
        for (auto const& child : children(node)) {
            if (child.kind != Kind::argument) continue;
            auto const* const parameter = children(child).find(Kind::argument_name);
            auto value = expressions_.expression(*children(child).find(Kind::expression));
            auto const is_called = [&](std::string_view word) {
                return parameter != nullptr && ascii::equal_without_case(source_.text(*parameter), word);
            };
            if (is_first || is_called("@stmt") || is_called("@statement")) {
                if (result.text.operands.empty()) result.text = std::move(value);
            } else if (parameter != nullptr && !is_called("@params")) {
                result.parameters.push_back({source_.variable(*parameter), std::move(value)});
            }
            is_first = false;
        }
        if (result.text.operands.empty()) {
            fail(node, "EXEC: expected the statement that sp_executesql is to execute");
            return std::nullopt;
        }
        return result;
    }

    // Control of flow.

    If::Branch branch(Node const& node) {
        auto const parts = children(node);
        auto condition = conditions_.condition(parts.front());
        return {std::move(condition), all(parts.behind_front())};
    }

    void add_if(Node const& node, Statements& statements) {
        If statement;
        for (auto const& child : children(node)) {
            if (child.kind == Kind::branch) statement.branches.push_back(branch(child));
            if (child.kind == Kind::otherwise) statement.otherwise = all(children(child));
        }
        put(node, statements, std::move(statement));
    }

    void add_while(Node const& node, Statements& statements) {
        auto [condition, body] = branch(children(node).front());
        While statement{{}, std::move(body)};
        statement.condition.push_back(std::move(condition));
        put(node, statements, std::move(statement));
    }

    void add_module(Node const& node) {
        if (auto const* const hidden = children(node).find(Kind::hidden_route))
            remark(*hidden, Severity::note,
                   fmt::format(
                       "{} is in the body of what {} makes here: it is not executed (a body goes to the end "
                       "of its batch; GO ends it)",
                       first_words(source_.text(), hidden->begin), first_words(source_.text(), node.begin)));
    }

    SourceText source_;
    ExpressionBuilder expressions_;
    ConditionBuilder conditions_;
    std::vector<Finding>& findings_;
    std::size_t errors_ = 0;
};

}  // namespace

std::vector<Statement> build_statements(Batch const& batch, SyntaxTree const& tree,
                                        std::vector<Finding>& findings) {
    return StatementBuilder(batch, tree, findings).all(tree.roots());
}

}  // namespace ssbroute::formats::tsql
