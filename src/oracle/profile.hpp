// Which answers to the readings are preferred, and which of them a way of the process deviates from.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "routing/reading.hpp"

namespace ssbroute {

/// The readings in which a way of the process deviates from a profile.
class Deviations {
public:
    void insert(Reading reading) { bits_ |= bit(reading); }
    [[nodiscard]] bool contains(Reading reading) const { return (bits_ & bit(reading)) != 0; }
    [[nodiscard]] bool empty() const { return bits_ == 0; }
    [[nodiscard]] int size() const { return std::popcount(bits_); }

    friend bool operator==(Deviations, Deviations) = default;

    /// Fewer readings come first; of equally many, the set that has the first reading in which the
    /// two differ, in the order of spec/readings.md.
    friend bool operator<(Deviations a, Deviations b) {
        if (a.size() != b.size()) return a.size() < b.size();
        std::uint32_t const differing = a.bits_ ^ b.bits_;
        std::uint32_t const first = differing & (~differing + 1);
        return (a.bits_ & first) != 0;
    }

private:
    static_assert(readings.size() <= 32);
    static constexpr std::uint32_t bit(Reading reading) {
        return std::uint32_t{1} << static_cast<unsigned>(reading);
    }

    std::uint32_t bits_ = 0;
};

/// An answer for each reading. By default the documents' preferred ones.
class Profile {
public:
    /// Makes `answer` the preferred one of `reading`.
    void prefer(Reading reading, AnswerNumber answer) { answers_[place(reading)] = answer; }
    [[nodiscard]] AnswerNumber preferred(Reading reading) const { return answers_[place(reading)]; }

    /// The profile that a way with these deviations follows.
    [[nodiscard]] Profile deviating_in(Deviations deviations) const {
        Profile result = *this;
        for (auto const& one : readings)
            if (deviations.contains(one.reading))
                result.prefer(one.reading, static_cast<AnswerNumber>(1 - preferred(one.reading)));
        return result;
    }

    friend bool operator==(Profile const&, Profile const&) = default;

private:
    static constexpr std::size_t place(Reading reading) { return static_cast<std::size_t>(reading); }

    std::array<AnswerNumber, readings.size()> answers_{};
};

}  // namespace ssbroute
