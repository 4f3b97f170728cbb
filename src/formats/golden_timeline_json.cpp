#include "formats/golden_timeline_json.hpp"

#include <fmt/format.h>
#include <iterator>
#include <set>

#include "formats/files.hpp"
#include "formats/json_patch.hpp"
#include "formats/object_reader.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::formats {
namespace {

using namespace delivery;

Expected<RuleOverTime> read_rule_over_time(Json const& value) {
    if (value.is_string())
        if (auto const rule = rule_over_time_with_id(value.get_ref<std::string const&>())) return *rule;
    return tl::unexpected(Error{"", expected_but_found("the id of a rule over time", value)});
}

Expected<std::vector<History>> read_histories(Json const& value) {
    if (!value.is_array() || value.empty())
        return tl::unexpected(Error{"", expected_but_found("an array with at least one history", value)});
    std::vector<History> histories;
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto one = read_history(value[i]);
        if (!one) return tl::unexpected(below("/" + std::to_string(i), std::move(one.error())));
        histories.push_back(std::move(*one));
    }
    return histories;
}

Expected<OtherwisePermitted> read_otherwise(Json const& value) {
    ObjectReader reader(value, {"readings", "permitted"});
    auto readings = reader.made("readings", reader.require("readings"), read_readings_over_time);
    auto permitted = reader.made("permitted", reader.require("permitted"), read_histories);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return OtherwisePermitted{readings->first, std::move(readings->second), std::move(*permitted)};
}

struct TimelineGroup {
    std::string name;
    std::string source;
    Json const& timeline;
};

Expected<GoldenTimeline> read_timeline_case(Json const& value, TimelineGroup const& group) {
    ObjectReader reader(value, {"id", "title", "given", "rules", "permitted", "otherwise"});
    auto id = reader.required_text("id");
    auto title = reader.required_text("title");
    auto const given = reader.made("given", reader.find("given"), read_json_patch);
    auto rules = reader.list("rules", reader.require("rules"), read_rule_over_time);
    auto permitted = reader.made("permitted", reader.require("permitted"), read_histories);
    auto otherwise = reader.list("otherwise", reader.find("otherwise"), read_otherwise);
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto document = given ? apply_patch(*given, group.timeline) : Expected<Json>(group.timeline);
    if (!document) return tl::unexpected(below("/given", std::move(document.error())));
    auto timeline = read_timeline(*document);
    if (!timeline)
        return tl::unexpected(Error{"/given", "the timeline " + place_and_message(timeline.error())});
    return GoldenTimeline{group.name + "/" + id, std::move(title),     group.source,
                          std::move(*timeline),  std::move(*document), std::move(rules),
                          std::move(*permitted), std::move(otherwise)};
}

}  // namespace

Expected<std::pair<ProfileOverTime, std::vector<ReadingOverTime>>> read_readings_over_time(
    Json const& value) {
    if (!value.is_object() || value.empty())
        return tl::unexpected(Error{"", expected_but_found("an object with a reading or more", value)});
    std::pair<ProfileOverTime, std::vector<ReadingOverTime>> result;
    for (auto const& [id, answer] : value.items()) {
        auto const text = answer.is_string() ? answer.get<std::string>() : std::string();
        auto const fault = tl::unexpected(
            Error{pointer_token(id), expected_but_found("a reading with one of its answers", answer)});
        if (auto const over_time = reading_over_time_with_id(id)) {
            auto const number = answer_with_id(*over_time, text);
            if (!number) return fault;
            result.first.prefer(*over_time, *number);
            result.second.push_back(*over_time);
            continue;
        }
        auto const of_decisions = reading_with_id(id);
        auto const number = of_decisions ? answer_with_id(*of_decisions, text) : std::nullopt;
        if (!number) return fault;
        result.first.decision.prefer(*of_decisions, *number);
    }
    return result;
}

bool is_timeline_group(Json const& value) {
    return value.is_object() && value.contains("group") && value.contains("timeline");
}

Expected<std::vector<GoldenTimeline>> read_timeline_group(Json const& value) {
    ObjectReader reader(value, {"group", "source", "timeline", "cases"});
    auto name = reader.required_text("group");
    auto source = reader.required_text("source");
    auto const* timeline = reader.require("timeline");
    auto const* cases_member = reader.require("cases");
    if (reader.fault()) return tl::unexpected(*reader.fault());
    TimelineGroup const group{std::move(name), std::move(source), *timeline};
    auto cases =
        reader.list("cases", cases_member, [&](Json const& one) { return read_timeline_case(one, group); });
    if (!reader.fault() && cases.empty()) reader.fail({"/cases", "expected at least one case, found none"});
    if (reader.fault()) return tl::unexpected(*reader.fault());
    std::set<std::string> ids;
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (!ids.insert(cases[i].id).second)
            return tl::unexpected(
                Error{fmt::format("/cases/{}/id", i), "expected an id that no other case has"});
    return cases;
}

Expected<std::vector<GoldenTimeline>> read_timelines(std::vector<std::string> const& paths) {
    auto sources = read_sources(paths);
    if (!sources) return tl::unexpected(std::move(sources.error()));
    std::vector<GoldenTimeline> all;
    for (auto const& source : *sources) {
        auto document = parse_json(source.text);
        if (!document) return tl::unexpected(in_source(source, std::move(document.error())));
        if (!is_timeline_group(*document)) continue;
        auto cases = read_timeline_group(*document);
        if (!cases) return tl::unexpected(in_source(source, std::move(cases.error())));
        all.insert(all.end(), std::make_move_iterator(cases->begin()), std::make_move_iterator(cases->end()));
    }
    return all;
}

}  // namespace ssbroute::formats
