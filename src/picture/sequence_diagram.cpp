#include "picture/sequence_diagram.hpp"

#include <fmt/format.h>
#include <map>
#include <optional>
#include <vector>

#include "picture/escape.hpp"

namespace ssbroute::picture {
namespace {

using namespace delivery;

// What a line of the diagram shows: an arrow, or a note beside one instance.
struct Line {
    std::size_t from;
    std::optional<std::size_t> to;
    std::string text;
};

class Drawing {
public:
    explicit Drawing(Timeline const& timeline) : timeline_(timeline) {
        for (std::size_t i = 0; i < timeline.instances().size(); ++i)
            places_[timeline.instances()[i].name] = i;
    }

    [[nodiscard]] std::vector<Line> lines(History const& history) const {
        std::vector<Line> result;
        for (auto const& one : history) {
            auto const from = places_.at(one.instance);
            bool const goes_on = one.kind == HappeningKind::send || one.kind == HappeningKind::forward;
            auto const to = goes_on ? at(one.object) : std::nullopt;
            auto const object = to || one.object.empty() ? std::string() : " " + shown_object(one);
            auto const part =
                one.part == Part::message ? "" : (one.part == Part::error ? " (error)" : " (ack)");
            result.push_back({from, to,
                              fmt::format("{}{}: {}{}, {}", one.message, part, entry(one.kind).word, object,
                                          one.at.text())});
        }
        return result;
    }

private:
    [[nodiscard]] std::optional<std::size_t> at(std::string const& address) const {
        for (std::size_t i = 0; i < timeline_.instances().size(); ++i)
            if (timeline_.instances()[i].instance.is_own_address(Address(address))) return i;
        return std::nullopt;
    }

    Timeline const& timeline_;
    std::map<std::string, std::size_t> places_;
};

}  // namespace

std::string mermaid(Timeline const& timeline, History const& history) {
    std::string text = "sequenceDiagram\n";
    for (std::size_t i = 0; i < timeline.instances().size(); ++i)
        text += fmt::format("    participant i{} as {}\n", i, for_mermaid(timeline.instances()[i].name));
    for (auto const& line : Drawing(timeline).lines(history))
        text += line.to ? fmt::format("    i{}->>i{}: {}\n", line.from, *line.to, for_mermaid(line.text))
                        : fmt::format("    Note over i{}: {}\n", line.from, for_mermaid(line.text));
    return text;
}

std::string svg(Timeline const& timeline, History const& history) {
    constexpr std::size_t column = 320;
    constexpr std::size_t row = 34;
    constexpr std::size_t top = 60;
    auto const lines = Drawing(timeline).lines(history);
    auto const x = [](std::size_t instance) { return column / 2 + instance * column; };
    auto const width = timeline.instances().size() * column;
    auto const height = top + (lines.size() + 1) * row;
    auto text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n"
        "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" "
        "orient=\"auto\">"
        "<path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n",
        width, height);
    for (std::size_t i = 0; i < timeline.instances().size(); ++i)
        text += fmt::format(
            "<line x1=\"{0}\" y1=\"40\" x2=\"{0}\" y2=\"{1}\" stroke=\"gray\"/>\n"
            "<text x=\"{0}\" y=\"28\" text-anchor=\"middle\" font-weight=\"bold\">{2}</text>\n",
            x(i), height - 10, for_xml(timeline.instances()[i].name));
    auto y = top;
    for (auto const& line : lines) {
        auto const from = x(line.from);
        if (line.to && *line.to != line.from)
            text += fmt::format(
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"black\" "
                "marker-end=\"url(#head)\"/>\n",
                from, y + 8, x(*line.to), y + 8);
        else
            text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", from, y + 8);
        auto const middle = line.to ? (from + x(*line.to)) / 2 : from;
        text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", middle, y,
                            for_xml(line.text));
        y += row;
    }
    return text + "</svg>\n";
}

}  // namespace ssbroute::picture
