#include "model/broker_identifier.hpp"

#include <utility>

#include "model/ascii.hpp"

namespace ssbroute {
namespace {

bool is_hexadecimal_digit(char c) {
    return (c >= '0' && c <= '9') || (ascii::lower(c) >= 'a' && ascii::lower(c) <= 'f');
}

// The digits and hyphens of a GUID in lower case; empty if `text` is no GUID.
std::string canonical_guid(std::string_view text) {
    constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (text.size() == shape.size() + 2 && text.front() == '{' && text.back() == '}')
        text = text.substr(1, shape.size());
    if (text.size() != shape.size()) return {};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        bool const fits = shape[i] == '-' ? text[i] == '-' : is_hexadecimal_digit(text[i]);
        if (!fits) return {};
    }
    return ascii::lower(text);
}

}  // namespace

BrokerIdentifier::BrokerIdentifier(std::string text)
    : text_(std::move(text)), canonical_(canonical_guid(text_)) {}

std::optional<BrokerIdentifier> BrokerIdentifier::from_guid(std::string text) {
    BrokerIdentifier identifier(std::move(text));
    if (!identifier.is_guid()) return std::nullopt;
    return identifier;
}

}  // namespace ssbroute
