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
    std::mutex mutex;
    std::vector<std::optional<Answer>> answers;  // by repetition
};

// Hands out the questions of all cases, and collects what is said.
class Questions {
public:
    Questions(std::span<SelectedCase const> cases, RunOptions const& options)
        : cases_(cases), options_(options), slots_(cases.size()) {
        for (auto& slot : slots_) slot.answers.resize(options.repeat);
    }

    std::optional<std::size_t> next() {
        auto const number = next_.fetch_add(1);
        if (number < size()) return number;
        return std::nullopt;
    }
    std::string question(std::size_t number) const { return asked(number).question(); }
    void answered(std::size_t number, Said said) {
        auto judgement = asked(number).judge(said);
        put(number, {std::move(said), std::move(judgement)});
    }
    void lost(std::size_t number, Fault fault) {
        auto judgement = asked(number).judge(fault);
        put(number, {std::move(fault), std::move(judgement)});
    }

    [[nodiscard]] std::size_t size() const { return cases_.size() * options_.repeat; }
    [[nodiscard]] Progress progress() const { return {done_.load(), failures_.load(), size()}; }
    [[nodiscard]] std::span<SelectedCase const> cases() const { return cases_; }
    [[nodiscard]] Slot& slot(std::size_t i) { return slots_[i]; }

private:
    [[nodiscard]] SuiteCase const& asked(std::size_t number) const {
        return *cases_[number / options_.repeat].suite_case;
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
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<std::size_t> failures_{0};
};

// What one job asks.
class JobExam final : public Exam {
public:
    explicit JobExam(Questions& questions) : questions_(questions) {}

    std::optional<Number> next() override { return questions_.next(); }
    std::string question(Number number) override { return questions_.question(number); }
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
            Implementation(options.command, options.limits, stop, options.subject).take(exam);
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
std::optional<CaseReport> report_of(SelectedCase const& selected, Slot const& slot) {
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
        auto const shown = selected.suite_case->evidence(*said);
        if (shown && std::find(evidence.begin(), evidence.end(), *shown) == evidence.end())
            evidence.push_back(*shown);
    }
    if (worst == nullptr) return std::nullopt;

    auto report = selected.suite_case->report();
    report.position = selected.position;
    report.verdict = worst->judgement.verdict;
    report.explanation = worst->judgement.explanation;
    if (auto const* fault = std::get_if<Fault>(&worst->what)) report.error_tail = fault->error_tail;
    report.seen = std::move(seen);
    report.evidence = std::move(evidence);
    return report;
}

std::string platform() {
    utsname system{};
    if (uname(&system) != 0) return "unknown";
    return fmt::format("{} {} {}", static_cast<char const*>(system.sysname),
                       static_cast<char const*>(system.release), static_cast<char const*>(system.machine));
}

}  // namespace

std::vector<std::size_t> select(std::span<std::string const> ids, std::vector<std::string> const& globs,
                                Shard shard) {
    std::vector<std::size_t> places;
    std::size_t matching = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        bool const wanted =
            globs.empty() || std::any_of(globs.begin(), globs.end(), [&](std::string const& glob) {
                return fnmatch(glob.c_str(), ids[i].c_str(), 0) == 0;
            });
        if (wanted && matching++ % shard.of == shard.number - 1) places.push_back(i);
    }
    return places;
}

Report run(std::span<SelectedCase const> cases, RunOptions const& options, Stop const& stop,
           std::function<void(Progress const&)> const& watch) {
    Report report;
    report.subject = options.subject;
    report.suite_version = version;
    report.platform = platform();
    report.command = options.command;
    report.repeat = options.repeat;
    report.declared = options.declared;
    report.selected = cases.size();

    auto honesty = check_honesty(options.command, options.limits, stop, options.subject);
    report.implementation = std::move(honesty.implementation);
    report.honesty = std::move(honesty.checks);

    Questions questions(cases, options);
    run_jobs(questions, options, stop, watch);
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (auto one = report_of(cases[i], questions.slot(i))) report.cases.push_back(std::move(*one));
    if (stop.requested()) report.ending = Ending::interrupted;
    return report;
}

}  // namespace ssbroute::conformance
