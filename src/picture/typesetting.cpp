#include "picture/typesetting.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "model/utf_8.hpp"

namespace ssbroute::picture {
namespace {

// Of East Asian characters and pictographs, which fill a square, and of anything else that is rare.
constexpr double wide = 1.1;

double in_proportional_ems(char32_t c) {
    constexpr std::u32string_view narrow = U" !'(),./:;I[]`fijlrt|";
    constexpr std::u32string_view broad = U"%&@MWmw";
    if (narrow.find(c) != std::u32string_view::npos) return 0.38;
    if (broad.find(c) != std::u32string_view::npos) return 1.0;
    if (c >= U'A' && c <= U'Z') return 0.74;
    return c < 0x0590 ? 0.62 : wide;
}

double in_ems(char32_t c, Face face) {
    constexpr double bold_is_wider = 1.16;
    switch (face) {
        case Face::proportional: return in_proportional_ems(c);
        case Face::bold: return in_proportional_ems(c) * bold_is_wider;
        case Face::monospaced: break;
    }
    return c < 0x0590 ? 0.62 : wide;
}

double width(char32_t c, Font font) { return in_ems(c, font.face) * font.size; }

std::string text_of(Letters::const_iterator begin, Letters::const_iterator end) {
    std::string result;
    std::for_each(begin, end, [&](char32_t letter) { append(result, letter); });
    return result;
}

// As many letters as fit, and at least one.
Letters::const_iterator end_of_what_fits(Letters::const_iterator begin, Letters::const_iterator end,
                                         Font font, double most) {
    double used = 0;
    return std::find_if(std::next(begin), end, [&, previous = begin](char32_t) mutable {
        used += width(*previous++, font);
        return used + width(*previous, font) > most;
    });
}

}  // namespace

double width(std::string_view text, Font font) {
    auto const letters = letters_of(text);
    return std::accumulate(letters.begin(), letters.end(), 0.0,
                           [&](double sum, char32_t letter) { return sum + width(letter, font); });
}

std::vector<std::string> wrap(std::string_view text, Font font, double most) {
    auto const letters = letters_of(text);
    std::vector<std::string> lines;
    auto begin = letters.begin();
    while (begin != letters.end()) {
        auto end = end_of_what_fits(begin, letters.end(), font, most);
        auto next = end;
        if (end != letters.end()) {
            auto const blank =
                std::find(std::make_reverse_iterator(end), std::make_reverse_iterator(begin), U' ');
            if (*end == U' ')
                next = std::next(end);
            else if (blank != std::make_reverse_iterator(begin) && std::prev(blank.base()) != begin) {
                next = blank.base();
                end = std::prev(next);
            }
        }
        lines.push_back(text_of(begin, end));
        begin = next;
    }
    if (lines.empty()) lines.emplace_back();
    return lines;
}

}  // namespace ssbroute::picture
