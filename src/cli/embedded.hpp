// Texts that the build puts into the program.
#pragma once

#include <string_view>

namespace ssbroute::embedded {

/// spec/routing.md
extern std::string_view const routing;
/// spec/readings.md
extern std::string_view const readings;
/// What running the golden corpus has measured: for each rule its code and its cases, for each reading its
/// cases.
extern std::string_view const traceability;

}  // namespace ssbroute::embedded
