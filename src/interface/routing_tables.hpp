// Routing tables read, written and reviewed, JSON in and JSON out: what every binding says.
#pragma once

#include <string>
#include <string_view>

#include "model/error.hpp"

namespace ssbroute::interface {

// What is read is a T-SQL script, an export of catalogue views, or JSON: an import, an instance, a scenario.
// No other file can be read: `:r` is reported. No options are an empty text; each has `now`, what LIFETIME
// counts from and routes expire by; without it the system's clock is asked.

/// `{"name": "routes.sql", "instance": "Server1", "database": "Sales", "now": "2026-01-01T00:00:00Z",
/// "variables": {"Host": "host1"}, "lenient": true}`: the name under which the text is reported, its
/// instance, the database that it starts in, sqlcmd's variables, and whether what the server would refuse is
/// taken. Gives an import (spec/schema/import.schema.json).
Expected<std::string> import_sql(std::string_view text, std::string_view options);

/// `{"now": ...}`. Gives `{"text": "CREATE ROUTE ...", "left_out": ["..."]}`.
Expected<std::string> emit_sql(std::string_view text, std::string_view options);

/// `{"now": ..., "soon": 7, "ignore": ["open-relay"]}`: what is found in the instances, without findings of
/// these ids; a route that expires within `soon` days expires soon. Gives findings
/// (spec/schema/findings.schema.json).
Expected<std::string> lint(std::string_view text, std::string_view options);

}  // namespace ssbroute::interface
