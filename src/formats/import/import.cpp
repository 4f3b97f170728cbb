#include "formats/import/import.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "formats/catalogue/servers.hpp"
#include "formats/exports/exports.hpp"
#include "formats/scenario_json.hpp"
#include "formats/tsql/interpreter.hpp"
#include "formats/tsql/markdown.hpp"
#include "formats/tsql/text_encoding.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

// --- what a text is ---

bool begins_as_json_object(std::string_view text) {
    auto const first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

bool ends_without_case(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && ascii::equal_without_case(text.substr(text.size() - end.size()), end);
}

// A line that opens a fenced block.
bool has_a_fence(std::string_view text) {
    constexpr std::string_view fence = "```";
    for (auto at = text.find(fence); at != std::string_view::npos; at = text.find(fence, at + 1)) {
        auto const line = text.rfind('\n', at);
        auto const begin = line == std::string_view::npos ? 0 : line + 1;
        if (text.substr(begin, at - begin).find_first_not_of(' ') == std::string_view::npos) return true;
    }
    return false;
}

bool is_markdown(Source const& source) {
    if (ends_without_case(source.name, ".md") || ends_without_case(source.name, ".markdown")) return true;
    return !ends_without_case(source.name, ".sql") && has_a_fence(source.text);
}

// --- reading ---

class Importer {
public:
    explicit Importer(ImportOptions const& options) : options_(options), servers_(options.strictness) {}

    // The Error of a source that cannot be used.
    std::optional<Error> read(InstanceSources const& instance);
    Expected<Import> take();

private:
    std::optional<Error> read(Source const& raw, std::string const& instance, ScriptVariables& variables);
    std::optional<Error> read_json(Source const& source, Json const& json, std::string const& instance);
    void read_export(Source const& source, std::string const& instance);
    void read_script(Source const& source, std::string const& instance, ScriptVariables& variables);

    std::optional<Error> add(ImportedInstance instance);
    [[nodiscard]] bool has(std::string const& instance) const;
    // Scripts and exports change servers only.
    void load_given_instances();
    // Messages whose database did not stay are no questions.
    void leave_out_lost_messages();

    ImportOptions const& options_;
    Servers servers_;
    std::vector<ImportedInstance> given_;  // in JSON, and not touched since
    Import result_;
};

bool says_nothing(std::string const& instance) {
    return instance.empty() || ascii::equal_without_case(instance, local_server);
}

std::string name_or_local(std::string const& instance) {
    return instance.empty() ? std::string(local_server) : instance;
}

std::optional<Error> Importer::read(InstanceSources const& instance) {
    ScriptVariables variables;
    for (auto const& [name, value] : options_.variables) variables[name] = value;
    for (auto const& source : instance.sources)
        if (auto fault = read(source, instance.name, variables)) return in_source(source, std::move(*fault));
    return std::nullopt;
}

std::optional<Error> Importer::read(Source const& raw, std::string const& instance,
                                    ScriptVariables& variables) {
    auto text = to_utf8(raw.text);
    if (!text) return std::move(text.error());
    Source const source{raw.name, std::move(*text)};
    if (begins_as_json_object(source.text)) {
        auto const json = parse_json(source.text);
        bool const is_ours = json && (json->contains("instances") || json->contains("instance") ||
                                      json->contains("databases"));
        if (is_ours) return read_json(source, *json, instance);
        if (!looks_like_export(source.text)) {
            if (!json) return json.error();
            return Error{
                "", "expected an object with instances, instance or databases, or rows of catalogue views"};
        }
    }
    if (looks_like_export(source.text))
        read_export(source, instance);
    else
        read_script(source, instance, variables);
    return std::nullopt;
}

std::optional<Error> Importer::read_json(Source const& source, Json const& json,
                                         std::string const& instance) {
    if (json.contains("instances")) {
        auto import = read_import(json);
        if (!import) return std::move(import.error());
        bool const is_renamed = import->instances.size() == 1 && !says_nothing(instance);
        if (is_renamed) import->instances.front().name = instance;
        for (auto& one : import->instances)
            if (auto fault = add(std::move(one))) return fault;
        for (auto& message : import->messages) {
            if (is_renamed) message.instance = instance;
            message.place = {source.name};
            result_.messages.push_back(std::move(message));
        }
        std::move(import->reported.begin(), import->reported.end(), std::back_inserter(result_.reported));
        return std::nullopt;
    }
    auto const name = name_or_local(instance);
    if (!json.contains("instance")) {
        auto alone = read_instance(json);
        if (!alone) return std::move(alone.error());
        return add({name, std::move(*alone)});
    }
    auto const scenario = read_scenario(json);
    if (!scenario) return scenario.error();
    if (auto fault = add({name, scenario->instance()})) return fault;
    result_.messages.push_back({name, scenario->message(), std::nullopt, {source.name}});
    return std::nullopt;
}

std::optional<Error> Importer::add(ImportedInstance instance) {
    if (has(instance.name))
        return Error{"", fmt::format("expected an instance that nothing before this is of, found '{}'; "
                                     "--instance NAME=FILE gives it another name",
                                     instance.name)};
    given_.push_back(std::move(instance));
    return std::nullopt;
}

bool Importer::has(std::string const& instance) const {
    return servers_.has(instance) || std::any_of(given_.begin(), given_.end(), [&](auto const& one) {
               return ascii::equal_without_case(one.name, instance);
           });
}

void Importer::load_given_instances() {
    for (auto const& [name, instance] : given_)
        for (auto& complaint : servers_.named(name).load(instance))
            result_.reported.push_back({{name}, complaint.severity, std::move(complaint.message)});
    given_.clear();
}

void Importer::read_export(Source const& source, std::string const& instance) {
    load_given_instances();
    auto& server = servers_.named(name_or_local(instance));
    auto read = formats::read_export(source, options_.database, server);
    for (auto& one : read.messages) {
        // An instance compares the names of databases exactly.
        if (auto& origin = one.message.origin_database) origin = server.spelled(*origin);
        result_.messages.push_back({server.name(), std::move(one.message), std::move(one.transmission_status),
                                    std::move(one.place)});
    }
    std::move(read.reported.begin(), read.reported.end(), std::back_inserter(result_.reported));
}

void Importer::read_script(Source const& source, std::string const& instance, ScriptVariables& variables) {
    load_given_instances();
    ScriptStart const start{name_or_local(instance), options_.database, options_.now, options_.read_included};
    auto read = is_markdown(source)
                    ? run_script({source.name, fenced_tsql(source.text)}, start, servers_, variables)
                    : run_script(source, start, servers_, variables);
    for (auto& one : read.messages)
        result_.messages.push_back(
            {std::move(one.server), std::move(one.message), std::nullopt, std::move(one.place)});
    std::move(read.reported.begin(), read.reported.end(), std::back_inserter(result_.reported));
}

void Importer::leave_out_lost_messages() {
    auto const instance_of = [&](ImportedMessage const& message) {
        return std::find_if(result_.instances.begin(), result_.instances.end(), [&](auto const& one) {
            return ascii::equal_without_case(one.name, message.instance);
        });
    };
    auto const is_lost = [&](ImportedMessage const& message) {
        auto const instance = instance_of(message);
        auto const& origin = message.message.origin_database;
        bool const is_here = instance != result_.instances.end() &&
                             (!origin || instance->instance.database(*origin) != nullptr);
        if (!is_here)
            result_.reported.push_back(
                {message.place, Severity::note,
                 fmt::format("the message to '{}' is left out: its database '{}' is not there in the end",
                             message.message.to_service_name.text(), origin.value_or(""))});
        return !is_here;
    };
    auto& messages = result_.messages;
    messages.erase(std::remove_if(messages.begin(), messages.end(), is_lost), messages.end());
}

Expected<Import> Importer::take() {
    for (auto const& server : servers_.all()) {
        auto instance = server.instance();
        if (!instance) {
            auto const where = fmt::format("instance '{}': {}", server.name(), instance.error().where);
            return tl::unexpected(Error{where, std::move(instance.error().message)});
        }
        result_.instances.push_back({server.name(), std::move(*instance)});
    }
    std::move(given_.begin(), given_.end(), std::back_inserter(result_.instances));
    leave_out_lost_messages();
    return std::move(result_);
}

}  // namespace

Expected<Source> no_included_files(std::string const& path, std::string const& /*including*/) {
    return tl::unexpected(Error{path, "expected no other file: here none can be read"});
}

Expected<Import> import(std::vector<InstanceSources> const& sources, ImportOptions const& options) {
    Importer importer(options);
    for (auto const& instance : sources)
        if (auto fault = importer.read(instance)) return tl::unexpected(std::move(*fault));
    auto result = importer.take();
    // Nothing was said of any instance: it is as it is when it is new.
    if (result && result->instances.empty()) {
        Server const server(name_or_local(sources.empty() ? "" : sources.front().name), options.strictness);
        result->instances.push_back({server.name(), server.instance().value()});
    }
    return result;
}

}  // namespace ssbroute::formats
