// Addresses of the instance itself, and addresses that are read from service names.
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <variant>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

bool is_delivered(Outcome const& outcome) { return std::holds_alternative<Deliver>(outcome); }
bool is_sent_on(Outcome const& outcome) { return std::holds_alternative<Forward>(outcome); }

// What msdb's table makes of a message that comes back.
class Returning {
public:
    Returning(Table const& table, KnownServices const& services, UtcTime now, Findings& findings)
        : table_(table), now_(now), findings_(findings) {
        auto const& msdb = table.instance().msdb().routes;
        unknown_ = unused_name(
            [&](ServiceName const& name) { return services.has(name) || !msdb.named(name.text()).empty(); });
    }

    // LOOP-1. A message that would be sent to this instance is routed again as if it came from outside.
    void check(RouteSet const& set) {
        if (set.mirrored().empty() && delivers_here(table_, set)) return;
        auto const own = own_addresses(set);
        if (own.empty()) return check_mirrors(set);

        auto const message = returning(set);
        bool const is_unknown = message.to_service_name == unknown_;
        auto const reception = reception_of(message);
        auto const about =
            is_unknown ? std::string("a service that is not here") : quoted(message.to_service_name.text());
        findings_.add(
            reception.arrives ? Kind::own_address : Kind::own_address_without_delivery, table_, own,
            fmt::format("{} leads to {}, which is this instance: sys.routes of msdb decides, and a message "
                        "to {} is {}",
                        routes_listed(own), own.front()->address.text(), about, reception.words),
            "Within an instance LOCAL needs no network. If the address is meant, see that msdb has a route "
            "for the service.");
    }

private:
    // What msdb makes of a message.
    struct Reception {
        bool arrives;
        std::string words;
    };

    [[nodiscard]] Reception ask(Message const& message) const {
        auto const outcomes = permitted(table_.instance(), message, now_);
        bool const arrives = std::all_of(outcomes.begin(), outcomes.end(), [](Outcome const& outcome) {
            return is_delivered(outcome) || is_sent_on(outcome);
        });
        return {arrives, in_words(outcomes)};
    }

    Reception reception_of(Message const& message) {
        if (!makes_no_difference(table_.instance(), message.to_service_name)) return ask(message);
        if (!of_any_other_) of_any_other_ = ask(message);
        return *of_any_other_;
    }

    [[nodiscard]] std::vector<Route const*> own_addresses(RouteSet const& set) const {
        std::vector<Route const*> result;
        for (auto const& route : leading_elsewhere(set))
            if (table_.instance().is_own_address(route.address)) result.push_back(&route);
        return result;
    }

    // A mirror address that is this instance: whether LOOP-1 looks at it is open.
    void check_mirrors(RouteSet const& set) {
        std::vector<Route const*> own;
        for (auto const& route : set.mirrored())
            if (table_.instance().is_own_address(*route.mirror_address)) own.push_back(&route);
        if (own.empty()) return;
        findings_.add(
            Kind::own_address, table_, own,
            fmt::format("{} has the mirror address {}, which is this instance; whether messages then are "
                        "routed by msdb is an open question (self-address)",
                        routes_listed(own), own.front()->mirror_address->text()),
            "See that msdb has a route for the service.");
    }

    // A message that would come back by the set: to the service that the set is for; for a set without
    // service name, to a service of the instance that no other route takes, or to none.
    [[nodiscard]] Message returning(RouteSet const& set) const {
        Route const& route = set.all().front();
        if (route.remote_service_name)
            return {.to_service_name = *route.remote_service_name,
                    .to_broker_instance = route.broker_instance};
        if (set.local().empty())
            for (auto const& database : table_.instance().databases())
                for (auto const& service : database.services)
                    if (!is_built_in(service) && table_.live.named(service.text()).empty())
                        return {.to_service_name = service};
        return {.to_service_name = unknown_};
    }

    Table const& table_;
    UtcTime now_;
    Findings& findings_;
    ServiceName unknown_{""};
    std::optional<Reception> of_any_other_;
};

// TRANSPORT-2. The names that a TRANSPORT route would take and cannot read an address from.
std::vector<std::string_view> names_without_address(Table const& table, RouteSet const& set,
                                                    KnownServices const& services) {
    std::vector<std::string_view> result;
    auto const add = [&](std::string_view name) {
        if (!Address::that_begins(name)) result.push_back(name);
    };
    if (auto const& service = set.all().front().remote_service_name) {
        add(service->text());
        return result;
    }
    for (auto const& known : services.distinct()) {
        ServiceName const name{std::string(known.name)};
        bool const is_here = !table.instance().databases_with_service(name).empty();
        bool const goes_elsewhere =
            !table.live.named(known.name).empty() || (is_here && !set.local().empty());
        if (!goes_elsewhere && !is_built_in(name)) add(known.name);
    }
    return result;
}

void check_transport(Table const& table, RouteSet const& set, KnownServices const& services,
                     Findings& findings) {
    auto const routes = leading_elsewhere(set);
    bool const chosen =
        !routes.empty() && routes.front().address.is_transport() && !delivers_here(table, set);
    // FORWARD-1 comes before a name is read.
    bool const dropped_before =
        table.is_msdb() && table.instance().message_forwarding() == MessageForwarding::disabled;
    if (!chosen || dropped_before) return;

    auto const names = names_without_address(table, set, services);
    if (names.empty()) return;
    findings.add(Kind::transport_without_address, table, pointers(routes),
                 fmt::format("{} takes messages to {}, and the {} no network address: they cannot be sent",
                             routes_listed(pointers(routes)), listed(names),
                             names.size() == 1 ? "name begins with" : "names begin with"),
                 "Give such services routes of their own, or names that begin with TCP://host:port.");
}

}  // namespace

void check_addresses(Table const& table, KnownServices const& services, UtcTime now, Findings& findings) {
    auto const sets = table.sets();
    // What msdb itself does with its own addresses is for check_forwarding.
    if (!table.is_msdb() && !table.instance().addresses().empty()) {
        Returning returning(table, services, now, findings);
        for (auto const& set : sets)
            if (is_matched(set)) returning.check(set);
    }
    for (auto const& set : sets)
        if (is_matched(set)) check_transport(table, set, services, findings);
}

}  // namespace ssbroute::review
