// "A disabled broker".
#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

PROPERTY(ADisabledBrokerIsAsIfItsServicesAndItsIdentifierWereGone,
         "ENABLED-1, REPLY-1, MATCH-6, CHOOSE-2, LOCATE-1, LOCATE-3", at_least(11)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    if (dice.percent(70)) let_services_be_found(dice, parts, 50);
    auto const enabled = parts;
    for (auto& database : parts.databases)
        if (database.name != parts.searched().name && dice.percent(60)) database.broker = Broker::disabled;
    auto emptied = parts;
    for (auto& database : emptied.databases) {
        if (database.broker == Broker::enabled) continue;
        database.services.clear();
        database.service_broker_guid.reset();
    }
    interest.when(whole_answer(enabled) != whole_answer(parts));
    RC_ASSERT(spelled_answer(emptied) == spelled_answer(parts));
}

PROPERTY(ADisabledBrokerWithoutServicesAndIdentifierMayAsWellBeEnabled, "ENABLED-1", at_least(75)) {
    auto disabled = *scenario_parts();
    for (auto& database : disabled.databases) {
        if (database.name == disabled.searched().name || database.name == "msdb") continue;
        database.services.clear();
        database.service_broker_guid.reset();
        database.broker = Broker::disabled;
    }
    auto enabled = disabled;
    for (auto& database : enabled.databases)
        if (database.name != disabled.searched().name && database.name != "msdb")
            database.broker = Broker::enabled;
    interest.when(first_matching_step(disabled).has_value());
    RC_ASSERT(spelled_answer(enabled) == spelled_answer(disabled));
}

PROPERTY(AnOutgoingMessageOfADisabledDatabaseIsDelayedWhateverElse, "ENABLED-2", at_least(65)) {
    auto parts = *scenario_parts({.from = From::a_database});
    auto const enabled = parts;
    parts.searched().broker = Broker::disabled;
    interest.when(whole_answer(enabled) != whole_answer(parts));
    RC_ASSERT(whole_answer(parts) == Lines{line(Delay{})});
}

PROPERTY(AnIncomingMessageIsDroppedWhileMsdbIsDisabledWhateverElse, "ENABLED-3", at_least(75)) {
    auto parts = *scenario_parts({.from = From::outside});
    auto const enabled = parts;
    parts.database("msdb").broker = Broker::disabled;
    interest.when(whole_answer(enabled) != whole_answer(parts));
    RC_ASSERT(whole_answer(parts) == Lines{line(Drop{})});
}

PROPERTY(ADisabledMsdbIsNoHindranceToOutgoingMessages, "ENABLED-3, ENABLED-2", at_least(55)) {
    auto parts = *scenario_parts({.from = From::a_database});
    auto& msdb = parts.database("msdb");
    msdb.services.clear();
    msdb.service_broker_guid.reset();
    msdb.broker = Broker::enabled;
    if (parts.message.origin_database == "msdb" || may_pass_under_any_reading(parts, Rule::loop_1)) return;
    auto disabled = parts;
    disabled.database("msdb").broker = Broker::disabled;
    interest.when(first_matching_step(parts) < Rule::match_7);
    RC_ASSERT(whole_answer(disabled) == whole_answer(parts));
}

PROPERTY(AMessageThatComesBackIsDroppedWhileMsdbIsDisabled, "ENABLED-3, LOOP-1", at_least(14)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    point_to_itself(dice, parts);
    parts.database("msdb").broker = Broker::disabled;
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        if (!way.passes(Rule::loop_1)) continue;
        interest.when(true);
        RC_ASSERT(is<Drop>(way.outcome));
    }
}

}  // namespace
}  // namespace ssbroute::testing
