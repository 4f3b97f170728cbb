// The instances that scripts and exports are read into.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/catalogue/server.hpp"
#include "model/broker_identifier.hpp"

namespace ssbroute::formats {

/// The instance that a script is of, and that it connects to, where nothing says which.
inline constexpr std::string_view local_server = "(local)";

/// Whether a host means the computer that one is on: `.`, `(local)`, `localhost`, `127.0.0.1`, `::1`,
/// `[::1]`.
bool is_this_computer(std::string_view host);

/// Instances by their names, which are compared without regard to case (ASCII), in the order in which they
/// were met. The name is taken for that of its computer, perhaps with `\` and the instance's own, and `,` and
/// a port, as sqlcmd's `-S` has it.
class Servers {
public:
    explicit Servers(Strictness strictness = Strictness::as_the_server) : strictness_(strictness) {}

    /// The server of this name, made where it is met for the first time. It stays where it is.
    Server& named(std::string_view name);
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::deque<Server> const& all() const { return servers_; }

    /// An identifier for a database whose own is not known, where a message has to carry it. No two are the
    /// same: 00000000-0000-0000-0000-000000000001 and so on.
    BrokerIdentifier stand_in();

private:
    Strictness strictness_;
    std::deque<Server> servers_;
    std::unordered_map<std::string, std::size_t> places_;  // into servers_, by names in lower case
    unsigned stand_ins_ = 0;
};

}  // namespace ssbroute::formats
