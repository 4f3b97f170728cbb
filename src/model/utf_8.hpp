// UTF-8 as code points and back.
#pragma once

#include <string>
#include <string_view>

namespace ssbroute {

using Letters = std::u32string;

/// Bytes that are no UTF-8 stand for themselves, from here on, behind the last code point.
inline constexpr char32_t stray_byte = 0x110000;

Letters letters_of(std::string_view utf_8);

/// Appends a letter, or a stray byte, to `text`.
void append(std::string& text, char32_t letter);

}  // namespace ssbroute
