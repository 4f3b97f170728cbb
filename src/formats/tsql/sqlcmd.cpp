#include "formats/tsql/sqlcmd.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "formats/tsql/excerpt.hpp"
#include "formats/tsql/sqlcmd_line.hpp"

namespace ssbroute::formats {
namespace {

using tsql::SqlcmdLine;

constexpr std::size_t deepest_including = 16;
constexpr std::size_t most_included_files = 1000;
// Together, so that values and files which contain one another do not fill the memory.
constexpr std::size_t most_replaced_bytes = std::size_t{64} << 20U;
constexpr std::size_t longest_value = 100'000;

// What a script is within, at some place of it.
enum class Within : std::uint8_t { code, comment, string, bracketed_name, quoted_name };

constexpr std::string_view blanks_and_line_ends = " \t\r\n\v\f";

bool is_curly_quote(std::string_view text) {
    auto const first = text.substr(0, 3);
    return first == "\u2018" || first == "\u2019" || first == "\u201C" || first == "\u201D";
}

Connection connection(std::string server, Place place) {
    Connection result;
    std::string_view rest = server;
    // tcp:, np:, lpc:, admin:
    if (auto const colon = rest.find(':'); colon != std::string_view::npos && rest.substr(0, 1) != "[")
        rest.remove_prefix(colon + 1);
    if (auto const comma = rest.rfind(','); comma != std::string_view::npos) {
        auto const digits = rest.substr(comma + 1);
        int port = 0;
        auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
        if (error == std::errc() && end == digits.data() + digits.size() && port > 0 && port <= 65535)
            result.port = port;
        rest = rest.substr(0, comma);
    }
    if (auto const backslash = rest.find('\\'); backslash != std::string_view::npos) {
        result.instance = std::string(rest.substr(backslash + 1));
        rest = rest.substr(0, backslash);
    }
    result.host = std::string(rest);
    result.server = std::move(server);
    result.place = std::move(place);
    return result;
}

class ScriptReader {
public:
    ScriptReader(ScriptVariables& variables, ReadIncluded const& read_included)
        : variables_(variables), read_included_(read_included) {}

    Script read(Source const& source) {
        read_file(source);
        if (within_ != Within::code)
            has_code_ = true;  // something has no end: that is for the parser to tell
        if (!has_left_) end_batch(1);
        return std::move(script_);
    }

private:
    struct OpenFile {
        std::string name;
        Batch::Position position;
    };

    void read_file(Source const& source) {
        files_.push_back({source.name, {batch_.add_file(source.name)}});
        std::string_view text = source.text;
        while (!text.empty() && !has_left_) {
            auto const end = text.find('\n');
            auto const line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
            text.remove_prefix(line.size());
            auto const next_line = file().position.line + 1;
            read_line(line);
            file().position.line = next_line;
            file().position.column = 1;
        }
        files_.pop_back();
    }

    [[nodiscard]] OpenFile& file() { return files_.back(); }
    [[nodiscard]] Place here() { return {file().name, file().position.line, file().position.column}; }
    void report(Severity severity, std::string message) {
        script_.reported.push_back({here(), severity, std::move(message)});
    }

    void read_line(std::string_view line) {
        if (within_ == Within::code) {
            auto const without_end = line.substr(0, line.find('\n'));
            if (auto const command = tsql::sqlcmd_line(without_end)) {
                file().position.column +=
                    std::min(without_end.find_first_not_of(blanks_and_line_ends), without_end.size());
                return execute(*command);
            }
        }
        scan(line);
    }

    // Batches.

    void end_batch(std::size_t times) {
        batch_.times = times;
        if (has_code_) script_.steps.emplace_back(std::move(batch_));
        start_batch();
    }

    void start_batch() {
        batch_ = Batch();
        has_code_ = false;
        for (auto& open : files_) open.position.file = batch_.add_file(open.name);
    }

    // Commands.

    void execute(SqlcmdLine const& line) {
        using enum SqlcmdLine::Command;
        switch (line.command) {
            case go: return go_on(line.times);
            case malformed_go:
                report(Severity::error, "expected nothing but a count or a comment behind GO");
                return end_batch(1);
            case set_variable: return set(line);
            case connect: return connect_to(replaced(line.argument.value_or("")));
            case include: return read_included(replaced(line.argument.value_or("")));
            case leave:
                if (has_code_)
                    report(Severity::warning, "the batch before this line is not executed: GO is missing");
                has_left_ = true;
                return;
            case leave_behind:
                end_batch(1);
                has_left_ = true;
                return;
            case reset: return start_batch();
            case without_effect:
                return report(Severity::note, fmt::format("{} has no effect here", line.word));
            case malformed:
                return report(Severity::error,
                              fmt::format("{}: expected {}", line.word, expected_behind(line.word)));
            case unknown:
                return report(Severity::error,
                              fmt::format("{} is no command of sqlcmd", tsql::excerpt(line.word)));
        }
    }

