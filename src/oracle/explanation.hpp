// Why an outcome comes about, and why each route that was not taken was not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/answer.hpp"
#include "oracle/picks.hpp"
#include "oracle/trace.hpp"

namespace ssbroute {

/// A route of a table in scope that was not chosen.
struct WhyNot {
    /// The database of the table.
    std::string table;
    std::string route;
    /// The first rule that put it out of the running.
    Rule rule;
    /// The values compared, in words.
    std::string because;
    /// Which of the tables in scope, from 0: LOOP-1 leads to the second, which may be the same again.
    std::size_t round = 0;
};

/// A status of sys.transmission_queue, by the number of its text in sys.messages.
struct TransmissionStatus {
    int number;
    std::string_view meaning;
};

struct Explanation {
    std::vector<TraceStep> trace;
    /// For each table that was in scope, in order, its routes in the table's order.
    std::vector<WhyNot> why_not;
    /// What a DBA sees in sys.transmission_queue of the sending database while the message waits there;
    /// nothing where it does not, or where no text is known (spec/sources.md).
    std::optional<TransmissionStatus> transmission_status;
};

/// An outcome of an answer, explained; with no readings it is permitted.
struct ExplainedOutcome {
    Outcome outcome;
    Deviations readings;
    Explanation explanation;
    /// What `follow` takes to go the same way, under the profile that deviates in `readings`.
    Picks picks = {};
};

/// The whole answer in its order, each outcome explained by the way that answer_with_ways has found to it.
std::vector<ExplainedOutcome> explained_answer(RoutingProcess& process, Profile const& profile = {},
                                               OtherReadings other_readings = OtherReadings::explored);

/// Explains an outcome from the steps that led to it.
Explanation explain(Scenario const& scenario, Outcome const& outcome, std::vector<TraceStep> trace);

}  // namespace ssbroute
