#include "formats/protocol_json.hpp"

#include <utility>

#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"

namespace ssbroute::formats {
namespace {

bool is_id(Json const& value) { return value.is_number_integer() || value.is_string(); }

std::optional<Json> id_of(Json const& line) {
    if (!line.is_object()) return std::nullopt;
    auto const member = line.find("id");
    if (member == line.end() || !is_id(*member)) return std::nullopt;
    return *member;
}

std::optional<Error> fault_of_line(Json const& line) {
    ObjectReader reader(line, {"id", "scenario"});
    auto const* id = reader.require("id");
    if (id != nullptr && !is_id(*id)) reader.fail({"", "id: " + expected_but_found("an integer or a string", *id)});
    reader.require("scenario");
    if (!reader.fault()) return std::nullopt;
    // No place in the line itself is one in the scenario.
    auto const& fault = *reader.fault();
    if (fault.where.empty()) return fault;
    return Error{"", fault.where.substr(1) + ": " + fault.message};
}

}  // namespace

Request read_request(std::string_view text) {
    auto line = parse_json(text);
    if (!line) {
        constexpr std::string_view scenario = "/scenario";
        auto error = std::move(line.error());
        bool const inside = error.where.rfind(scenario, 0) == 0;
        if (inside)
            error.where.erase(0, scenario.size());
        else if (!error.where.empty())
            error = {"", error.where.substr(1) + ": " + error.message};
        return Unanswerable{std::nullopt, std::move(error)};
    }
    if (line->is_object() && line->size() == 1 && line->contains("protocol")) {
        auto const& version = line->front();
        if (version.is_number_integer() && version == protocol_version) return Greeting{};
        return Unanswerable{std::nullopt, {"", "protocol: expected 1"}};
    }
    if (auto fault = fault_of_line(*line)) return Unanswerable{id_of(*line), std::move(*fault)};

    auto id = std::move((*line)["id"]);
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
    line["error"] = request.error.where + ": " + request.error.message;
    return line;
}

}  // namespace ssbroute::formats
