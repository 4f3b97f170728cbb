// Text from outside, made fit for documents.
#pragma once

#include <string>
#include <string_view>

namespace ssbroute::conformance {

/// The text in valid UTF-8, without the control characters that XML and terminals do not bear.
std::string printable(std::string_view text);

}  // namespace ssbroute::conformance
