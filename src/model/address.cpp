#include "model/address.hpp"

#include <algorithm>
#include <utility>

#include "model/ascii.hpp"

namespace ssbroute {
namespace {

constexpr std::string_view scheme = "TCP://";

struct TcpAddress {
    std::string_view host;  // with its brackets, if it has them
    std::uint16_t port;
    std::size_t length;  // of scheme, host, colon and port
};

bool is_control_or_space(char c) {
    auto const byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F;
}

// How many bytes of `text` are the host: in brackets (IPv6), or up to the colon. 0: none.
std::size_t host_length(std::string_view text) {
    if (text.empty()) return 0;
    if (text.front() != '[') {
        auto const end = std::find_if(text.begin(), text.end(), [](char c) {
            return c == '/' || c == ':' || c == '[' || c == ']' || is_control_or_space(c);
        });
        return static_cast<std::size_t>(end - text.begin());
    }
    auto const end = std::find_if(text.begin() + 1, text.end(),
                                  [](char c) { return c == '/' || c == ']' || is_control_or_space(c); });
    bool const closed = end != text.end() && *end == ']';
    bool const something_inside = end - text.begin() > 1;
    return closed && something_inside ? static_cast<std::size_t>(end - text.begin()) + 1 : 0;
}

// The TCP://host:port that `text` begins with; behind it stands nothing, or `/`.
std::optional<TcpAddress> parse_tcp(std::string_view text) {
    if (!ascii::equal_without_case(text.substr(0, scheme.size()), scheme)) return std::nullopt;
    auto const host = text.substr(scheme.size(), host_length(text.substr(scheme.size())));
    auto at = scheme.size() + host.size();
    if (host.empty() || at == text.size() || text[at] != ':') return std::nullopt;
    ++at;

    constexpr std::uint32_t highest_port = 65535;
    std::uint32_t port = 0;
    auto const first_digit = at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        port = port * 10 + static_cast<std::uint32_t>(text[at] - '0');
        if (port > highest_port) return std::nullopt;
    }
    if (at == first_digit || port == 0) return std::nullopt;
    if (at < text.size() && text[at] != '/') return std::nullopt;
    return TcpAddress{host, static_cast<std::uint16_t>(port), at};
}

}  // namespace

Address::Address(std::string text) : text_(std::move(text)) {
    if (ascii::equal_without_case(text_, "LOCAL")) {
        kind_ = Kind::local;
    } else if (ascii::equal_without_case(text_, "TRANSPORT")) {
        kind_ = Kind::transport;
    } else if (auto const tcp = parse_tcp(text_)) {
        port_ = tcp->port;
        host_length_ = static_cast<std::uint32_t>(tcp->host.size());
    }
}

std::optional<Address> Address::that_begins(std::string_view service_name) {
    auto const tcp = parse_tcp(service_name);
    if (!tcp) return std::nullopt;
    return Address(std::string(service_name.substr(0, tcp->length)));
}

std::string_view Address::compared() const {
    if (kind_ != Kind::network) return {};
    if (port_ == 0) return text_;
    return std::string_view(text_).substr(scheme.size(), host_length_);
}

std::string Address::canonical() const {
    switch (kind_) {
        case Kind::local: return "LOCAL";
        case Kind::transport: return "TRANSPORT";
        case Kind::network: break;
    }
    if (port_ == 0) return ascii::lower(text_);
    return "tcp://" + ascii::lower(compared()) + ":" + std::to_string(port_);
}

std::size_t Address::hash() const {
    auto const folded = ascii::hash_without_case(compared());
    return (folded * 31 + port_) * 31 + static_cast<std::size_t>(kind_);
}

std::strong_ordering operator<=>(Address const& a, Address const& b) {
    if (auto const order = a.kind_ <=> b.kind_; order != 0) return order;
    if (auto const order = a.port_ <=> b.port_; order != 0) return order;
    return ascii::compare_without_case(a.compared(), b.compared());
}

}  // namespace ssbroute
