#include "picture/sequence_diagram.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "picture/escape.hpp"
#include "picture/typesetting.hpp"

namespace ssbroute::picture {
namespace {

using namespace delivery;

// What a line of the diagram shows: an arrow, or a note beside one instance.
struct Line {
    std::size_t from;
    std::optional<std::size_t> to;
    std::string at;
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
            result.push_back({from, to, one.at.text(),
                              fmt::format("{}{}: {}{}", one.message, part, entry(one.kind).word, object)});
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

// Times at the left, then a column for each instance, with its name above; labels are broken where they would
// leave it.
class Sheet {
public:
    explicit Sheet(std::vector<InstanceSetup> const& instances) {
        std::size_t most = 1;
        for (std::size_t i = 0; i < instances.size(); ++i) {
            auto const name = wrap(printable(instances[i].name), heading, 2 * lead);
            label(name, x(i), first_line, "middle", "name");
            most = std::max(most, name.size());
        }
        columns_ = instances.size();
        top_ = first_line + static_cast<double>(most) * line_height;
        y_ = top_;
    }

    // `at` is empty where the line above has the same time.
    void add(Line const& line, std::string_view at) {
        y_ += line_height;
        if (!at.empty()) label({std::string(at)}, gap, y_, "start", "time");
        if (line.to && *line.to != line.from)
            add_arrow(line, x(line.from), x(*line.to));
        else
            add_note(line, x(line.from));
        y_ += gap;
    }

    [[nodiscard]] std::string text() const {
        auto const width = x(columns_);
        auto const height = y_ + line_height;
        std::string result = fmt::format(start, width, height, style);
        for (std::size_t i = 0; i < columns_; ++i)
            result += fmt::format("<line class=\"life\" x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\"/>\n",
                                  x(i), top_, height - gap);
        return result + drawn_ + "</svg>\n";
    }

private:
    static constexpr double times = 190;
    static constexpr double lead = 80;     // from the times to the first instance
    static constexpr double column = 320;  // from one instance to the next, or to the edge
    static constexpr double gap = 10;
    static constexpr double line_height = 18;
    static constexpr double first_line = 24;
    static constexpr Font heading{Face::bold, 14};
    static constexpr Font body{Face::proportional, 13};
    static constexpr std::string_view style =
        ".paper{fill:#fff}text{font:13px "
        "sans-serif;fill:#1a1a1a;stroke:#fff;stroke-width:4px;paint-order:stroke}"
        ".name{font-size:14px;font-weight:bold}.time{fill:#555}.life{stroke:#999}"
        ".arrow{stroke:#1a1a1a;marker-end:url(#head)}.head,.dot{fill:#1a1a1a}"
        "@media "
        "(prefers-color-scheme:dark){.paper{fill:#17191d}text{fill:#eceae5;stroke:#17191d}.time{fill:#aaa}"
        ".arrow{stroke:#eceae5}.head,.dot{fill:#eceae5}}";
    static constexpr std::string_view start =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<style>{2}</style>\n"
        "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" "
        "orient=\"auto\">"
        "<path class=\"head\" d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n"
        "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";

    static double x(std::size_t instance) { return times + lead + static_cast<double>(instance) * column; }

    void add_arrow(Line const& line, double from, double to) {
        auto const label_lines = wrap(printable(line.text), body, std::abs(to - from) - 2 * gap);
        label(label_lines, (from + to) / 2, y_, "middle", "label");
        y_ += static_cast<double>(label_lines.size() - 1) * line_height + gap;
        drawn_ += fmt::format("<line class=\"arrow\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", from, y_,
                              to, y_);
    }

    void add_note(Line const& line, double at) {
        auto const label_lines = wrap(printable(line.text), body, column - 2 * gap);
        drawn_ += fmt::format("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"3.5\"/>\n", at, y_ - 4);
        label(label_lines, at + gap, y_, "start", "label");
        y_ += static_cast<double>(label_lines.size() - 1) * line_height;
    }

    void label(std::vector<std::string> const& lines, double at, double y, std::string_view anchor,
               std::string_view kind) {
        for (auto const& line : lines) {
            drawn_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", kind,
                                  at, y, anchor, for_xml(line));
            y += line_height;
        }
    }

    std::size_t columns_ = 0;
    double top_ = 0;
    double y_ = 0;
    std::string drawn_;
};

}  // namespace

std::string mermaid(Timeline const& timeline, History const& history) {
    std::string text = "sequenceDiagram\n";
    for (std::size_t i = 0; i < timeline.instances().size(); ++i)
        text += fmt::format("    participant i{} as {}\n", i, for_mermaid(timeline.instances()[i].name));
    for (auto const& line : Drawing(timeline).lines(history)) {
        auto const label = for_mermaid(fmt::format("{}, {}", line.text, line.at));
        text += line.to ? fmt::format("    i{}->>i{}: {}\n", line.from, *line.to, label)
                        : fmt::format("    Note over i{}: {}\n", line.from, label);
    }
    return text;
}

std::string svg(Timeline const& timeline, History const& history) {
    auto const lines = Drawing(timeline).lines(history);
    Sheet sheet(timeline.instances());
    std::string_view at;
    for (auto const& line : lines) {
        sheet.add(line, line.at == at ? std::string_view() : line.at);
        at = line.at;
    }
    return sheet.text();
}

}  // namespace ssbroute::picture
