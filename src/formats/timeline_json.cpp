#include "formats/timeline_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/object_reader.hpp"
#include "formats/scenario_json.hpp"

namespace ssbroute::formats {
namespace {

using namespace delivery;

tl::unexpected<Error> expected(std::string_view what, Json const& found) {
    return tl::unexpected(Error{"", expected_but_found(what, found)});
}

Expected<std::int64_t> read_integer(Json const& value, std::int64_t least, std::int64_t most) {
    bool const fits =
        value.is_number_integer() && !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
    if (fits && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most)
        return value.get<std::int64_t>();
    return expected(fmt::format("an integer from {} to {}", least, most), value);
}

constexpr std::int64_t longest = 2147483647;  // BEGIN DIALOG, LIFETIME: an int

Expected<Seconds> read_seconds(Json const& value) { return read_integer(value, 1, longest); }

Expected<BrokerIdentifier> read_guid(Json const& value) {
    if (value.is_string())
        if (auto guid = BrokerIdentifier::from_guid(value.get_ref<std::string const&>()))
            return std::move(*guid);
    return expected("a GUID like 0f0e0d0c-0b0a-0908-0706-050403020100", value);
}

Expected<Acknowledgements> read_acknowledgements(Json const& value) {
    if (value == "at-once") return Acknowledgements::at_once;
    if (value == "by-event") return Acknowledgements::by_event;
    return expected("at-once or by-event", value);
}

Expected<MirrorRole> read_role(Json const& value) {
    if (value == "principal") return MirrorRole::principal;
    if (value == "mirror") return MirrorRole::mirror;
    return expected("principal or mirror", value);
}

Expected<SentBy> read_side(Json const& value) {
    if (value == "initiator") return SentBy::initiator;
    if (value == "target") return SentBy::target;
    return expected("initiator or target", value);
}

Expected<Parameters> read_parameters(Json const& value) {
    ObjectReader reader(value, {"match_again_after", "resend_after", "forward_limit", "acknowledgements"});
    Parameters parameters;
    parameters.match_again_after =
        reader.made("match_again_after", reader.find("match_again_after"), read_seconds)
            .value_or(parameters.match_again_after);
    if (auto const* resend = reader.find("resend_after"))
        parameters.resend_after = reader.list("resend_after", resend, read_seconds);
    auto const limit = [](Json const& one) { return read_integer(one, 0, 255); };
    if (auto const found = reader.made("forward_limit", reader.find("forward_limit"), limit))
        parameters.forward_limit = static_cast<std::uint32_t>(*found);
    parameters.acknowledgements =
        reader.made("acknowledgements", reader.find("acknowledgements"), read_acknowledgements)
            .value_or(parameters.acknowledgements);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return parameters;
}

Expected<InstanceSetup> read_setup(Json const& value) {
    ObjectReader reader(value, {"name", "instance", "mirror_role", "mirrored_databases"});
    auto name = reader.required_text("name");
    auto instance = reader.made("instance", reader.require("instance"), read_instance);
    auto const role =
        reader.made("mirror_role", reader.find("mirror_role"), read_role).value_or(MirrorRole::none);
    auto mirrored = reader.list("mirrored_databases", reader.find("mirrored_databases"), read_string);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return InstanceSetup{std::move(name), std::move(*instance), role, std::move(mirrored)};
}

// The names that events and conversations use.
struct Names {
    std::vector<InstanceSetup> const& instances;
    std::vector<Conversation> const& conversations;

    [[nodiscard]] Expected<InstanceNumber> instance(Json const& value) const {
        auto const place = std::find_if(instances.begin(), instances.end(),
                                        [&](InstanceSetup const& one) { return value == one.name; });
        if (place == instances.end()) return expected("the name of an instance of the timeline", value);
        return static_cast<InstanceNumber>(place - instances.begin());
    }
    [[nodiscard]] Expected<std::size_t> conversation(Json const& value) const {
        auto const place = std::find_if(conversations.begin(), conversations.end(),
                                        [&](Conversation const& one) { return value == one.id; });
        if (place == conversations.end()) return expected("the id of a conversation of the timeline", value);
        return static_cast<std::size_t>(place - conversations.begin());
    }
};

// Reads the members of one event or conversation.
class NamesReader : public ObjectReader {
public:
    NamesReader(Json const& value, std::initializer_list<std::string_view> known, Names const& names)
        : ObjectReader(value, known), names_(names) {}

