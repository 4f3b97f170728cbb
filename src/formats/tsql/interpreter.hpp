// Scripts carried out: what they do to instances, and the messages that they would send.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/catalogue/servers.hpp"
#include "formats/source.hpp"
#include "formats/tsql/sqlcmd.hpp"
#include "model/message.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::formats {

/// A message that BEGIN DIALOG or an event notification would send.
struct ScriptMessage {
    /// The name of the server that it is in.
    std::string server;
    Message message;
    Place place;
};

/// Where a script starts, and what it sees.
struct ScriptStart {
    /// The server that it is connected to until it says `:connect`. `.`, `(local)`, `localhost`, `127.0.0.1`
    /// and `::1` mean this one too.
    std::string server;
    /// Nothing: master, where sqlcmd starts. What is done there because nothing else was said is reported.
    std::optional<std::string> database = std::nullopt;
    /// What LIFETIME counts from.
    UtcTime now;
    ReadIncluded read_included;
};

struct ScriptResult {
    /// In the order in which they would be sent; those that are equal once, at their first place.
    std::vector<ScriptMessage> messages;
    /// By place; what a place says several times over, as in a loop, is here once. Errors: what the server
    /// refuses. Notes: what is assumed, and what is not carried out because it is not known.
    std::vector<Reported> reported;
};

/// Carries out a script in UTF-8, statement by statement.
///
/// - A database first met is assumed, with a note. `USE` in a string that is executed ends with the string;
///   variables are those of a batch, or of a string with its own parameters.
/// - A condition is evaluated against what the server is known to have here. What stands behind one that is
///   not known is not carried out, neither branch, with a note where it would matter; variables that it
///   assigns are not known afterwards. A check that a database exists, in front of nothing but leaving the
///   batch, is taken to find it: the script is meant for a server that has it.
/// - A loop is carried out as long as its condition is known to hold, a thousand times at most, and so is a
///   batch that GO repeats.
/// - Errors do not happen: CATCH is passed over, and what the server refuses ends nothing. GOTO and ROLLBACK
///   are reported and passed over.
/// - A string that is not constant is reported as "dynamic, not evaluated". So is a target that is not.
/// - 'CURRENT DATABASE' is the identifier of the current database. Where that is not known, the database gets
///   one that stands for it, with a note.
/// - A script that does far more than its length warrants is cut off, with an error.
///
/// `variables` are changed by `:setvar`.
ScriptResult run_script(Source const& source, ScriptStart const& start, Servers& servers,
                        ScriptVariables& variables);

}  // namespace ssbroute::formats
