// The optional profile of the suite: conversations over time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/stop.hpp"
#include "formats/golden_timeline_json.hpp"
#include "model/error.hpp"

namespace ssbroute::conformance {

enum class TimelineVerdict : std::uint8_t {
    /// One history, or all, and they are permitted.
    agrees,
    /// A history that is not permitted, or not all of those that are.
    violates,
    unsupported,
    /// No answer to what was asked; the implementation is not asked any more.
    lost,
};

struct JudgedTimeline {
    std::string id;
    TimelineVerdict verdict;
    /// What is wrong with it, or why it is not supported.
    std::string why = {};
};

/// Asks an implementation every timeline, one after the other.
Expected<std::vector<JudgedTimeline>> judge_timelines(std::string const& command,
                                                      std::vector<formats::GoldenTimeline> const& timelines,
                                                      std::chrono::milliseconds timeout, Stop const& stop);

}  // namespace ssbroute::conformance
