// Words that are no names in T-SQL without brackets.
#pragma once

#include <string_view>

namespace ssbroute::formats::tsql {

/// Whether a word, in any case, is one of T-SQL's reserved keywords.
bool is_reserved(std::string_view word);

}  // namespace ssbroute::formats::tsql
