// Which of the two instances of a mirrored pair a message is sent to: a state machine over what is heard of
// them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "delivery/reading_over_time.hpp"
#include "delivery/rule_over_time.hpp"

namespace ssbroute::delivery {

/// The address of a mirrored route, or its mirror address.
enum class Side : std::uint8_t { address, mirror_address };

constexpr Side other(Side side) { return side == Side::address ? Side::mirror_address : Side::address; }

/// What happens to the sender.
enum class MirrorEventKind : std::uint8_t {
    /// The side says that it is the principal.
    claims,
    /// The side says that it is not; of the known principal: that it no longer is.
    denies,
    unreachable,
    /// A message was delivered there.
    delivered,
};
struct MirrorEvent {
    MirrorEventKind kind;
    Side side;
};

enum class MirrorActionKind : std::uint8_t { ask, send };
/// What the sender may do next, and the rule that allows it.
struct MirrorAction {
    MirrorActionKind kind;
    Side side;
    RuleOverTime rule;

    friend bool operator==(MirrorAction const&, MirrorAction const&) = default;
};

/// What the sender knows about the pair of one route.
class Mirroring {
public:
    enum class Phase : std::uint8_t {
        /// No principal is known, and none was used.
        asking,
        /// The principal is known.
        known,
        /// The principal was lost, and the other has not been heard.
        lost,
        /// Neither can be sent to.
        retrying,
    };
    enum class Heard : std::uint8_t { nothing, claims, denies, unreachable };

    /// What the sender may do; where there are several, any of them. Never empty.
    [[nodiscard]] std::vector<MirrorAction> permitted(ProfileOverTime const& profile) const;
    /// What the sender then knows. An event that no permitted action brings about changes nothing. The rule
    /// that decided, if one did.
    std::optional<RuleOverTime> happens(MirrorEvent event, ProfileOverTime const& profile);

    [[nodiscard]] Phase phase() const { return phase_; }
    /// The principal that is known, or was last known.
    [[nodiscard]] std::optional<Side> principal() const {
        return phase_ == Phase::asking ? std::nullopt : std::optional(principal_);
    }
    /// While asking: what was heard of a side.
    [[nodiscard]] Heard heard(Side side) const { return heard_[static_cast<std::size_t>(side)]; }
    /// Once a principal is or was known: whether something was delivered by the route.
    [[nodiscard]] bool has_delivered() const { return delivered_; }
    /// While retrying: whom to ask.
    [[nodiscard]] Side next() const { return next_; }
    /// All that is known, as a number.
    [[nodiscard]] unsigned number() const;

    friend bool operator==(Mirroring const&, Mirroring const&) = default;

private:
    [[nodiscard]] Heard& heard(Side side) { return heard_[static_cast<std::size_t>(side)]; }

    std::optional<RuleOverTime> happens_while_asking(MirrorEvent event, ProfileOverTime const& profile);
    std::optional<RuleOverTime> happens_while_known(MirrorEvent event);
    std::optional<RuleOverTime> happens_while_lost(MirrorEvent event);
    std::optional<RuleOverTime> happens_while_retrying(MirrorEvent event);
    void know(Side principal);
    void retry(Side first);

    // Members that do not belong to the phase have their first value, so that equal knowledge is equal.
    Phase phase_ = Phase::asking;
    std::array<Heard, 2> heard_{};    // asking
    Side principal_ = Side::address;  // known, lost, retrying
    bool delivered_ = false;          // known, lost, retrying: something was delivered by this route
    bool gave_up_ = false;            // lost, retrying: it was reached and said so
    Side next_ = Side::address;       // retrying
};

}  // namespace ssbroute::delivery
