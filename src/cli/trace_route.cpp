#include "cli/trace_route.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/history_text.hpp"
#include "cli/output.hpp"
#include "delivery/trace_route.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::cli {
namespace {

using delivery::Arrival;
using delivery::Leg;
using formats::OrderedJson;

std::string_view word(Arrival arrival) {
    switch (arrival) {
        case Arrival::delivered: return "delivered";
        case Arrival::waiting: return "waiting";
        case Arrival::dropped: return "dropped";
        case Arrival::looping: return "looping";
        case Arrival::not_sent: return "not sent";
    }
    return "";
}

std::string leg_text(std::string_view name, Leg const& leg) {
    auto const style = leg.arrival == Arrival::delivered ? Style::good : Style::bad;
    auto text = fmt::format("{}: {}", name, styled(word(leg.arrival), style));
    if (leg.to_blame) text += fmt::format(", because of {}", visible(leg.hops[*leg.to_blame].instance));
    text += "\n";
    for (auto const& hop : leg.hops) text += happening_line(hop);
    return text;
}

OrderedJson leg_json(Leg const& leg) {
    OrderedJson value = {{"arrival", word(leg.arrival)},
                         {"hops", formats::write_history(leg.hops, formats::Account::with_rules)}};
    if (leg.to_blame) value["to_blame"] = *leg.to_blame;
    return value;
}

bool arrives(delivery::RouteTrace const& trace) {
    return trace.message.arrival == Arrival::delivered && trace.reply.arrival == Arrival::delivered;
}

}  // namespace

TraceRoute::TraceRoute(CLI::App& program)
    : command_(
          program.add_subcommand("trace-route", "Follow one message to its target, and the reply back")) {
    command_->add_option("TIMELINE", file_, "A timeline, whose instances matter; - is standard input")
        ->required();
    auto* conversation =
        command_
            ->add_option("--conversation", conversation_, "The conversation; the first unless said otherwise")
            ->type_name("ID");
    command_->add_option("--from", from_, "Instead: where a conversation begins")
        ->type_name("INSTANCE/DATABASE")
        ->excludes(conversation);
    command_->add_option("--from-service", from_service_, "The service that begins it")->type_name("NAME");
    command_->add_option("--to", to_, "The service that it is to")->type_name("NAME")->excludes(conversation);
    command_->add_option("--identifier", identifier_, "The identifier that it gives")->type_name("GUID");
    command_
        ->add_option("--at", at_,
                     "When, after the timeline's events until then; after all unless said otherwise")
        ->type_name("TIME");
    command_->add_flag("--json", json_, "Print a permitted way a line");
    options_.add_to(*command_);
}

Expected<delivery::Conversation> TraceRoute::conversation(delivery::Timeline const& timeline) const {
    auto const fault = [](std::string where, std::string message) {
        return tl::unexpected(Error{std::move(where), std::move(message)});
    };
    if (from_.empty() != to_.empty()) return fault("--from, --to", "expected both or neither");
    auto const& known = timeline.conversations();
    if (from_.empty()) {
        auto const found = conversation_.empty()
                               ? known.begin()
                               : std::find_if(known.begin(), known.end(),
                                              [&](auto const& one) { return one.id == conversation_; });
        if (found == known.end())
            return fault("--conversation", "expected the id of a conversation of the timeline");
        return *found;
    }
    auto const slash = from_.find('/');
    auto const& instances = timeline.instances();
    auto const place = std::find_if(instances.begin(), instances.end(),
                                    [&](auto const& one) { return one.name == from_.substr(0, slash); });
    if (slash == std::string::npos || place == instances.end())
        return fault("--from " + from_, "expected INSTANCE/DATABASE with an instance of the timeline");
    auto database = from_.substr(slash + 1);
    if (place->instance.database(database) == nullptr)
        return fault("--from " + from_, "expected a database of the instance");
    delivery::Conversation made{"conversation",
                                {static_cast<std::size_t>(place - instances.begin()), std::move(database)},
                                ServiceName(from_service_),
                                ServiceName(to_)};
    if (!identifier_.empty()) made.to_broker_instance = BrokerIdentifier(identifier_);
    return made;
}

ExitStatus TraceRoute::run() const {
    auto const profile = options_.profile();
    if (!profile) return complain(profile.error());
    auto const timeline = read_timeline_file(file_);
    if (!timeline) return complain(timeline.error());
    auto const traced = conversation(*timeline);
    if (!traced) return complain(traced.error());
    auto at = timeline->events().empty() ? timeline->start() : timeline->events().back().at;
    if (!at_.empty()) {
        auto const given = UtcTime::parse(at_);
        if (!given) return complain({"--at " + at_, "expected a time like 2026-01-01T00:00:00Z"});
        at = *given;
    }
    auto const found = trace_route(*timeline, *traced, at, *profile);
    if (!found) return complain(found.error());

    Output output;
    bool all_arrive = !found->traces.empty();
    for (auto const& trace : found->traces) {
        all_arrive = all_arrive && arrives(trace);
        if (json_) {
            output.line(formats::to_line({{"message", leg_json(trace.message)},
                                          {"acknowledgement", leg_json(trace.acknowledgement)},
                                          {"reply", leg_json(trace.reply)}}));
            continue;
        }
        output.write(leg_text("message", trace.message));
        output.write(leg_text("acknowledgement", trace.acknowledgement));
        output.write(leg_text("reply", trace.reply) + "\n");
    }
    auto const status = output.finish();
    if (status != ExitStatus::done) return status;
    if (found->end != delivery::Histories::End::complete) {
        complain({"", "there are more ways than are shown"});
        return ExitStatus::failure;
    }
    return all_arrive ? ExitStatus::done : ExitStatus::failure;
}

}  // namespace ssbroute::cli
