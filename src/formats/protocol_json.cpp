#include "formats/protocol_json.hpp"

#include <string>
#include <utility>

#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::formats {
namespace {

bool is_id(Json const& value) { return value.is_number_integer() || value.is_string(); }

std::optional<Json> id_of(Json const& line) {
    if (!line.is_object()) return std::nullopt;
    auto const member = line.find("id");
    if (member == line.end() || !is_id(*member)) return std::nullopt;
    return *member;
}

// No place in the line itself is one in the scenario: the error is told for the whole, and names the member.
Error of_line(Error error) {
    if (error.where.empty()) return error;
    return {"", error.where.substr(1) + ": " + error.message};
}

// A line with `protocol` is a greeting, and nothing else.
std::optional<Error> fault_of_greeting(Json const& line) {
    ObjectReader reader(line, {"protocol"});
    auto const* version = reader.require("protocol");
    bool const known = version != nullptr && version->is_number_integer() && *version == protocol_version;
    if (version != nullptr && !known)
        reader.fail({"/protocol", expected_but_found(std::to_string(protocol_version), *version)});
    return reader.fault();
}

std::optional<Error> fault_of_question(Json const& line, std::string_view asked) {
    ObjectReader reader(line, {"id", asked});
    auto const* id = reader.require("id");
    if (id != nullptr && !is_id(*id)) reader.fail({"/id", expected_but_found("an integer or a string", *id)});
    reader.require(asked);
    return reader.fault();
}

// A line that is JSON, but repeats a member or is nested too deeply, still has its id, unless it repeats
// that.
Unanswerable unread(std::string_view text, Error error) {
    auto id = error.where == "/id" ? std::nullopt : id_of(Json::parse(text, nullptr, false));
    for (std::string const asked : {"/scenario", "/timeline"}) {
        if (error.where.rfind(asked + "/", 0) != 0) continue;
        error.where.erase(0, asked.size());
        return {std::move(id), std::move(error)};
    }
    return {std::move(id), of_line(std::move(error))};
}

}  // namespace

Request read_request(std::string_view text) {
    auto line = parse_json(text);
    if (!line) return unread(text, std::move(line.error()));
    if (line->is_object() && line->contains("protocol")) {
        if (auto fault = fault_of_greeting(*line))
            return Unanswerable{id_of(*line), of_line(std::move(*fault))};
        return Greeting{};
    }
    bool const is_over_time = line->is_object() && line->contains("timeline") && !line->contains("scenario");
    if (auto fault = fault_of_question(*line, is_over_time ? "timeline" : "scenario"))
        return Unanswerable{id_of(*line), of_line(std::move(*fault))};

    auto id = std::move((*line)["id"]);
    if (is_over_time) {
        auto timeline = read_timeline((*line)["timeline"]);
        if (!timeline) return Unanswerable{std::move(id), std::move(timeline.error())};
        return TimelineQuestion{std::move(id), std::move(*timeline)};
    }
    auto scenario = read_scenario((*line)["scenario"]);
    if (!scenario) return Unanswerable{std::move(id), std::move(scenario.error())};
    return Question{std::move(id), std::move(*scenario)};
}

OrderedJson write_greeting(std::string_view implementation, std::string_view version) {
    return {{"protocol", protocol_version}, {"implementation", implementation}, {"version", version}};
}

OrderedJson answer_to(Json const& id) { return {{"id", id}}; }

OrderedJson write_error(Unanswerable const& request) {
    auto line = request.id ? answer_to(*request.id) : OrderedJson::object();
    // The text begins with a pointer, be it the empty one.
    auto const separator = request.error.where.empty() ? ": " : "";
    line["error"] = separator + place_and_message(request.error);
    return line;
}

}  // namespace ssbroute::formats
