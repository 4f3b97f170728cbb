#include "conformance/runner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <fnmatch.h>
#include <mutex>
#include <optional>
#include <sys/utsname.h>
#include <thread>
#include <utility>

#include "conformance/honesty.hpp"
#include "conformance/match.hpp"
#include "conformance/outcome_text.hpp"
#include "formats/answer_json.hpp"
#include "formats/explanation_json.hpp"
#include "oracle/answer.hpp"
#include "oracle/explanation.hpp"
#include "version.hpp"

namespace ssbroute::conformance {
namespace {

using formats::OrderedJson;

// How often a watcher is told.
constexpr std::chrono::milliseconds tick{100};

struct Answer {
    std::variant<Said, Fault> what;
    Judgement judgement;
};

// One case while it is run: its questions may be under way in several jobs.
struct Slot {
    std::once_flag once;
    std::optional<Expectation> expectation;
    std::mutex mutex;
    std::vector<std::optional<Answer>> answers;  // by repetition
};

// Hands out the questions of all cases, and collects what is said.
class Questions {
public:
    Questions(std::span<SelectedCase const> cases, RunOptions const& options)
        : cases_(cases), options_(options), slots_(cases.size()) {
        for (auto& slot : slots_) slot.answers.resize(options.repeat);
        lines_.reserve(cases.size());
        for (auto const& one : cases) lines_.push_back(formats::to_line(one.golden->scenario_json));
    }

    std::optional<std::size_t> next() {
        auto const number = next_.fetch_add(1);
        if (number < size()) return number;
        return std::nullopt;
    }
    std::string scenario(std::size_t number) const { return lines_[number / options_.repeat]; }
    void answered(std::size_t number, Said said) {
        auto& slot = slot_of(number);
        std::call_once(slot.once, [&] { slot.expectation.emplace(golden(number).scenario); });
        auto judgement = judge(golden(number), *slot.expectation, options_.declared, said);
        put(number, {std::move(said), std::move(judgement)});
    }
    void lost(std::size_t number, Fault fault) {
        auto judgement = judge(golden(number), fault);
        put(number, {std::move(fault), std::move(judgement)});
    }

    [[nodiscard]] std::size_t size() const { return cases_.size() * options_.repeat; }
    [[nodiscard]] Progress progress() const { return {done_.load(), failures_.load(), size()}; }
    [[nodiscard]] std::span<SelectedCase const> cases() const { return cases_; }
    [[nodiscard]] Slot& slot(std::size_t i) { return slots_[i]; }

private:
    formats::GoldenCase const& golden(std::size_t number) const {
        return *cases_[number / options_.repeat].golden;
    }
    Slot& slot_of(std::size_t number) { return slots_[number / options_.repeat]; }

    void put(std::size_t number, Answer answer) {
        auto& slot = slot_of(number);
        std::lock_guard const lock(slot.mutex);
        auto& kept = slot.answers[number % options_.repeat];
        if (!kept) ++done_;
        if (kept && is_failure(kept->judgement.verdict)) --failures_;
        if (is_failure(answer.judgement.verdict)) ++failures_;
        kept = std::move(answer);
    }

    std::span<SelectedCase const> cases_;
    RunOptions const& options_;
    std::vector<Slot> slots_;
    std::vector<std::string> lines_;  // the scenarios of the cases, as they are asked
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<std::size_t> failures_{0};
};

// What one job asks.
class JobExam final : public Exam {
public:
    explicit JobExam(Questions& questions) : questions_(questions) {}

