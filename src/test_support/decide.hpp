// For tests: one run of the process with answers that the test gives, and everything that was asked and told.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/scenario.hpp"
#include "routing/arbiter.hpp"
#include "routing/observer.hpp"
#include "routing/routing_process.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::test {

/// Gives the preferred answers and the first alternatives, unless told otherwise, and writes down what it is
/// asked: `CHOOSE-3 of 2`, `expiry-instant`. A pick with one alternative only is no question.
class ScriptedArbiter final : public Arbiter {
public:
    ScriptedArbiter& picking(Rule rule, std::size_t alternative) {
        picks_[rule] = alternative;
        return *this;
    }
    template <typename Answer>
    ScriptedArbiter& reading(Answer answer) {
        answers_[reading_of<Answer>] = static_cast<AnswerNumber>(answer);
        return *this;
    }

    std::size_t pick(Rule rule, std::size_t alternatives) override {
        if (alternatives == 1) return 0;
        asked_.push_back(std::string(id(rule)) + " of " + std::to_string(alternatives));
        auto const found = picks_.find(rule);
        return found == picks_.end() ? 0 : found->second;
    }
    AnswerNumber answer(Reading reading) override {
        asked_.emplace_back(id(reading));
        auto const found = answers_.find(reading);
        return found == answers_.end() ? AnswerNumber{0} : found->second;
    }

    [[nodiscard]] std::vector<std::string> const& asked() const { return asked_; }

private:
    std::map<Rule, std::size_t> picks_;
    std::map<Reading, AnswerNumber> answers_;
    std::vector<std::string> asked_;
};

/// Writes down the steps: a rule that is passed with what it found, `MATCH-2 R`, `CHOOSE-3 R of Q R`; a rule
/// that handed on in parentheses, `(MATCH-1)`. Texts of reasons are left out.
class StepWriter final : public Observer {
public:
    void passed(Step const& step) override { steps_.push_back(std::string(id(step.rule)) + found(step)); }
    void handed_on(Step const& step) override { steps_.push_back("(" + std::string(id(step.rule)) + ")"); }

    [[nodiscard]] std::vector<std::string> const& steps() const { return steps_; }

private:
    static std::string found(Step const& step) {
        struct Writer {
            static std::string names(std::span<Route const> routes) {
                std::string result;
                for (auto const& one : routes) result += " " + one.name;
                return result;
            }
            std::string operator()(TableFound const& one) const { return " " + one.database.name; }
            std::string operator()(RoutesExpired const& one) const {
                std::string result;
                for (auto const* expired : one.routes) result += " " + expired->name;
                return result;
            }
            std::string operator()(RoutesFound const& one) const { return names(one.routes); }
            std::string operator()(RouteAsIf const& one) const {
                return " as if " + one.route.remote_service_name->text() + " " + one.route.address.text();
            }
            std::string operator()(RouteChosen const& one) const {
                return " " + one.route.name + " of" + names(one.candidates);
            }
            std::string operator()(NextHop const& one) const {
                return " " + one.address.text() +
                       (one.mirror_address == nullptr ? "" : " or " + one.mirror_address->text());
            }
            std::string operator()(DatabaseFound const& one) const { return " " + one.database.name; }
            std::string operator()(ServiceLacking const& one) const { return " " + one.database.name; }
            std::string operator()(Reason const&) const { return ""; }
        };
        return std::visit(Writer{}, step.finding);
    }

    std::vector<std::string> steps_;
};

using Texts = std::vector<std::string>;

struct Decided {
    std::string outcome;
    Texts steps;
    Texts asked;
};

inline Decided decide(Scenario scenario, ScriptedArbiter arbiter = {}) {
    RoutingProcess process(std::move(scenario));
    StepWriter observer;
    auto const outcome = process.run(arbiter, observer);
    return {text(outcome), observer.steps(), arbiter.asked()};
}

}  // namespace ssbroute::test
