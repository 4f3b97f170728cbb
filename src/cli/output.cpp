#include "cli/output.hpp"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

#include "formats/json_text.hpp"

namespace ssbroute::cli {
namespace {

bool use_color() {
    static bool const use = [] {
        char const* no_color = std::getenv("NO_COLOR");
        bool const refused = no_color != nullptr && *no_color != '\0';
        return !refused && isatty(STDOUT_FILENO) == 1;
    }();
    return use;
}

std::string_view escape(Style style) {
    switch (style) {
        case Style::plain: return "";
        case Style::bold: return "\x1b[1m";
        case Style::dim: return "\x1b[2m";
        case Style::good: return "\x1b[32m";
        case Style::bad: return "\x1b[31m";
        case Style::open: return "\x1b[33m";
    }
    return "";
}

}  // namespace

void Output::write(std::string_view text) {
    if (!works_) return;
    works_ = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

void Output::line(std::string_view text) {
    write(text);
    write("\n");
}

void Output::flush() {
    if (works_) works_ = std::fflush(stdout) == 0;
}

ExitStatus Output::finish() {
    flush();
    if (works_) return ExitStatus::done;
    return complain({"standard output", "could not be written to the end"});
}

std::string visible(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (char const c : text) {
        bool const is_control = static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
        if (is_control)
            result += fmt::format("\\u{:04x}", c);
        else
            result += c;
    }
    return result;
}

ExitStatus complain(Error const& error) {
    auto const line = "ssbroute: " + visible(formats::place_and_message(error)) + "\n";
    std::fputs(line.c_str(), stderr);
    return ExitStatus::unusable;
}

std::string styled(std::string_view text, Style style) {
    if (style == Style::plain || !use_color()) return std::string(text);
    return fmt::format("{}{}\x1b[0m", escape(style), text);
}

}  // namespace ssbroute::cli
