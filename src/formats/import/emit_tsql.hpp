// Instances written out as T-SQL.
#pragma once

#include <string>
#include <vector>

#include "formats/import/import.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::formats {

struct TsqlScript {
    std::string text;
    /// What T-SQL cannot say of the instances; it stands in comments of the text too.
    std::vector<std::string> left_out;
};

/// A script for sqlcmd that makes the instances' databases, services and routes, with LIFETIME in seconds
/// from `now`. Importing it as of `now` gives the same instances, except for what is left out: identifiers of
/// databases, pending requests, a master with nothing in it, routes that have expired by `now`, fractions of
/// seconds, addresses that no endpoint gives. A route that the server would refuse stands in it as it is.
TsqlScript write_tsql(std::vector<ImportedInstance> const& instances, UtcTime now);

}  // namespace ssbroute::formats
