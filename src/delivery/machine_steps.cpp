// Prints every step that the state machines take on all sequences of events up to a length, for
// spec/model/check_machines.py, which holds them to the Promela models: machine-steps
// mirroring|dynamic-routing LENGTH
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "delivery/dynamic_routing.hpp"
#include "delivery/mirroring.hpp"

namespace {

using namespace ssbroute::delivery;
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

}  // namespace

int main(int argc, char** argv) {
    std::string const machine = argc == 3 ? argv[1] : "";
    int const length = argc == 3 ? std::atoi(argv[2]) : 0;
    Steps steps;
    if (machine == "mirroring")
        step_on(Mirroring(), length, steps);
    else if (machine == "dynamic-routing")
        step_on(Waiting(), length, steps);
    else
        return 2;
    for (auto const& step : steps) std::cout << step << "\n";
    return 0;
}
