#include "cli/decide.hpp"

#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "cli/decision_text.hpp"
#include "cli/output.hpp"
#include "formats/explanation_json.hpp"
#include "formats/files.hpp"
#include "formats/golden_json.hpp"
#include "formats/golden_timeline_json.hpp"
#include "formats/scenario_json.hpp"
#include "oracle/follow.hpp"
#include "oracle/sample.hpp"
#include "picture/decision_picture.hpp"
#include "picture/dot.hpp"
#include "picture/mermaid.hpp"
#include "picture/svg.hpp"

namespace ssbroute::cli {
namespace {

using formats::Json;
using formats::OrderedJson;

// A scenario and where it stands.
struct Question {
    std::string file;
    std::string golden_case;  // empty: the file is a scenario
    std::string title;
    Scenario scenario;
};

Expected<std::vector<Question>> questions_in(formats::Source source) {
    auto const at_file = [&](Error error) { return formats::in_source(source, std::move(error)); };
    auto document = formats::parse_json(source.text);
    source.text = {};  // not needed any more, and it may be large
    if (!document) return tl::unexpected(at_file(std::move(document.error())));

    std::vector<Question> questions;
    // Of a directory of golden groups those with timelines are `simulate`'s.
    if (formats::is_timeline_group(*document)) return questions;
    if (!formats::is_golden_group(*document)) {
        auto scenario = formats::read_scenario(*document);
        if (!scenario) return tl::unexpected(at_file(std::move(scenario.error())));
        questions.push_back({source.name, "", "", std::move(*scenario)});
        return questions;
    }
    auto cases = formats::read_golden_group(*document);
    if (!cases) return tl::unexpected(at_file(std::move(cases.error())));
    for (auto& golden : *cases)
        questions.push_back(
            {source.name, std::move(golden.id), std::move(golden.title), std::move(golden.scenario)});
    return questions;
}

Expected<std::vector<Question>> all_questions(std::vector<std::string> const& files) {
    auto sources = formats::read_sources(files);
    if (!sources) return tl::unexpected(std::move(sources.error()));
    std::vector<Question> questions;
    for (auto& source : *sources) {
        auto found = questions_in(std::move(source));
        if (!found) return tl::unexpected(std::move(found.error()));
        questions.insert(questions.end(), std::make_move_iterator(found->begin()),
                         std::make_move_iterator(found->end()));
    }
    return questions;
}

// The outcomes of one question, with the way to each.
std::vector<ExplainedOutcome> ask(Question const& question, QuestionOptions const& options,
                                  Profile const& profile) {
    RoutingProcess process(question.scenario);
    if (!options.seed) return explained_answer(process, profile, options.other_readings());
    TraceRecorder recorder;
    auto outcome = sample(process, *options.seed, profile, recorder);
    auto explanation = explain(question.scenario, outcome, recorder.steps());
    return {{std::move(outcome), {}, std::move(explanation), sampled_picks(process, *options.seed, profile)}};
}

// Leaves only the question with this id; an empty one leaves all.
Expected<void> keep_case(std::vector<Question>& questions, std::string const& id) {
    if (id.empty()) return {};
    std::erase_if(questions, [&](Question const& one) { return one.golden_case != id; });
    if (questions.empty())
        return tl::unexpected(Error{"--case " + id, "expected the id of a case in the files"});
    return {};
}

OrderedJson source_of(Question const& question) {
    OrderedJson source = {{"file", question.file}};
    if (!question.golden_case.empty()) source["case"] = question.golden_case;
    return source;
}

}  // namespace

Decide::Decide(CLI::App& program)
    : command_(program.add_subcommand("decide", "Say where messages go, and by which rules")) {
    command_
        ->add_option("FILE", files_,
                     "Scenarios and golden groups; - is standard input, a directory is searched")
        ->required();
    command_->add_flag("--json", json_, "Print an answer a line");
    command_->add_flag("--explain", explain_, "Add why each other route was not taken");
    command_->add_option("--case", case_, "Only this case of golden groups")->type_name("ID");
    diagram_.add_to(*command_,
                    "the way of one question to its first permitted outcome, or to that of --sample,",
                    {".svg", ".mmd", ".dot"});
    options_.add_to(*command_);
}

ExitStatus Decide::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());
    auto questions = all_questions(files_);
    if (!questions) return complain(questions.error());
    if (auto const kept = keep_case(*questions, case_); !kept) return complain(kept.error());
    if (diagram_.wanted() && questions->size() != 1)
        return complain({"--diagram " + diagram_.name(),
                         fmt::format("expected one question to draw, found {}; --case ID picks a case",
                                     questions->size())});

    Output output;
    for (auto const& question : *questions) {
        if (!output.works()) break;
        auto const outcomes = ask(question, options_, *profile);
        if (auto const drawn = draw(question.scenario, outcomes.front(), *profile); drawn != ExitStatus::done)
            return drawn;
        if (!json_) {
            output.write(decision_text({question.golden_case.empty() ? question.file : question.golden_case,
                                        question.title, question.scenario, outcomes, *profile,
                                        explain_ ? Detail::everything : Detail::rules}));
            continue;
        }
        OrderedJson line = OrderedJson::object();
        if (questions->size() > 1) line["source"] = source_of(question);
        auto const as = explain_ ? formats::With::explanation : formats::With::outcome_only;
        if (options_.seed)
            line["outcome"] = formats::write_outcome(outcomes.front(), *profile, as);
        else
            formats::write_answer(line, outcomes, *profile, as);
        output.line(formats::to_line(line));
    }
    return output.finish();
}

ExitStatus Decide::draw(Scenario const& scenario, ExplainedOutcome const& found,
                        Profile const& profile) const {
    if (!diagram_.wanted()) return ExitStatus::done;
    RoutingProcess process(scenario);
    auto const way = follow(process, found.picks, profile);
    if (!way) return complain(way.error());
    auto const drawing = picture::draw(scenario, *way);
    if (diagram_.ends_in(".svg")) return diagram_.write(picture::svg(drawing));
    return diagram_.write(diagram_.ends_in(".mmd") ? picture::mermaid(drawing) : picture::dot(drawing));
}

}  // namespace ssbroute::cli
