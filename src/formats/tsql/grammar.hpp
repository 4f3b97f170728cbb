// The grammar of a batch: the statements that matter for routing, each to its end; of everything else, the
// tokens. Only for the one file that parses, and tests: it compiles slowly.
//
// A statement is recognised by its first words; what must follow is a `must` of PEGTL, whose rule says in
// `expected` what that is. T-SQL needs nothing between two statements, so what is skipped is looked at token
// by token for the first words of the next one; in parentheses and between CASE and END there is none.
#pragma once

#include <tao/pegtl/contrib/analyze_traits.hpp>

#include "formats/tsql/lexical.hpp"

namespace ssbroute::formats::tsql {

/// How deep statements and conditions may be nested.
inline constexpr std::size_t deepest_nesting = 64;

/// Thrown where statements are nested deeper.
struct NestedTooDeep {
    char const* at;
};

/// Thrown by a `must`, or where something has no end.
struct Malformed {
    char const* at;
    SyntaxError::Text says;
    std::string_view text;
    /// Where to go on.
    char const* resume;
};

class OneDeeper {
public:
    explicit OneDeeper(SyntaxTree& tree) : tree_(tree) { ++tree_.depth; }
    ~OneDeeper() { --tree_.depth; }
    OneDeeper(OneDeeper const&) = delete;
    OneDeeper& operator=(OneDeeper const&) = delete;

private:
    SyntaxTree& tree_;
};

/// A statement in which there are others, where its first word stands.
template <typename Rule>
struct nested {
    using rule_t = nested;
    using subs_t = pegtl::type_list<Rule>;

    template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        if (tree.depth == deepest_nesting) throw NestedTooDeep{in.current()};
        OneDeeper const deeper(tree);
        return Control<Rule>::template match<A, M, Action, Control>(in, tree);
    }
};

/// Part of an expression or a condition: too deep, it is as if it were not understood.
template <typename Rule>
struct understood {
    using rule_t = understood;
    using subs_t = pegtl::type_list<Rule>;

    template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        if (tree.depth == deepest_nesting) return false;
        OneDeeper const deeper(tree);
        return Control<Rule>::template match<A, M, Action, Control>(in, tree);
    }
};

/// A statement; if it is malformed, that is noted, and what is left of it is skipped by `Remainder`.
template <typename Rule, typename Remainder>
struct recovered {
    using rule_t = recovered;
    using subs_t = pegtl::type_list<Rule, Remainder>;

    template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        auto const* const begin = in.current();
        auto const size = tree.size();
        auto const depth = tree.depth;
        Malformed malformed{};
        try {
            return Control<Rule>::template match<A, pegtl::rewind_mode::required, Action, Control>(in, tree);
        } catch (Malformed const& error) {
            malformed = error;
        } catch (NestedTooDeep const&) {
            tree.cut(size);
            throw;
        }
        while (true) {
            tree.cut(size);
            tree.depth = depth;
            tree.errors.push_back(
                {tree.offset(begin), tree.offset(malformed.at), malformed.says, malformed.text});
            in.iterator() = malformed.resume;
            try {
                return Control<Remainder>::template match<A, pegtl::rewind_mode::required, Action, Control>(
                    in, tree);
            } catch (Malformed const& error) {
                malformed = error;
            }
        }
    }
};

template <typename Rule, typename Separator>
struct separated : seq<Rule, star<Separator, Rule>> {};

struct comma : symbol<','> {};
struct period : symbol<'.'> {};
struct open_parenthesis : symbol<'('> {};
struct close_parenthesis : symbol<')'> {};
struct equals : symbol<'='> {};

// Where statements begin and end.

/// The words that statements begin with.
struct statement_words {
    static constexpr auto all = std::to_array<std::string_view>(
        {"add",         "alter",      "backup",   "begin",   "break",     "bulk",       "checkpoint",
         "close",       "commit",     "continue", "create",  "dbcc",      "deallocate", "declare",
         "delete",      "deny",       "disable",  "drop",    "enable",    "exec",       "execute",
         "fetch",       "get",        "goto",     "grant",   "if",        "insert",     "kill",
         "merge",       "move",       "open",     "print",   "raiserror", "readtext",   "receive",
         "reconfigure", "restore",    "return",   "revert",  "revoke",    "rollback",   "save",
         "select",      "send",       "set",      "setuser", "shutdown",  "throw",      "truncate",
         "update",      "updatetext", "use",      "waitfor", "while",     "writetext"});
};
struct label : seq<identifier, _, one<':'>, not_at<one<':'>>> {};
struct begins_statement
    : sor<keyword_among<statement_words>, seq<keyword<"END">, _, keyword<"CONVERSATION">>, label> {};

