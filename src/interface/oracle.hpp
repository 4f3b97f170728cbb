// Scenarios answered, JSON in and JSON out: what every binding says.
#pragma once

#include <string>
#include <string_view>

#include "model/error.hpp"
#include "oracle/exploration.hpp"
#include "oracle/profile.hpp"

namespace ssbroute::interface {

/// How scenarios are answered.
struct Oracle {
    Profile profile = {};
    OtherReadings other_readings = OtherReadings::explored;
};

/// `{"readings": {"absent-service-outgoing": "drop"}, "contested": false}`: answers that are preferred, and
/// whether what only other answers permit is left out. No text is no options.
Expected<Oracle> read_oracle(std::string_view options);

/// `{"permitted": [...], "contested": [...]}`.
Expected<std::string> decide(Oracle const& oracle, std::string_view scenario);
/// The same, with `trace`, `why_not` and `transmission_status` in each outcome.
Expected<std::string> explain(Oracle const& oracle, std::string_view scenario);

/// `{"picks": [1, 0]}`: the alternative that is taken at each granted choice, the first where none is named.
/// One way of the process on which the preferred answers hold: `{"outcome": {...}, "choices": [{"rule": ...,
/// "alternatives": [...], "pick": 1}], "trace": [...], "why_not": [...]}`.
Expected<std::string> follow(Oracle const& oracle, std::string_view scenario, std::string_view options);
/// `{"picks": [1, 0], "format": "svg"}`: the same way, drawn as `svg` (SVG), `mmd` (Mermaid) or `dot`
/// (Graphviz).
Expected<std::string> picture(Oracle const& oracle, std::string_view scenario, std::string_view options);

}  // namespace ssbroute::interface
