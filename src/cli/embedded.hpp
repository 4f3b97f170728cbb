// Texts that the build puts into the program.
#pragma once

#include <string>

namespace ssbroute::embedded {

/// What running the golden corpus has measured: for each rule its code and its cases, for each reading its
/// cases.
std::string traceability();
/// What the property tests say of themselves: for each property its name, section, and what it is about.
std::string properties();

}  // namespace ssbroute::embedded
