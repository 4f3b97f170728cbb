// "Over time": state machines driven by chance, and small networks.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>

#include "delivery/dynamic_routing.hpp"
#include "delivery/forwarding_count.hpp"
#include "delivery/histories.hpp"
#include "delivery/mirroring.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

using namespace delivery;

// What happens next is picked by these numbers, one after the other; a shorter script is a simpler run.
using Script = std::vector<std::uint8_t>;

Script script() { return *rc::gen::container<Script>(rc::gen::arbitrary<std::uint8_t>()); }

// A mirrored pair, and a sender that takes one permitted action after the other.
struct MirroredPair {
    std::array<bool, 2> up = {true, true};
    std::array<bool, 2> principal = {true, false};
    std::array<bool, 2> has_claimed = {false, false};  // in its last answer
    Mirroring sender = {};
    ProfileOverTime profile = {};
    int sent = 0;
    int sent_to_silent = 0;

    void change(std::uint8_t what) {
        auto const side = what % 2U;
        if (what % 3U == 0)
            up[side] = !up[side];
        else
            principal = {side == 0 && what % 5U != 0, side == 1 && what % 5U != 0};
    }

    void act(std::uint8_t which) {
        auto const actions = sender.permitted(profile);
        auto const action = actions[which % actions.size()];
        auto const side = static_cast<std::size_t>(action.side);
        bool const sends = action.kind == MirrorActionKind::send;
        if (sends && !has_claimed[side]) ++sent_to_silent;
        auto kind = MirrorEventKind::unreachable;
        if (up[side] && principal[side]) kind = sends ? MirrorEventKind::delivered : MirrorEventKind::claims;
        if (up[side] && !principal[side]) kind = MirrorEventKind::denies;
        if (kind == MirrorEventKind::delivered) ++sent;
        has_claimed[side] = up[side] && principal[side];
        sender.happens({kind, action.side}, profile);
    }

    void run(Script const& steps) {
        for (auto const step : steps) step % 4U == 0 ? change(step / 4U) : act(step / 4U);
    }
};

PROPERTY(NothingIsSentToAnAddressThatHasNotClaimedToBeThePrincipal, "MIRROR-2, MIRROR-3, MIRROR-4, MIRROR-5",
         at_least(30)) {
    MirroredPair pair;
    if (*rc::gen::arbitrary<bool>()) pair.profile.prefer(ReadingOverTime::both_claim, 1);
    pair.run(script());
    interest.when(pair.sent > 0);
    RC_ASSERT(pair.sent_to_silent == 0);
}

PROPERTY(WhenAPrincipalCanBeReachedAMessageIsSentSoon, "MIRROR-2, MIRROR-4, MIRROR-6", at_least(30)) {
    MirroredPair pair;
    pair.run(script());
    interest.when(pair.sender.phase() != Mirroring::Phase::asking);
    auto const side = *rc::gen::inRange<std::size_t>(0, 2);
    pair.up[side] = true;
    pair.principal = {side == 0, side == 1};
    auto const sent = pair.sent;
    // Losing the wrong principal, hearing both, and the message itself.
    for (int i = 0; i < 8 && pair.sent == sent; ++i) pair.act(0);
    RC_ASSERT(pair.sent > sent);
}

PROPERTY(TheMirrorIsNotContactedWhileThePrincipalTakesMessages, "MIRROR-3", at_least(30)) {
    MirroredPair pair;
    pair.run(script());
    if (pair.sender.phase() != Mirroring::Phase::known) return;
    interest.when(true);
    auto const principal = *pair.sender.principal();
    for (int i = 0; i < 3; ++i) {
        auto const actions = pair.sender.permitted({});
        RC_ASSERT(actions.size() == 1U);
        RC_ASSERT(
            (actions.front() == MirrorAction{MirrorActionKind::send, principal, RuleOverTime::mirror_3}));
        pair.sender.happens({MirrorEventKind::delivered, principal}, {});
    }
}

