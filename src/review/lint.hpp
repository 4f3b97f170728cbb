// Faults and traps in routing tables.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/instance.hpp"
#include "model/utc_time.hpp"
#include "review/finding.hpp"

namespace ssbroute::review {

struct NamedInstance {
    std::string name;
    Instance instance;
};

struct LintOptions {
    /// A route that expires within so many seconds expires soon.
    std::int64_t soon = std::int64_t{7} * 86400;
    /// Kinds that are not told.
    std::vector<Kind> ignored = {};
};

/// Everything that is found at the time `now`: instance by instance, of each database by database, kind by
/// kind, then what shows only between instances. In time that grows linearly with the routes.
std::vector<Finding> lint(std::span<NamedInstance const> instances, UtcTime now,
                          LintOptions const& options = {});

}  // namespace ssbroute::review
