#include "cli/fuzz.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "cli/interrupts.hpp"
#include "cli/output.hpp"
#include "cli/shell_word.hpp"
#include "conformance/fuzzer.hpp"
#include "formats/answer_json.hpp"

namespace ssbroute::cli {
namespace {

using conformance::Disagreement;
using formats::OrderedJson;

std::uint64_t random_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 16U) + device();
}

// A golden group of one case, ready for the corpus.
OrderedJson group_of(Disagreement const& found) {
    auto const& golden = found.golden;
    OrderedJson one = {{"id", "shrunk"}, {"title", "Found by ssbroute fuzz: " + found.judgement.explanation}};
    if (golden.scenario_json.contains("now")) one["now"] = golden.scenario_json["now"];
    one["message"] = golden.scenario_json["message"];
    auto flat = formats::write_flat(golden);
    for (auto const* name : {"rules", "permitted", "contested"}) one[name] = flat[name];
    return {{"group", fmt::format("found/{}", found.seed)},
            {"source", fmt::format("ssbroute fuzz --seed {} --cases 1", found.seed)},
            {"instance", golden.scenario_json["instance"]},
            {"cases", OrderedJson::array({std::move(one)})}};
}

Expected<std::string> write_group(std::string const& directory, Disagreement const& found) {
    auto const folder = std::filesystem::path(directory) / "found";
    auto const path = folder / fmt::format("{}.json", found.seed);
    std::error_code fault;
    std::filesystem::create_directories(folder, fault);
    std::ofstream file(path, std::ios::binary);
    file << group_of(found).dump(2, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
    file.close();
    if (file) return path.string();
    return tl::unexpected(Error{path.string(), "could not be written"});
}

std::size_t count_routes(Scenario const& scenario) {
    std::size_t count = 0;
    for (auto const& database : scenario.instance().databases()) count += database.routes.size();
    return count;
}

std::string found_text(Disagreement const& found, std::string const& path, std::string const& command) {
    auto text = fmt::format("{} {}, {} routes\n    {}\n", styled(id(found.judgement.verdict), Style::bad),
                            path, count_routes(found.golden.scenario), found.judgement.explanation);
    if (!found.error_tail.empty()) text += fmt::format("    standard error ends: {}\n", found.error_tail);
    return text +
           fmt::format("    again with: ssbroute fuzz --impl {} --seed {} --cases 1\n", command, found.seed);
}

std::string profile_text(conformance::ReadingProfile const& profile) {
    std::string text = "\nReadings that the implementation follows:\n";
    for (auto const& reading : readings)
        text += fmt::format("  {}\n", conformance::text(reading.reading, profile.of(reading.reading)));
    return text;
}

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace

Fuzz::Fuzz(CLI::App& program)
    : command_(program.add_subcommand("fuzz", "Search for scenarios at which an implementation is wrong")) {
    command_->add_option("--impl", implementation_, "The command that starts the implementation")
        ->type_name("CMD")
        ->required();
    command_->add_option("--cases", cases_,
                         "How many scenarios to ask (without end if only --time is given)");
    command_->add_option("--seed", seed_, "Where the scenarios come from (default: chance; it is printed)");
    command_->add_option("--time", time_, "Stop after so many seconds")->check(CLI::PositiveNumber);
    command_->add_flag("--first", first_, "Stop at the first disagreement");
    command_
        ->add_option("--timeout", timeout_, "How many seconds it may say nothing while it is asked something")
        ->check(CLI::Range(0.001, 86'400.0));
    command_->add_option("--profile", profile_, "The readings that the implementation declares to follow")
        ->type_name("FILE");
    command_
        ->add_option("--output", directory_,
                     "Where to put found/SEED.json, a golden group for each disagreement")
        ->type_name("DIRECTORY");
}

ExitStatus Fuzz::run() const {
    conformance::FuzzOptions options;
    options.command = implementation_;
    options.limits.timeout = milliseconds(timeout_);
    options.seed = seed_ ? *seed_ : random_seed();
    options.cases = cases_;
    if (time_) options.time = milliseconds(*time_);
    if (time_ && command_->count("--cases") == 0) options.cases = SIZE_MAX;
    if (first_) options.after_disagreement = conformance::FuzzOptions::AfterDisagreement::stop;
    if (!profile_.empty()) {
        auto const declared = conformance::read_profile_file(profile_);
        if (!declared) return complain(declared.error());
        options.declared = *declared;
    }

    Output output;
    output.line(fmt::format("seed {}", options.seed));
    output.flush();
    std::optional<Error> fault;
    bool const is_terminal = isatty(STDERR_FILENO) == 1;
    auto const show = [&](std::size_t asked, std::size_t wrong) {
        if (is_terminal) std::fputs(fmt::format("\r{} asked, {} wrong ", asked, wrong).c_str(), stderr);
    };
    auto const tell = [&](Disagreement const& found) {
        auto const path = write_group(directory_, found);
        if (!path) fault = path.error();
        if (is_terminal) std::fputs("\r\x1b[K", stderr);
        output.write(found_text(found, path.value_or("(not written)"), shell_word(implementation_)));
        output.flush();
    };
    auto const result = conformance::fuzz(options, stop_on_interrupt(), {show, tell});
    if (is_terminal) std::fputs("\r\x1b[K", stderr);
    if (!result) return complain(result.error());

    output.write(profile_text(result->profile));
    output.line(fmt::format("\n{} {}: {} scenarios asked, {} answers wrong, {} kinds of disagreement",
                            result->implementation.name, result->implementation.version, result->asked,
                            result->wrong, result->disagreements.size()));
    if (auto const status = output.finish(); status != ExitStatus::done) return status;
    if (fault) return complain(*fault);
    if (result->asked == 0)
        return complain({"", "expected at least one scenario to be answered, found none"});
    bool const passed = result->wrong == 0 && result->profile.is_consistent();
    return passed ? ExitStatus::done : ExitStatus::failure;
}

}  // namespace ssbroute::cli
