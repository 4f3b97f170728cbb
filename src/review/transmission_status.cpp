#include "review/transmission_status.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <variant>
#include <vector>

#include "model/ascii.hpp"
#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

// Which outcomes a status goes with.
enum class GoesWith : std::uint8_t {
    // With a decision that ends for this very reason.
    its_own_reason,
    // With every decision that finds no route or no service.
    nothing_found,
    // With a message that goes over the network.
    network,
    // With one that goes to a mirrored address.
    mirrored,
    // With one that stays in the instance.
    local,
    // With any: it tells nothing about where the message goes.
    any,
};

struct KnownStatus {
    // Nothing: the documentation has the words, sys.messages has others.
    std::optional<int> number;
    // A part that no other text has, in lower case.
    std::string_view part;
    GoesWith goes_with;
    std::string_view meaning;
};

// Of two that a text has, the first counts.
constexpr std::array known_statuses = {
    KnownStatus{9750, "no route matches", GoesWith::its_own_reason, "no route matches"},
    KnownStatus{std::nullopt, "no route for service", GoesWith::nothing_found, "no route is found"},
    KnownStatus{9770, "locating routes", GoesWith::its_own_reason,
                "a route is asked of the dynamic routing service"},
    KnownStatus{9785, "invalid address specified", GoesWith::its_own_reason, "the address is not valid"},
    KnownStatus{9789, "broker is disabled in msdb", GoesWith::its_own_reason,
                "the broker of msdb is disabled"},
    KnownStatus{9791, "disabled in the sender", GoesWith::its_own_reason,
                "the broker of the sending database is disabled"},
    KnownStatus{9792, "forwarding is disabled", GoesWith::its_own_reason,
                "the message would have to be forwarded, and forwarding is disabled"},
    KnownStatus{9793, "target service name could not be found", GoesWith::nothing_found,
                "the target service or a route to it is not found"},
    KnownStatus{9795, "could not find the target broker", GoesWith::its_own_reason,
                "the target broker is not in this instance"},
    KnownStatus{9796, "matched a local route", GoesWith::its_own_reason,
                "a LOCAL route matches, but the instance lacks the service"},

    KnownStatus{9753, "target service broker is unreachable", GoesWith::network,
                "the target broker is unreachable"},
    KnownStatus{9748, "protocol transport is not available", GoesWith::network,
                "this instance has no transport"},
    KnownStatus{std::nullopt, "transport is disabled or not configured", GoesWith::network,
                "this instance has no transport"},
    KnownStatus{std::nullopt, "transport layer is unavailable", GoesWith::network,
                "this instance has no transport"},
    KnownStatus{9751, "authentication failed with error", GoesWith::network,
                "the connection is not authenticated"},
    KnownStatus{9752, "connection was refused", GoesWith::network, "the connection is refused"},
    KnownStatus{9754, "connection attempt failed", GoesWith::network, "no connection is made"},
    KnownStatus{9755, "error occurred while receiving data", GoesWith::network, "the connection broke"},
    KnownStatus{9756, "connecting to an adjacent broker", GoesWith::network, "no connection is made"},
    KnownStatus{9757, "network protocol error", GoesWith::network, "the connection broke"},
    KnownStatus{9758, "login protocol negotiation", GoesWith::network, "the connection is not authenticated"},
    KnownStatus{9759, "error occurred while sending data", GoesWith::network, "the connection broke"},
    KnownStatus{std::nullopt, "connection handshake failed", GoesWith::network, "no connection is made"},
    KnownStatus{std::nullopt, "public key certificate associated with this sql server", GoesWith::network,
                "the certificate of the connection is not valid"},
    KnownStatus{9783, "dns lookup failed", GoesWith::network, "the name of the host is not found"},

    KnownStatus{9787, "processing broker mirroring routes", GoesWith::mirrored,
                "a mirrored route cannot be used"},
    KnownStatus{9794, "broker mirroring manager", GoesWith::mirrored, "mirrored routes are not ready yet"},

    KnownStatus{9749, "target queue is busy", GoesWith::local, "the target queue is busy"},
    KnownStatus{9617, "is currently disabled", GoesWith::local, "the target queue is disabled"},
    KnownStatus{std::nullopt, "target queue is disabled", GoesWith::local, "the target queue is disabled"},
    KnownStatus{28021, "delivered to the local service", GoesWith::local,
                "the local service does not take the message"},

    KnownStatus{9771, "manager is disabled in single-user mode", GoesWith::any, "the broker does not run"},
    KnownStatus{9780, "broker manager is initializing", GoesWith::any, "the broker is starting"},
    KnownStatus{9781, "broker manager is shutting down", GoesWith::any, "the broker is shutting down"},
    KnownStatus{9790, "in single user mode", GoesWith::any, "msdb is in single-user mode"},
    KnownStatus{9788, "routing information is not available", GoesWith::any, "msdb is not available"},
    KnownStatus{9797, "routing information is currently being updated", GoesWith::any,
                "the routes are being changed"},
    KnownStatus{9798, "could not be classified", GoesWith::any, "the message could not be classified"},
    KnownStatus{9779, "received an end conversation message", GoesWith::any,
                "the other side has ended the conversation"},
    KnownStatus{9784, "received an error message", GoesWith::any,
                "the other side has ended the conversation with an error"},
    KnownStatus{std::nullopt, "dialog security is", GoesWith::any, "the dialog cannot be secured"},
    KnownStatus{std::nullopt, "master key", GoesWith::any, "the dialog cannot be secured"},
};

