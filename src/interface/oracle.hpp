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

}  // namespace ssbroute::interface
