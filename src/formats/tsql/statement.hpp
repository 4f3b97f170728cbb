// What of a T-SQL batch matters for routing, as values. Nothing here has an effect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "model/instance.hpp"
#include "routing/route_definition.hpp"

namespace ssbroute::formats {

/// An identifier, without its brackets or quotes.
struct Name {
    std::string text;
    Place place;
};

/// One summand of an expression.
struct Operand {
    enum class Kind : std::uint8_t {
        constant,          ///< a string; `text` is its value (CHAR(n) and NCHAR(n) too)
        number,            ///< `text` as it is written
        null,              ///< NULL
        variable,          ///< `text` is its name with the `@`, as it is written; without regard to case
        current_database,  ///< DB_NAME()
        quoted_name,       ///< QUOTENAME of the sum of `arguments`
        other,             ///< not constant; `text` as it is written, shortened
    };

    Kind kind = Kind::other;
    std::string text;
    Place place;
    std::vector<Operand> arguments = {};
};

/// Operands with `+` between them, at least one. NULL if one of them is.
struct Expression {
    std::vector<Operand> operands;
    Place place;
};

struct UseDatabase {
    Name database;
};

// Routes.

/// CREATE and ALTER ROUTE. What is not given is not changed by ALTER.
struct RouteOptions {
    /// The place of the value of each option that is given.
    struct Places {
        std::optional<Place> service_name = std::nullopt;
        std::optional<Place> broker_instance = std::nullopt;
        std::optional<Place> lifetime = std::nullopt;
        std::optional<Place> address = std::nullopt;
        std::optional<Place> mirror_address = std::nullopt;
    };

    RouteDefinition definition;
    Places places = {};
};

struct CreateRoute {
    Name route;
    std::optional<Name> authorization;
    RouteOptions options;
};

struct AlterRoute {
    Name route;
    RouteOptions options;
};

/// What a DROP does where there is nothing to drop.
enum class Absent : std::uint8_t { is_refused, is_passed_over };

struct DropRoute {
    Name route;
    Absent absent = Absent::is_refused;
};

// Databases.

enum class BrokerSetting : std::uint8_t { enable, disable, renew, error_conversations };

struct PlacedBrokerSetting {
    BrokerSetting setting = BrokerSetting::enable;
    Place place;
};

enum class DatabaseOrigin : std::uint8_t { made, attached, snapshot };

struct CreateDatabase {
    Name database;
    DatabaseOrigin origin = DatabaseOrigin::made;
    /// WITH ENABLE_BROKER | NEW_BROKER | ERROR_BROKER_CONVERSATIONS.
    std::vector<PlacedBrokerSetting> settings = {};
};

/// Only the settings of the broker; there is no statement where there is none.
struct AlterDatabase {
    /// Nothing: CURRENT.
    std::optional<Name> database;
    std::vector<PlacedBrokerSetting> settings;
};

struct DropDatabase {
    Name database;
    Absent absent = Absent::is_refused;
};

// Services and endpoints.

struct CreateService {
    Name service;
    std::vector<Name> contracts;
};

struct DropService {
    Name service;
    Absent absent = Absent::is_refused;
};

/// CREATE and ALTER ENDPOINT.
struct SetEndpoint {
    enum class Statement : std::uint8_t { create, alter };
    /// ALTER need not say what the endpoint is for. There is no statement for one that is for something else.
    enum class Purpose : std::uint8_t { service_broker, not_said };
    enum class State : std::uint8_t { started, stopped, disabled };