PROPERTY(AtMostOneRequestForAServiceIsPending, "DYNAMIC-1, fruitless-request", at_least(40)) {
    std::array<ServiceName, 2> const services = {ServiceName("A"), ServiceName("B")};
    auto const reading = *rc::gen::element(FruitlessRequest::after_time_out, FruitlessRequest::at_once);
    RouteRequests requests;
    std::map<ServiceName, int> open;
    for (auto const step : script()) {
        auto const& service = services[step % 2U];
        auto const occasion = step % 3U == 0 ? Occasion::request_ended : Occasion::due;
        if (step % 5U == 0) {
            bool const ended = requests.end(service);
            RC_ASSERT(ended == (open[service] == 1));
            open[service] = 0;
        } else if (requests.ask(service, occasion, reading) == Asking::asks) {
            ++open[service];
            interest.when(true);
        }
        RC_ASSERT(open[service] <= 1);
        RC_ASSERT(requests.is_pending(service) == (open[service] == 1));
    }
}

// ---- small networks

std::string address_of(char name) { return fmt::format("TCP://{}.example:4022", name); }
constexpr auto guid_of_shop = "0f0e0d0c-0b0a-0908-0706-050403020100";
constexpr auto guid_of_one = "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d";
constexpr auto guid_of_two = "81b1d3d0-288e-4d2c-b1d3-456cbb944b4f";

Route route(std::string name, std::optional<std::string> service, std::optional<std::string> identifier,
            std::string address) {
    Route made{std::move(name), std::nullopt, std::nullopt, std::nullopt, Address(std::move(address)),
               std::nullopt};
    if (service) made.remote_service_name = ServiceName(*service);
    if (identifier) made.broker_instance = BrokerIdentifier(*identifier);
    return made;
}

// Some of these, by chance.
std::vector<Route> some_of(std::vector<Route> const& routes, Dice& dice) {
    std::vector<Route> some;
    for (auto const& one : routes)
        if (dice.below(2) == 0) some.push_back(one);
    return some;
}

InstanceSetup instance(char name, std::string const& guid, Dice& dice) {
    bool const is_here = name == 'a';
    Database user{is_here ? "Shop" : "Parts", BrokerIdentifier(guid)};
    user.services.emplace_back(is_here ? "Orders" : "OrderParts");
    user.routes = RoutingTable(
        is_here ? some_of({route("One", "OrderParts", guid_of_one, address_of('b')),
                           route("Two", "OrderParts", guid_of_two, address_of('c')),
                           route("Any", "OrderParts", std::nullopt, address_of('b')),
                           route("Dynamic", dynamic_routing_service, std::nullopt, address_of('c')),
                           route("Own", std::nullopt, std::nullopt, address_of('a'))},
                          dice)
                : std::vector{route("Back", "Orders", std::nullopt, address_of('a'))});
    Database msdb{"msdb"};
    msdb.routes =
        RoutingTable(some_of({route("Local", std::nullopt, std::nullopt, "LOCAL"),
                              route("Next", std::nullopt, std::nullopt, address_of(name == 'b' ? 'c' : 'b'))},
                             dice));
    InstanceParts parts;
    parts.message_forwarding = dice.below(2) == 0 ? MessageForwarding::enabled : MessageForwarding::disabled;
    parts.addresses.emplace_back(address_of(name));
    parts.databases = {user, msdb};
    return {std::string(1, name), Instance::create(std::move(parts)).value()};
}

