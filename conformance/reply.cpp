#include "conformance/reply.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "conformance/match.hpp"
#include "formats/answer_json.hpp"
#include "formats/object_reader.hpp"
#include "formats/protocol_json.hpp"

namespace ssbroute::conformance {
namespace {

using formats::expected_but_found;
using formats::Json;
using formats::ObjectReader;
using formats::OrderedJson;

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

Expected<Reply> read_reply(Json const& value) {
    ObjectReader reader(value, {"id", "outcome", "permitted", "contested", "unsupported", "error"});
    auto const is = [&](std::string_view name) { return reader.find(name) != nullptr; };
    auto const names = {"outcome", "permitted", "unsupported", "error"};
    bool const may_lack_id = is("error");
    auto id = reader.made("id", may_lack_id ? reader.find("id") : reader.require("id"), read_id);
    auto const kinds = std::count_if(names.begin(), names.end(), is);
    if (kinds != 1) reader.fail({"", "expected one of outcome, permitted, unsupported, error"});
    if (is("contested") && !is("permitted")) reader.fail({"/contested", "expected only beside permitted"});

    Expected<Said> said = Refused{};
    if (is("outcome")) {
        auto outcome = reader.made("outcome", reader.find("outcome"), formats::read_outcome);
        if (outcome) said = OneOutcome{std::move(*outcome)};
    } else if (is("permitted")) {
        said = read_set(reader);
    } else if (is("unsupported")) {
        said = Unsupported{reader.required_text("unsupported")};
    } else {
        said = Refused{reader.required_text("error")};
    }
    if (reader.fault()) return tl::unexpected(*reader.fault());
    return Reply{std::move(id).value_or(Json()), std::move(*said)};
}

}  // namespace

Expected<Reply> read_reply(std::string_view line) {
    return formats::parse_json(line).and_then([](Json const& value) { return read_reply(value); });
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
                            [](Unsupported const& one) -> OrderedJson {
                                return {{"unsupported", one.why}};
                            },
                            [](Refused const& one) -> OrderedJson {
                                return {{"error", one.why}};
                            }},
                      said);
}

Expected<Said> read_said(Json const& value) {
    if (!value.is_object()) return tl::unexpected(Error{"", expected_but_found("an object", value)});
    auto with_id = value;
    with_id["id"] = 0;
    return read_reply(with_id).map([](Reply reply) { return std::move(reply.said); });
}

}  // namespace ssbroute::conformance
