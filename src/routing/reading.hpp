// The readings: questions that the documents leave open, with their answers. The texts on each side stand
// in spec/readings.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ssbroute {

/// The readings in the order of spec/readings.md, which settles between equally small sets of them.
enum class Reading : std::uint8_t {
    expiry_instant,
    expired_route_existing_conversation,
    absent_service_outgoing,
    absent_service_incoming,
    no_match_incoming,
    dynamic_routing_order,
    pending_request_for,
    pending_route_request,
    identifier_only_route,
    identical_routes,
    self_address,
    transport_self_address,
    identified_database_without_service,
    forwarding_inactive,
};

// One enumeration a reading; the first enumerator is the preferred answer.
enum class ExpiryInstant : std::uint8_t { expired, live };
enum class ExpiredRouteExistingConversation : std::uint8_t { ignored, kept };
enum class AbsentServiceOutgoing : std::uint8_t { delay, drop };
enum class AbsentServiceIncoming : std::uint8_t { drop, delay };
enum class NoMatchIncoming : std::uint8_t { delay, drop };
enum class DynamicRoutingOrder : std::uint8_t { before_last_resort, when_nothing_matches };
enum class PendingRequestFor : std::uint8_t { target_service, any_service };
enum class PendingRouteRequest : std::uint8_t { continue_matching, delay };
enum class IdentifierOnlyRoute : std::uint8_t { never, last_resort };
enum class IdenticalRoutes : std::uint8_t { all_members, one_representative };
enum class SelfAddress : std::uint8_t { address, address_or_mirror };
enum class TransportSelfAddress : std::uint8_t { outside, send };
enum class IdentifiedDatabaseWithoutService : std::uint8_t { not_found, deliver };
enum class ForwardingInactive : std::uint8_t { drop, delay };

/// An answer as its place in the list of a reading's answers; 0 is the documents' preferred one.
using AnswerNumber = std::uint8_t;

struct ReadingEntry {
    Reading reading;
    std::string_view id;
    std::array<std::string_view, 2> answers;
};

inline constexpr std::array readings = {
    ReadingEntry{Reading::expiry_instant, "expiry-instant", {"expired", "live"}},
    ReadingEntry{Reading::expired_route_existing_conversation,
                 "expired-route-existing-conversation",
                 {"ignored", "kept"}},
    ReadingEntry{Reading::absent_service_outgoing, "absent-service-outgoing", {"delay", "drop"}},
    ReadingEntry{Reading::absent_service_incoming, "absent-service-incoming", {"drop", "delay"}},
    ReadingEntry{Reading::no_match_incoming, "no-match-incoming", {"delay", "drop"}},
    ReadingEntry{Reading::dynamic_routing_order,
                 "dynamic-routing-order",
                 {"before-last-resort", "when-nothing-matches"}},
    ReadingEntry{Reading::pending_request_for, "pending-request-for", {"target-service", "any-service"}},
    ReadingEntry{Reading::pending_route_request, "pending-route-request", {"continue", "delay"}},
    ReadingEntry{Reading::identifier_only_route, "identifier-only-route", {"never", "last-resort"}},
    ReadingEntry{Reading::identical_routes, "identical-routes", {"all-members", "one-representative"}},
    ReadingEntry{Reading::self_address, "self-address", {"address", "address-or-mirror"}},
    ReadingEntry{Reading::transport_self_address, "transport-self-address", {"outside", "send"}},
    ReadingEntry{Reading::identified_database_without_service,
                 "identified-database-without-service",
                 {"not-found", "deliver"}},
    ReadingEntry{Reading::forwarding_inactive, "forwarding-inactive", {"drop", "delay"}},
};

constexpr ReadingEntry const& entry(Reading reading) { return readings[static_cast<std::size_t>(reading)]; }
constexpr std::string_view id(Reading reading) { return entry(reading).id; }

constexpr std::optional<Reading> reading_with_id(std::string_view wanted) {
    for (auto const& entry : readings)
        if (entry.id == wanted) return entry.reading;
    return std::nullopt;
}

constexpr std::optional<AnswerNumber> answer_with_id(Reading reading, std::string_view wanted) {
    AnswerNumber number = 0;
    for (auto const& answer : entry(reading).answers) {
        if (answer == wanted) return number;
        ++number;
    }
    return std::nullopt;
}

/// Which reading an enumeration of answers belongs to.
template <typename Answer>
inline constexpr Reading reading_of = [] {
    static_assert(sizeof(Answer) == 0, "no reading has these answers");
    return Reading{};
}();
template <>
inline constexpr Reading reading_of<ExpiryInstant> = Reading::expiry_instant;
template <>
inline constexpr Reading reading_of<ExpiredRouteExistingConversation> =
    Reading::expired_route_existing_conversation;
template <>
inline constexpr Reading reading_of<AbsentServiceOutgoing> = Reading::absent_service_outgoing;
template <>
inline constexpr Reading reading_of<AbsentServiceIncoming> = Reading::absent_service_incoming;
template <>
inline constexpr Reading reading_of<NoMatchIncoming> = Reading::no_match_incoming;
template <>
inline constexpr Reading reading_of<DynamicRoutingOrder> = Reading::dynamic_routing_order;
template <>
inline constexpr Reading reading_of<PendingRequestFor> = Reading::pending_request_for;
template <>
inline constexpr Reading reading_of<PendingRouteRequest> = Reading::pending_route_request;
template <>
inline constexpr Reading reading_of<IdentifierOnlyRoute> = Reading::identifier_only_route;
template <>
inline constexpr Reading reading_of<IdenticalRoutes> = Reading::identical_routes;
template <>
inline constexpr Reading reading_of<SelfAddress> = Reading::self_address;
template <>
inline constexpr Reading reading_of<TransportSelfAddress> = Reading::transport_self_address;
template <>
inline constexpr Reading reading_of<IdentifiedDatabaseWithoutService> =
    Reading::identified_database_without_service;
template <>
inline constexpr Reading reading_of<ForwardingInactive> = Reading::forwarding_inactive;

}  // namespace ssbroute
