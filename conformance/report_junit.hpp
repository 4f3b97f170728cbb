// A report as JUnit XML, for CI servers.
#pragma once

#include <string>

#include "conformance/report.hpp"

namespace ssbroute::conformance {

std::string junit_report(Report const& report, Summary const& summary);

}  // namespace ssbroute::conformance
