// Timelines and histories as JSON (spec/schema/timeline.schema.json).
#pragma once

#include "delivery/happening.hpp"
#include "delivery/timeline.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// A timeline; an Error's place is the pointer inside it.
Expected<delivery::Timeline> read_timeline(Json const& value);
/// The timeline as its format says, with every parameter.
OrderedJson write_timeline(delivery::Timeline const& timeline);

/// Something that happened, by what can be observed of it.
Expected<delivery::Happening> read_happening(Json const& value);
Expected<delivery::History> read_history(Json const& value);

/// With what only explains it, or without.
enum class Account : std::uint8_t { observable, with_rules };
OrderedJson write_happening(delivery::Happening const& happening, Account account);
OrderedJson write_history(delivery::History const& history, Account account);

}  // namespace ssbroute::formats
