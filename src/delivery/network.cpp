#include "delivery/network.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <iterator>

#include "delivery/decision_recorder.hpp"
#include "model/match.hpp"
#include "oracle/trace.hpp"
#include "routing/observer.hpp"
#include "routing/routing_process.hpp"

namespace ssbroute::delivery {
namespace {

// What a decision tells of itself, and every step of it.
class ExplainedDecision final : public Observer {
public:
    explicit ExplainedDecision(DecisionRecorder& decided) : decided_(decided) {}
    void passed(Step const& step) override {
        decided_.passed(step);
        trace_.passed(step);
    }
    void handed_on(Step const& step) override { trace_.handed_on(step); }

    [[nodiscard]] std::vector<TraceStep> const& steps() const { return trace_.steps(); }

private:
    DecisionRecorder& decided_;
    TraceRecorder trace_;
};

// After the last time that can be written, so after every event: what waits until then waits for something
// else.
UtcTime never() { return UtcTime::from_unix_seconds(253402300800); }

bool is_in(std::vector<Endpoint> const& places, Endpoint const& place) {
    return std::find(places.begin(), places.end(), place) != places.end();
}

void take_out(std::vector<Endpoint>& places, Endpoint const& place) {
    places.erase(std::remove(places.begin(), places.end(), place), places.end());
}

// ACK-1, second-acknowledgement: refused.
void refuse(ConversationState& conversation, Endpoint const& target) {
    take_out(conversation.targets, target);
    if (!is_in(conversation.refused, target)) conversation.refused.push_back(target);
}

}  // namespace

// One step of one state.
class NetworkStep {
public:
    NetworkStep(Network const& network, NetworkState& state, Arbiter& arbiter, Listener const& listener)
        : timeline_(network.timeline_),
          profile_(network.profile_),
          statuses_(network.statuses_),
          state_(state),
          arbiter_(arbiter),
          listener_(listener) {}

    bool run();

private:
    using Told = std::vector<Happening>;

    // The network as it is now.
    [[nodiscard]] Configuration const& configuration() const { return timeline_.after(state_.events); }
    [[nodiscard]] InstanceNow const& instance(InstanceNumber number) const {
        return configuration().instance(number);
    }
    [[nodiscard]] Parameters const& parameters() const { return timeline_.parameters(); }
    [[nodiscard]] std::string const& name(InstanceNumber number) const {
        return timeline_.instances()[number].name;
    }
    [[nodiscard]] Instance instance_to_ask(InstanceNumber number) const;
    [[nodiscard]] std::optional<BrokerIdentifier> const& identifier_of(Endpoint const& place) const;
    [[nodiscard]] std::optional<UtcTime> lives_until(std::size_t conversation) const;

    // Events.
    void next_event();
    void happens(SendMessage const& event);
    void happens(Acknowledge const& event);
    void happens(RequestEnded const& event);
    void happens(InstanceReach const& event);
    void happens(RouteAltered const& event) { forget_mirroring(event.table, event.route.name); }
    void happens(RouteDropped const& event) { forget_mirroring(event.table, event.route); }
    void happens(IdentifierChanged const& event);
    void happens(DatabaseMoved const& event);
    template <typename Other>
    void happens(Other const& /*event*/) {}
    void forget_mirroring(Endpoint const& table, std::string const& route);
    void send_one(SendMessage const& event, std::string id);

    // What has waited.
    void next_waiting();

    // Decisions.
    void decide(Flight flight);
    [[nodiscard]] Message message_of(Flight const& flight) const;
    void follow(Flight flight, Outcome const& outcome);
    void deliver(Flight const& flight, std::string const& database);
    void deliver_message(Flight const& flight, Endpoint const& place);
    void deliver_acknowledgement(Flight const& flight, Endpoint const& place);
    void deliver_error(Flight const& flight, Endpoint const& place);
    void delay(Flight flight, RouteRequest request);
    void drop(Flight const& flight);
    void pass_on(Flight flight, HappeningKind kind, Address const& address,
                 std::optional<Address> const& mirror);
    bool pass_on_to(Flight const& flight, HappeningKind kind, Address const& address, InstanceNumber to);
    bool pass_on_mirrored(Flight const& flight, HappeningKind kind,
                          std::array<Address const*, 2> const& addresses);
    void try_again(Flight flight);
    void return_error(Flight const& flight);
    void acknowledge_from(MessageNumber number, Endpoint const& place);

