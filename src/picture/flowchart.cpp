#include "picture/flowchart.hpp"

#include <fmt/format.h>
#include <iterator>

#include "picture/escape.hpp"
#include "picture/typesetting.hpp"

namespace ssbroute::picture {
namespace {

// Text that wraps.
class Lines {
public:
    void add(std::string const& text) {
        constexpr Font font{Face::monospaced, 1};
        constexpr double most = 50;  // some 80 letters
        auto lines = wrap(printable(text), font, most);
        lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()),
                      std::make_move_iterator(lines.end()));
    }
    void add_rest(std::size_t more) {
        if (more > 0) add(fmt::format("and {} more", more));
    }

    std::vector<std::string> lines() && { return std::move(lines_); }

private:
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> lines_of(DrawnStep const& step) {
    Lines lines;
    lines.add(fmt::format("{}  {}", id(step.rule), step.sentence));
    if (!step.finding.empty()) lines.add(step.finding);
    if (auto const& choice = step.choice) {
        lines.add("granted choice:");
        for (auto const& one : choice->shown)
            lines.add(fmt::format("{} {}", one.pick == choice->pick ? "(x)" : "( )", one.name));
        lines.add_rest(choice->more);
    }
    for (auto const& route : step.kept.shown)
        lines.add(fmt::format("{}: {}{}{}", step.kept_as == KeptRoutes::chosen ? "chosen" : "kept",
                              route.name, route.beside.empty() ? "" : ", ", route.beside));
    lines.add_rest(step.kept.more);
    for (auto const& route : step.fallen.shown)
        lines.add(fmt::format("out: {}: {}", route.name, route.beside));
    lines.add_rest(step.fallen.more);
    return std::move(lines).lines();
}

std::vector<std::string> message_lines(Picture const& picture) {
    Lines lines;
    lines.add(picture.message);
    return std::move(lines).lines();
}

std::vector<std::string> outcome_lines(Picture const& picture) {
    Lines lines;
    lines.add(picture.outcome_in_words);
    if (auto const& status = picture.transmission_status)
        lines.add(fmt::format("transmission_status, {}: {}", status->number, status->meaning));
    return std::move(lines).lines();
}

}  // namespace ssbroute::picture