    Statement statement = Statement::create;
    Name endpoint;
    Purpose purpose = Purpose::service_broker;
    std::optional<State> state = std::nullopt;
    std::optional<int> port = std::nullopt;
    std::optional<MessageForwarding> forwarding = std::nullopt;
};

struct DropEndpoint {
    Name endpoint;
};

// Messages.

/// TO SERVICE 'name' [, 'identifier' | 'CURRENT DATABASE']; the latter without regard to case.
struct Target {
    /// A constant or a variable.
    Operand service;
    /// A constant or a variable.
    std::optional<Operand> broker_instance = std::nullopt;
};

struct BeginDialog {
    /// The variable that takes the conversation's handle, with the `@`.
    Name handle;
    /// A constant (a name is one too) or a variable.
    Operand from_service;
    Target target;
    std::optional<Operand> contract = std::nullopt;
};

struct CreateEventNotification {
    Name notification;
    Target target;
};

// Variables and strings that are executed.

/// DECLARE, SET, SELECT @v = ...; a DECLARE without a value assigns NULL. One of several in a statement each.
/// What a statement that is skipped may assign (FETCH INTO, OUTPUT, ...) is assigned something of kind
/// `other`.
struct Assignment {
    /// With the `@`.
    Name variable;
    Expression value;
};

/// EXEC (...) or EXEC sp_executesql ...
struct ExecuteString {
    Expression text;
    /// EXEC database.sys.sp_executesql runs in that database; else it is the current one.
    std::optional<Name> database = std::nullopt;
    /// Another server that it is to be executed AT, which is not followed.
    std::optional<Name> linked_server = std::nullopt;
    /// Parameters that are given by name; the text sees these variables and no others.
    std::vector<Assignment> parameters = {};
};

// Control of flow.

struct Statement;
struct Condition;

/// Statements that are executed one after the other: BEGIN ... END, BEGIN TRY ... END TRY (its CATCH is left
/// out).
struct Block {
    std::vector<Statement> statements;
};

/// IF ... ELSE IF ... ELSE ...
struct If {
    struct Branch;
    std::vector<Branch> branches;
    std::vector<Statement> otherwise;
};

/// WHILE: how often is not known.
struct While {
    std::vector<Condition> condition;  // one
    std::vector<Statement> body;
};

/// Leaves the order of the statements.
struct Jump {
    enum class Kind : std::uint8_t {
        leave_batch,     ///< RETURN
        throw_error,     ///< THROW: leaves the batch, or the TRY that it is in
        go_to,           ///< GOTO
        leave_loop,      ///< BREAK, CONTINUE
        roll_back,       ///< ROLLBACK: undoes what was done since BEGIN TRANSACTION
        stop_executing,  ///< SET NOEXEC ON, SET PARSEONLY ON: what follows is only compiled
        go_on_executing  ///< SET NOEXEC OFF, SET PARSEONLY OFF: ends that
    };
    Kind kind = Kind::leave_batch;
};

// Conditions.

enum class QueriedView : std::uint8_t { routes, services, databases, endpoints };

/// Whether a catalogue view has a row: SELECT ... FROM [database.]sys.routes WHERE ... AND ...
struct CatalogueQuery {
    struct Comparison {
        enum class Operator : std::uint8_t { equal, not_equal, is_null, is_not_null, one_of };
        /// In lower case: `name`, `remote_service_name`, `is_broker_enabled`, ...
        std::string column;
        Operator comparison = Operator::equal;
        /// One for `equal` and `not_equal`, any number for `one_of`.
        std::vector<Expression> values = {};
    };

    QueriedView view = QueriedView::routes;
    /// Nothing: the current one.
    std::optional<Name> database = std::nullopt;
    /// All of them must hold.
    std::vector<Comparison> comparisons = {};
};

/// `left = right` and the like.
struct ComparisonOfValues {
    enum class Operator : std::uint8_t { equal, not_equal, like, not_like };
    Expression left;
    Operator comparison = Operator::equal;
    Expression right;
};

struct Not {
    std::vector<Condition> condition;  // one
};
struct AllOf {
    std::vector<Condition> conditions;
};
struct AnyOf {
    std::vector<Condition> conditions;
};
/// EXISTS (SELECT ...).
struct Exists {
    CatalogueQuery query;
};
/// DB_ID(...) IS NOT NULL.
struct DatabaseExists {
    Expression database;
};
struct IsNull {
    Expression value;
};
/// Anything else; `text` as it is written, shortened.
struct UnknownCondition {
    std::string text;
};

struct Condition {
    Place place;
    std::variant<UnknownCondition, Not, AllOf, AnyOf, Exists, DatabaseExists, IsNull, ComparisonOfValues>
        what;
};

struct Statement {
    Place place;
    std::variant<UseDatabase, CreateRoute, AlterRoute, DropRoute, CreateDatabase, AlterDatabase, DropDatabase,
                 CreateService, DropService, SetEndpoint, DropEndpoint, BeginDialog, CreateEventNotification,
                 Assignment, ExecuteString, Block, If, While, Jump>
        what;
};

struct If::Branch {
    Condition condition;
    std::vector<Statement> statements;
};

}  // namespace ssbroute::formats