struct end_of_block : seq<keyword<"END">, _, not_at<keyword<"CONVERSATION">>> {};
/// What no statement goes beyond.
struct stop : sor<eof, one<';'>, keyword<"ELSE">, end_of_block> {};
struct end : sor<stop, begins_statement> {};
struct end_of_statement : at<end> {
    static constexpr std::string_view expected = "the end of the statement";
};
struct end_of_list : at<end> {
    static constexpr std::string_view expected = "a comma or the end of the statement";
};

struct definition_of_module
    : seq<sor<seq<word<"CREATE">, opt<word<"OR">, word<"ALTER">>>, word<"ALTER">>,
          sor<word<"PROCEDURE">, word<"PROC">, word<"FUNCTION">, word<"TRIGGER">, word<"VIEW">>> {};
/// IF, but not that of DROP ... IF EXISTS name.
struct if_word : seq<word<"IF">, not_at<keyword<"EXISTS">, _, pegtl::not_one<'('>>> {};
struct assignment_operator : sor<one<'='>, seq<one<'+', '-', '*', '/', '%', '&', '^', '|'>, one<'='>>> {};
/// SELECT @v = ...
struct select_of_variables
    : seq<word<"SELECT">, opt<word<"DISTINCT">>,
          opt<word<"TOP">, sor<seq<open_parenthesis, token, close_parenthesis>, token>>,
          at<any_variable, _, assignment_operator>> {};
struct special_database
    : sor<seq<word<"SCOPED">, sor<keyword<"CREDENTIAL">, keyword<"CONFIGURATION">>>,
          seq<word<"AUDIT">, keyword<"SPECIFICATION">>, seq<word<"ENCRYPTION">, keyword<"KEY">>> {};
template <Text Verb>
struct verb_of_database : seq<word<Verb>, word<"DATABASE">, not_at<special_database>> {};
struct execute_word : seq<sor<word<"EXECUTE">, word<"EXEC">>, not_at<keyword<"AS">>> {};

/// The first of the first words of the statements below.
struct recognised_words {
    static constexpr auto all = std::to_array<std::string_view>(
        {"alter",    "begin",   "break", "continue", "create", "declare", "deny",   "drop",
         "exec",     "execute", "goto",  "grant",    "if",     "insert",  "return", "revoke",
         "rollback", "select",  "set",   "update",   "use",    "while"});
};
/// The first words of the statements below.
struct recognised_beginning
    : sor<definition_of_module,
          seq<word<"CREATE">, sor<keyword<"ROUTE">, keyword<"SERVICE">, keyword<"ENDPOINT">>>,
          seq<word<"CREATE">, word<"EVENT">, keyword<"NOTIFICATION">>, verb_of_database<"CREATE">,
          seq<word<"ALTER">, sor<keyword<"ROUTE">, keyword<"ENDPOINT">>>, verb_of_database<"ALTER">,
          seq<word<"DROP">, sor<keyword<"ROUTE">, keyword<"SERVICE">, keyword<"ENDPOINT">>>,
          verb_of_database<"DROP">, keyword<"USE">, keyword<"BEGIN">, if_word, keyword<"WHILE">,
          seq<word<"DECLARE">, one<'@'>>,
          seq<word<"SET">, sor<one<'@'>, keyword<"NOEXEC">, keyword<"PARSEONLY">>>, select_of_variables,
          execute_word, keyword<"RETURN">, keyword<"GOTO">, keyword<"BREAK">, keyword<"CONTINUE">,
          keyword<"ROLLBACK">, seq<word<"GRANT">, not_at<keyword<"OPTION">>>, keyword<"DENY">,
          keyword<"REVOKE">, keyword<"UPDATE">, keyword<"INSERT">> {};
/// The same, looked for in what is skipped: most words are none of them.
struct recognised : seq<at<keyword_among<recognised_words>>, recognised_beginning> {};

// What is skipped.

struct touched : node<Kind::touched, any_variable> {};
/// Variables that a statement assigns in passing: UPDATE ... SET @v = ..., RECEIVE @v = ..., INTO @v.
struct touches : sor<seq<touched, _, at<assignment_operator>>,
                     seq<touched, _, at<sor<keyword<"OUTPUT">, keyword<"OUT">>>>,
                     seq<word<"INTO">, separated<seq<touched, _>, comma>>> {};
struct skipped_token : sor<touches, token> {};
/// Of MERGE.
struct when_matched
    : seq<word<"THEN">, sor<word<"INSERT">, word<"DELETE">, seq<word<"UPDATE">, word<"SET">>>> {};
struct skipped_piece : sor<enclosed<skipped_token>, when_matched, skipped_token> {};
/// Up to the first words of a statement that is recognised.
struct rest : star<not_at<sor<stop, recognised>>, skipped_piece> {};
struct skipped : seq<not_at<stop>, skipped_piece, rest> {};
/// Up to the first words of any statement.
struct rest_of_statement : star<not_at<end>, skipped_piece> {};

