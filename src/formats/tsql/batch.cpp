#include "formats/tsql/batch.hpp"

#include <algorithm>
#include <utility>

namespace ssbroute::formats {
namespace {

// How far a place is looked up from the last known one.
constexpr std::size_t stride = 256;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

Batch::Position behind(Batch::Position position, std::string_view text) {
    for (char const c : text) {
        if (c == '\n') {
            ++position.line;
            position.column = 1;
        } else if (begins_character(c)) {
            ++position.column;
        }
    }
    return position;
}

Batch Batch::of_file(std::string file, std::string_view text) {
    Batch batch;
    batch.append(text, {batch.add_file(std::move(file))}, Piece::as_in_the_file);
    return batch;
}

Batch Batch::of_string(std::string_view text, Place const& place) {
    Batch batch;
    batch.append(text, {batch.add_file(place.file), place.line, place.column}, Piece::in_its_place);
    return batch;
}

std::uint32_t Batch::add_file(std::string name) {
    files_.push_back(std::move(name));
    return static_cast<std::uint32_t>(files_.size() - 1);
}

void Batch::append(std::string_view text, Position position, Piece piece) {
    if (piece == Piece::in_its_place) {
        add_origin(position, piece);
        text_ += text;
        return;
    }
    while (!text.empty()) {
        auto const next = text.substr(0, stride);
        add_origin(position, piece);
        text_ += next;
        position = behind(position, next);
        text.remove_prefix(next.size());
    }
    add_origin(position, piece);  // of what follows
}

Place Batch::place_of(std::size_t offset) const {
    auto const next =
        std::upper_bound(origins_.begin(), origins_.end(), offset,
                         [](std::size_t value, Origin const& origin) { return value < origin.offset; });
    if (next == origins_.begin()) return {files_.empty() ? "" : files_.front()};
    // Of several that begin here the last one has the text; at the very end, there is none.
    auto const& origin = *std::prev(next);
    auto position = origin.position;
    if (origin.piece == Piece::as_in_the_file)
        position = behind(position, std::string_view(text_).substr(origin.offset, offset - origin.offset));
    return {files_[position.file], position.line, position.column};
}

bool Batch::is_refused(std::size_t begin, std::size_t end) const {
    auto const first = std::lower_bound(refused_.begin(), refused_.end(), begin);
    return first != refused_.end() && *first < end;
}

}  // namespace ssbroute::formats
