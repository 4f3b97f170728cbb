// What is told about a script or an export beside its result: where, how bad, what.
#pragma once

#include <cstdint>
#include <string>

#include "model/severity.hpp"

namespace ssbroute::formats {

/// Here: something to know, something that may not be meant, something without effect.
using ssbroute::name;
using ssbroute::Severity;

/// A place in a text; lines and columns count from 1, columns in characters.
struct Place {
    std::string file;
    std::uint64_t line = 1;
    std::uint64_t column = 1;

    friend bool operator==(Place const&, Place const&) = default;
};

/// A remark on an input.
struct Reported {
    Place place;
    Severity severity = Severity::error;
    std::string message;

    friend bool operator==(Reported const&, Reported const&) = default;
};

}  // namespace ssbroute::formats
