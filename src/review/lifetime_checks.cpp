// Routes that have expired, and those that soon will.
#include <fmt/format.h>

#include "review/checks.hpp"
#include "routing/routes_in_scope.hpp"

namespace ssbroute::review {
namespace {

constexpr auto renew = "ALTER ROUTE with a new LIFETIME revives it; DROP ROUTE if it is not needed any more.";

std::string what_it_is_for(Route const& route) {
    if (!route.remote_service_name) return "any service";
    return quoted(route.remote_service_name->text());
}

}  // namespace

// EXPIRY-1. A route whose lifetime has passed is as if it were not in the table.
void check_lifetimes(Table const& table, UtcTime now, LintOptions const& options, Findings& findings) {
    Expiry const expiry{now};
    for (auto const* route : table.database.routes.by_lifetime()) {
        auto const about = fmt::format("route {} for {}", quoted(route->name), what_it_is_for(*route));
        if (expiry.removes(*route)) {
            findings.add(Kind::expired_route, table, {route},
                         fmt::format("{} expired at {}: it is as if it were not there", about,
                                     route->lifetime->text()),
                         renew);
            continue;
        }
        if (route->lifetime->unix_seconds() - now.unix_seconds() > options.soon) return;
        findings.add(Kind::route_expires_soon, table, {route},
                     fmt::format("{} expires at {}", about, route->lifetime->text()), renew);
    }
}

}  // namespace ssbroute::review
