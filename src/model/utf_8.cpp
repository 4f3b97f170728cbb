#include "model/utf_8.hpp"

#include <cstddef>

namespace ssbroute {
namespace {

// How many bytes begin with this one; 1 if it begins no longer sequence.
std::size_t sequence_length(unsigned char first) {
    if (first >= 0xF0U && first <= 0xF4U) return 4;
    if (first >= 0xE0U && first < 0xF0U) return 3;
    if (first >= 0xC2U && first < 0xE0U) return 2;
    return 1;
}

}  // namespace

Letters letters_of(std::string_view utf_8) {
    Letters result;
    result.reserve(utf_8.size());
    for (std::size_t i = 0; i < utf_8.size();) {
        auto const first = static_cast<unsigned char>(utf_8[i]);
        auto length = sequence_length(first);
        char32_t letter = length == 1 ? first : first & (0x7FU >> length);
        bool whole = (first < 0x80U || length > 1) && i + length <= utf_8.size();
        for (std::size_t n = 1; whole && n < length; ++n) {
            auto const next = static_cast<unsigned char>(utf_8[i + n]);
            whole = (next & 0xC0U) == 0x80U;
            letter = (letter << 6U) | (next & 0x3FU);
        }
        if (!whole) {
            letter = stray_byte + first;
            length = 1;
        }
        result.push_back(letter);
        i += length;
    }
    return result;
}

void append(std::string& text, char32_t letter) {
    auto const put = [&text](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (letter >= stray_byte) return put(letter - stray_byte);
    if (letter < 0x80) return put(letter);
    if (letter < 0x800) {
        put(0xC0U | (letter >> 6U));
    } else if (letter < 0x10000) {
        put(0xE0U | (letter >> 12U));
        put(0x80U | ((letter >> 6U) & 0x3FU));
    } else {
        put(0xF0U | (letter >> 18U));
        put(0x80U | ((letter >> 12U) & 0x3FU));
        put(0x80U | ((letter >> 6U) & 0x3FU));
    }
    put(0x80U | (letter & 0x3FU));
}

}  // namespace ssbroute
