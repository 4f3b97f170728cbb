// Scripts as sqlcmd reads them: batches, variables, other files, other servers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/catalogue/reported.hpp"
#include "formats/source.hpp"
#include "formats/tsql/batch.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {

struct LessWithoutCase {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const {
        return ascii::compare_without_case(a, b) < 0;
    }
};

/// sqlcmd's variables; the case of their names does not count.
using ScriptVariables = std::map<std::string, std::string, LessWithoutCase>;

/// `:connect HOST[\INSTANCE][,PORT]`: what follows is for another instance.
struct Connection {
    std::string host;
    std::optional<std::string> instance = std::nullopt;
    std::optional<int> port = std::nullopt;
    /// HOST, INSTANCE and PORT as they are written.
    std::string server;
    Place place;
};

struct Script {
    std::vector<std::variant<Batch, Connection>> steps;
    std::vector<Reported> reported;
};

/// Reads a script in UTF-8. `variables` are changed by its `:setvar`, as they are for the scripts after it.
/// An undefined variable, a template parameter of SSMS and what web pages make of quotes and underscores are
/// reported as errors and stay in the text. What `:r` names is asked of `read_included`.
Script read_script(Source const& source, ScriptVariables& variables, ReadIncluded const& read_included);

}  // namespace ssbroute::formats
