// Names that look alike. Service names are compared byte by byte (NAME-1); people and collations compare
// otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ssbroute::review {

/// The spelling that names share which differ only in case, in width (full-width letters, half-width
/// katakana), or in space and invisible characters at their ends. As the usual collations of a server
/// compare; letters of Latin, Greek and Cyrillic scripts have case here.
std::string folded(std::string_view name);

/// Texts by what they look like. They have to outlive it.
class LookAlikes {
public:
    /// A text, and by which number it is known.
    struct Numbered {
        std::string_view text;
        std::uint32_t number;
    };

    LookAlikes() = default;
    explicit LookAlikes(std::vector<Numbered> texts);

    /// This very text is among them.
    [[nodiscard]] bool contain(std::string_view text) const;
    /// The least number of a text that is equal when both are folded.
    [[nodiscard]] std::optional<std::uint32_t> like(std::string_view text) const;
    /// The numbers of texts that are equal when they are folded, where there are several, in their order.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> groups() const;

private:
    // Sorted hashes with places in `texts_`. To make a hash table of many texts takes far longer.
    using Entry = std::pair<std::uint64_t, std::uint32_t>;

    [[nodiscard]] std::span<Entry const> with_hash(std::uint64_t hash) const;

    std::vector<Numbered> texts_;
    std::vector<Entry> entries_;
};

/// Equal when folded, and not equal.
bool only_look_alike(std::string_view a, std::string_view b);

/// In what two names differ that are equal when folded: "case", "case and width".
std::string difference(std::string_view a, std::string_view b);

/// Whether one name becomes the other by one or two typing errors: a character that is left out, added,
/// replaced or exchanged with its neighbour. Names of fewer than four characters never do.
bool differ_by_typing(std::string_view a, std::string_view b);

}  // namespace ssbroute::review
