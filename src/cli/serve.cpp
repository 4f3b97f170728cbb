#include "cli/serve.hpp"

#include <iostream>
#include <string>

#include "cli/output.hpp"
#include "delivery/histories.hpp"
#include "formats/answer_json.hpp"
#include "formats/protocol_json.hpp"
#include "formats/timeline_json.hpp"
#include "oracle/answer.hpp"
#include "oracle/sample.hpp"
#include "version.hpp"

namespace ssbroute::cli {
namespace {

using formats::OrderedJson;

enum class Place { first_line, later };

OrderedJson reply(formats::Question const& question, QuestionOptions const& options, Profile const& profile) {
    RoutingProcess process(question.scenario);
    auto line = formats::answer_to(question.id);
    if (options.seed)
        line["outcome"] = formats::write_outcome(sample(process, *options.seed, profile));
    else
        line.update(formats::write_answer(answer(process, profile, options.other_readings()), profile));
    return line;
}

// Histories are told by what can be observed of them.
OrderedJson reply(formats::TimelineQuestion const& question, QuestionOptions const& options,
                  Profile const& profile) {
    using formats::Account;
    auto line = formats::answer_to(question.id);
    delivery::ProfileOverTime const over_time{profile};
    if (options.seed) {
        delivery::History history;
        delivery::sample(question.timeline, *options.seed, over_time,
                         [&](delivery::Happening const& one) { history.push_back(one); });
        line["history"] = formats::write_history(history, Account::observable);
        return line;
    }
    auto const found = delivery::explore(question.timeline, over_time);
    if (found.end != delivery::Histories::End::complete) {
        line["unsupported"] = "more states or histories than are explored";
        return line;
    }
    line["histories"] = OrderedJson::array();
    for (auto const& history : found.histories)
        line["histories"].push_back(formats::write_history(history, Account::observable));
    return line;
}

OrderedJson reply(formats::Request const& request, Place place, QuestionOptions const& options,
                  Profile const& profile) {
    if (auto const* question = std::get_if<formats::Question>(&request))
        return reply(*question, options, profile);
    if (auto const* question = std::get_if<formats::TimelineQuestion>(&request))
        return reply(*question, options, profile);
    if (auto const* fault = std::get_if<formats::Unanswerable>(&request)) return formats::write_error(*fault);
    if (place == Place::first_line) return formats::write_greeting("ssbroute", version);
    return formats::write_error({std::nullopt, {"", "protocol: expected on the first line only"}});
}

bool is_blank(std::string const& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace

Serve::Serve(CLI::App& program)
    : command_(program.add_subcommand("serve", "Answer scenarios from standard input, a line each")) {
    options_.add_to(*command_);
}

ExitStatus Serve::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());

    Output output;
    auto place = Place::first_line;
    for (std::string line; output.works() && std::getline(std::cin, line);) {
        if (is_blank(line)) continue;
        output.line(formats::to_line(reply(formats::read_request(line), place, options_, *profile)));
        output.flush();
        place = Place::later;
    }
    auto const status = output.finish();
    return std::cin.bad() ? complain({"standard input", "could not be read to the end"}) : status;
}

}  // namespace ssbroute::cli