    static std::string_view expected_behind(std::string_view word) {
        if (ascii::equal_without_case(word, ":setvar"))
            return "a name, and a value that is one word or in double quotes";
        return ascii::equal_without_case(word, ":r") ? "the name of a file" : "HOST[\\INSTANCE][,PORT]";
    }

    void go_on(std::size_t times) {
        if (times != 0) return end_batch(times);
        report(Severity::error, "expected a count of at least 1 behind GO; the batch is not executed");
        start_batch();
    }

    void set(SqlcmdLine const& line) {
        if (!line.argument) {
            variables_.erase(line.variable);
            return;
        }
        auto value = replaced(*line.argument);
        if (value.size() > longest_value)
            return report(Severity::error, fmt::format("the value of {} is longer than {} bytes",
                                                       tsql::excerpt(line.variable), longest_value));
        variables_.insert_or_assign(line.variable, std::move(value));
    }

    void connect_to(std::string server) {
        if (has_code_)
            report(Severity::warning,
                   "what stands before :connect in its batch is for the new server, too: a batch goes to one "
                   "server "
                   "(GO before :connect ends it)");
        script_.steps.emplace_back(connection(std::move(server), here()));
    }

    void read_included(std::string const& path) {
        if (files_.size() > deepest_including)
            return report(Severity::error,
                          fmt::format("files include one another more than {} deep", deepest_including));
        if (++included_files_ > most_included_files)
            return report(Severity::error,
                          fmt::format("more than {} files are included", most_included_files));
        auto included = read_included_(path, file().name);
        if (!included)
            return report(Severity::error,
                          fmt::format("{}: {}", tsql::excerpt(path, 200), included.error().message));
        replaced_bytes_ += included->text.size();
        if (replaced_bytes_ > most_replaced_bytes) return report_too_long();
        read_file(*included);
    }

    void report_too_long() {
        report(Severity::error, fmt::format("values of variables and included files make more than {} MB",
                                            most_replaced_bytes >> 20U));
    }

    // Text for the server. A line is looked at once, from left to right: `taken_` of it is in the batch,
    // `position_` of it is read, and the place of the file is that of what is taken.

    void scan(std::string_view line) {
        line_ = line;
        taken_ = 0;
        position_ = 0;
        while (position_ < line_.size()) {
            auto const next = std::min(line_.find_first_of(interesting(), position_), line_.size());
            has_code_ = has_code_ || is_code(line_.substr(position_, next - position_));
            position_ = next;
            if (position_ < line_.size()) read_interesting(line_.substr(position_));
        }
        take();
    }

    // What is read, into the batch.
    void take() {
        auto const text = line_.substr(taken_, position_ - taken_);
        batch_.append(text, file().position, Batch::Piece::as_in_the_file);
        leave_out(text);
    }
    void leave_out(std::string_view text) {
        file().position = behind(file().position, text);
        taken_ += text.size();
    }

    // What comes next stays, but it is told that it cannot be meant.
    void refuse(std::string message) {
        take();
        batch_.refuse_end();
        report(Severity::error, std::move(message));
    }

    // The characters that end a run of others, by what they are within.
    [[nodiscard]] std::string_view interesting() const {
        switch (within_) {
            case Within::code: return "'\"[-/$<\\\xE2";
            case Within::comment: return "*/";
            case Within::string: return "'$<";
            case Within::bracketed_name: return "]$<";
            case Within::quoted_name: return "\"$<";
        }
        return "";
    }

    // Whether it is for the server, which a comment is not.
    [[nodiscard]] bool is_code(std::string_view text) const {
        if (within_ == Within::code)
            return text.find_first_not_of(blanks_and_line_ends) != std::string_view::npos;
        return within_ != Within::comment;
    }

    void read_interesting(std::string_view rest) {
        if (within_ == Within::comment) return read_in_comment(rest.substr(0, 2));
        if (rest.front() == '$') return read_dollar(rest);
        if (rest.front() == '<') return read_less_than(rest);
        if (within_ == Within::code) return read_code(rest);
        // The delimiter that was looked for; doubled, it stands for itself.
        bool const is_doubled = rest.size() > 1 && rest[1] == rest[0];
        if (!is_doubled) within_ = Within::code;
        position_ += is_doubled ? std::size_t{2} : std::size_t{1};
    }

