// Works on the golden corpus for the build and for ./dev. See `corpus-tool --help`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "delivery/histories.hpp"
#include "delivery/reading_over_time.hpp"
#include "delivery/rule_over_time.hpp"
#include "formats/corpus.hpp"
#include "formats/golden_timeline_json.hpp"
#include "oracle/answer.hpp"
#include "routing/reading.hpp"
#include "routing/rule.hpp"

namespace {

namespace fs = std::filesystem;
using ssbroute::formats::GoldenCase;
using ssbroute::formats::GoldenTimeline;
using ssbroute::formats::OrderedJson;

struct Traces {
    std::set<std::string> code;
    std::vector<std::string> cases;
};

// Where the rules that are passed report themselves.
class CodeRecorder final : public ssbroute::Observer {
public:
    explicit CodeRecorder(std::map<std::string_view, Traces>& rules) : rules_(rules) {}

    void passed(ssbroute::Step const& step) override {
        std::string_view file = step.file;
        file.remove_prefix(std::min(file.find("src/"), file.size()));
        rules_[id(step.rule)].code.insert(fmt::format("{}:{}", file, step.line));
    }

private:
    std::map<std::string_view, Traces>& rules_;
};

// A rule without a step of its own lives in a comment, `// NAME-1. ...`.
void find_comments(fs::path const& sources, fs::path const& below, std::vector<std::string_view> const& ids,
                   std::map<std::string_view, Traces>& rules) {
    for (auto const& file : fs::recursive_directory_iterator(below)) {
        auto const extension = file.path().extension();
        if (extension != ".cpp" && extension != ".hpp") continue;
        std::ifstream stream(file.path());
        int number = 0;
        for (std::string line; std::getline(stream, line);) {
            ++number;
            for (auto const id : ids)
                if (line.find(fmt::format("// {}. ", id)) != std::string::npos)
                    rules[id].code.insert(fmt::format(
                        "src/{}:{}", fs::relative(file.path(), sources).generic_string(), number));
        }
    }
}

struct Measured {
    std::map<std::string_view, Traces> rules;
    std::map<std::string_view, Traces> readings;
    std::map<std::string_view, Traces> rules_over_time;
    std::map<std::string_view, Traces> readings_over_time;
};

// Two sets of histories, as who observes them tells them apart.
bool same(std::vector<ssbroute::delivery::History> const& some,
          std::vector<ssbroute::delivery::History> const& others) {
    return some.size() == others.size() && std::all_of(some.begin(), some.end(), [&](auto const& one) {
               return std::find(others.begin(), others.end(), one) != others.end();
           });
}

void measure_over_time(std::vector<GoldenTimeline> const& timelines, fs::path const& sources,
                       Measured& measured) {
    for (auto const& golden : timelines) {
        auto const found = explore(golden.timeline, {});
        ssbroute::delivery::RuleOverTimeSet passed;
        for (auto const& history : found.histories)
            for (auto const& one : history) passed |= one.rules_over_time;
        for (auto const& entry : ssbroute::delivery::rules_over_time)
            if (passed.contains(entry.rule)) measured.rules_over_time[entry.id].cases.push_back(golden.id);
        for (auto const& otherwise : golden.otherwise) {
            bool const by_itself = otherwise.readings.size() == 1;
            if (by_itself && !same(explore(golden.timeline, otherwise.profile).histories, found.histories))
                measured.readings_over_time[id(otherwise.readings.front())].cases.push_back(golden.id);
        }
    }
    std::vector<std::string_view> ids;
    ids.reserve(ssbroute::delivery::rules_over_time.size());
    for (auto const& entry : ssbroute::delivery::rules_over_time) ids.push_back(entry.id);
    find_comments(sources, sources / "delivery", ids, measured.rules_over_time);
}

Measured measure(std::vector<GoldenCase> const& corpus, std::vector<GoldenTimeline> const& timelines,
                 fs::path const& sources) {
    Measured measured;
    CodeRecorder recorder(measured.rules);
    for (auto const& golden : corpus) {
        ssbroute::RoutingProcess process(golden.scenario);
        explore(process, {}, ssbroute::OtherReadings::explored, recorder, [](ssbroute::WayTaken const&) {});
        auto const passed = rules_passed(process);
        for (auto const& entry : ssbroute::rules) {
            bool const shown =
                std::find(golden.rules.begin(), golden.rules.end(), entry.rule) != golden.rules.end();
            bool const by_step = entry.kind == ssbroute::RuleKind::step;
            if (by_step ? passed.contains(entry.rule) : shown)
                measured.rules[entry.id].cases.push_back(golden.id);
        }
        std::set<std::string_view> told_apart;
        for (auto const& contested : answer(process).contested)
            for (auto const& entry : ssbroute::readings)
                if (contested.readings.contains(entry.reading)) told_apart.insert(entry.id);
        for (auto const reading : told_apart) measured.readings[reading].cases.push_back(golden.id);
    }
    std::vector<std::string_view> ids;
    for (auto const& entry : ssbroute::rules)
        if (entry.kind == ssbroute::RuleKind::without_step) ids.push_back(entry.id);
    find_comments(sources, sources, ids, measured.rules);
    measure_over_time(timelines, sources, measured);
    return measured;
}

OrderedJson to_json(std::map<std::string_view, Traces> const& all) {
    OrderedJson value = OrderedJson::object();
    for (auto const& [name, traces] : all) {
        OrderedJson one = OrderedJson::object();
        if (!traces.code.empty()) one["code"] = traces.code;
        one["cases"] = traces.cases;
        value[std::string(name)] = one;
    }
    return value;
}

std::string link_to_code(std::string const& place) {
    auto const colon = place.rfind(':');
    return fmt::format("[{}](../{}#L{})", place, place.substr(0, colon), place.substr(colon + 1));
}

std::string link_to_case(std::string const& golden) {
    return fmt::format("[{}](../golden/{}.json)", golden, golden.substr(0, golden.rfind('/')));
}

template <typename Entries>
void print_table(std::ostream& out, Entries const& entries, std::map<std::string_view, Traces> const& all,
                 std::string_view document, std::string_view code_title) {
    fmt::print(out, "| id | {}cases | the first of them |\n|---|{}---|---|\n", code_title,
               code_title.empty() ? "" : "---|");
    constexpr std::size_t most = 3;
    for (auto const& entry : entries) {
        auto const found = all.find(entry.id);
        Traces const traces = found == all.end() ? Traces() : found->second;
        std::vector<std::string> code;
        for (auto const& place : traces.code) code.push_back(link_to_code(place));
        std::vector<std::string> cases;
        for (auto const& golden : traces.cases)
            if (cases.size() < most) cases.push_back(link_to_case(golden));
        auto const code_cell = code_title.empty() ? "" : fmt::format("{} | ", fmt::join(code, "<br>"));
        fmt::print(out, "| [{0}](../spec/{1}#{0}) | {2}{3} | {4} |\n", entry.id, document, code_cell,
                   traces.cases.size(), fmt::join(cases, "<br>"));
    }
}

void print_markdown(std::ostream& out, Measured const& measured, std::size_t cases, std::size_t timelines) {
    fmt::print(
        out,
        "# Traceability\n\n"
        "Generated by `./dev traceability` from running the {} golden cases. The code of a rule is where it\n"
        "reported itself, or for a rule without a step of its own the comment that is its home. Its cases "
        "are\n"
        "those that passed it on the way to a permitted outcome, or that name it for showing it.\n\n"
        "## Rules\n\n",
        cases);
    print_table(out, ssbroute::rules, measured.rules, "routing.md", "code | ");
    fmt::print(out, "\n## Readings\n\nThe cases with a contested outcome that needs the reading.\n\n");
    print_table(out, ssbroute::readings, measured.readings, "readings.md", "");
    fmt::print(out,
               "\n## Rules over time\n\nFrom exploring the {} golden timelines: those on whose permitted "
               "histories the "
               "rule was passed.\n\n",
               timelines);
    print_table(out, ssbroute::delivery::rules_over_time, measured.rules_over_time, "routing.md", "code | ");
    fmt::print(
        out, "\n## Readings over time\n\nThe timelines of which another answer permits other histories.\n\n");
    print_table(out, ssbroute::delivery::readings_over_time, measured.readings_over_time, "readings.md", "");
}

// A timeline a line, as the program takes it.
void print_timelines(std::vector<GoldenTimeline> const& timelines) {
    for (auto const& golden : timelines) {
        OrderedJson const line = {
            {"id", golden.id}, {"title", golden.title}, {"timeline", golden.timeline_json}};
        fmt::print("{}\n", ssbroute::formats::to_line(line));
    }
}

// What the measurement hangs on, for make and ninja: every file, and the folders, in which files may appear.
void print_dependencies(std::ostream& out, std::string const& target,
                        std::vector<std::string> const& folders) {
    out << target << ":";
    for (auto const& folder : folders) {
        out << " " << folder;
        for (auto const& entry : fs::recursive_directory_iterator(folder))
            out << " " << entry.path().string();
    }
    out << "\n";
}

struct Files {
    std::string golden;
    std::string sources;
    std::string json;
    std::string markdown;
    std::string depfile;
};

void write_traceability(std::vector<GoldenCase> const& corpus, std::vector<GoldenTimeline> const& timelines,
                        Files const& files) {
    auto const measured = measure(corpus, timelines, files.sources);
    if (!files.json.empty()) {
        OrderedJson const value = {{"rules", to_json(measured.rules)},
                                   {"readings", to_json(measured.readings)},
                                   {"rules_over_time", to_json(measured.rules_over_time)},
                                   {"readings_over_time", to_json(measured.readings_over_time)}};
        std::ofstream(files.json) << ssbroute::formats::to_line(value) << "\n";
    }
    if (!files.markdown.empty()) {
        std::ofstream out(files.markdown);
        print_markdown(out, measured, corpus.size(), timelines.size());
    }
    if (!files.depfile.empty()) {
        std::ofstream out(files.depfile);
        print_dependencies(out, files.json, {files.golden, files.sources});
    }
}

}  // namespace

