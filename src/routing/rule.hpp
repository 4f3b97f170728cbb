// The rules by their ids. What each says stands in spec/routing.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ssbroute {

/// The rules of one routing decision, in the order of spec/routing.md.
enum class Rule : std::uint8_t {
    scope_1,
    scope_2,
    scope_3,
    expiry_1,
    name_1,
    null_1,
    enabled_1,
    enabled_2,
    enabled_3,
    reply_1,
    reply_2,
    match_1,
    match_2,
    match_3,
    match_4,
    match_5,
    match_6,
    match_7,
    choose_0,
    choose_1,
    choose_2,
    choose_3,
    choose_4,
    choose_5,
    transport_1,
    transport_2,
    send_1,
    forward_1,
    forward_2,
    loop_1,
    locate_1,
    locate_2,
    locate_3,
    locate_4,
    mirror_1,
};

/// Whether a rule of a decision reports when it is passed, or only shapes how others read.
enum class RuleKind : std::uint8_t { step, without_step };

struct RuleEntry {
    Rule rule;
    std::string_view id;
    RuleKind kind;
};

inline constexpr std::array rules = {
    RuleEntry{Rule::scope_1, "SCOPE-1", RuleKind::step},
    RuleEntry{Rule::scope_2, "SCOPE-2", RuleKind::step},
    RuleEntry{Rule::scope_3, "SCOPE-3", RuleKind::without_step},
    RuleEntry{Rule::expiry_1, "EXPIRY-1", RuleKind::step},
    RuleEntry{Rule::name_1, "NAME-1", RuleKind::without_step},
    RuleEntry{Rule::null_1, "NULL-1", RuleKind::without_step},
    RuleEntry{Rule::enabled_1, "ENABLED-1", RuleKind::without_step},
    RuleEntry{Rule::enabled_2, "ENABLED-2", RuleKind::step},
    RuleEntry{Rule::enabled_3, "ENABLED-3", RuleKind::step},
    RuleEntry{Rule::reply_1, "REPLY-1", RuleKind::step},
    RuleEntry{Rule::reply_2, "REPLY-2", RuleKind::without_step},
    RuleEntry{Rule::match_1, "MATCH-1", RuleKind::step},
    RuleEntry{Rule::match_2, "MATCH-2", RuleKind::step},
    RuleEntry{Rule::match_3, "MATCH-3", RuleKind::step},
    RuleEntry{Rule::match_4, "MATCH-4", RuleKind::step},
    RuleEntry{Rule::match_5, "MATCH-5", RuleKind::step},
    RuleEntry{Rule::match_6, "MATCH-6", RuleKind::step},
    RuleEntry{Rule::match_7, "MATCH-7", RuleKind::step},
    RuleEntry{Rule::choose_0, "CHOOSE-0", RuleKind::step},
    RuleEntry{Rule::choose_1, "CHOOSE-1", RuleKind::step},
    RuleEntry{Rule::choose_2, "CHOOSE-2", RuleKind::step},
    RuleEntry{Rule::choose_3, "CHOOSE-3", RuleKind::step},
    RuleEntry{Rule::choose_4, "CHOOSE-4", RuleKind::step},
    RuleEntry{Rule::choose_5, "CHOOSE-5", RuleKind::step},
    RuleEntry{Rule::transport_1, "TRANSPORT-1", RuleKind::step},
    RuleEntry{Rule::transport_2, "TRANSPORT-2", RuleKind::step},
    RuleEntry{Rule::send_1, "SEND-1", RuleKind::step},
    RuleEntry{Rule::forward_1, "FORWARD-1", RuleKind::step},
    RuleEntry{Rule::forward_2, "FORWARD-2", RuleKind::step},
    RuleEntry{Rule::loop_1, "LOOP-1", RuleKind::step},
    RuleEntry{Rule::locate_1, "LOCATE-1", RuleKind::step},
    RuleEntry{Rule::locate_2, "LOCATE-2", RuleKind::step},
    RuleEntry{Rule::locate_3, "LOCATE-3", RuleKind::step},
    RuleEntry{Rule::locate_4, "LOCATE-4", RuleKind::step},
    RuleEntry{Rule::mirror_1, "MIRROR-1", RuleKind::without_step},
};

constexpr std::string_view id(Rule rule) { return rules[static_cast<std::size_t>(rule)].id; }

constexpr std::optional<Rule> rule_with_id(std::string_view wanted) {
    for (auto const& entry : rules)
        if (entry.id == wanted) return entry.rule;
    return std::nullopt;
}

/// A set of rules.
class RuleSet {
public:
    constexpr void insert(Rule rule) { bits_ |= bit(rule); }
    [[nodiscard]] constexpr bool contains(Rule rule) const { return (bits_ & bit(rule)) != 0; }
    constexpr RuleSet& operator|=(RuleSet other) {
        bits_ |= other.bits_;
        return *this;
    }
    friend constexpr bool operator==(RuleSet, RuleSet) = default;

private:
    static_assert(rules.size() <= 64);
    static constexpr std::uint64_t bit(Rule rule) { return std::uint64_t{1} << static_cast<unsigned>(rule); }

    std::uint64_t bits_ = 0;
};

}  // namespace ssbroute
