#include "interface/routing_tables.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "formats/import/emit_tsql.hpp"
#include "formats/import/import.hpp"
#include "formats/json_text.hpp"
#include "formats/object_reader.hpp"
#include "interface/findings_json.hpp"
#include "interface/options.hpp"
#include "interface/system_clock.hpp"
#include "review/lint.hpp"

namespace ssbroute::interface {
namespace {

using formats::Json;
using formats::ObjectReader;
using formats::OrderedJson;

// --- options ---

struct NamedOptions {
    std::string name;
    std::string instance;
    formats::ImportOptions import;
};

UtcTime time_or_clock(ObjectReader& reader) {
    auto const time = reader.time("now");
    return time ? *time : system_clock();
}

Expected<std::map<std::string, std::string>> read_variables(Json const& value) {
    if (!value.is_object()) return tl::unexpected(Error{"", formats::expected_but_found("an object", value)});
    std::map<std::string, std::string> variables;
    for (auto const& [name, member] : value.get_ref<Json::object_t const&>()) {
        auto text = formats::read_string(member);
        if (!text)
            return tl::unexpected(formats::below(formats::pointer_token(name), std::move(text.error())));
        variables.emplace(name, std::move(*text));
    }
    return variables;
}

Expected<NamedOptions> read_import_options(std::string_view text) {
    auto const value = parse_options(text);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, {"name", "instance", "database", "now", "variables", "lenient"});
    NamedOptions options{reader.text("name").value_or(""),
                         reader.text("instance").value_or(""),
                         {.now = time_or_clock(reader)}};
    options.import.database = reader.text("database");
    options.import.variables = reader.made("variables", reader.find("variables"), read_variables)
                                   .value_or(std::map<std::string, std::string>());
    if (reader.flag("lenient", false)) options.import.strictness = formats::Strictness::lenient;
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return options;
}

Expected<UtcTime> read_emit_options(std::string_view text) {
    auto const value = parse_options(text);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, {"now"});
    auto const now = time_or_clock(reader);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return now;
}

struct LintQuestion {
    UtcTime now;
    review::LintOptions options;
};

Expected<std::int64_t> read_days(Json const& value) {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
        return tl::unexpected(Error{"", formats::expected_but_found("a whole number of days", value)});
    return value.get<std::int64_t>();
}

Expected<review::Kind> read_kind(Json const& value) {
    if (value.is_string())
        if (auto const kind = review::kind_with_id(value.get_ref<std::string const&>())) return *kind;
    return tl::unexpected(Error{"", formats::expected_but_found("the id of a finding", value)});
}

Expected<LintQuestion> read_lint_options(std::string_view text) {
    auto const value = parse_options(text);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, {"now", "soon", "ignore"});
    LintQuestion question{time_or_clock(reader), {}};
    if (auto const days = reader.made("soon", reader.find("soon"), read_days))
        question.options.soon = *days * 86400;
    question.options.ignored = reader.list("ignore", reader.find("ignore"), read_kind);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return question;
}

// --- texts ---

Expected<formats::Import> import_at(UtcTime now, std::string_view text) {
    return formats::import({{"", {{"", std::string(text)}}}}, {.now = now});
}

}  // namespace

Expected<std::string> import_sql(std::string_view text, std::string_view options) {
    auto const read = read_import_options(options);
    if (!read) return tl::unexpected(read.error());
    return formats::import({{read->instance, {{read->name, std::string(text)}}}}, read->import)
        .map([](formats::Import const& import) { return formats::to_line(formats::write_import(import)); });
}

Expected<std::string> emit_sql(std::string_view text, std::string_view options) {
    auto const now = read_emit_options(options);
    if (!now) return tl::unexpected(now.error());
    return import_at(*now, text).map([&](formats::Import const& import) {
        auto const script = formats::write_tsql(import.instances, *now);
        return formats::to_line(OrderedJson{{"text", script.text}, {"left_out", script.left_out}});
    });
}

Expected<std::string> lint(std::string_view text, std::string_view options) {
    auto const question = read_lint_options(options);
    if (!question) return tl::unexpected(question.error());
    return import_at(question->now, text).map([&](formats::Import const& import) {
        auto const findings = review::lint(named_instances(import), question->now, question->options);
        return formats::to_line(write_findings(findings, import.reported));
    });
}

}  // namespace ssbroute::interface