// What is thrown at the build ends it, with the words of the exception.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    Files files;
    CLI::App program("Works on the golden corpus");
    program.require_subcommand(1);
    auto* flat = program.add_subcommand("flat", "Print the corpus, one self-contained case a line");
    flat->add_option("GOLDEN", files.golden)->required();
    auto* flat_timelines =
        program.add_subcommand("timelines", "Print the golden timelines, one self-contained timeline a line");
    flat_timelines->add_option("GOLDEN", files.golden)->required();
    auto* traceability = program.add_subcommand(
        "traceability", "Write what running the corpus measures: rule, code, cases; reading, cases");
    traceability->add_option("GOLDEN", files.golden)->required();
    traceability->add_option("SRC", files.sources)->required();
    traceability->add_option("--json", files.json);
    traceability->add_option("--markdown", files.markdown);
    traceability->add_option("--depfile", files.depfile);
    CLI11_PARSE(program, argc, argv);

    auto const corpus = ssbroute::formats::read_corpus({files.golden});
    if (!corpus) {
        fmt::print(stderr, "{}: {}\n", corpus.error().where, corpus.error().message);
        return 2;
    }
    if (*flat) {
        for (auto const& golden : *corpus)
            fmt::print("{}\n", ssbroute::formats::to_line(ssbroute::formats::write_flat(golden)));
        return 0;
    }
    auto const timelines = ssbroute::formats::read_timelines({files.golden});
    if (!timelines) {
        fmt::print(stderr, "{}: {}\n", timelines.error().where, timelines.error().message);
        return 2;
    }
    if (*flat_timelines) {
        print_timelines(*timelines);
        return 0;
    }
    write_traceability(*corpus, *timelines, files);
    return 0;
}
