#include "cli/simulate.hpp"

#include <fmt/format.h>

#include "cli/history_text.hpp"
#include "cli/output.hpp"
#include "cli/question_options.hpp"
#include "formats/timeline_json.hpp"
#include "picture/sequence_diagram.hpp"

namespace ssbroute::cli {
namespace {

using formats::Account;
using formats::OrderedJson;

ExitStatus complain_of_bound(delivery::Histories const& found, delivery::Bounds const& bounds) {
    if (found.end == delivery::Histories::End::too_many_states)
        complain({"", fmt::format(
                          "more than {} states can be reached; --states N goes on, --sample SEED shows one "
                          "history",
                          bounds.states)});
    else
        complain({"", fmt::format("there are more than the {} histories shown; --histories N shows more",
                                  bounds.histories)});
    return ExitStatus::failure;
}

}  // namespace

Simulate::Simulate(CLI::App& program)
    : command_(program.add_subcommand("simulate", "Show what becomes of messages over time and instances")) {
    command_->add_option("TIMELINE", file_, "A timeline; - is standard input")->required();
    auto* all = command_->add_flag("--all", all_, "Show every permitted history, not just one");
    command_
        ->add_option_function<std::string>(
            "--sample", [this](std::string const& text) { seed_ = read_seed(text); },
            "Show the permitted history drawn from SEED (0 unless said otherwise)")
        ->type_name("SEED")
        ->excludes(all);
    command_->add_flag("--json", json_,
                       "With --all print a history a line, otherwise what happened, one a line");
    diagram_.add_to(*command_, "a sequence diagram", {".svg", ".mmd"});
    command_->add_option("--states", bounds_.states, "Explore at most N states")->type_name("N");
    command_->add_option("--histories", bounds_.histories, "Show at most N histories")->type_name("N");
    options_.add_to(*command_);
}

ExitStatus Simulate::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());
    auto const timeline = read_timeline_file(file_);
    if (!timeline) return complain(timeline.error());
    return all_ ? run_all(*timeline, *profile) : run_one(*timeline, *profile);
}

ExitStatus Simulate::run_all(delivery::Timeline const& timeline,
                             delivery::ProfileOverTime const& profile) const {
    auto const found = explore(timeline, profile, bounds_, delivery::Statuses::explained);
    if (found.end == delivery::Histories::End::too_many_states) return complain_of_bound(found, bounds_);
    Output output;
    std::size_t number = 0;
    for (auto const& history : found.histories) {
        if (json_) {
            output.line(
                formats::to_line({{"history", formats::write_history(history, Account::with_rules)}}));
            continue;
        }
        output.line(styled(fmt::format("History {} of {}", ++number, found.histories.size()), Style::bold));
        output.write(history_text(history) + "\n");
    }
    if (!found.histories.empty())
        if (auto const drawn = draw(timeline, found.histories.front()); drawn != ExitStatus::done)
            return drawn;
    auto const status = output.finish();
    if (status != ExitStatus::done || found.end == delivery::Histories::End::complete) return status;
    return complain_of_bound(found, bounds_);
}

ExitStatus Simulate::run_one(delivery::Timeline const& timeline,
                             delivery::ProfileOverTime const& profile) const {
    Output output;
    delivery::History history;
    // Printed as JSON it is not kept: it may be long.
    bool const keep = !json_ || diagram_.wanted();
    sample(
        timeline, seed_.value_or(0), profile,
        [&](delivery::Happening const& one) {
            if (json_) output.line(formats::to_line(formats::write_happening(one, Account::with_rules)));
            if (keep) history.push_back(one);
        },
        delivery::Statuses::explained);
    if (!json_) output.write(history_text(history));
    if (auto const drawn = draw(timeline, history); drawn != ExitStatus::done) return drawn;
    return output.finish();
}

ExitStatus Simulate::draw(delivery::Timeline const& timeline, delivery::History const& history) const {
    if (!diagram_.wanted()) return ExitStatus::done;
    return diagram_.write(diagram_.ends_in(".svg") ? picture::svg(timeline, history)
                                                   : picture::mermaid(timeline, history));
}

}  // namespace ssbroute::cli
