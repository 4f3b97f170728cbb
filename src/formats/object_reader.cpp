#include "formats/object_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ssbroute::formats {

std::string expected_but_found(std::string_view expected, Json const& value) {
    auto const found = [&]() -> std::string {
        if (value.is_object()) return "an object";
        if (value.is_array()) return "an array";
        if (value.is_string()) return fmt::format("'{}'", shortened(value.get_ref<std::string const&>()));
        return value.dump();
    };
    return fmt::format("expected {}, found {}", expected, found());
}

Error below(std::string_view place, Error error) {
    error.where.insert(0, place);
    return error;
}

Expected<std::string> read_string(Json const& value) {
    if (!value.is_string()) return tl::unexpected(Error{"", expected_but_found("a string", value)});
    return value.get_ref<std::string const&>();
}

Expected<UtcTime> read_time(Json const& value) {
    if (value.is_string())
        if (auto const time = UtcTime::parse(value.get_ref<std::string const&>())) return *time;
    return tl::unexpected(Error{"", expected_but_found("a time like 2026-01-01T00:00:00Z", value)});
}

ObjectReader::ObjectReader(Json const& value, std::initializer_list<std::string_view> known)
    : object_(&value) {
    if (!value.is_object()) {
        fail({"", expected_but_found("an object", value)});
        return;
    }
    for (auto const& [name, member] : value.get_ref<Json::object_t const&>()) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        fail(
            {pointer_token(name), fmt::format("unknown member, expected one of {}", fmt::join(known, ", "))});
        return;
    }
}

void ObjectReader::fail(Error error) {
    if (!fault_) fault_ = std::move(error);
}

Json const* ObjectReader::find(std::string_view name) const {
    if (fault_) return nullptr;
    auto const& members = object_->get_ref<Json::object_t const&>();
    auto const member = members.find(name);
    return member == members.end() || member->second.is_null() ? nullptr : &member->second;
}

Json const* ObjectReader::require(std::string_view name) {
    auto const* member = find(name);
    if (member == nullptr) fail({"", fmt::format("expected a member '{}'", name)});
    return member;
}

std::optional<std::string> ObjectReader::text_of(std::string_view name, Json const* member) {
    return made(name, member, read_string);
}

bool ObjectReader::flag(std::string_view name, bool otherwise) {
    auto const* member = find(name);
    if (member == nullptr) return otherwise;
    if (!member->is_boolean()) fail({pointer_token(name), expected_but_found("true or false", *member)});
    return fault_ ? otherwise : member->get<bool>();
}

std::optional<UtcTime> ObjectReader::time(std::string_view name) { return made(name, find(name), read_time); }

}  // namespace ssbroute::formats
