// The query that collects what is needed of an instance.
#pragma once

#include <string_view>

namespace ssbroute::formats {

/// A script in T-SQL, for sqlcmd and SSMS, whose output `read_export` reads without loss. It reads the five
/// catalogue views, sys.routes, sys.services and sys.transmission_queue in every database that is online, and
/// changes nothing.
std::string_view catalogue_queries();

}  // namespace ssbroute::formats
