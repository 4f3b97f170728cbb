#include "cli/diff.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/decision_text.hpp"
#include "cli/output.hpp"
#include "formats/answer_json.hpp"
#include "formats/import/import.hpp"
#include "formats/scenario_json.hpp"
#include "review/comparison.hpp"

namespace ssbroute::cli {
namespace {

using formats::OrderedJson;
using review::Difference;
using review::StandsFor;

// Identifiers beyond these are counted.
constexpr std::size_t most_identifiers = 4;

// What is compared: an instance of each configuration.
struct Compared {
    std::string name;  // empty: there is only one
    review::Comparison comparison;
};

struct Result {
    std::vector<std::string> instances_only_in_first;
    std::vector<std::string> instances_only_in_second;
    std::vector<Compared> compared;

    [[nodiscard]] bool is_same() const {
        return instances_only_in_first.empty() && instances_only_in_second.empty() &&
               std::all_of(compared.begin(), compared.end(),
                           [](Compared const& one) { return one.comparison.is_same(); });
    }
};

formats::ImportedInstance const* instance_named(formats::Import const& import, std::string const& name) {
    auto const found = std::find_if(import.instances.begin(), import.instances.end(),
                                    [&](formats::ImportedInstance const& one) { return one.name == name; });
    return found == import.instances.end() ? nullptr : &*found;
}

Result compare(formats::Import const& first, formats::Import const& second, UtcTime now,
               review::Compared what) {
    Result result;
    auto const add = [&](std::string name, formats::ImportedInstance const& a,
                         formats::ImportedInstance const& b) {
        result.compared.push_back({std::move(name), review::compare(a.instance, b.instance, now, what)});
    };
    // One instance is compared with the other, whatever they are called.
    if (first.instances.size() == 1 && second.instances.size() == 1) {
        add("", first.instances.front(), second.instances.front());
        return result;
    }
    for (auto const& one : first.instances) {
        if (auto const* other = instance_named(second, one.name))
            add(one.name, one, *other);
        else
            result.instances_only_in_first.push_back(one.name);
    }
    for (auto const& one : second.instances)
        if (instance_named(first, one.name) == nullptr) result.instances_only_in_second.push_back(one.name);
    return result;
}

std::string_view id(StandsFor stands_for) {
    switch (stands_for) {
        case StandsFor::itself: return "itself";
        case StandsFor::any_other: return "any-other";
        case StandsFor::any_other_with_address: return "any-other-with-address";
        case StandsFor::any_other_with_own_address: return "any-other-with-own-address";
    }
    return "";
}

std::string_view id(std::optional<SentBy> sent_by) {
    if (!sent_by) return "either";
    return *sent_by == SentBy::target ? "target" : "initiator";
}

OrderedJson write_difference(Difference const& one) {
    Profile const profile;
    return {{"message", formats::write_message(one.witness)},
            {"service", id(one.service)},
            {"identifier", id(one.identifier)},
            {"sent_by", id(one.sent_by)},
            {"first", formats::write_answer(one.first, profile)},
            {"second", formats::write_answer(one.second, profile)}};
}

OrderedJson write_result(Result const& result) {
    OrderedJson value = {{"instances_only_in_first", result.instances_only_in_first},
                         {"instances_only_in_second", result.instances_only_in_second},
                         {"instances", OrderedJson::array()}};
    for (auto const& one : result.compared) {
        OrderedJson compared = OrderedJson::object();
        if (!one.name.empty()) compared["name"] = one.name;
        compared["databases_only_in_first"] = one.comparison.databases_only_in_first;
        compared["databases_only_in_second"] = one.comparison.databases_only_in_second;
        compared["differences"] = OrderedJson::array();
        for (auto const& difference : one.comparison.differences)
            compared["differences"].push_back(write_difference(difference));
        value["instances"].push_back(std::move(compared));
    }
    return value;
}

std::string service_in_words(Difference const& one) {
    auto const& name = one.witness.to_service_name.text();
    switch (one.service) {
        case StandsFor::itself: return name;
        case StandsFor::any_other: return "any other service";
        case StandsFor::any_other_with_address: return "any other service whose name begins with an address";
        case StandsFor::any_other_with_own_address:
            return fmt::format("any other service whose name begins with {}",
                               Address::that_begins(name)->text());
    }
    return "";
}

// Differences of one sender and one service that are answered alike, whatever the identifier.
using Alike = std::vector<Difference const*>;

std::string identifiers_in_words(Alike const& alike) {
    std::vector<std::string> parts;
    std::size_t identifiers = 0;
    for (auto const* one : alike)
        if (one->witness.to_broker_instance && one->identifier == StandsFor::itself) ++identifiers;
    if (!alike.front()->witness.to_broker_instance) parts.emplace_back("with no identifier");
    if (identifiers > most_identifiers) parts.push_back(fmt::format("with {} identifiers", identifiers));
    for (auto const* one : alike) {
        if (one->identifier == StandsFor::any_other)
            parts.emplace_back("with any other identifier");
        else if (identifiers <= most_identifiers && one->witness.to_broker_instance)
            parts.push_back("with identifier " + one->witness.to_broker_instance->text());
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string subject(Alike const& alike) {
    auto const& one = *alike.front();
    auto text = one.witness.origin_database ? "from " + *one.witness.origin_database : "from outside";
    text += fmt::format(" to {}, {}", service_in_words(one), identifiers_in_words(alike));
    if (one.sent_by) text += fmt::format(", sent by the {}", id(one.sent_by));
    return text;
}

std::string answer_text(Answer const& answer, std::string_view sign, Style style) {
    std::string text;
    auto const add = [&](std::string const& words) {
        text += styled(visible(fmt::format("    {} {}", sign, words)), style) + "\n";
    };
    for (auto const& outcome : answer.permitted) add(in_words(outcome));
    for (auto const& one : answer.contested)
        add(fmt::format("contested: {}, if {}", in_words(one.outcome), readings_of(one.readings, Profile())));
    return text;
}

std::string only(std::string_view what, std::vector<std::string> const& names, std::string_view sign,
                 Style style) {
    std::string text;
    for (auto const& one : names)
        text += styled(visible(fmt::format("{} {} {}", sign, what, one)), style) + "\n";
    return text;
}

bool same_sender_and_service(Difference const& a, Difference const& b) {
    return a.witness.origin_database == b.witness.origin_database &&
           a.witness.to_service_name == b.witness.to_service_name && a.sent_by == b.sent_by;
}

// Where the one and the other are told alike, they are told once.
std::string text_of(std::vector<Difference> const& differences) {
    std::string text;
    Alike alike;
    std::string answers;
    auto const tell_them = [&] {
        if (!alike.empty()) text += visible(subject(alike)) + "\n" + answers;
        alike.clear();
    };
    for (auto const& one : differences) {
        auto next = answer_text(one.first, "-", Style::bad) + answer_text(one.second, "+", Style::good);
        if (!alike.empty() && !(same_sender_and_service(*alike.front(), one) && next == answers)) tell_them();
        answers = std::move(next);
        alike.push_back(&one);
    }
    tell_them();
    return text;
}

std::string text_of(Compared const& compared) {
    std::string text;
    if (!compared.name.empty()) text += styled(visible(compared.name), Style::bold) + "\n";
    text += only("database", compared.comparison.databases_only_in_first, "-", Style::bad);
    text += only("database", compared.comparison.databases_only_in_second, "+", Style::good);
    return text + text_of(compared.comparison.differences);
}

std::string text_of(Result const& result) {
    if (result.is_same()) return "no differences\n";
    auto text = only("instance", result.instances_only_in_first, "-", Style::bad) +
                only("instance", result.instances_only_in_second, "+", Style::good);
    for (auto const& one : result.compared)
        if (!one.comparison.is_same()) text += text_of(one);
    return text;
}

}  // namespace

Diff::Diff(CLI::App& program)
    : command_(program.add_subcommand("diff", "Say which messages two configurations treat differently")) {
    command_->add_option("A", first_, "A script, an export, or an instance as JSON; - is standard input")
        ->required();
    command_->add_option("B", second_, "The other")->required();
    command_->add_flag("--json", json_, "Print JSON");
    command_->add_flag("--contested", contested_, "Compare also what only another reading permits");
    options_.add_reading_to(*command_);
}

ExitStatus Diff::run() const {
    auto const reading = options_.reading();
    if (!reading) return complain(reading.error());
    auto const read = [&](std::string const& path) -> Expected<formats::Import> {
        ImportOptions file;
        file.files = {path};
        auto const sources = file.sources();
        if (!sources) return tl::unexpected(sources.error());
        auto import = formats::import(*sources, *reading);
        if (import) tell(import->reported, Severity::warning);
        return import;
    };
    auto const first = read(first_);
    if (!first) return complain(first.error());
    auto const second = read(second_);
    if (!second) return complain(second.error());

    auto const what = contested_ ? review::Compared::permitted_and_contested : review::Compared::permitted;
    auto const result = compare(*first, *second, reading->now, what);
    Output output;
    output.write(json_ ? formats::to_line(write_result(result)) + "\n" : text_of(result));
    auto const written = output.finish();
    return written == ExitStatus::done && !result.is_same() ? ExitStatus::failure : written;
}

}  // namespace ssbroute::cli
