// What an answer is worth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "conformance/evidence.hpp"
#include "conformance/implementation.hpp"
#include "conformance/reply.hpp"
#include "formats/golden_json.hpp"

namespace ssbroute::conformance {

/// From good to bad: of several answers to one case the last in this order counts.
enum class Verdict : std::uint8_t {
    /// Permitted.
    conforms,
    /// Permitted only under another reading.
    contested,
    /// The implementation said that it does not cover this.
    unsupported,
    /// A whole set was told, and outcomes are missing in it.
    incomplete,
    /// Not permitted under any reading that may be followed.
    violates,
    /// The implementation said that it failed.
    error,
    crash,
    timeout,
    garbage,
};

inline constexpr std::array<std::string_view, 9> verdicts = {
    "conforms", "contested", "unsupported", "incomplete", "violates", "error", "crash", "timeout", "garbage"};

constexpr std::string_view id(Verdict verdict) { return verdicts[static_cast<std::size_t>(verdict)]; }
std::optional<Verdict> verdict_with_id(std::string_view wanted);

/// Whether a run with this verdict fails.
constexpr bool is_failure(Verdict verdict) { return verdict >= Verdict::incomplete; }

struct Judgement {
    Verdict verdict;
    /// One line: what was expected, by which rules, and what came.
    std::string explanation;
};

/// Judges what was said to a golden case. What the case lists is the measure; with `declared` readings it is
/// what the oracle permits under them and the preferred answers to the others.
Judgement judge(formats::GoldenCase const& golden, Expectation const& expectation,
                PartialProfile const& declared, Said const& said);
Judgement judge(formats::GoldenCase const& golden, Fault const& fault);
/// What an implementation gets that failed so.
Verdict verdict_of(Fault const& fault);

}  // namespace ssbroute::conformance
