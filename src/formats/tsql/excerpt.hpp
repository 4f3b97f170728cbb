// Parts of a batch as they are quoted in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ssbroute::formats::tsql {

/// On one line, and cut between characters if it is long.
std::string excerpt(std::string_view text, std::size_t longest = 60);

/// The token that begins at `offset`; its length is at least 1 but for the end of the text.
std::string_view token_at(std::string_view text, std::size_t offset);

/// The same in words: quoted, or a code point that cannot be printed, or the end of the batch.
std::string found_at(std::string_view text, std::size_t offset);

/// The first words of a statement: `CREATE ROUTE`; empty if it begins with no word.
std::string first_words(std::string_view text, std::size_t offset);

}  // namespace ssbroute::formats::tsql
