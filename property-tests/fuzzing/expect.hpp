// What the fuzz targets share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace ssbroute::fuzzing {

/// The bytes of an input as text, whatever they are.
inline std::string_view text_of(std::uint8_t const* data, std::size_t size) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are what a fuzzer has
    return {reinterpret_cast<char const*>(data), size};
}

/// Ends the process if something does not hold: to a fuzzer, and to the replay of its seeds, that is a
/// finding.
inline void expect(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "expected %s\n", what);
    std::abort();
}

}  // namespace ssbroute::fuzzing
