// Why a message does not go by the route that was expected, and what was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/scenario.hpp"
#include "routing/rule.hpp"

namespace ssbroute::review {

/// Why a route is not taken.
struct Reason {
    /// The database of its table; empty: there is no such route.
    std::string database;
    std::string route;
    /// The rule that put it out of the running.
    std::optional<Rule> rule;
    std::string words;
};

/// A route or service that looks as if it had been meant.
struct NearMiss {
    std::string database;
    /// Empty: it is about a service, or about the identifier.
    std::string route;
    std::string words;

    friend bool operator==(NearMiss const&, NearMiss const&) = default;
};

/// What is to be said of a route by name.
struct ExpectedRoute {
    /// The outcomes that are permitted and reached by this route; none: it is not taken.
    std::vector<std::string> taken_for;
    /// Why not, on the ways that do not take it.
    std::vector<Reason> reasons;
    /// What about the route is nearly what it would have to be.
    std::vector<NearMiss> near_misses;
};

ExpectedRoute expected_route(Scenario const& scenario, std::string_view name);

/// Whatever is nearly right for the message, where no route that names its service is taken: routes of the
/// table with a name like it, routes of other tables, services that are called nearly so, the identifier. At
/// most `most` of them.
std::vector<NearMiss> near_misses(Scenario const& scenario, std::size_t most = 8);

}  // namespace ssbroute::review