    std::optional<Number> next() override { return questions_.next(); }
    std::string scenario(Number number) override { return questions_.scenario(number); }
    void answered(Number number, Said said) override { questions_.answered(number, std::move(said)); }
    void lost(Number number, Fault fault) override { questions_.lost(number, std::move(fault)); }

private:
    Questions& questions_;
};

// Runs all jobs to their end, and tells how far they are meanwhile.
void run_jobs(Questions& questions, RunOptions const& options, Stop const& stop,
              std::function<void(Progress const&)> const& watch) {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t running = std::min(options.jobs, questions.size());
    std::vector<std::thread> jobs;
    for (std::size_t i = running; i > 0; --i)
        jobs.emplace_back([&] {
            JobExam exam(questions);
            Implementation(options.command, options.limits, stop).take(exam);
            std::lock_guard const lock(mutex);
            --running;
            changed.notify_one();
        });
    {
        std::unique_lock lock(mutex);
        while (running > 0) {
            changed.wait_for(lock, tick);
            watch(questions.progress());
        }
    }
    for (auto& job : jobs) job.join();
    watch(questions.progress());
}

OrderedJson outcomes_of(formats::GoldenCase const& golden, RunOptions const& options, Slot const& slot) {
    auto result = OrderedJson::array();
    if (options.traces == Traces::left_out) {
        bool const declared = options.declared.fixed != 0 && slot.expectation;
        for (auto const& one :
             declared ? slot.expectation->permitted(options.declared.answers) : golden.permitted)
            result.push_back(formats::write_outcome(one));
        return result;
    }
    Profile profile;
    for (auto const& reading : readings)
        if ((options.declared.answers & bit(reading.reading)) != 0) profile.prefer(reading.reading, 1);
    RoutingProcess process(golden.scenario);
    for (auto& found : answer_with_ways(process, profile, OtherReadings::left_out)) {
        auto explanation =
            explain(golden.scenario, found.outcome, trace(process, found, profile, OtherReadings::left_out));
        result.push_back(formats::write_outcome({std::move(found.outcome), {}, std::move(explanation)},
                                                profile, formats::With::explanation));
    }
    return result;
}

enum class Seen : std::uint8_t { for_the_first_time, again };

Seen count(std::vector<AnswerSeen>& seen, OrderedJson said) {
    auto const found =
        std::find_if(seen.begin(), seen.end(), [&](AnswerSeen const& one) { return one.said == said; });
    if (found != seen.end()) {
        ++found->times;
        return Seen::again;
    }
    seen.push_back({std::move(said), 1});
    return Seen::for_the_first_time;
}

// The worst of the answers counts, and every one of them is evidence.
std::optional<CaseReport> report_of(SelectedCase const& selected, Slot const& slot,
                                    RunOptions const& options) {
    auto const& golden = *selected.golden;
    Answer const* worst = nullptr;
    std::vector<AnswerSeen> seen;
    std::vector<Evidence> evidence;
    for (auto const& answer : slot.answers) {
        if (!answer) continue;
        if (worst == nullptr || answer->judgement.verdict > worst->judgement.verdict) worst = &*answer;
        auto const* said = std::get_if<Said>(&answer->what);
        if (said == nullptr) {
            count(seen, {{std::string(id(answer->judgement.verdict)), std::get<Fault>(answer->what).why}});
            continue;
        }
        if (count(seen, write_said(*said)) == Seen::again) continue;
        auto const shown = slot.expectation->evidence(*said);
        if (shown && std::find(evidence.begin(), evidence.end(), *shown) == evidence.end())
            evidence.push_back(*shown);
    }
    if (worst == nullptr) return std::nullopt;

    auto contested = OrderedJson::array();
    for (auto const& one : golden.contested)
        contested.push_back(formats::write_outcome(one.outcome, one.readings, {}));
    auto const* fault = std::get_if<Fault>(&worst->what);
    return CaseReport{selected.position,
                      golden.id,
                      golden.title,
                      golden.source,
                      golden.rules,
                      golden.scenario_json,
                      outcomes_of(golden, options, slot),
                      std::move(contested),
                      worst->judgement.verdict,
                      worst->judgement.explanation,
                      fault == nullptr ? "" : fault->error_tail,
                      std::move(seen),
                      std::move(evidence)};
}

std::string platform() {
    utsname system{};
    if (uname(&system) != 0) return "unknown";
    return fmt::format("{} {} {}", static_cast<char const*>(system.sysname),
                       static_cast<char const*>(system.release), static_cast<char const*>(system.machine));
}

}  // namespace

std::vector<SelectedCase> select(std::span<formats::GoldenCase const> corpus,
                                 std::vector<std::string> const& globs, Shard shard) {
    std::vector<SelectedCase> cases;
    std::size_t matching = 0;
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        auto const& golden = corpus[i];
        bool const wanted =
            globs.empty() || std::any_of(globs.begin(), globs.end(), [&](std::string const& glob) {
                return fnmatch(glob.c_str(), golden.id.c_str(), 0) == 0;
            });
        if (wanted && matching++ % shard.of == shard.number - 1) cases.push_back({i, &golden});
    }
    return cases;
}

Report run(std::span<SelectedCase const> cases, RunOptions const& options, Stop const& stop,
           std::function<void(Progress const&)> const& watch) {
    Report report;
    report.suite_version = version;
    report.platform = platform();
    report.command = options.command;
    report.repeat = options.repeat;
    report.declared = options.declared;
    report.selected = cases.size();

    auto honesty = check_honesty(options.command, options.limits, stop);
    report.implementation = std::move(honesty.implementation);
    report.honesty = std::move(honesty.checks);

    Questions questions(cases, options);
    run_jobs(questions, options, stop, watch);
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (auto one = report_of(cases[i], questions.slot(i), options))
            report.cases.push_back(std::move(*one));
    if (stop.requested()) report.ending = Ending::interrupted;
    return report;
}

}  // namespace ssbroute::conformance
