// Route definitions: what a routing table may hold (spec/routing.md, "Route definitions").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/route.hpp"

namespace ssbroute {

/// The rules that the server checks when a route is made or altered. DEFINE-11, which is about the whole
/// table, is checked by `RoutingTable::create`, and by whoever makes routes one by one.
enum class DefinitionRule : std::uint8_t {
    define_1,
    define_2,
    define_3,
    define_4,
    define_5,
    define_6,
    define_7,
    define_8,
    define_9,
    define_10,
    define_11,
};

/// The id of a rule: `DEFINE-1`.
std::string_view id(DefinitionRule rule);

/// The options of CREATE ROUTE and ALTER ROUTE, as they are written. Nothing: not given.
struct RouteDefinition {
    std::optional<std::string> service_name = std::nullopt;
    std::optional<std::string> broker_instance = std::nullopt;
    /// Seconds, counted from the execution of the statement.
    std::optional<std::int64_t> lifetime = std::nullopt;
    std::optional<std::string> address = std::nullopt;
    std::optional<std::string> mirror_address = std::nullopt;
};

/// Why the server refuses a definition.
struct Refusal {
    DefinitionRule rule;
    /// The number in sys.messages; nothing where none is known.
    std::optional<int> message_number;
    /// What is wrong, with the words of the definition.
    std::string message;
};

/// Every rule that a definition breaks, each once, in the order of the rules; none: the server takes it. What
/// is not given is not checked: that CREATE ROUTE needs ADDRESS is no rule of these.
///
/// Lengths (DEFINE-2) are those of the columns of sys.routes, nvarchar(256) and nvarchar(128), in UTF-16 code
/// units. A lifetime (DEFINE-8) is at most what 32 bits hold.
std::vector<Refusal> refusals(RouteDefinition const& definition);

/// A route of sys.routes as a definition. Its lifetime, a time of expiry there, is left out.
RouteDefinition definition_of(Route const& route);

}  // namespace ssbroute
