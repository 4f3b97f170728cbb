// Texts that the build puts into the library.
#pragma once

#include <string>

namespace ssbroute::embedded {

/// spec/routing.md
std::string routing();
/// spec/readings.md
std::string readings();

}  // namespace ssbroute::embedded
