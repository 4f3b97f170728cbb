// Names that look alike. Service names are compared byte by byte (NAME-1); people and collations compare
// otherwise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ssbroute::review {

/// The spelling that names share which differ only in case, in width (full-width letters, half-width
/// katakana), or in space and invisible characters at their ends. As the usual collations of a server
/// compare; letters of Latin, Greek and Cyrillic scripts have case here.
std::string folded(std::string_view name);

/// A number that names share which are equal when folded; few others do.
std::uint64_t folded_hash(std::string_view name);

/// Equal when folded, and not equal.
bool only_look_alike(std::string_view a, std::string_view b);

/// In what two names differ that are equal when folded: "case", "case and width".
std::string difference(std::string_view a, std::string_view b);

/// Whether one name becomes the other by one or two typing errors: a character that is left out, added,
/// replaced or exchanged with its neighbour. Names of fewer than four characters never do.
bool differ_by_typing(std::string_view a, std::string_view b);

}  // namespace ssbroute::review
