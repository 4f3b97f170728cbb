// The statements of a T-SQL batch that matter for routing.
#pragma once

#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/tsql/batch.hpp"
#include "formats/tsql/statement.hpp"

namespace ssbroute::formats {

struct Parsed {
    std::vector<Statement> statements;
    /// By place. A statement that an error is reported in, here or before, is not among the statements (but
    /// for USE, and assignments of what is then not constant).
    std::vector<Reported> reported;
};

/// Statements that play no part in routing are left out, without a word. `times` is left to the caller.
Parsed parse(Batch const& batch);

}  // namespace ssbroute::formats
