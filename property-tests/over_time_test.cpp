// "Over time": state machines driven by chance, and small networks.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "delivery/dynamic_routing.hpp"
#include "delivery/forwarding_count.hpp"
#include "delivery/histories.hpp"
#include "delivery/mirroring.hpp"
#include "formats/timeline_json.hpp"
#include "support/generators.hpp"
#include "support/networks.hpp"
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

Timeline built(TimelineParts parts) { return Timeline::create(std::move(parts)).value(); }

Timeline network(Dice& dice, NetworkFocus focus = NetworkFocus::anything) {
    return built(draw_network(dice, focus));
}

// A message that is tried again and again, each time on one of two routes, has more histories than are
// listed.
constexpr Bounds few{5'000, 300};

NetworkFocus any_focus(Dice& dice) { return static_cast<NetworkFocus>(dice.below(5)); }

History drawn_from(Timeline const& timeline, std::uint64_t seed) {
    History history;
    sample(timeline, seed, {}, [&](Happening const& one) { history.push_back(one); });
    return history;
}

PROPERTY(AnyHistoryThatIsDrawnIsPermittedAndListed, "DELAY-1, ACK-1, DYNAMIC-1, FORWARD-2", at_least(25)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, any_focus(dice));
    auto const history = drawn_from(timeline, dice.below(1000));
    RC_ASSERT(check(timeline, {}, history).verdict == Check::Verdict::permitted);
    auto const all = explore(timeline, {}, few);
    if (all.end != Histories::End::complete) return;
    interest.when(all.histories.size() > 1);
    RC_ASSERT(std::find(all.histories.begin(), all.histories.end(), history) != all.histories.end());
}

PROPERTY(AHistoryWithOneThingMissingIsNotPermitted, "DELAY-1, ACK-1", at_least(50)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, any_focus(dice));
    auto history = drawn_from(timeline, 1);
    if (history.empty()) return;
    auto const missing = dice.below(history.size());
    history.erase(history.begin() + static_cast<std::ptrdiff_t>(missing));
    auto const found = explore(timeline, {}, few);
    if (found.end != Histories::End::complete) return;
    auto const& all = found.histories;
    bool const is_another = std::find(all.begin(), all.end(), history) != all.end();
    interest.when(!is_another);
    RC_ASSERT((check(timeline, {}, history).verdict == Check::Verdict::permitted) == is_another);
}

PROPERTY(ATimelineIsPrintedAndReadAgainAsTheSame, "DELAY-1", at_least(90)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, any_focus(dice));
    auto const printed = formats::to_line(formats::write_timeline(timeline));
    auto const again = formats::parse_json(printed).and_then(formats::read_timeline);
    RC_ASSERT(again.has_value());
    RC_ASSERT(formats::to_line(formats::write_timeline(*again)) == printed);
    auto const history = drawn_from(timeline, 1);
    interest.when(!history.empty());
    RC_ASSERT(drawn_from(*again, 1) == history);
}

PROPERTY(AForwardedMessageEnds, "LOOP-2, FORWARD-2", at_least(50)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, NetworkFocus::forwarding);
    std::map<std::pair<std::string, Part>, std::uint32_t> forwards;
    for (auto const& one : drawn_from(timeline, 1)) {
        if (one.kind != HappeningKind::forward) continue;
        // Nothing is sent again here, but the same message may be acknowledged twice.
        auto const limit = timeline.parameters().forward_limit * (one.part == Part::message ? 1U : 2U);
        RC_ASSERT(++forwards[std::pair(one.message, one.part)] <= limit);
        interest.when(true);
    }
}

PROPERTY(AfterTheFirstAcknowledgementMessagesReachItsTargetOrNone, "ACK-1", at_least(40)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, NetworkFocus::two_targets);
    std::map<std::string, std::size_t> conversations;
    for (auto const& event : timeline.events())
        if (auto const* send = std::get_if<SendMessage>(&event.kind))
            conversations[send->message] = send->conversation;
    std::array<std::optional<std::string>, 2> pinned;
    std::set<std::string> sent_before;
    for (auto const& one : drawn_from(timeline, 1)) {
        auto& pin = pinned[conversations.at(one.message)];
        if (!pin) sent_before.insert(one.message);
        if (one.kind == HappeningKind::pin) pin = one.object;
        if (one.kind != HappeningKind::deliver || sent_before.contains(one.message)) continue;
        interest.when(true);
        RC_ASSERT(one.instance == (*pin == guid_of_one ? "b" : "c"));
    }
}

// ---- mirrored networks

// Whether a happening says that the address takes messages, or that it does not; nothing: it says neither.
std::optional<bool> claim_in(Happening const& one) {
    switch (one.kind) {
        case HappeningKind::claims:
        case HappeningKind::send: return true;
        case HappeningKind::denies:
        case HappeningKind::no_answer:
        case HappeningKind::unreachable: return false;
        default: return std::nullopt;
    }
}

PROPERTY(NoMessageGoesToAPartnerThatHasNotClaimed, "MIRROR-2, MIRROR-3, MIRROR-4, MIRROR-5", at_least(60)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, NetworkFocus::mirroring);
    std::map<std::string, bool> claims;
    for (auto const& one : drawn_from(timeline, dice.below(1000))) {
        if (one.instance != "a" || one.part != Part::message) continue;
        bool const is_sent = one.kind == HappeningKind::send;
        interest.when(is_sent);
        RC_ASSERT(!is_sent || claims[one.object]);
        if (auto const says = claim_in(one)) claims[one.object] = *says;
    }
}

PROPERTY(WhenAPrincipalIsThereInTheEndEveryMessageIsSentInTheEnd, "MIRROR-4, MIRROR-6, DELAY-1",
         at_least(40)) {
    SeededDice dice(*seeds());
    auto parts = draw_network(dice, NetworkFocus::mirroring);
    auto const timeline = built(settled(std::move(parts), dice.below(2) == 0 ? at_b : at_c));
    std::map<std::string, UtcTime> sent;
    for (auto const& one : drawn_from(timeline, dice.below(1000)))
        if (one.kind == HappeningKind::send && one.part == Part::message) sent.emplace(one.message, one.at);
    for (auto const& event : timeline.events()) {
        auto const* send = std::get_if<SendMessage>(&event.kind);
        if (send == nullptr) continue;
        RC_ASSERT(sent.contains(send->message));
        // It had to wait.
        interest.when(event.at < sent.at(send->message));
    }
}

// ---- requests for routes

PROPERTY(ARequestIsMadeAgainOnlyWhenTheLastOneHasEnded, "DYNAMIC-1", at_least(30)) {
    SeededDice dice(*seeds());
    auto const timeline = network(dice, NetworkFocus::requests);
    std::optional<UtcTime> last;
    for (auto const& one : drawn_from(timeline, 1)) {
        if (one.kind != HappeningKind::request_route) continue;
        auto const& events = timeline.events();
        bool const has_ended = std::any_of(events.begin(), events.end(), [&](Event const& event) {
            return std::holds_alternative<RequestEnded>(event.kind) && last && *last <= event.at &&
                   event.at <= one.at;
        });
        interest.when(last.has_value());
        RC_ASSERT(!last || has_ended);
        last = one.at;
    }
}

}  // namespace
}  // namespace ssbroute::testing
