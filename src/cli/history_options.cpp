#include "cli/history_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "cli/question_options.hpp"
#include "formats/files.hpp"
#include "formats/golden_timeline_json.hpp"
#include "formats/object_reader.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::cli {
namespace {

// The document itself, or its member `timeline`.
Expected<delivery::Timeline> timeline_of(formats::Json const& document, std::string const& file) {
    bool const is_inside = document.is_object() && document.contains("timeline");
    auto timeline = formats::read_timeline(is_inside ? document["timeline"] : document);
    if (timeline) return timeline;
    auto error =
        is_inside ? formats::below("/timeline", std::move(timeline.error())) : std::move(timeline.error());
    return tl::unexpected(formats::in_source({file, ""}, std::move(error)));
}

}  // namespace

void HistoryOptions::add_to(CLI::App& command) {
    command
        .add_option("--reading", fixed_readings,
                    "Make ANSWER the preferred answer of the reading ID (see `ssbroute rules`)")
        ->type_name("ID=ANSWER")
        ->take_all()
        ->expected(1);
}

Expected<delivery::ProfileOverTime> HistoryOptions::profile() const {
    delivery::ProfileOverTime profile;
    QuestionOptions of_decisions;
    for (auto const& text : fixed_readings) {
        auto const equals = text.find('=');
        auto const reading = delivery::reading_over_time_with_id(text.substr(0, equals));
        if (equals == std::string::npos || !reading) {
            of_decisions.fixed_readings.push_back(text);
            continue;
        }
        auto const answer = delivery::answer_with_id(*reading, text.substr(equals + 1));
        if (!answer)
            return tl::unexpected(
                Error{"--reading " + text,
                      fmt::format("expected one of {}", fmt::join(delivery::entry(*reading).answers, ", "))});
        profile.prefer(*reading, *answer);
    }
    auto decision = of_decisions.profile();
    if (!decision) return tl::unexpected(std::move(decision.error()));
    profile.decision = *decision;
    return profile;
}

Expected<formats::Json> read_document(std::string const& file) {
    auto sources = formats::read_sources({file});
    if (!sources) return tl::unexpected(std::move(sources.error()));
    if (sources->size() != 1) return tl::unexpected(Error{file, "expected one file, found a directory"});
    auto document = formats::parse_json(sources->front().text);
    if (!document) return tl::unexpected(formats::in_source(sources->front(), std::move(document.error())));
    return document;
}

Expected<delivery::Timeline> read_timeline_file(std::string const& file) {
    return read_document(file).and_then(
        [&](formats::Json const& document) { return timeline_of(document, file); });
}

Expected<std::vector<NamedTimeline>> read_timelines_of_file(std::string const& file) {
    auto const document = read_document(file);
    if (!document) return tl::unexpected(document.error());
    std::vector<NamedTimeline> timelines;
    if (!formats::is_timeline_group(*document)) {
        auto timeline = timeline_of(*document, file);
        if (!timeline) return tl::unexpected(std::move(timeline.error()));
        timelines.push_back({"", "", std::move(*timeline)});
        return timelines;
    }
    auto cases = formats::read_timeline_group(*document);
    if (!cases) return tl::unexpected(formats::in_source({file, ""}, std::move(cases.error())));
    timelines.reserve(cases->size());
    for (auto& golden : *cases)
        timelines.push_back({std::move(golden.id), std::move(golden.title), std::move(golden.timeline)});
    return timelines;
}

}  // namespace ssbroute::cli
