// The readings that an implementation follows, as its answers show.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "conformance/evidence.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::conformance {

/// A case whose answer is evidence.
struct EvidenceOfCase {
    std::string case_id;
    Evidence evidence;
};

/// Every profile that agrees with all evidence gives this answer.
struct Follows {
    AnswerNumber answer;
    /// The first case that shows it, given what the others show.
    std::string shown_by;
};
/// Profiles with either answer agree with all evidence.
struct NotSeen {};
/// No profile agrees with all evidence, and this reading is where it comes apart.
struct Inconsistent {
    struct Shown {
        AnswerNumber answer;
        std::string case_id;
    };
    /// Cases that cannot be had from one profile; two, unless it takes more to show it.
    std::vector<Shown> cases;
};

using Finding = std::variant<NotSeen, Follows, Inconsistent>;

struct ReadingProfile {
    std::array<Finding, readings.size()> findings;

    [[nodiscard]] Finding const& of(Reading reading) const {
        return findings[static_cast<std::size_t>(reading)];
    }
    [[nodiscard]] bool is_consistent() const;
};

/// An answer is evidence for `R = a` when it is permitted, over all granted choices, only by profiles with `R
/// = a`. All evidence is put together exactly: of all profiles those that agree with every answer are kept. A
/// reading is followed where these have one answer, and not seen where they have both. If none is left, the
/// evidence comes apart at the first reading without which it would not; it is inconsistent, and left out of
/// account for the rest.
ReadingProfile derive_profile(std::vector<EvidenceOfCase> const& evidence);

/// One line: `forwarding-inactive: delay (rules/x)`.
std::string text(Reading reading, Finding const& finding);

/// A declared profile (spec/schema/profile.schema.json).
Expected<PartialProfile> read_profile(formats::Json const& value);
/// The same from a file; an Error's place is the file and the pointer.
Expected<PartialProfile> read_profile_file(std::string const& path);
formats::OrderedJson write_profile(PartialProfile const& profile);

}  // namespace ssbroute::conformance
