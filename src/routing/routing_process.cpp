#include "routing/routing_process.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "routing/choosing_a_route.hpp"
#include "routing/decision.hpp"
#include "routing/finding_matching_routes.hpp"
#include "routing/locating_the_destination_service.hpp"

namespace ssbroute {
namespace routing {
namespace {

// SCOPE-1. Outgoing: the table in scope is sys.routes of the sending database.
// SCOPE-2. Incoming: the table in scope is msdb.sys.routes.
// SCOPE-3. Apart from the table, matching is the same for outgoing and incoming: no step below asks
// which of the two it is.
Database const& database_with_table_in_scope(Decision const& decision) {
    if (decision.is_outgoing()) {
        Database const& origin = *decision.scenario.origin();
        decision.observer.passed({Rule::scope_1, TableFound{origin}});
        return origin;
    }
    Database const& msdb = decision.instance().msdb();
    decision.observer.passed({Rule::scope_2, TableFound{msdb}});
    return msdb;
}

// Those of `routes`, which are in the order of their lifetimes, whose lifetime is over at `instant`.
std::span<Route const* const> over_at(std::span<Route const* const> routes, UtcTime instant,
                                      Expiry const& expiry) {
    auto const end = std::partition_point(routes.begin(), routes.end(), [&](Route const* route) {
        return expiry.is_over(*route->lifetime, instant);
    });
    return routes.first(static_cast<std::size_t>(end - routes.begin()));
}

bool ends_at(std::span<Route const* const> routes, UtcTime instant) {
    auto const found =
        std::lower_bound(routes.begin(), routes.end(), instant,
                         [](Route const* route, UtcTime time) { return *route->lifetime < time; });
    return found != routes.end() && *(*found)->lifetime == instant;
}

// EXPIRY-1. A route whose lifetime has passed is as if it were not in the table. NULL never expires.
Expiry ignore_expired_routes(Decision const& decision, RoutingTable const& table) {
    auto const with_lifetime = table.by_lifetime();
    Expiry expiry{decision.scenario.now(), decision.message().conversation_begun_at};
    if (with_lifetime.empty()) return expiry;

    auto const now = *expiry.now;
    auto const begun_at = expiry.conversation_begun_at;
    bool const equality_matters =
        ends_at(with_lifetime, now) || (begun_at && *begun_at < now && ends_at(with_lifetime, *begun_at));
    if (equality_matters) expiry.at_the_instant = decision.arbiter.answer<ExpiryInstant>();

    auto const expired = over_at(with_lifetime, now, expiry);
    auto removed = expired;
    if (begun_at) {
        auto const expired_then = over_at(expired, *begun_at, expiry);
        bool const some_were_live_then = expired_then.size() < expired.size();
        if (some_were_live_then) {
            expiry.existing_conversation = decision.arbiter.answer<ExpiredRouteExistingConversation>();
            if (expiry.existing_conversation == ExpiredRouteExistingConversation::kept)
                removed = expired_then;
        }
    }
    if (!removed.empty()) decision.observer.passed({Rule::expiry_1, RoutesExpired{removed}});
    return expiry;
}

}  // namespace

Outcome route(Decision const& decision) {
    Instance const& instance = decision.instance();
    Message const& message = decision.message();

    // ENABLED-2. Outgoing from a database whose broker is disabled: delay, without matching.
    if (decision.is_outgoing() && decision.scenario.origin()->broker == Broker::disabled) {
        decision.observer.passed({Rule::enabled_2, DatabaseFound{*decision.scenario.origin()}});
        return Delay{};
    }

    // ENABLED-3. Incoming while msdb's broker is disabled: drop, before REPLY and matching.
    if (!decision.is_outgoing() && instance.msdb().broker == Broker::disabled) {
        decision.observer.passed({Rule::enabled_3, DatabaseFound{instance.msdb()}});
        return Drop{};
    }

    // REPLY-1. Incoming, sent by a target, and some database of this instance has the message's
    // identifier: deliver in this instance by LOCATE, without matching.
    if (!decision.is_outgoing() && message.sent_by == SentBy::target && decision.identifier()) {
        if (auto const* identified = instance.database_with_identifier(*decision.identifier())) {
            decision.observer.passed({Rule::reply_1, DatabaseFound{*identified}});
            RouteSet const nothing_to_go_back_to;
            return deliver_here(decision, decision.identifier(), nothing_to_go_back_to);
        }
    }

    // REPLY-2. Otherwise: the standard process.
    Database const& database = database_with_table_in_scope(decision);
    auto const expiry = ignore_expired_routes(decision, database.routes);
    auto const key = std::tuple(&database, expiry.at_the_instant, expiry.existing_conversation);
    auto& table = decision.kept.routes_in_scope.try_emplace(key, database.routes, expiry).first->second;

    auto const matching = find_matching_routes(decision, table);
    if (auto const* end = std::get_if<Outcome>(&matching)) return *end;
    return choose_and_follow(decision, std::get<RouteSet>(matching));
}

}  // namespace routing

struct RoutingProcess::State {
    routing::Kept kept;
};

RoutingProcess::RoutingProcess(Scenario scenario)
    : scenario_(std::move(scenario)), state_(std::make_unique<State>()) {}

RoutingProcess::RoutingProcess(RoutingProcess&&) noexcept = default;
RoutingProcess& RoutingProcess::operator=(RoutingProcess&&) noexcept = default;
RoutingProcess::~RoutingProcess() = default;

Outcome RoutingProcess::run(Arbiter& arbiter, Observer& observer) {
    auto const direction =
        scenario_.origin() != nullptr ? routing::Direction::outgoing : routing::Direction::incoming;
    return routing::route({scenario_, direction, arbiter, observer, state_->kept});
}

}  // namespace ssbroute
