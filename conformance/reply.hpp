// What an implementation says (spec/schema/protocol.schema.json), from the side that asks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "delivery/happening.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"
#include "model/outcome.hpp"

namespace ssbroute::conformance {

/// What a question is about: one decision, or conversations over time.
enum class Subject : std::uint8_t { scenario, timeline };
/// The member of a question that holds it.
constexpr std::string_view id(Subject subject) {
    return subject == Subject::scenario ? "scenario" : "timeline";
}

/// Who answers.
struct Identity {
    std::string name;
    std::string version;
};

/// What the implementation does with the message.
struct OneOutcome {
    Outcome outcome;
};
/// Everything that it permits.
struct WholeSet {
    std::vector<Outcome> outcomes;
};
/// What the implementation does over time.
struct OneHistory {
    delivery::History history;
};
/// Every history that it permits.
struct AllHistories {
    std::vector<delivery::History> histories;
};
/// It does not cover this.
struct Unsupported {
    std::string why;
};
/// It could not answer.
struct Refused {
    std::string why;
};

/// Outcomes are said to scenarios, histories to timelines.
using Said = std::variant<OneOutcome, WholeSet, OneHistory, AllHistories, Unsupported, Refused>;

struct Reply {
    formats::Json id;  // null where a refusal has none
    Said said;
};

/// Reads one line, the answer to a question of this kind. An Error's place is the pointer inside it.
Expected<Reply> read_reply(std::string_view line, Subject subject = Subject::scenario);
/// Reads the answer to the handshake.
Expected<Identity> read_greeting(std::string_view line);

/// What was said, as the protocol writes it, without the id.
formats::OrderedJson write_said(Said const& said);
}  // namespace ssbroute::conformance