KnownStatus const* known_status(std::string_view text) {
    auto const lower = ascii::lower(text);
    auto const known =
        std::find_if(known_statuses.begin(), known_statuses.end(),
                     [&](KnownStatus const& one) { return lower.find(one.part) != std::string::npos; });
    return known == known_statuses.end() ? nullptr : &*known;
}

// The address that a message is sent to and its mirror address.
struct NetworkAddresses {
    Address const& address;
    std::optional<Address> const& mirror_address;
};

std::optional<NetworkAddresses> network_addresses(Outcome const& outcome) {
    if (auto const* send = std::get_if<Send>(&outcome))
        return NetworkAddresses{send->address, send->mirror_address};
    if (auto const* forward = std::get_if<Forward>(&outcome))
        return NetworkAddresses{forward->address, forward->mirror_address};
    return std::nullopt;
}

bool ends_with(ExplainedOutcome const& found, Rule rule) {
    auto const& trace = found.explanation.trace;
    return !trace.empty() && trace.back().rule == rule;
}

bool has_this_reason(int number, ExplainedOutcome const& found) {
    if (auto const& status = found.explanation.transmission_status) return status->number == number;
    // A message that comes back to this instance and is dropped as one from outside stays in the queue all
    // the same.
    switch (number) {
        case 9750: return ends_with(found, Rule::match_7);
        case 9789: return ends_with(found, Rule::enabled_3);
        case 9792: return ends_with(found, Rule::forward_1);
        case 9795:
        case 9796: return ends_with(found, Rule::choose_5);
        case 9785: {
            auto const to = network_addresses(found.outcome);
            return ends_with(found, Rule::choose_5) || (to && !to->address.is_well_formed());
        }
        default: return false;
    }
}

bool goes_with(KnownStatus const& status, ExplainedOutcome const& found) {
    auto const to = network_addresses(found.outcome);
    switch (status.goes_with) {
        case GoesWith::its_own_reason: return has_this_reason(*status.number, found);
        case GoesWith::nothing_found:
            return ends_with(found, Rule::match_7) || ends_with(found, Rule::choose_5);
        case GoesWith::network: return to.has_value();
        case GoesWith::mirrored: return to && to->mirror_address;
        case GoesWith::local: return std::holds_alternative<Deliver>(found.outcome);
        case GoesWith::any: return true;
    }
    return true;
}

enum class Permission : std::uint8_t { permitted, contested };

Permission permission_of(ExplainedOutcome const& found) {
    return found.readings.empty() ? Permission::permitted : Permission::contested;
}

std::vector<Outcome> permitted(std::span<ExplainedOutcome const> answer) {
    std::vector<Outcome> outcomes;
    for (auto const& found : answer)
        if (permission_of(found) == Permission::permitted) outcomes.push_back(found.outcome);
    return outcomes;
}

std::string readings_in(Deviations deviations) {
    std::string names;
    for (auto const& reading : readings)
        if (deviations.contains(reading.reading))
            names += (names.empty() ? "" : ", ") + std::string(reading.id);
    return names;
}

std::string what_it_says(KnownStatus const& status) {
    auto const number = status.number ? fmt::format(" (message {})", *status.number) : std::string();
    return fmt::format("transmission_status says: {}{}", status.meaning, number);
}

StatusComparison of_blank(std::span<ExplainedOutcome const> answer) {
    bool const is_sender_disabled =
        std::any_of(answer.begin(), answer.end(), [](ExplainedOutcome const& found) {
            return permission_of(found) == Permission::permitted && ends_with(found, Rule::enabled_2);
        });
    return {Agreement::says_nothing, std::nullopt,
            is_sender_disabled
                ? "transmission_status is blank, as it may be where the broker of the sending "
                  "database is disabled"
                : "transmission_status is blank: the message was not sent yet, or is not acknowledged "
                  "yet"};
}

}  // namespace

StatusComparison compare_status(std::string_view transmission_status,
                                std::span<ExplainedOutcome const> answer) {
    if (transmission_status.find_first_not_of(" \t\r\n") == std::string_view::npos) return of_blank(answer);
    auto const* status = known_status(transmission_status);
    if (status == nullptr)
        return {
            Agreement::says_nothing, std::nullopt,
            "transmission_status is a text that is not known here; its words are compared in English only"};
    auto const says = what_it_says(*status);
    if (status->goes_with == GoesWith::any)
        return {Agreement::says_nothing, status->number, says + "; that tells nothing about where it goes"};

    auto const matching = [&](Permission permission) {
        return std::find_if(answer.begin(), answer.end(), [&](ExplainedOutcome const& found) {
            return permission_of(found) == permission && goes_with(*status, found);
        });
    };
    if (auto const found = matching(Permission::permitted); found != answer.end())
        return {Agreement::agrees, status->number,
                fmt::format("{}; the answer agrees: {}", says, in_words(found->outcome))};
    auto const against = fmt::format("{}; the answer does not agree: {}", says, in_words(permitted(answer)));
    if (auto const found = matching(Permission::contested); found != answer.end())
        return {Agreement::disagrees, status->number,
                fmt::format("{}; it would be {} by another reading of {}", against, in_words(found->outcome),
                            readings_in(found->readings))};
    return {
        Agreement::disagrees, status->number,
        against + "; a status stays until the message is tried again, so it may be older than the tables"};
}

}  // namespace ssbroute::review
