#include "formats/golden_json.hpp"

#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

#include "formats/json_patch.hpp"
#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"

namespace ssbroute::formats {
namespace {

Expected<Rule> read_rule(Json const& value) {
    if (value.is_string())
        if (auto const rule = rule_with_id(value.get_ref<std::string const&>())) return *rule;
    return tl::unexpected(Error{"", expected_but_found("the id of a rule of one decision", value)});
}

// `outgoing-order-parts`: lower-case letters and digits between hyphens.
bool is_case_id(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos &&
           text.front() != '-' && text.back() != '-' && text.find("--") == std::string_view::npos;
}

// `examples/1-default-configuration`: such words between slashes.
bool is_group_name(std::string_view text) {
    for (;;) {
        auto const slash = text.find('/');
        if (!is_case_id(text.substr(0, slash))) return false;
        if (slash == std::string_view::npos) return true;
        text.remove_prefix(slash + 1);
    }
}

Expected<std::string> read_case_id(Json const& value) {
    if (value.is_string() && is_case_id(value.get_ref<std::string const&>())) return value.get<std::string>();
    return tl::unexpected(Error{"", expected_but_found("a case id like outgoing-order-parts", value)});
}

Expected<std::string> read_group_name(Json const& value) {
    if (value.is_string() && is_group_name(value.get_ref<std::string const&>()))
        return value.get<std::string>();
    return tl::unexpected(
        Error{"", expected_but_found("a group like examples/1-default-configuration", value)});
}

// Of rules and outcomes at least one is expected, and none twice, nor in both lists of outcomes.
std::optional<Error> fault_of_lists(GoldenCase const& golden) {
    if (golden.rules.empty()) return Error{"/rules", "expected at least one rule, found none"};
    RuleSet rules;
    for (std::size_t i = 0; i < golden.rules.size(); ++i) {
        if (rules.contains(golden.rules[i]))
            return Error{fmt::format("/rules/{}", i), "expected each rule once, found it repeated"};
        rules.insert(golden.rules[i]);
    }
    std::set<std::string> seen;
    auto const fault = [&](std::string_view list, std::size_t i) {
        return Error{fmt::format("/{}/{}", list, i), "expected each outcome once, found it repeated"};
    };
    if (golden.permitted.empty()) return Error{"/permitted", "expected at least one outcome, found none"};
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
    Json const& instance_json;
    Instance instance;
};

// The instance of a case, after its patch, with the JSON that it was read from.
struct PatchedInstance {
    Instance instance;
    Json json;
};

Expected<PatchedInstance> instance_of(Group const& group, std::optional<JsonPatch> const& given) {
    if (!given) return PatchedInstance{group.instance, group.instance_json};
    auto patched = apply_patch(*given, group.instance_json);
    if (!patched) return tl::unexpected(below("/given", std::move(patched.error())));
    auto instance = read_instance(*patched);
    if (instance) return PatchedInstance{std::move(*instance), std::move(*patched)};
    auto const place = instance.error().where.empty() ? "the instance" : "the instance ";
    return tl::unexpected(Error{"/given", place_and_message(below(place, std::move(instance.error())))});
}

// The scenario in the group's own spelling: of times, for one, an implementation is to know every form.
OrderedJson scenario_as_written(Json const& golden, Json const& instance) {
    OrderedJson scenario = OrderedJson::object();
    if (golden.contains("now")) scenario["now"] = golden["now"];
    scenario["instance"] = instance;
    scenario["message"] = golden["message"];
    return scenario;
}

Expected<GoldenCase> read_case(Json const& value, Group const& group) {
    ObjectReader reader(value, {"id", "title", "given", "now", "message", "rules", "permitted", "contested"});
    auto id = reader.made("id", reader.require("id"), read_case_id);
    auto title = reader.required_text("title");
    auto const given = reader.made("given", reader.find("given"), read_json_patch);
    auto const now = reader.time("now");
    auto message = reader.made("message", reader.require("message"), read_message);
    auto rules = reader.list("rules", reader.require("rules"), read_rule);
    auto permitted = reader.list("permitted", reader.require("permitted"), read_outcome);
    auto contested = reader.list("contested", reader.require("contested"), read_contested_outcome);
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto instance = instance_of(group, given);
    if (!instance) return tl::unexpected(std::move(instance.error()));
    auto scenario = Scenario::create(std::move(instance->instance), std::move(*message), now);
    if (!scenario) {
        // Where the scenario is at fault is inside its instance, which is not this case's own text.
        auto const& error = scenario.error();
        bool const in_message = error.where.rfind("/message", 0) == 0;
        return tl::unexpected(in_message ? error
                                         : Error{"", fmt::format("{}: {}", error.where, error.message)});
    }
    auto scenario_json = scenario_as_written(value, instance->json);
    GoldenCase golden{group.name + "/" + *id,   std::move(title), group.source,         std::move(*scenario),
                      std::move(scenario_json), std::move(rules), std::move(permitted), std::move(contested)};
    if (auto const fault = fault_of_lists(golden)) return tl::unexpected(*fault);
    return golden;
}

}  // namespace

bool is_golden_group(Json const& value) { return value.is_object() && value.contains("group"); }

Expected<std::vector<GoldenCase>> read_golden_group(Json const& value) {
    ObjectReader reader(value, {"group", "source", "instance", "cases"});
    auto name = reader.made("group", reader.require("group"), read_group_name);
    auto source = reader.required_text("source");
    auto const* instance_json = reader.require("instance");
    auto instance = reader.made("instance", instance_json, read_instance);
    auto const* cases_json = reader.require("cases");
    if (reader.fault()) return tl::unexpected(*reader.fault());

    Group const group{std::move(*name), std::move(source), *instance_json, std::move(*instance)};
    auto cases = reader.list("cases", cases_json, [&](Json const& one) { return read_case(one, group); });
    if (!reader.fault() && cases.empty()) reader.fail({"/cases", "expected at least one case, found none"});
    if (reader.fault()) return tl::unexpected(*reader.fault());

    std::set<std::string> ids;
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (!ids.insert(cases[i].id).second)
            return tl::unexpected(
                Error{fmt::format("/cases/{}/id", i), "expected an id that no other case has"});
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
