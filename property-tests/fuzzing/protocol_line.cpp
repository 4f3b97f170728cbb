// Any bytes as a line to `ssbroute serve`: what goes back is one line of JSON, under the id that was given.
#include <cstdint>
#include <variant>

#include "expect.hpp"
#include "formats/answer_json.hpp"
#include "formats/protocol_json.hpp"
#include "oracle/answer.hpp"

using namespace ssbroute;

namespace {

// The ways of a decision have no bound; a fuzzer is to find faults, not scenarios that take long.
bool is_small(Scenario const& scenario) {
    std::size_t routes = 0;
    for (auto const& database : scenario.instance().databases()) routes += database.routes.size();
    return routes <= 20;
}

formats::OrderedJson reply(formats::Question const& question) {
    RoutingProcess process(question.scenario);
    auto const found = answer(process);
    fuzzing::expect(!found.permitted.empty(), "an outcome to be permitted");
    auto line = formats::answer_to(question.id);
    line.update(formats::write_answer(found, {}));
    return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const request = formats::read_request(fuzzing::text_of(data, size));
    formats::OrderedJson line;
    if (auto const* question = std::get_if<formats::Question>(&request)) {
        if (!is_small(question->scenario)) return 0;
        line = reply(*question);
        fuzzing::expect(line["id"].dump() == question->id.dump(), "the id to come back");
    } else if (auto const* fault = std::get_if<formats::Unanswerable>(&request)) {
        fuzzing::expect(!fault->error.message.empty(), "a reason for the refusal");
        line = formats::write_error(*fault);
    } else if (std::holds_alternative<formats::TimelineQuestion>(request)) {
        return 0;  // no decision
    } else {
        line = formats::write_greeting("ssbroute", "fuzzed");
    }
    auto const text = formats::to_line(line);
    fuzzing::expect(text.find('\n') == std::string::npos, "one line");
    fuzzing::expect(formats::parse_json(text).has_value(), "a line of JSON");
    return 0;
}