// Names.

/// There is one, but no server, database or schema before it.
template <typename Rule>
struct lone_name : seq<Rule, not_at<one<'.'>>> {};

struct omitted_name : node<Kind::omitted_name, at<one<'.'>>> {};
struct qualified_name : node<Kind::qualified_name, name, star<period, star<omitted_name, period>, name>> {
    static constexpr std::string_view expected = "a name";
};
struct if_exists : node<Kind::if_exists, word<"IF">, word<"EXISTS">> {};
struct owner : name {
    static constexpr std::string_view expected = "the name of the owner";
};
struct authorization : seq<word<"AUTHORIZATION">, must<node<Kind::authorization, owner>>> {};

// Expressions: operands with + between them.

struct null : seq<node<Kind::null, keyword<"NULL">>, _> {};
struct current_database : seq<node<Kind::current_database, word<"DB_NAME">, open_parenthesis, one<')'>>, _> {
};
struct character
    : seq<node<Kind::character, sor<word<"NCHAR">, word<"CHAR">>, open_parenthesis, number, one<')'>>, _> {};
struct simple_operand;
struct simple_sum : node<Kind::expression, separated<simple_operand, symbol<'+'>>> {};
struct quoted_name
    : seq<node<Kind::quoted_name, word<"QUOTENAME">, open_parenthesis, understood<simple_sum>, one<')'>>, _> {
};
struct simple_operand : sor<string, number, null, variable, current_database, character, quoted_name> {};

template <typename End>
struct sum;
struct sum_in_parentheses : seq<open_parenthesis, understood<sum<one<')'>>>, close_parenthesis> {};
template <typename End>
struct end_of_operand : sor<one<'+'>, End> {};
template <typename End>
struct other_operand : node<Kind::other_operand, plus<not_at<end_of_operand<End>>, skipped_piece>> {};
template <typename End>
struct operand : sor<seq<simple_operand, at<end_of_operand<End>>>,
                     seq<sum_in_parentheses, opt<other_operand<End>>>, other_operand<End>> {};
template <typename End>
struct sum : separated<operand<End>, symbol<'+'>> {};
/// An expression up to, not including, what ends it. Anything is one, but for nothing.
template <typename End>
struct expression : node<Kind::expression, sum<End>> {
    static constexpr std::string_view expected = "an expression";
};

// USE database

struct database_name : lone_name<name> {
    static constexpr std::string_view expected = "the name of a database";
};
struct use_database : node<Kind::use_database, word<"USE">, must<database_name, end_of_statement>> {};

// CREATE ROUTE name [AUTHORIZATION owner] WITH option = value [, ...]
// ALTER ROUTE name WITH option = value [, ...]
// DROP ROUTE name

struct route_name : lone_name<name> {
    static constexpr std::string_view expected =
        "the name of a route, without a database or schema before it";
};
template <Kind Option, Text Letters, typename Value>
struct route_option : seq<word<Letters>, must<equals, node<Option, Value>>> {};
struct option_value : string {};
struct option_number : number {};
struct option_of_route : sor<route_option<Kind::service_name, "SERVICE_NAME", option_value>,
                             route_option<Kind::broker_instance, "BROKER_INSTANCE", option_value>,
                             route_option<Kind::lifetime, "LIFETIME", option_number>,
                             route_option<Kind::address, "ADDRESS", option_value>,
                             route_option<Kind::mirror_address, "MIRROR_ADDRESS", option_value>> {
    static constexpr std::string_view expected =
        "SERVICE_NAME, BROKER_INSTANCE, LIFETIME, ADDRESS or MIRROR_ADDRESS";
};
struct options_of_route
    : seq<must<word<"WITH">, option_of_route>, star<comma, must<option_of_route>>, must<end_of_list>> {};
struct create_route : node<Kind::create_route, word<"CREATE">, word<"ROUTE">, must<route_name>,
                           opt<authorization>, options_of_route> {};
struct alter_route
    : node<Kind::alter_route, word<"ALTER">, word<"ROUTE">, must<route_name>, options_of_route> {};
struct drop_route : node<Kind::drop_route, word<"DROP">, word<"ROUTE">, opt<if_exists>,
                         must<route_name, end_of_statement>> {};

// CREATE DATABASE name [... FOR ATTACH] [... AS SNAPSHOT OF name] [... ENABLE_BROKER ...]
// ALTER DATABASE name | CURRENT SET ENABLE_BROKER | ... [WITH ROLLBACK ...]
// DROP DATABASE name [, ...]

