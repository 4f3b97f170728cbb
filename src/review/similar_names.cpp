#include "review/similar_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <vector>

#include "model/ascii.hpp"
#include "model/utf_8.hpp"

namespace ssbroute::review {
namespace {

bool in(char32_t letter, char32_t first, char32_t last) { return letter >= first && letter <= last; }

// Of the scripts in which names of services are usually written.
char32_t lower(char32_t c) {
    if (in(c, U'A', U'Z') || in(c, 0xFF21, 0xFF3A)) return c + 0x20;
    if (in(c, 0xC0, 0xDE) && c != 0xD7) return c + 0x20;
    // Latin Extended-A: a capital letter and its small one side by side.
    if (in(c, 0x100, 0x12F) || in(c, 0x132, 0x137) || in(c, 0x14A, 0x177)) return c | 1U;
    if (in(c, 0x139, 0x148) || in(c, 0x179, 0x17E)) return c % 2 == 1 ? c + 1 : c;
    if (in(c, 0x391, 0x3A9) && c != 0x3A2) return c + 0x20;
    if (in(c, 0x410, 0x42F)) return c + 0x20;
    if (in(c, 0x400, 0x40F)) return c + 0x50;
    return c;
}

// U+FF61 to U+FF9F as they are written in full width.
constexpr std::array<char32_t, 63> half_width_forms = {
    0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5,
    0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3,
    0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC,
    0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4,
    0x30E6, 0x30E8, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x309B, 0x309C};

bool is_of_the_h_row(char32_t kana) { return in(kana, 0x30CF, 0x30DB) && (kana - 0x30CF) % 3 == 0; }

bool takes_a_voiced_mark(char32_t kana) {
    bool const k_to_t =
        (in(kana, 0x30AB, 0x30C1) && kana % 2 == 1) || kana == 0x30C4 || kana == 0x30C6 || kana == 0x30C8;
    return k_to_t || is_of_the_h_row(kana);
}

// Full-width letters as ASCII, half-width katakana as katakana.
Letters usual_width(Letters const& text) {
    Letters result;
    result.reserve(text.size());
    for (char32_t const c : text) {
        constexpr char32_t voiced_mark = 0xFF9E;
        constexpr char32_t half_voiced_mark = 0xFF9F;
        if (c == voiced_mark && !result.empty() && takes_a_voiced_mark(result.back()))
            result.back() += 1;
        else if (c == half_voiced_mark && !result.empty() && is_of_the_h_row(result.back()))
            result.back() += 2;
        else if (in(c, 0xFF01, 0xFF5E))
            result.push_back(c - 0xFEE0);
        else if (c == 0x3000)
            result += U' ';
        else if (in(c, 0xFF61, 0xFF9F))
            result += half_width_forms[c - 0xFF61];
        else
            result += c;
    }
    return result;
}

bool is_space_or_invisible(char32_t c) {
    bool const space = c <= 0x20 || c == 0x7F || c == 0xA0 || c == 0x3000 || in(c, 0x2000, 0x200A);
    bool const invisible = in(c, 0x200B, 0x200F) || c == 0x2060 || c == 0xFEFF;
    return space || invisible;
}

Letters without_space_at_the_ends(Letters const& text) {
    auto const first = std::find_if_not(text.begin(), text.end(), is_space_or_invisible);
    auto const last =
        std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), is_space_or_invisible);
    return {first, last.base()};
}

// Nothing but ASCII is folded by far the most often.
bool is_ascii(std::string_view text) {
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) >= 0x80U; });
}

std::string_view ascii_without_space_at_the_ends(std::string_view text) {
    auto const is_space = [](char c) { return c <= ' ' || c == 0x7F; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

struct Folds {
    bool letter_case = true;
    bool width = true;
    bool space = true;
};

std::string folded(std::string_view name, Folds const& folds) {
    auto letters = letters_of(name);
    if (folds.space) letters = without_space_at_the_ends(letters);
    if (folds.width) letters = usual_width(letters);
    std::string result;
    result.reserve(letters.size());
    for (char32_t const letter : letters) append(result, folds.letter_case ? lower(letter) : letter);
    return result;
}

// The same for names that are equal when folded.
std::uint64_t folded_hash(std::string_view name) {
    if (is_ascii(name)) return ascii::hash_without_case(ascii_without_space_at_the_ends(name));
    return ascii::hash_without_case(folded(name, Folds{}));
}

// The least number of typing errors between two names (optimal string alignment); `limit` + 1 if there are
// more.
std::size_t typing_errors(Letters const& a, Letters const& b, std::size_t limit) {
    constexpr std::size_t longest = 256;  // of the columns; the work grows with the square
    auto const longer = std::max(a.size(), b.size());
    if (longer > longest || longer - std::min(a.size(), b.size()) > limit) return limit + 1;

    std::vector<std::size_t> before_previous(b.size() + 1);
    std::vector<std::size_t> previous(b.size() + 1);
    std::vector<std::size_t> current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        auto least = current[0];
        for (std::size_t j = 1; j <= b.size(); ++j) {
            std::size_t const replaced = a[i - 1] == b[j - 1] ? 0 : 1;
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + replaced});
            bool const exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged) current[j] = std::min(current[j], before_previous[j - 2] + 1);
            least = std::min(least, current[j]);
        }
        if (least > limit) return limit + 1;
        std::swap(before_previous, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

}  // namespace

