#include "routing/locating_the_destination_service.hpp"

#include "routing/choosing_a_route.hpp"

namespace ssbroute::routing {
namespace {

// LOCATE-1. The conversation or the route gives an identifier: the database that has it, if that database
// has the service; if not, LOCATE-4 (LOCATE-2 and -3 are for the case without identifier only).
Database const* locate_1(Decision const& decision, BrokerIdentifier const& identifier) {
    auto const* identified = decision.instance().database_with_identifier(identifier);
    if (identified == nullptr) {
        decision.observer.handed_on(
            {Rule::locate_1, Reason{"no database of the instance has the identifier"}});
        return nullptr;
    }
    bool const deliver = decision.instance().has_service(*identified, decision.service()) ||
                         decision.arbiter.answer<IdentifiedDatabaseWithoutService>() ==
                             IdentifiedDatabaseWithoutService::deliver;
    if (!deliver) {
        decision.observer.handed_on({Rule::locate_1, ServiceLacking{*identified}});
        return nullptr;
    }
    decision.observer.passed({Rule::locate_1, DatabaseFound{*identified}});
    return identified;
}

// LOCATE-2. No identifier given, outgoing: the sending database, if it has the service.
Database const* locate_2(Decision const& decision) {
    if (!decision.is_outgoing()) {
        decision.observer.handed_on({Rule::locate_2, Reason{"the message comes from outside"}});
        return nullptr;
    }
    Database const& origin = *decision.scenario.origin();
    if (!decision.instance().has_service(origin, decision.service())) {
        decision.observer.handed_on({Rule::locate_2, Reason{"the sending database lacks the service"}});
        return nullptr;
    }
    decision.observer.passed({Rule::locate_2, DatabaseFound{origin}});
    return &origin;
}

// LOCATE-3. No identifier given, and not found by LOCATE-2: any database that has it; the order is
// unspecified and may differ from conversation to conversation.
Database const* locate_3(Decision const& decision) {
    auto const having_it = decision.instance().databases_with_service(decision.service());
    if (having_it.empty()) {
        decision.observer.handed_on({Rule::locate_3, Reason{"no database of the instance has the service"}});
        return nullptr;
    }
    Database const& found = *having_it[decision.arbiter.pick(Rule::locate_3, having_it.size())];
    decision.observer.passed({Rule::locate_3, DatabaseFound{found}});
    return &found;
}

Database const* locate(Decision const& decision, std::optional<BrokerIdentifier> const& identifier) {
    if (identifier) return locate_1(decision, *identifier);
    if (auto const* database = locate_2(decision)) return database;
    return locate_3(decision);
}

// LOCATE-4. Not found: the process might go back and choose another of the matching routes (choosing again
// without the LOCAL ones), or stop as CHOOSE-5 does. Both are permitted. After REPLY-1 there is nothing to go
// back to: as CHOOSE-5.
Outcome locate_4(Decision const& decision, RouteSet const& matching) {
    if (matching.empty()) {
        decision.observer.passed({Rule::locate_4, Reason{"no route to go back to"}});
        return nothing_can_be_chosen(decision);
    }
    constexpr std::size_t stop = 1;
    if (decision.arbiter.pick(Rule::locate_4, 2) == stop) {
        decision.observer.passed({Rule::locate_4, Reason{"stop"}});
        return nothing_can_be_chosen(decision);
    }
    decision.observer.passed({Rule::locate_4, Reason{"go back and choose again, without the LOCAL routes"}});
    return choose_and_follow(decision, matching.without_local());
}

}  // namespace

Outcome deliver_here(Decision const& decision, std::optional<BrokerIdentifier> const& identifier,
                     RouteSet const& matching) {
    if (auto const* database = locate(decision, identifier)) return Deliver{database->name};
    return locate_4(decision, matching);
}

}  // namespace ssbroute::routing
