#include "formats/answer_json.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "formats/object_reader.hpp"
#include "model/match.hpp"

namespace ssbroute::formats {
namespace {

OrderedJson with_addresses(std::string_view kind, Address const& address,
                           std::optional<Address> const& mirror_address) {
    OrderedJson value = {{"outcome", kind}, {"address", address.text()}};
    if (mirror_address) value["mirror_address"] = mirror_address->text();
    return value;
}

// Members that this kind of outcome does not have.
void refuse(ObjectReader& reader, std::string_view kind, std::initializer_list<std::string_view> names) {
    for (auto const name : names)
        if (reader.find(name) != nullptr)
            reader.fail(
                {pointer_token(name), fmt::format("expected no such member of the outcome '{}'", kind)});
}

Expected<std::string> read_kind(Json const& value) {
    for (auto const* kind : {"deliver", "send", "forward", "delay", "drop"})
        if (value == kind) return kind;
    return tl::unexpected(Error{"", expected_but_found("deliver, send, forward, delay or drop", value)});
}

Expected<Outcome> read_members(ObjectReader& reader) {
    auto const kind = reader.made("outcome", reader.require("outcome"), read_kind).value_or("");
    auto const addresses = [&] {
        refuse(reader, kind, {"database", "route_requested"});
        auto address = Address(reader.required_text("address"));
        auto mirror = reader.text("mirror_address");
        return std::pair(std::move(address), mirror ? std::optional(Address(*mirror)) : std::nullopt);
    };
    Outcome outcome = Drop{};
    if (kind == "deliver") {
        refuse(reader, kind, {"address", "mirror_address", "route_requested"});
        outcome = Deliver{reader.required_text("database")};
    } else if (kind == "send") {
        auto [address, mirror] = addresses();
        outcome = Send{std::move(address), std::move(mirror)};
    } else if (kind == "forward") {
        auto [address, mirror] = addresses();
        outcome = Forward{std::move(address), std::move(mirror)};
    } else if (kind == "delay") {
        refuse(reader, kind, {"database", "address", "mirror_address"});
        outcome = Delay{reader.flag("route_requested", false) ? RouteRequest::made : RouteRequest::none};
    } else {
        refuse(reader, kind, {"database", "address", "mirror_address", "route_requested"});
    }
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return outcome;
}

enum class Answers : std::uint8_t { any, not_preferred };

std::string in_words(Answers allowed, ReadingEntry const& reading) {
    auto const& [preferred, other] = reading.answers;
    if (allowed == Answers::any) return fmt::format("{} or {}", preferred, other);
    return fmt::format("{}, the answer that is not preferred", other);
}

struct ReadingAndAnswer {
    Reading reading;
    AnswerNumber answer;
};

// A member of an object of readings; an Error's place is the pointer inside the object.
Expected<ReadingAndAnswer> read_reading(std::string const& name, Json const& member, Answers allowed) {
    auto const reading = reading_with_id(name);
    if (!reading) return tl::unexpected(Error{pointer_token(name), "expected the id of a reading"});
    auto const number =
        member.is_string() ? answer_with_id(*reading, member.get_ref<std::string const&>()) : std::nullopt;
    bool const is_allowed = number && (allowed == Answers::any || *number != 0);
    if (!is_allowed)
        return tl::unexpected(
            Error{pointer_token(name), expected_but_found(in_words(allowed, entry(*reading)), member)});
    return ReadingAndAnswer{*reading, *number};
}

Expected<Deviations> read_readings(Json const& value, Answers allowed) {
    if (!value.is_object()) return tl::unexpected(Error{"", expected_but_found("an object", value)});
    if (value.empty()) return tl::unexpected(Error{"", "expected at least one reading, found none"});
    Deviations deviations;
    for (auto const& [name, member] : value.get_ref<Json::object_t const&>()) {
        auto const read = read_reading(name, member, allowed);
        if (!read) return tl::unexpected(read.error());
        deviations.insert(read->reading);
    }
    return deviations;
}

Expected<ContestedOutcomeRead> read_with_readings(Json const& value, Answers allowed) {
    ObjectReader reader(value,
                        {"outcome", "database", "address", "mirror_address", "route_requested", "readings"});
    auto const deviations =
        reader.made("readings", reader.require("readings"),
                    [allowed](Json const& member) { return read_readings(member, allowed); });
    auto outcome = read_members(reader);
    if (!outcome) return tl::unexpected(std::move(outcome.error()));
    return ContestedOutcomeRead{std::move(*outcome), *deviations};
}

}  // namespace

OrderedJson write_outcome(Outcome const& outcome) {
    return std::visit(
        Match{[](Deliver const& o) -> OrderedJson {
                  return {{"outcome", "deliver"}, {"database", o.database}};
              },
              [](Send const& o) { return with_addresses("send", o.address, o.mirror_address); },
              [](Forward const& o) { return with_addresses("forward", o.address, o.mirror_address); },
              [](Delay const& o) {
                  OrderedJson value = {{"outcome", "delay"}};
                  if (o.route_request == RouteRequest::made) value["route_requested"] = true;
                  return value;
              },
              [](Drop const&) -> OrderedJson {
                  return {{"outcome", "drop"}};
              }},
        outcome);
}

OrderedJson write_outcome(Outcome const& outcome, Deviations deviations, Profile const& profile) {
    auto value = write_outcome(outcome);
    for (auto const& reading : readings) {
        if (!deviations.contains(reading.reading)) continue;
        auto const other = 1 - profile.preferred(reading.reading);
        value["readings"][std::string(reading.id)] = reading.answers[static_cast<std::size_t>(other)];
    }
    return value;
}

OrderedJson write_answer(Answer const& answer, Profile const& profile) {
    OrderedJson value = {{"permitted", OrderedJson::array()}, {"contested", OrderedJson::array()}};
    for (auto const& outcome : answer.permitted) value["permitted"].push_back(write_outcome(outcome));
    for (auto const& contested : answer.contested)
        value["contested"].push_back(write_outcome(contested.outcome, contested.readings, profile));
    return value;
}

Expected<Outcome> read_outcome(Json const& value) {
    ObjectReader reader(value, {"outcome", "database", "address", "mirror_address", "route_requested"});
    return read_members(reader);
}

Expected<ContestedOutcomeRead> read_contested_outcome(Json const& value) {
    return read_with_readings(value, Answers::not_preferred);
}

Expected<Profile> read_profile(Json const& value) {
    if (!value.is_object()) return tl::unexpected(Error{"", expected_but_found("an object", value)});
    Profile profile;
    for (auto const& [name, member] : value.get_ref<Json::object_t const&>()) {
        auto const read = read_reading(name, member, Answers::any);
        if (!read) return tl::unexpected(read.error());
        profile.prefer(read->reading, read->answer);
    }
    return profile;
}

Expected<Outcome> read_outcome_with_readings(Json const& value) {
    return read_with_readings(value, Answers::any).map([](ContestedOutcomeRead read) {
        return std::move(read.outcome);
    });
}

}  // namespace ssbroute::formats
