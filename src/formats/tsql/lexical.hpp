// Characters and words of T-SQL, as rules of PEGTL. Only for the one file that parses, and tests: it compiles
// slowly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include "formats/tsql/reserved_words.hpp"
#include "formats/tsql/syntax_tree.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats::tsql {

namespace pegtl = tao::pegtl;
using pegtl::at;
using pegtl::eof;
using pegtl::must;
using pegtl::not_at;
using pegtl::one;
using pegtl::opt;
using pegtl::plus;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

/// Rules that are in the tree.
template <Kind K, typename... Rules>
struct node : seq<Rules...> {
    static constexpr Kind kind = K;
};

// White space and comments. What is no letter in Unicode's general punctuation is told apart from names, too:
// quotes of word processors, spaces of no width.

struct space : sor<one<' ', '\t', '\r', '\n', '\v', '\f'>,
                   pegtl::utf8::ranges<0x85, 0x85, 0xA0, 0xA0, 0x1680, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029,
                                       0x202F, 0x202F, 0x205F, 0x205F, 0x3000, 0x3000, 0xFEFF, 0xFEFF>> {};

struct line_comment : seq<pegtl::two<'-'>, star<pegtl::not_one<'\n'>>> {};

/// Raised where a comment begins that has no end.
struct unterminated_comment {
    static constexpr std::string_view complaint = "this comment has no end";
    static constexpr bool swallows_the_rest = true;
};

/// Comments are nested; counted, not recursive, since nobody limits how deep.
struct block_comment {
    using rule_t = block_comment;
    using subs_t = pegtl::empty_list;

    template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        std::string_view const rest(in.current(), in.size());
        if (rest.substr(0, 2) != "/*") return false;
        std::size_t depth = 1;
        std::size_t position = 2;
        while (depth > 0) {
            position = rest.find_first_of("/*", position);
            if (position == std::string_view::npos) Control<unterminated_comment>::raise(in, tree);
            auto const two = rest.substr(position, 2);
            bool const is_delimiter = two == "/*" || two == "*/";
            if (is_delimiter) depth = two == "/*" ? depth + 1 : depth - 1;
            position += is_delimiter ? std::size_t{2} : std::size_t{1};
        }
        in.bump(position);
        return true;
    }
};

/// Blanks of ASCII, which most are: the same as `star<one<...>>`, faster.
struct ascii_blanks {
    using rule_t = ascii_blanks;
    using subs_t = pegtl::empty_list;

    template <typename Input>
    static bool match(Input& in) {
        auto const* end = in.current();
        while (end != in.end() && (*end == ' ' || (*end >= '\t' && *end <= '\r'))) ++end;
        in.bump(static_cast<std::size_t>(end - in.current()));
        return true;
    }
};

/// What stands between two tokens. Every token takes what is behind it.
struct _ : seq<ascii_blanks, star<sor<space, line_comment, block_comment>, ascii_blanks>> {};

// Words.

struct letter : sor<pegtl::alpha, one<'_', '#'>,
                    pegtl::utf8::ranges<0xA1, 0x167F, 0x1681, 0x1FFF, 0x2070, 0x2FFF, 0x3001, 0xFEFE, 0xFF00,
                                        0x10FFFF>> {};
