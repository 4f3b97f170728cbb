// "Routing process": which table is searched, and what of it is alive.
#include <algorithm>

#include "model/ascii.hpp"
#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

// Puts other routes into every table but that of the database `kept`.
void redraw_other_tables(Dice& dice, ScenarioParts& parts, std::string const& kept) {
    for (auto& database : parts.databases)
        if (database.name != kept) database.routes = draw_database(dice, "", parts.message).routes;
    if (!parts.now) clear_lifetimes(parts);
}

// Whether the answer would be another if the other tables were looked at.
bool other_tables_would_differ(ScenarioParts parts, std::string const& searched) {
    auto const answer = whole_answer(parts);
    for (auto const& database : ScenarioParts(parts).databases) {
        if (database.name == searched) continue;
        parts.searched().routes = database.routes;
        if (whole_answer(parts) != answer) return true;
    }
    return false;
}

PROPERTY(AnOutgoingMessageLooksAtNoOtherTable, "SCOPE-1, LOOP-1", at_least(55)) {
    auto const parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    auto changed = parts;
    redraw_other_tables(dice, changed, *parts.message.origin_database);
    if (may_pass_under_any_reading(parts, Rule::loop_1)) return;
    interest.when(other_tables_would_differ(changed, *parts.message.origin_database));
    RC_ASSERT(whole_answer(changed) == whole_answer(parts));
}

PROPERTY(AnIncomingMessageLooksAtMsdbOnly, "SCOPE-2", at_least(55)) {
    auto const parts = *scenario_parts({.from = From::outside});
    SeededDice dice(*seeds());
    auto changed = parts;
    redraw_other_tables(dice, changed, "msdb");
    interest.when(other_tables_would_differ(changed, "msdb"));
    RC_ASSERT(whole_answer(changed) == whole_answer(parts));
}

PROPERTY(AMessageThatComesBackLooksAtItsOwnTableAndAtMsdbOnly, "SCOPE-1, SCOPE-2, LOOP-1", at_least(14)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    point_to_itself(dice, parts);
    auto changed = parts;
    redraw_other_tables(dice, changed, *parts.message.origin_database);
    changed.database("msdb").routes = parts.database("msdb").routes;
    interest.when(may_pass(parts, Rule::loop_1));
    RC_ASSERT(whole_answer(changed) == whole_answer(parts));
}

PROPERTY(MatchingIsTheSameForOutgoingAndIncomingMessages, "SCOPE-3", at_least(50)) {
    auto incoming = *scenario_parts({.from = From::outside});
    incoming.message.sent_by = SentBy::initiator;  // replies are not matched
    incoming.database("msdb").broker = Broker::enabled;
    incoming.database("A").broker = Broker::enabled;
    auto outgoing = incoming;
    outgoing.message.origin_database = std::string("A");
    outgoing.database("A").routes = incoming.database("msdb").routes;
    if (!incoming.build() || !outgoing.build()) return;  // enabled databases may now share an identifier
    interest.when(first_matching_step(incoming) < Rule::match_6);
    RC_ASSERT(first_matches(outgoing) == first_matches(incoming));
}

PROPERTY(AnExpiredRouteIsAsIfItWereNotThere, "EXPIRY-1", at_least(12)) {
    auto parts = *scenario_parts();
    auto route = *routes(parts.message);
    parts.now = noon();
    parts.message.conversation_begun_at.reset();

    auto with_expired = parts;
    route.lifetime = seconds_after_noon(-1);
    add_route(with_expired.searched(), route);
    auto with_live = parts;
    route.lifetime.reset();
    add_route(with_live.searched(), route);
    interest.when(permitted(with_live) != permitted(parts));
    RC_ASSERT(spelled_answer(with_expired) == spelled_answer(parts));
}

PROPERTY(ARouteThatHasNotExpiredIsAsIfItHadNoLifetime, "EXPIRY-1", at_least(20)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    parts.now = noon();
    for (auto& route : parts.searched().routes)
        if (dice.percent(60)) route.lifetime = seconds_after_noon(1 + static_cast<int>(dice.below(2)));
    auto without_lifetime = parts;
    auto removed = parts;
    for (auto& database : without_lifetime.databases)
        for (auto& route : database.routes)
            if (route.lifetime > parts.now) route.lifetime.reset();
    for (auto& database : removed.databases)
        std::erase_if(database.routes, [&](Route const& route) { return route.lifetime > parts.now; });
    interest.when(permitted(removed) != permitted(parts));
    RC_ASSERT(spelled_answer(without_lifetime) == spelled_answer(parts));
}

