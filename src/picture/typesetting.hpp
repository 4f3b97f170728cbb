// How wide text is, without asking a font: rather too wide than too narrow.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ssbroute::picture {

enum class Face : std::uint8_t { proportional, bold, monospaced };

struct Font {
    Face face;
    double size;
};

/// In the unit of the font's size.
double width(std::string_view text, Font font);

/// The lines of `text` that are no wider than `most`: broken at blanks, and inside of words that are too
/// long. At least one line.
std::vector<std::string> wrap(std::string_view text, Font font, double most);

}  // namespace ssbroute::picture
