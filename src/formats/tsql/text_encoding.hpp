// Texts as they lie on disks of SQL Server's world, to UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "model/error.hpp"

namespace ssbroute::formats {

/// UTF-8 with and without byte order mark; UTF-16 of either order with a byte order mark, or without one
/// where the first characters are ASCII; else Windows-1252. No byte order mark is left. An Error for UTF-16
/// that ends within a character or has half a surrogate pair, and for UTF-32.
Expected<std::string> to_utf8(std::string_view bytes);

}  // namespace ssbroute::formats
