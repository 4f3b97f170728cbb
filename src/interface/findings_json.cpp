#include "interface/findings_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

#include "version.hpp"

namespace ssbroute::interface {
namespace {

using formats::OrderedJson;

OrderedJson write_rules(review::Kind kind) {
    auto rules = OrderedJson::array();
    for (auto const rule : review::entry(kind).rules)
        if (!rule.empty()) rules.push_back(rule);
    return rules;
}

OrderedJson write_finding(review::Finding const& finding) {
    OrderedJson value = {{"id", review::id(finding.kind)},
                         {"severity", name(finding.severity)},
                         {"rules", write_rules(finding.kind)},
                         {"instance", finding.instance}};
    if (!finding.database.empty()) value["database"] = finding.database;
    value["routes"] = OrderedJson::array();
    for (auto const& one : finding.routes)
        value["routes"].push_back(
            {{"instance", one.instance}, {"database", one.database}, {"route", one.route}});
    value["message"] = finding.what;
    value["advice"] = finding.advice;
    return value;
}

OrderedJson write_reported(formats::Reported const& one) {
    return {{"file", one.place.file},
            {"line", one.place.line},
            {"column", one.place.column},
            {"severity", name(one.severity)},
            {"message", one.message}};
}

// A path as a reference to a file.
std::string uri(std::string_view path) {
    constexpr std::string_view plain = "-._~/";
    std::string result = path.starts_with('/') ? "file://" : "";
    for (char const c : path) {
        bool const is_alphanumeric =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_alphanumeric || plain.find(c) != std::string_view::npos)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

// Nothing for standard input, which is no file.
std::optional<OrderedJson> in_file(std::string_view path) {
    if (path.empty() || path == "-") return std::nullopt;
    return OrderedJson{{"artifactLocation", {{"uri", uri(path)}}}};
}

OrderedJson sarif_rules() {
    auto rules = OrderedJson::array();
    for (auto const& one : review::kinds)
        rules.push_back({{"id", one.id},
                         {"shortDescription", {{"text", one.sentence}}},
                         {"defaultConfiguration", {{"level", name(one.severity)}}},
                         {"properties", {{"tags", write_rules(one.kind)}}}});
    return rules;
}

OrderedJson logical_location(std::string_view kind, std::string const& full_name) {
    return {{"fullyQualifiedName", full_name}, {"kind", kind}};
}

OrderedJson logical_locations(review::Finding const& finding) {
    auto locations = OrderedJson::array();
    for (auto const& one : finding.routes)
        locations.push_back(
            logical_location("route", fmt::format("{}.{}.{}", one.instance, one.database, one.route)));
    if (!locations.empty()) return locations;
    if (finding.database.empty()) return OrderedJson::array({logical_location("instance", finding.instance)});
    return OrderedJson::array(
        {logical_location("database", fmt::format("{}.{}", finding.instance, finding.database))});
}

std::string first_file_of(std::string const& instance, std::vector<formats::InstanceSources> const& sources) {
    auto const has_file = [](formats::InstanceSources const& one) { return !one.sources.empty(); };
    auto found = std::find_if(sources.begin(), sources.end(), [&](formats::InstanceSources const& one) {
        return one.name == instance && has_file(one);
    });
    // A script may lead to instances that no file was named for.
    if (found == sources.end()) found = std::find_if(sources.begin(), sources.end(), has_file);
    return found == sources.end() ? "" : found->sources.front().name;
}

OrderedJson sarif_result(review::Finding const& finding,
                         std::vector<formats::InstanceSources> const& sources) {
    OrderedJson location = OrderedJson::object();
    if (auto file = in_file(first_file_of(finding.instance, sources)))
        location["physicalLocation"] = std::move(*file);
    location["logicalLocations"] = logical_locations(finding);
    return {{"ruleId", review::id(finding.kind)},
            {"ruleIndex", static_cast<std::size_t>(finding.kind)},
            {"level", name(finding.severity)},
            {"message", {{"text", finding.what + ". " + finding.advice}}},
            {"locations", OrderedJson::array({location})}};
}

OrderedJson sarif_notification(formats::Reported const& reported) {
    OrderedJson value = {{"level", name(reported.severity)}, {"message", {{"text", reported.message}}}};
    if (auto file = in_file(reported.place.file)) {
        (*file)["region"] = {{"startLine", reported.place.line}, {"startColumn", reported.place.column}};
        value["locations"] = OrderedJson::array({OrderedJson{{"physicalLocation", std::move(*file)}}});
    }
    return value;
}

}  // namespace

std::vector<review::NamedInstance> named_instances(formats::Import const& import) {
    std::vector<review::NamedInstance> instances;
    instances.reserve(import.instances.size());
    for (auto const& one : import.instances) instances.push_back({one.name, one.instance});
    return instances;
}

OrderedJson write_findings(std::vector<review::Finding> const& findings,
                           std::vector<formats::Reported> const& reported) {
    OrderedJson value = {{"findings", OrderedJson::array()}, {"reported", OrderedJson::array()}};
    for (auto const& one : findings) value["findings"].push_back(write_finding(one));
    for (auto const& one : reported) value["reported"].push_back(write_reported(one));
    return value;
}

OrderedJson write_sarif(std::vector<review::Finding> const& findings,
                        std::vector<formats::Reported> const& reported,
                        std::vector<formats::InstanceSources> const& sources) {
    auto results = OrderedJson::array();
    for (auto const& one : findings) results.push_back(sarif_result(one, sources));
    auto notifications = OrderedJson::array();
    for (auto const& one : reported) notifications.push_back(sarif_notification(one));
    OrderedJson const invocation = {{"executionSuccessful", true},
                                    {"toolExecutionNotifications", std::move(notifications)}};
    OrderedJson const driver = {{"name", "ssbroute"}, {"version", version}, {"rules", sarif_rules()}};
    OrderedJson const run = {{"tool", {{"driver", driver}}},
                             {"columnKind", "unicodeCodePoints"},
                             {"invocations", OrderedJson::array({invocation})},
                             {"results", std::move(results)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", OrderedJson::array({run})}};
}

}  // namespace ssbroute::interface
