// The readings over time: questions that the documents leave open between decisions. The texts on each side
// stand in spec/readings.md. They change nothing that a single decision permits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/profile.hpp"

namespace ssbroute::delivery {

/// The readings over time in the order of spec/readings.md.
enum class ReadingOverTime : std::uint8_t {
    delayed_conversation,
    route_identifier,
    picked_identifier,
    second_acknowledgement,
    waiting_for_a_request,
    fruitless_request,
    both_claim,
    role_given_up,
    forward_limit,
    unroutable_forward,
};

// One enumeration a reading; the first enumerator is the preferred answer.
enum class DelayedConversation : std::uint8_t { waits, matched_at_once };
enum class RouteIdentifier : std::uint8_t { not_carried, carried };
enum class PickedIdentifier : std::uint8_t { anew, kept };
enum class SecondAcknowledgement : std::uint8_t { refused, ignored };
enum class WaitingForARequest : std::uint8_t { time_out, request_end };
enum class FruitlessRequest : std::uint8_t { after_time_out, at_once };
enum class BothClaim : std::uint8_t { either, neither };
enum class RoleGivenUp : std::uint8_t { neither, last_principal };
enum class ForwardLimit : std::uint8_t { discards, only_lifetime };
enum class UnroutableForward : std::uint8_t { silent, error };

struct ReadingOverTimeEntry {
    ReadingOverTime reading;
    std::string_view id;
    std::array<std::string_view, 2> answers;
};

inline constexpr std::array readings_over_time = {
    ReadingOverTimeEntry{
        ReadingOverTime::delayed_conversation, "delayed-conversation", {"waits", "matched-at-once"}},
    ReadingOverTimeEntry{ReadingOverTime::route_identifier, "route-identifier", {"not-carried", "carried"}},
    ReadingOverTimeEntry{ReadingOverTime::picked_identifier, "picked-identifier", {"anew", "kept"}},
    ReadingOverTimeEntry{
        ReadingOverTime::second_acknowledgement, "second-acknowledgement", {"refused", "ignored"}},
    ReadingOverTimeEntry{
        ReadingOverTime::waiting_for_a_request, "waiting-for-a-request", {"time-out", "request-end"}},
    ReadingOverTimeEntry{
        ReadingOverTime::fruitless_request, "fruitless-request", {"after-time-out", "at-once"}},
    ReadingOverTimeEntry{ReadingOverTime::both_claim, "both-claim", {"either", "neither"}},
    ReadingOverTimeEntry{ReadingOverTime::role_given_up, "role-given-up", {"neither", "last-principal"}},
    ReadingOverTimeEntry{ReadingOverTime::forward_limit, "forward-limit", {"discards", "only-lifetime"}},
    ReadingOverTimeEntry{ReadingOverTime::unroutable_forward, "unroutable-forward", {"silent", "error"}},
};

constexpr ReadingOverTimeEntry const& entry(ReadingOverTime reading) {
    return readings_over_time[static_cast<std::size_t>(reading)];
}
constexpr std::string_view id(ReadingOverTime reading) { return entry(reading).id; }

constexpr std::optional<ReadingOverTime> reading_over_time_with_id(std::string_view wanted) {
    for (auto const& entry : readings_over_time)
        if (entry.id == wanted) return entry.reading;
    return std::nullopt;
}

constexpr std::optional<AnswerNumber> answer_with_id(ReadingOverTime reading, std::string_view wanted) {
    AnswerNumber number = 0;
    for (auto const& answer : entry(reading).answers) {
        if (answer == wanted) return number;
        ++number;
    }
    return std::nullopt;
}

/// Which reading over time an enumeration of answers belongs to.
template <typename Answer>
inline constexpr ReadingOverTime reading_over_time_of = [] {
    static_assert(sizeof(Answer) == 0, "no reading over time has these answers");
    return ReadingOverTime{};
}();
template <>
inline constexpr auto reading_over_time_of<DelayedConversation> = ReadingOverTime::delayed_conversation;
template <>
inline constexpr auto reading_over_time_of<RouteIdentifier> = ReadingOverTime::route_identifier;
template <>
inline constexpr auto reading_over_time_of<PickedIdentifier> = ReadingOverTime::picked_identifier;
template <>
inline constexpr auto reading_over_time_of<SecondAcknowledgement> = ReadingOverTime::second_acknowledgement;
template <>
inline constexpr auto reading_over_time_of<WaitingForARequest> = ReadingOverTime::waiting_for_a_request;
template <>
inline constexpr auto reading_over_time_of<FruitlessRequest> = ReadingOverTime::fruitless_request;
template <>
inline constexpr auto reading_over_time_of<BothClaim> = ReadingOverTime::both_claim;
template <>
inline constexpr auto reading_over_time_of<RoleGivenUp> = ReadingOverTime::role_given_up;
template <>
inline constexpr auto reading_over_time_of<ForwardLimit> = ReadingOverTime::forward_limit;
template <>
inline constexpr auto reading_over_time_of<UnroutableForward> = ReadingOverTime::unroutable_forward;

/// An answer for each reading, of a decision and over time. By default the documents' preferred ones. A
/// question has one answer throughout a history.
struct ProfileOverTime {
    Profile decision = {};
    std::array<AnswerNumber, readings_over_time.size()> over_time = {};

    void prefer(ReadingOverTime reading, AnswerNumber answer) {
        over_time[static_cast<std::size_t>(reading)] = answer;
    }
    /// By type: `profile.answer<BothClaim>() == BothClaim::either`.
    template <typename Answer>
    [[nodiscard]] Answer answer() const {
        return static_cast<Answer>(over_time[static_cast<std::size_t>(reading_over_time_of<Answer>)]);
    }
};

/// The answers that are not preferred, with the ids of their readings, in the order of spec/readings.md.
inline std::vector<std::pair<std::string_view, std::string_view>> other_answers(
    ProfileOverTime const& profile) {
    std::vector<std::pair<std::string_view, std::string_view>> others;
    for (auto const& entry : readings)
        if (auto const answer = profile.decision.preferred(entry.reading); answer != 0)
            others.emplace_back(entry.id, entry.answers[answer]);
    for (auto const& entry : readings_over_time)
        if (auto const answer = profile.over_time[static_cast<std::size_t>(entry.reading)]; answer != 0)
            others.emplace_back(entry.id, entry.answers[answer]);
    return others;
}

}  // namespace ssbroute::delivery
