// A report as JSON (spec/schema/report.schema.json), for programs and for `report merge`.
#pragma once

#include <string>

#include "conformance/report.hpp"

namespace ssbroute::conformance {

std::string json_report(Report const& report, Summary const& summary);

/// Reads what json_report wrote; what can be derived from the rest is not read. An Error's place is the
/// pointer.
Expected<Report> read_report(formats::Json const& value);

}  // namespace ssbroute::conformance
