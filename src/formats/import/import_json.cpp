#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <unordered_map>
#include <utility>

#include "formats/import/import.hpp"
#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

Expected<ImportedInstance> read_imported_instance(Json const& value) {
    ObjectReader reader(value, {"name", "instance"});
    auto name = reader.required_text("name");
    auto instance = reader.made("instance", reader.require("instance"), read_instance);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return ImportedInstance{std::move(name), std::move(*instance)};
}

// A message, and the instance that it says it is in.
struct PlacedMessage {
    std::optional<std::string> instance;
    ImportedMessage message;
};

Expected<PlacedMessage> read_imported_message(Json const& value) {
    ObjectReader reader(value, {"instance", "origin_database", "sent_by", "to_service_name",
                                "to_broker_instance", "conversation_begun_at", "transmission_status"});
    auto instance = reader.text("instance");
    auto status = reader.text("transmission_status");
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto its_own = value;
    its_own.erase("instance");
    its_own.erase("transmission_status");
    auto message = read_message(its_own);
    if (!message) return tl::unexpected(std::move(message.error()));
    return PlacedMessage{std::move(instance), {"", std::move(*message), std::move(status)}};
}

Expected<std::uint64_t> read_count_from_one(Json const& value) {
    constexpr std::uint64_t greatest = 9007199254740991;  // that every reader of JSON knows exactly
    if (value.is_number_unsigned()) {
        auto const count = value.get<std::uint64_t>();
        if (count >= 1 && count <= greatest) return count;
    }
    return tl::unexpected(Error{"", expected_but_found("a whole number from 1", value)});
}

Expected<Severity> read_severity(Json const& value) {
    for (auto const severity : {Severity::note, Severity::warning, Severity::error})
        if (value == std::string(name(severity))) return severity;
    return tl::unexpected(Error{"", expected_but_found("note, warning or error", value)});
}

Expected<Reported> read_reported(Json const& value) {
    ObjectReader reader(value, {"file", "line", "column", "severity", "message"});
    Reported reported;
    reported.place.file = reader.required_text("file");
    reported.place.line = reader.made("line", reader.require("line"), read_count_from_one).value_or(1);
    reported.place.column = reader.made("column", reader.require("column"), read_count_from_one).value_or(1);
    reported.severity =
        reader.made("severity", reader.require("severity"), read_severity).value_or(Severity::error);
    reported.message = reader.required_text("message");
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return reported;
}

// What only the whole shows: instances that are given twice, messages that are nowhere.
std::optional<Error> put_together(Import& import, std::vector<PlacedMessage> messages) {
    if (import.instances.empty()) return Error{"/instances", "expected at least one instance, found none"};
    std::unordered_map<std::string, ImportedInstance const*> instances;
    for (std::size_t i = 0; i < import.instances.size(); ++i) {
        auto const& one = import.instances[i];
        if (!instances.emplace(ascii::lower(one.name), &one).second)
            return Error{
                fmt::format("/instances/{}/name", i),
                fmt::format("expected a name that no other instance has, found '{}' again", one.name)};
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        auto& [wanted, message] = messages[i];
        auto const found = instances.find(ascii::lower(wanted.value_or(import.instances.front().name)));
        if (found == instances.end())
            return Error{fmt::format("/messages/{}/instance", i),
                         fmt::format("expected the name of an instance, found '{}'", *wanted)};
        message.instance = found->second->name;
        auto const& origin = message.message.origin_database;
        if (origin && found->second->instance.database(*origin) == nullptr)
            return Error{fmt::format("/messages/{}/origin_database", i),
                         fmt::format("expected the name of a database of '{}', found '{}'", message.instance,
                                     *origin)};
        import.messages.push_back(std::move(message));
    }
    return std::nullopt;
}

OrderedJson write_imported_message(ImportedMessage const& message) {
    OrderedJson value = {{"instance", message.instance}};
    value.update(write_message(message.message));
    if (message.transmission_status) value["transmission_status"] = *message.transmission_status;
    return value;
}

OrderedJson write_reported(Reported const& reported) {
    return {{"file", reported.place.file},
            {"line", reported.place.line},
            {"column", reported.place.column},
            {"severity", std::string(name(reported.severity))},
            {"message", reported.message}};
}

}  // namespace

Expected<Import> read_import(Json const& value) {
    ObjectReader reader(value, {"instances", "messages", "reported"});
    Import import;
    import.instances = reader.list("instances", reader.require("instances"), read_imported_instance);
    auto messages = reader.list("messages", reader.find("messages"), read_imported_message);
    import.reported = reader.list("reported", reader.find("reported"), read_reported);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    if (auto fault = put_together(import, std::move(messages))) return tl::unexpected(std::move(*fault));
    return import;
}

OrderedJson write_import(Import const& import) {
    OrderedJson value = {{"instances", OrderedJson::array()},
                         {"messages", OrderedJson::array()},
                         {"reported", OrderedJson::array()}};
    for (auto const& one : import.instances)
        value["instances"].push_back(
            OrderedJson{{"name", one.name}, {"instance", write_instance(one.instance)}});
    for (auto const& message : import.messages) value["messages"].push_back(write_imported_message(message));
    for (auto const& reported : import.reported) value["reported"].push_back(write_reported(reported));
    return value;
}

}  // namespace ssbroute::formats
