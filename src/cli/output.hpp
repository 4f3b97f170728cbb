// Results on standard output, diagnostics on standard error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/exit_status.hpp"
#include "model/error.hpp"

namespace ssbroute::cli {

/// Writes to standard output. Once it cannot, because it is closed or full, it stays silent.
class Output {
public:
    void write(std::string_view text);
    void line(std::string_view text);
    void flush();

    /// False once standard output has taken no more.
    [[nodiscard]] bool works() const { return works_; }
    /// `done`, or `unusable` with a diagnostic if not everything could be written.
    ExitStatus finish();

private:
    bool works_ = true;
};

/// `ssbroute: PLACE: MESSAGE` on standard error.
ExitStatus complain(Error const& error);

/// The text with control characters made visible (`\u001b`): what an input wrote neither ends a line nor
/// speaks to the terminal.
std::string visible(std::string_view text);

enum class Style : std::uint8_t { plain, bold, dim, good, bad, open };

/// Marks text for a terminal; leaves it as it is where standard output is none, or NO_COLOR is set.
std::string styled(std::string_view text, Style style);

}  // namespace ssbroute::cli
