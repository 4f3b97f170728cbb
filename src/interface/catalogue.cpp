#include "interface/catalogue.hpp"

#include <utility>

#include "formats/json_text.hpp"
#include "interface/embedded.hpp"
#include "routing/reading.hpp"

namespace ssbroute::interface {
namespace {

using formats::OrderedJson;

std::string_view next_line(std::string_view& text) {
    auto const end = text.find('\n');
    auto const line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return line;
}

bool starts(std::string_view line, std::string_view with) { return line.substr(0, with.size()) == with; }

// [text](target) becomes text; marks of emphasis go.
std::string plain(std::string_view line) {
    std::string result;
    while (!line.empty()) {
        auto const open = line.find('[');
        auto const middle = line.find("](", open);
        auto const close = line.find(')', middle);
        if (open == std::string_view::npos || middle == std::string_view::npos ||
            close == std::string_view::npos)
            break;
        result += line.substr(0, open);
        result += line.substr(open + 1, middle - open - 1);
        line.remove_prefix(close + 1);
    }
    result += line;

    for (auto at = result.find('*'); at != std::string::npos; at = result.find('*', at)) result.erase(at, 1);
    return result;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
    while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    return text;
}

CatalogueEntry entry_from(std::string id, std::string const& body) {
    auto const text = trimmed(body);
    auto const end = text.find("\n\n");
    std::string const details(end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end)));
    return {std::move(id), std::string(text.substr(0, end)), details};
}

OrderedJson write_entry(CatalogueEntry const& entry) {
    return {{"id", entry.id}, {"text", entry.text}, {"details", entry.details}};
}

OrderedJson write_answers(ReadingEntry const& reading) {
    auto answers = OrderedJson::array();
    for (auto const answer : reading.answers)
        answers.push_back({{"answer", answer}, {"preferred", answers.empty()}});
    return answers;
}

}  // namespace

std::vector<CatalogueEntry> parse_catalogue(std::string_view markdown) {
    constexpr std::string_view anchor = "<a id=\"";
    constexpr std::string_view section = "## ";
    std::vector<CatalogueEntry> entries;
    std::string id;
    std::string body;
    auto const close = [&] {
        if (!id.empty()) entries.push_back(entry_from(std::exchange(id, ""), body));
        body.clear();
    };
    while (!markdown.empty()) {
        auto const line = next_line(markdown);
        if (starts(line, anchor)) {
            close();
            id = line.substr(anchor.size(), line.find('"', anchor.size()) - anchor.size());
        } else if (starts(line, section)) {
            close();
        } else if (line != "### " + id) {
            body += plain(line);
            body += '\n';
        }
    }
    close();
    return entries;
}

std::string rules_and_readings() {
    OrderedJson value = {{"rules", OrderedJson::array()}, {"readings", OrderedJson::array()}};
    for (auto const& rule : parse_catalogue(embedded::routing())) value["rules"].push_back(write_entry(rule));
    for (auto const& one : parse_catalogue(embedded::readings())) {
        auto const reading = reading_with_id(one.id);
        if (!reading) continue;
        auto& written = value["readings"].emplace_back(write_entry(one));
        written["answers"] = write_answers(entry(*reading));
    }
    return formats::to_line(value);
}

}  // namespace ssbroute::interface