struct word_part : sor<letter, pegtl::digit, one<'@', '$'>> {};
/// The parts of words in ASCII, from where it is on.
constexpr bool is_ascii_word_part(char c) {
    return (ascii::lower(c) >= 'a' && ascii::lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '@' || c == '#' || c == '$';
}
/// The same as `star<word_part>` for ASCII, faster.
struct ascii_word_parts {
    using rule_t = ascii_word_parts;
    using subs_t = pegtl::empty_list;

    template <typename Input>
    static bool match(Input& in) {
        in.bump(static_cast<std::size_t>(std::find_if_not(in.current(), in.end(), is_ascii_word_part) -
                                         in.current()));
        return true;
    }
};
struct word_parts : seq<ascii_word_parts, star<word_part, ascii_word_parts>> {};
struct identifier : seq<letter, word_parts> {};
struct variable_text : node<Kind::variable, one<'@'>, word_parts> {};

/// A text as a parameter of a template.
template <std::size_t Size>
struct Text {
    // NOLINTNEXTLINE(google-explicit-constructor): stands for the literal.
    consteval Text(char const (&text)[Size]) { std::copy_n(std::begin(text), Size, characters.begin()); }
    [[nodiscard]] constexpr std::string_view view() const { return {characters.data(), Size - 1}; }
    std::array<char, Size> characters = {};
};

/// These letters, in any case.
template <Text Letters>
struct letters {
    using rule_t = letters;
    using subs_t = pegtl::empty_list;

    template <typename Input>
    static bool match(Input& in) {
        constexpr auto expected = Letters.view();
        if (in.size() < expected.size()) return false;
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (ascii::lower(in.peek_char(i)) != ascii::lower(expected[i])) return false;
        in.bump(expected.size());
        return true;
    }
};

/// A keyword, in any case, and nothing of a longer word.
template <Text Letters>
struct keyword : seq<letters<Letters>, not_at<word_part>> {};

/// A keyword and what is behind it.
template <Text Letters>
struct word : seq<keyword<Letters>, _> {
    static constexpr std::string_view expected = Letters.view();
};

/// One of many keywords: the same as a `sor` of them, faster. `Words` has them in `all`, in lower case and in
/// order.
template <typename Words>
struct keyword_among {
    static_assert(std::is_sorted(Words::all.begin(), Words::all.end()));

    using rule_t = keyword_among;
    using subs_t = pegtl::type_list<not_at<word_part>>;

    template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        constexpr std::size_t longest = 20;
        std::array<char, longest + 1> word = {};
        std::size_t length = 0;
        while (length < in.size() && length <= longest && is_ascii_word_part(in.peek_char(length))) {
            word[length] = ascii::lower(in.peek_char(length));
            ++length;
        }
        if (length == 0 || length > longest || word.front() < 'a' || word.front() > 'z') return false;
        if (!std::binary_search(Words::all.begin(), Words::all.end(), std::string_view(word.data(), length)))
            return false;
        auto marker = in.template mark<pegtl::rewind_mode::required>();
        in.bump(length);
        return marker(
            Control<not_at<word_part>>::template match<A, pegtl::rewind_mode::required, Action, Control>(
                in, tree));
    }
};

template <char C>
struct symbol : seq<one<C>, _> {
    static constexpr std::array quoted = {'\'', C, '\''};
    static constexpr std::string_view expected{quoted.data(), quoted.size()};
};

// Texts between delimiters.

struct unterminated_string {
    static constexpr std::string_view complaint = "this string has no end";
    static constexpr bool swallows_the_rest = true;
};
struct unterminated_name {
    static constexpr std::string_view complaint = "this name has no end";
    static constexpr bool swallows_the_rest = true;
};

/// From a delimiter to the next that is not doubled.
template <char Open, char Close, typename Unterminated>
struct delimited {
    using rule_t = delimited;
    using subs_t = pegtl::empty_list;

    template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        if (in.empty() || in.peek_char() != Open) return false;
        std::string_view const rest(in.current(), in.size());
        auto end = rest.find(Close, 1);
        while (end != std::string_view::npos && end + 1 < rest.size() && rest[end + 1] == Close)
            end = rest.find(Close, end + 2);
        if (end == std::string_view::npos) Control<Unterminated>::raise(in, tree);
        in.bump(end + 1);
        return true;
    }
};

struct string_text : node<Kind::string, opt<one<'N', 'n'>>, delimited<'\'', '\'', unterminated_string>> {};
struct bracketed : delimited<'[', ']', unterminated_name> {};
struct double_quoted : delimited<'"', '"', unterminated_name> {};

// Quotes of word processors are refused where scripts are read. Until the end of the line at most, what is
// between them is taken as one, so that it is not misread.
struct curly_quote : pegtl::utf8::one<0x2018, 0x2019, 0x201C, 0x201D> {};
struct curly_text
    : seq<curly_quote, star<not_at<sor<curly_quote, one<'\n'>>>, pegtl::any>, opt<curly_quote>> {};

// Names.

/// An identifier that needs no brackets.
struct bare_name {
    using rule_t = bare_name;
    using subs_t = pegtl::type_list<identifier>;

