// The protocol, a JSON object a line (spec/schema/protocol.schema.json), from the side that answers.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "delivery/timeline.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"
#include "model/scenario.hpp"

namespace ssbroute::formats {

inline constexpr int protocol_version = 1;

/// `{"protocol": 1}`: who are you?
struct Greeting {};

/// `{"id": 7, "scenario": {...}}`.
struct Question {
    Json id;  // an integer or a string
    Scenario scenario;
};

/// `{"id": 7, "timeline": {...}}`: the optional profile of conversations over time.
struct TimelineQuestion {
    Json id;
    delivery::Timeline timeline;
};

/// A line that is no request, with the id to answer it under, where it has one. The error's place is the
/// pointer inside the scenario or timeline; empty for what concerns the line.
struct Unanswerable {
    std::optional<Json> id;
    Error error;
};

using Request = std::variant<Greeting, Question, TimelineQuestion, Unanswerable>;

/// Reads the text of one line.
Request read_request(std::string_view text);

/// `{"protocol": 1, "implementation": ..., "version": ...}`.
OrderedJson write_greeting(std::string_view implementation, std::string_view version);
/// An answer begins with the id that it belongs to.
OrderedJson answer_to(Json const& id);
/// `{"id": 7, "error": "/instance: expected an object"}`.
OrderedJson write_error(Unanswerable const& request);

}  // namespace ssbroute::formats
