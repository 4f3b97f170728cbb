#include "review/journeys.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

// The addresses of a next hop; none: the outcome is an end.
std::vector<Address> addresses_of(Outcome const& outcome) {
    std::vector<Address> result;
    auto const add = [&](auto const& hop) {
        result.push_back(hop.address);
        if (hop.mirror_address) result.push_back(*hop.mirror_address);
    };
    if (auto const* send = std::get_if<Send>(&outcome)) add(*send);
    if (auto const* forward = std::get_if<Forward>(&outcome)) add(*forward);
    return result;
}

}  // namespace

bool Journey::is_delivered() const {
    return std::any_of(ends.begin(), ends.end(),
                       [](End const& end) { return std::holds_alternative<Deliver>(end.outcome); });
}

Journeys::Journeys(std::span<NamedInstance const> instances, UtcTime now)
    : instances_(instances), now_(now), of_any_other_(instances.size()) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
        for (auto const& address : instances[i].instance.addresses()) {
            auto& having_it = by_address_[address];
            if (having_it.empty() || having_it.back() != i) having_it.push_back(i);
        }
    }
}

std::optional<std::size_t> Journeys::leads_to(std::size_t from, Address const& address) const {
    if (instances_[from].instance.is_own_address(address)) return std::nullopt;
    auto const found = by_address_.find(address);
    // Such as localhost, which every instance calls its own.
    if (found == by_address_.end() || found->second.size() != 1) return std::nullopt;
    return found->second.front();
}

Journeys::Hop Journeys::ask(std::size_t instance, Message const& message) const {
    Hop hop;
    std::set<std::size_t> next;
    for (auto& outcome : permitted(instances_[instance].instance, message, now_)) {
        auto const addresses = addresses_of(outcome);
        if (addresses.empty()) hop.ends.push_back(std::move(outcome));
        for (auto const& address : addresses) {
            bool const to_itself = instances_[instance].instance.is_own_address(address);
            auto const there = leads_to(instance, address);
            if (there)
                next.insert(*there);
            else if (!to_itself)
                hop.leaves = true;
        }
    }
    hop.next.assign(next.begin(), next.end());
    return hop;
}

Journeys::Hop Journeys::hop(std::size_t instance, Message const& message) {
    bool const arrives = !message.origin_database && message.sent_by == SentBy::initiator;
    bool const is_like_any_other =
        arrives && makes_no_difference(instances_[instance].instance, message.to_service_name);
    if (!is_like_any_other) return ask(instance, message);
    auto& kept = of_any_other_[instance];
    if (!kept) kept = ask(instance, message);
    return *kept;
}

// From the second instance on the message arrives from outside, and what becomes of it in an instance is the
// same however it came there: so each is asked once.
Journey Journeys::of(std::size_t instance, Message message) {
    enum class State : std::uint8_t { new_here, under_way, done };
    struct Visit {
        std::size_t instance;
        std::vector<std::size_t> next;
        bool is_start;
    };
    Journey journey;
    std::vector<State> states(instances_.size(), State::new_here);
    std::vector<Visit> path;
    auto const enter = [&](std::size_t at, bool is_start) {
        auto found = hop(at, message);
        for (auto& end : found.ends) journey.ends.push_back({at, std::move(end)});
        journey.leaves |= found.leaves;
        path.push_back({at, std::move(found.next), is_start});
    };

    // A message that is sent here is not one that has arrived here; it may come back once.
    bool const arrives = !message.origin_database;
    enter(instance, true);
    if (arrives) states[instance] = State::under_way;
    message.origin_database.reset();
    while (!path.empty()) {
        auto& last = path.back();
        if (last.next.empty()) {
            if (!last.is_start || arrives) states[last.instance] = State::done;
            path.pop_back();
            continue;
        }
        auto const next = last.next.back();
        last.next.pop_back();
        // Of several circles the one through the start is told.
        if (states[next] == State::under_way && (journey.circle.empty() || next == instance)) {
            auto const from = std::find_if(path.begin(), path.end(), [&](Visit const& visit) {
                return visit.instance == next && (!visit.is_start || arrives);
            });
            journey.circle.clear();
            for (auto visit = from; visit != path.end(); ++visit) journey.circle.push_back(visit->instance);
        }
        if (states[next] != State::new_here) continue;
        states[next] = State::under_way;
        enter(next, false);
    }
    return journey;
}

}  // namespace ssbroute::review
