#include "picture/dot.hpp"

#include <fmt/format.h>
#include <vector>

#include "picture/escape.hpp"
#include "picture/flowchart.hpp"

namespace ssbroute::picture {
namespace {

// Every line ends with \l: it is set to the left.
std::string label_for_dot(std::vector<std::string> const& lines) {
    std::string text;
    for (auto const& line : lines) text += for_dot(line) + R"(\l)";
    return fmt::format(R"("{}")", text);
}

}  // namespace

std::string dot(Picture const& picture) {
    auto text = fmt::format(
        "digraph decision {{\n"
        "    node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11]\n"
        "    message [shape=oval, label={}]\n",
        label_for_dot(message_lines(picture)));
    std::string previous = "message";
    std::size_t number = 0;
    for (auto const& step : picture.steps) {
        auto const node = fmt::format("s{}", number++);
        auto const look = step.passing == Passing::handed_on ? R"(, style="rounded,dashed")" : "";
        text += fmt::format("    {} [label={}{}]\n    {} -> {}\n", node, label_for_dot(lines_of(step)), look,
                            previous, node);
        previous = node;
    }
    return text + fmt::format("    outcome [penwidth=2, label={}]\n    {} -> outcome\n}}\n",
                              label_for_dot(outcome_lines(picture)), previous);
}

}  // namespace ssbroute::picture