struct broker_setting_word
    : sor<seq<node<Kind::enable_broker, keyword<"ENABLE_BROKER">>, _>,
          seq<node<Kind::disable_broker, keyword<"DISABLE_BROKER">>, _>,
          seq<node<Kind::new_broker, keyword<"NEW_BROKER">>, _>,
          seq<node<Kind::error_broker_conversations, keyword<"ERROR_BROKER_CONVERSATIONS">>, _>> {};
struct end_of_setting : at<sor<one<','>, keyword<"WITH">, end>> {
    static constexpr std::string_view expected = "a comma, WITH or the end of the statement";
};
struct broker_setting : seq<broker_setting_word, must<end_of_setting>> {};
struct attached : node<Kind::attached, word<"FOR">,
                       sor<word<"ATTACH">, word<"ATTACH_REBUILD_LOG">, word<"ATTACH_FORCE_REBUILD_LOG">>> {};
struct snapshot : node<Kind::snapshot, word<"AS">, word<"SNAPSHOT">, word<"OF">> {};
struct create_database
    : node<Kind::create_database, verb_of_database<"CREATE">, must<database_name>,
           star<sor<attached, snapshot, broker_setting, seq<not_at<end>, skipped_piece>>>> {};
struct current : seq<node<Kind::current, keyword<"CURRENT">>, _> {};
struct altered_database : sor<current, database_name> {
    static constexpr std::string_view expected = "the name of a database or CURRENT";
};
struct new_database_name
    : seq<word<"MODIFY">, word<"NAME">, must<equals, node<Kind::new_database_name, database_name>>> {};
struct roll_back_others : seq<word<"WITH">, word<"ROLLBACK">> {};
struct change_of_database
    : sor<seq<word<"SET">, plus<sor<broker_setting, roll_back_others, seq<not_at<end>, skipped_piece>>>>,
          new_database_name,
          seq<not_at<broker_setting_word>, opt<word<"ADD">>,
              plus<sor<roll_back_others, seq<not_at<end>, skipped_piece>>>>> {
    static constexpr std::string_view expected = "SET and what to set";
};
struct alter_database
    : node<Kind::alter_database, verb_of_database<"ALTER">, must<altered_database, change_of_database>> {};
struct drop_database : node<Kind::drop_database, verb_of_database<"DROP">, opt<if_exists>,
                            must<database_name>, star<comma, must<database_name>>, must<end_of_list>> {};

// CREATE SERVICE name [AUTHORIZATION owner] ON QUEUE queue [(contract [, ...])]
// DROP SERVICE name

struct service_name : lone_name<name> {
    static constexpr std::string_view expected = "the name of a service";
};
struct queue_name : seq<name, star<period, name>> {
    static constexpr std::string_view expected = "the name of a queue";
};
struct contract_name : sor<seq<node<Kind::name, keyword<"DEFAULT">>, _>, name> {
    static constexpr std::string_view expected = "the name of a contract";
};
struct contracts : seq<open_parenthesis, must<node<Kind::contract, contract_name>>,
                       star<comma, must<node<Kind::contract, contract_name>>>, must<close_parenthesis>> {};
struct create_service
    : node<Kind::create_service, word<"CREATE">, word<"SERVICE">, must<service_name>, opt<authorization>,
           must<word<"ON">, word<"QUEUE">, queue_name>, opt<contracts>, must<end_of_statement>> {};
struct drop_service : node<Kind::drop_service, word<"DROP">, word<"SERVICE">, opt<if_exists>,
                           must<service_name, end_of_statement>> {};

// CREATE | ALTER ENDPOINT name [AUTHORIZATION login] [STATE = ...] [AS TCP (...)] [FOR SERVICE_BROKER (...)]
// DROP ENDPOINT name

struct endpoint_name : lone_name<name> {
    static constexpr std::string_view expected = "the name of an endpoint";
};
struct state
    : sor<seq<node<Kind::started, keyword<"STARTED">>, _>, seq<node<Kind::stopped, keyword<"STOPPED">>, _>,
          seq<node<Kind::disabled, keyword<"DISABLED">>, _>> {
    static constexpr std::string_view expected = "STARTED, STOPPED or DISABLED";
};
struct forwarding : sor<seq<node<Kind::forwarding_enabled, keyword<"ENABLED">>, _>,
                        seq<node<Kind::forwarding_disabled, keyword<"DISABLED">>, _>> {
    static constexpr std::string_view expected = "ENABLED or DISABLED";
};
struct listener_port : seq<word<"LISTENER_PORT">, must<equals, node<Kind::listener_port, option_number>>> {};
struct message_forwarding : seq<word<"MESSAGE_FORWARDING">, must<equals, forwarding>> {};
struct options_of_endpoint
    : seq<open_parenthesis,
          star<sor<listener_port, message_forwarding, seq<not_at<one<')'>>, skipped_piece>>>,
          must<close_parenthesis>> {};
