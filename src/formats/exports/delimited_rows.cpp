#include "formats/exports/delimited_rows.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "formats/exports/text_lines.hpp"

// Written here: Debian's libraries for CSV (libcsv, fast-cpp-csv-parser) tell neither line nor column of a
// field, and one of them wants the columns known when it is compiled.
namespace ssbroute::formats {
namespace {

enum class Quoted : bool { no, yes };

struct Field {
    std::string text;
    Quoted quoted = Quoted::no;
    Position position;
};

using Record = std::vector<Field>;

class RecordReader {
public:
    RecordReader(std::string_view text, char separator, Position position)
        : text_(text), separator_(separator), here_(position) {}

    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] Position here() const { return here_; }
    /// What is wrong with the record read last.
    [[nodiscard]] std::optional<std::pair<Position, std::string>> const& fault() const { return fault_; }

    Record read() {
        fault_.reset();
        Record record;
        record.push_back(field());
        while (!at_end() && text_[at_] == separator_) {
            take();
            record.push_back(field());
        }
        end_of_line();
        return record;
    }

private:
    // One byte, whatever it is.
    char take() {
        auto const byte = text_[at_++];
        here_.column += length_of(byte);
        if (byte == '\n') here_ = {here_.line + 1, 1};
        return byte;
    }

    Field field() {
        Field field{{}, Quoted::no, here_};
        if (!at_end() && text_[at_] == '"') {
            field.quoted = Quoted::yes;
            quoted_into(field);
            return field;
        }
        while (!at_end() && text_[at_] != separator_ && text_[at_] != '\n') field.text += take();
        bool const ends_line = at_end() || text_[at_] == '\n';
        while (ends_line && !field.text.empty() && field.text.back() == '\r') field.text.pop_back();
        return field;
    }

    void quoted_into(Field& field) {
        take();
        while (!at_end()) {
            auto const byte = take();
            if (byte != '"') {
                field.text += byte;
                continue;
            }
            if (at_end() || text_[at_] != '"') return;
            field.text += take();
        }
        fault_ = {field.position, "expected a quotation mark that ends the text begun here, found none"};
    }

    void end_of_line() {
        while (!at_end() && text_[at_] == '\r') take();
        if (!at_end() && text_[at_] != '\n' && !fault_)
            fault_ = {here_, "expected a separator or the end of the line behind the quotation mark"};
        while (!at_end() && take() != '\n') {
        }
    }

    std::string_view text_;
    char separator_;
    Position here_;
    std::size_t at_ = 0;
    std::optional<std::pair<Position, std::string>> fault_;
};

// The one that the first line has most of.
char separator_of(std::string_view text) {
    constexpr std::array separators = {',', ';', '\t', '|'};
    std::array<std::size_t, separators.size()> counts{};
    bool in_quotes = false;
    for (char const byte : text) {
        if (byte == '"') in_quotes = !in_quotes;
        if (byte == '\n' && !in_quotes) break;
        for (std::size_t i = 0; i < separators.size() && !in_quotes; ++i)
            if (byte == separators[i]) ++counts[i];
    }
    auto const most = std::max_element(counts.begin(), counts.end());
    return separators[static_cast<std::size_t>(most - counts.begin())];
}

bool is_null(Field const& field) {
    return field.quoted == Quoted::no && (field.text.empty() || field.text == "NULL");
}

bool is_empty(Record const& record) {
    return record.size() == 1 && record.front().quoted == Quoted::no && is_blank(record.front().text);
}

std::vector<std::string> names(Record const& record) {
    std::vector<std::string> result;
    result.reserve(record.size());
    for (auto const& field : record) result.emplace_back(trimmed(field.text));
    return result;
}

Row row_of(Record record) {
    Row row{record.front().position, {}};
    for (std::size_t i = 0; i < record.size(); ++i)
        if (!is_null(record[i])) row.cells.push_back({i, std::move(record[i].text), record[i].position});
    return row;
}

// Where the header stands: behind blank lines, and behind the line that PowerShell's Export-Csv begins with.
TextLine header_line(std::string_view text) {
    TextLines lines(text);
    while (!lines.at_end() && (is_blank(lines.here().text) || lines.here().text.substr(0, 6) == "#TYPE "))
        lines.advance();
    return lines.here();
}

}  // namespace

std::vector<std::string> delimited_header(std::string_view text) {
    text.remove_prefix(header_line(text).offset);
    if (text.empty()) return {};
    return names(RecordReader(text, separator_of(text), {}).read());
}

void read_delimited(Source const& source, std::string_view text, IsKnown const& is_known, Rows& rows) {
    auto const first = header_line(text);
    text.remove_prefix(first.offset);
    RecordReader reader(text, separator_of(text), {first.number, 1});
    auto const report = [&](Position position, std::string message) {
        rows.reported.push_back({place_in(source, position), Severity::error, std::move(message)});
    };

    bool after_gap = true;
    while (!reader.at_end()) {
        auto const position = reader.here();
        auto record = reader.read();
        if (reader.fault()) {
            report(reader.fault()->first, reader.fault()->second);
            continue;
        }
        bool const is_count = record.size() == 1 && is_row_count(record.front().text);
        if (is_empty(record) || is_count) {
            after_gap = true;
            continue;
        }
        bool const begins_set = rows.sets.empty() || (after_gap && is_known("", names(record)));
        after_gap = false;
        if (begins_set) {
            rows.sets.push_back({position, names(record), {}});
            continue;
        }
        auto& set = rows.sets.back();
        if (record.size() == set.columns.size())
            set.rows.push_back(row_of(std::move(record)));
        else
            report(position, fmt::format("expected {} values, as the header has, found {}",
                                         set.columns.size(), record.size()));
    }
}

}  // namespace ssbroute::formats
