// What an implementation says (spec/schema/protocol.schema.json), from the side that asks.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/json_text.hpp"
#include "model/error.hpp"
#include "model/outcome.hpp"

namespace ssbroute::conformance {

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
/// It does not cover this.
struct Unsupported {
    std::string why;
};
/// It could not answer.
struct Refused {
    std::string why;
};

using Said = std::variant<OneOutcome, WholeSet, Unsupported, Refused>;

struct Reply {
    formats::Json id;  // null where a refusal has none
    Said said;
};

/// Reads one line. An Error's place is the pointer inside it.
Expected<Reply> read_reply(std::string_view line);
/// Reads the answer to the handshake.
Expected<Identity> read_greeting(std::string_view line);

/// What was said, as the protocol writes it, without the id.
formats::OrderedJson write_said(Said const& said);
/// Reads what write_said wrote.
Expected<Said> read_said(formats::Json const& value);

}  // namespace ssbroute::conformance
