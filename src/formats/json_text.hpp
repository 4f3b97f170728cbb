// JSON text to a document, strictly.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "model/error.hpp"

namespace ssbroute::formats {

using Json = nlohmann::json;
/// For what is printed: members stay in the order in which they are put in.
using OrderedJson = nlohmann::ordered_json;

/// How deep arrays and objects may be nested. No format needs more than ten.
inline constexpr std::size_t deepest_nesting = 64;

/// Parses one JSON text in UTF-8; a byte order mark is accepted. An Error tells line and column, or, for
/// repeated members and deep nesting, the pointer; the text's own words in it are shortened.
Expected<Json> parse_json(std::string_view text);

/// One line of JSON. What is no UTF-8 is replaced, never thrown at.
std::string to_line(OrderedJson const& value);

/// `/` and a member's name as a token of a JSON pointer.
std::string pointer_token(std::string_view name);

/// At most the first bytes of a text, cut between characters, marked if it was cut.
std::string shortened(std::string_view text, std::size_t longest = 160);

/// `PLACE: MESSAGE`, both shortened where they are overlong; the message alone if the place is the whole.
std::string place_and_message(Error const& error);

}  // namespace ssbroute::formats
