// What can be observed of a network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "delivery/rule_over_time.hpp"
#include "model/utc_time.hpp"
#include "oracle/explanation.hpp"
#include "routing/rule.hpp"

namespace ssbroute::delivery {

/// What is on its way: a message, its acknowledgement, or the error that a forwarder returned for it.
enum class Part : std::uint8_t { message, acknowledgement, error };

enum class HappeningKind : std::uint8_t {
    // Where a message goes.
    send,
    forward,
    deliver,
    /// Delivered again, where it had been delivered.
    duplicate,
    delay,
    drop,
    /// LOOP-2.
    discard,
    /// LOOP-2, if only its lifetime ends the message.
    go_round,
    unreachable,
    /// Delivered to a database that the conversation has nothing to do with.
    stray,
    // What is asked.
    request_route,
    claims,
    denies,
    no_answer,
    // What becomes of the conversation.
    pin,
    acknowledge,
    refuse,
    ignore,
    error,
    expire,
};

/// The word for it, and the member that its object is told under; empty: it has no object.
struct HappeningEntry {
    HappeningKind kind;
    std::string_view word;
    std::string_view object;
};

inline constexpr HappeningEntry happenings[] = {
    {HappeningKind::send, "send", "address"},
    {HappeningKind::forward, "forward", "address"},
    {HappeningKind::deliver, "deliver", "database"},
    {HappeningKind::duplicate, "duplicate", "database"},
    {HappeningKind::delay, "delay", ""},
    {HappeningKind::drop, "drop", ""},
    {HappeningKind::discard, "discard", "because"},
    {HappeningKind::go_round, "go-round", ""},
    {HappeningKind::unreachable, "unreachable", "address"},
    {HappeningKind::stray, "stray", "database"},
    {HappeningKind::request_route, "request-route", "service"},
    {HappeningKind::claims, "claims", "address"},
    {HappeningKind::denies, "denies", "address"},
    {HappeningKind::no_answer, "no-answer", "address"},
    {HappeningKind::pin, "pin", "identifier"},
    {HappeningKind::acknowledge, "acknowledge", ""},
    {HappeningKind::refuse, "refuse", "identifier"},
    {HappeningKind::ignore, "ignore", "identifier"},
    {HappeningKind::error, "error", ""},
    {HappeningKind::expire, "expire", ""},
};
constexpr HappeningEntry const& entry(HappeningKind kind) {
    return happenings[static_cast<std::size_t>(kind)];
}

/// One thing that happened. Two are equal when nobody can tell them apart: rules and reasons do not count.
struct Happening {
    UtcTime at;
    std::string instance;
    std::string message;
    Part part = Part::message;
    HappeningKind kind = HappeningKind::delay;
    /// In the spelling that equal addresses and identifiers share.
    std::string object = {};

    /// The object as it was spelled; empty: just so.
    std::string spelled = {};
    /// The database whose table decided; empty: none did.
    std::string table = {};
    RuleSet rules = {};
    RuleOverTimeSet rules_over_time = {};
    /// When what waits is tried again.
    std::optional<UtcTime> again_at = std::nullopt;
    /// What is seen in sys.transmission_queue meanwhile.
    std::optional<TransmissionStatus> status = std::nullopt;

    friend bool operator==(Happening const& a, Happening const& b) {
        return a.at == b.at && a.kind == b.kind && a.part == b.part && a.message == b.message &&
               a.instance == b.instance && a.object == b.object;
    }
};

/// What is shown of its object.
inline std::string const& shown_object(Happening const& one) {
    return one.spelled.empty() ? one.object : one.spelled;
}

/// What happened, in order.
using History = std::vector<Happening>;

}  // namespace ssbroute::delivery
