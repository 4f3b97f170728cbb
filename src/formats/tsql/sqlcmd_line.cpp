#include "formats/tsql/sqlcmd_line.hpp"

#include <charconv>
#include <limits>

#include "formats/tsql/lexical.hpp"

namespace ssbroute::formats::tsql {
namespace {

// What of a text, from its beginning, a rule takes.
template <typename Rule>
std::optional<std::string_view> beginning(std::string_view text) {
    pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, char const*> in(text.data(), text.size(),
                                                                                    "");
    if (!pegtl::parse<Rule>(in)) return std::nullopt;
    return text.substr(0, in.byte());
}

namespace line {

struct blank : one<' ', '\t', '\r'> {};
struct blanks : star<blank> {};
struct comment : sor<line_comment, seq<pegtl::string<'/', '*'>, pegtl::until<pegtl::string<'*', '/'>>>> {};
struct end : seq<blanks, opt<comment>, blanks, eof> {};

// GO [count]
struct count : plus<pegtl::digit> {};
struct go_word : keyword<"GO"> {};
struct go : seq<blanks, go_word, opt<plus<blank>, count>, end> {};
struct malformed_go : seq<blanks, go_word, star<pegtl::any>> {};

// :setvar name ["value" | value]
struct variable_name : plus<sor<word_part, one<'-', '.'>>> {};
struct quoted_text : star<sor<pegtl::two<'"'>, pegtl::not_one<'"'>>> {};
struct quoted : seq<one<'"'>, quoted_text, one<'"'>> {};
struct bare_text : plus<not_at<sor<blank, one<'"'>>>, pegtl::any> {};
struct value : sor<quoted, bare_text> {};
struct set_variable
    : seq<keyword<"SETVAR">, plus<blank>, variable_name, opt<plus<blank>, not_at<comment>, value>, end> {};

// :connect server [-l timeout] [-U user [-P password]]
struct connect : seq<keyword<"CONNECT">, plus<blank>, value, opt<plus<blank>, star<pegtl::any>>, eof> {};

// :r file
struct rest_of_line : plus<not_at<blanks, eof>, pegtl::any> {};
struct include : seq<keyword<"R">, plus<blank>, sor<seq<quoted, end>, rest_of_line>, blanks, eof> {};

// :exit, :quit, and without a colon
struct leave : seq<sor<keyword<"EXIT">, keyword<"QUIT">>, end> {};
struct leave_behind : seq<keyword<"EXIT">, blanks, one<'('>, star<pegtl::any>> {};
struct reset : seq<keyword<"RESET">, end> {};
struct without_effect : seq<sor<keyword<"ON">, keyword<"OUT">, keyword<"ERROR">, keyword<"PERFTRACE">,
                                keyword<"LIST">, keyword<"LISTVAR">, keyword<"ED">, keyword<"HELP">,
                                keyword<"SERVERLIST">, keyword<"XML">, pegtl::two<'!'>>,
                            star<pegtl::any>> {};
struct malformed : seq<sor<keyword<"SETVAR">, keyword<"CONNECT">, keyword<"R">>, star<pegtl::any>> {};
struct unknown : seq<pegtl::alpha, star<pegtl::any>> {};

struct command_word : sor<identifier, pegtl::two<'!'>> {};
struct command_beginning : seq<opt<one<':'>>, blanks, command_word> {};
struct command : seq<one<':'>, blanks, at<command_word>,
                     sor<set_variable, connect, include, leave, leave_behind, reset, without_effect,
                         malformed, unknown>> {};
struct without_colon : sor<leave, leave_behind, seq<at<pegtl::two<'!'>>, without_effect>> {};
struct all : sor<go, malformed_go, seq<blanks, sor<command, without_colon>>> {};

template <typename Rule>
struct action : pegtl::nothing<Rule> {};

template <SqlcmdLine::Command Command>
struct is {
    static void apply0(SqlcmdLine& line) { line.command = Command; }
};
template <>
struct action<go> : is<SqlcmdLine::Command::go> {};
template <>
struct action<malformed_go> : is<SqlcmdLine::Command::malformed_go> {};
template <>
struct action<set_variable> : is<SqlcmdLine::Command::set_variable> {};
template <>
struct action<connect> : is<SqlcmdLine::Command::connect> {};
template <>
struct action<include> : is<SqlcmdLine::Command::include> {};
template <>
struct action<leave> : is<SqlcmdLine::Command::leave> {};
template <>
struct action<leave_behind> : is<SqlcmdLine::Command::leave_behind> {};
template <>
struct action<reset> : is<SqlcmdLine::Command::reset> {};
template <>
struct action<without_effect> : is<SqlcmdLine::Command::without_effect> {};
template <>
struct action<malformed> : is<SqlcmdLine::Command::malformed> {};
template <>
struct action<unknown> : is<SqlcmdLine::Command::unknown> {};

template <>
struct action<count> {
    template <typename Input>
    static void apply(Input const& in, SqlcmdLine& line) {
        if (std::from_chars(in.begin(), in.end(), line.times).ec != std::errc())
            line.times = std::numeric_limits<std::size_t>::max();
    }
};
template <>
struct action<variable_name> {
    template <typename Input>
    static void apply(Input const& in, SqlcmdLine& line) {
        line.variable = in.string();
    }
};
template <>
struct action<quoted_text> {
    template <typename Input>
    static void apply(Input const& in, SqlcmdLine& line) {
        std::string text;
        for (auto const* c = in.begin(); c != in.end(); ++c) {
            text += *c;
            if (*c == '"') ++c;
        }
        line.argument = std::move(text);
    }
};
struct takes_argument {
    template <typename Input>
    static void apply(Input const& in, SqlcmdLine& line) {
        line.argument = in.string();
    }
};
template <>
struct action<bare_text> : takes_argument {};
template <>
struct action<rest_of_line> : takes_argument {};

struct takes_word {
    template <typename Input>
    static void apply(Input const& in, SqlcmdLine& line) {
        line.word = std::string(*beginning<command_beginning>({in.begin(), in.size()}));
    }
};
template <>
struct action<command> : takes_word {};
template <>
struct action<without_colon> : takes_word {};

}  // namespace line

// `$(name)`
struct reference_name : plus<sor<word_part, one<'-', '.'>>> {};
struct reference : seq<pegtl::string<'$', '('>, reference_name, one<')'>> {};

// <name, type, default>
struct parameter_name : seq<letter, star<sor<word_part, one<' ', '-', '.'>>>> {};
struct parameter_type : star<sor<word_part, one<' ', '(', ')'>>> {};
struct parameter_default : star<pegtl::not_one<'<', '>', '\n'>> {};
struct parameter : seq<one<'<'>, star<one<' '>>, parameter_name, one<','>, parameter_type, one<','>,
                       parameter_default, one<'>'>> {};

}  // namespace

std::optional<SqlcmdLine> sqlcmd_line(std::string_view text) {
    // Most lines are not: what these begin with tells.
    auto const first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return std::nullopt;
    if (std::string_view(":!gGeEqQ").find(text[first]) == std::string_view::npos) return std::nullopt;

    SqlcmdLine result;
    pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, char const*> in(text.data(), text.size(),
                                                                                    "");
    if (!pegtl::parse<line::all, line::action>(in, result)) return std::nullopt;
    return result;
}

std::optional<std::string_view> variable_reference(std::string_view text) {
    auto found = beginning<reference>(text);
    if (found) found = found->substr(2, found->size() - 3);
    return found;
}

std::optional<std::string_view> template_parameter(std::string_view text) {
    auto const found = beginning<parameter>(text);
    if (!found) return std::nullopt;
    // IIF(a <b, c, d) > 1 is none.
    std::ptrdiff_t open = 0;
    for (char const c : *found) {
        if (c == '(') ++open;
        if (c == ')' && --open < 0) return std::nullopt;
    }
    return open == 0 ? found : std::nullopt;
}

}  // namespace ssbroute::formats::tsql
