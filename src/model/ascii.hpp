// ASCII letters without regard to case. The C library's functions look at the locale; routing must not.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ssbroute::ascii {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
    return result;
}

/// Byte order after folding ASCII letters to lower case.
inline std::strong_ordering compare_without_case(std::string_view a, std::string_view b) {
    auto const common = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < common; ++i) {
        auto const x = static_cast<unsigned char>(lower(a[i]));
        auto const y = static_cast<unsigned char>(lower(b[i]));
        if (x != y) return x <=> y;
    }
    return a.size() <=> b.size();
}

/// The same for texts that are equal after folding (FNV-1a).
inline std::size_t hash_without_case(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (char const c : text) {
        hash ^= static_cast<unsigned char>(lower(c));
        hash *= 0x100000001B3U;
    }
    return static_cast<std::size_t>(hash);
}

inline bool equal_without_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && compare_without_case(a, b) == std::strong_ordering::equal;
}

}  // namespace ssbroute::ascii
