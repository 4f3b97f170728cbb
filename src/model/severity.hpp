// How much a remark matters.
#pragma once

#include <cstdint>
#include <string_view>

namespace ssbroute {

/// Something to know, something that may not be meant, something that cannot work.
enum class Severity : std::uint8_t { note, warning, error };

/// The word for a severity, as it is printed.
constexpr std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::note: return "note";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "";
}

}  // namespace ssbroute
