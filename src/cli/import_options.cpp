#include "cli/import_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "cli/output.hpp"
#include "formats/files.hpp"
#include "formats/import/included_files.hpp"
#include "interface/system_clock.hpp"

namespace ssbroute::cli {
namespace {

// The files of a command line under the name of their instance.
struct NamedPaths {
    std::string name;
    std::vector<std::string> paths;
};

std::vector<std::string>& paths_of(std::string const& name, std::vector<NamedPaths>& instances) {
    auto const found = std::find_if(instances.begin(), instances.end(),
                                    [&](NamedPaths const& one) { return one.name == name; });
    if (found != instances.end()) return found->paths;
    instances.push_back({name, {}});
    return instances.back().paths;
}

}  // namespace

// Of the options that may be given several times each takes one value: what stands behind it is a FILE.
void ImportOptions::add_to(CLI::App& command) {
    command.add_option("FILE", files,
                       "T-SQL scripts, exports of catalogue views, instances as JSON; - is standard input");
    command
        .add_option("--instance", files_of_instances,
                    "FILE is of the instance NAME; may be given several times, for one instance too")
        ->type_name("NAME=FILE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    add_reading_to(command);
}

void ImportOptions::add_reading_to(CLI::App& command) {
    command.add_option("-v", variables, "Give the sqlcmd variable NAME a value")
        ->type_name("NAME=VALUE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    command
        .add_option("--database", database,
                    "The database that scripts start in, and that exports are of which do not say")
        ->type_name("DATABASE");
    command.add_option("--now", now, "The time of the decision (RFC 3339); by default the system's clock")
        ->type_name("TIME");
    command.add_flag("--lenient", lenient, "Take what the server would refuse");
}

Expected<NameAndValue> name_and_value(std::string_view option, std::string const& text) {
    auto const equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return tl::unexpected(Error{fmt::format("{} {}", option, text), "expected a name, = and a value"});
    return NameAndValue{text.substr(0, equals), text.substr(equals + 1)};
}

Expected<formats::ImportOptions> ImportOptions::reading() const {
    formats::ImportOptions options{.now = UtcTime::from_unix_seconds(0)};
    options.database = database;
    options.strictness = lenient ? formats::Strictness::lenient : formats::Strictness::as_the_server;
    options.read_included = formats::read_included_file;
    for (auto const& text : variables) {
        auto variable = name_and_value("-v", text);
        if (!variable) return tl::unexpected(std::move(variable.error()));
        options.variables[std::move(variable->name)] = std::move(variable->value);
    }
    auto const time = now ? UtcTime::parse(*now) : interface::system_clock();
    if (!time) return tl::unexpected(Error{"--now " + *now, "expected a time such as 2026-01-01T00:00:00Z"});
    options.now = *time;
    return options;
}

Expected<std::vector<formats::InstanceSources>> ImportOptions::sources() const {
    std::vector<NamedPaths> instances;
    if (!files.empty()) instances.push_back({std::string(local_instance), files});
    for (auto const& text : files_of_instances) {
        auto named = name_and_value("--instance", text);
        if (!named) return tl::unexpected(std::move(named.error()));
        paths_of(named->name, instances).push_back(std::move(named->value));
    }
    if (instances.empty())
        return tl::unexpected(Error{"FILE", "expected at least one file, here or by --instance NAME=FILE"});

    std::vector<formats::InstanceSources> result;
    for (auto& instance : instances) {
        auto sources = formats::read_sources(instance.paths);
        if (!sources) return tl::unexpected(std::move(sources.error()));
        result.push_back({std::move(instance.name), std::move(*sources)});
    }
    return result;
}

void tell(std::vector<formats::Reported> const& reported, Severity least) {
    for (auto const& one : reported)
        if (one.severity >= least)
            complain({fmt::format("{}:{}:{}", one.place.file, one.place.line, one.place.column),
                      fmt::format("{}: {}", name(one.severity), one.message)});
}

}  // namespace ssbroute::cli