struct options_of_transport : options_of_endpoint {
    static constexpr std::string_view expected = "'(' and the options of the transport";
};
struct transport : sor<word<"TCP">, word<"HTTP">> {
    static constexpr std::string_view expected = "TCP";
};
struct purpose
    : sor<seq<node<Kind::for_service_broker, keyword<"SERVICE_BROKER">>, _>,
          node<Kind::for_something_else,
               sor<word<"TSQL">, word<"DATABASE_MIRRORING">, word<"SOAP">, word<"DATA_MIRRORING">>>> {
    static constexpr std::string_view expected = "SERVICE_BROKER, TSQL or DATABASE_MIRRORING";
};
struct something_of_endpoint : token {
    static constexpr std::string_view expected = "a value";
};
struct clause_of_endpoint : sor<authorization, seq<word<"STATE">, must<equals, state>>,
                                seq<word<"AFFINITY">, must<equals, something_of_endpoint>>,
                                seq<word<"AS">, must<transport, options_of_transport>>,
                                seq<word<"FOR">, must<purpose>, opt<options_of_endpoint>>> {};
struct create_endpoint : node<Kind::create_endpoint, word<"CREATE">, word<"ENDPOINT">, must<endpoint_name>,
                              star<clause_of_endpoint>, must<end_of_statement>> {};
struct alter_endpoint : node<Kind::alter_endpoint, word<"ALTER">, word<"ENDPOINT">, must<endpoint_name>,
                             star<clause_of_endpoint>, must<end_of_statement>> {};
struct drop_endpoint
    : node<Kind::drop_endpoint, word<"DROP">, word<"ENDPOINT">, must<endpoint_name, end_of_statement>> {};

// BEGIN DIALOG [CONVERSATION] @handle FROM SERVICE name TO SERVICE 'name' [, 'identifier']
//     [ON CONTRACT name] [WITH ...]
//
// CREATE EVENT NOTIFICATION name ON what [WITH FAN_IN] FOR events TO SERVICE 'name', 'identifier'

struct string_or_variable : sor<string, variable> {
    static constexpr std::string_view expected = "a string or a variable";
};
struct name_or_variable : sor<string, variable, name> {
    static constexpr std::string_view expected = "a name or a variable";
};
struct number_or_variable : sor<number, variable> {
    static constexpr std::string_view expected = "a number or a variable";
};
struct on_or_off : sor<word<"ON">, word<"OFF">> {
    static constexpr std::string_view expected = "ON or OFF";
};
struct target : node<Kind::to_service, must<string_or_variable>, opt<comma, must<string_or_variable>>> {};
struct dialog_option
    : sor<seq<sor<word<"RELATED_CONVERSATION">, word<"RELATED_CONVERSATION_GROUP">>, must<equals, variable>>,
          seq<word<"LIFETIME">, must<equals, number_or_variable>>,
          seq<word<"ENCRYPTION">, must<equals, on_or_off>>> {
    static constexpr std::string_view expected =
        "RELATED_CONVERSATION, RELATED_CONVERSATION_GROUP, LIFETIME or ENCRYPTION";
};
struct dialog_options
    : seq<word<"WITH">, must<dialog_option>, star<comma, must<dialog_option>>, must<end_of_list>> {};
struct end_of_dialog : at<end> {
    static constexpr std::string_view expected = "ON CONTRACT, WITH or the end of the statement";
};
struct begin_dialog
    : node<Kind::begin_dialog, word<"BEGIN">, word<"DIALOG">, opt<word<"CONVERSATION">>,
           must<variable, word<"FROM">, word<"SERVICE">, node<Kind::from_service, name_or_variable>,
                word<"TO">, word<"SERVICE">>,
           target, opt<word<"ON">, must<word<"CONTRACT">, node<Kind::contract, name_or_variable>>>,
           sor<dialog_options, must<end_of_dialog>>> {};

struct notified : sor<word<"SERVER">, word<"DATABASE">, seq<word<"QUEUE">, queue_name>> {
    static constexpr std::string_view expected = "SERVER, DATABASE or QUEUE and its name";
};
struct event : seq<identifier, _> {
    static constexpr std::string_view expected = "the name of an event";
};
struct notification_name : lone_name<name> {
    static constexpr std::string_view expected = "the name of an event notification";
};
struct create_event_notification
    : node<Kind::create_event_notification, word<"CREATE">, word<"EVENT">, word<"NOTIFICATION">,
           must<notification_name, word<"ON">, notified>, opt<word<"WITH">, must<word<"FAN_IN">>>,
           must<word<"FOR">, event>, star<comma, must<event>>, must<word<"TO">, word<"SERVICE">>,
           node<Kind::to_service, must<string, comma, string>>, must<end_of_statement>> {};

