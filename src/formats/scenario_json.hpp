// Scenarios as JSON (spec/schema/scenario.schema.json).
#pragma once

#include "formats/json_text.hpp"
#include "model/error.hpp"
#include "model/route.hpp"
#include "model/scenario.hpp"

namespace ssbroute::formats {

/// A routing decision to be made; an Error's place is the pointer inside the scenario.
Expected<Scenario> read_scenario(Json const& value);
/// A route; an Error's place is the pointer inside the route.
Expected<Route> read_route(Json const& value);
/// An instance; an Error's place is the pointer inside the instance.
Expected<Instance> read_instance(Json const& value);
/// A message; an Error's place is the pointer inside the message.
Expected<Message> read_message(Json const& value);

/// The scenario as its format says; members that have their default are left out.
OrderedJson write_scenario(Scenario const& scenario);
/// Parts of a scenario.
OrderedJson write_route(Route const& route);
OrderedJson write_instance(Instance const& instance);
OrderedJson write_message(Message const& message);

}  // namespace ssbroute::formats
