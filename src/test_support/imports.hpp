// For tests: what an import reports, as lines.
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "formats/import/import.hpp"

namespace ssbroute::test {

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
