#include "cli/conform.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <unistd.h>
#include <utility>

#include "cli/interrupts.hpp"
#include "cli/output.hpp"
#include "cli/shell_word.hpp"
#include "conformance/known_failures.hpp"
#include "conformance/runner.hpp"
#include "conformance/timelines.hpp"
#include "formats/corpus.hpp"
#include "formats/golden_timeline_json.hpp"

namespace ssbroute::cli {
namespace {

// A bar on standard error while it is a terminal.
class ProgressBar {
public:
    void show(conformance::Progress const& progress) const {
        if (!is_shown_ || progress.all == 0) return;
        constexpr std::size_t width = 40;
        auto const filled = width * progress.done / progress.all;
        auto const line =
            fmt::format("\r[{}{}] {}/{}, {} failed ", std::string(filled, '#'),
                        std::string(width - filled, '-'), progress.done, progress.all, progress.failures);
        std::fputs(line.c_str(), stderr);
    }
    void clear() const {
        if (is_shown_) std::fputs("\r\x1b[K", stderr);
    }

private:
    bool is_shown_ = isatty(STDERR_FILENO) == 1;
};

// Where the corpus is, if nothing is said: that of the sources, or the installed one.
std::string default_corpus() {
    std::error_code no_matter;
    return std::filesystem::is_directory("golden", no_matter) ? "golden" : SSBROUTE_GOLDEN_DIRECTORY;
}

ExitStatus list(std::vector<conformance::SelectedCase> const& cases) {
    Output output;
    for (auto const& one : cases) output.line(one.golden->id);
    return output.finish();
}

}  // namespace

Conform::Conform(CLI::App& program)
    : command_(program.add_subcommand("conform", "Judge an implementation by the golden corpus")) {
    command_->add_option("--impl", implementation_, "The command that starts the implementation")
        ->type_name("CMD");
    command_->add_option("--cases", paths_, "Golden groups, or directories of them (default: the corpus)")
        ->type_name("PATH")
        ->take_all()
        ->expected(1);
    command_->add_option("--filter", globs_, "Only the cases whose id matches; * matches / too")
        ->type_name("GLOB")
        ->take_all()
        ->expected(1);
    command_->add_flag("--list", list_, "Print the ids of the cases, and run none");
    command_->add_flag("--timelines", timelines_, "Ask the golden timelines instead: the optional profile");
    command_->add_option("--jobs", jobs_, "How many processes of the implementation work at a time")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1024}));
    command_
        ->add_option("--timeout", timeout_, "How many seconds it may say nothing while it is asked something")
        ->check(CLI::Range(0.001, 86'400.0));
    command_
        ->add_option("--repeat", repeat_, "Ask every case N times, and tell which permitted outcomes came")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
    command_->add_option("--shard", shard_, "Only part K of the cases, cut in N parts")->type_name("K/N");
    command_->add_option("--known", known_, "Known failures, a line `VERDICT CASE` each")->type_name("FILE");
    command_->add_option("--profile", profile_, "The readings that the implementation declares to follow")
        ->type_name("FILE");
    reports_.add_to(*command_);
}

ExitStatus Conform::run() const {
    if (auto const sound = reports_.check(); !sound) return complain(sound.error());
    auto const shard = conformance::shard_from(shard_);
    if (!shard) return complain({"--shard " + shard_, "expected K/N with K from 1 to N"});
    auto const paths = paths_.empty() ? std::vector{default_corpus()} : paths_;
    if (timelines_) return run_timelines(paths);
    auto const corpus = formats::read_corpus(paths);
    if (!corpus) return complain(corpus.error());
    auto const cases = conformance::select(*corpus, globs_, *shard);
    if (cases.empty()) return complain({"", "expected at least one case to run, found none"});
    if (list_) return list(cases);
    if (implementation_.empty())
        return complain({"--impl", "expected the command that starts the implementation"});

    conformance::RunOptions options;
    options.command = implementation_;
    options.limits.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout_ * 1000));
    options.jobs = jobs_;
    options.repeat = repeat_;
    options.traces = reports_.show_traces() ? conformance::Traces::told : conformance::Traces::left_out;
    if (!profile_.empty()) {
        auto const declared = conformance::read_profile_file(profile_);
        if (!declared) return complain(declared.error());
        options.declared = *declared;
    }
    std::optional<conformance::KnownFailures> known;
    if (!known_.empty()) {
        auto read = conformance::read_known_failures(known_);
        if (!read) return complain(read.error());
        known = std::move(*read);
    }

    ProgressBar const bar;
    auto report = conformance::run(cases, options, stop_on_interrupt(),
                                   [&](conformance::Progress const& progress) { bar.show(progress); });
    bar.clear();
    report.shard = *shard;
    report.reproduce = fmt::format("ssbroute conform --impl {}", shell_word(implementation_));
    for (auto const& path : paths_) report.reproduce += " --cases " + shell_word(path);
    if (!profile_.empty()) report.reproduce += " --profile " + shell_word(profile_);
    if (known) {
        std::set<std::string, std::less<>> existing;
        for (auto const& golden : *corpus) existing.insert(golden.id);
        conformance::apply(*known, existing, report);
    }
    return conclude(report, reports_);
}

ExitStatus Conform::run_timelines(std::vector<std::string> const& paths) const {
    auto const timelines = formats::read_timelines(paths);
    if (!timelines) return complain(timelines.error());
    if (timelines->empty()) return complain({"", "expected at least one timeline to run, found none"});
    Output output;
    if (list_) {
        for (auto const& golden : *timelines) output.line(golden.id);
        return output.finish();
    }
    if (implementation_.empty())
        return complain({"--impl", "expected the command that starts the implementation"});
    auto const timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout_ * 1000));
    auto const judged =
        conformance::judge_timelines(implementation_, *timelines, timeout, stop_on_interrupt());
    if (!judged) return complain(judged.error());

    using conformance::TimelineVerdict;
    constexpr std::string_view words[] = {"agrees", "violates", "unsupported", "lost"};
    std::size_t counts[std::size(words)] = {};
    for (auto const& one : *judged) {
        auto const verdict = static_cast<std::size_t>(one.verdict);
        ++counts[verdict];
        if (one.verdict != TimelineVerdict::agrees && one.verdict != TimelineVerdict::unsupported)
            output.line(visible(fmt::format("{} {}: {}", words[verdict], one.id, one.why)));
    }
    output.line(fmt::format("{} of {} timelines agree, {} violate, {} unsupported, {} lost", counts[0],
                            timelines->size(), counts[1], counts[2], counts[3]));
    auto const status = output.finish();
    if (status != ExitStatus::done) return status;
    return counts[1] + counts[3] == 0 ? ExitStatus::done : ExitStatus::failure;
}

}  // namespace ssbroute::cli
