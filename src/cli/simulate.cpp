#include "cli/simulate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <utility>

#include "cli/history_text.hpp"
#include "cli/output.hpp"
#include "cli/question_options.hpp"
#include "formats/timeline_json.hpp"
#include "picture/sequence_diagram.hpp"

namespace ssbroute::cli {
namespace {

using formats::Account;
using formats::OrderedJson;

ExitStatus complain_of_bound(NamedTimeline const& named, delivery::Histories const& found,
                             delivery::Bounds const& bounds) {
    if (found.end == delivery::Histories::End::too_many_states)
        complain(
            {named.id,
             fmt::format("more than {} states can be reached; --states N goes on, --sample SEED shows one "
                         "history",
                         bounds.states)});
    else
        complain(
            {named.id, fmt::format("there are more than the {} histories shown; --histories N shows more",
                                   bounds.histories)});
    return ExitStatus::failure;
}

// The case of a group; nothing where the file has one timeline.
std::string heading(NamedTimeline const& named) {
    if (named.id.empty()) return "";
    return styled(visible(named.id), Style::bold) + "\n" + visible(named.title) + "\n\n";
}

std::string line_of(NamedTimeline const& named, delivery::History const& history) {
    OrderedJson value = OrderedJson::object();
    if (!named.id.empty()) value["case"] = named.id;
    value["history"] = formats::write_history(history, Account::with_rules);
    return formats::to_line(value);
}

}  // namespace

Simulate::Simulate(CLI::App& program)
    : command_(program.add_subcommand("simulate", "Show what becomes of messages over time and instances")) {
    command_
        ->add_option(
            "TIMELINE", file_,
            "A timeline, or a golden group of timelines, of which each case is shown; - is standard input")
        ->required();
    command_->add_option("--case", case_, "Only the case ID of the group")->type_name("ID");
    auto* all = command_->add_flag("--all", all_, "Show every permitted history, not just one");
    command_
        ->add_option_function<std::string>(
            "--sample", [this](std::string const& text) { seed_ = read_seed(text); },
            "Show the permitted history drawn from SEED (0 unless said otherwise)")
        ->type_name("SEED")
        ->excludes(all);
    command_->add_flag(
        "--json", json_,
        "With --all or a golden group print a history a line, otherwise what happened, one a line");
    diagram_.add_to(*command_, "a sequence diagram", {".svg", ".mmd"});
    command_->add_option("--states", bounds_.states, "Explore at most N states")->type_name("N");
    command_->add_option("--histories", bounds_.histories, "Show at most N histories")->type_name("N");
    options_.add_to(*command_);
}

ExitStatus Simulate::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());
    auto const timelines = this->timelines();
    if (!timelines) return complain(timelines.error());
    if (timelines->size() > 1 && diagram_.wanted())
        return complain({"--diagram", "expected with one timeline; --case ID picks one of a group"});
    Output output;
    auto status = ExitStatus::done;
    for (auto const& one : *timelines) {
        auto const shown = all_ ? run_all(one, *profile, output) : run_one(one, *profile, output);
        if (shown != ExitStatus::done) status = shown;
    }
    auto const printed = output.finish();
    return printed == ExitStatus::done ? status : printed;
}

// All of the file, or the case that was asked for.
Expected<std::vector<NamedTimeline>> Simulate::timelines() const {
    auto timelines = read_timelines_of_file(file_);
    if (!timelines || case_.empty()) return timelines;
    auto const found = std::find_if(timelines->begin(), timelines->end(), [&](NamedTimeline const& one) {
        return one.id == case_ || one.id.ends_with("/" + case_);
    });
    if (found != timelines->end()) return std::vector{std::move(*found)};
    std::vector<std::string> ids;
    for (auto const& one : *timelines)
        if (!one.id.empty()) ids.push_back(one.id.substr(one.id.rfind('/') + 1));
    auto const known = ids.empty() ? std::string("a golden group of timelines")
                                   : fmt::format("one of {}", fmt::join(ids, ", "));
    return tl::unexpected(Error{"--case " + case_, "expected " + known});
}

ExitStatus Simulate::run_all(NamedTimeline const& named, delivery::ProfileOverTime const& profile,
                             Output& output) const {
    auto const found = explore(named.timeline, profile, bounds_, delivery::Statuses::explained);
    if (found.end == delivery::Histories::End::too_many_states)
        return complain_of_bound(named, found, bounds_);
    if (!json_) output.write(heading(named));
    std::size_t number = 0;
    for (auto const& history : found.histories) {
        if (json_) {
            output.line(line_of(named, history));
            continue;
        }
        output.line(styled(fmt::format("History {} of {}", ++number, found.histories.size()), Style::bold));
        output.write(history_text(history) + "\n");
    }
    if (!found.histories.empty())
        if (auto const drawn = draw(named.timeline, found.histories.front()); drawn != ExitStatus::done)
            return drawn;
    if (found.end == delivery::Histories::End::complete) return ExitStatus::done;
    return complain_of_bound(named, found, bounds_);
}

ExitStatus Simulate::run_one(NamedTimeline const& named, delivery::ProfileOverTime const& profile,
                             Output& output) const {
    delivery::History history;
    bool const is_streamed = json_ && named.id.empty();
    // Printed one by one it is not kept: it may be long.
    bool const keep = !is_streamed || diagram_.wanted();
    sample(
        named.timeline, seed_.value_or(0), profile,
        [&](delivery::Happening const& one) {
            if (is_streamed)
                output.line(formats::to_line(formats::write_happening(one, Account::with_rules)));
            if (keep) history.push_back(one);
        },
        delivery::Statuses::explained);
    if (json_ && !is_streamed) output.line(line_of(named, history));
    if (!json_) output.write(heading(named) + history_text(history) + (named.id.empty() ? "" : "\n"));
    return draw(named.timeline, history);
}

ExitStatus Simulate::draw(delivery::Timeline const& timeline, delivery::History const& history) const {
    if (!diagram_.wanted()) return ExitStatus::done;
    return diagram_.write(diagram_.ends_in(".svg") ? picture::svg(timeline, history)
                                                   : picture::mermaid(timeline, history));
}

}  // namespace ssbroute::cli
