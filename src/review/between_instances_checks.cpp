// What shows only where several instances are known: circles, messages that arrive and are not delivered,
// services from which no reply comes back.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <tuple>

#include "review/checks.hpp"
#include "review/journeys.hpp"

namespace ssbroute::review {
namespace {

// A database that sends and one that answers.
struct Pair {
    std::size_t from_instance;
    Database const* from;
    std::size_t to_instance;
    Database const* to;

    friend auto operator<=>(Pair const&, Pair const&) = default;
};

class Check {
public:
    Check(std::span<NamedInstance const> instances, std::span<Table const> tables, UtcTime now,
          Findings& findings)
        : instances_(instances), tables_(tables), findings_(findings), journeys_(instances, now) {
        KnownServices const services(instances);
        unknown_ = unused_name([&](ServiceName const& name) {
            return services.has(name) || std::any_of(tables.begin(), tables.end(), [&](Table const& table) {
                       return !table.live.named(name.text()).empty();
                   });
        });
    }

    void run() {
        for (auto const& table : tables_) {
            auto const instance = place_of(table.owner);
            for (auto const& set : table.sets()) {
                if (!is_matched(set)) continue;
                auto const routes = leading_to_others(instance, set);
                if (routes.empty()) continue;
                if (table.is_msdb()) check_circle(instance, table, set, routes);
                if (set.all().front().remote_service_name) check_destination(instance, table, set, routes);
            }
        }
        for (auto const& [pair, routes] : delivering_) check_way_back(pair, routes);
    }

private:
    [[nodiscard]] std::size_t place_of(NamedInstance const& instance) const {
        return static_cast<std::size_t>(&instance - instances_.data());
    }

    [[nodiscard]] std::string name_of(std::size_t instance) const {
        return quoted(instances_[instance].name);
    }

    [[nodiscard]] std::vector<Route const*> leading_to_others(std::size_t from, RouteSet const& set) const {
        std::vector<Route const*> result;
        for (auto const& route : leading_elsewhere(set)) {
            bool const leads = journeys_.leads_to(from, route.address) ||
                               (route.mirror_address && journeys_.leads_to(from, *route.mirror_address));
            if (leads) result.push_back(&route);
        }
        return result;
    }

    // A message that the routes are for.
    [[nodiscard]] Message message_to(RouteSet const& set) const {
        Route const& route = set.all().front();
        return {.to_service_name = route.remote_service_name.value_or(unknown_),
                .to_broker_instance = route.broker_instance};
    }

    // LOOP-2. What comes from outside goes round in a circle until its forward count ends it.
    void check_circle(std::size_t instance, Table const& table, RouteSet const& set,
                      std::vector<Route const*> const& routes) {
        auto const message = message_to(set);
        auto const journey = journeys_.of(instance, message);
        bool const is_in_it =
            std::find(journey.circle.begin(), journey.circle.end(), instance) != journey.circle.end();
        if (!is_in_it) return;  // told for those that are

        // The same circle is met from each of its instances.
        auto members = journey.circle;
        std::sort(members.begin(), members.end());
        auto const& identifier = message.to_broker_instance;
        if (!circles_
                 .insert({message.to_service_name.text(), identifier ? identifier->canonical() : "", members})
                 .second)
            return;

        std::vector<std::string> names;
        for (auto const member : journey.circle) names.push_back(name_of(member));
        names.push_back(name_of(journey.circle.front()));
        auto const whose = message.to_service_name == unknown_
                               ? std::string("for a service that none of them knows")
                               : "for " + quoted(message.to_service_name.text());
        findings_.add(
            Kind::forwarding_loop, table, routes,
            fmt::format("messages {} are forwarded in a circle: {}", whose, fmt::join(names, " to ")),
            "Let one of the instances deliver, or name in its msdb where the service is.");
    }

    void check_destination(std::size_t instance, Table const& table, RouteSet const& set,
                           std::vector<Route const*> const& routes) {
        if (set.mirrored().empty() && delivers_here(table, set)) return;
        auto message = message_to(set);
        bool const passes_on =
            table.is_msdb() && table.instance().message_forwarding() == MessageForwarding::enabled;
        if (!passes_on) message.origin_database = table.database.name;
        auto const journey = journeys_.of(instance, std::move(message));
        if (!passes_on)
            for (auto const& end : journey.ends)
                if (auto const* deliver = std::get_if<Deliver>(&end.outcome))
                    note_delivery(instance, table, end, *deliver, routes);
        if (journey.is_delivered() || journey.leaves || !journey.circle.empty()) return;

        auto const end = std::find_if(journey.ends.begin(), journey.ends.end(),
                                      [&](End const& one) { return one.instance != instance; });
        if (end == journey.ends.end()) return;
        findings_.add(
            Kind::no_delivery_elsewhere, table, routes,
            fmt::format("messages to {} by {} come to {}, and there they are {}",
                        quoted(set.all().front().remote_service_name->text()), routes_listed(routes),
                        name_of(end->instance), in_words(end->outcome)),
            "In msdb there, let a route lead to the service (LOCAL, or onward with forwarding enabled); see "
            "that it exists and that its broker is enabled.");
    }