    InstanceNumber instance(std::string_view name = "instance") {
        return made(name, require(name), [&](Json const& one) { return names_.instance(one); }).value_or(0);
    }
    std::size_t conversation() {
        return made("conversation", require("conversation"),
                    [&](Json const& one) { return names_.conversation(one); })
            .value_or(0);
    }
    Endpoint endpoint() { return {instance(), required_text("database")}; }
    std::optional<Endpoint> endpoint_at(std::string_view name) {
        return made(name, find(name), [&](Json const& one) -> Expected<Endpoint> {
            NamesReader reader(one, {"instance", "database"}, names_);
            auto place = reader.endpoint();
            if (reader.fault()) return tl::unexpected(*reader.fault());
            return place;
        });
    }

private:
    Names const& names_;
};

Expected<Conversation> read_conversation(Json const& value, Names const& names) {
    NamesReader reader(value,
                       {"id", "instance", "database", "from_service_name", "to_service_name",
                        "to_broker_instance", "lifetime_seconds"},
                       names);
    Conversation conversation{reader.required_text("id"), reader.endpoint(),
                              ServiceName(reader.required_text("from_service_name")),
                              ServiceName(reader.required_text("to_service_name"))};
    if (auto identifier = reader.text("to_broker_instance"))
        conversation.to_broker_instance = BrokerIdentifier(std::move(*identifier));
    conversation.lifetime = reader.made("lifetime_seconds", reader.find("lifetime_seconds"), read_seconds);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return conversation;
}

// One kind of event: its word, its members beside `at` and `event`, and how it is made of them.
struct EventReader {
    std::string_view word;
    std::initializer_list<std::string_view> members;
    EventKind (*make)(NamesReader& reader);
};

EventKind make_send(NamesReader& reader) {
    SendMessage send{reader.required_text("message"), reader.conversation()};
    send.sent_by = reader.made("sent_by", reader.find("sent_by"), read_side).value_or(SentBy::initiator);
    send.from = reader.endpoint_at("from");
    auto const many = [](Json const& one) { return read_integer(one, 1, 1'000'000'000); };
    if (auto const count = reader.made("count", reader.find("count"), many))
        send.count = static_cast<std::uint64_t>(*count);
    if (send.from && send.sent_by == SentBy::initiator && !reader.fault())
        reader.fail({"/from", "expected no such member where the initiator sends"});
    return send;
}

template <typename Kind>
EventKind make_with_route(NamesReader& reader) {
    auto table = reader.endpoint();
    auto route = reader.made("route", reader.require("route"), read_route);
    if (!route) return Advance{};
    return Kind{std::move(table), std::move(*route)};
}

template <Reach reach>
EventKind make_instance_reach(NamesReader& reader) {
    return InstanceReach{reader.instance(), reach};
}

template <Reach reach>
EventKind make_link_reach(NamesReader& reader) {
    return LinkReach{reader.instance("from"), reader.instance("to"), reach};
}

template <Broker broker>
EventKind make_broker(NamesReader& reader) {
    return BrokerChanged{reader.endpoint(), broker};
}

EventReader const event_readers[] = {
    {"send", {"message", "conversation", "sent_by", "from", "count"}, make_send},
    {"advance", {}, [](NamesReader&) -> EventKind { return Advance{}; }},
    {"route-created", {"instance", "database", "route"}, make_with_route<RouteCreated>},
    {"route-altered", {"instance", "database", "route"}, make_with_route<RouteAltered>},
    {"route-dropped",
     {"instance", "database", "name"},
     [](NamesReader& reader) -> EventKind {
         return RouteDropped{reader.endpoint(), reader.required_text("name")};
     }},
    {"acknowledge",
     {"message", "by"},
     [](NamesReader& reader) -> EventKind {
         return Acknowledge{reader.required_text("message"), reader.endpoint_at("by")};
     }},
    {"request-ended",
     {"instance", "service"},
     [](NamesReader& reader) -> EventKind {
         return RequestEnded{reader.instance(), ServiceName(reader.required_text("service"))};
     }},
    {"instance-down", {"instance"}, make_instance_reach<Reach::down>},
    {"instance-up", {"instance"}, make_instance_reach<Reach::up>},
    {"link-down", {"from", "to"}, make_link_reach<Reach::down>},
    {"link-up", {"from", "to"}, make_link_reach<Reach::up>},
    {"mirror-role",
     {"instance", "role"},
     [](NamesReader& reader) -> EventKind {
         return RoleChanged{
             reader.instance(),
             reader.made("role", reader.require("role"), read_role).value_or(MirrorRole::none)};
     }},
    {"broker-disabled", {"instance", "database"}, make_broker<Broker::disabled>},
    {"broker-enabled", {"instance", "database"}, make_broker<Broker::enabled>},
    {"identifier-changed",
     {"instance", "database", "service_broker_guid"},
     [](NamesReader& reader) -> EventKind {
         auto place = reader.endpoint();
         auto guid = reader.made("service_broker_guid", reader.require("service_broker_guid"), read_guid);
         if (!guid) return Advance{};
         return IdentifierChanged{std::move(place), std::move(*guid)};
     }},
    {"database-moved",
     {"instance", "database", "to"},
     [](NamesReader& reader) -> EventKind {
         return DatabaseMoved{reader.endpoint(), reader.instance("to")};
     }},
};

Expected<EventReader const*> read_event_word(Json const& value) {
    for (auto const& one : event_readers)
        if (value == one.word) return &one;
    return expected("the word for an event, like send or route-created", value);
}

// Every member that some event has. Which of them this event may have is looked at once its word is known.
std::initializer_list<std::string_view> const any_member = {
    "at",       "event", "message", "conversation", "sent_by", "from", "count", "instance",
    "database", "name",  "by",      "service",      "route",   "to",   "role",  "service_broker_guid"};

Expected<Event> read_event(Json const& value, Names const& names) {
    NamesReader reader(value, any_member, names);
    auto const* at_member = reader.require("at");
    auto const at = reader.made("at", at_member, read_time);
    auto const word = reader.made("event", reader.require("event"), read_event_word);
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto const& kind = **word;
    for (auto const& [name, member] : value.items()) {
        bool const belongs = name == "at" || name == "event" ||
                             std::find(kind.members.begin(), kind.members.end(), name) != kind.members.end();
        if (!belongs)
            return tl::unexpected(Error{pointer_token(name),
                                        fmt::format("expected no such member of the event {}", kind.word)});
    }
    auto made = kind.make(reader);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Event{*at, std::move(made)};
}

}  // namespace

Expected<Timeline> read_timeline(Json const& value) {
    ObjectReader reader(value, {"start", "parameters", "instances", "conversations", "events"});
    auto const start = reader.made("start", reader.require("start"), read_time);
    auto parameters = reader.made("parameters", reader.find("parameters"), read_parameters);
    auto instances = reader.list("instances", reader.require("instances"), read_setup);
    if (!reader.fault() && instances.empty())
        reader.fail({"/instances", "expected at least one instance, found none"});
    std::vector<Conversation> conversations;
    Names const names{instances, conversations};
    if (!reader.fault())
        conversations = reader.list("conversations", reader.find("conversations"),
                                    [&](Json const& one) { return read_conversation(one, names); });
    std::vector<Event> events;
    auto const* events_member = reader.require("events");
    if (!reader.fault())
        events =
            reader.list("events", events_member, [&](Json const& one) { return read_event(one, names); });
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Timeline::create({*start, parameters.value_or(Parameters{}), std::move(instances),
                             std::move(conversations), std::move(events)});
}

// ---- writing

namespace {

std::string_view word(MirrorRole role) { return role == MirrorRole::principal ? "principal" : "mirror"; }

OrderedJson write_parameters(Parameters const& parameters) {
    return {{"match_again_after", parameters.match_again_after},
            {"resend_after", parameters.resend_after},
            {"forward_limit", parameters.forward_limit},
            {"acknowledgements",
             parameters.acknowledgements == Acknowledgements::at_once ? "at-once" : "by-event"}};
}

OrderedJson write_setup(InstanceSetup const& setup) {
    OrderedJson value = {{"name", setup.name}};
    if (setup.role != MirrorRole::none) value["mirror_role"] = word(setup.role);
    if (!setup.mirrored_databases.empty()) value["mirrored_databases"] = setup.mirrored_databases;
    value["instance"] = write_instance(setup.instance);
    return value;
}

// Writes events and conversations, which name instances.
class NamesWriter {
public:
    explicit NamesWriter(Timeline const& timeline) : timeline_(timeline) {}

    [[nodiscard]] OrderedJson conversation(Conversation const& one) const {
        OrderedJson value = {{"id", one.id}};
        value.update(endpoint(one.initiator));
        value["from_service_name"] = one.from_service_name.text();
        value["to_service_name"] = one.to_service_name.text();
        if (one.to_broker_instance) value["to_broker_instance"] = one.to_broker_instance->text();
        if (one.lifetime) value["lifetime_seconds"] = *one.lifetime;
        return value;
    }
    [[nodiscard]] OrderedJson event(Event const& event) const {
        OrderedJson value = {{"at", event.at.text()}};
        value.update(std::visit([this](auto const& kind) { return this->write(kind); }, event.kind));
        return value;
    }

private:
    [[nodiscard]] std::string const& name(InstanceNumber number) const {
        return timeline_.instances()[number].name;
    }
    [[nodiscard]] OrderedJson endpoint(Endpoint const& place) const {
        return {{"instance", name(place.instance)}, {"database", place.database}};
    }
    [[nodiscard]] OrderedJson at(std::string_view word, Endpoint const& place) const {
        OrderedJson value = {{"event", word}};
        value.update(endpoint(place));
        return value;
    }

    [[nodiscard]] OrderedJson write(SendMessage const& one) const {
        OrderedJson value = {{"event", "send"},
                             {"message", one.message},
                             {"conversation", timeline_.conversations()[one.conversation].id}};
        if (one.sent_by == SentBy::target) value["sent_by"] = "target";
        if (one.from) value["from"] = endpoint(*one.from);
        if (one.count) value["count"] = *one.count;
        return value;
    }
    [[nodiscard]] static OrderedJson write(Advance const& /*one*/) { return {{"event", "advance"}}; }
    [[nodiscard]] OrderedJson write(RouteCreated const& one) const {
        auto value = at("route-created", one.table);
        value["route"] = write_route(one.route);
        return value;
    }
    [[nodiscard]] OrderedJson write(RouteAltered const& one) const {
        auto value = at("route-altered", one.table);
        value["route"] = write_route(one.route);
        return value;
    }
    [[nodiscard]] OrderedJson write(RouteDropped const& one) const {
        auto value = at("route-dropped", one.table);
        value["name"] = one.route;
        return value;
    }
    [[nodiscard]] OrderedJson write(Acknowledge const& one) const {
        OrderedJson value = {{"event", "acknowledge"}, {"message", one.message}};
        if (one.by) value["by"] = endpoint(*one.by);
        return value;
    }
    [[nodiscard]] OrderedJson write(RequestEnded const& one) const {
        return {
            {"event", "request-ended"}, {"instance", name(one.instance)}, {"service", one.service.text()}};
    }
    [[nodiscard]] OrderedJson write(InstanceReach const& one) const {
        return {{"event", one.reach == Reach::up ? "instance-up" : "instance-down"},
                {"instance", name(one.instance)}};
    }
    [[nodiscard]] OrderedJson write(LinkReach const& one) const {
        return {{"event", one.reach == Reach::up ? "link-up" : "link-down"},
                {"from", name(one.one)},
                {"to", name(one.other)}};
    }
    [[nodiscard]] OrderedJson write(RoleChanged const& one) const {
        return {{"event", "mirror-role"}, {"instance", name(one.instance)}, {"role", word(one.role)}};
    }
    [[nodiscard]] OrderedJson write(BrokerChanged const& one) const {
        return at(one.broker == Broker::enabled ? "broker-enabled" : "broker-disabled", one.database);
    }
    [[nodiscard]] OrderedJson write(IdentifierChanged const& one) const {
        auto value = at("identifier-changed", one.database);
        value["service_broker_guid"] = one.identifier.text();
        return value;
    }
    [[nodiscard]] OrderedJson write(DatabaseMoved const& one) const {
        auto value = at("database-moved", one.database);
        value["to"] = name(one.to);
        return value;
    }

    Timeline const& timeline_;
};

}  // namespace

OrderedJson write_timeline(Timeline const& timeline) {
    NamesWriter const writer(timeline);
    OrderedJson value = {{"start", timeline.start().text()},
                         {"parameters", write_parameters(timeline.parameters())},
                         {"instances", OrderedJson::array()},
                         {"conversations", OrderedJson::array()},
                         {"events", OrderedJson::array()}};
    for (auto const& one : timeline.instances()) value["instances"].push_back(write_setup(one));
    for (auto const& one : timeline.conversations())
        value["conversations"].push_back(writer.conversation(one));
    for (auto const& one : timeline.events()) value["events"].push_back(writer.event(one));
    return value;
}

// ---- histories

namespace {

constexpr std::string_view words_of_parts[] = {"message", "acknowledgement", "error"};

Expected<Part> read_part(Json const& value) {
    for (std::size_t i = 0; i < std::size(words_of_parts); ++i)
        if (value == words_of_parts[i]) return static_cast<Part>(i);
    return expected("message, acknowledgement or error", value);
}

Expected<HappeningKind> read_what(Json const& value) {
    for (auto const& one : happenings)
        if (value == one.word) return one.kind;
    return expected("the word for what happened, like send or delay", value);
}

std::string canonical_object(HappeningKind kind, std::string text) {
    auto const& member = entry(kind).object;
    if (member == "address") return Address(std::move(text)).canonical();
    if (member == "identifier") return BrokerIdentifier(std::move(text)).canonical();
    return text;
}

}  // namespace

Expected<Happening> read_happening(Json const& value) {
    ObjectReader reader(
        value, {"at", "instance", "message", "part", "what", "address", "database", "service", "identifier",
                "because", "table", "rules", "again_at", "transmission_status"});
    auto const at = reader.made("at", reader.require("at"), read_time);
    auto instance = reader.required_text("instance");
    auto message = reader.required_text("message");
    auto const part = reader.made("part", reader.find("part"), read_part).value_or(Part::message);
    auto const what = reader.made("what", reader.require("what"), read_what);
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto const member = entry(*what).object;
    for (std::string_view const one : {"address", "database", "service", "identifier", "because"})
        if (one != member && reader.find(one) != nullptr)
            reader.fail(
                {pointer_token(one), fmt::format("expected no such member of {}", entry(*what).word)});
    auto object = member.empty() ? std::string() : reader.required_text(member);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    auto canonical = canonical_object(*what, object);
    return Happening{*at,   std::move(instance),  std::move(message), part,
                     *what, std::move(canonical), std::move(object)};
}

Expected<History> read_history(Json const& value) {
    if (!value.is_array()) return expected("an array", value);
    History history;
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto one = read_happening(value[i]);
        if (!one) return tl::unexpected(below("/" + std::to_string(i), std::move(one.error())));
        history.push_back(std::move(*one));
    }
    return history;
}

OrderedJson write_happening(Happening const& happening, Account account) {
    OrderedJson value = {
        {"at", happening.at.text()}, {"instance", happening.instance}, {"message", happening.message}};
    if (happening.part != Part::message)
        value["part"] = words_of_parts[static_cast<std::size_t>(happening.part)];
    auto const& kind = entry(happening.kind);
    value["what"] = kind.word;
    if (!kind.object.empty()) value[std::string(kind.object)] = shown_object(happening);
    if (account == Account::observable) return value;

    if (!happening.table.empty()) value["table"] = happening.table;
    value["rules"] = OrderedJson::array();
    for (auto const& one : rules)
        if (happening.rules.contains(one.rule)) value["rules"].push_back(one.id);
    for (auto const& one : rules_over_time)
        if (happening.rules_over_time.contains(one.rule) &&
            std::find(value["rules"].begin(), value["rules"].end(), one.id) == value["rules"].end())
            value["rules"].push_back(one.id);
    if (happening.again_at) value["again_at"] = happening.again_at->text();
    if (happening.status)
        value["transmission_status"] = {{"number", happening.status->number},
                                        {"meaning", happening.status->meaning}};
    return value;
}

OrderedJson write_history(History const& history, Account account) {
    auto value = OrderedJson::array();
    for (auto const& one : history) value.push_back(write_happening(one, account));
    return value;
}

}  // namespace ssbroute::formats
