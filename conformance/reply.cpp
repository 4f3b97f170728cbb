#include "conformance/reply.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <utility>

#include "conformance/match.hpp"
#include "formats/answer_json.hpp"
#include "formats/object_reader.hpp"
#include "formats/protocol_json.hpp"
#include "formats/timeline_json.hpp"

namespace ssbroute::conformance {
namespace {

using namespace std::string_view_literals;

using formats::Account;
using formats::expected_but_found;
using formats::Json;
using formats::ObjectReader;
using formats::OrderedJson;
using formats::write_history;

Expected<int> read_version(Json const& value) {
    if (value.is_number_integer() && value == formats::protocol_version) return formats::protocol_version;
    return tl::unexpected(Error{"", expected_but_found(std::to_string(formats::protocol_version), value)});
}

Expected<Json> read_id(Json const& value) {
    if (value.is_number_integer() || value.is_string()) return value;
    return tl::unexpected(Error{"", expected_but_found("an integer or a string", value)});
}

Expected<Said> read_set(ObjectReader& reader) {
    auto outcomes = reader.list("permitted", reader.require("permitted"), formats::read_outcome);
    // Only the form of these is judged: what else an implementation would permit is its own affair.
    auto const contested =
        reader.list("contested", reader.find("contested"), formats::read_outcome_with_readings);
    if (!reader.fault() && outcomes.empty())
        reader.fail({"/permitted", "expected at least one outcome, found none"});
    std::set<std::string> seen;
    auto const add = [&](std::string_view list, std::vector<Outcome> const& found) {
        for (std::size_t i = 0; i < found.size(); ++i)
            if (!seen.insert(canonical(found[i])).second)
                reader.fail(
                    {fmt::format("/{}/{}", list, i), "expected each outcome once, found it repeated"});
    };
    add("permitted", outcomes);
    add("contested", contested);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return WholeSet{std::move(outcomes)};
}

Expected<Said> read_all_histories(ObjectReader& reader) {
    auto histories = reader.list("histories", reader.require("histories"), formats::read_history);
    if (!reader.fault() && histories.empty())
        reader.fail({"/histories", "expected at least one history, found none"});
    for (auto one = histories.begin(); one != histories.end(); ++one)
        if (std::find(histories.begin(), one, *one) != one)
            reader.fail({fmt::format("/histories/{}", one - histories.begin()),
                         "expected each history once, found it repeated"});
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return AllHistories{std::move(histories)};
}

// What was said, by the one member that says it.
Expected<Said> read_said(ObjectReader& reader) {
    auto const is = [&](std::string_view name) { return reader.find(name) != nullptr; };
    if (is("outcome"))
        return OneOutcome{
            reader.made("outcome", reader.find("outcome"), formats::read_outcome).value_or(Outcome{})};
    if (is("permitted")) return read_set(reader);
    if (is("history"))
        return OneHistory{reader.made("history", reader.find("history"), formats::read_history)
                              .value_or(delivery::History{})};
    if (is("histories")) return read_all_histories(reader);
    if (is("unsupported")) return Unsupported{reader.required_text("unsupported")};
    return Refused{reader.required_text("error")};
}

Expected<Reply> read_reply(Json const& value, Subject subject) {
    bool const is_decision = subject == Subject::scenario;
    auto reader =
        is_decision ? ObjectReader(value, {"id", "outcome", "permitted", "contested", "unsupported", "error"})
                    : ObjectReader(value, {"id", "history", "histories", "unsupported", "error"});
    std::array const kinds = {is_decision ? "outcome"sv : "history"sv,
                              is_decision ? "permitted"sv : "histories"sv, "unsupported"sv, "error"sv};
    auto const is = [&](std::string_view name) { return reader.find(name) != nullptr; };
    bool const may_lack_id = is("error");
    auto id = reader.made("id", may_lack_id ? reader.find("id") : reader.require("id"), read_id);
    if (std::count_if(kinds.begin(), kinds.end(), is) != 1)
        reader.fail({"", fmt::format("expected one of {}", fmt::join(kinds, ", "))});
    if (is("contested") && !is("permitted")) reader.fail({"/contested", "expected only beside permitted"});
    if (reader.fault()) return tl::unexpected(*reader.fault());

    auto said = read_said(reader);
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Reply{std::move(id).value_or(Json()), std::move(*said)};
}

}  // namespace

Expected<Reply> read_reply(std::string_view line, Subject subject) {
    return formats::parse_json(line).and_then([&](Json const& value) { return read_reply(value, subject); });
}

Expected<Identity> read_greeting(std::string_view line) {
    auto const value = formats::parse_json(line);
    if (!value) return tl::unexpected(value.error());
    ObjectReader reader(*value, {"protocol", "implementation", "version"});
    reader.made("protocol", reader.require("protocol"), read_version);
    Identity identity{reader.required_text("implementation"), reader.required_text("version")};
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return identity;
}

OrderedJson write_said(Said const& said) {
    return std::visit(Match{[](OneOutcome const& one) -> OrderedJson {
                                return {{"outcome", formats::write_outcome(one.outcome)}};
                            },
                            [](WholeSet const& set) {
                                OrderedJson value = {{"permitted", OrderedJson::array()}};
                                for (auto const& one : set.outcomes)
                                    value["permitted"].push_back(formats::write_outcome(one));
                                return value;
                            },
                            [](OneHistory const& one) -> OrderedJson {
                                return {{"history", write_history(one.history, Account::observable)}};
                            },
                            [](AllHistories const& all) {
                                OrderedJson value = {{"histories", OrderedJson::array()}};
                                for (auto const& one : all.histories)
                                    value["histories"].push_back(write_history(one, Account::observable));
                                return value;
                            },
                            [](Unsupported const& one) -> OrderedJson {
                                return {{"unsupported", one.why}};
                            },
                            [](Refused const& one) -> OrderedJson {
                                return {{"error", one.why}};
                            }},
                      said);
}

}  // namespace ssbroute::conformance
