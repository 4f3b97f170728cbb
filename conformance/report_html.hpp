// A report as One HTML file, for people: no network, readable on a phone, dark and light.
#pragma once

#include <string>

#include "conformance/report.hpp"

namespace ssbroute::conformance {

std::string html_report(Report const& report, Summary const& summary);

}  // namespace ssbroute::conformance
