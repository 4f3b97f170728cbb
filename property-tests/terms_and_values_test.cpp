// "Terms and values": what is equal, what absent means, and what has no influence.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "formats/scenario_json.hpp"
#include "support/asking.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

bool chooses(ScenarioParts const& parts) {
    auto const all_ways = ways(parts);
    return std::any_of(all_ways.begin(), all_ways.end(),
                       [](WaySeen const& way) { return way.chosen_first().has_value(); });
}

// Calls `change` with each identifier of the scenario.
template <typename Change>
void change_identifiers(ScenarioParts& parts, Change const& change) {
    auto const change_if_given = [&](std::optional<BrokerIdentifier>& identifier) {
        if (identifier) identifier = change(*identifier);
    };
    change_if_given(parts.message.to_broker_instance);
    for (auto& database : parts.databases) {
        change_if_given(database.service_broker_guid);
        for (auto& route : database.routes) change_if_given(route.broker_instance);
    }
}

template <typename Change>
void change_addresses(ScenarioParts& parts, Change const& change) {
    for (auto& address : parts.addresses) address = change(address);
    for (auto& database : parts.databases)
        for (auto& route : database.routes) {
            route.address = change(route.address);
            if (route.mirror_address) route.mirror_address = change(*route.mirror_address);
        }
}

template <typename Change>
void change_times(ScenarioParts& parts, Change const& change) {
    auto const change_if_given = [&](std::optional<UtcTime>& time) {
        if (time) time = change(*time);
    };
    change_if_given(parts.now);
    change_if_given(parts.message.conversation_begun_at);
    for (auto& database : parts.databases)
        for (auto& route : database.routes) change_if_given(route.lifetime);
}

PROPERTY(OrderOfRoutesDatabasesAndServicesDoesNotMatter, "MATCH-3, CHOOSE-0, LOCATE-3", at_least(40)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto shuffled = parts;
    shuffle(dice, shuffled.databases);
    shuffle(dice, shuffled.addresses);
    shuffle(dice, shuffled.pending_route_requests);
    for (auto& database : shuffled.databases) {
        shuffle(dice, database.services);
        shuffle(dice, database.routes);
    }
    interest.when(parts.searched().routes.size() > 1 && chooses(parts));
    RC_ASSERT(spelled_answer(shuffled) == spelled_answer(parts));
}

PROPERTY(RouteNamesDoNotMatter, "CHOOSE-0, MATCH-3", at_least(35)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto renamed = parts;
    for (auto& database : renamed.databases) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < database.routes.size(); ++i)
            names.push_back(std::string(i, 'z') + "name");
        shuffle(dice, names);
        for (std::size_t i = 0; i < names.size(); ++i) database.routes[i].name = names[i];
    }
    interest.when(parts.searched().routes.size() > 1 && chooses(parts));
    RC_ASSERT(spelled_answer(renamed) == spelled_answer(parts));
}

PROPERTY(WhatIsListedTwiceCountsOnce, "LOCATE-3, LOOP-1, MATCH-4", at_least(80)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto doubled = parts;
    for (auto const& address : parts.addresses) doubled.addresses.push_back(respelled(dice, address));
    for (auto const& pending : parts.pending_route_requests)
        doubled.pending_route_requests.push_back(pending);
    for (auto& database : doubled.databases)
        for (std::size_t i = database.services.size(); i-- > 0;)
            database.services.emplace_back(database.services[i]);
    interest.when(is_offered(parts, parts.message.to_service_name));
    RC_ASSERT(whole_answer(doubled) == whole_answer(parts));
    RC_ASSERT(ways(doubled).size() == ways(parts).size());
}

PROPERTY(ADatabasesNameShowsOnlyInTheOutcome, "SCOPE-1, LOCATE-2, LOCATE-3", at_least(10)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    let_services_be_found(dice, parts, 50);
    auto renamed = parts;
    // Z sorts behind every other name, where A stood before them.
    renamed.database("A").name = "Z";
    if (parts.message.origin_database == "A") renamed.message.origin_database = std::string("Z");

    Lines expected;
    for (auto text : whole_answer(parts)) {
        std::string const database = R"("database":"A")";
        auto const found = text.find(database);
        if (found != std::string::npos) text.replace(found, database.size(), R"("database":"Z")");
        interest.when(found != std::string::npos);
        expected.push_back(text);
    }
    std::sort(expected.begin(), expected.end());
    RC_ASSERT(whole_answer(renamed) == expected);
}

