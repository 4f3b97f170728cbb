#include "formats/golden_json.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"

namespace ssbroute::formats {
namespace {

// RFC 6902, an operation at a time so that the one which fails can be named.
Expected<Json> patched(Json instance, Json const& patch) {
    if (!patch.is_array()) return tl::unexpected(Error{"", expected_but_found("an array", patch)});
    for (std::size_t i = 0; i < patch.size(); ++i) {
        try {
            instance.patch_inplace(Json::array({patch[i]}));
        } catch (Json::exception const& fault) {
            return tl::unexpected(Error{"/" + std::to_string(i),
                                        "expected a JSON Patch operation that applies: " + shortened(fault.what())});
        }
    }
    return instance;
}

Expected<Rule> read_rule(Json const& value) {
    if (value.is_string())
        if (auto const rule = rule_with_id(value.get_ref<std::string const&>())) return *rule;
    return tl::unexpected(Error{"", expected_but_found("the id of a rule of one decision", value)});
}

bool is_lower_case_word(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos && text.front() != '-' &&
           text.back() != '-';
}

// `examples/1-default-configuration`: words of lower-case letters, digits and hyphens between slashes.
bool is_group_name(std::string_view text) {
    for (;;) {
        auto const slash = text.find('/');
        if (!is_lower_case_word(text.substr(0, slash))) return false;
        if (slash == std::string_view::npos) return true;
        text.remove_prefix(slash + 1);
    }
}

std::string named(ObjectReader& reader, std::string_view member, bool (*fits)(std::string_view)) {
    auto name = reader.required_text(member);
    if (!reader.fault() && !fits(name))
        reader.fail({pointer_token(member),
                     fmt::format("expected words of lower-case letters, digits and hyphens, found '{}'",
                                 shortened(name))});
    return name;
}

// Both lists are sets: no outcome twice, none in both.
std::optional<Error> not_a_set(GoldenCase const& golden) {
    std::set<std::string> seen;
    auto const fault = [&](std::string_view list, std::size_t i) {
        return Error{fmt::format("/{}/{}", list, i), "expected an outcome that was not there before"};
    };
    for (std::size_t i = 0; i < golden.permitted.size(); ++i)
        if (!seen.insert(canonical(golden.permitted[i])).second) return fault("permitted", i);
    for (std::size_t i = 0; i < golden.contested.size(); ++i)
        if (!seen.insert(canonical(golden.contested[i].outcome)).second) return fault("contested", i);
    return std::nullopt;
}

// What the cases of a group share.
struct Group {
    std::string name;
    std::string source;
    Json const& instance;
};

Expected<GoldenCase> read_case(Json const& value, Group const& group) {
    ObjectReader reader(value, {"id", "title", "given", "now", "message", "rules", "permitted", "contested"});
    auto const id = named(reader, "id", is_lower_case_word);
    auto title = reader.required_text("title");
    auto const now = reader.time("now");
    auto message = reader.made("message", reader.require("message"), read_message);
    auto rules = reader.list("rules", reader.require("rules"), read_rule);
    auto permitted = reader.list("permitted", reader.require("permitted"), read_outcome);
    auto contested = reader.list("contested", reader.require("contested"), read_contested_outcome);
    auto const* given = reader.find("given");
    auto instance_json = reader.made("given", given, [&](Json const& patch) { return patched(group.instance, patch); })
                             .value_or(group.instance);
    if (!reader.fault() && permitted.empty())
        reader.fail({"/permitted", "expected one outcome at least, found none"});
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto instance = read_instance(instance_json);
    if (!instance) {
        auto const& error = instance.error();
        return tl::unexpected(Error{given != nullptr ? "/given" : "",
                                    fmt::format("the instance {}: {}", error.where, error.message)});
    }
    auto scenario = Scenario::create(std::move(*instance), std::move(*message), now);
    if (!scenario) {
        // Where the scenario is at fault is inside its instance, which is not this case's own text.
        auto const& error = scenario.error();
        bool const in_message = error.where.rfind("/message", 0) == 0;
        return tl::unexpected(in_message ? error : Error{"", fmt::format("{}: {}", error.where, error.message)});
    }
    auto scenario_json = write_scenario(*scenario);
    GoldenCase golden{group.name + "/" + id,    std::move(title), group.source,         std::move(*scenario),
                      std::move(scenario_json), std::move(rules), std::move(permitted), std::move(contested)};
    if (auto const fault = not_a_set(golden)) return tl::unexpected(*fault);
    return golden;
}

}  // namespace

bool is_golden_group(Json const& value) { return value.is_object() && value.contains("group"); }

Expected<std::vector<GoldenCase>> read_golden_group(Json const& value) {
    ObjectReader reader(value, {"group", "source", "instance", "cases"});
    auto name = named(reader, "group", is_group_name);
    auto source = reader.required_text("source");
    auto const* instance = reader.require("instance");
    auto const* cases_json = reader.require("cases");
    if (reader.fault()) return tl::unexpected(*reader.fault());

    Group const group{std::move(name), std::move(source), *instance};
    auto cases = reader.list("cases", cases_json, [&](Json const& one) { return read_case(one, group); });
    if (!reader.fault() && cases.empty()) reader.fail({"/cases", "expected one case at least, found none"});
    if (reader.fault()) return tl::unexpected(*reader.fault());

    std::set<std::string> ids;
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (!ids.insert(cases[i].id).second)
            return tl::unexpected(Error{fmt::format("/cases/{}/id", i), "expected an id that no other case has"});
    return cases;
}

OrderedJson write_flat(GoldenCase const& golden) {
    OrderedJson value = {{"id", golden.id},
                         {"title", golden.title},
                         {"source", golden.source},
                         {"scenario", golden.scenario_json},
                         {"rules", OrderedJson::array()},
                         {"permitted", OrderedJson::array()},
                         {"contested", OrderedJson::array()}};
    for (auto const rule : golden.rules) value["rules"].push_back(id(rule));
    for (auto const& outcome : golden.permitted) value["permitted"].push_back(write_outcome(outcome));
    for (auto const& contested : golden.contested)
        value["contested"].push_back(write_outcome(contested.outcome, contested.readings, {}));
    return value;
}

}  // namespace ssbroute::formats
