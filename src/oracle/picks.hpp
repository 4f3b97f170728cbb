// What is taken where the documents grant a choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/arbiter.hpp"

namespace ssbroute {

/// The place of the alternative that is taken at each choice along a way, in the order in which the choices
/// come up. A pick with one alternative only is no choice.
using Picks = std::vector<std::uint32_t>;

/// Writes down what another arbiter picks.
class PickRecorder final : public Arbiter {
public:
    explicit PickRecorder(Arbiter& asked) : asked_(asked) {}

    std::size_t pick(Rule rule, std::size_t alternatives) override {
        auto const picked = asked_.pick(rule, alternatives);
        if (alternatives > 1) picks_.push_back(static_cast<std::uint32_t>(picked));
        return picked;
    }
    AnswerNumber answer(Reading reading) override { return asked_.answer(reading); }

    [[nodiscard]] Picks const& picks() const { return picks_; }

private:
    Arbiter& asked_;
    Picks picks_;
};

}  // namespace ssbroute
