// The oracle's answer: what is permitted, and what only another reading permits.
#pragma once

#include <vector>

#include "model/outcome.hpp"
#include "oracle/exploration.hpp"
#include "oracle/profile.hpp"
#include "oracle/trace.hpp"
#include "routing/routing_process.hpp"

namespace ssbroute {

/// An outcome that is reached only under some answer that is not preferred.
struct ContestedOutcome {
    Outcome outcome;
    /// A smallest set of such answers that reaches it; of several, the first.
    Deviations readings;
};

/// Both lists hold no outcome twice, in the order of is_printed_before; none is in both. Of spellings of
/// the same outcome the one that sorts first is given.
struct Answer {
    std::vector<Outcome> permitted;
    std::vector<ContestedOutcome> contested;
};

/// The whole answer for a scenario.
Answer answer(RoutingProcess& process, Profile const& profile = {},
              OtherReadings other_readings = OtherReadings::explored);

/// An outcome of an answer with a way that reaches it.
struct OutcomeWithWay {
    Outcome outcome;
    Deviations readings;
    Way way;
};

/// The answer's outcomes with a way to each, permitted ones (without readings) first, in the answer's order.
std::vector<OutcomeWithWay> answer_with_ways(RoutingProcess& process, Profile const& profile = {},
                                             OtherReadings other_readings = OtherReadings::explored);

/// The steps on the way to one outcome of answer_with_ways, asked with the same profile and `other_readings`.
std::vector<TraceStep> trace(RoutingProcess& process, OutcomeWithWay const& found,
                             Profile const& profile = {},
                             OtherReadings other_readings = OtherReadings::explored);

/// The rules passed on the way to any permitted outcome.
RuleSet rules_passed(RoutingProcess& process, Profile const& profile = {});

}  // namespace ssbroute
