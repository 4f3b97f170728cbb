// "Locating the destination service".
#include <algorithm>

#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

// Several routes match, and more of them than by chance alone say LOCAL.
ScenarioParts with_local_routes(Shape const& shape = {}) {
    auto parts = *scenario_parts(shape);
    SeededDice dice(*seeds());
    if (dice.percent(60)) let_routes_meet(dice, parts);
    for (auto& route : parts.searched().routes)
        if (dice.percent(40)) route.address = Address("LOCAL");
    if (dice.percent(50)) let_services_be_found(dice, parts, 40);
    return parts;
}

PROPERTY(ADeliveryGoesToAnEnabledDatabaseThatHasTheService,
         "LOCATE-1, LOCATE-2, LOCATE-3, ENABLED-1, identified-database-without-service", at_least(30)) {
    auto const parts = with_local_routes();
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const* delivery = std::get_if<Deliver>(&way.outcome);
        if (delivery == nullptr) continue;
        interest.when(true);
        auto const& database = parts.database(delivery->database);
        RC_ASSERT(database.broker == Broker::enabled);
        RC_ASSERT((offers(database, parts.message.to_service_name) ||
                   way.deviations.contains(Reading::identified_database_without_service)));
    }
}

PROPERTY(WithAnIdentifierADeliveryGoesToTheDatabaseThatHasIt, "LOCATE-1, REPLY-1, MATCH-6", at_least(30)) {
    auto const parts = with_local_routes({.identifiers = Identifiers::given});
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const* delivery = std::get_if<Deliver>(&way.outcome);
        if (delivery == nullptr) continue;
        interest.when(true);
        RC_ASSERT(has_identifier(parts.database(delivery->database), *parts.message.to_broker_instance));
    }
}

PROPERTY(TheIdentifierOfTheChosenRouteDecidesWhereTheConversationGivesNone, "LOCATE-1, MATCH-3",
         at_least(8)) {
    auto const parts = with_local_routes({.identifiers = Identifiers::none});
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const* delivery = std::get_if<Deliver>(&way.outcome);
        auto const chosen = way.chosen_last();
        if (delivery == nullptr || !chosen->broker_instance) continue;
        interest.when(true);
        RC_ASSERT(has_identifier(parts.database(delivery->database), *chosen->broker_instance));
    }
}

PROPERTY(WithoutIdentifierTheSendingDatabaseComesFirst, "LOCATE-2, LOCATE-3", at_least(11)) {
    auto const parts = with_local_routes({.from = From::a_database, .identifiers = Identifiers::none});
    auto const& origin = parts.searched();
    for (auto const& way : ways(parts)) {
        auto const* delivery = std::get_if<Deliver>(&way.outcome);
        if (delivery == nullptr || way.passes(Rule::loop_1) || way.chosen_last()->broker_instance) continue;
        interest.when(offers(origin, parts.message.to_service_name));
        RC_ASSERT((delivery->database == origin.name || !offers(origin, parts.message.to_service_name)));
    }
}

PROPERTY(AnyDatabaseThatHasTheServiceMayGetIt, "LOCATE-3, ENABLED-1", at_least(20)) {
    auto parts = with_local_routes({.identifiers = Identifiers::none});
    SeededDice dice(*seeds());
    let_services_be_found(dice, parts, 70);
    for (auto& route : parts.searched().routes)
        if (dice.percent(70)) route.broker_instance.reset();
    if (dice.percent(70)) std::erase(parts.searched().services, parts.message.to_service_name);
    auto const outcomes_permitted = permitted(parts);
    for (auto const& way : ways(parts)) {
        if (!way.passes(Rule::locate_3)) continue;
        int having_it = 0;
        for (auto const& database : parts.databases) {
            if (!offers(database, parts.message.to_service_name)) continue;
            ++having_it;
            RC_ASSERT(is_within({line(Deliver{database.name})}, outcomes_permitted));
        }
        interest.when(having_it > 1);
    }
}

PROPERTY(WhereTheServiceIsNotFoundTheProcessMayStop, "LOCATE-4, CHOOSE-5", at_least(20)) {
    auto const parts = with_local_routes();
    auto const outcomes_permitted = permitted(parts);
    for (auto const& way : ways(parts)) {
        auto const not_found = std::find_if(way.steps.begin(), way.steps.end(), [](StepSeen const& step) {
            return step.rule == Rule::locate_4 || step.rule == Rule::loop_1;
        });
        if (!way.passes(Rule::locate_4)) continue;
        interest.when(true);
        bool const outgoing = parts.is_outgoing() && not_found->rule != Rule::loop_1;
        RC_ASSERT(is_within({outgoing ? line(Delay{}) : line(Drop{})}, outcomes_permitted));
    }
}

PROPERTY(WhereTheServiceIsNotFoundTheProcessMayChooseAgainWithoutTheLocalRoutes,
         "LOCATE-4, CHOOSE-1, CHOOSE-3, CHOOSE-4", at_least(5)) {
    auto const parts = with_local_routes({.identifiers = Identifiers::given});
    auto const all_ways = ways(parts);
    auto const* match = all_ways.front().first_match();
    auto const chosen = all_ways.front().chosen_first();
    if (match == nullptr || !chosen || may_search_the_same_table_twice(parts)) return;
    bool const found = std::none_of(all_ways.begin(), all_ways.end(), [](WaySeen const& way) {
        auto const first = way.chosen_first();
        return first && first->address.is_local() && way.passes(Rule::locate_4) && !way.passes(Rule::loop_1);
    });
    auto const& matched = match->routes;
    bool const others = std::any_of(matched.begin(), matched.end(),
                                    [](Route const& route) { return !route.address.is_local(); });
    if (found || !others) return;

    interest.when(true);
    auto without_local = parts;
    std::erase_if(without_local.searched().routes,
                  [](Route const& route) { return route.address.is_local(); });
    auto const stops = Lines{parts.is_outgoing() ? line(Delay{}) : line(Drop{})};
    RC_ASSERT(permitted(parts) == joined(permitted(without_local), stops));
}

PROPERTY(AfterAReplyThereIsNothingToGoBackTo, "LOCATE-4, REPLY-1", at_least(10)) {
    auto parts = with_local_routes({.from = From::outside, .identifiers = Identifiers::given});
    parts.message.sent_by = SentBy::target;
    for (auto const& way : ways(parts)) {
        if (!way.passes(Rule::reply_1)) continue;
        interest.when(way.passes(Rule::locate_4));
        RC_ASSERT(!way.chosen_first().has_value());
        RC_ASSERT((is<Deliver>(way.outcome) || is<Drop>(way.outcome)));
    }
}

PROPERTY(GoingBackNeverChoosesALocalRoute, "LOCATE-4", at_least(2)) {
    auto const parts = with_local_routes();
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        bool gone_back = false;
        for (auto const& step : way.steps) {
            if (step.rule == Rule::locate_4) gone_back = true;
            if (step.rule == Rule::loop_1) gone_back = false;
            if (!step.chosen || !gone_back) continue;
            interest.when(true);
            RC_ASSERT(!step.chosen->address.is_local());
        }
    }
}

}  // namespace
}  // namespace ssbroute::testing
