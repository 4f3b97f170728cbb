// The rules and readings as spec/ words them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ssbroute::interface {

/// A rule or reading of the specification.
struct CatalogueEntry {
    std::string id;
    /// Its first paragraph: the rule itself, or the question.
    std::string text;
    /// The paragraphs and items behind it, in plain text.
    std::string details;
};

/// The entries of spec/routing.md or spec/readings.md, in their order: an anchor line `<a id="X"></a>`, a
/// heading
/// `### X`, and what follows up to the next anchor or section.
std::vector<CatalogueEntry> parse_catalogue(std::string_view markdown);

/// As JSON, `rules` with `id`, `text` and `details`, and the readings of a decision in `readings`, with
/// `answers` too.
std::string rules_and_readings();

}  // namespace ssbroute::interface
