// For tests: an import, and what it reports.
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "formats/import/import.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::test {

/// Of the first moment of 2026.
inline formats::ImportOptions import_options() { return {.now = time("2026-01-01T00:00:00Z")}; }

/// `routes.sql:2: error: message 15151 ...`.
inline std::vector<std::string> said(formats::Import const& import) {
    std::vector<std::string> lines;
    lines.reserve(import.reported.size());
    for (auto const& one : import.reported)
        lines.push_back(
            fmt::format("{}:{}: {}: {}", one.place.file, one.place.line, name(one.severity), one.message));
    return lines;
}

}  // namespace ssbroute::test
