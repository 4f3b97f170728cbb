// Strict access to the members of a JSON object.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/json_text.hpp"
#include "model/broker_identifier.hpp"
#include "model/error.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::formats {

/// "expected X, found Y": a number, true, false and null as they are, a string quoted and shortened, and of
/// arrays and objects that they are such.
std::string expected_but_found(std::string_view expected, Json const& value);

/// Puts a place before that of an error.
Error below(std::string_view place, Error error);

/// A string, or the error at the value itself.
Expected<std::string> read_string(Json const& value);
/// A point in time.
Expected<UtcTime> read_time(Json const& value);

/// Reads the members of one object. Absent and null are the same. The first fault is kept, whatever is
/// read after it is a default: read all members, then ask for the fault.
class ObjectReader {
public:
    /// The fault if `value` is no object or has a member that is not among `known`.
    ObjectReader(Json const& value, std::initializer_list<std::string_view> known);

    [[nodiscard]] std::optional<Error> const& fault() const { return fault_; }
    void fail(Error error);

    /// The member; nullptr if it is absent or null.
    [[nodiscard]] Json const* find(std::string_view name) const;
    /// The member; if it is absent or null, the fault is told at this object.
    Json const* require(std::string_view name);

    std::string required_text(std::string_view name) { return text_of(name, require(name)).value_or(""); }
    std::optional<std::string> text(std::string_view name) { return text_of(name, find(name)); }
    bool flag(std::string_view name, bool otherwise);
    std::optional<UtcTime> time(std::string_view name);

    /// The member made by `read`, which takes a Json and gives an Expected; nothing if it is absent.
    template <typename Read>
    auto made(std::string_view name, Json const* member, Read read)
        -> std::optional<typename decltype(read(std::declval<Json const&>()))::value_type> {
        if (member == nullptr) return std::nullopt;
        auto value = read(*member);
        if (value) return std::move(*value);
        fail(below(pointer_token(name), std::move(value.error())));
        return std::nullopt;
    }

    /// The elements of an array, each made by `read`; none if the member is absent.
    template <typename Read>
    auto list(std::string_view name, Json const* member, Read read)
        -> std::vector<typename decltype(read(std::declval<Json const&>()))::value_type> {
        std::vector<typename decltype(read(std::declval<Json const&>()))::value_type> result;
        if (member == nullptr) return result;
        if (!member->is_array()) {
            fail({pointer_token(name), expected_but_found("an array", *member)});
            return result;
        }
        result.reserve(member->size());
        for (std::size_t i = 0; i < member->size() && !fault_; ++i) {
            auto element = read((*member)[i]);
            if (element)
                result.push_back(std::move(*element));
            else
                fail(below(pointer_token(name) + "/" + std::to_string(i), std::move(element.error())));
        }
        return result;
    }

private:
    std::optional<std::string> text_of(std::string_view name, Json const* member);

    Json const* object_;
    std::optional<Error> fault_;
};

}  // namespace ssbroute::formats
