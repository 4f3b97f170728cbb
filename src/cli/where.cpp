#include "cli/where.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

#include "cli/decision_text.hpp"
#include "cli/output.hpp"
#include "model/ascii.hpp"
#include "model/scenario.hpp"
#include "oracle/explanation.hpp"
#include "review/near_miss.hpp"
#include "review/transmission_status.hpp"

namespace ssbroute::cli {
namespace {

// Outcomes beyond these are counted.
constexpr std::size_t most_outcomes = 8;

// A message in one of the instances.
struct Question {
    std::string instance;  // empty: there is only one
    Scenario scenario;
    /// What sys.transmission_queue says of it, where it was read from there.
    std::optional<std::string> transmission_status = std::nullopt;
};

std::string subject(Question const& question) {
    auto const& message = question.scenario.message();
    auto text = question.instance.empty() ? std::string() : question.instance + ": ";
    text += message.to_service_name.text();
    text += message.origin_database ? " from " + *message.origin_database : " from outside";
    if (message.to_broker_instance) text += ", identifier " + message.to_broker_instance->text();
    if (message.sent_by == SentBy::target) text += ", sent by a target";
    return text;
}

// What decides, and why a destination was not found; that a step of matching found nothing goes without
// saying.
bool is_told(TraceStep const& step) {
    if (step.passing == Passing::passed) return true;
    return step.rule >= Rule::choose_1 && (step.reason || step.database);
}

std::string why(Explanation const& explanation) {
    std::string text;
    for (auto const& step : explanation.trace)
        if (is_told(step)) text += step_line(step);
    if (auto const& status = explanation.transmission_status)
        text += fmt::format("    transmission_status, {}: {}\n", status->number, status->meaning);
    return text;
}

// One line: where the message goes.
std::string answer_line(Question const& question, std::vector<ExplainedOutcome> const& permitted) {
    std::vector<std::string> parts;
    for (auto const& one : permitted) {
        if (parts.size() == most_outcomes) break;
        parts.push_back(in_words(one.outcome) + by_route(one.explanation));
    }
    if (parts.size() < permitted.size())
        parts.push_back(fmt::format("{} more outcomes", permitted.size() - parts.size()));
    auto const line = fmt::format("{}: {}", subject(question), fmt::join(parts, "; or "));
    return styled(visible(line), Style::bold) + "\n";
}

// What the queue says of the message, and whether that goes with the answer.
std::string status_text(Question const& question, std::vector<ExplainedOutcome> const& permitted) {
    if (!question.transmission_status) return "";
    auto const compared = review::compare_status(*question.transmission_status, permitted);
    auto const verdict = compared.agreement == review::Agreement::agrees      ? "agrees"
                         : compared.agreement == review::Agreement::disagrees ? "does not agree"
                                                                              : "says nothing of this";
    return visible(fmt::format("    its transmission_status {}: {}", verdict, compared.sentence)) + "\n";
}

std::string answer_text(Question const& question) {
    RoutingProcess process(question.scenario);
    std::vector<ExplainedOutcome> permitted;
    std::string contested;
    for (auto const& found : answer_with_ways(process)) {
        if (!found.readings.empty()) {
            contested += fmt::format("    contested: {}, if {}\n", visible(in_words(found.outcome)),
                                     readings_of(found.readings, Profile()));
            continue;
        }
        auto explanation = permitted.size() < most_outcomes
                               ? explain(question.scenario, found.outcome, trace(process, found))
                               : Explanation();
        permitted.push_back({found.outcome, found.readings, std::move(explanation)});
    }

    auto text = answer_line(question, permitted);
    for (std::size_t i = 0; i < std::min(permitted.size(), most_outcomes); ++i) {
        auto const& one = permitted[i];
        if (permitted.size() > 1)
            text += visible("  " + in_words(one.outcome) + by_route(one.explanation)) + "\n";
        text += why(one.explanation);
    }
    return text + status_text(question, permitted) + contested;
}

std::string near_misses_text(std::vector<review::NearMiss> const& near_misses) {
    std::string text;
    for (auto const& one : near_misses) {
        auto const place = one.route.empty() ? "database " + one.database
                                             : fmt::format("route {} of {}", one.route, one.database);
        text += visible(fmt::format("  near miss: {}: {}", place, one.words)) + "\n";
    }
    return text;
}

std::string expected_text(Scenario const& scenario, std::string const& name) {
    auto const found = review::expected_route(scenario, name);
    std::string text;
    if (!found.taken_for.empty())
        text += visible(fmt::format("  {} is taken: the message is {}", name,
                                    fmt::join(found.taken_for, ", or "))) +
                "\n";
    for (auto const& reason : found.reasons) {
        auto const table = reason.database.empty() ? std::string() : " of " + reason.database;
        auto const rule = reason.rule ? fmt::format("{}: ", id(*reason.rule)) : std::string();
        text += visible(fmt::format("  why not {}{}: {}{}", name, table, rule, reason.words)) + "\n";
    }
    // What is near beside the route may be what was meant.
    auto near = found.near_misses;
    for (auto const& one : review::near_misses(scenario))
        if (std::find(near.begin(), near.end(), one) == near.end()) near.push_back(one);
    return text + near_misses_text(near);
}

// The database as it is written; one that differs only in case does as well, as under most collations.
std::optional<std::string> database_named(Instance const& instance, std::string const& name) {
    if (instance.database(name) != nullptr) return name;
    auto const databases = instance.databases();
    auto const found = std::find_if(databases.begin(), databases.end(), [&](Database const& database) {
        return ascii::equal_without_case(database.name, name);
    });
    return found == databases.end() ? std::nullopt : std::optional(found->name);
}

Error unknown_database(std::string const& name, formats::Import const& import) {
    std::vector<std::string> known;
    for (auto const& one : import.instances)
        for (auto const& database : one.instance.databases())
            if (known.size() < most_outcomes) known.push_back(database.name);
    return {"--from " + name,
            fmt::format("expected a database of the input, such as {}", fmt::join(known, ", "))};
}

// The message in each instance that it can be in.
Expected<std::vector<Question>> questions_in(formats::Import const& import, Message const& message,
                                             UtcTime now) {
    std::vector<Question> questions;
    for (auto const& one : import.instances) {
        auto here = message;
        if (message.origin_database) {
            here.origin_database = database_named(one.instance, *message.origin_database);
            if (!here.origin_database) continue;
        }
        auto scenario = Scenario::create(one.instance, std::move(here), now);
        if (!scenario) return tl::unexpected(std::move(scenario.error()));
        questions.push_back({import.instances.size() > 1 ? one.name : "", std::move(*scenario)});
    }
    if (questions.empty() && message.origin_database)
        return tl::unexpected(unknown_database(*message.origin_database, import));
    return questions;
}

// The messages that were read: what scripts would send, and what waits in queues.
Expected<std::vector<Question>> questions_read(formats::Import const& import, UtcTime now) {
    std::vector<Question> questions;
    for (auto const& one : import.messages) {
        auto const instance =
            std::find_if(import.instances.begin(), import.instances.end(),
                         [&](formats::ImportedInstance const& other) { return other.name == one.instance; });
        auto scenario = Scenario::create(instance->instance, one.message, now);
        if (!scenario) return tl::unexpected(std::move(scenario.error()));
        questions.push_back(
            {import.instances.size() > 1 ? one.instance : "", std::move(*scenario), one.transmission_status});
    }
    if (questions.empty())
        return tl::unexpected(
            Error{"", "expected --to SERVICE, or a script or an export in which there are messages"});
    return questions;
}

}  // namespace

Where::Where(CLI::App& program)
    : command_(program.add_subcommand("where", "Say where a message goes, and why not elsewhere")) {
    auto* const to = command_
                         ->add_option("--to", to_,
                                      "The service that the message is for; by default the messages of the "
                                      "scripts and of sys.transmission_queue are asked about")
                         ->type_name("SERVICE");
    command_->add_option("--from", from_, "The sending database; by default the message comes from outside")
        ->type_name("DATABASE")
        ->needs(to);
    command_
        ->add_option("--identifier", identifier_, "The Service Broker identifier that the conversation gives")
        ->type_name("GUID")
        ->needs(to);
    command_->add_option("--sent-by", sent_by_, "The side of the conversation: initiator (default) or target")
        ->type_name("SIDE")
        ->needs(to)
        ->check(CLI::IsMember({"initiator", "target"}));
    command_->add_option("--expected", expected_, "Say also why the message does not go by this route")
        ->type_name("ROUTE");
    options_.add_to(*command_);
}

Message Where::message() const {
    Message message{.origin_database = from_, .to_service_name = ServiceName(*to_)};
    if (identifier_) message.to_broker_instance = BrokerIdentifier(*identifier_);
    if (sent_by_ == "target") message.sent_by = SentBy::target;
    return message;
}

ExitStatus Where::run() const {
    auto const reading = options_.reading();
    if (!reading) return complain(reading.error());
    auto const sources = options_.sources();
    if (!sources) return complain(sources.error());
    auto const import = formats::import(*sources, *reading);
    if (!import) return complain(import.error());
    tell(import->reported, Severity::warning);
    auto const questions =
        to_ ? questions_in(*import, message(), reading->now) : questions_read(*import, reading->now);
    if (!questions) return complain(questions.error());

    Output output;
    for (auto const& question : *questions) {
        output.write(answer_text(question));
        output.write(expected_ ? expected_text(question.scenario, *expected_)
                               : near_misses_text(review::near_misses(question.scenario)));
    }
    return output.finish();
}

}  // namespace ssbroute::cli
