#include "formats/source.hpp"

#include <utility>

namespace ssbroute::formats {

std::string known_as(std::string const& path) { return path == "-" ? "standard input" : path; }

Error in_source(Source const& source, Error error) {
    auto const separator = source.name.empty() || error.where.empty() ? "" : ": ";
    return {known_as(source.name) + separator + error.where, std::move(error.message)};
}

}  // namespace ssbroute::formats
