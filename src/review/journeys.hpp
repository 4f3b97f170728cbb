// Messages on their way through several instances. Internal to review.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "model/message.hpp"
#include "model/outcome.hpp"
#include "model/utc_time.hpp"
#include "review/lint.hpp"

namespace ssbroute::review {

/// Where a journey may end: in an instance, which delivers, delays or drops.
struct End {
    std::size_t instance;
    Outcome outcome;
};

/// All that may become of a message.
struct Journey {
    std::vector<End> ends;
    /// It may leave for an address that is none of the instances'.
    bool leaves = false;
    /// Instances that pass it on in a circle, from the one that is met first; empty: there is none. An
    /// instance that forwards to itself is not told here.
    std::vector<std::size_t> circle;

    [[nodiscard]] bool is_delivered() const;
};

/// Asks each instance on the way, at one time.
class Journeys {
public:
    Journeys(std::span<NamedInstance const> instances, UtcTime now);

    /// The other instance that an address leads to; nothing if there is none, or if there are several.
    [[nodiscard]] std::optional<std::size_t> leads_to(std::size_t from, Address const& address) const;

    /// Of a message that is in an instance: sent there, or arriving there from outside.
    Journey of(std::size_t instance, Message message);

private:
    // What one instance makes of it.
    struct Hop {
        std::vector<Outcome> ends;
        std::vector<std::size_t> next;
        bool leaves = false;
    };

    Hop hop(std::size_t instance, Message const& message);
    [[nodiscard]] Hop ask(std::size_t instance, Message const& message) const;

    std::span<NamedInstance const> instances_;
    UtcTime now_;
    std::map<Address, std::vector<std::size_t>> by_address_;
    std::vector<std::optional<Hop>> of_any_other_;  // by instance
};

}  // namespace ssbroute::review
