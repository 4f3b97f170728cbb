// "Sending on".
#include <algorithm>

#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

PROPERTY(OutgoingIsNeverDroppedOrForwardedUnlessItComesBack, "SEND-1, CHOOSE-5, MATCH-7, LOOP-1",
         at_least(65)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    for (auto const& way : ways(parts)) {
        if (way.passes(Rule::loop_1)) continue;
        interest.when(first_matching_step(parts).has_value());
        RC_ASSERT(!is<Drop>(way.outcome));
        RC_ASSERT(!is<Forward>(way.outcome));
    }
}

PROPERTY(IncomingIsNeverSent, "FORWARD-2, FORWARD-1, SEND-1", at_least(11)) {
    auto parts = *scenario_parts({.from = From::outside});
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        interest.when(is<Forward>(way.outcome));
        RC_ASSERT(!is<Send>(way.outcome));
    }
}

PROPERTY(WithoutForwardingNothingIsForwarded, "FORWARD-1, FORWARD-2, forwarding-inactive", at_least(14)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    parts.message_forwarding = MessageForwarding::disabled;
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        interest.when(way.passes(Rule::forward_1));
        RC_ASSERT(!is<Forward>(way.outcome));
    }
}

PROPERTY(TurningForwardingOnChangesOnlyWhatWasDropped, "FORWARD-1, FORWARD-2", at_least(10)) {
    auto off = *scenario_parts();
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, off);
    off.message_forwarding = MessageForwarding::disabled;
    auto on = off;
    on.message_forwarding = MessageForwarding::enabled;
    auto const before = ways(off);
    auto const after = ways(on);
    RC_ASSERT(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (line(before[i].outcome) == line(after[i].outcome)) continue;
        interest.when(true);
        RC_ASSERT(is<Drop>(before[i].outcome));
        RC_ASSERT(is<Forward>(after[i].outcome));
    }
}

PROPERTY(WithoutForwardingNoAddressIsReadFromTheName, "FORWARD-1, TRANSPORT-1, TRANSPORT-2", at_least(30)) {
    auto parts = *scenario_parts({.from = From::outside});
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    for (auto& route : parts.searched().routes)
        if (dice.percent(60)) route.address = Address("TRANSPORT");
    parts.message_forwarding = MessageForwarding::disabled;
    auto with_address = parts;
    auto without_address = parts;
    rename_service(with_address, parts.message.to_service_name, ServiceName("TCP://b:4022/Renamed"));
    rename_service(without_address, parts.message.to_service_name, ServiceName("Renamed"));
    for (auto const& way : ways(with_address)) {
        auto const chosen = way.chosen_last();
        interest.when(chosen && chosen->address.is_transport());
    }
    RC_ASSERT(whole_answer(with_address) == whole_answer(without_address));
}

PROPERTY(WhatIsSentOnGoesToTheAddressesOfTheChosenRoute, "SEND-1, FORWARD-2, CHOOSE-1", at_least(20)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    if (dice.percent(50)) let_routes_meet(dice, parts);
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const chosen = way.chosen_last();
        if (!chosen || !chosen->address.is_network()) continue;
        if (is<Send>(way.outcome) || is<Forward>(way.outcome)) {
            interest.when(true);
            auto const sent = line(Send{chosen->address, chosen->mirror_address});
            auto const forwarded = line(Forward{chosen->address, chosen->mirror_address});
            RC_ASSERT(line(way.outcome) == (is<Send>(way.outcome) ? sent : forwarded));
        }
    }
}

PROPERTY(OwnAddressesDoNotMatterToIncomingMessages, "LOOP-1, FORWARD-2", at_least(14)) {
    auto parts = *scenario_parts({.from = From::outside});
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    point_to_itself(dice, parts);
    auto changed = parts;
    changed.addresses.clear();
    for (auto const& way : ways(parts)) interest.when(is<Forward>(way.outcome));
    RC_ASSERT(spelled_answer(changed) == spelled_answer(parts));
}

PROPERTY(AMessageThatComesBackIsRoutedAsIfItHadArrived,
         "LOOP-1, REPLY-1, SCOPE-2, LOCATE-2, CHOOSE-5, FORWARD-2", at_least(15)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    if (dice.percent(60)) let_routes_meet(dice, parts);
    point_to_itself(dice, parts);
    auto arrived = parts;
    arrived.message.origin_database.reset();
    auto all_ways = ways(parts);
    std::erase_if(all_ways, [](WaySeen const& way) { return !way.passes(Rule::loop_1); });
    if (all_ways.empty()) return;
    interest.when(true);
    RC_ASSERT(outcomes(all_ways) == permitted(arrived));
}

PROPERTY(NothingIsSentToAnOwnAddress, "LOOP-1, SEND-1, transport-self-address", at_least(20)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    if (dice.percent(60)) let_routes_meet(dice, parts);
    point_to_itself(dice, parts);
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        interest.when(way.passes(Rule::loop_1));
        auto const* send = std::get_if<Send>(&way.outcome);
        if (send == nullptr) continue;
        bool const own =
            std::find(parts.addresses.begin(), parts.addresses.end(), send->address) != parts.addresses.end();
        // Only the address of a TRANSPORT route may be read so that it does not come back.
        RC_ASSERT((!own || way.deviations.contains(Reading::transport_self_address)));
    }
}

PROPERTY(AnOwnAddressThatNoRouteNamesDoesNotMatter, "LOOP-1", at_least(60)) {
    auto parts = *scenario_parts({.from = From::a_database});
    // The two words are no network addresses; as a mirror address one of them would be named.
    for (auto& database : parts.databases)
        for (auto& route : database.routes)
            if (route.mirror_address && !route.mirror_address->is_network()) route.mirror_address.reset();
    auto changed = parts;
    changed.addresses.emplace_back("TCP://nobody-names-this:4022");
    changed.addresses.emplace_back("LOCAL");
    changed.addresses.emplace_back("TRANSPORT");
    for (auto const& way : ways(parts)) interest.when(way.chosen_first().has_value());
    RC_ASSERT(spelled_answer(changed) == spelled_answer(parts));
}

PROPERTY(AMessageComesBackAtMostOnce, "LOOP-1", at_least(20)) {
    auto parts = *scenario_parts({.from = From::a_database});
    SeededDice dice(*seeds());
    if (dice.percent(60)) let_routes_meet(dice, parts);
    point_to_itself(dice, parts);
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        auto const times = std::count_if(way.steps.begin(), way.steps.end(),
                                         [](StepSeen const& step) { return step.rule == Rule::loop_1; });
        interest.when(times == 1);
        RC_ASSERT(times <= 1);
    }
}

}  // namespace
}  // namespace ssbroute::testing
