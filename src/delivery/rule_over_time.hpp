// The rules that span several decisions, by their ids. What each says stands in spec/routing.md.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ssbroute::delivery {

/// The rules over time, in the order of spec/routing.md. FORWARD-2 is a step of a decision too; here it is
/// what follows between two of them.
enum class RuleOverTime : std::uint8_t {
    forward_2,
    loop_2,
    delay_1,
    ack_1,
    dynamic_1,
    mirror_2,
    mirror_3,
    mirror_4,
    mirror_5,
    mirror_6,
};

struct RuleOverTimeEntry {
    RuleOverTime rule;
    std::string_view id;
};

inline constexpr std::array rules_over_time = {
    RuleOverTimeEntry{RuleOverTime::forward_2, "FORWARD-2"},
    RuleOverTimeEntry{RuleOverTime::loop_2, "LOOP-2"},
    RuleOverTimeEntry{RuleOverTime::delay_1, "DELAY-1"},
    RuleOverTimeEntry{RuleOverTime::ack_1, "ACK-1"},
    RuleOverTimeEntry{RuleOverTime::dynamic_1, "DYNAMIC-1"},
    RuleOverTimeEntry{RuleOverTime::mirror_2, "MIRROR-2"},
    RuleOverTimeEntry{RuleOverTime::mirror_3, "MIRROR-3"},
    RuleOverTimeEntry{RuleOverTime::mirror_4, "MIRROR-4"},
    RuleOverTimeEntry{RuleOverTime::mirror_5, "MIRROR-5"},
    RuleOverTimeEntry{RuleOverTime::mirror_6, "MIRROR-6"},
};

constexpr std::string_view id(RuleOverTime rule) {
    return rules_over_time[static_cast<std::size_t>(rule)].id;
}

constexpr std::optional<RuleOverTime> rule_over_time_with_id(std::string_view wanted) {
    for (auto const& entry : rules_over_time)
        if (entry.id == wanted) return entry.rule;
    return std::nullopt;
}

/// A set of rules over time.
class RuleOverTimeSet {
public:
    void insert(RuleOverTime rule) { rules_.set(static_cast<std::size_t>(rule)); }
    [[nodiscard]] bool contains(RuleOverTime rule) const {
        return rules_.test(static_cast<std::size_t>(rule));
    }
    RuleOverTimeSet& operator|=(RuleOverTimeSet other) {
        rules_ |= other.rules_;
        return *this;
    }
    friend bool operator==(RuleOverTimeSet, RuleOverTimeSet) = default;

private:
    std::bitset<rules_over_time.size()> rules_;
};

}  // namespace ssbroute::delivery
