// What becomes of a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "model/address.hpp"

namespace ssbroute {

/// The message is delivered to its service in this database of the instance.
struct Deliver {
    std::string database;

    friend bool operator==(Deliver const&, Deliver const&) = default;
};

/// An outgoing message is sent to an address; of a mirrored pair to whichever is the principal.
struct Send {
    Address address;
    std::optional<Address> mirror_address = std::nullopt;

    friend bool operator==(Send const&, Send const&) = default;
};

/// A message from outside is forwarded to an address; of a mirrored pair to whichever is the principal.
struct Forward {
    Address address;
    std::optional<Address> mirror_address = std::nullopt;

    friend bool operator==(Forward const&, Forward const&) = default;
};

/// Whether a delay comes with a request to the dynamic routing service.
enum class RouteRequest : std::uint8_t { none, made };

/// The message waits in sys.transmission_queue and is matched again after a time-out.
struct Delay {
    RouteRequest route_request = RouteRequest::none;

    friend bool operator==(Delay const&, Delay const&) = default;
};

/// The message is discarded.
struct Drop {
    friend bool operator==(Drop const&, Drop const&) = default;
};

/// What becomes of a message. Two are equal when kind, database, addresses (as network addresses are
/// compared) and route request are equal.
using Outcome = std::variant<Deliver, Send, Forward, Delay, Drop>;

/// Whether two outcomes are the same, whatever the spelling of their addresses.
inline bool same(Outcome const& a, Outcome const& b) { return a == b; }

/// For tables of outcomes: the same number for the same outcome.
struct OutcomeHash {
    std::size_t operator()(Outcome const& outcome) const;
};

/// A text that outcomes share exactly when they are the same.
std::string canonical(Outcome const& outcome);

/// The order of outcomes in an answer: deliver, send, forward, delay, drop, then by database, address
/// and mirror address as spelled, absent before present.
bool is_printed_before(Outcome const& a, Outcome const& b);

}  // namespace ssbroute
