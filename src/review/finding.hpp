// What a review of routing tables finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity.hpp"

namespace ssbroute::review {

/// The kinds of findings, in the order in which they are listed.
enum class Kind : std::uint8_t {
    // Definitions.
    empty_option,
    overlong_option,
    incomplete_mirrored_route,
    identifier_without_service_name,
    mirrored_special_address,
    malformed_address,
    port_missing,
    transport_with_service_name,
    lifetime_out_of_range,
    mirror_address_repeats_address,
    dynamic_routing_with_identifier,
    duplicate_route_name,
    similar_route_names,
    identifier_is_no_guid,
    port_of_database_engine,
    // Routes that are not chosen.
    expired_route,
    route_expires_soon,
    duplicate_route,
    different_mirror_addresses,
    hidden_by_mirrored_route,
    hidden_by_local_route,
    hidden_by_network_route,
    hidden_by_dynamic_routing,
    // Services of the instance.
    local_route_for_absent_service,
    local_route_with_unknown_identifier,
    local_route_to_database_without_service,
    identifier_hides_local_service,
    network_route_hides_local_service,
    auto_created_local_missing,
    auto_created_local_altered,
    service_in_several_databases,
    disabled_broker,
    disabled_msdb,
    // Names.
    similar_service_names,
    service_name_is_route_name,
    // Addresses.
    load_balancing_by_name_only,
    identifier_at_several_addresses,
    own_address,
    own_address_without_delivery,
    transport_without_address,
    // Forwarding.
    forwarding_disabled,
    open_relay,
    forwarding_to_itself,
    // Several instances.
    forwarding_loop,
    no_delivery_elsewhere,
    no_way_back,
};

/// What is the same for every finding of a kind.
struct KindEntry {
    Kind kind;
    std::string_view id;
    /// How much it matters; one that rests on what is not known for certain matters less.
    Severity severity;
    /// What such a finding tells, in one sentence.
    std::string_view sentence;
    /// The rules and readings behind it (spec/routing.md, spec/readings.md); empty places at the end.
    std::array<std::string_view, 4> rules;
};

inline constexpr std::array kinds = {
    KindEntry{
        Kind::empty_option, "empty-option", Severity::error, "An option of a route is empty.", {"DEFINE-1"}},
    KindEntry{Kind::overlong_option,
              "overlong-option",
              Severity::error,
              "An option of a route is longer than its column.",
              {"DEFINE-2"}},
    KindEntry{Kind::incomplete_mirrored_route,
              "incomplete-mirrored-route",
              Severity::error,
              "A mirrored route lacks the service name or the identifier.",
              {"DEFINE-3"}},
    KindEntry{Kind::identifier_without_service_name,
              "identifier-without-service-name",
              Severity::error,
              "A route has an identifier and no service name: no step of matching takes it.",
              {"DEFINE-4", "MATCH-5", "identifier-only-route"}},
    KindEntry{Kind::mirrored_special_address,
              "mirrored-special-address",
              Severity::error,
              "A mirrored route has the address LOCAL or TRANSPORT.",
              {"DEFINE-5", "CHOOSE-1"}},
    KindEntry{Kind::malformed_address,
              "malformed-address",
              Severity::error,
              "An address is neither LOCAL nor TRANSPORT nor of the form TCP://host:port.",
              {"DEFINE-6"}},
    KindEntry{
        Kind::port_missing, "port-missing", Severity::error, "A network address has no port.", {"DEFINE-6"}},
    KindEntry{Kind::transport_with_service_name,
              "transport-with-service-name",
              Severity::error,
              "A TRANSPORT route has a service name.",
              {"DEFINE-7", "TRANSPORT-1"}},
    KindEntry{Kind::lifetime_out_of_range,
              "lifetime-out-of-range",
              Severity::error,
              "A route lives longer than the server lets it.",
              {"DEFINE-8"}},
    KindEntry{Kind::mirror_address_repeats_address,
              "mirror-address-repeats-address",
              Severity::error,
              "The two addresses of a mirrored route are the same.",
              {"DEFINE-9"}},
    KindEntry{Kind::dynamic_routing_with_identifier,
              "dynamic-routing-with-identifier",
              Severity::warning,
              "A route to the dynamic routing service has an identifier.",
              {"DEFINE-10", "MATCH-4"}},
    KindEntry{Kind::duplicate_route_name,
              "duplicate-route-name",
              Severity::error,
              "Two routes of one database have the same name.",
              {"DEFINE-11"}},
    KindEntry{Kind::similar_route_names,
              "similar-route-names",
              Severity::warning,
              "The names of two routes differ only in case, width or trailing space.",
              {"DEFINE-11"}},
    KindEntry{Kind::identifier_is_no_guid,
              "identifier-is-no-guid",
              Severity::warning,
              "A route's identifier is no GUID: no database has it.",
              {"MATCH-1", "LOCATE-1"}},
    KindEntry{Kind::port_of_database_engine,
              "port-of-database-engine",
              Severity::warning,
              "A network address has port 1433, where the Database Engine listens and not the broker.",
              {"DEFINE-6", "SEND-1"}},

    KindEntry{Kind::expired_route,
              "expired-route",
              Severity::warning,
              "A route has expired: it is as if it were not there.",
              {"EXPIRY-1", "expiry-instant"}},
    KindEntry{Kind::route_expires_soon,
              "route-expires-soon",
              Severity::note,
              "A route expires soon.",
              {"EXPIRY-1"}},
    KindEntry{Kind::duplicate_route,
              "duplicate-route",
              Severity::warning,
              "Routes are equal in all but their name: for choosing they are one.",
              {"CHOOSE-0"}},
    KindEntry{Kind::different_mirror_addresses,
              "different-mirror-addresses",
              Severity::note,
              "Routes that are one for choosing differ in mirror address.",
              {"CHOOSE-0", "CHOOSE-1", "identical-routes"}},
    KindEntry{Kind::hidden_by_mirrored_route,
              "hidden-by-mirrored-route",
              Severity::warning,
              "A route is never chosen, because a mirrored one matches whenever it does.",
              {"CHOOSE-1", "MIRROR-1"}},
    KindEntry{Kind::hidden_by_local_route,
              "hidden-by-local-route",
              Severity::warning,
              "A route is not chosen beside a LOCAL one, because the service is in this instance.",
              {"CHOOSE-2", "LOCATE-4"}},
    KindEntry{
        Kind::hidden_by_network_route,
        "hidden-by-network-route",
        Severity::warning,
        "A TRANSPORT route is never chosen, because one with a network address matches whenever it does.",
        {"CHOOSE-3", "CHOOSE-4"}},
    KindEntry{Kind::hidden_by_dynamic_routing,
              "hidden-by-dynamic-routing",
              Severity::warning,
              "A route to the dynamic routing service hides the last-resort routes, and the local services "
              "that they reach.",
              {"MATCH-4", "MATCH-5", "dynamic-routing-order", "pending-route-request"}},

    KindEntry{Kind::local_route_for_absent_service,
              "local-route-for-absent-service",
              Severity::warning,
              "A LOCAL route names a service that no enabled database of the instance has.",
              {"CHOOSE-2", "CHOOSE-5", "ENABLED-1"}},
    KindEntry{Kind::local_route_with_unknown_identifier,
              "local-route-with-unknown-identifier",
              Severity::error,
              "A LOCAL route has an identifier that no enabled database of the instance has.",
              {"LOCATE-1", "LOCATE-4"}},
    KindEntry{Kind::local_route_to_database_without_service,
              "local-route-to-database-without-service",
              Severity::warning,
              "A LOCAL route has the identifier of a database that lacks the service.",
              {"LOCATE-1", "LOCATE-4", "identified-database-without-service"}},
    KindEntry{Kind::identifier_hides_local_service,
              "identifier-hides-local-service",
              Severity::warning,
              "Routes with an identifier keep conversations without one from the LOCAL last-resort route.",
              {"MATCH-3", "MATCH-5"}},
    KindEntry{Kind::network_route_hides_local_service,
              "network-route-hides-local-service",
              Severity::note,
              "A route sends messages elsewhere although the instance has the service.",
              {"MATCH-2", "MATCH-5"}},
    KindEntry{Kind::auto_created_local_missing,
              "auto-created-local-missing",
              Severity::warning,
              "A database has no AutoCreatedLocal, nor another LOCAL last-resort route.",
              {"MATCH-5", "MATCH-6", "MATCH-7"}},
    KindEntry{Kind::auto_created_local_altered,
              "auto-created-local-altered",
              Severity::warning,
              "AutoCreatedLocal is not the LOCAL last-resort route that it is made as.",
              {"MATCH-5"}},
    KindEntry{Kind::service_in_several_databases,
              "service-in-several-databases",
              Severity::note,
              "Several databases have a service of the same name: which of them gets a message is left to "
              "chance.",
              {"LOCATE-2", "LOCATE-3"}},
    KindEntry{Kind::disabled_broker,
              "disabled-broker",
              Severity::warning,
              "A database with services or routes has its broker disabled.",
              {"ENABLED-1", "ENABLED-2"}},
    KindEntry{Kind::disabled_msdb,
              "disabled-msdb",
              Severity::error,
              "The broker of msdb is disabled: everything that arrives from outside is dropped.",
              {"ENABLED-3"}},

    KindEntry{Kind::similar_service_names,
              "similar-service-names",
              Severity::warning,
              "The service name of a route differs from another only in case, width or trailing space.",
              {"NAME-1"}},
    KindEntry{Kind::service_name_is_route_name,
              "service-name-is-route-name",
              Severity::warning,
              "A route's service name is the name of a route, and no service is known by it.",
              {"NAME-1", "MATCH-2"}},

    KindEntry{Kind::load_balancing_by_name_only,
              "load-balancing-by-name-only",
              Severity::warning,
              "Routes without identifier lead to several addresses: until the first acknowledgement each "
              "message may go to another.",
              {"CHOOSE-3", "ACK-1"}},
    KindEntry{Kind::identifier_at_several_addresses,
              "identifier-at-several-addresses",
              Severity::warning,
              "Routes lead to one database at several addresses.",
              {"MATCH-1", "CHOOSE-3"}},
    KindEntry{Kind::own_address,
              "own-address",
              Severity::note,
              "A route has an address of this very instance: msdb's table decides.",
              {"LOOP-1", "SCOPE-2", "self-address"}},
    KindEntry{Kind::own_address_without_delivery,
              "own-address-without-delivery",
              Severity::warning,
              "A route has an address of this very instance, and msdb's table does not deliver.",
              {"LOOP-1", "SCOPE-2"}},
    KindEntry{Kind::transport_without_address,
              "transport-without-address",
              Severity::warning,
              "A TRANSPORT route is chosen for services whose names begin with no network address.",
              {"CHOOSE-4", "TRANSPORT-1", "TRANSPORT-2"}},

    KindEntry{Kind::forwarding_disabled,
              "forwarding-disabled",
              Severity::warning,
              "msdb has routes that lead elsewhere, and message forwarding is disabled.",
              {"FORWARD-1", "forwarding-inactive"}},
    KindEntry{Kind::open_relay,
              "open-relay",
              Severity::warning,
              "Messages from outside for any absent service are forwarded.",
              {"MATCH-5", "FORWARD-2"}},
    KindEntry{Kind::forwarding_to_itself,
              "forwarding-to-itself",
              Severity::error,
              "A route of msdb forwards messages to this very instance.",
              {"FORWARD-2", "LOOP-1", "LOOP-2"}},

    KindEntry{Kind::forwarding_loop,
              "forwarding-loop",
              Severity::error,
              "Instances forward messages to each other in a circle.",
              {"FORWARD-2", "LOOP-2"}},
    KindEntry{Kind::no_delivery_elsewhere,
              "no-delivery-elsewhere",
              Severity::warning,
              "A route leads to an instance that does not deliver.",
              {"SEND-1", "SCOPE-2"}},
    KindEntry{Kind::no_way_back,
              "no-way-back",
              Severity::error,
              "Messages reach a service from which no reply comes back.",
              {"SCOPE-1", "REPLY-1", "REPLY-2"}},
};

constexpr KindEntry const& entry(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }
constexpr std::string_view id(Kind kind) { return entry(kind).id; }

constexpr std::optional<Kind> kind_with_id(std::string_view wanted) {
    for (auto const& one : kinds)
        if (one.id == wanted) return one.kind;
    return std::nullopt;
}

/// A route of one of the instances.
struct RoutePlace {
    std::string instance;
    std::string database;
    std::string route;

    friend bool operator==(RoutePlace const&, RoutePlace const&) = default;
};

struct Finding {
    Kind kind;
    Severity severity;
    std::string instance;
    /// Empty: the instance as a whole.
    std::string database;
    /// The routes concerned, those that it is about first.
    std::vector<RoutePlace> routes;
    /// What is wrong, with the values that show it.
    std::string what;
    /// What to do.
    std::string advice;
};

}  // namespace ssbroute::review