PROPERTY(OnlyEqualityOfServiceNamesMatters, "NAME-1, MATCH-1, MATCH-2, MATCH-3, LOCATE-2, LOCATE-3",
         at_least(55)) {
    auto const parts = *scenario_parts();
    // The greatest first, or a name that is renamed could be taken for one that is not yet.
    std::set<ServiceName, std::greater<>> names(parts.pending_route_requests.begin(),
                                                parts.pending_route_requests.end());
    names.insert(parts.message.to_service_name);
    for (auto const& database : parts.databases) {
        names.insert(database.services.begin(), database.services.end());
        for (auto const& route : database.routes)
            if (route.remote_service_name) names.insert(*route.remote_service_name);
    }
    // A `/` behind a name leaves the address that TRANSPORT-1 reads as it is.
    auto renamed = parts;
    for (auto const& name : names)
        if (name.text() != dynamic_routing_service)
            rename_service(renamed, name, ServiceName(name.text() + "/renamed"));
    interest.when(chooses(parts));
    RC_ASSERT(whole_answer(renamed) == whole_answer(parts));
}

PROPERTY(CaseAndBracesOfIdentifiersDoNotMatter, "MATCH-1, MATCH-3, LOCATE-1, REPLY-1, CHOOSE-0",
         at_least(15)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto changed = parts;
    change_identifiers(changed,
                       [&](BrokerIdentifier const& identifier) { return respelled(dice, identifier); });
    for (auto const& way : ways(parts))
        interest.when(way.passes(Rule::match_1) || way.passes(Rule::match_3) || way.passes(Rule::locate_1));
    RC_ASSERT(spelled_answer(changed) == spelled_answer(parts));
}

PROPERTY(OnlyEqualityOfIdentifiersMatters, "MATCH-1, MATCH-3, LOCATE-1, REPLY-1", at_least(15)) {
    auto const parts = *scenario_parts();
    auto changed = parts;
    // The order of the three letters is turned round; what is no GUID stays none.
    change_identifiers(changed, [](BrokerIdentifier const& identifier) {
        if (!identifier.is_guid()) return BrokerIdentifier(identifier.text() + "!");
        auto text = identifier.canonical();
        for (char& c : text)
            if (c >= 'a' && c <= 'c') c = static_cast<char>('a' + ('c' - c));
        return BrokerIdentifier(text);
    });
    for (auto const& way : ways(parts))
        interest.when(way.passes(Rule::match_1) || way.passes(Rule::match_3) || way.passes(Rule::locate_1));
    RC_ASSERT(spelled_answer(changed) == spelled_answer(parts));
}

PROPERTY(AnIdentifierThatIsNoGuidIsNoDatabasesIdentifier, "LOCATE-1, REPLY-1, MATCH-1", at_least(95)) {
    auto parts = *scenario_parts();
    SeededDice dice(*seeds());
    let_routes_meet(dice, parts);
    auto const guid =
        parts.message.to_broker_instance.value_or(BrokerIdentifier("aaaaaaaa-0000-0000-0000-00000000000a"));
    // In the conversation and in every route: a GUID with half of its braces.
    auto const text = "{" + guid.text();
    parts.message.to_broker_instance = BrokerIdentifier(text);
    for (auto& route : parts.searched().routes)
        if (route.broker_instance) route.broker_instance = BrokerIdentifier(text);
    interest.when(true);
    for (auto const& way : ways(parts, {}, OtherReadings::explored)) {
        RC_ASSERT(!is<Deliver>(way.outcome));
        RC_ASSERT(!way.passes(Rule::reply_1));
    }
}

