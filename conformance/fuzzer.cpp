#include "conformance/fuzzer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <rapidcheck.h>
#include <set>
#include <utility>

#include "formats/scenario_json.hpp"
#include "oracle/answer.hpp"
#include "support/generators.hpp"

namespace ssbroute::conformance {
namespace {

using formats::OrderedJson;
using Shrinkable = rc::Shrinkable<Scenario>;
using Clock = std::chrono::steady_clock;

// More steps than that are not worth a smaller case.
constexpr std::size_t most_shrinks = 3000;
// Different pieces of evidence that are kept; more would only confirm them.
constexpr std::size_t most_evidence = 300;
constexpr std::size_t progress_every = 64;

// RapidCheck's scenarios grow with their size; small and large ones take turns.
Shrinkable scenario_of(std::uint64_t seed) {
    constexpr int largest = 100;
    rc::Random random(seed);
    auto const size = static_cast<int>(random.split().next() % largest);
    static auto const generator = testing::scenarios();
    return generator(random, size);
}

// A time with an offset; `opposite` is the offset with the other sign.
OrderedJson with_offset(OrderedJson const& time, std::string const& offset, std::string const& opposite) {
    if (!time.is_string()) return time;  // null
    auto text = time.get<std::string>();
    text.pop_back();  // Z
    auto const local = UtcTime::parse(text + opposite);
    if (!local) return time;
    text = local->text();
    text.pop_back();
    return text + offset;
}

// A scenario as it is asked: sometimes with offsets in its times, which the oracle itself never writes.
OrderedJson asked(Scenario const& scenario, std::uint64_t seed) {
    auto json = formats::write_scenario(scenario);
    if (seed % 4 == 1 && json.contains("now")) json["now"] = with_offset(json["now"], "-05:30", "+05:30");
    if (seed % 4 != 2) return json;
    for (auto& database : json["instance"]["databases"]) {
        if (!database.contains("routes")) continue;
        for (auto& route : database["routes"])
            if (route.contains("lifetime"))
                route["lifetime"] = with_offset(route["lifetime"], "+02:00", "-02:00");
    }
    return json;
}

std::vector<Rule> rules_of(RoutingProcess& process) {
    auto const passed = rules_passed(process);
    std::vector<Rule> result;
    for (auto const& rule : rules)
        if (passed.contains(rule.rule)) result.push_back(rule.rule);
    return result;
}

// What the oracle knows of a scenario, as a golden case.
formats::GoldenCase golden_of(Scenario const& scenario, std::uint64_t seed) {
    RoutingProcess process(scenario);
    formats::GoldenCase golden{fmt::format("found/{}/shrunk", seed),
                               "",
                               "",
                               scenario,
                               asked(scenario, seed),
                               rules_of(process),
                               {},
                               {}};
    auto all = answer(process);
    golden.permitted = std::move(all.permitted);
    for (auto& one : all.contested) golden.contested.push_back({std::move(one.outcome), one.readings});
    return golden;
}

class FuzzExam final : public Exam {
public:
    FuzzExam(FuzzOptions const& options, Stop const& stop, FuzzWatcher const& watcher)
        : options_(options), watcher_(watcher), shrinker_(options.command, options.limits, stop) {
        if (options.time) deadline_ = Clock::now() + *options.time;
    }

    std::optional<Number> next() override {
        if (next_ == options_.cases || is_over()) return std::nullopt;
        if (next_ % progress_every == 0) watcher_.progress(next_, result_.wrong);
        return next_++;
    }
    std::string question(Number number) override {
        // Asked again after a fault, it is still there.
        auto const [found, is_new] = open_.try_emplace(number, scenario_of(seed_of(number)));
        return formats::to_line(asked(found->second.value(), seed_of(number)));
    }
    void answered(Number number, Said said) override {
        ++result_.asked;
        auto shrinkable = take(number);
        auto const scenario = shrinkable.value();
        Expectation const expectation(scenario);
        note_evidence(number, expectation, said);
        if (expectation.is_right(said, options_.declared.answers) ||
            std::holds_alternative<Unsupported>(said))
            return;
        auto judgement = judge(golden_of(scenario, seed_of(number)), expectation, options_.declared, said);
        if (is_failure(judgement.verdict)) disagree(number, shrinkable, std::move(judgement), "");
    }
    void lost(Number number, Fault fault) override {
        ++result_.asked;
        auto shrinkable = take(number);
        auto judgement = judge(golden_of(shrinkable.value(), seed_of(number)), fault);
        disagree(number, shrinkable, std::move(judgement), std::move(fault.error_tail));
    }

