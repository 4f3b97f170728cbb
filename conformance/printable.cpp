#include "conformance/printable.hpp"

#include <fmt/format.h>

#include "formats/json_text.hpp"

namespace ssbroute::conformance {
namespace {

// By way of JSON, whose writer replaces what is no UTF-8.
std::string valid(std::string_view text) {
    auto const written = formats::to_line(formats::OrderedJson(text));
    return formats::Json::parse(written).get<std::string>();
}

bool is_control(char c) {
    auto const byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    for (char const c : valid(text))
        result += is_control(c) ? fmt::format("\\x{:02x}", c) : std::string(1, c);
    // U+FFFE and U+FFFF are characters that XML does not know.
    for (auto const* unknown : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (auto at = result.find(unknown); at != std::string::npos; at = result.find(unknown, at))
            result.replace(at, 3, "\xEF\xBF\xBD");
    return result;
}

}  // namespace ssbroute::conformance
