// T-SQL scripts and exports of catalogue views to instances (spec/schema/import.schema.json).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/catalogue/server.hpp"
#include "formats/json_text.hpp"
#include "formats/source.hpp"
#include "model/instance.hpp"
#include "model/message.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::formats {

struct ImportedInstance {
    std::string name;
    Instance instance;
};

/// A message that a script would send, a row of sys.transmission_queue, or the message of a scenario.
struct ImportedMessage {
    /// The name of the instance that it is in.
    std::string instance;
    Message message;
    /// `transmission_status`, where the message is a row of sys.transmission_queue.
    std::optional<std::string> transmission_status = std::nullopt;
    /// Where it was read; the JSON of an import does not keep it.
    Place place = {};
};

/// What was read. The names of instances differ even without regard to case (ASCII), and each message is in
/// one of them, as its origin database is, if it has one.
struct Import {
    /// At least one, in the order in which they were met.
    std::vector<ImportedInstance> instances;
    std::vector<ImportedMessage> messages;
    std::vector<Reported> reported;
};

/// Where there are no files: the Error of each.
Expected<Source> no_included_files(std::string const& path, std::string const& including);

struct ImportOptions {
    /// sqlcmd's variables, `-v NAME=VALUE`. A script's own `:setvar` replaces them, from there on.
    std::map<std::string, std::string> variables = {};
    /// The database that a script starts in, and that exports without a column for it are of.
    std::optional<std::string> database = std::nullopt;
    /// What LIFETIME counts from.
    UtcTime now;
    Strictness strictness = Strictness::as_the_server;
    /// What gives the files that scripts name by `:r`.
    ReadIncluded read_included = no_included_files;
};

/// Files of one instance, in their order.
struct InstanceSources {
    /// `(local)`, or empty, says nothing: JSON that has names of its own keeps them.
    std::string name;
    std::vector<Source> sources;
};

/// Reads scripts, exports, an import's own output, or the JSON of an instance or a scenario. What a text is,
/// it is told by: a JSON object with `instances`, `instance` or `databases` is such a one; what begins as
/// rows of catalogue views do is an export; anything else is a script, or Markdown with scripts in it (a file
/// whose name ends in .md, or with a line of ``` in it).
///
/// Files of one instance build on each other: a script changes what the files before it have said. An
/// instance in JSON comes first.
///
/// An Error for JSON that is none of these, for text that cannot be decoded, and for instances that cannot be
/// (two enabled databases with one identifier); everything else that is wrong is reported.
Expected<Import> import(std::vector<InstanceSources> const& sources, ImportOptions const& options);

/// The JSON of an import. An Error's place is the pointer inside it. A message without `instance` is in the
/// first.
Expected<Import> read_import(Json const& value);
OrderedJson write_import(Import const& import);

}  // namespace ssbroute::formats
