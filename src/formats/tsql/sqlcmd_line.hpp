// Lines of a script that are for sqlcmd, not for the server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ssbroute::formats::tsql {

/// A line that sqlcmd takes for itself.
struct SqlcmdLine {
    enum class Command : std::uint8_t {
        go,
        malformed_go,
        set_variable,
        connect,
        include,
        leave,         // :exit, :quit
        leave_behind,  // :exit(...): after the batch
        reset,
        without_effect,  // on what is read here
        malformed,
        unknown,
    };

    Command command = Command::unknown;
    /// As it is written: `GO`, `:setvar`.
    std::string word = {};
    /// The variable of `:setvar`.
    std::string variable = {};
    /// The value of `:setvar` (nothing: none is given), the server of `:connect`, the file of `:r`.
    std::optional<std::string> argument = std::nullopt;
    /// Of GO.
    std::size_t times = 1;
};

/// What sqlcmd makes of a line without its end; nothing: it is for the server. Not to be asked
/// within strings, names and comments.
std::optional<SqlcmdLine> sqlcmd_line(std::string_view text);

/// `$(name)` at the beginning of a text: the name.
std::optional<std::string_view> variable_reference(std::string_view text);

/// `<name, type, default>` at the beginning of a text: all of it.
std::optional<std::string_view> template_parameter(std::string_view text);

}  // namespace ssbroute::formats::tsql
