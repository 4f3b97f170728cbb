#include "cli/rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "cli/embedded.hpp"
#include "cli/output.hpp"
#include "formats/json_text.hpp"
#include "interface/catalogue.hpp"
#include "interface/embedded.hpp"
#include "model/ascii.hpp"

namespace ssbroute::cli {
namespace {

using formats::Json;
using interface::CatalogueEntry;
using interface::parse_catalogue;

struct Shelf {
    std::string_view name;  // its member in what was measured
    std::vector<CatalogueEntry> entries;
};

std::string listed(std::string_view title, Json const& values) {
    if (values.empty()) return "";
    auto text = fmt::format("\n{}\n", title);
    for (auto const& value : values) text += fmt::format("  {}\n", value.get_ref<std::string const&>());
    return text;
}

// The names of the properties that are about a rule or reading.
Json properties_about(std::string const& id) {
    auto const all = formats::parse_json(embedded::properties()).value();
    auto names = Json::array();
    for (auto const& property : all["properties"]) {
        auto const& about = property["about"];
        if (std::find(about.begin(), about.end(), id) == about.end()) continue;
        names.push_back(fmt::format("{}: {}", property["section"].get_ref<std::string const&>(),
                                    property["name"].get_ref<std::string const&>()));
    }
    return names;
}

// What running the corpus measured of a rule or reading: in decisions, and over time.
struct MeasuredOf {
    Json decisions;
    Json over_time;
};

std::string whole(CatalogueEntry const& entry, MeasuredOf const& measured) {
    auto text = fmt::format("{}\n{}\n\n{}\n", styled(entry.id, Style::bold), entry.text, entry.details);
    if (measured.decisions.is_null() && measured.over_time.is_null())
        return text + "\nNo step of a decision or between two: it checks the definition of a route.\n";
    for (auto const* one : {&measured.decisions, &measured.over_time})
        if (one->contains("code")) text += listed("Code:", (*one)["code"]);
    if (!measured.decisions.is_null()) {
        auto const& cases = measured.decisions["cases"];
        text += listed(fmt::format("Golden cases ({}):", cases.size()), cases);
    }
    if (!measured.over_time.is_null()) {
        auto const& timelines = measured.over_time["cases"];
        text += listed(fmt::format("Golden timelines ({}):", timelines.size()), timelines);
    }
    auto const properties = properties_about(entry.id);
    return text + listed(fmt::format("Properties ({}):", properties.size()), properties);
}

}  // namespace

Rules::Rules(CLI::App& program)
    : command_(program.add_subcommand("rules", "Print the rules and readings, or all about one of them")) {
    command_->add_option("ID", id_, "The id of a rule or a reading: MATCH-2, expiry-instant");
}

ExitStatus Rules::run() const {
    Shelf const shelves[] = {{"rules", parse_catalogue(embedded::routing())},
                             {"readings", parse_catalogue(embedded::readings())}};
    Output output;
    if (id_.empty()) {
        for (auto const& shelf : shelves)
            for (auto const& entry : shelf.entries)
                output.line(
                    fmt::format("{}  {}", styled(fmt::format("{:<12}", entry.id), Style::bold), entry.text));
        return output.finish();
    }

    auto const measured = formats::parse_json(embedded::traceability()).value();
    for (auto const& shelf : shelves) {
        auto const found = std::find_if(
            shelf.entries.begin(), shelf.entries.end(),
            [&](CatalogueEntry const& entry) { return ascii::equal_without_case(entry.id, id_); });
        if (found == shelf.entries.end()) continue;
        auto const of_shelf = [&](std::string const& name) {
            return measured[name].value(found->id, Json());
        };
        std::string const name(shelf.name);
        output.write(whole(*found, {of_shelf(name), of_shelf(name + "_over_time")}));
        return output.finish();
    }
    return complain({id_, "expected the id of a rule or a reading; `ssbroute rules` lists them"});
}

}  // namespace ssbroute::cli