    void note_delivery(std::size_t instance, Table const& table, End const& end, Deliver const& deliver,
                       std::vector<Route const*> const& routes) {
        if (end.instance == instance) return;
        auto const* to = instances_[end.instance].instance.database(deliver.database);
        auto& leading = delivering_[{instance, &table.database, end.instance, to}];
        leading.insert(leading.end(), routes.begin(), routes.end());
    }

    // The target's messages go by the table of its own database (SCOPE-1), to the initiator's service and
    // with the identifier of its database; where they arrive, REPLY-1 delivers. Which of the services of the
    // database begins conversations is not known, so a way back to one of them is enough.
    void check_way_back(Pair const& pair, std::vector<Route const*> const& routes) {
        std::vector<ServiceName const*> initiators;
        for (auto const& service : pair.from->services)
            if (!is_built_in(service)) initiators.push_back(&service);
        if (initiators.empty()) return;
        bool const some_come_back =
            std::any_of(initiators.begin(), initiators.end(),
                        [&](ServiceName const* service) { return comes_back(pair, *service); });
        if (some_come_back) return;

        Finding finding{Kind::no_way_back,
                        entry(Kind::no_way_back).severity,
                        instances_[pair.from_instance].name,
                        pair.from->name,
                        {},
                        {},
                        {}};
        for (auto const* route : routes)
            finding.routes.push_back({finding.instance, finding.database, route->name});
        finding.what =
            fmt::format("{} of {} lead to database {} of {}, and no message comes back from there to {}",
                        routes_listed(routes), quoted(pair.from->name), quoted(pair.to->name),
                        name_of(pair.to_instance), services_listed(initiators));
        finding.advice = fmt::format(
            "Create a route to the initiator's service in database {} of {}, with an address "
            "of {}, and see that it arrives there.",
            quoted(pair.to->name), name_of(pair.to_instance), name_of(pair.from_instance));
        findings_.add(std::move(finding));
    }

    static std::string services_listed(std::vector<ServiceName const*> const& services) {
        std::vector<std::string_view> names;
        names.reserve(services.size());
        for (auto const* service : services) names.emplace_back(service->text());
        return listed(names);
    }

    bool comes_back(Pair const& pair, ServiceName const& service) {
        for (auto const& identifier : identifiers_of_initiator(pair, service)) {
            auto const journey = journeys_.of(pair.to_instance, {.origin_database = pair.to->name,
                                                                 .sent_by = SentBy::target,
                                                                 .to_service_name = service,
                                                                 .to_broker_instance = identifier});
            if (journey.leaves) return true;  // by an instance that is not known
            for (auto const& end : journey.ends) {
                if (end.instance != pair.from_instance) continue;
                auto const* deliver = std::get_if<Deliver>(&end.outcome);
                bool const is_there = deliver != nullptr && deliver->database == pair.from->name;
                // Without its identifier REPLY-1 cannot be seen to deliver: that it arrives has to be enough.
                if (is_there || !pair.from->service_broker_guid) return true;
            }
        }
        return false;
    }

    // The identifier of the initiator's database. Where it is not known it may be one that routes back to the
    // service give, or another.
    static std::vector<std::optional<BrokerIdentifier>> identifiers_of_initiator(Pair const& pair,
                                                                                 ServiceName const& service) {
        if (pair.from->service_broker_guid) return {pair.from->service_broker_guid};
        std::vector<std::optional<BrokerIdentifier>> result = {std::nullopt};
        for (auto const& set : pair.to->routes.named(service.text()).by_identifier())
            result.push_back(set.all().front().broker_instance);
        return result;
    }

    std::span<NamedInstance const> instances_;
    std::span<Table const> tables_;
    Findings& findings_;
    Journeys journeys_;
    ServiceName unknown_{""};
    std::set<std::tuple<std::string, std::string, std::vector<std::size_t>>> circles_;
    std::map<Pair, std::vector<Route const*>> delivering_;
};

}  // namespace

void check_between_instances(std::span<NamedInstance const> instances, std::span<Table const> tables,
                             UtcTime now, Findings& findings) {
    Check(instances, tables, now, findings).run();
}

}  // namespace ssbroute::review
