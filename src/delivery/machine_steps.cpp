// Prints every step that the state machines take on all sequences of events up to a length, for
// spec/model/check_machines.py, which holds them to the Promela models: machine-steps
// mirroring|dynamic-routing|acknowledgement LENGTH
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "delivery/acknowledgement.hpp"
#include "delivery/dynamic_routing.hpp"
#include "delivery/mirroring.hpp"

namespace {

using namespace ssbroute::delivery;
using ssbroute::BrokerIdentifier;
using ssbroute::ServiceName;

using Steps = std::set<std::string>;

std::string text_of(Mirroring const& pair) {
    auto const number = [](auto value) { return static_cast<int>(value); };
    return fmt::format("{}{}{}{}{}{}", number(pair.phase()), number(pair.heard(Side::address)),
                       number(pair.heard(Side::mirror_address)),
                       number(pair.principal().value_or(Side::address)), number(pair.has_delivered()),
                       number(pair.next()));
}

// What may happen to a sender that does what it is permitted.
std::vector<MirrorEvent> events_after(MirrorAction const& action) {
    using Kind = MirrorEventKind;
    auto const best = action.kind == MirrorActionKind::ask ? Kind::claims : Kind::delivered;
    return {{best, action.side}, {Kind::denies, action.side}, {Kind::unreachable, action.side}};
}

void step_on(Mirroring const& pair, int left, Steps& steps) {
    if (left == 0) return;
    for (auto const& action : pair.permitted({})) {
        for (auto const event : events_after(action)) {
            auto next = pair;
            next.happens(event, {});
            steps.insert(fmt::format("step {} {}{} {}", text_of(pair), static_cast<int>(event.kind),
                                     static_cast<int>(event.side), text_of(next)));
            step_on(next, left - 1, steps);
        }
    }
}

// Two conversations that need a route to one service.
struct Waiting {
    enum Standing { idle, delayed, routed };
    std::array<Standing, 2> conversations{};
    RouteRequests requests = {};
    bool route = false;

    inline static ServiceName const service = ServiceName("OrderParts");

    void match(std::size_t which, Occasion occasion) {
        conversations[which] = route ? routed : delayed;
        if (!route) requests.ask(service, occasion, FruitlessRequest::after_time_out);
    }

    void end() {
        requests.end(service);
        for (std::size_t which = 0; which < conversations.size(); ++which)
            if (conversations[which] == delayed) match(which, Occasion::request_ended);
    }

    [[nodiscard]] std::string text() const {
        return fmt::format("{}{}{}{}", static_cast<int>(conversations[0]), static_cast<int>(conversations[1]),
                           requests.pending().size(), static_cast<int>(route));
    }
};

void step_on(Waiting const& waiting, int left, Steps& steps) {
    if (left == 0) return;
    auto const go_on = [&](std::string const& word, auto change) {
        auto next = waiting;
        change(next);
        steps.insert(fmt::format("step {} {} {}", waiting.text(), word, next.text()));
        step_on(next, left - 1, steps);
    };
    for (std::size_t which = 0; which < waiting.conversations.size(); ++which)
        if (waiting.conversations[which] != Waiting::routed)
            go_on(fmt::format("match-{}", which), [&](Waiting& next) { next.match(which, Occasion::due); });
    if (!waiting.route) go_on("route", [](Waiting& next) { next.route = true; });
    if (!waiting.requests.pending().empty()) go_on("end", [](Waiting& next) { next.end(); });
}

// A conversation of which a message may get to any of two targets, until it carries an identifier.
struct Begun {
    using Identifier = std::optional<BrokerIdentifier>;

    PickedIdentifier picked;
    SecondAcknowledgement second;
    // By BEGIN DIALOG: then a message gets to the target that has it, and to no other.
    Identifier given;
    ConversationIdentifier identifier = ConversationIdentifier(given);

    // An identifier is told by its place here, none by what follows.
    inline static std::array<BrokerIdentifier, 2> const targets = {
        BrokerIdentifier("5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d"),
        BrokerIdentifier("81b1d3d0-288e-4d2c-b1d3-456cbb944b4f")};

    [[nodiscard]] static std::vector<Begun> all() {
        std::vector<Begun> all;
        for (auto const picked : {PickedIdentifier::anew, PickedIdentifier::kept})
            for (auto const second : {SecondAcknowledgement::ignored, SecondAcknowledgement::refused})
                for (auto const& given : {Identifier(), Identifier(targets[0]), Identifier(targets[1])})
                    all.push_back({picked, second, given});
        return all;
    }

    [[nodiscard]] std::string answers() const {
        return fmt::format("{:d}{:d}", picked == PickedIdentifier::kept,
                           second == SecondAcknowledgement::refused);
    }

    [[nodiscard]] std::string text() const {
        auto const number = [](Identifier const& one) {
            return std::find(targets.begin(), targets.end(), one) - targets.begin();
        };
        return fmt::format("{}{}", number(identifier.carried()), number(identifier.pinned()));
    }
};

std::string_view word_of(Acknowledged effect) {
    switch (effect) {
        case Acknowledged::pins: return "pins";
        case Acknowledged::counts: return "counts";
        case Acknowledged::refuses: return "refuses";
        case Acknowledged::ignores: return "ignores";
    }
    return {};
}

void step_on(Begun const& begun, int left, Steps& steps) {
    if (left == 0) return;
    auto const go_on = [&](std::string const& event, auto change) {
        auto next = begun;
        std::string_view const effect = change(next);
        steps.insert(
            fmt::format("step {} {} {} {} {}", begun.answers(), begun.text(), event, next.text(), effect));
        step_on(next, left - 1, steps);
    };
    for (std::size_t which = 0; which < Begun::targets.size(); ++which) {
        auto const& target = Begun::targets[which];
        if (!begun.given || begun.given == target)
            go_on(fmt::format("acknowledged-{}", which),
                  [&](Begun& next) { return word_of(next.identifier.acknowledge(target, next.second)); });
        if (!begun.identifier.carried())
            go_on(fmt::format("picked-{}", which), [&](Begun& next) {
                if (next.picked == PickedIdentifier::kept) next.identifier.keep_picked(target);
                return std::string_view();
            });
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::string const machine = argc == 3 ? argv[1] : "";
    int const length = argc == 3 ? std::atoi(argv[2]) : 0;
    Steps steps;
    if (machine == "mirroring")
        step_on(Mirroring(), length, steps);
    else if (machine == "dynamic-routing")
        step_on(Waiting(), length, steps);
    else if (machine == "acknowledgement")
        for (auto const& begun : Begun::all()) step_on(begun, length, steps);
    else
        return 2;
    for (auto const& step : steps) std::cout << step << "\n";
    return 0;
}
