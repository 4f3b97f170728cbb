// Text as the formats of pictures take it.
#pragma once

#include <string>
#include <string_view>

namespace ssbroute::picture {

/// Valid UTF-8 on one line: control characters as `\u001b`, what is no character as U+FFFD.
std::string printable(std::string_view text);

/// Printable text in an element or an attribute.
std::string for_xml(std::string_view text);
/// Printable text in a message of a sequence diagram or a quoted label of a flowchart.
std::string for_mermaid(std::string_view text);
/// Printable text in a quoted string of Graphviz.
std::string for_dot(std::string_view text);

}  // namespace ssbroute::picture
