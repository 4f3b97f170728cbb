#include "picture/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "picture/escape.hpp"
#include "picture/typesetting.hpp"

namespace ssbroute::picture {
namespace {

constexpr double page_width = 760;
constexpr double margin = 24;
constexpr double rail = 36;       // where the line runs that joins the steps
constexpr double card_left = 60;  // beside it, the steps
constexpr double card_width = page_width - margin - card_left;
constexpr double padding = 14;
constexpr double column = 118;  // of a step: beside the rule
constexpr double column_width = card_width - column - 2 * padding;
constexpr double gap = 8;

constexpr Font heading{Face::bold, 19};
constexpr Font body{Face::proportional, 14};
constexpr Font bold_body{Face::bold, 14};
constexpr Font small{Face::proportional, 12.5};
constexpr Font name_font{Face::monospaced, 13};
constexpr Font address_font{Face::monospaced, 11.5};

// A page may set each color. A reader that knows no properties of its own takes the first of two values.
constexpr std::string_view style = R"(<style>
.ssbroute-picture{--i:var(--ssbroute-ink,#1a1a1a);--p:var(--ssbroute-paper,#fff);--k:var(--ssbroute-kept,#1f6684);--f:var(--ssbroute-fallen,#9c3b26);--c:var(--ssbroute-chosen,#17703a);--a:var(--ssbroute-accent,#5546ab)}
@media (prefers-color-scheme:dark){.ssbroute-picture{--i:var(--ssbroute-ink,#eceae5);--p:var(--ssbroute-paper,#17191d);--k:var(--ssbroute-kept,#86c6e2);--f:var(--ssbroute-fallen,#eb9f8a);--c:var(--ssbroute-chosen,#7fd79f);--a:var(--ssbroute-accent,#b9adff)}}
.ssbroute-picture text{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;fill:#1a1a1a;fill:var(--i)}
.ssbroute-picture .paper{fill:#fff;fill:var(--p)}
.ssbroute-picture .heading{font-size:19px;font-weight:600}
.ssbroute-picture .label{font-size:11px;font-weight:600;letter-spacing:.06em}
.ssbroute-picture .finding{font-weight:600}
.ssbroute-picture .small{font-size:12.5px}
.ssbroute-picture .name,.ssbroute-picture .rule,.ssbroute-picture .address{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;font-size:13px}
.ssbroute-picture .address{font-size:11.5px}
.ssbroute-picture .rule{font-size:12px;font-weight:700;fill:#5546ab;fill:var(--a)}
.ssbroute-picture .dim,.ssbroute-picture .handed-on .rule,.ssbroute-picture .address{opacity:.74}
.ssbroute-picture .handed-on .rule{font-weight:400;fill:#1a1a1a;fill:var(--i)}
.ssbroute-picture .card{fill:#1a1a1a;fill:var(--i);fill-opacity:.045;stroke:#1a1a1a;stroke:var(--i);stroke-opacity:.16}
.ssbroute-picture .handed-on .card{fill-opacity:0;stroke-dasharray:3 3;stroke-opacity:.3}
.ssbroute-picture .rail{stroke:#5546ab;stroke:var(--a);stroke-width:2;stroke-opacity:.45}
.ssbroute-picture .dot{fill:#5546ab;fill:var(--a);stroke:#5546ab;stroke:var(--a);stroke-width:2}
.ssbroute-picture .handed-on .dot{fill:#fff;fill:var(--p)}
.ssbroute-picture .mark{fill:none;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.ssbroute-picture .kept rect{fill:#1f6684;fill:var(--k);fill-opacity:.09;stroke:#1f6684;stroke:var(--k);stroke-width:1.2}
.ssbroute-picture .chosen rect{fill:#17703a;fill:var(--c);fill-opacity:.13;stroke:#17703a;stroke:var(--c);stroke-width:2}
.ssbroute-picture .chosen .mark{stroke:#17703a;stroke:var(--c)}
.ssbroute-picture .chosen .label{fill:#17703a;fill:var(--c)}
.ssbroute-picture .chosen .name{font-weight:700}
.ssbroute-picture .fallen .mark{stroke:#9c3b26;stroke:var(--f)}
.ssbroute-picture .fallen .name{text-decoration:line-through;opacity:.74}
.ssbroute-picture .choice{fill:none;stroke:#5546ab;stroke:var(--a);stroke-dasharray:5 4}
.ssbroute-picture .alternative rect{fill:#fff;fill:var(--p);stroke:#5546ab;stroke:var(--a);stroke-opacity:.5}
.ssbroute-picture .alternative circle{fill:none;stroke:#5546ab;stroke:var(--a);stroke-width:1.5}
.ssbroute-picture .picked rect{stroke-opacity:1;stroke-width:2}
.ssbroute-picture .picked .dot{fill:#5546ab;fill:var(--a)}
.ssbroute-picture .outcome .card{fill:#17703a;fill:var(--c);fill-opacity:.13;stroke:#17703a;stroke:var(--c);stroke-opacity:1;stroke-width:2}
.ssbroute-picture .outcome .mark{stroke:#17703a;stroke:var(--c);stroke-width:2.6}
.ssbroute-picture .stays .card{fill:#9c3b26;fill:var(--f);stroke:#9c3b26;stroke:var(--f)}
.ssbroute-picture .stays .mark{stroke:#9c3b26;stroke:var(--f)}
</style>
)";

constexpr std::string_view check_mark = R"(<path class="mark" d="M2 8l4 4 7-8"/>)";
constexpr std::string_view cross_mark = R"(<path class="mark" d="M2 2l8 8M10 2l-8 8"/>)";

// Something drawn from its own upper left corner.
struct Block {
    std::string svg;
    double width = 0;
    double height = 0;
};

std::string at(double x, double y, std::string_view svg) {
    return fmt::format("<g transform=\"translate({:.0f} {:.0f})\">{}</g>", x, y, svg);
}

std::string rectangle(std::string_view css, double width, double height, double radius) {
    auto const with_class = css.empty() ? "" : fmt::format(R"( class="{}")", css);
    return fmt::format(R"(<rect{} width="{:.0f}" height="{:.0f}" rx="{:.0f}"/>)", with_class, width, height,
                       radius);
}

double line_height(Font font) { return font.size * 1.42; }

Block paragraph(std::string_view text, std::string_view css, Font font, double most) {
    Block block;
    for (auto const& line : wrap(printable(text), font, most)) {
        block.svg += fmt::format(R"(<text class="{}" y="{:.1f}">{}</text>)", css,
                                 block.height + font.size * 1.06, for_xml(line));
        block.width = std::max(block.width, width(line, font));
        block.height += line_height(font);
    }
    return block;
}

// One below the other.
Block stacked(std::vector<Block> const& blocks, double between) {
    Block result;
    for (auto const& block : blocks) {
        if (block.height == 0) continue;
        if (result.height > 0) result.height += between;
        result.svg += at(0, result.height, block.svg);
        result.width = std::max(result.width, block.width);
        result.height += block.height;
    }
    return result;
}

// One beside the other, in rows.
Block in_rows(std::vector<Block> const& blocks, double most) {
    Block result;
    double x = 0;
    double y = 0;
    for (auto const& block : blocks) {
        if (x > 0 && x + block.width > most) {
            x = 0;
            y = result.height + gap;
        }
        result.svg += at(x, y, block.svg);
        x += block.width + gap;
        result.width = std::max(result.width, x - gap);
        result.height = std::max(result.height, y + block.height);
    }
    return result;
}

Block rest(std::size_t more, double most) {
    return more == 0 ? Block{} : paragraph(fmt::format("and {} more", more), "small dim", small, most);
}

Block kept_route(Named const& route, KeptRoutes as, double most) {
    constexpr double inner = 10;
    double const mark_width = as == KeptRoutes::chosen ? 24 : 0;
    auto const room = most - mark_width - 2 * inner;
    std::vector<Block> lines{paragraph(route.name, "name", name_font, room)};
    if (!route.beside.empty()) lines.push_back(paragraph(route.beside, "address", address_font, room));
    if (as == KeptRoutes::chosen) lines.push_back(paragraph("CHOSEN", "label", small, room));
    auto const text = stacked(lines, 1);
    auto const width = text.width + mark_width + 2 * inner;
    auto const height = text.height + inner;
    auto const css = as == KeptRoutes::chosen ? "route kept chosen" : "route kept";
    auto const mark = as == KeptRoutes::chosen ? at(inner, 7, check_mark) : "";
    return {fmt::format(R"(<g class="{}" data-route="{}">{}{}{}</g>)", css, for_xml(route.name),
                        rectangle("", width, height, 7), mark, at(inner + mark_width, 4, text.svg)),
            width, height};
}

Block kept_routes(DrawnStep const& step, double most) {
    std::vector<Block> chips;
    chips.reserve(step.kept.shown.size());
    for (auto const& route : step.kept.shown) chips.push_back(kept_route(route, step.kept_as, most));
    return stacked({in_rows(chips, most), rest(step.kept.more, most)}, 4);
}

Block fallen_route(Named const& route, double most) {
    constexpr double mark_width = 20;
    auto const room = most - mark_width;
    auto name = paragraph(route.name, "name", name_font, room);
    auto reason = paragraph(route.beside, "small", small, room);
    bool const fits = name.width + 12 + reason.width <= room && name.height <= line_height(name_font);
    auto const text = fits ? Block{name.svg + at(name.width + 12, 1, reason.svg), most, name.height}
                           : stacked({name, reason}, 0);
    return {
        fmt::format(R"(<g class="route fallen" data-route="{0}"><title>{0} falls out: {1}</title>{2}{3}</g>)",
                    for_xml(route.name), for_xml(route.beside), at(0, 4, cross_mark),
                    at(mark_width, 0, text.svg)),
        most, text.height};
}

Block fallen_routes(NamedList const& routes, double most) {
    std::vector<Block> rows;
    rows.reserve(routes.shown.size() + 1);
    for (auto const& route : routes.shown) rows.push_back(fallen_route(route, most));
    rows.push_back(rest(routes.more, most));
    return stacked(rows, 4);
}

Block alternative(Alternative const& one, std::uint32_t taken, double most) {
    constexpr double inner = 10;
    constexpr double mark_width = 18;
    bool const is_taken = one.pick == taken;
    auto const text = paragraph(one.name, "name", name_font, most - mark_width - 2 * inner);
    auto const width = text.width + mark_width + 2 * inner;
    auto const height = text.height + inner;
    auto const dot = is_taken ? R"(<circle class="dot" cx="16" cy="15" r="2"/>)" : "";
    return {fmt::format(R"(<g class="{}" data-pick="{}">{}<circle cx="16" cy="15" r="5.5"/>{}{}</g>)",
                        is_taken ? "alternative picked" : "alternative", one.pick,
                        rectangle("", width, height, 13), dot, at(inner + mark_width, 5, text.svg)),
            width, height};
}

Block granted_choice(DrawnChoice const& choice, double most) {
    auto const room = most - 2 * gap;
    std::vector<Block> pills;
    pills.reserve(choice.shown.size());
    for (auto const& one : choice.shown) pills.push_back(alternative(one, choice.pick, room));
    auto const text =
        fmt::format("Granted choice: any one of these {} is permitted", choice.shown.size() + choice.more);
    auto const inside =
        stacked({paragraph(text, "small", small, room), in_rows(pills, room), rest(choice.more, room)}, 6);
    auto const height = inside.height + 2 * gap;
    return {rectangle("choice", most, height, 8) + at(gap, gap, inside.svg), most, height};
}

bool handed_on(DrawnStep const& step) { return step.passing == Passing::handed_on; }

Block step_text(DrawnStep const& step) {
    auto const short_form = step.sentence + " " + step.finding;
    auto const said =
        handed_on(step)
            ? paragraph(short_form, "dim", body, column_width)
            : stacked({paragraph(step.sentence, "body", body, column_width),
                       step.finding.empty() ? Block{}
                                            : paragraph(step.finding, "finding", bold_body, column_width)},
                      1);
    return stacked({said, step.choice ? granted_choice(*step.choice, column_width) : Block{},
                    kept_routes(step, column_width), fallen_routes(step.fallen, column_width)},
                   gap);
}

// What stands below one another in the picture: a group with attributes.
struct DrawnPart {
    std::string attributes;
    std::string inside;
    double height = 0;
};

DrawnPart step_part(DrawnStep const& step, std::size_t number) {
    bool const is_quiet = handed_on(step) && step.fallen.empty();
    double const space = is_quiet ? 2 : padding - 3;
    auto const text = step_text(step);
    auto const height = text.height + 2 * space;
    auto const rule =
        fmt::format(R"(<text class="rule" y="{:.1f}">{}</text>)", body.size * 1.06, id(step.rule));
    auto const choice = step.choice ? fmt::format(R"( data-choice="{}")", step.choice->number) : "";
    auto const card = is_quiet ? "" : at(card_left, 0, rectangle("card", card_width, height, 9));
    auto const line = fmt::format(
        "<path class=\"rail\" d=\"M{:.0f} 0v{:.0f}\"/><circle class=\"dot\" cx=\"{:.0f}\" cy=\"{:.0f}\" "
        "r=\"{}\"/>",
        rail, height + gap, rail, space + 10, handed_on(step) ? 4 : 6);
    return {fmt::format(R"(class="step {}" data-step="{}" data-rule="{}"{})",
                        handed_on(step) ? "handed-on" : "passed", number, id(step.rule), choice),
            line + card + at(card_left + padding, space, rule) +
                at(card_left + padding + column, space, text.svg),
            height};
}

struct OutcomeLook {
    std::string_view outcome;
    std::string_view mark;  // in a square of 28
    std::string_view css;
    std::string_view meaning;
};

constexpr OutcomeLook looks[] = {
    {"deliver", "M14 3v13M8 11l6 6 6-6M3 18v7h22v-7", "outcome", "The message is at its destination."},
    {"send", "M3 14h21M16 6l8 8-8 8", "outcome", "The message leaves this instance."},
    {"forward", "M3 8h12M3 20h12M13 3l11 11-11 11", "outcome", "The message goes on to another instance."},
    {"delay", "M14 3a11 11 0 1 0 .1 0M14 8v7l5 3", "outcome stays",
     "The message waits, and is routed again later."},
    {"drop", "M5 5l18 18M23 5L5 23", "outcome stays", "The message is discarded."},
};

DrawnPart outcome_part(Picture const& picture) {
    auto const& look = *std::find_if(std::begin(looks), std::end(looks),
                                     [&](OutcomeLook const& one) { return one.outcome == picture.outcome; });
    constexpr double beside_mark = 52;
    auto const room = card_width - 2 * padding - beside_mark;
    auto words = picture.outcome_in_words;
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
    std::vector<Block> lines{paragraph("OUTCOME", "label dim", small, room),
                             paragraph(words, "heading", heading, room),
                             paragraph(look.meaning, "body", body, room)};
    if (auto const& status = picture.transmission_status)
        lines.push_back(paragraph(fmt::format("transmission_status, {}: {}", status->number, status->meaning),
                                  "small", small, room));
    auto const text = stacked(lines, 3);
    auto const height = text.height + 2 * padding;
    auto const mark = fmt::format(R"(<path class="mark" d="{}"/>)", look.mark);
    auto const line = fmt::format(R"(<path class="rail" fill="none" d="M{:.0f} 0v{:.0f}h{:.0f}"/>)", rail,
                                  height / 2, card_left - rail);
    return {fmt::format(R"(class="{}" data-outcome="{}")", look.css, look.outcome),
            line + at(card_left, 0, rectangle("card", card_width, height, 12)) +
                at(card_left + padding + 4, height / 2 - 14, mark) +
                at(card_left + padding + beside_mark, padding, text.svg),
            height};
}

DrawnPart message_part(Picture const& picture) {
    auto const text = stacked({paragraph("MESSAGE", "label dim", small, page_width),
                               paragraph(picture.message, "heading", heading, page_width - 2 * margin)},
                              3);
    return {R"(class="message")", at(margin, 0, text.svg), text.height};
}

// The picture for those who do not see it.
std::string description(Picture const& picture) {
    std::vector<std::string> rules;
    std::vector<std::string> fallen;
    for (auto const& step : picture.steps) {
        if (!handed_on(step)) rules.emplace_back(id(step.rule));
        for (auto const& route : step.fallen.shown)
            fallen.push_back(fmt::format("{} at {}: {}", route.name, id(step.rule), route.beside));
    }
    auto text = fmt::format("By {}: {}.", fmt::join(rules, ", "), picture.outcome_in_words);
    if (!fallen.empty()) text += fmt::format(" Routes that fell out: {}.", fmt::join(fallen, "; "));
    return text;
}

}  // namespace

std::string svg(Picture const& picture) {
    std::vector<DrawnPart> parts{message_part(picture)};
    parts.reserve(picture.steps.size() + 2);
    for (auto const& step : picture.steps) parts.push_back(step_part(step, parts.size() - 1));
    parts.push_back(outcome_part(picture));

    std::string text;
    double y = margin;
    for (auto const& part : parts) {
        text +=
            fmt::format("<g {} transform=\"translate(0 {:.0f})\">{}</g>\n", part.attributes, y, part.inside);
        y += part.height + gap;
    }
    auto const height = y - gap + margin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ssbroute-picture\" role=\"img\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<title>A message {2}: "
        "{3}</title>\n<desc>{4}</desc>\n"
        "{5}<rect class=\"paper\" width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n{6}</svg>\n",
        page_width, height, for_xml(picture.message), picture.outcome, for_xml(description(picture)), style,
        text);
}

}  // namespace ssbroute::picture