std::string folded(std::string_view name) {
    if (is_ascii(name)) return ascii::lower(ascii_without_space_at_the_ends(name));
    return folded(name, Folds{});
}

LookAlikes::LookAlikes(std::vector<Numbered> texts) : texts_(std::move(texts)) {
    entries_.reserve(texts_.size());
    for (auto const& one : texts_)
        entries_.emplace_back(folded_hash(one.text), static_cast<std::uint32_t>(entries_.size()));
    std::sort(entries_.begin(), entries_.end());
}

std::span<LookAlikes::Entry const> LookAlikes::with_hash(std::uint64_t hash) const {
    auto const begin = std::lower_bound(entries_.begin(), entries_.end(), Entry{hash, 0});
    auto const end =
        std::find_if(begin, entries_.end(), [&](Entry const& entry) { return entry.first != hash; });
    return {entries_.data() + (begin - entries_.begin()), static_cast<std::size_t>(end - begin)};
}

bool LookAlikes::contain(std::string_view text) const {
    auto const entries = with_hash(folded_hash(text));
    return std::any_of(entries.begin(), entries.end(),
                       [&](Entry const& entry) { return texts_[entry.second].text == text; });
}

std::optional<std::uint32_t> LookAlikes::like(std::string_view text) const {
    std::optional<std::uint32_t> least;
    for (auto const& [hash, place] : with_hash(folded_hash(text))) {
        auto const& one = texts_[place];
        // Hashes may be equal by chance.
        if (folded(one.text) == folded(text)) least = std::min(one.number, least.value_or(one.number));
    }
    return least;
}

std::vector<std::vector<std::uint32_t>> LookAlikes::groups() const {
    std::vector<std::vector<std::uint32_t>> result;
    for (auto begin = entries_.begin(); begin != entries_.end();) {
        auto const end = std::find_if(begin, entries_.end(),
                                      [&](Entry const& entry) { return entry.first != begin->first; });
        std::map<std::string, std::vector<std::uint32_t>> by_folded_text;
        if (end - begin > 1)
            for (auto at = begin; at != end; ++at) {
                auto const& one = texts_[at->second];
                by_folded_text[folded(one.text)].push_back(one.number);
            }
        for (auto& [text, group] : by_folded_text) {
            if (group.size() == 1) continue;
            std::sort(group.begin(), group.end());
            result.push_back(std::move(group));
        }
        begin = end;
    }
    std::sort(result.begin(), result.end());
    return result;
}

bool only_look_alike(std::string_view a, std::string_view b) { return a != b && folded(a) == folded(b); }

std::string difference(std::string_view a, std::string_view b) {
    // What matters is what, left unfolded, keeps the names apart.
    auto const apart = [&](Folds const& folds) { return folded(a, folds) != folded(b, folds); };
    std::vector<std::string_view> parts;
    if (apart({.letter_case = false})) parts.emplace_back("case");
    if (apart({.width = false})) parts.emplace_back("width");
    if (apart({.space = false})) parts.emplace_back("space at an end");
    return fmt::format("{}", fmt::join(parts, " and "));
}

bool differ_by_typing(std::string_view a, std::string_view b) {
    auto const x = letters_of(a);
    auto const y = letters_of(b);
    constexpr std::size_t shortest = 4;
    constexpr std::size_t long_enough_for_two = 8;
    auto const shorter = std::min(x.size(), y.size());
    if (shorter < shortest || a == b) return false;
    std::size_t const limit = shorter < long_enough_for_two ? 1 : 2;
    return typing_errors(x, y, limit) <= limit;
}

}  // namespace ssbroute::review