// DECLARE @v type [= value] [, ...]
// SET @v = value
// SELECT @v = value [, ...] [FROM ...]

struct assigns
    : sor<one<'='>, node<Kind::appends, one<'+'>, one<'='>>, node<Kind::computes, assignment_operator>> {};
struct end_of_value : sor<one<','>, end> {};
struct type_of_variable : star<not_at<sor<one<'='>, end_of_value>>, skipped_piece> {};
struct declared_variable
    : node<Kind::assignment, variable, type_of_variable, opt<equals, must<expression<end_of_value>>>> {
    static constexpr std::string_view expected = "a variable";
};
struct declare : node<Kind::declare, word<"DECLARE">, at<one<'@'>>, declared_variable,
                      star<comma, must<declared_variable>>, must<end_of_list>> {};
struct set_variable : node<Kind::set_variable, word<"SET">,
                           node<Kind::assignment, variable, assigns, _, must<expression<end>>>> {};
/// A method of a variable, which may change it: SET @v.modify(...)
struct set_by_method
    : seq<word<"SET">, node<Kind::touched, any_variable>, _, at<one<'.'>>, rest_of_statement> {};
struct end_of_selected : sor<end_of_value, keyword<"FROM">, keyword<"WHERE">, keyword<"GROUP">,
                             keyword<"HAVING">, keyword<"ORDER">, keyword<"OPTION">, keyword<"UNION">,
                             keyword<"EXCEPT">, keyword<"INTERSECT">, keyword<"FOR">> {};
struct selected_variable : node<Kind::assignment, variable, assigns, _, must<expression<end_of_selected>>> {
    static constexpr std::string_view expected = "a variable";
};
struct select_variables
    : node<Kind::select_variables, select_of_variables, selected_variable, star<comma, selected_variable>,
           opt<node<Kind::reads_rows, not_at<end>, skipped_piece, rest>>> {};

// EXEC ('...' + @v) [AT server]
// EXEC [@v =] [database.schema.]procedure [@parameter =] value [OUTPUT] [, ...]

struct end_of_text : sor<one<')'>, one<','>> {};
struct linked_server : node<Kind::linked_server, word<"AT">, opt<word<"DATA_SOURCE">>, name> {};
struct execute_as : seq<word<"AS">, sor<word<"LOGIN">, word<"USER">>, equals, string> {};
struct execute_string : node<Kind::execute_string, open_parenthesis, must<expression<end_of_text>>,
                             star<comma, node<Kind::argument, expression<end_of_text>>, opt<word<"OUTPUT">>>,
                             must<close_parenthesis>, star<sor<execute_as, linked_server>>> {};
struct end_of_argument : sor<end_of_value, keyword<"OUTPUT">, keyword<"OUT">, keyword<"WITH">> {};
struct output : node<Kind::output, sor<word<"OUTPUT">, word<"OUT">>> {};
struct argument : node<Kind::argument, opt<node<Kind::argument_name, any_variable>, _, equals>,
                       expression<end_of_argument>, opt<output>> {};
struct execute_module : node<Kind::execute_module, opt<seq<touched, _, equals>>,
                             sor<seq<node<Kind::module_variable, any_variable>, _>, qualified_name>,
                             opt<separated<argument, comma>>, rest_of_statement> {};
struct executed : sor<execute_string, execute_module> {
    static constexpr std::string_view expected = "'(' or the name of a procedure";
};
struct execute : node<Kind::execute, execute_word, must<executed>> {};
/// The first statement of a batch may call a procedure without EXEC; only this procedure matters.
struct call_without_execute : seq<at<opt<word<"SYS">, period>, keyword<"SP_EXECUTESQL">>, execute_module> {};
/// The rows of what is executed are inserted.
struct insert : seq<word<"INSERT">,
                    star<not_at<sor<stop, recognised, keyword<"SELECT">, keyword<"VALUES">, keyword<"WITH">,
                                    keyword<"DEFAULT">>>,
                         skipped_piece>,
                    sor<execute, rest>> {};

// Conditions.

struct condition;
struct end_of_condition : sor<keyword<"AND">, keyword<"OR">, one<')'>, end> {};
struct equal : node<Kind::equal, symbol<'='>> {};
struct not_equal : node<Kind::not_equal, sor<pegtl::string<'<', '>'>, pegtl::string<'!', '='>>, _> {};
struct database_id
    : node<Kind::database_id, word<"DB_ID">, open_parenthesis, opt<simple_sum>, close_parenthesis> {};

// SELECT ... FROM [database.]sys.routes [[AS] alias] [WITH (NOLOCK)] [WHERE ... AND ...]