PROPERTY(SpellingOfAddressesShowsOnlyInTheOutcome, "CHOOSE-0, CHOOSE-2, CHOOSE-3, CHOOSE-4, LOOP-1",
         at_least(55)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto changed = parts;
    change_addresses(changed, [&](Address const& address) { return respelled(dice, address); });
    interest.when(chooses(parts));
    RC_ASSERT(whole_answer(changed) == whole_answer(parts));
    RC_ASSERT(ways(changed).size() == ways(parts).size());
}

PROPERTY(HostsAreEqualWithoutRegardToCaseAndPortsAreNumbers, "LOOP-1, CHOOSE-0", at_least(40)) {
    SeededDice dice(*seeds());
    auto const address = draw_network_address(dice);
    auto const again = respelled(dice, address);
    interest.when(again.text() != address.text());
    RC_ASSERT(again == address);
    RC_ASSERT(again.is_well_formed());
    RC_ASSERT((Address(address.text() + "x") != address || address.text().find('/', 6) != std::string::npos));
}

PROPERTY(OnlyTheOrderOfTimesMatters, "EXPIRY-1, expiry-instant, expired-route-existing-conversation",
         at_least(14)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    std::map<UtcTime, UtcTime> other_times;
    auto changed = parts;
    change_times(changed, [&](UtcTime time) { return other_times.emplace(time, time).first->first; });
    auto next = static_cast<std::int64_t>(dice.below(1000000));
    for (auto& [time, other] : other_times) {
        next += 1 + static_cast<std::int64_t>(dice.below(100000));
        other = UtcTime::from_unix_seconds(next);
    }
    change_times(changed, [&](UtcTime time) { return other_times.at(time); });
    interest.when(may_pass(parts, Rule::expiry_1));
    RC_ASSERT(spelled_answer(changed) == spelled_answer(parts));
}

PROPERTY(PrintingAndParsingReturnsTheSameScenario, "NAME-1", at_least(55)) {
    auto const parts = *scenario_parts();
    auto const written = formats::to_line(formats::write_scenario(parts.built()));
    auto const json = formats::parse_json(written);
    RC_ASSERT(json.has_value());
    auto const read = formats::read_scenario(*json);
    RC_ASSERT(read.has_value());
    interest.when(chooses(parts));
    RC_ASSERT(formats::to_line(formats::write_scenario(*read)) == written);
    RC_ASSERT(spelled_answer(ScenarioParts::of(*read)) == spelled_answer(parts));
}

// Writes `null` for what is absent, and leaves out what is `null`, by chance. Returns whether it changed
// anything.
bool exchange_null_and_absence(Dice& dice, formats::Json& object,
                               std::initializer_list<char const*> members) {
    bool changed = false;
    for (auto const* member : members) {
        bool const is_absent = !object.contains(member);
        if ((!is_absent && !object[member].is_null()) || dice.percent(50)) continue;
        changed = true;
        if (is_absent)
            object[member] = nullptr;
        else
            object.erase(member);
    }
    return changed;
}

PROPERTY(AbsentAndNullMeanTheSame, "NULL-1", at_least(95)) {
    auto const parts = *scenario_parts();
    SeededDice dice(*seeds());
    auto const written = formats::to_line(formats::write_scenario(parts.built()));
    auto json = formats::parse_json(written).value();
    auto& instance = json["instance"];
    exchange_null_and_absence(dice, json, {"now"});
    exchange_null_and_absence(dice, instance,
                              {"is_message_forwarding_enabled", "addresses", "pending_route_requests"});
    bool changed = exchange_null_and_absence(
        dice, json["message"], {"origin_database", "sent_by", "to_broker_instance", "conversation_begun_at"});
    for (auto& database : instance["databases"]) {
        exchange_null_and_absence(dice, database, {"service_broker_guid", "is_broker_enabled", "services"});
        for (auto& route : database["routes"])
            changed |= exchange_null_and_absence(
                dice, route,
                {"remote_service_name", "broker_instance", "lifetime", "mirror_address", "route_id"});
    }
    interest.when(changed);
    auto const read = formats::read_scenario(json);
    RC_ASSERT(read.has_value());
    RC_ASSERT(formats::to_line(formats::write_scenario(*read)) == written);
}

}  // namespace
}  // namespace ssbroute::testing