    FuzzResult result() && {
        result_.profile = derive_profile(evidence_);
        return std::move(result_);
    }

private:
    bool is_over() const { return has_found_enough() || (deadline_ && Clock::now() >= *deadline_); }
    bool has_found_enough() const {
        return options_.after_disagreement == FuzzOptions::AfterDisagreement::stop &&
               !result_.disagreements.empty();
    }

    std::uint64_t seed_of(Number number) const { return options_.seed + number; }

    Shrinkable take(Number number) {
        auto const found = open_.find(number);
        // A question that was answered before can still be lost.
        if (found == open_.end()) return scenario_of(seed_of(number));
        auto result = std::move(found->second);
        open_.erase(found);
        return result;
    }

    void note_evidence(Number number, Expectation const& expectation, Said const& said) {
        if (evidence_.size() == most_evidence) return;
        auto shown = expectation.evidence(said);
        if (shown && seen_.insert(*shown).second)
            evidence_.push_back({fmt::format("seed {}", seed_of(number)), std::move(*shown)});
    }

    // One example is kept for each set of rules, of the scenario as found and as shrunk.
    void disagree(Number number, Shrinkable const& shrinkable, Judgement judgement, std::string error_tail) {
        ++result_.wrong;
        if (has_found_enough()) return;  // answers that were under way
        auto golden = golden_of(shrinkable.value(), seed_of(number));
        if (!kinds_.insert({judgement.verdict, golden.rules}).second) return;
        Disagreement found{seed_of(number), std::move(golden), std::move(judgement), std::move(error_tail)};
        // Each attempt to shrink a silence would cost as long a silence.
        if (found.judgement.verdict != Verdict::timeout) shrink(shrinkable, found);
        auto const& verdict = found.judgement.verdict;
        bool const is_new = shrunk_kinds_.insert({verdict, found.golden.rules}).second;
        kinds_.insert({verdict, found.golden.rules});
        if (!is_new) return;
        watcher_.found(found);
        result_.disagreements.push_back(std::move(found));
    }

    // Takes the first simpler scenario at which the implementation is wrong in the same way, again and again.
    void shrink(Shrinkable shrinkable, Disagreement& found) {
        std::size_t tried = 0;
        for (bool smaller = true; smaller && tried < most_shrinks;) {
            smaller = false;
            auto candidates = shrinkable.shrinks();
            for (auto candidate = candidates.next(); candidate && tried < most_shrinks;
                 candidate = candidates.next()) {
                ++tried;
                if (!is_wrong_too(candidate->value(), found)) continue;
                shrinkable = *candidate;
                smaller = true;
                break;
            }
        }
    }

    bool is_wrong_too(Scenario const& scenario, Disagreement& found) {
        auto const answer = shrinker_.ask(formats::to_line(asked(scenario, found.seed)));
        if (answer && !*answer) return false;  // stopped
        Expectation const expectation(scenario);
        if (answer && expectation.is_right(**answer, options_.declared.answers)) return false;
        auto golden = golden_of(scenario, found.seed);
        auto judgement =
            answer ? judge(golden, expectation, options_.declared, **answer) : judge(golden, answer.error());
        if (judgement.verdict != found.judgement.verdict) return false;
        found = {found.seed, std::move(golden), std::move(judgement),
                 answer ? "" : answer.error().error_tail};
        return true;
    }

    using Kind = std::pair<Verdict, std::vector<Rule>>;

    FuzzOptions const& options_;
    FuzzWatcher const& watcher_;
    Implementation shrinker_;
    std::optional<Clock::time_point> deadline_;
    Number next_ = 0;
    std::map<Number, Shrinkable> open_;
    std::set<Kind> kinds_;
    std::set<Kind> shrunk_kinds_;
    std::vector<EvidenceOfCase> evidence_;
    std::set<Evidence> seen_;
    FuzzResult result_;
};

}  // namespace

Expected<FuzzResult> fuzz(FuzzOptions const& options, Stop const& stop, FuzzWatcher const& watcher) {
    Implementation implementation(options.command, options.limits, stop);
    FuzzExam exam(options, stop, watcher);
    auto const started = implementation.start();
    implementation.take(exam);
    auto result = std::move(exam).result();
    if (started && *started) result.implementation = **started;
    return result;
}

}  // namespace ssbroute::conformance
