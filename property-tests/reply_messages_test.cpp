// "Reply messages from a target service".
#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

// Lets a database have the message's identifier, and no other; nothing if no database can.
std::optional<ScenarioParts> with_identified_database(ScenarioParts parts, Dice& dice) {
    auto const& identifier = parts.message.to_broker_instance;
    if (!identifier || !identifier->is_guid()) return std::nullopt;
    for (auto& database : parts.databases)
        if (database.service_broker_guid == identifier) database.service_broker_guid.reset();
    auto& database = parts.databases[dice.below(parts.databases.size())];
    database.service_broker_guid = identifier;
    // What was disabled with an identifier must not come to share it.
    database.broker = Broker::enabled;
    parts.database("msdb").broker = Broker::enabled;
    if (!parts.build()) return std::nullopt;
    return parts;
}

PROPERTY(AReplyIsDeliveredWhereItsIdentifierIsWhateverTheRoutes, "REPLY-1, LOCATE-1, LOCATE-4",
         at_least(40)) {
    auto const drawn = *scenario_parts({.from = From::outside, .identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    auto parts = with_identified_database(drawn, dice);
    if (!parts) return;
    parts->message.sent_by = SentBy::initiator;
    auto const as_initiator = whole_answer(*parts);
    parts->message.sent_by = SentBy::target;
    auto without_routes = *parts;
    for (auto& database : without_routes.databases) database.routes.clear();

    auto const& database = *identified(*parts);
    bool const found = offers(database, parts->message.to_service_name);
    interest.when(whole_answer(*parts) != as_initiator);
    RC_ASSERT(permitted(*parts) == Lines{found ? line(Deliver{database.name}) : line(Drop{})});
    RC_ASSERT(whole_answer(*parts) == whole_answer(without_routes));
}

PROPERTY(AnyOtherMessageOfATargetIsRoutedLikeAnInitiators, "REPLY-2, SCOPE-1", at_least(60)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::given});
    parts.message.sent_by = SentBy::target;
    bool const outgoing = parts.is_outgoing() && !may_pass_under_any_reading(parts, Rule::loop_1);
    if (!outgoing && identified(parts) != nullptr) return;
    auto by_initiator = parts;
    by_initiator.message.sent_by = SentBy::initiator;
    interest.when(first_matching_step(parts) < Rule::match_7);
    RC_ASSERT(whole_answer(by_initiator) == whole_answer(parts));
}

PROPERTY(WithoutIdentifierNoMessageIsTakenForAReply, "REPLY-1, REPLY-2", at_least(70)) {
    auto parts = *scenario_parts({.identifiers = Identifiers::none});
    parts.message.sent_by = SentBy::target;
    auto by_initiator = parts;
    by_initiator.message.sent_by = SentBy::initiator;
    interest.when(first_matching_step(parts) < Rule::match_7);
    RC_ASSERT(whole_answer(by_initiator) == whole_answer(parts));
}

PROPERTY(OnlyATargetsMessageIsAReply, "REPLY-1, REPLY-2", at_least(35)) {
    auto const drawn = *scenario_parts({.identifiers = Identifiers::given});
    SeededDice dice(*seeds());
    auto parts = with_identified_database(drawn, dice);
    if (!parts) return;
    parts->message.sent_by = SentBy::initiator;
    for (auto const& way : ways(*parts, {}, OtherReadings::explored)) {
        interest.when(way.passes(Rule::scope_2));
        RC_ASSERT(!way.passes(Rule::reply_1));
    }
}

}  // namespace
}  // namespace ssbroute::testing
