#include "conformance/timelines.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "conformance/process.hpp"
#include "delivery/histories.hpp"
#include "formats/object_reader.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::conformance {
namespace {

using delivery::History;
using formats::GoldenTimeline;
using formats::Json;

bool is_permitted(GoldenTimeline const& golden, History const& history) {
    auto const& permitted = golden.permitted;
    return std::find(permitted.begin(), permitted.end(), history) != permitted.end();
}

JudgedTimeline judge_all(GoldenTimeline const& golden, std::vector<History> const& said) {
    for (std::size_t i = 0; i < said.size(); ++i)
        if (!is_permitted(golden, said[i]))
            return {golden.id, TimelineVerdict::violates, fmt::format("history {} is not permitted", i)};
    for (std::size_t i = 0; i < golden.permitted.size(); ++i)
        if (std::find(said.begin(), said.end(), golden.permitted[i]) == said.end())
            return {golden.id, TimelineVerdict::violates, fmt::format("permitted history {} is missing", i)};
    return {golden.id, TimelineVerdict::agrees};
}

Expected<std::vector<History>> read_histories(Json const& value) {
    if (!value.is_array()) return tl::unexpected(Error{"", formats::expected_but_found("an array", value)});
    std::vector<History> histories;
    for (auto const& one : value) {
        auto history = formats::read_history(one);
        if (!history) return tl::unexpected(std::move(history.error()));
        histories.push_back(std::move(*history));
    }
    return histories;
}

JudgedTimeline judge(GoldenTimeline const& golden, std::size_t number, std::string const& line) {
    auto const lost = [&](std::string why) {
        return JudgedTimeline{golden.id, TimelineVerdict::lost, std::move(why)};
    };
    auto const reply = formats::parse_json(line);
    if (!reply) return lost(formats::place_and_message(reply.error()));
    formats::ObjectReader reader(*reply, {"id", "history", "histories", "unsupported", "error"});
    auto const* id = reader.require("id");
    auto const history = reader.made("history", reader.find("history"), formats::read_history);
    auto const histories = reader.made("histories", reader.find("histories"), read_histories);
    auto const unsupported = reader.text("unsupported");
    auto const error = reader.text("error");
    if (reader.fault()) return lost(formats::place_and_message(*reader.fault()));
    if (*id != number) return lost("expected the id of the question");
    if (unsupported) return {golden.id, TimelineVerdict::unsupported, *unsupported};
    if (error) return {golden.id, TimelineVerdict::violates, "it could not answer: " + *error};
    if (histories) return judge_all(golden, *histories);
    if (!history) return lost("expected history, histories, unsupported or error");
    if (is_permitted(golden, *history)) return {golden.id, TimelineVerdict::agrees};
    auto const found = check(golden.timeline, {}, *history);
    return {golden.id, TimelineVerdict::violates, fmt::format("not permitted at /history/{}", found.place)};
}

std::string_view why(Waited waited) {
    switch (waited) {
        case Waited::line: return "";
        case Waited::closed: return "it ended";
        case Waited::too_long: return "its line is too long";
        case Waited::timed_out: return "it said nothing";
        case Waited::stopped: return "the run was stopped";
    }
    return "";
}

}  // namespace

Expected<std::vector<JudgedTimeline>> judge_timelines(std::string const& command,
                                                      std::vector<GoldenTimeline> const& timelines,
                                                      std::chrono::milliseconds timeout, Stop const& stop) {
    auto process = Process::start(command);
    if (!process) return tl::unexpected(std::move(process.error()));
    std::string line;
    process->write("{\"protocol\": 1}\n");
    auto const greeted = process->read_line(line, Process::Clock::now() + timeout, stop);
    if (greeted != Waited::line)
        return tl::unexpected(
            Error{"--impl", fmt::format("expected an answer to the greeting: {}", why(greeted))});

    std::vector<JudgedTimeline> judged;
    for (auto const& golden : timelines) {
        auto const number = judged.size();
        formats::OrderedJson const question = {{"id", number}, {"timeline", golden.timeline_json}};
        process->write(formats::to_line(question) + "\n");
        auto const waited = process->read_line(line, Process::Clock::now() + timeout, stop);
        if (waited != Waited::line) {
            judged.push_back({golden.id, TimelineVerdict::lost, std::string(why(waited))});
            return judged;
        }
        judged.push_back(judge(golden, number, line));
    }
    process->finish_input();
    process->end();
    return judged;
}

}  // namespace ssbroute::conformance