    // Bookkeeping.
    [[nodiscard]] Endpoint sender(MessageState const& message) const;
    [[nodiscard]] std::optional<BrokerIdentifier> const& identifier_of_sender(
        MessageState const& message) const;
    [[nodiscard]] bool is_over(MessageState const& message) const;
    [[nodiscard]] ConversationDelay& delay_of(MessageState const& message);
    void launch(Flight flight);
    void wait(UtcTime until, WaitingFor what, Flight flight);
    void release(MessageNumber number);
    void forget_if_done(MessageNumber number);
    [[nodiscard]] static bool is_outgoing_message(Flight const& flight) {
        return flight.origin && flight.part == Part::message;
    }

    // Telling.
    Happening& tell(Flight const& flight, HappeningKind kind, std::string object = {},
                    std::string spelled = {});
    Happening& tell(Flight const& flight, HappeningKind kind, Address const& address) {
        return tell(flight, kind, address.canonical(), address.text());
    }
    Happening& tell(Flight const& flight, HappeningKind kind,
                    std::optional<BrokerIdentifier> const& identifier) {
        return identifier ? tell(flight, kind, identifier->canonical(), identifier->text())
                          : tell(flight, kind);
    }
    void passes(RuleOverTime rule) { rules_over_time_.insert(rule); }
    void flush();
    [[nodiscard]] std::string told() const;