    void read_in_comment(std::string_view two) {
        bool const is_delimiter = two == "/*" || two == "*/";
        if (is_delimiter) comment_depth_ = two == "/*" ? comment_depth_ + 1 : comment_depth_ - 1;
        if (comment_depth_ == 0) within_ = Within::code;
        position_ += is_delimiter ? std::size_t{2} : std::size_t{1};
    }

    void read_dollar(std::string_view rest) {
        has_code_ = true;
        auto const name = tsql::variable_reference(rest);
        if (!name) {
            ++position_;
            return;
        }
        auto const reference = rest.substr(0, name->size() + 3);
        take();
        if (auto const* const value = value_of(*name)) {
            batch_.append(*value, file().position, Batch::Piece::in_its_place);
            leave_out(reference);
        } else {
            batch_.refuse_end();
        }
        position_ += reference.size();
    }

    void read_less_than(std::string_view rest) {
        has_code_ = true;
        auto const parameter = tsql::template_parameter(rest);
        if (parameter)
            refuse(fmt::format(
                "{} is a template parameter: a value must stand in its place (in SSMS: Query, Specify "
                "Values for Template Parameters)",
                tsql::excerpt(*parameter)));
        position_ += parameter ? parameter->size() : 1;
    }

    void read_code(std::string_view rest) {
        auto const two = rest.substr(0, 2);
        if (two == "--") {
            position_ = line_.size();
            return;
        }
        if (two == "/*") {
            within_ = Within::comment;
            comment_depth_ = 1;
            position_ += 2;
            return;
        }
        has_code_ = true;
        if (two == "\\_")
            refuse("\\_ is how a web page wrote an underscore: T-SQL has it without the backslash");
        if (is_curly_quote(rest)) {
            refuse("a curly quote, as word processors and web pages make it: strings of T-SQL stand in '");
            position_ += curly_length(rest);
            return;
        }
        if (two.front() == '\'') within_ = Within::string;
        if (two.front() == '"') within_ = Within::quoted_name;
        if (two.front() == '[') within_ = Within::bracketed_name;
        ++position_;
    }

    // With what curly quotes enclose on the line, as the parser reads it.
    static std::size_t curly_length(std::string_view rest) {
        for (std::size_t length = 3; length < rest.size(); ++length) {
            if (is_curly_quote(rest.substr(length))) return length + 3;
            if (rest[length] == '\n') return length;
        }
        return rest.size();
    }

    // Variables.

    // nullptr if it has none, which is told once.
    std::string const* value_of(std::string_view name) {
        auto const found = variables_.find(name);
        if (found == variables_.end()) {
            if (undefined_.emplace(name).second)
                report(Severity::error,
                       fmt::format("the variable {} is not defined (-v {}=VALUE, or :setvar)",
                                   tsql::excerpt(name), tsql::excerpt(name)));
            return nullptr;
        }
        replaced_bytes_ += found->second.size();
        if (replaced_bytes_ <= most_replaced_bytes) return &found->second;
        if (!is_too_long_) report_too_long();
        is_too_long_ = true;
        return nullptr;
    }

    std::string replaced(std::string_view text) {
        std::string result;
        while (!text.empty()) {
            auto const next = std::min(text.find('$'), text.size());
            result += text.substr(0, next);
            text.remove_prefix(next);
            if (text.empty()) break;
            auto const name = tsql::variable_reference(text);
            auto const length = name ? name->size() + 3 : 1;
            auto const* const value = name ? value_of(*name) : nullptr;
            result += value != nullptr ? std::string_view(*value) : text.substr(0, length);
            text.remove_prefix(length);
        }
        return result;
    }

    ScriptVariables& variables_;
    ReadIncluded const& read_included_;
    Script script_;
    Batch batch_;
    std::vector<OpenFile> files_;
    std::string_view line_;
    std::size_t taken_ = 0;
    std::size_t position_ = 0;
    Within within_ = Within::code;
    std::size_t comment_depth_ = 0;
    /// The batch has more than blanks and comments.
    bool has_code_ = false;
    bool has_left_ = false;
    bool is_too_long_ = false;
    std::size_t included_files_ = 0;
    std::size_t replaced_bytes_ = 0;
    std::set<std::string, LessWithoutCase> undefined_;
};

}  // namespace

Script read_script(Source const& source, ScriptVariables& variables, ReadIncluded const& read_included) {
    return ScriptReader(variables, read_included).read(source);
}

}  // namespace ssbroute::formats
