// What an answer says about the readings that an implementation follows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/reply.hpp"
#include "model/scenario.hpp"
#include "oracle/profile.hpp"
#include "routing/reading.hpp"

namespace ssbroute::conformance {

/// An answer to each reading as a bit: 0 for the documents' preferred one.
using Answers = std::uint16_t;
static_assert(readings.size() <= 16);

constexpr Answers bit(Reading reading) { return static_cast<Answers>(1U << static_cast<unsigned>(reading)); }

/// With these answers preferred.
Profile profile_of(Answers answers);

/// Some readings, each with an answer.
struct PartialProfile {
    Answers fixed = 0;    // which readings
    Answers answers = 0;  // 0 where not fixed

    /// Whether these answers are among those that `all` gives.
    [[nodiscard]] bool agrees_with(Answers all) const { return (all & fixed) == answers; }
    friend bool operator==(PartialProfile const&, PartialProfile const&) = default;
};

/// `forwarding-inactive=delay, self-address=address`.
std::string text(PartialProfile const& profile);

/// What an answer tells: the implementation follows one of these sets of answers to the readings that the
/// case meets. It is told only where it rules something out and leaves something.
struct Evidence {
    Answers met = 0;
    std::vector<Answers> allowed;  // sorted; within `met`

    friend bool operator==(Evidence const&, Evidence const&) = default;
    friend auto operator<=>(Evidence const&, Evidence const&) = default;
};

/// What the oracle permits in a scenario, under every combination of answers to the readings that it meets.
/// All that the documents leave to chance is explored each time, so whatever sets two combinations apart is
/// the readings' doing alone.
class Expectation {
public:
    /// How far what was said must agree: it is right, or at least a part of what is right.
    enum class Degree : std::uint8_t { right, part };

    explicit Expectation(Scenario const& scenario);

    /// The readings that the process meets on any way.
    [[nodiscard]] Answers met() const { return met_; }
    /// What is permitted if these answers are followed.
    [[nodiscard]] std::vector<Outcome> const& permitted(Answers answers) const;

    /// Whether what was said is right under these answers: an outcome that is permitted, or the whole set.
    [[nodiscard]] bool is_right(Said const& said, Answers answers) const;
    /// Whether it is at least a part of a right set.
    [[nodiscard]] bool is_part(Said const& said, Answers answers) const;

    /// Of the combinations that `chosen` agrees with and under which `is_right` or `is_part` holds, the one
    /// with the fewest answers that differ from `preferred`; of several the first.
    [[nodiscard]] std::optional<PartialProfile> nearest(Said const& said, Degree degree,
                                                        PartialProfile const& chosen,
                                                        Answers preferred) const;

    /// Nothing where the answer tells nothing: it is right whatever is followed, or wrong whatever is
    /// followed.
    [[nodiscard]] std::optional<Evidence> evidence(Said const& said) const;

private:
    struct Under {
        Answers answers;
        std::vector<Outcome> permitted;
        std::vector<std::string> canonical;  // sorted
    };
    [[nodiscard]] Under const& under(Answers answers) const;

    Answers met_ = 0;
    std::vector<Under> combinations_;  // by answers
};

}  // namespace ssbroute::conformance