    template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        auto marker = in.template mark<pegtl::rewind_mode::required>();
        auto const* const begin = in.current();
        return marker(
            Control<identifier>::template match<A, pegtl::rewind_mode::required, Action, Control>(in, tree) &&
            !is_reserved({begin, static_cast<std::size_t>(in.current() - begin)}));
    }
};

struct name_text : node<Kind::name, sor<bare_name, bracketed, double_quoted>> {};
struct name : seq<name_text, _> {};

// Tokens.

struct variable : seq<variable_text, _> {
    static constexpr std::string_view expected = "a variable";
};
struct string : seq<string_text, _> {
    static constexpr std::string_view expected = "a string";
};
struct number_text : node<Kind::number, pegtl::digit, star<sor<word_part, one<'.'>>>> {};
struct number : seq<number_text, _> {
    static constexpr std::string_view expected = "a whole number";
};

struct any_string : seq<opt<one<'N', 'n'>>, delimited<'\'', '\'', unterminated_string>> {};
struct any_variable : seq<one<'@'>, word_parts> {};
struct any_number : seq<pegtl::digit, star<sor<word_part, one<'.'>>>> {};
struct any_character : sor<pegtl::utf8::any, pegtl::any> {};

/// Whatever comes next.
struct token : seq<sor<any_string, identifier, any_variable, bracketed, double_quoted, any_number, curly_text,
                       any_character>,
                   _> {};

struct unclosed_parenthesis {
    static constexpr std::string_view complaint = "this parenthesis is not closed";
};
struct unclosed_case {
    static constexpr std::string_view complaint = "this CASE has no END";
};

/// From a parenthesis to the one that closes it, or from CASE to its END. Counted: nobody limits how deep.
/// `Inside` are the tokens.
template <typename Inside>
struct enclosed {
    using rule_t = enclosed;
    using subs_t = pegtl::type_list<Inside>;

    template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input>
    static bool match(Input& in, SyntaxTree& tree) {
        if (tree.unclosed || in.empty()) return false;
        auto const comes = [&]<typename Rule>(pegtl::type_list<Rule>) {
            return Control<at<Rule>>::template match<A, pegtl::rewind_mode::required, Action, Control>(in,
                                                                                                       tree);
        };
        auto const* const begin = in.current();
        bool const is_case = *begin != '(';
        if (is_case && !comes(pegtl::type_list<keyword<"CASE">>())) return false;

        std::size_t parentheses = 0;
        std::size_t cases = 0;
        do {
            if (in.empty()) {
                tree.unclosed = true;
                in.iterator() = begin;
                if (is_case) Control<unclosed_case>::raise(in, tree);
                Control<unclosed_parenthesis>::raise(in, tree);
            }
            auto const c = in.peek_char();
            if (c == '(') ++parentheses;
            if (c == ')' && parentheses > 0) --parentheses;
            if (parentheses == 0 && comes(pegtl::type_list<keyword<"CASE">>())) ++cases;
            if (parentheses == 0 && comes(pegtl::type_list<keyword<"END">>())) --cases;
            if (!Control<Inside>::template match<A, pegtl::rewind_mode::required, Action, Control>(in, tree))
                return false;
        } while (parentheses + cases > 0);
        return true;
    }
};

}  // namespace ssbroute::formats::tsql

namespace tao::pegtl {

template <typename Name>
struct analyze_traits<Name, ssbroute::formats::tsql::block_comment> : analyze_any_traits<> {};
template <typename Name, ssbroute::formats::tsql::Text Letters>
struct analyze_traits<Name, ssbroute::formats::tsql::letters<Letters>> : analyze_any_traits<> {};
template <typename Name, char Open, char Close, typename Unterminated>
struct analyze_traits<Name, ssbroute::formats::tsql::delimited<Open, Close, Unterminated>>
    : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, ssbroute::formats::tsql::ascii_blanks> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, ssbroute::formats::tsql::ascii_word_parts> : analyze_opt_traits<> {};
template <typename Name, typename Words>
struct analyze_traits<Name, ssbroute::formats::tsql::keyword_among<Words>> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, ssbroute::formats::tsql::bare_name>
    : analyze_any_traits<ssbroute::formats::tsql::identifier> {};
template <typename Name, typename Inside>
struct analyze_traits<Name, ssbroute::formats::tsql::enclosed<Inside>> : analyze_seq_traits<Inside> {};

}  // namespace tao::pegtl
