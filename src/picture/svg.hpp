// A decision as SVG.
#pragma once

#include <string>

#include "picture/decision_picture.hpp"

namespace ssbroute::picture {

/// A document of its own that a page may also hold as an element. What CSS and scripts find in it: the root
/// has the class `ssbroute-picture`; each step is a `g.step` with `data-step` and `data-rule`; inside, what
/// it kept is a `g.route.kept` with `data-route` (and `chosen`), what fell out a `g.route.fallen`; a granted
/// choice gives its step `data-choice`, and its alternatives are `g.alternative` with `data-pick`; the last
/// is `g.outcome` with `data-outcome`. Colors follow the properties `--ssbroute-ink`, `--ssbroute-paper`,
/// `--ssbroute-kept`,
/// `--ssbroute-fallen`, `--ssbroute-chosen` and `--ssbroute-accent` where a page sets them.
std::string svg(Picture const& picture);

}  // namespace ssbroute::picture
