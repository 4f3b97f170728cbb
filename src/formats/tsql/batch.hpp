// What is sent to the server at once, and where each of its characters comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/catalogue/reported.hpp"

namespace ssbroute::formats {

/// The text of a batch. It may be put together from several files and values of variables.
class Batch {
public:
    /// Where in a file a piece of text begins.
    struct Position {
        std::uint32_t file = 0;
        std::uint64_t line = 1;
        std::uint64_t column = 1;
    };
    /// Whether a piece of text stands in its file as it is, or replaces what stands there.
    enum class Piece : std::uint8_t { as_in_the_file, in_its_place };

    /// The whole text of a file.
    static Batch of_file(std::string file, std::string_view text);
    /// A text all of which comes from one place: a string that is executed.
    static Batch of_string(std::string_view text, Place const& place);

    /// The number by which positions refer to a file.
    std::uint32_t add_file(std::string name);
    void append(std::string_view text, Position position, Piece piece);
    /// Tells that what stands at the end was refused and reported: it is no news to the parser.
    void refuse_end() { refused_.push_back(text_.size()); }
    [[nodiscard]] std::string const& text() const { return text_; }
    /// Of a byte of the text, or of its end.
    [[nodiscard]] Place place_of(std::size_t offset) const;
    /// Whether something in this part of the text was refused before it came here.
    [[nodiscard]] bool is_refused(std::size_t begin, std::size_t end) const;

    /// GO n.
    std::size_t times = 1;

private:
    struct Origin {
        std::size_t offset;
        Position position;
        Piece piece;
    };

    void add_origin(Position position, Piece piece) { origins_.push_back({text_.size(), position, piece}); }

    std::string text_;
    std::vector<std::string> files_;
    std::vector<Origin> origins_;       // by offset; each is followed for a few hundred bytes at most
    std::vector<std::size_t> refused_;  // by offset
};

/// Adds a text to a position: the position behind it. Columns count characters.
Batch::Position behind(Batch::Position position, std::string_view text);

}  // namespace ssbroute::formats
