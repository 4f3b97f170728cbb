#include "conformance/outcome_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/match.hpp"
#include "formats/json_text.hpp"

namespace ssbroute::conformance {
namespace {

// More outcomes than that are counted, not listed.
constexpr std::size_t most_outcomes = 6;

std::string addresses(std::string_view kind, Address const& address, std::optional<Address> const& mirror) {
    if (!mirror) return fmt::format("{} {}", kind, address.text());
    return fmt::format("{} {} or {}", kind, address.text(), mirror->text());
}

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

}  // namespace

std::string text(Outcome const& outcome) {
    return std::visit(
        Match{[](Deliver const& one) { return "deliver to " + one.database; },
              [](Send const& one) { return addresses("send", one.address, one.mirror_address); },
              [](Forward const& one) { return addresses("forward", one.address, one.mirror_address); },
              [](Delay const& one) {
                  return std::string(one.route_request == RouteRequest::made ? "delay and ask for a route"
                                                                             : "delay");
              },
              [](Drop const&) { return std::string("drop"); }},
        outcome);
}

std::string text(std::span<Outcome const> outcomes) {
    std::vector<std::string> parts;
    for (auto const& outcome : outcomes.first(std::min(outcomes.size(), most_outcomes)))
        parts.push_back(text(outcome));
    auto const more = outcomes.size() - parts.size();
    auto const list = fmt::format("{}", fmt::join(parts, ", "));
    return more == 0 ? list : fmt::format("{} and {} more", list, more);
}

std::string text(Said const& said) {
    return std::visit(
        Match{[](OneOutcome const& one) { return text(one.outcome); },
              [](WholeSet const& set) {
                  return fmt::format("permitted: {}", text(std::span<Outcome const>(set.outcomes)));
              },
              [](OneHistory const& one) { return counted(one.history.size(), "happening", "happenings"); },
              [](AllHistories const& all) { return counted(all.histories.size(), "history", "histories"); },
              [](Unsupported const& one) { return "unsupported: " + formats::shortened(one.why); },
              [](Refused const& one) { return "error: " + formats::shortened(one.why); }},
        said);
}

std::string text(std::span<Rule const> passed) {
    std::vector<std::string_view> ids;
    for (auto const rule : passed) ids.push_back(id(rule));
    return fmt::format("{}", fmt::join(ids, ", "));
}

}  // namespace ssbroute::conformance
