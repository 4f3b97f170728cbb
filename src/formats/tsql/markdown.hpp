// T-SQL in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace ssbroute::formats {

/// The fenced blocks of a Markdown text whose language is sql, tsql, t-sql or transact-sql. Everything else
/// is blank, so that lines and columns stay what they are. Each block is a batch of its own, as if GO stood
/// in the place of its closing fence.
std::string fenced_tsql(std::string_view markdown);

}  // namespace ssbroute::formats
