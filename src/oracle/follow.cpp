#include "oracle/follow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <variant>

#include "model/match.hpp"

namespace ssbroute {
namespace {

// Takes given picks, the first alternative where they are at their end.
class PickFollower final : public Arbiter {
public:
    struct Question {
        Rule rule;
        std::size_t alternatives;
        std::uint32_t wanted;
    };

    PickFollower(Picks const& picks, Profile const& profile) : picks_(picks), profile_(profile) {}

    std::size_t pick(Rule rule, std::size_t alternatives) override {
        if (alternatives == 1) return 0;
        auto const number = questions_.size();
        auto const wanted = number < picks_.size() ? picks_[number] : 0;
        questions_.push_back({rule, alternatives, wanted});
        return wanted < alternatives ? wanted : 0;
    }
    AnswerNumber answer(Reading reading) override { return profile_.preferred(reading); }

    [[nodiscard]] std::vector<Question> const& questions() const { return questions_; }

private:
    Picks const& picks_;
    Profile const& profile_;
    std::vector<Question> questions_;
};

using Question = PickFollower::Question;

// Hears the first step that is told once so many choices have been made, and what it has taken.
class AfterChoice : public Observer {
public:
    AfterChoice(PickFollower const& arbiter, std::size_t choices) : arbiter_(arbiter), choices_(choices) {}

    // No rule hands on with a choice made.
    void passed(Step const& step) override {
        if (!taken_.empty() || arbiter_.questions().size() < choices_) return;
        taken_ = std::visit(Match{[](RouteChosen const& one) { return one.route.name; },
                                  [](DatabaseFound const& one) { return one.database.name; },
                                  [](RoutesFound const& one) { return identifier_of(one.routes); },
                                  [](Reason const& one) { return std::string(one.text); },
                                  // No other finding is told of a step that makes a choice.
                                  [](auto const&) { return std::string(); }},
                            step.finding);
    }

    [[nodiscard]] std::string const& taken() const { return taken_; }

private:
    // MATCH-3 and MATCH-5 pick an identifier, and find its routes; MATCH-5 beside those that have none.
    static std::string identifier_of(std::span<Route const> routes) {
        auto const identified = std::find_if(
            routes.begin(), routes.end(), [](Route const& one) { return one.broker_instance.has_value(); });
        return identified == routes.end() ? "" : identified->broker_instance->text();
    }

    PickFollower const& arbiter_;
    std::size_t choices_;
    std::string taken_;
};

// The arbiter is told numbers only. What an alternative is, the step says that takes it: so each is taken
// once.
std::string name_of_alternative(RoutingProcess& process, Picks const& picks, Profile const& profile) {
    PickFollower arbiter(picks, profile);
    AfterChoice observer(arbiter, picks.size());
    process.run(arbiter, observer);
    return observer.taken();
}

std::vector<std::string> names_of_alternatives(RoutingProcess& process, Question const& question,
                                               Picks picks_before, Profile const& profile) {
    // No step follows that would say it.
    if (question.rule == Rule::choose_0)
        return {"a route with a mirror address stands for some",
                "none that stands for others has a mirror address"};
    std::vector<std::string> names;
    names.reserve(question.alternatives);
    picks_before.push_back(0);
    for (std::uint32_t& last = picks_before.back(); last < question.alternatives; ++last)
        names.push_back(name_of_alternative(process, picks_before, profile));
    return names;
}

std::optional<Error> fault(std::vector<Question> const& questions, Picks const& picks) {
    auto const at = [](std::size_t number, std::string message) {
        return Error{fmt::format("/{}", number), std::move(message)};
    };
    for (std::size_t i = 0; i < questions.size(); ++i) {
        auto const& [rule, alternatives, wanted] = questions[i];
        if (wanted >= alternatives)
            return at(i, fmt::format("expected a number from 0 to {}, an alternative of {}, found {}",
                                     alternatives - 1, id(rule), wanted));
    }
    if (picks.size() > questions.size())
        return at(questions.size(),
                  fmt::format("expected no pick beyond the {} choices of this way", questions.size()));
    return std::nullopt;
}

// Writes down the steps, and at which of them each choice is made.
class ChoiceRecorder final : public Observer {
public:
    explicit ChoiceRecorder(PickFollower const& arbiter) : arbiter_(arbiter) {}

    void passed(Step const& step) override {
        place_choices();
        trace_.passed(step);
    }
    void handed_on(Step const& step) override {
        place_choices();
        trace_.handed_on(step);
    }

    [[nodiscard]] std::vector<TraceStep> const& trace() const { return trace_.steps(); }
    [[nodiscard]] std::size_t step_of(std::size_t choice) const { return steps_of_choices_[choice]; }

private:
    // A step is told once its choice is made; CHOOSE-0 alone picks afterwards.
    void place_choices() {
        auto const next = trace_.steps().size();
        auto const& questions = arbiter_.questions();
        for (auto i = steps_of_choices_.size(); i < questions.size(); ++i)
            steps_of_choices_.push_back(questions[i].rule == Rule::choose_0 ? next - 1 : next);
    }

    PickFollower const& arbiter_;
    TraceRecorder trace_;
    std::vector<std::size_t> steps_of_choices_;
};

}  // namespace

Expected<FollowedWay> follow(RoutingProcess& process, Picks const& picks, Profile const& profile) {
    PickFollower arbiter(picks, profile);
    ChoiceRecorder recorder(arbiter);
    auto outcome = process.run(arbiter, recorder);
    auto const& questions = arbiter.questions();
    if (auto error = fault(questions, picks)) return tl::unexpected(std::move(*error));

    std::vector<Choice> choices;
    choices.reserve(questions.size());
    Picks before;
    for (auto const& question : questions) {
        choices.push_back({question.rule, names_of_alternatives(process, question, before, profile),
                           question.wanted, recorder.step_of(choices.size())});
        before.push_back(question.wanted);
    }
    auto explanation = explain(process.scenario(), outcome, recorder.trace());
    return FollowedWay{std::move(outcome), std::move(choices), std::move(explanation)};
}

}  // namespace ssbroute