PROPERTY(AllButTheMomentOfExpiryIsOneMoment, "EXPIRY-1, expiry-instant", at_least(20)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    parts.now = noon();
    for (auto& route : parts.searched().routes)
        if (dice.percent(50)) route.lifetime = noon();

    auto earlier = parts;
    auto later = parts;
    for (std::size_t i = 0; i < parts.databases.size(); ++i)
        for (std::size_t j = 0; j < parts.databases[i].routes.size(); ++j) {
            if (parts.databases[i].routes[j].lifetime != noon()) continue;
            earlier.databases[i].routes[j].lifetime = seconds_after_noon(-1);
            later.databases[i].routes[j].lifetime = seconds_after_noon(1);
        }
    interest.when(permitted(earlier) != permitted(later));
    RC_ASSERT(permitted(parts, with_reading(ExpiryInstant::expired)) == permitted(earlier));
    RC_ASSERT(permitted(parts, with_reading(ExpiryInstant::live)) == permitted(later));
}

PROPERTY(AnOldConversationKeepsItsRoutesOnlyIfThatIsHowItIsRead,
         "EXPIRY-1, expired-route-existing-conversation", at_least(9)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    parts.now = noon();
    parts.message.conversation_begun_at = seconds_after_noon(-2);
    for (auto& route : parts.searched().routes)
        if (dice.percent(60)) route.lifetime = seconds_after_noon(-1 - static_cast<int>(dice.below(3)));

    auto const begun_at = *parts.message.conversation_begun_at;
    auto ignored = parts;
    auto kept = parts;
    for (auto& database : ignored.databases)
        std::erase_if(database.routes,
                      [&](Route const& route) { return route.lifetime && *route.lifetime <= noon(); });
    for (auto& database : kept.databases) {
        std::erase_if(database.routes,
                      [&](Route const& route) { return route.lifetime && *route.lifetime <= begun_at; });
        for (auto& route : database.routes) route.lifetime.reset();
    }
    using Existing = ExpiredRouteExistingConversation;
    interest.when(permitted(ignored) != permitted(kept));
    RC_ASSERT(permitted(parts, with_reading(Existing::ignored)) == permitted(ignored));
    RC_ASSERT(permitted(parts, with_reading(Existing::kept)) == permitted(kept));
}

PROPERTY(ARouteForAnotherServiceIsAsIfItWereNotThere, "NAME-1, MATCH-1, MATCH-2, MATCH-3", at_least(15)) {
    auto const parts = *scenario_parts();
    auto removed = parts;
    for (auto& database : removed.databases) {
        auto const count = std::erase_if(database.routes, [&](Route const& route) {
            return route.remote_service_name && *route.remote_service_name != parts.message.to_service_name &&
                   route.remote_service_name->text() != dynamic_routing_service;
        });
        interest.when(count > 0 && database.name == parts.searched().name);
    }
    RC_ASSERT(whole_answer(removed) == whole_answer(parts));
}

std::string in_other_case(std::string_view text) {
    auto lower = ascii::lower(text);
    if (lower != text) return lower;
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return upper;
}

PROPERTY(CaseOfServiceNamesMatters, "NAME-1, MATCH-1, MATCH-2, MATCH-3, LOCATE-2, LOCATE-3", at_least(35)) {
    auto const parts = *scenario_parts();
    auto route = *routes(parts.message);
    auto const& target = parts.message.to_service_name;
    ServiceName const other(in_other_case(target.text()));
    if (other == target || other.text() == dynamic_routing_service) return;

    route.lifetime.reset();
    auto with_target = parts;
    auto with_other = parts;
    route.remote_service_name = target;
    add_route(with_target.searched(), route);
    route.remote_service_name = other;
    add_route(with_other.searched(), route);
    for (auto& database : with_target.databases) database.services.push_back(target);
    for (auto& database : with_other.databases) database.services.push_back(other);
    interest.when(whole_answer(with_target) != whole_answer(parts));
    RC_ASSERT(whole_answer(with_other) == whole_answer(parts));
}

// Where a route with neither name nor identifier, or with a name only, puts an end to matching.
std::optional<Rule> step_with_route(std::optional<Rule> without, Rule of_the_route) {
    if (!without) return std::nullopt;
    return std::min(*without, of_the_route);
}

PROPERTY(ARouteWithoutServiceNameIsForAnyService, "NULL-1, MATCH-5, MATCH-6, MATCH-7", at_least(15)) {
    auto const parts = *scenario_parts();
    auto route = *routes(parts.message);
    route.remote_service_name.reset();
    route.broker_instance.reset();
    route.lifetime.reset();
    auto with_route = parts;
    add_route(with_route.searched(), route);
    auto const step = first_matching_step(parts);
    interest.when(step > Rule::match_5);
    RC_ASSERT(first_matching_step(with_route) == step_with_route(step, Rule::match_5));
}

PROPERTY(ARouteWithoutIdentifierIsForAnyIdentifier, "NULL-1, MATCH-1, MATCH-2", at_least(30)) {
    auto const parts = *scenario_parts();
    auto route = *routes(parts.message);
    route.remote_service_name = parts.message.to_service_name;
    route.broker_instance.reset();
    route.lifetime.reset();
    auto with_route = parts;
    add_route(with_route.searched(), route);
    auto const step = first_matching_step(parts);
    interest.when(step > Rule::match_2);
    RC_ASSERT(first_matching_step(with_route) == step_with_route(step, Rule::match_2));
}

}  // namespace
}  // namespace ssbroute::testing
