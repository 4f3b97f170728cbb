// A way of the process as JSON: `{outcome, choices, trace, why_not, transmission_status}`.
#pragma once

#include "formats/json_text.hpp"
#include "oracle/follow.hpp"

namespace ssbroute::formats {

/// `outcome` is an outcome as in an answer; each of `choices` is `{rule, alternatives, pick}`; the rest is as
/// in an explanation.
OrderedJson write_followed_way(FollowedWay const& way);

}  // namespace ssbroute::formats