    Timeline const& timeline_;
    ProfileOverTime const& profile_;
    Statuses statuses_;
    NetworkState& state_;
    Arbiter& arbiter_;
    Listener const& listener_;
    DecisionRecorder decided_;
    RuleOverTimeSet rules_over_time_;
    std::optional<TransmissionStatus> status_;
    Told told_;
};

NetworkState Network::start() const {
    NetworkState state{timeline_.start()};
    for (auto const& conversation : timeline_.conversations())
        state.conversations.push_back({conversation.initiator, std::nullopt, std::nullopt,
                                       ConversationIdentifier(conversation.to_broker_instance)});
    for (auto const& setup : timeline_.instances()) {
        auto const pending = setup.instance.pending_route_requests();
        state.requests.emplace_back(std::vector<ServiceName>(pending.begin(), pending.end()));
    }
    return state;
}

bool Network::step(NetworkState& state, Arbiter& arbiter, Listener const& listener) const {
    return NetworkStep(*this, state, arbiter, listener).run();
}

bool NetworkStep::run() {
    if (!state_.flights.empty()) {
        auto flight = std::move(state_.flights.front());
        state_.flights.pop_front();
        decide(std::move(flight));
        flush();
        return true;
    }
    auto const& events = timeline_.events();
    bool const event_left = state_.events < events.size();
    if (!event_left &&
        (state_.waiting.empty() || events.empty() || events.back().at < state_.waiting.begin()->first.first))
        return false;
    bool const event_is_next =
        event_left &&
        (state_.waiting.empty() || events[state_.events].at <= state_.waiting.begin()->first.first);
    if (event_is_next)
        next_event();
    else
        next_waiting();
    flush();
    return true;
}

// ---- the network as it is now

Instance NetworkStep::instance_to_ask(InstanceNumber number) const {
    auto const& now = instance(number);
    auto const& pending = state_.requests[number].pending();
    if (pending.empty()) return now.instance;
    InstanceParts parts = now.parts;
    parts.pending_route_requests = pending;
    auto const built = now.instance.databases();
    parts.databases.assign(built.begin(), built.end());
    auto made = Instance::create(std::move(parts));
    assert(made);
    return *made;
}

// Sides of conversations move with their databases, so there is one.
std::optional<BrokerIdentifier> const& NetworkStep::identifier_of(Endpoint const& place) const {
    auto const* database = instance(place.instance).instance.database(place.database);
    assert(database);
    return database->service_broker_guid;
}

std::optional<UtcTime> NetworkStep::lives_until(std::size_t conversation) const {
    auto const& lifetime = timeline_.conversations()[conversation].lifetime;
    auto const& begun_at = state_.conversations[conversation].begun_at;
    if (!lifetime || !begun_at) return std::nullopt;
    return begun_at->after_seconds(*lifetime);
}

// ---- events

void NetworkStep::next_event() {
    auto const& event = timeline_.events()[state_.events];
    state_.now = event.at;
    if (auto const* send = std::get_if<SendMessage>(&event.kind); send != nullptr && send->count) {
        if (state_.repeated < *send->count) {
            ++state_.repeated;
            send_one(*send, fmt::format("{}-{}", send->message, state_.repeated));
            return;
        }
        state_.repeated = 0;
        ++state_.events;
        return;
    }
    ++state_.events;
    std::visit([this](auto const& kind) { happens(kind); }, event.kind);
}

void NetworkStep::happens(SendMessage const& event) { send_one(event, event.message); }

void NetworkStep::send_one(SendMessage const& event, std::string id) {
    auto& conversation = state_.conversations[event.conversation];
    MessageState message{std::move(id), event.conversation, event.sent_by, {}};
    if (event.sent_by == SentBy::target) {
        auto const& targets = conversation.targets;
        auto const from =
            event.from ? std::find(targets.begin(), targets.end(), *event.from) : targets.begin();
        if (from == targets.end()) return;
        message.from = *from;
    }
    auto const number = state_.sent++;
    Flight flight{number};
    auto const place = message.sent_by == SentBy::target ? message.from : conversation.initiator;
    flight.at = place.instance;
    flight.origin = place.database;
    auto const& kept = state_.messages.emplace(number, std::move(message)).first->second;
    if (conversation.ended) {
        tell(flight, HappeningKind::error);
        state_.messages.erase(number);
        return;
    }
    if (!conversation.begun_at) {
        conversation.begun_at = state_.now;
        conversation.initiator_identifier = identifier_of(conversation.initiator);
        if (auto const until = lives_until(event.conversation))
            state_.waiting.emplace(std::pair(*until, state_.waited++),
                                   Waiting{WaitingFor::lifetime, {}, event.conversation});
    }
    auto const until = delay_of(kept).waits_until(state_.now, profile_.answer<DelayedConversation>());
    if (!until) {
        launch(std::move(flight));
        return;
    }
    passes(RuleOverTime::delay_1);
    tell(flight, HappeningKind::delay).again_at = until;
    flight.last_told = told();
    wait(*until, WaitingFor::matching, std::move(flight));
}

void NetworkStep::happens(Acknowledge const& event) {
    for (auto const& [number, message] : state_.messages) {
        if (message.id != event.message) continue;
        auto const& places = message.delivered_to;
        auto const by = event.by ? std::find(places.begin(), places.end(), *event.by) : places.begin();
        if (by != places.end()) acknowledge_from(number, Endpoint(*by));
        return;
    }
}

// DYNAMIC-1. A request ends when its dialog ends, and then matching is tried again.
void NetworkStep::happens(RequestEnded const& event) {
    if (!state_.requests[event.instance].end(event.service)) return;
    for (auto place = state_.waiting.begin(); place != state_.waiting.end();) {
        auto const& waiting = place->second;
        bool const waits_for_it = waiting.what == WaitingFor::matching &&
                                  waiting.flight.at == event.instance &&
                                  message_of(waiting.flight).to_service_name == event.service;
        if (!waits_for_it) {
            ++place;
            continue;
        }
        auto flight = std::move(place->second.flight);
        place = state_.waiting.erase(place);
        flight.occasion = Occasion::request_ended;
        state_.flights.push_back(std::move(flight));
    }
}

// What a forwarder holds is in its memory, and is gone with it. The sender still has it.
void NetworkStep::happens(InstanceReach const& event) {
    if (event.reach == Reach::up) return;
    for (auto place = state_.waiting.begin(); place != state_.waiting.end();) {
        auto const& flight = place->second.flight;
        bool const is_held =
            place->second.what != WaitingFor::lifetime && flight.at == event.instance && !flight.origin;
        if (!is_held) {
            ++place;
            continue;
        }
        auto const number = flight.message;
        place = state_.waiting.erase(place);
        release(number);
    }
}

void NetworkStep::happens(IdentifierChanged const& event) {
    for (auto& conversation : state_.conversations) {
        if (conversation.begun_at && conversation.initiator == event.database) conversation.ended = true;
        take_out(conversation.targets, event.database);
        take_out(conversation.refused, event.database);
    }
}

void NetworkStep::happens(DatabaseMoved const& event) {
    auto const move = [&](Endpoint& place) {
        if (place == event.database) place.instance = event.to;
    };
    for (auto& conversation : state_.conversations) {
        move(conversation.initiator);
        for (auto& target : conversation.targets) move(target);
        for (auto& target : conversation.refused) move(target);
        decltype(conversation.delays) delays;
        for (auto& [side, delay] : conversation.delays) {
            auto key = side;
            move(key.second);
            delays.emplace(key, delay);
        }
        conversation.delays = std::move(delays);
    }
    for (auto& [number, message] : state_.messages) {
        move(message.from);
        for (auto& place : message.delivered_to) move(place);
    }
    for (auto& [when, waiting] : state_.waiting) {
        auto& flight = waiting.flight;
        if (flight.origin == event.database.database && flight.at == event.database.instance)
            flight.at = event.to;
    }
}

void NetworkStep::forget_mirroring(Endpoint const& table, std::string const& route) {
    state_.mirrored.erase(std::tuple(table.instance, table.database, route));
}

// ---- what has waited

void NetworkStep::next_waiting() {
    auto const first = state_.waiting.begin();
    state_.now = first->first.first;
    auto waiting = std::move(first->second);
    state_.waiting.erase(first);
    if (waiting.what == WaitingFor::lifetime) {
        for (auto const& [number, message] : state_.messages) {
            if (message.conversation != waiting.conversation || is_over(message)) continue;
            Flight flight{number};
            flight.at = sender(message).instance;
            tell(flight, HappeningKind::expire);
        }
        state_.conversations[waiting.conversation].ended = true;
        return;
    }
    auto& flight = waiting.flight;
    // The sender knows that there is nothing left to do; a forwarder does not.
    if (flight.origin && is_over(state_.messages.at(flight.message))) {
        release(flight.message);
        return;
    }
    // DELAY-1. A delayed conversation is matched again after a time-out.
    if (waiting.what == WaitingFor::matching) {
        passes(RuleOverTime::delay_1);
        flight.occasion = Occasion::due;
    }
    decide(std::move(flight));
}

// ---- decisions

Message NetworkStep::message_of(Flight const& flight) const {
    auto const& message = state_.messages.at(flight.message);
    auto const& conversation = timeline_.conversations()[message.conversation];
    // An acknowledgement goes the other way, and so does what a forwarder returns.
    bool const by_initiator = (message.sent_by == SentBy::initiator) == (flight.part == Part::message);
    return {flight.origin, by_initiator ? SentBy::initiator : SentBy::target,
            by_initiator ? conversation.to_service_name : conversation.from_service_name,
            flight.to_broker_instance, state_.conversations[message.conversation].begun_at};
}

void NetworkStep::decide(Flight flight) {
    auto const& now = instance(flight.at);
    if (now.reach == Reach::down) {
        // Nothing is done there; what it keeps is tried when it is back.
        try_again(std::move(flight));
        return;
    }
    auto const& message = state_.messages.at(flight.message);
    auto& conversation = state_.conversations[message.conversation];
    if (is_outgoing_message(flight)) {
        flight.to_broker_instance = message.sent_by == SentBy::initiator ? conversation.identifier.carried()
                                                                         : conversation.initiator_identifier;
    }
    auto scenario = Scenario::create(instance_to_ask(flight.at), message_of(flight), state_.now);
    assert(scenario);
    RoutingProcess process(std::move(*scenario));
    if (statuses_ == Statuses::left_out) {
        follow(std::move(flight), process.run(arbiter_, decided_));
        return;
    }
    ExplainedDecision explained(decided_);
    auto const outcome = process.run(arbiter_, explained);
    status_ = explain(process.scenario(), outcome, explained.steps()).transmission_status;
    follow(std::move(flight), outcome);
}

void NetworkStep::follow(Flight flight, Outcome const& outcome) {
    auto const& message = state_.messages.at(flight.message);
    auto& conversation = state_.conversations[message.conversation];
    bool const is_delay = std::holds_alternative<Delay>(outcome);
    if (is_outgoing_message(flight) && !is_delay) delay_of(message).resume();

    bool const picked = decided_.rules.contains(Rule::match_3) && decided_.identifier;
    bool const keeps = picked && is_outgoing_message(flight) && message.sent_by == SentBy::initiator &&
                       profile_.answer<PickedIdentifier>() == PickedIdentifier::kept;
    if (keeps) conversation.identifier.keep_picked(*decided_.identifier);

    std::visit(Match{[&](Deliver const& one) { deliver(flight, one.database); },
                     [&](Send const& one) {
                         pass_on(std::move(flight), HappeningKind::send, one.address, one.mirror_address);
                     },
                     [&](Forward const& one) {
                         pass_on(std::move(flight), HappeningKind::forward, one.address, one.mirror_address);
                     },
                     [&](Delay const& one) { delay(std::move(flight), one.route_request); },
                     [&](Drop const&) { drop(flight); }},
               outcome);
}

void NetworkStep::deliver(Flight const& flight, std::string const& database) {
    Endpoint const place{flight.at, database};
    switch (flight.part) {
        case Part::message: deliver_message(flight, place); break;
        case Part::acknowledgement: deliver_acknowledgement(flight, place); break;
        case Part::error: deliver_error(flight, place); break;
    }
    release(flight.message);
}

void NetworkStep::deliver_message(Flight const& flight, Endpoint const& place) {
    auto& message = state_.messages.at(flight.message);
    auto& conversation = state_.conversations[message.conversation];
    bool const astray = message.sent_by == SentBy::target && place != conversation.initiator;
    if (astray) {
        tell(flight, HappeningKind::stray, place.database);
        return;
    }
    bool const again = is_in(message.delivered_to, place);
    tell(flight, again ? HappeningKind::duplicate : HappeningKind::deliver, place.database);
    if (!again) message.delivered_to.push_back(place);
    bool const begins = message.sent_by == SentBy::initiator && !is_in(conversation.targets, place) &&
                        !is_in(conversation.refused, place);
    if (begins) conversation.targets.push_back(place);
    if (parameters().acknowledgements == Acknowledgements::at_once) acknowledge_from(flight.message, place);
}

void NetworkStep::deliver_acknowledgement(Flight const& flight, Endpoint const& place) {
    auto& message = state_.messages.at(flight.message);
    auto& conversation = state_.conversations[message.conversation];
    if (place != sender(message)) {
        tell(flight, HappeningKind::stray, place.database);
        return;
    }
    if (message.sent_by == SentBy::target) {
        if (!message.acknowledged) tell(flight, HappeningKind::acknowledge);
        message.acknowledged = true;
        return;
    }
    auto const effect =
        conversation.identifier.acknowledge(flight.acknowledged_as, profile_.answer<SecondAcknowledgement>());
    passes(RuleOverTime::ack_1);
    auto const& identifier = flight.acknowledged_as;
    switch (effect) {
        case Acknowledged::pins: tell(flight, HappeningKind::pin, identifier); break;
        case Acknowledged::counts:
            if (!message.acknowledged) tell(flight, HappeningKind::acknowledge);
            break;
        case Acknowledged::refuses:
            tell(flight, HappeningKind::refuse, identifier);
            if (flight.acknowledged_by) refuse(conversation, *flight.acknowledged_by);
            return;
        case Acknowledged::ignores: tell(flight, HappeningKind::ignore, identifier); return;
    }
    message.acknowledged = true;
}

void NetworkStep::deliver_error(Flight const& flight, Endpoint const& place) {
    auto const& message = state_.messages.at(flight.message);
    if (place != sender(message)) {
        tell(flight, HappeningKind::stray, place.database);
        return;
    }
    tell(flight, HappeningKind::error);
    state_.conversations[message.conversation].ended = true;
}

void NetworkStep::delay(Flight flight, RouteRequest request) {
    if (flight.part != Part::message) {
        // Acknowledgements and errors are not stored: what was to be acknowledged is sent again.
        tell(flight, HappeningKind::drop);
        release(flight.message);
        return;
    }
    passes(RuleOverTime::delay_1);
    auto const service = message_of(flight).to_service_name;
    auto& requests = state_.requests[flight.at];
    auto asking = std::optional<Asking>();
    if (request == RouteRequest::made) {
        passes(RuleOverTime::dynamic_1);
        asking = requests.ask(service, flight.occasion, profile_.answer<FruitlessRequest>());
    }
    auto const time_out = is_outgoing_message(flight)
                              ? delay_of(state_.messages.at(flight.message)).delay(state_.now, parameters())
                              : state_.now.after_seconds(parameters().match_again_after);
    bool const waits_for_request = requests.is_pending(service) &&
                                   profile_.answer<WaitingForARequest>() == WaitingForARequest::request_end;
    auto const until = waits_for_request ? never() : time_out;
    auto& happening = tell(flight, HappeningKind::delay);
    happening.status = status_;
    if (!waits_for_request) happening.again_at = until;
    auto now_told = told();
    if (now_told == flight.last_told) told_.clear();
    flight.last_told = std::move(now_told);
    // A request is news, however often the same is asked for.
    if (asking == Asking::asks) tell(flight, HappeningKind::request_route, service.text());
    wait(until, WaitingFor::matching, std::move(flight));
}

void NetworkStep::drop(Flight const& flight) {
    tell(flight, HappeningKind::drop);
    bool const is_from_outside = !flight.origin && flight.part == Part::message;
    if (is_from_outside && profile_.answer<UnroutableForward>() == UnroutableForward::error)
        return_error(flight);
    release(flight.message);
}

// The error goes to the side that sent the message, by the routes of msdb.
void NetworkStep::return_error(Flight const& flight) {
    Flight error{flight.message, Part::error, flight.at, "msdb"};
    error.to_broker_instance = identifier_of_sender(state_.messages.at(flight.message));
    launch(std::move(error));
}

// FORWARD-2. An incoming message whose chosen address is not LOCAL is forwarded to that address when message
// forwarding is active: it goes on with its count, and the forwarder keeps nothing.
void NetworkStep::pass_on(Flight flight, HappeningKind kind, Address const& address,
                          std::optional<Address> const& mirror) {
    auto passing = std::optional<PassingOn>();
    auto before = flight.forwarded;
    if (kind == HappeningKind::forward) {
        passes(RuleOverTime::forward_2);
        passing =
            flight.forwarded.forward(state_.now, lives_until(state_.messages.at(flight.message).conversation),
                                     parameters(), profile_.answer<ForwardLimit>());
    }
    if (passing && *passing != PassingOn::passed_on) {
        passes(RuleOverTime::loop_2);
        if (*passing == PassingOn::goes_round)
            tell(flight, HappeningKind::go_round);
        else
            tell(flight, HappeningKind::discard,
                 *passing == PassingOn::discarded_for_its_age ? "lifetime" : "forward count");
        release(flight.message);
        return;
    }
    bool const carries = !flight.to_broker_instance && flight.part == Part::message && decided_.identifier &&
                         profile_.answer<RouteIdentifier>() == RouteIdentifier::carried;
    auto next = flight;
    if (carries) next.to_broker_instance = decided_.identifier;

    bool passed = false;
    if (mirror) {
        passed = pass_on_mirrored(next, kind, {&address, &*mirror});
    } else if (auto const to = configuration().reached(flight.at, address)) {
        passed = pass_on_to(next, kind, address, *to);
    } else {
        tell(flight, HappeningKind::unreachable, address).status =
            TransmissionStatus{9753, "the target broker cannot be reached"};
    }
    if (!passed) {
        flight.forwarded = before;
        auto now_told = told();
        if (now_told == flight.last_told) told_.clear();
        flight.last_told = std::move(now_told);
        try_again(std::move(flight));
        return;
    }
    auto const number = flight.message;
    auto& message = state_.messages.at(number);
    bool const resends = is_outgoing_message(flight) && !parameters().resend_after.empty();
    if (resends) {
        flight.tries = 0;
        flight.last_told.clear();
        wait(state_.now.after_seconds(parameters().wait_after(message.sent++)), WaitingFor::acknowledgement,
             std::move(flight));
        return;
    }
    release(number);
}

bool NetworkStep::pass_on_to(Flight const& flight, HappeningKind kind, Address const& address,
                             InstanceNumber to) {
    tell(flight, kind, address);
    Flight arriving{flight.message,
                    flight.part,
                    to,
                    std::nullopt,
                    flight.to_broker_instance,
                    flight.forwarded,
                    flight.acknowledged_by,
                    flight.acknowledged_as};
    launch(std::move(arriving));
    return true;
}

bool NetworkStep::pass_on_mirrored(Flight const& flight, HappeningKind kind,
                                   std::array<Address const*, 2> const& addresses) {
    auto& pair = state_.mirrored[std::tuple(flight.at, decided_.table, decided_.route)];
    auto const address_of = [&](Side side) -> Address const& {
        return *addresses[static_cast<std::size_t>(side)];
    };
    auto const happens = [&](MirrorEventKind what, Side side) {
        if (auto const rule = pair.happens({what, side}, profile_)) passes(*rule);
    };
    std::array asked{false, false};
    for (;;) {
        std::vector<MirrorAction> to_ask;
        std::vector<MirrorAction> to_send;
        for (auto const& action : pair.permitted(profile_)) {
            auto const place = static_cast<std::size_t>(action.side);
            if (action.kind == MirrorActionKind::ask && !asked[place]) to_ask.push_back(action);
            if (action.kind == MirrorActionKind::send) to_send.push_back(action);
        }
        if (!to_ask.empty()) {
            auto const action = to_ask.front();
            asked[static_cast<std::size_t>(action.side)] = true;
            passes(action.rule);
            auto const there = configuration().reached(flight.at, address_of(action.side));
            bool const claims = there && instance(*there).role == MirrorRole::principal;
            auto const answer = claims ? MirrorEventKind::claims
                                       : (there ? MirrorEventKind::denies : MirrorEventKind::unreachable);
            tell(flight,
                 claims ? HappeningKind::claims : (there ? HappeningKind::denies : HappeningKind::no_answer),
                 address_of(action.side));
            happens(answer, action.side);
            continue;
        }
        if (to_send.empty()) return false;
        auto const action = to_send[arbiter_.pick(Rule::mirror_1, to_send.size())];
        // By the reading role-given-up the last principal gets the message, whatever it says.
        bool const to_last_principal = pair.phase() == Mirroring::Phase::retrying;
        asked[static_cast<std::size_t>(action.side)] = true;
        passes(action.rule);
        auto const& address = address_of(action.side);
        auto const there = configuration().reached(flight.at, address);
        if (!there) {
            tell(flight, HappeningKind::unreachable, address);
            happens(MirrorEventKind::unreachable, action.side);
            continue;
        }
        if (!to_last_principal && instance(*there).role != MirrorRole::principal) {
            tell(flight, HappeningKind::denies, address);
            happens(MirrorEventKind::denies, action.side);
            continue;
        }
        happens(MirrorEventKind::delivered, action.side);
        return pass_on_to(flight, kind, address, *there);
    }
}

// What cannot be passed on now is tried again: by its sender out of the transmission queue, by a forwarder
// out of its memory. Only messages are kept.
void NetworkStep::try_again(Flight flight) {
    if (flight.part != Part::message) {
        release(flight.message);
        return;
    }
    auto const seconds = parameters().resend_after.empty() ? parameters().match_again_after
                                                           : parameters().wait_after(flight.tries++);
    wait(state_.now.after_seconds(seconds), WaitingFor::sending, std::move(flight));
}

void NetworkStep::acknowledge_from(MessageNumber number, Endpoint const& place) {
    Flight flight{number, Part::acknowledgement, place.instance, place.database};
    flight.to_broker_instance = identifier_of_sender(state_.messages.at(number));
    flight.acknowledged_by = place;
    flight.acknowledged_as = identifier_of(place);
    launch(std::move(flight));
}

// ---- bookkeeping

Endpoint NetworkStep::sender(MessageState const& message) const {
    return message.sent_by == SentBy::initiator ? state_.conversations[message.conversation].initiator
                                                : message.from;
}

std::optional<BrokerIdentifier> const& NetworkStep::identifier_of_sender(MessageState const& message) const {
    return message.sent_by == SentBy::initiator
               ? state_.conversations[message.conversation].initiator_identifier
               : identifier_of(message.from);
}

// Its sender has nothing left to do: the message is acknowledged, or the sender's part of the conversation is
// over.
bool NetworkStep::is_over(MessageState const& message) const {
    auto const& conversation = state_.conversations[message.conversation];
    return message.acknowledged || conversation.ended ||
           (message.sent_by == SentBy::target && !is_in(conversation.targets, message.from));
}

ConversationDelay& NetworkStep::delay_of(MessageState const& message) {
    return state_.conversations[message.conversation].delays[std::pair(message.sent_by, sender(message))];
}

void NetworkStep::launch(Flight flight) {
    ++state_.messages.at(flight.message).copies;
    state_.flights.push_back(std::move(flight));
}

void NetworkStep::wait(UtcTime until, WaitingFor what, Flight flight) {
    // A message that its sender puts aside before it was ever on its way counts from here.
    auto& message = state_.messages.at(flight.message);
    if (message.copies == 0) ++message.copies;
    state_.waiting.emplace(std::pair(until, state_.waited++),
                           Waiting{what, std::move(flight), message.conversation});
}

void NetworkStep::release(MessageNumber number) {
    auto& message = state_.messages.at(number);
    --message.copies;
    forget_if_done(number);
}

void NetworkStep::forget_if_done(MessageNumber number) {
    auto const place = state_.messages.find(number);
    auto& message = place->second;
    if (message.acknowledged) {
        // What the sender keeps for sending again is not needed any more.
        for (auto one = state_.waiting.begin(); one != state_.waiting.end();) {
            bool const is_kept =
                one->second.what == WaitingFor::acknowledgement && one->second.flight.message == number;
            if (is_kept) --message.copies;
            one = is_kept ? state_.waiting.erase(one) : std::next(one);
        }
    }
    bool const may_be_acknowledged =
        !message.delivered_to.empty() && timeline_.is_acknowledged_by_event(message.id);
    if (message.copies == 0 && !may_be_acknowledged) state_.messages.erase(place);
}

// ---- telling

Happening& NetworkStep::tell(Flight const& flight, HappeningKind kind, std::string object,
                             std::string spelled) {
    told_.push_back({state_.now, name(flight.at), state_.messages.at(flight.message).id, flight.part, kind,
                     std::move(object), std::move(spelled), decided_.table, decided_.rules,
                     rules_over_time_});
    return told_.back();
}

void NetworkStep::flush() {
    for (auto& happening : told_) {
        happening.rules_over_time |= rules_over_time_;
        listener_(happening);
    }
}

std::string NetworkStep::told() const {
    std::string text;
    for (auto const& happening : told_)
        text += fmt::format("{} {};", entry(happening.kind).word, happening.object);
    return text;
}

// ---- telling states apart

namespace {

std::string key_of(std::optional<BrokerIdentifier> const& identifier) {
    return identifier ? identifier->canonical() : "-";
}
std::string key_of(Endpoint const& place) { return fmt::format("{}/{}", place.instance, place.database); }

std::string key_of(Flight const& flight) {
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{}\n", flight.message, static_cast<int>(flight.part), flight.at,
        flight.origin.value_or("-"), key_of(flight.to_broker_instance), flight.forwarded.count(),
        flight.acknowledged_by ? key_of(*flight.acknowledged_by) : "-", key_of(flight.acknowledged_as),
        static_cast<int>(flight.occasion), flight.tries, flight.last_told);
}

}  // namespace