/// The last name is the column's.
struct column : node<Kind::column, name, star<period, name>> {};
struct rows;
struct row_end : sor<keyword<"AND">, one<')'>, one<','>, one<'='>> {};
struct row_value : seq<sor<simple_sum, database_id>, at<row_end>> {};
struct row
    : sor<node<Kind::row_equal, column, symbol<'='>, row_value>,
          node<Kind::row_not_equal, column, not_equal, row_value>,
          node<Kind::row_equal_reversed, row_value, symbol<'='>, column>,
          node<Kind::row_is_null, column, word<"IS">, opt<node<Kind::negated, word<"NOT">>>, word<"NULL">>,
          node<Kind::row_one_of, column, word<"IN">, open_parenthesis, separated<row_value, comma>,
               close_parenthesis>,
          node<Kind::row_like, column, word<"LIKE">, row_value>> {};
struct row_or_rows : sor<seq<open_parenthesis, understood<rows>, close_parenthesis>, row> {};
struct rows : separated<row_or_rows, word<"AND">> {};
struct hint : seq<opt<word<"WITH">>, enclosed<token>> {};
template <typename Columns>
struct query : node<Kind::query, word<"SELECT">, Columns, word<"FROM">, qualified_name,
                    opt<opt<word<"AS">>, name>, opt<hint>, opt<word<"WHERE">, rows>, at<one<')'>>> {};
struct any_columns : plus<not_at<sor<keyword<"FROM">, one<')'>>>, sor<enclosed<token>, token>> {};
struct counted
    : node<Kind::counted, word<"COUNT">, open_parenthesis, sor<symbol<'*'>, token>, close_parenthesis> {};
struct one_column
    : seq<opt<word<"TOP">, sor<seq<open_parenthesis, token, close_parenthesis>, token>>, column> {};

struct exists : node<Kind::exists, word<"EXISTS">, open_parenthesis, query<any_columns>, close_parenthesis> {
};
/// DB_ID('name') IS [NOT] NULL
struct database_exists : node<Kind::database_exists, database_id, word<"IS">,
                              opt<node<Kind::negated, word<"NOT">>>, word<"NULL">> {};
/// 'name' [NOT] IN (SELECT name FROM sys.routes)
struct is_in_rows : node<Kind::is_in_rows, simple_sum, opt<node<Kind::negated, word<"NOT">>>, word<"IN">,
                         open_parenthesis, query<one_column>, close_parenthesis> {};
/// (SELECT COUNT(*) FROM sys.routes WHERE ...) = 0, (SELECT is_broker_enabled FROM ...) = 1
struct rows_compared
    : node<Kind::rows_compared, open_parenthesis, query<sor<counted, one_column>>, close_parenthesis,
           sor<equal, not_equal, node<Kind::less_or_equal, pegtl::string<'<', '='>, _>,
               node<Kind::greater_or_equal, pegtl::string<'>', '='>, _>, node<Kind::less, symbol<'<'>>,
               node<Kind::greater, symbol<'>'>>>,
           simple_sum> {};
struct is_null
    : node<Kind::is_null, simple_sum, word<"IS">, opt<node<Kind::negated, word<"NOT">>>, word<"NULL">> {};
struct comparison : node<Kind::comparison, simple_sum,
                         sor<equal, not_equal, node<Kind::like, word<"LIKE">>,
                             node<Kind::not_like, word<"NOT">, word<"LIKE">>>,
                         simple_sum> {};
struct unknown_condition
    : node<Kind::unknown_condition, plus<not_at<end_of_condition>, sor<enclosed<token>, token>>> {};
/// What follows it makes it something else: (a) + 1 = 2
struct condition_in_parentheses : node<Kind::condition_in_parentheses, open_parenthesis,
                                       understood<condition>, close_parenthesis, opt<unknown_condition>> {};
struct predicate;
struct predicate : sor<node<Kind::negated, word<"NOT">, understood<predicate>>,
                       seq<sor<exists, database_exists, is_in_rows, rows_compared, is_null, comparison>,
                           at<end_of_condition>>,
                       condition_in_parentheses, unknown_condition> {};
struct all_of : node<Kind::all_of, separated<predicate, word<"AND">>> {};
struct condition : node<Kind::any_of, separated<all_of, word<"OR">>> {
    static constexpr std::string_view expected = "a condition";
};

// Control of flow.

struct statement;
struct statement_or_skipped : recovered<sor<statement, skipped>, rest> {
    static constexpr std::string_view expected = "a statement";
};
struct statements : star<sor<symbol<';'>, statement_or_skipped>> {};

/// BEGIN ... END
struct begins_block
    : seq<word<"BEGIN">, not_at<sor<keyword<"TRAN">, keyword<"TRANSACTION">, keyword<"DISTRIBUTED">,
                                    seq<word<"CONVERSATION">, keyword<"TIMER">>, keyword<"CATCH">>>> {};
