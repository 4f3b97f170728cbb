// A text and where it comes from.
#pragma once

#include <functional>
#include <string>

#include "model/error.hpp"

namespace ssbroute::formats {

/// A text under the name of its file; `-` is standard input. A text that is of no file has no name.
struct Source {
    std::string name;
    std::string text;
};

/// An error in a text: its place is the source and, where there is one, the pointer.
Error in_source(Source const& source, Error error);

/// Gives the file that is meant by a path in the file `including`, in UTF-8.
using ReadIncluded = std::function<Expected<Source>(std::string const& path, std::string const& including)>;

/// What people know a path by: `standard input` for `-`.
std::string known_as(std::string const& path);

}  // namespace ssbroute::formats
