#include "model/utf_8.hpp"

#include <cstddef>

namespace ssbroute {
namespace {

// How many bytes begin with this one; 1 if it begins no longer sequence.
std::size_t sequence_length(unsigned char first) {
    if (first < 0xC2U || first > 0xF4U) return 1;
    if (first >= 0xF0U) return 4;
    return first >= 0xE0U ? 3 : 2;
}

// How many bytes a letter has.
std::size_t length_of(char32_t letter) {
    if (letter < 0x80) return 1;
    if (letter < 0x800) return 2;
    return letter < 0x10000 ? 3 : 4;
}

// Whether a sequence of this length stands for the letter: no longer one than it needs, and no half of a
// UTF-16 pair.
bool stands_for(std::size_t length, char32_t letter) {
    bool const half_of_a_pair = letter >= 0xD800 && letter <= 0xDFFF;
    return letter < stray_byte && length_of(letter) == length && !half_of_a_pair;
}

}  // namespace

Letters letters_of(std::string_view utf_8) {
    Letters result;
    result.reserve(utf_8.size());
    for (std::size_t i = 0; i < utf_8.size();) {
        auto const first = static_cast<unsigned char>(utf_8[i]);
        auto length = sequence_length(first);
        char32_t letter = length == 1 ? first : first & (0x7FU >> length);
        bool whole = i + length <= utf_8.size();
        for (std::size_t n = 1; whole && n < length; ++n) {
            auto const next = static_cast<unsigned char>(utf_8[i + n]);
            whole = (next & 0xC0U) == 0x80U;
            letter = (letter << 6U) | (next & 0x3FU);
        }
        if (!whole || !stands_for(length, letter)) {
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
    switch (length_of(letter)) {
        case 1: return put(letter);
        case 2: put(0xC0U | (letter >> 6U)); break;
        case 3:
            put(0xE0U | (letter >> 12U));
            put(0x80U | ((letter >> 6U) & 0x3FU));
            break;
        default:
            put(0xF0U | (letter >> 18U));
            put(0x80U | ((letter >> 12U) & 0x3FU));
            put(0x80U | ((letter >> 6U) & 0x3FU));
    }
    put(0x80U | (letter & 0x3FU));
}

}  // namespace ssbroute
