// Golden timelines: what the documents say of conversations over time
// (spec/schema/timeline-group.schema.json).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "delivery/happening.hpp"
#include "delivery/reading_over_time.hpp"
#include "delivery/rule_over_time.hpp"
#include "delivery/timeline.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// What is permitted with some readings answered otherwise.
struct OtherwisePermitted {
    delivery::ProfileOverTime profile;
    /// The readings over time that it answers otherwise.
    std::vector<delivery::ReadingOverTime> readings;
    std::vector<delivery::History> permitted;
};

struct GoldenTimeline {
    /// `group/id`.
    std::string id;
    std::string title;
    std::string source;
    delivery::Timeline timeline;
    Json timeline_json;
    /// The rules over time on the way to any permitted history.
    std::vector<delivery::RuleOverTime> rules;
    std::vector<delivery::History> permitted;
    std::vector<OtherwisePermitted> otherwise;
};

/// Whether a document is a group of golden timelines, and not one of golden decisions.
bool is_timeline_group(Json const& value);
/// The cases of a group; an Error's place is the pointer inside it.
Expected<std::vector<GoldenTimeline>> read_timeline_group(Json const& value);

/// The cases of every group of timelines below `paths`; golden decisions are passed over.
Expected<std::vector<GoldenTimeline>> read_timelines(std::vector<std::string> const& paths);

/// `{"absent-service-outgoing": "drop", "both-claim": "neither"}`: the profile, and the readings over time in
/// it.
Expected<std::pair<delivery::ProfileOverTime, std::vector<delivery::ReadingOverTime>>>
read_readings_over_time(Json const& value);

}  // namespace ssbroute::formats
