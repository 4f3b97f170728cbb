#include "cli/check_history.hpp"

#include <fmt/format.h>

#include "cli/history_text.hpp"
#include "cli/output.hpp"
#include "delivery/histories.hpp"
#include "formats/files.hpp"
#include "formats/object_reader.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::cli {
namespace {

using delivery::Check;
using formats::Account;
using formats::OrderedJson;

std::string_view word(Check::Verdict verdict) {
    switch (verdict) {
        case Check::Verdict::permitted: return "permitted";
        case Check::Verdict::not_permitted: return "not permitted";
        case Check::Verdict::incomplete: return "incomplete";
        case Check::Verdict::too_many_states: return "undecided";
    }
    return "";
}

struct Recorded {
    delivery::Timeline timeline;
    delivery::History history;
};

Expected<Recorded> read_recorded(std::string const& file) {
    auto const document = read_document(file);
    if (!document) return tl::unexpected(document.error());
    formats::ObjectReader reader(*document, {"timeline", "history"});
    auto timeline = reader.made("timeline", reader.require("timeline"), formats::read_timeline);
    auto history = reader.made("history", reader.require("history"), formats::read_history);
    if (reader.fault()) return tl::unexpected(formats::in_source({file, ""}, *reader.fault()));
    return Recorded{std::move(*timeline), std::move(*history)};
}

OrderedJson to_json(Check const& check) {
    OrderedJson value = {{"verdict", word(check.verdict)}};
    if (check.verdict == Check::Verdict::permitted) return value;
    value["place"] = fmt::format("/history/{}", check.place);
    value["instead"] = formats::write_history(check.instead, Account::observable);
    return value;
}

std::string to_text(Recorded const& recorded, Check const& check) {
    std::string text(word(check.verdict));
    if (check.verdict == Check::Verdict::permitted) return styled(text, Style::good) + "\n";
    text = styled(text, Style::bad) + fmt::format(" at /history/{}\n", check.place);
    if (check.place < recorded.history.size()) text += happening_line(recorded.history[check.place]);
    if (check.instead.empty()) return text + "nothing more is permitted to happen\n";
    text += "permitted there:\n";
    for (auto const& one : check.instead) text += happening_line(one);
    return text;
}

}  // namespace

CheckHistory::CheckHistory(CLI::App& program)
    : command_(program.add_subcommand("check-history", "Say whether a recorded history is permitted")) {
    command_->add_option("FILE", file_, "An object with timeline and history; - is standard input")
        ->required();
    command_->add_flag("--json", json_, "Print the verdict as JSON");
    options_.add_to(*command_);
}

ExitStatus CheckHistory::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());
    auto const recorded = read_recorded(file_);
    if (!recorded) return complain(recorded.error());
    auto const found = check(recorded->timeline, *profile, recorded->history);
    Output output;
    output.write(json_ ? formats::to_line(to_json(found)) + "\n" : to_text(*recorded, found));
    auto const status = output.finish();
    if (status != ExitStatus::done) return status;
    return found.verdict == Check::Verdict::permitted ? ExitStatus::done : ExitStatus::failure;
}

}  // namespace ssbroute::cli
