#include "picture/mermaid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "picture/escape.hpp"
#include "picture/flowchart.hpp"

namespace ssbroute::picture {
namespace {

std::string label_for_mermaid(std::vector<std::string> const& lines) {
    std::vector<std::string> escaped;
    escaped.reserve(lines.size());
    for (auto const& line : lines) escaped.push_back(for_mermaid(line));
    return fmt::format(R"("{}")", fmt::join(escaped, "<br/>"));
}

}  // namespace

std::string mermaid(Picture const& picture) {
    auto text = fmt::format("flowchart TD\n    message([{}])\n", label_for_mermaid(message_lines(picture)));
    std::string previous = "message";
    std::size_t number = 0;
    for (auto const& step : picture.steps) {
        auto const node = fmt::format("s{}", number++);
        text += fmt::format("    {} --> {}[{}]\n", previous, node, label_for_mermaid(lines_of(step)));
        if (step.passing == Passing::handed_on) text += fmt::format("    class {} handedOn\n", node);
        previous = node;
    }
    return text +
           fmt::format("    {} --> outcome[[{}]]\n", previous, label_for_mermaid(outcome_lines(picture))) +
           "    classDef handedOn stroke-dasharray:4 4,opacity:0.8\n"
           "    classDef default text-align:left\n";
}

}  // namespace ssbroute::picture
