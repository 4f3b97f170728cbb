// A decision in words.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.hpp"
#include "model/scenario.hpp"
#include "oracle/explanation.hpp"

namespace ssbroute::picture {

/// `send to TCP://host2:4022`.
std::string in_words(Outcome const& outcome);
/// `, by route OrderPartsRoute`: the route that was chosen last; empty: none was.
std::string by_route(Explanation const& explanation);
/// `from Sales to OrderParts`, with the identifier if the conversation gives one.
std::string in_words(Scenario const& scenario);
/// `TCP://host2:4022`, or both addresses of a mirrored pair.
std::string addresses_in_words(std::string const& address, std::string const* mirror_address);
/// What a rule that is a step asks or does, in a sentence.
std::string_view sentence(Rule rule);

}  // namespace ssbroute::picture
