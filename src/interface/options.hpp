// Options of the bindings' functions.
#pragma once

#include <string_view>

#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::interface {

/// A text without any character is an object without any member.
inline Expected<formats::Json> parse_options(std::string_view text) {
    return text.empty() ? formats::Json::object() : formats::parse_json(text);
}

}  // namespace ssbroute::interface
