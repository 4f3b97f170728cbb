// What happens in a decision is told to an observer. It may look; it cannot change anything.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "model/address.hpp"
#include "model/instance.hpp"
#include "model/route_set.hpp"
#include "routing/rule.hpp"

namespace ssbroute {

// What a rule looked at and what it left. Views: valid only while the observer is told.

/// The routing table in scope is that of this database.
struct TableFound {
    Database const& database;
};
/// These routes of the table are expired.
struct RoutesExpired {
    std::span<Route const* const> routes;
};
/// These routes match; none: the step found nothing.
struct RoutesFound {
    std::span<Route const> routes;
};
/// No route of a table: one as if it stood there.
struct RouteAsIf {
    Route const& route;
};
/// `route` is chosen among `candidates`.
struct RouteChosen {
    Route const& route;
    std::span<Route const> candidates;
};
/// The message goes on to this address.
struct NextHop {
    Address const& address;
    Address const* mirror_address = nullptr;
};
/// This database is the destination, or has the identifier that was asked for.
struct DatabaseFound {
    Database const& database;
};
/// This database has the identifier, but not the service.
struct ServiceLacking {
    Database const& database;
};
/// Why a step was not tried, or what it found, in words.
struct Reason {
    std::string_view text;
};

using Finding = std::variant<TableFound, RoutesExpired, RoutesFound, RouteAsIf, RouteChosen, NextHop,
                             DatabaseFound, ServiceLacking, Reason>;

/// A rule of the procedure at work, and the line of code that is this rule.
struct Step {
    Step(Rule the_rule, Finding what, char const* in_file = __builtin_FILE(), int at_line = __builtin_LINE())
        : rule(the_rule), finding(std::move(what)), file(in_file), line(at_line) {}

    Rule rule;
    Finding finding;
    char const* file;
    int line;
};

/// Is told every step of a decision, in order. Does nothing by itself.
class Observer {
public:
    /// The rule decided something: it fixed the table, removed expired routes, ended matching, merged
    /// identical routes, made the choice, sent, located, stopped.
    virtual void passed(Step const& /*step*/) {}

    /// The rule found nothing to decide and handed on to the next.
    virtual void handed_on(Step const& /*step*/) {}

    Observer() = default;
    Observer(Observer const&) = default;
    Observer(Observer&&) = default;
    Observer& operator=(Observer const&) = default;
    Observer& operator=(Observer&&) = default;
    virtual ~Observer() = default;
};

}  // namespace ssbroute
