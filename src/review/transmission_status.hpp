// What sys.transmission_queue says of a message, held against the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracle/explanation.hpp"

namespace ssbroute::review {

/// Whether a status goes with an answer.
enum class Agreement : std::uint8_t {
    agrees,
    disagrees,
    /// The status is blank or not known, or has nothing to do with where the message goes.
    says_nothing,
};

struct StatusComparison {
    Agreement agreement = Agreement::says_nothing;
    /// The number of the status in sys.messages, where it is known.
    std::optional<int> number;
    /// What the status says, and what the answer says to it.
    std::string sentence;

    friend bool operator==(StatusComparison const&, StatusComparison const&) = default;
};

/// Compares `transmission_status` of a message with its answer: it agrees with it if it goes with some
/// permitted outcome. Texts are known by telling parts of the English messages, as sys.messages and the
/// documentation of Service Broker have them; which outcome a text goes with follows from its wording
/// (spec/sources.md).
StatusComparison compare_status(std::string_view transmission_status,
                                std::span<ExplainedOutcome const> answer);

}  // namespace ssbroute::review
