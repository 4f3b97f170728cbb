// RapidCheck's generators of scenarios. What they generate shrinks towards fewer databases, routes and
// services, absent members and the plainest spelling.
#pragma once

#include <rapidcheck.h>

#include "support/drawing.hpp"
#include "support/scenario_parts.hpp"

namespace ssbroute::testing {

rc::Gen<Scenario> scenarios(Shape const& shape = {});
rc::Gen<ScenarioParts> scenario_parts(Shape const& shape = {});

/// Routes that meet the names, identifiers and addresses of scenarios with this message.
rc::Gen<Route> routes(Message const& message, Definitions definitions = Definitions::any);
/// Databases that do.
rc::Gen<DatabaseParts> databases(std::string const& name, Message const& message,
                                 Definitions definitions = Definitions::any);
rc::Gen<Message> messages(Shape const& shape = {});
rc::Gen<InstanceParts> instances();

/// Dice for what a property does by chance; a counterexample shows their seed.
rc::Gen<std::uint64_t> seeds();

/// Scenarios a little simpler than this one, the simplest first, that keep the shape.
std::vector<ScenarioParts> simpler(ScenarioParts const& parts, Shape const& shape = {});
std::vector<Route> simpler(Route const& route);

}  // namespace ssbroute::testing
