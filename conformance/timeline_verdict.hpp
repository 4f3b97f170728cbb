// What an answer to a golden timeline is worth.
#pragma once

#include "conformance/implementation.hpp"
#include "conformance/reply.hpp"
#include "conformance/verdict.hpp"
#include "formats/golden_timeline_json.hpp"

namespace ssbroute::conformance {

/// What the timeline lists is the measure: its permitted histories, and those that are permitted where
/// readings are answered otherwise.
Judgement judge(formats::GoldenTimeline const& golden, Said const& said);
Judgement judge(formats::GoldenTimeline const& golden, Fault const& fault);

}  // namespace ssbroute::conformance
