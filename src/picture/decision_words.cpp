#include "picture/decision_words.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "model/match.hpp"

namespace ssbroute::picture {
namespace {

std::string to_addresses(Address const& address, std::optional<Address> const& mirror) {
    return addresses_in_words(address.text(), mirror ? &mirror->text() : nullptr);
}

}  // namespace

std::string addresses_in_words(std::string const& address, std::string const* mirror_address) {
    if (mirror_address == nullptr) return address;
    return fmt::format("{} or {}, whichever is the principal", address, *mirror_address);
}

std::string in_words(Outcome const& outcome) {
    return std::visit(
        Match{[](Deliver const& o) { return "deliver to the service in database " + o.database; },
              [](Send const& o) { return "send to " + to_addresses(o.address, o.mirror_address); },
              [](Forward const& o) { return "forward to " + to_addresses(o.address, o.mirror_address); },
              [](Delay const& o) {
                  return std::string(o.route_request == RouteRequest::made
                                         ? "delay, and ask the dynamic routing service for a route"
                                         : "delay");
              },
              [](Drop const&) { return std::string("drop"); }},
        outcome);
}

std::string by_route(Explanation const& explanation) {
    auto const& trace = explanation.trace;
    auto const step = std::find_if(trace.rbegin(), trace.rend(),
                                   [](TraceStep const& one) { return one.chosen.has_value(); });
    if (step == trace.rend()) return "";
    // MATCH-6 has no route to name.
    return step->chosen->empty() ? ", as if by a LOCAL route" : fmt::format(", by route {}", *step->chosen);
}

std::string in_words(Scenario const& scenario) {
    auto const& message = scenario.message();
    auto const from = message.origin_database ? "from " + *message.origin_database : "from outside";
    auto const sender = message.sent_by == SentBy::target ? "a target's message " : "";
    auto const identifier =
        message.to_broker_instance ? ", identifier " + message.to_broker_instance->text() : std::string();
    return fmt::format("{}{} to {}{}", sender, from, message.to_service_name.text(), identifier);
}

std::string_view sentence(Rule rule) {
    switch (rule) {
        case Rule::scope_1:
            return "The message is sent from here: its routes are those of the sending database.";
        case Rule::scope_2: return "The message comes from outside: its routes are those of msdb.";
        case Rule::expiry_1: return "Routes whose lifetime is over are as if they were not there.";
        case Rule::enabled_2: return "The broker of the sending database is disabled: its messages wait.";
        case Rule::enabled_3: return "The broker of msdb is disabled: nothing from outside is routed.";
        case Rule::reply_1: return "A target's reply to an identifier of this instance needs no route.";
        case Rule::match_1: return "Is there a route with this service name and this identifier?";
        case Rule::match_2: return "Is there a route with this service name and no identifier?";
        case Rule::match_3: return "Is there a route with this service name and any identifier?";
        case Rule::match_4: return "Is there a service that can be asked for a route?";
        case Rule::match_5: return "Is there a route for any service, without an identifier?";
        case Rule::match_6: return "Has this instance the service itself, though no route says so?";
        case Rule::match_7: return "No step has found a route: the message waits.";
        case Rule::choose_0: return "Routes with equal identifier, service name and address count as one.";
        case Rule::choose_1: return "Is one of them mirrored?";
        case Rule::choose_2: return "Is one of them LOCAL, and has this instance the service?";
        case Rule::choose_3: return "Has one of them a network address?";
        case Rule::choose_4: return "Is one of them a TRANSPORT route?";
        case Rule::choose_5:
            return "None of them can be chosen: from here the message waits, from outside it is dropped.";
        case Rule::transport_1: return "The address is the one that the service name begins with.";
        case Rule::transport_2:
            return "The service name begins with no address: the message cannot be delivered.";
        case Rule::send_1: return "The message leaves for the address of the chosen route.";
        case Rule::forward_1: return "The message would have to go on, and this instance forwards none.";
        case Rule::forward_2: return "This instance forwards the message to the address of the chosen route.";
        case Rule::loop_1: return "The address is this instance's own: all begins again, as if from outside.";
        case Rule::locate_1: return "Has a database of this instance the identifier, and the service?";
        case Rule::locate_2: return "Has the sending database the service?";
        case Rule::locate_3: return "Has any database of this instance the service?";
        case Rule::locate_4: return "The service is not found: another route may be chosen, or not.";
        case Rule::scope_3:
        case Rule::name_1:
        case Rule::null_1:
        case Rule::enabled_1:
        case Rule::reply_2:
        case Rule::mirror_1: break;
    }
    return "";
}

}  // namespace ssbroute::picture