std::string Network::key(NetworkState const& state) {
    auto text = fmt::format("{} {} {}\n", state.now.text(), state.events, state.repeated);
    for (auto const& flight : state.flights) text += key_of(flight);
    for (auto const& [when, waiting] : state.waiting)
        text += fmt::format("{} {} {} {}", when.first.text(), static_cast<int>(waiting.what),
                            waiting.conversation, key_of(waiting.flight));
    for (auto const& [number, message] : state.messages) {
        text += fmt::format("{}:{},{},{},{}", number, key_of(message.from), message.sent, message.copies,
                            message.acknowledged);
        for (auto const& place : message.delivered_to) text += key_of(place) + ",";
    }
    for (auto const& one : state.conversations) {
        text += fmt::format("\n{} {} {} {} {} {}", key_of(one.initiator), key_of(one.initiator_identifier),
                            one.begun_at ? one.begun_at->text() : "-", key_of(one.identifier.carried()),
                            key_of(one.identifier.pinned()), one.ended);
        for (auto const& target : one.targets) text += key_of(target) + ",";
        text += ";";
        for (auto const& target : one.refused) text += key_of(target) + ",";
        for (auto const& [side, delay] : one.delays)
            if (delay.until())
                text += fmt::format("{} {} {};", static_cast<int>(side.first), key_of(side.second),
                                    delay.until()->text());
    }
    for (auto const& [place, pair] : state.mirrored) {
        auto const& [instance, database, route] = place;
        text += fmt::format("\n{} {} {} {}", instance, database, route, pair.number());
    }
    for (auto const& requests : state.requests) {
        text += "\n";
        for (auto const& service : requests.pending()) text += service.text() + ",";
    }
    return text;
}

}  // namespace ssbroute::delivery
