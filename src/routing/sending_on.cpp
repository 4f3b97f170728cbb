#include "routing/sending_on.hpp"

#include <optional>

#include "routing/choosing_a_route.hpp"

namespace ssbroute::routing {
namespace {

// Where a message is handed on to: the address of the chosen route with its mirror address, or the address
// that TRANSPORT-1 has read.
struct Hop {
    Address address;
    std::optional<Address> mirror_address;

    [[nodiscard]] NextHop seen() const { return {address, mirror_address ? &*mirror_address : nullptr}; }
};

// TRANSPORT-1. The network address is the one that the target service name begins with, a valid
// TCP://host:port; what follows it in the name is not part of it. A mirror address on such a route plays no
// part in the outcome.
std::optional<Hop> transport_1(Decision const& decision) {
    auto address = Address::that_begins(decision.service().text());
    if (!address) return std::nullopt;
    Hop hop{std::move(*address), std::nullopt};
    decision.observer.passed({Rule::transport_1, hop.seen()});
    return hop;
}

// TRANSPORT-2. The name begins with no valid address: undeliverable, it ends as CHOOSE-5 does, no other route
// is tried.
Outcome transport_2(Decision const& decision) {
    decision.observer.passed({Rule::transport_2, Reason{"the service name begins with no network address"}});
    return nothing_can_be_chosen(decision);
}

// SEND-1. Outgoing and the chosen address is not LOCAL: send to the chosen address (a mirrored route: to
// whichever of the pair is the principal).
Outcome send_1(Decision const& decision, Hop hop) {
    decision.observer.passed({Rule::send_1, hop.seen()});
    return Send{std::move(hop.address), std::move(hop.mirror_address)};
}

// FORWARD-1. Incoming, the chosen route's address is not LOCAL, forwarding inactive: drop (before TRANSPORT-1
// looks at the name).
Outcome forward_1(Decision const& decision) {
    decision.observer.passed({Rule::forward_1, Reason{"message forwarding is not enabled"}});
    if (decision.arbiter.answer<ForwardingInactive>() == ForwardingInactive::delay) return Delay{};
    return Drop{};
}

// FORWARD-2. Incoming, the chosen address is not LOCAL, forwarding active: forward to it.
Outcome forward_2(Decision const& decision, Hop hop) {
    decision.observer.passed({Rule::forward_2, hop.seen()});
    return Forward{std::move(hop.address), std::move(hop.mirror_address)};
}

// Whether the network address to send to resolves to this instance. Where the texts leave that open, it is
// asked only if the answer makes a difference.
bool comes_back(Decision const& decision, Route const& chosen, Hop const& hop) {
    Instance const& instance = decision.instance();
    if (instance.is_own_address(hop.address)) {
        if (!chosen.address.is_transport()) return true;
        return decision.arbiter.answer<TransportSelfAddress>() == TransportSelfAddress::outside;
    }
    if (!hop.mirror_address || !instance.is_own_address(*hop.mirror_address)) return false;
    return decision.arbiter.answer<SelfAddress>() == SelfAddress::address_or_mirror;
}

// LOOP-1. Outgoing and the network address to send to resolves to this instance: route again from the start
// as incoming. From then on it is incoming in every rule. (Incoming already: it is forwarded to that address
// like any other.)
Outcome loop_1(Decision const& decision, Hop const& hop) {
    decision.observer.passed({Rule::loop_1, hop.seen()});
    return route(decision.as_incoming());
}

}  // namespace

Outcome send_on(Decision const& decision, Route const& chosen) {
    bool const forwards = decision.instance().message_forwarding() == MessageForwarding::enabled;
    if (!decision.is_outgoing() && !forwards) return forward_1(decision);

    auto hop = chosen.address.is_transport() ? transport_1(decision)
                                             : std::optional(Hop{chosen.address, chosen.mirror_address});
    if (!hop) return transport_2(decision);

    if (!decision.is_outgoing()) return forward_2(decision, std::move(*hop));
    if (comes_back(decision, chosen, *hop)) return loop_1(decision, *hop);
    return send_1(decision, std::move(*hop));
}

}  // namespace ssbroute::routing
