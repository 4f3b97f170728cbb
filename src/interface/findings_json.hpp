// Findings as JSON (spec/schema/findings.schema.json) and as SARIF 2.1.0.
#pragma once

#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/import/import.hpp"
#include "formats/json_text.hpp"
#include "review/finding.hpp"
#include "review/lint.hpp"

namespace ssbroute::interface {

/// The instances of an import, as a review takes them.
std::vector<review::NamedInstance> named_instances(formats::Import const& import);

/// `findings`, and what was remarked about the input.
formats::OrderedJson write_findings(std::vector<review::Finding> const& findings,
                                    std::vector<formats::Reported> const& reported);

/// The same for what shows findings beside code. Where a route was made is not known, so a finding is placed
/// in the first file of its instance, and names its routes; remarks have line and column.
formats::OrderedJson write_sarif(std::vector<review::Finding> const& findings,
                                 std::vector<formats::Reported> const& reported,
                                 std::vector<formats::InstanceSources> const& sources);

}  // namespace ssbroute::interface
