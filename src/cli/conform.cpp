#include "cli/conform.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

#include "cli/interrupts.hpp"
#include "cli/output.hpp"
#include "cli/shell_word.hpp"
#include "conformance/known_failures.hpp"
#include "conformance/runner.hpp"
#include "conformance/suite_case.hpp"
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

template <typename Golden>
std::vector<std::string> ids_of(std::vector<Golden> const& corpus) {
    std::vector<std::string> ids;
    ids.reserve(corpus.size());
    for (auto const& golden : corpus) ids.push_back(golden.id);
    return ids;
}

ExitStatus list(std::vector<std::string> const& ids, std::vector<std::size_t> const& places) {
    Output output;
    for (auto const place : places) output.line(ids[place]);
    return output.finish();
}

std::unique_ptr<conformance::SuiteCase> suite_case(formats::GoldenCase const& golden,
                                                   conformance::PartialProfile const& declared,
                                                   ReportOptions const& reports) {
    auto const traces = reports.show_traces() ? conformance::Traces::told : conformance::Traces::left_out;
    return std::make_unique<conformance::DecisionCase>(golden, declared, traces);
}

std::unique_ptr<conformance::SuiteCase> suite_case(formats::GoldenTimeline const& golden,
                                                   conformance::PartialProfile const& /*declared*/,
                                                   ReportOptions const& /*reports*/) {
    return std::make_unique<conformance::TimelineCase>(golden);
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
    command_->add_flag("--timelines", timelines_, "Ask the golden timelines instead of the decisions");
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
    auto const paths = paths_.empty() ? std::vector{default_corpus()} : paths_;
    if (timelines_) {
        if (!profile_.empty())
            return complain(
                {"--profile", "expected without --timelines: a profile is of readings of decisions"});
        auto const corpus = formats::read_timelines(paths);
        return corpus ? run(*corpus) : complain(corpus.error());
    }
    auto const corpus = formats::read_corpus(paths);
    return corpus ? run(*corpus) : complain(corpus.error());
}

template <typename Golden>
ExitStatus Conform::run(std::vector<Golden> const& corpus) const {
    auto const shard = conformance::shard_from(shard_);
    if (!shard) return complain({"--shard " + shard_, "expected K/N with K from 1 to N"});
    auto const ids = ids_of(corpus);
    auto const places = conformance::select(ids, globs_, *shard);
    if (places.empty()) return complain({"", "expected at least one case to run, found none"});
    if (list_) return list(ids, places);
    auto const options = this->options();
    if (!options) return complain(options.error());
    std::optional<conformance::KnownFailures> known;
    if (!known_.empty()) {
        auto read = conformance::read_known_failures(known_);
        if (!read) return complain(read.error());
        known = std::move(*read);
    }

    std::vector<conformance::SelectedCase> cases;
    cases.reserve(places.size());
    for (auto const place : places)
        cases.push_back({place, suite_case(corpus[place], options->declared, reports_)});
    ProgressBar const bar;
    auto report = conformance::run(cases, *options, stop_on_interrupt(),
                                   [&](conformance::Progress const& progress) { bar.show(progress); });
    bar.clear();
    report.shard = *shard;
    report.reproduce = reproduce();
    if (known) conformance::apply(*known, {ids.begin(), ids.end()}, report);
    return conclude(report, reports_);
}

Expected<conformance::RunOptions> Conform::options() const {
    if (implementation_.empty())
        return tl::unexpected(Error{"--impl", "expected the command that starts the implementation"});
    conformance::RunOptions options;
    options.command = implementation_;
    options.subject = timelines_ ? conformance::Subject::timeline : conformance::Subject::scenario;
    options.limits.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout_ * 1000));
    options.jobs = jobs_;
    options.repeat = repeat_;
    if (profile_.empty()) return options;
    auto const declared = conformance::read_profile_file(profile_);
    if (!declared) return tl::unexpected(declared.error());
    options.declared = *declared;
    return options;
}

std::string Conform::reproduce() const {
    auto text = fmt::format("ssbroute conform{} --impl {}", timelines_ ? " --timelines" : "",
                            shell_word(implementation_));
    for (auto const& path : paths_) text += " --cases " + shell_word(path);
    if (!profile_.empty()) text += " --profile " + shell_word(profile_);
    return text;
}

}  // namespace ssbroute::cli
