#include "routing/sending_on.hpp"

#include <optional>

#include "routing/choosing_a_route.hpp"

namespace ssbroute::routing {
namespace {

Address const* pointer_to(std::optional<Address> const& address) { return address ? &*address : nullptr; }

// FORWARD-1. Incoming, the chosen route's address is not LOCAL, forwarding inactive: drop (before
// TRANSPORT-1 looks at the name).
Outcome forward_1(Decision const& decision) {
    decision.observer.passed({Rule::forward_1, Reason{"message forwarding is not enabled"}});
    if (decision.arbiter.answer<ForwardingInactive>() == ForwardingInactive::delay) return Delay{};
    return Drop{};
}

// FORWARD-2. Incoming, the chosen address is not LOCAL, forwarding active: forward to it.
// SEND-1. Outgoing and the chosen address is not LOCAL: send to the chosen address (a mirrored route: to
// whichever of the pair is the principal).
Outcome hand_over(Decision const& decision, Address const& address, std::optional<Address> const& mirror) {
    NextHop const next_hop{address, pointer_to(mirror)};
    if (!decision.is_outgoing()) {
        decision.observer.passed({Rule::forward_2, next_hop});
        return Forward{address, mirror};
    }
    decision.observer.passed({Rule::send_1, next_hop});
    return Send{address, mirror};
}

// Which addresses of the route LOOP-1 looks at is open only where the answer makes a difference.
bool comes_back(Decision const& decision, Route const& chosen) {
    if (decision.instance().is_own_address(chosen.address)) return true;
    if (!chosen.mirror_address || !decision.instance().is_own_address(*chosen.mirror_address)) return false;
    return decision.arbiter.answer<SelfAddress>() == SelfAddress::address_or_mirror;
}

// LOOP-1. Outgoing and the network address to send to resolves to this instance: route again from the start
// as incoming. From then on it is incoming in every rule. (Incoming already: it is forwarded to that address
// like any other.)
Outcome loop_1(Decision const& decision, Address const& own_address) {
    decision.observer.passed({Rule::loop_1, NextHop{own_address}});
    return route(decision.as_incoming());
}

// TRANSPORT-1. The network address is the one that the target service name begins with; what follows it in
// the name is not part of it. A mirror address on such a route plays no part in the outcome.
// TRANSPORT-2. The name begins with no valid address: undeliverable, it ends as CHOOSE-5 does, no other
// route is tried.
Outcome send_by_transport(Decision const& decision) {
    auto const address = Address::that_begins(decision.service().text());
    if (!address) {
        decision.observer.passed({Rule::transport_2, Reason{"the service name begins with no network address"}});
        return nothing_can_be_chosen(decision);
    }
    decision.observer.passed({Rule::transport_1, NextHop{*address}});

    bool const loops = decision.is_outgoing() && decision.instance().is_own_address(*address) &&
                       decision.arbiter.answer<TransportSelfAddress>() == TransportSelfAddress::outside;
    if (loops) return loop_1(decision, *address);
    return hand_over(decision, *address, std::nullopt);
}

}  // namespace

Outcome send_on(Decision const& decision, Route const& chosen) {
    bool const forwards = decision.instance().message_forwarding() == MessageForwarding::enabled;
    if (!decision.is_outgoing() && !forwards) return forward_1(decision);
    if (chosen.address.is_transport()) return send_by_transport(decision);
    if (decision.is_outgoing() && comes_back(decision, chosen)) return loop_1(decision, chosen.address);
    return hand_over(decision, chosen.address, chosen.mirror_address);
}

}  // namespace ssbroute::routing