Timeline network(Dice& dice) {
    TimelineParts parts{UtcTime::from_unix_seconds(0)};
    parts.parameters.forward_limit = 3;
    parts.parameters.resend_after.clear();
    parts.parameters.acknowledgements =
        dice.below(2) == 0 ? Acknowledgements::at_once : Acknowledgements::by_event;
    parts.instances = {instance('a', guid_of_shop, dice), instance('b', guid_of_one, dice),
                       instance('c', guid_of_two, dice)};
    parts.conversations.push_back({"c1", {0, "Shop"}, ServiceName("Orders"), ServiceName("OrderParts")});
    auto at = parts.start;
    int sent = 0;
    auto const events = 2 + dice.below(5);
    for (std::size_t i = 0; i < events; ++i) {
        at = at.after_seconds(static_cast<Seconds>(dice.below(70)));
        switch (sent == 0 ? 0 : dice.below(6)) {
            case 0:
            case 1: parts.events.push_back({at, SendMessage{fmt::format("m{}", ++sent), 0}}); break;
            case 2: parts.events.push_back({at, Acknowledge{"m1"}}); break;
            case 3:
                parts.events.push_back({at, RouteCreated{{0, "Shop"},
                                                         route(fmt::format("New{}", i), "OrderParts",
                                                               std::nullopt, address_of('c'))}});
                break;
            case 4: parts.events.push_back({at, RequestEnded{0, ServiceName("OrderParts")}}); break;
            default:
                parts.events.push_back({at, LinkReach{0, 1, dice.below(2) == 0 ? Reach::down : Reach::up}});
                break;
        }
    }
    return Timeline::create(std::move(parts)).value();
}

History drawn_from(Timeline const& timeline, std::uint64_t seed) {
    History history;
    sample(timeline, seed, {}, [&](Happening const& one) { history.push_back(one); });
    return history;
}

PROPERTY(AnyHistoryThatIsDrawnIsPermittedAndListed, "DELAY-1, ACK-1, DYNAMIC-1, FORWARD-2", at_least(12)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice);
    auto const history = drawn_from(timeline, dice.below(1000));
    RC_ASSERT(check(timeline, {}, history).verdict == Check::Verdict::permitted);
    auto const all = explore(timeline, {});
    RC_ASSERT(all.end == Histories::End::complete);
    interest.when(all.histories.size() > 1);
    RC_ASSERT(std::find(all.histories.begin(), all.histories.end(), history) != all.histories.end());
}

PROPERTY(AHistoryWithOneThingMissingIsNotPermitted, "DELAY-1, ACK-1", at_least(50)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice);
    auto history = drawn_from(timeline, 1);
    if (history.empty()) return;
    auto const missing = dice.below(history.size());
    history.erase(history.begin() + static_cast<std::ptrdiff_t>(missing));
    auto const all = explore(timeline, {}).histories;
    bool const is_another = std::find(all.begin(), all.end(), history) != all.end();
    interest.when(!is_another);
    RC_ASSERT((check(timeline, {}, history).verdict == Check::Verdict::permitted) == is_another);
}

PROPERTY(AForwardedMessageEnds, "LOOP-2, FORWARD-2", at_least(8)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice);
    std::map<std::pair<std::string, Part>, std::uint32_t> forwards;
    for (auto const& one : drawn_from(timeline, 1)) {
        if (one.kind != HappeningKind::forward) continue;
        // Nothing is sent again here, but the same message may be acknowledged twice.
        auto const limit = timeline.parameters().forward_limit * (one.part == Part::message ? 1U : 2U);
        RC_ASSERT(++forwards[std::pair(one.message, one.part)] <= limit);
        interest.when(true);
    }
}

PROPERTY(AfterTheFirstAcknowledgementMessagesReachItsTargetOrNone, "ACK-1", at_least(8)) {
    SeededDice dice(*seeds());
    std::optional<std::string> pinned;
    std::set<std::string> sent_before;
    for (auto const& one : drawn_from(network(dice), 1)) {
        if (!pinned) sent_before.insert(one.message);
        if (one.kind == HappeningKind::pin) pinned = one.object;
        if (one.kind != HappeningKind::deliver || sent_before.contains(one.message)) continue;
        interest.when(true);
        RC_ASSERT(one.instance == (*pinned == guid_of_one ? "b" : "c"));
    }
}

}  // namespace
}  // namespace ssbroute::testing
