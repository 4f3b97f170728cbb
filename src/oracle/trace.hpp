// The way to an outcome, step by step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/observer.hpp"

namespace ssbroute {

/// Whether a rule decided something, or handed on to the next.
enum class Passing : std::uint8_t { handed_on, passed };

/// A step as it was told to an observer, in values that outlive the decision. Members that do not belong
/// to the step are absent.
struct TraceStep {
    Rule rule = {};
    Passing passing = {};
    /// The routes that the step matched, or that it could choose among; none: it found nothing.
    std::optional<std::vector<std::string>> routes = std::nullopt;
    /// The route chosen among `routes`.
    std::optional<std::string> chosen = std::nullopt;
    /// The database whose table is in scope.
    std::optional<std::string> table = std::nullopt;
    /// The expired routes that are removed from it.
    std::optional<std::vector<std::string>> expired = std::nullopt;
    /// A database that was found or asked.
    std::optional<std::string> database = std::nullopt;
    /// Where the message goes on to, or would.
    std::optional<std::string> address = std::nullopt;
    std::optional<std::string> mirror_address = std::nullopt;
    /// Why the step was not tried, or what it found.
    std::optional<std::string> reason = std::nullopt;
};

/// Writes down every step of a decision.
class TraceRecorder final : public Observer {
public:
    void passed(Step const& step) override { record(step, Passing::passed); }
    void handed_on(Step const& step) override { record(step, Passing::handed_on); }

    [[nodiscard]] std::vector<TraceStep> const& steps() const { return steps_; }

private:
    void record(Step const& step, Passing passing);

    std::vector<TraceStep> steps_;
};

}  // namespace ssbroute
