#include "interface/oracle.hpp"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>

#include "formats/answer_json.hpp"
#include "formats/explanation_json.hpp"
#include "formats/follow_json.hpp"
#include "formats/json_text.hpp"
#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"
#include "interface/options.hpp"
#include "oracle/answer.hpp"
#include "oracle/explanation.hpp"
#include "oracle/follow.hpp"
#include "picture/decision_picture.hpp"
#include "picture/dot.hpp"
#include "picture/mermaid.hpp"
#include "picture/svg.hpp"

namespace ssbroute::interface {
namespace {

using formats::Json;
using formats::ObjectReader;

Expected<Scenario> scenario_in(std::string_view text) {
    return formats::parse_json(text).and_then(formats::read_scenario);
}

// --- one way of the process ---

using Draw = std::string (*)(picture::Picture const&);

struct WayOptions {
    Picks picks;
    Draw draw = picture::svg;
};

Expected<std::uint32_t> read_pick(Json const& value) {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
        return tl::unexpected(
            Error{"", formats::expected_but_found("the place of an alternative, from 0", value)});
    return value.get<std::uint32_t>();
}

Expected<Draw> read_format(Json const& value) {
    if (value == "svg") return picture::svg;
    if (value == "mmd") return picture::mermaid;
    if (value == "dot") return picture::dot;
    return tl::unexpected(Error{"", formats::expected_but_found("svg, mmd or dot", value)});
}

Expected<WayOptions> read_way_options(std::string_view text, std::initializer_list<std::string_view> known) {
    auto const value = parse_options(text);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, known);
    WayOptions options{reader.list("picks", reader.find("picks"), read_pick)};
    options.draw = reader.made("format", reader.find("format"), read_format).value_or(picture::svg);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return options;
}

Expected<FollowedWay> follow_in(Scenario const& scenario, Picks const& picks, Oracle const& oracle) {
    RoutingProcess process(scenario);
    return ssbroute::follow(process, picks, oracle.profile).map_error([](Error error) {
        return formats::below("/picks", std::move(error));
    });
}

}  // namespace

Expected<Oracle> read_oracle(std::string_view options) {
    auto const value = parse_options(options);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, {"readings", "contested"});
    auto const profile = reader.made("readings", reader.find("readings"), formats::read_profile);
    auto const other_readings =
        reader.flag("contested", true) ? OtherReadings::explored : OtherReadings::left_out;
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Oracle{profile.value_or(Profile()), other_readings};
}

Expected<std::string> decide(Oracle const& oracle, std::string_view scenario) {
    return scenario_in(scenario).map([&](Scenario const& read) {
        RoutingProcess process(read);
        return formats::to_line(
            formats::write_answer(answer(process, oracle.profile, oracle.other_readings), oracle.profile));
    });
}

Expected<std::string> explain(Oracle const& oracle, std::string_view scenario) {
    return scenario_in(scenario).map([&](Scenario const& read) {
        RoutingProcess process(read);
        auto line = formats::OrderedJson::object();
        formats::write_answer(line, explained_answer(process, oracle.profile, oracle.other_readings),
                              oracle.profile, formats::With::explanation);
        return formats::to_line(line);
    });
}

Expected<std::string> follow(Oracle const& oracle, std::string_view scenario, std::string_view options) {
    auto const read = read_way_options(options, {"picks"});
    if (!read) return tl::unexpected(read.error());
    return scenario_in(scenario)
        .and_then([&](Scenario const& one) { return follow_in(one, read->picks, oracle); })
        .map([](FollowedWay const& way) { return formats::to_line(formats::write_followed_way(way)); });
}

Expected<std::string> picture(Oracle const& oracle, std::string_view scenario, std::string_view options) {
    auto const read = read_way_options(options, {"picks", "format"});
    if (!read) return tl::unexpected(read.error());
    return scenario_in(scenario).and_then([&](Scenario const& one) {
        return follow_in(one, read->picks, oracle).map([&](FollowedWay const& way) {
            return read->draw(picture::draw(one, way));
        });
    });
}

}  // namespace ssbroute::interface
