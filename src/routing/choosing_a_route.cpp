#include "routing/choosing_a_route.hpp"

#include <span>

#include "routing/locating_the_destination_service.hpp"
#include "routing/sending_on.hpp"

namespace ssbroute::routing {
namespace {

// CHOOSE-0. Routes equal in identifier, service name and network address are one route for choosing. A
// pick is among distinct routes; where members of one differ in mirror address, any of them that fits the
// step may stand for it. (RouteSet's parts hold distinct routes only.)
RouteSet merge_identical_routes(Decision const& decision, RouteSet const& routes) {
    if (routes.has_identical()) decision.observer.passed({Rule::choose_0, RoutesFound{routes.all()}});
    if (!routes.identical_differ_in_mirror_address()) return routes;
    if (decision.arbiter.answer<IdenticalRoutes>() == IdenticalRoutes::all_members) return routes;

    // one-representative: one member, picked arbitrarily, stands for its class. The rest of the process can
    // tell only whether any representative has a mirror address. If one has, CHOOSE-1 may take any member
    // that has one, since any may be its class's representative. If none has, which needs a member without
    // in every class, those without are left. So that is what is picked here, not a member for each class:
    // the outcomes are the same, and their number does not grow with every class.
    constexpr std::size_t none_is_mirrored = 1;
    bool const all_can_be_unmirrored = routes.every_mirrored_has_an_unmirrored_twin();
    auto const picked = decision.arbiter.pick(Rule::choose_0, all_can_be_unmirrored ? 2 : 1);
    return picked == none_is_mirrored ? routes.without_mirrored() : routes;
}

// One of the candidates of a step; nullptr if it has none.
Route const* choose_one(Decision const& decision, Step const& step_without_candidate,
                        std::span<Route const> candidates) {
    if (candidates.empty()) {
        decision.observer.handed_on(step_without_candidate);
        return nullptr;
    }
    Rule const rule = step_without_candidate.rule;
    Route const& route = candidates[decision.arbiter.pick(rule, candidates.size())];
    decision.observer.passed(
        {rule, RouteChosen{route, candidates}, step_without_candidate.file, step_without_candidate.line});
    return &route;
}

// CHOOSE-1. One of the routes that have a mirror address, whatever their network address.
Route const* choose_1(Decision const& decision, RouteSet const& routes) {
    return choose_one(decision, {Rule::choose_1, RoutesFound{}}, routes.mirrored());
}

// CHOOSE-2. One of the routes with address LOCAL, if the instance has a service of the conversation's name.
Route const* choose_2(Decision const& decision, RouteSet const& routes) {
    bool const has_service = !decision.instance().databases_with_service(decision.service()).empty();
    if (!routes.local().empty() && !has_service) {
        decision.observer.handed_on({Rule::choose_2, Reason{"no database of the instance has the service"}});
        return nullptr;
    }
    return choose_one(decision, {Rule::choose_2, RoutesFound{}}, routes.local());
}

// CHOOSE-3. One of the routes with a network address.
Route const* choose_3(Decision const& decision, RouteSet const& routes) {
    return choose_one(decision, {Rule::choose_3, RoutesFound{}}, routes.network());
}

// CHOOSE-4. One of the routes with address TRANSPORT.
Route const* choose_4(Decision const& decision, RouteSet const& routes) {
    return choose_one(decision, {Rule::choose_4, RoutesFound{}}, routes.transport());
}

Route const* choose(Decision const& decision, RouteSet const& routes) {
    if (auto const* route = choose_1(decision, routes)) return route;
    if (auto const* route = choose_2(decision, routes)) return route;
    if (auto const* route = choose_3(decision, routes)) return route;
    return choose_4(decision, routes);
}

}  // namespace

// CHOOSE-5. No step has a candidate: outgoing delays, incoming is dropped.
Outcome nothing_can_be_chosen(Decision const& decision) {
    decision.observer.passed({Rule::choose_5, RoutesFound{}});
    if (decision.is_outgoing()) {
        if (decision.arbiter.answer<AbsentServiceOutgoing>() == AbsentServiceOutgoing::drop) return Drop{};
        return Delay{};
    }
    if (decision.arbiter.answer<AbsentServiceIncoming>() == AbsentServiceIncoming::delay) return Delay{};
    return Drop{};
}

Outcome choose_and_follow(Decision const& decision, RouteSet const& matching) {
    auto const routes = merge_identical_routes(decision, matching);
    auto const* chosen = choose(decision, routes);
    if (chosen == nullptr) return nothing_can_be_chosen(decision);

    // What follows hangs on the chosen route's address alone, by whichever step it was chosen.
    if (!chosen->address.is_local()) return send_on(decision, *chosen);

    auto const& given = decision.identifier() ? decision.identifier() : chosen->broker_instance;
    return deliver_here(decision, given, routes);
}

}  // namespace ssbroute::routing
