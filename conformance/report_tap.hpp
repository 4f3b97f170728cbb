// A report as TAP version 13, for test harnesses.
#pragma once

#include <string>

#include "conformance/report.hpp"

namespace ssbroute::conformance {

std::string tap_report(Report const& report, Summary const& summary);

}  // namespace ssbroute::conformance
