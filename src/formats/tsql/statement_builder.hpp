// What the grammar recognised, as statements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/tsql/batch.hpp"
#include "formats/tsql/statement.hpp"
#include "formats/tsql/syntax_tree.hpp"

namespace ssbroute::formats::tsql {

/// A remark on a part of the batch.
struct Finding {
    std::uint32_t offset;
    Severity severity;
    std::string message;
};

/// Adds what it has to remark to `findings`; a statement with an error is left out.
std::vector<Statement> build_statements(Batch const& batch, SyntaxTree const& tree,
                                        std::vector<Finding>& findings);

}  // namespace ssbroute::formats::tsql