struct block : node<Kind::block, word<"BEGIN">, statements, must<word<"END">>> {};
/// BEGIN TRY ... END TRY BEGIN CATCH ... END CATCH
struct try_block : node<Kind::block, word<"BEGIN">, word<"TRY">, statements, must<word<"END">, word<"TRY">>> {
};
struct catch_block
    : node<Kind::caught, word<"BEGIN">, word<"CATCH">, statements, must<word<"END">, word<"CATCH">>> {};
struct must_catch : catch_block {
    static constexpr std::string_view expected = "BEGIN CATCH";
};
struct try_and_catch : seq<try_block, opt<symbol<';'>>, must<must_catch>> {};

struct branch : node<Kind::branch, must<condition, statement_or_skipped>> {};
struct else_word : seq<opt<symbol<';'>>, word<"ELSE">> {};
struct if_statement : node<Kind::if_statement, if_word, branch, star<else_word, if_word, branch>,
                           opt<else_word, node<Kind::otherwise, must<statement_or_skipped>>>> {};
struct while_statement : node<Kind::while_statement, word<"WHILE">, branch> {};

template <Kind Jump, typename Words>
struct jump : seq<node<Jump, Words>, rest_of_statement> {};
template <typename Words>
struct switch_of_execution : seq<word<"SET">, sor<word<"NOEXEC">, word<"PARSEONLY">>, Words> {};
struct jumps
    : sor<jump<Kind::leave_batch, word<"RETURN">>, jump<Kind::throw_error, word<"THROW">>,
          jump<Kind::go_to, word<"GOTO">>, jump<Kind::leave_loop, sor<word<"BREAK">, word<"CONTINUE">>>,
          jump<Kind::roll_back, word<"ROLLBACK">>,
          jump<Kind::stop_executing, switch_of_execution<word<"ON">>>,
          jump<Kind::go_on_executing, switch_of_execution<word<"OFF">>>> {};

// Statements that are skipped, but have words in them that others begin with.

/// GRANT CREATE ROUTE TO ...
struct permission
    : seq<sor<seq<word<"GRANT">, not_at<keyword<"OPTION">>>, word<"DENY">, word<"REVOKE">>,
          star<not_at<sor<keyword<"TO">, keyword<"FROM">, keyword<"ON">, one<';'>, eof>>, skipped_piece>,
          rest> {};
/// UPDATE ... SET @v = ...
struct update
    : seq<word<"UPDATE">,
          not_at<sor<keyword<"STATISTICS">, keyword<"OF">, keyword<"CASCADE">, keyword<"NO">>>,
          star<not_at<sor<keyword<"SET">, stop, recognised>>, skipped_piece>, opt<word<"SET">>, rest> {};
/// CREATE PROCEDURE ...: what follows is its body, to the end of the batch.
struct about_routes : seq<sor<word<"CREATE">, word<"ALTER">, word<"DROP">>, keyword<"ROUTE">> {};
struct module_body : node<Kind::module_body, definition_of_module, star<not_at<about_routes>, token>,
                          opt<node<Kind::hidden_route, about_routes>>, star<token>> {};

struct statement
    : sor<use_database, create_route, alter_route, drop_route, create_database, alter_database, drop_database,
          create_service, drop_service, create_endpoint, alter_endpoint, drop_endpoint, begin_dialog,
          create_event_notification, declare, set_variable, set_by_method, select_variables, execute, insert,
          seq<at<if_word>, nested<if_statement>>, seq<at<keyword<"WHILE">>, nested<while_statement>>,
          seq<at<word<"BEGIN">, keyword<"TRY">>, nested<try_and_catch>>, seq<at<begins_block>, nested<block>>,
          jumps, permission, update, module_body> {};

/// END or ELSE that belongs to nothing.
struct stray
    : seq<node<Kind::stray, sor<keyword<"ELSE">, keyword<"END">>>, _, opt<sor<word<"TRY">, word<"CATCH">>>> {
};
struct first_call : recovered<call_without_execute, rest> {};
struct batch : seq<_, opt<first_call>, star<sor<symbol<';'>, statement_or_skipped, stray>>, eof> {};

}  // namespace ssbroute::formats::tsql

namespace tao::pegtl {

template <typename Name, typename Rule>
struct analyze_traits<Name, ssbroute::formats::tsql::nested<Rule>> : analyze_seq_traits<Rule> {};
template <typename Name, typename Rule>
struct analyze_traits<Name, ssbroute::formats::tsql::understood<Rule>> : analyze_seq_traits<Rule> {};
// Something malformed has at least its first words, so it does not stay where it is either.
template <typename Name, typename Rule, typename Remainder>
struct analyze_traits<Name, ssbroute::formats::tsql::recovered<Rule, Remainder>> : analyze_seq_traits<Rule> {
};

}  // namespace tao::pegtl
