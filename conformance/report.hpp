// What a run has found: the one value that every report is made from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/evidence.hpp"
#include "conformance/profile.hpp"
#include "conformance/reply.hpp"
#include "conformance/verdict.hpp"
#include "formats/json_text.hpp"

namespace ssbroute::conformance {

/// An answer to a case, and how often it came.
struct AnswerSeen {
    formats::OrderedJson said;
    std::size_t times;
};

/// Whether a case's failure was known before.
enum class Known : std::uint8_t { no, yes };

// NOLINTNEXTLINE(bugprone-exception-escape): an empty JSON value, which begins it, throws nothing.
struct CaseReport {
    std::size_t position = 0;  // in the corpus
    std::string id;
    std::string title;
    std::string source;
    std::vector<std::string_view> rules;  // their ids
    formats::OrderedJson question;        // a scenario or timeline
    /// Outcomes, with the trace of each if the run was asked for traces; or histories.
    formats::OrderedJson permitted;
    formats::OrderedJson contested;
    Verdict verdict = Verdict::error;
    std::string explanation;
    /// The end of standard error, where the implementation failed.
    std::string error_tail;
    std::vector<AnswerSeen> seen;
    std::vector<Evidence> evidence;
    Known known = Known::no;
};

enum class Held : std::uint8_t { no, yes };

/// A check of the run itself.
struct HonestyCheck {
    std::string id;
    Held held;
    std::string text;
};

enum class Ending : std::uint8_t { complete, interrupted };

/// Part `number` of `of` parts.
struct Shard {
    std::size_t number = 1;
    std::size_t of = 1;
};
/// From `K/N`; nothing unless K is from 1 to N.
std::optional<Shard> shard_from(std::string_view text);

struct Report {
    Subject subject = Subject::scenario;
    std::string suite_version;
    std::string platform;
    Identity implementation;
    std::string command;
    /// The command line that does the same again.
    std::string reproduce;
    std::size_t repeat = 1;
    Shard shard;
    Ending ending = Ending::complete;
    /// How many cases were to be run.
    std::size_t selected = 0;
    PartialProfile declared;
    std::vector<HonestyCheck> honesty;
    std::vector<CaseReport> cases;
    /// Lines to change in the file of known failures.
    std::vector<std::string> ratchet;
};

/// The id of a rule of decisions or over time, as long as the program lives; nothing: there is no such rule.
std::optional<std::string_view> rule_id(std::string_view wanted);

struct RuleScore {
    std::string_view rule;
    std::size_t cases = 0;
    std::size_t conform = 0;
    std::array<std::size_t, verdicts.size()> by_verdict{};
};

struct Summary {
    std::array<std::size_t, verdicts.size()> by_verdict{};
    /// Of the rules that a case passes, in the order of the specification.
    std::vector<RuleScore> by_rule;
    ReadingProfile profile;
    /// Cases that fail and were not known to.
    std::size_t new_failures = 0;

    [[nodiscard]] std::size_t count(Verdict verdict) const {
        return by_verdict[static_cast<std::size_t>(verdict)];
    }
};

Summary summarize(Report const& report);

/// The readings that the report tells of: timelines tell nothing of those of decisions.
std::span<ReadingEntry const> readings_of(Report const& report);

/// Whether the run is a success: complete, honest, with cases, without new failures and lines to change, and
/// with one reading of each question.
bool passes(Report const& report, Summary const& summary);

/// How often a permitted outcome or history came.
enum class Frequency : std::uint8_t { never, sometimes, always };
struct OutcomeFrequency {
    formats::OrderedJson outcome;
    Frequency frequency;
    std::size_t times;
};
/// For each permitted outcome or history of a case that was asked several times.
std::vector<OutcomeFrequency> frequencies(CaseReport const& report);
std::string_view id(Frequency frequency);

/// The shards of one run as if they had been one. An Error if they are not from one run, overlap, or one is
/// missing.
Expected<Report> merge(std::vector<Report> shards);

}  // namespace ssbroute::conformance
