// Golden groups: a routing table and the decisions on it (spec/schema/golden-group.schema.json).
#pragma once

#include <string>
#include <vector>

#include "formats/answer_json.hpp"
#include "formats/json_text.hpp"
#include "model/scenario.hpp"
#include "routing/rule.hpp"

namespace ssbroute::formats {

/// One decision with what the documents say about it.
struct GoldenCase {
    std::string id;  // with the group's: `examples/1-default-configuration/outgoing-service-here`
    std::string title;
    std::string source;
    Scenario scenario;
    /// Self-contained: the group's instance after the case's patch, in the group's own spelling.
    OrderedJson scenario_json;
    /// The rules passed on the way to any permitted outcome, and the ones without a step that it shows.
    std::vector<Rule> rules;
    std::vector<Outcome> permitted;
    std::vector<ContestedOutcomeRead> contested;
};

/// Whether a document is a golden group rather than a scenario.
bool is_golden_group(Json const& value);

/// The cases of a golden group; an Error's place is the pointer inside the group. What is wrong in an
/// instance after a patch is told at the case's `given`.
Expected<std::vector<GoldenCase>> read_golden_group(Json const& value);

/// A case as one line of the flat corpus.
OrderedJson write_flat(GoldenCase const& golden);

}  // namespace ssbroute::formats
