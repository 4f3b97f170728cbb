// Two configurations of an instance: which messages they treat differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/utc_time.hpp"
#include "oracle/answer.hpp"

namespace ssbroute::review {

/// What has to be the same for two answers to be the same.
enum class Compared : std::uint8_t { permitted, permitted_and_contested };

/// For what the service name or the identifier of a witness stands.
enum class StandsFor : std::uint8_t {
    /// For itself.
    itself,
    /// For everything that occurs in neither configuration.
    any_other,
    /// For every other service name that begins with a network address, as TRANSPORT reads it.
    any_other_with_address,
    /// For every other service name that begins with the same network address, one of the instance's own.
    any_other_with_own_address,
};

struct Difference {
    /// A message that the configurations answer differently.
    Message witness;
    StandsFor service = StandsFor::itself;
    StandsFor identifier = StandsFor::itself;
    /// Nothing: it does not matter which side of the conversation sends it.
    std::optional<SentBy> sent_by;
    Answer first;
    Answer second;
};

struct Comparison {
    /// Databases that can send in one configuration only.
    std::vector<std::string> databases_only_in_first;
    std::vector<std::string> databases_only_in_second;
    std::vector<Difference> differences;

    [[nodiscard]] bool is_same() const {
        return databases_only_in_first.empty() && databases_only_in_second.empty() && differences.empty();
    }
};

/// Compares the answers to every message: from each database that both have, and from outside; to every
/// service name that occurs in either and one that occurs in neither; with no identifier, with each that
/// occurs in either and with one that occurs in neither; from either side of a conversation. A name or
/// identifier that cannot make a difference to its message is covered by the one that stands for all others.
/// In the order of the first's databases, outside last; then of names and identifiers, byte by byte, those
/// that stand for others last.
Comparison compare(Instance const& first, Instance const& second, UtcTime now,
                   Compared compared = Compared::permitted);

}  // namespace ssbroute::review
