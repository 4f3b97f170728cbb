#include "review/checks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <variant>

#include "model/scenario.hpp"
#include "oracle/answer.hpp"
#include "routing/routes_in_scope.hpp"

namespace ssbroute::review {
namespace {

// More names than that are counted.
constexpr std::size_t most_names = 6;

RoutingTable without_expired(RoutingTable const& table, UtcTime now) {
    Expiry const expiry{now};
    auto const with_lifetime = table.by_lifetime();
    bool const some_expired = !with_lifetime.empty() && expiry.removes(*with_lifetime.front());
    if (!some_expired) return table;

    std::vector<Route> live;
    for (auto const* route : table.as_given())
        if (!expiry.removes(*route)) live.push_back(*route);
    return RoutingTable(std::move(live));
}

// The places of the routes in the order in which the table keeps them.
std::vector<std::uint32_t> kept_order(std::vector<Route const*> const& as_given) {
    std::vector<std::pair<Route const*, std::uint32_t>> placed;
    placed.reserve(as_given.size());
    for (auto const* route : as_given) placed.emplace_back(route, static_cast<std::uint32_t>(placed.size()));
    std::sort(placed.begin(), placed.end(),
              [](auto const& a, auto const& b) { return std::less<>()(a.first, b.first); });
    std::vector<std::uint32_t> order;
    order.reserve(placed.size());
    for (auto const& one : placed) order.push_back(one.second);
    return order;
}

std::vector<Route const*> in_order(std::vector<Route const*> const& as_given,
                                   std::vector<std::uint32_t> const& order) {
    std::vector<Route const*> routes;
    routes.reserve(order.size());
    for (auto const place : order) routes.push_back(as_given[place]);
    return routes;
}

// Routes of one name stand side by side.
std::vector<RoutesOfOneName> by_name(RoutingTable const& table, std::vector<Route const*> const& routes) {
    std::vector<RoutesOfOneName> result;
    std::optional<std::string_view> last;
    for (auto const* route : routes) {
        auto const& name = route->remote_service_name;
        if (!name || name->text() == last) continue;
        last = name->text();
        // Of expired routes there may be nothing left.
        if (auto const live = table.named(*last); !live.empty()) result.push_back(live);
    }
    return result;
}

std::string to_address(Address const& address, std::optional<Address> const& mirror) {
    if (!mirror) return address.text();
    return fmt::format("{} or {}", address.text(), mirror->text());
}

struct InWords {
    std::string operator()(Deliver const& one) const {
        return fmt::format("delivered to the service in database {}", quoted(one.database));
    }
    std::string operator()(Send const& one) const {
        return "sent to " + to_address(one.address, one.mirror_address);
    }
    std::string operator()(Forward const& one) const {
        return "forwarded to " + to_address(one.address, one.mirror_address);
    }
    std::string operator()(Delay const& one) const {
        return one.route_request == RouteRequest::made ? "delayed while a route is requested" : "delayed";
    }
    std::string operator()(Drop const& /*one*/) const { return "dropped"; }
};

}  // namespace

Table::Table(NamedInstance const& of, Database const& whose, UtcTime now)
    : owner(of), database(whose), live(without_expired(whose.routes, now)) {
    auto const as_given = database.routes.as_given();
    given = kept_order(as_given);
    routes = in_order(as_given, given);
    std::vector<LookAlikes::Numbered> numbered;
    numbered.reserve(routes.size());
    for (auto const* route : routes) numbered.push_back({route->name, given[numbered.size()]});
    route_names = LookAlikes(std::move(numbered));
    names = by_name(live, routes);
}

std::vector<RouteSet> Table::sets() const {
    std::vector<RouteSet> result;
    for (auto const& name : names) result.insert(result.end(), name.sets().begin(), name.sets().end());
    auto const unnamed = live.unnamed().sets();
    result.insert(result.end(), unnamed.begin(), unnamed.end());
    return result;
}

KnownServices::KnownServices(std::span<NamedInstance const> instances) {
    std::size_t count = 0;
    for (auto const& instance : instances)
        for (auto const& database : instance.instance.databases()) count += database.services.size();
    distinct_.reserve(count);
    by_name_.reserve(count);
    for (auto const& instance : instances)
        for (auto const& database : instance.instance.databases())
            for (auto const& service : database.services)
                if (by_name_.insert(service.text()).second)
                    distinct_.push_back({&instance, &database, service.text()});

    std::vector<LookAlikes::Numbered> numbered;
    numbered.reserve(distinct_.size());
    for (auto const& service : distinct_)
        numbered.push_back({service.name, static_cast<std::uint32_t>(numbered.size())});
    alike_ = LookAlikes(std::move(numbered));
}

KnownService const* KnownServices::like(std::string_view name) const {
    auto const place = alike_.like(name);
    return place ? &distinct_[*place] : nullptr;
}

void Findings::add(Kind kind, Table const& table, std::vector<Route const*> const& routes, std::string what,
                   std::string advice, std::optional<Severity> severity) {
    Finding finding{kind,
                    severity.value_or(entry(kind).severity),
                    table.owner.name,
                    table.database.name,
                    {},
                    std::move(what),
                    std::move(advice)};
    finding.routes.reserve(routes.size());
    for (auto const* route : routes)
        finding.routes.push_back({table.owner.name, table.database.name, route->name});
    add(std::move(finding));
}

void Findings::add(Kind kind, NamedInstance const& instance, std::string const& database, std::string what,
                   std::string advice) {
    add(Finding{kind, entry(kind).severity, instance.name, database, {}, std::move(what), std::move(advice)});
}

void Findings::add(Finding finding) {
    auto const& ignored = options_.ignored;
    if (std::find(ignored.begin(), ignored.end(), finding.kind) != ignored.end()) return;
    found_.push_back(std::move(finding));
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 80;
    if (text.size() <= longest) return fmt::format("'{}'", text);
    auto cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return fmt::format("'{}...'", text.substr(0, cut));
}

std::string listed(std::vector<std::string_view> const& names) {
    // One name more is as short as its count.
    auto const shown = names.size() <= most_names + 1 ? names.size() : most_names;
    std::vector<std::string> parts;
    parts.reserve(shown + 1);
    for (std::size_t i = 0; i < shown; ++i) parts.push_back(quoted(names[i]));
    if (shown < names.size()) parts.push_back(fmt::format("{} more", names.size() - shown));
    if (parts.size() < 2) return parts.empty() ? "" : parts.front();
    auto const last = std::move(parts.back());
    parts.pop_back();
    return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::string listed(std::vector<Route const*> const& routes) {
    std::vector<std::string_view> names;
    names.reserve(routes.size());
    for (auto const* route : routes) names.push_back(route->name);
    return listed(names);
}

std::string routes_listed(std::vector<Route const*> const& routes) {
    return fmt::format("{} {}", routes.size() == 1 ? "route" : "routes", listed(routes));
}

std::string in_words(Outcome const& outcome) { return std::visit(InWords(), outcome); }

std::string in_words(std::vector<Outcome> const& outcomes) {
    auto const shown = std::min(outcomes.size(), most_names);
    std::vector<std::string> parts;
    parts.reserve(shown + 1);
    for (std::size_t i = 0; i < shown; ++i) parts.push_back(in_words(outcomes[i]));
    if (shown < outcomes.size()) parts.push_back(fmt::format("{} more", outcomes.size() - shown));
    return fmt::format("{}", fmt::join(parts, ", or "));
}

bool is_built_in(ServiceName const& service) {
    constexpr std::string_view prefix = "http://schemas.microsoft.com/SQL/";
    return service.text().starts_with(prefix);
}

ServiceName unused_name(std::function<bool(ServiceName const&)> const& is_taken) {
    ServiceName name("UnknownService");
    for (int number = 2; is_taken(name); ++number)
        name = ServiceName("UnknownService" + std::to_string(number));
    return name;
}

std::vector<Route const*> pointers(std::span<Route const> routes) {
    std::vector<Route const*> result;
    result.reserve(routes.size());
    for (auto const& route : routes) result.push_back(&route);
    return result;
}

std::vector<Route const*> joined(std::vector<Route const*> first, std::vector<Route const*> const& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

bool is_matched(RouteSet const& set) {
    Route const& route = set.all().front();
    return route.remote_service_name.has_value() || !route.broker_instance;
}

bool has_mirrored_network_route(RouteSet const& set) { return !set.without_local().mirrored().empty(); }

std::span<Route const> leading_elsewhere(RouteSet const& set) {
    auto const rest = set.without_local();
    if (!rest.mirrored().empty()) return rest.mirrored();
    return rest.network().empty() ? rest.transport() : rest.network();
}

bool delivers_here(Table const& table, RouteSet const& set) {
    Route const& route = set.all().front();
    if (set.local().empty() || !route.remote_service_name) return false;
    auto const& instance = table.instance();
    if (!route.broker_instance) return !instance.databases_with_service(*route.remote_service_name).empty();
    auto const* database = instance.database_with_identifier(*route.broker_instance);
    return database != nullptr && instance.has_service(*database, *route.remote_service_name);
}

bool makes_no_difference(Instance const& instance, ServiceName const& service) {
    auto const& routes = instance.msdb().routes;
    bool const is_named = !routes.named(service.text()).empty() ||
                          instance.is_route_request_pending(service) || Address::that_begins(service.text());
    if (is_named) return false;
    if (instance.databases_with_service(service).empty()) return true;

    // The service is here. It is looked for if a last-resort route is LOCAL, or if none is there (MATCH-6).
    auto const last_resort = routes.unnamed().without_identifier();
    bool const all_stay = !routes.unnamed().first_lifetime();
    bool const none_is_local = last_resort.without_local().all().size() == last_resort.all().size();
    return !last_resort.empty() && all_stay && none_is_local;
}

std::vector<Outcome> permitted(Instance const& instance, Message const& message, UtcTime now) {
    // The sending database is one of the instance's, and there is a time.
    RoutingProcess process(*Scenario::create(instance, message, now));
    return answer(process, {}, OtherReadings::left_out).permitted;
}

}  // namespace ssbroute::review
