// Rows in JSON, one reader for all JSON values of a text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/exports/rows.hpp"
#include "formats/exports/text_lines.hpp"

namespace ssbroute::formats {

/// Whether a line begins with an array or an object.
bool begins_json(std::string_view line);

/// A result set while its columns are not all known yet.
class GrowingSet {
public:
    explicit GrowingSet(Position position, std::string name = {}) : set_{position, {}, {}, std::move(name)} {}

    /// The number of the column of this name, a new one if it is new.
    std::size_t column(std::string name);
    void add(Row row) { set_.rows.push_back(std::move(row)); }
    ResultSet take() { return std::move(set_); }

private:
    ResultSet set_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

/// Reads JSON values out of a text. Single objects are rows of one result set.
class JsonRows {
public:
    JsonRows(Source const& source, Rows& rows) : source_(source), rows_(rows) {}

    /// Reads the value that the line here begins with, and goes on behind it.
    void read(TextLines& lines);

    /// Hands over the single objects, if there were any.
    void finish();

private:
    Source const& source_;
    Rows& rows_;
    std::optional<GrowingSet> single_objects_;
};

}  // namespace ssbroute::formats
