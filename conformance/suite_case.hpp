// A case of the suite as a run sees it: what is asked, and what an answer is worth.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "conformance/evidence.hpp"
#include "conformance/implementation.hpp"
#include "conformance/reply.hpp"
#include "conformance/report.hpp"
#include "conformance/verdict.hpp"
#include "formats/golden_json.hpp"
#include "formats/golden_timeline_json.hpp"

namespace ssbroute::conformance {

/// Several threads may ask one case at a time.
class SuiteCase {
public:
    /// The scenario or timeline, as JSON on one line.
    [[nodiscard]] virtual std::string question() const = 0;
    [[nodiscard]] virtual Judgement judge(Said const& said) const = 0;
    [[nodiscard]] virtual Judgement judge(Fault const& fault) const = 0;
    /// What the answer tells about the readings that are followed.
    [[nodiscard]] virtual std::optional<Evidence> evidence(Said const& said) const = 0;
    /// What a report says of the case before any answer.
    [[nodiscard]] virtual CaseReport report() const = 0;

    SuiteCase() = default;
    SuiteCase(SuiteCase const&) = delete;
    SuiteCase& operator=(SuiteCase const&) = delete;
    virtual ~SuiteCase() = default;
};

/// Whether the way to each permitted outcome is put into the report.
enum class Traces : std::uint8_t { left_out, told };

/// A decision. `golden` must live as long as this.
class DecisionCase final : public SuiteCase {
public:
    DecisionCase(formats::GoldenCase const& golden, PartialProfile declared, Traces traces)
        : golden_(golden), declared_(declared), traces_(traces) {}

    [[nodiscard]] std::string question() const override;
    [[nodiscard]] Judgement judge(Said const& said) const override;
    [[nodiscard]] Judgement judge(Fault const& fault) const override;
    [[nodiscard]] std::optional<Evidence> evidence(Said const& said) const override;
    [[nodiscard]] CaseReport report() const override;

private:
    [[nodiscard]] Expectation const& expectation() const;
    [[nodiscard]] formats::OrderedJson permitted() const;
    [[nodiscard]] formats::OrderedJson permitted_with_traces() const;

    formats::GoldenCase const& golden_;
    PartialProfile declared_;
    Traces traces_;
    // Explored for the first answer.
    mutable std::once_flag once_;
    mutable std::optional<Expectation> expectation_;
};

/// Conversations over time. `golden` must live as long as this.
class TimelineCase final : public SuiteCase {
public:
    explicit TimelineCase(formats::GoldenTimeline const& golden) : golden_(golden) {}

    [[nodiscard]] std::string question() const override;
    [[nodiscard]] Judgement judge(Said const& said) const override;
    [[nodiscard]] Judgement judge(Fault const& fault) const override;
    [[nodiscard]] std::optional<Evidence> evidence(Said const& said) const override;
    [[nodiscard]] CaseReport report() const override;

private:
    formats::GoldenTimeline const& golden_;
};

}  // namespace ssbroute::conformance
