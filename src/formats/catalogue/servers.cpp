#include "formats/catalogue/servers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ssbroute::formats {

bool is_this_computer(std::string_view host) {
    constexpr std::array<std::string_view, 6> names = {".",         local_server, "localhost",
                                                       "127.0.0.1", "::1",        "[::1]"};
    return std::any_of(names.begin(), names.end(),
                       [&](auto name) { return ascii::equal_without_case(host, name); });
}

Server& Servers::named(std::string_view name) {
    auto const [place, is_new] = places_.emplace(ascii::lower(name), servers_.size());
    if (is_new) {
        servers_.emplace_back(std::string(name), strictness_);
        auto const host = name.substr(0, name.find_first_of("\\,"));
        if (!is_this_computer(host)) servers_.back().add_host(host);
    }
    return servers_[place->second];
}

bool Servers::has(std::string_view name) const { return places_.contains(ascii::lower(name)); }

BrokerIdentifier Servers::stand_in() {
    return BrokerIdentifier(fmt::format("00000000-0000-0000-0000-{:012x}", ++stand_ins_));
}

}  // namespace ssbroute::formats
