// The protocol in a compiled language: the library as an implementation under test.
#include <iostream>
#include <string>

#include "formats/answer_json.hpp"
#include "formats/protocol_json.hpp"
#include "oracle/sample.hpp"

using namespace ssbroute;

namespace {

// What this implementation does with the message: one way of the process, the first of what is left to
// chance.
formats::OrderedJson answer(formats::Question const& question) {
    RoutingProcess process(question.scenario);
    auto line = formats::answer_to(question.id);
    line["outcome"] = formats::write_outcome(sample(process, 0));
    return line;
}

formats::OrderedJson reply(formats::Request const& request) {
    if (std::holds_alternative<formats::Greeting>(request))
        return formats::write_greeting("ssbroute library", "1");
    if (auto const* question = std::get_if<formats::Question>(&request)) return answer(*question);
    if (auto const* question = std::get_if<formats::TimelineQuestion>(&request)) {
        auto line = formats::answer_to(question->id);
        line["unsupported"] = "timelines";
        return line;
    }
    return formats::write_error(std::get<formats::Unanswerable>(request));
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << formats::to_line(reply(formats::read_request(line))) << '\n';
        std::cout.flush();  // or the suite waits for an answer that waits in a buffer
    }
}
