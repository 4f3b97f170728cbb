#include "model/outcome.hpp"

#include <functional>
#include <string_view>
#include <tuple>

#include "model/match.hpp"

namespace ssbroute {
namespace {

// Every part is preceded by its length, so no two lists of parts give the same text.
void append(std::string& text, std::string_view part) {
    text += std::to_string(part.size());
    text += ':';
    text += part;
}

void append(std::string& text, Address const& address, std::optional<Address> const& mirror_address) {
    append(text, address.canonical());
    if (mirror_address) append(text, mirror_address->canonical());
}

using Spelled = std::tuple<std::string_view, std::optional<std::string_view>, RouteRequest>;

Spelled spelled(Outcome const& outcome) {
    auto const addresses = [](Address const& address, std::optional<Address> const& mirror) -> Spelled {
        auto const mirror_text = mirror ? std::optional<std::string_view>(mirror->text()) : std::nullopt;
        return {address.text(), mirror_text, RouteRequest::none};
    };
    return std::visit(Match{[](Deliver const& o) -> Spelled {
                                return {o.database, std::nullopt, RouteRequest::none};
                            },
                            [&](Send const& o) { return addresses(o.address, o.mirror_address); },
                            [&](Forward const& o) { return addresses(o.address, o.mirror_address); },
                            [](Delay const& o) -> Spelled {
                                return {"", std::nullopt, o.route_request};
                            },
                            [](Drop const&) -> Spelled {
                                return {"", std::nullopt, RouteRequest::none};
                            }},
                      outcome);
}

}  // namespace

std::string canonical(Outcome const& outcome) {
    std::string text(1, static_cast<char>('0' + outcome.index()));
    std::visit(Match{[&](Deliver const& o) { append(text, o.database); },
                     [&](Send const& o) { append(text, o.address, o.mirror_address); },
                     [&](Forward const& o) { append(text, o.address, o.mirror_address); },
                     [&](Delay const& o) { text += o.route_request == RouteRequest::made ? "r" : ""; },
                     [](Drop const&) {}},
               outcome);
    return text;
}

std::size_t OutcomeHash::operator()(Outcome const& outcome) const {
    auto const of_addresses = [](Address const& address, std::optional<Address> const& mirror_address) {
        return address.hash() * 31 + (mirror_address ? mirror_address->hash() : 0);
    };
    auto const of_members =
        std::visit(Match{[](Deliver const& o) { return std::hash<std::string>()(o.database); },
                         [&](Send const& o) { return of_addresses(o.address, o.mirror_address); },
                         [&](Forward const& o) { return of_addresses(o.address, o.mirror_address); },
                         [](Delay const& o) { return static_cast<std::size_t>(o.route_request); },
                         [](Drop const&) { return std::size_t{0}; }},
                   outcome);
    return of_members * 31 + outcome.index();
}

bool is_printed_before(Outcome const& a, Outcome const& b) {
    if (a.index() != b.index()) return a.index() < b.index();
    return spelled(a) < spelled(b);
}

}  // namespace ssbroute
