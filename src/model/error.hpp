// What is wrong with an input, as a value: where it is, what is there, what was expected.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace ssbroute {

/// A fault in an input. `where` is a JSON pointer (RFC 6901) relative to the value that was being
/// made, empty for the whole; `message` says what was expected and, where it helps, what was found.
struct Error {
    std::string where;
    std::string message;

    friend bool operator==(Error const&, Error const&) = default;
};

/// Either a value or the Error that kept it from being made.
template <typename T>
using Expected = tl::expected<T, Error>;

}  // namespace ssbroute
