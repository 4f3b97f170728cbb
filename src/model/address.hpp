// Addresses of routes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ssbroute {

/// `address` or `mirror_address` of a route, or an address of an instance.
///
/// A network address has the form `TCP://host:port`, optionally followed by `/` and more. Two are the
/// same when scheme and host are equal without regard to ASCII case and the port is equal; what
/// follows is ignored. `LOCAL` and `TRANSPORT` are known without regard to case. Text of no valid form
/// stays what it is: a network address that is compared as text, without regard to case.
class Address {
public:
    enum class Kind : std::uint8_t { local, network, transport };

    explicit Address(std::string text);

    /// TRANSPORT-1: the valid `TCP://host:port` that `service_name` begins with, up to the end of the
    /// name or a `/`; nothing if it begins with none.
    static std::optional<Address> that_begins(std::string_view service_name);

    /// As it was written.
    [[nodiscard]] std::string const& text() const { return text_; }
    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_local() const { return kind_ == Kind::local; }
    [[nodiscard]] bool is_network() const { return kind_ == Kind::network; }
    [[nodiscard]] bool is_transport() const { return kind_ == Kind::transport; }
    /// A network address of the documented form.
    [[nodiscard]] bool is_well_formed() const { return port_ != 0 || kind_ != Kind::network; }
    /// The spelling that equal addresses share.
    [[nodiscard]] std::string canonical() const;

    /// The same for equal addresses.
    [[nodiscard]] std::size_t hash() const;

    friend std::strong_ordering operator<=>(Address const& a, Address const& b);
    friend bool operator==(Address const& a, Address const& b) { return (a <=> b) == 0; }

private:
    // What a comparison looks at beside kind and port: the host, or the whole text where there is none.
    [[nodiscard]] std::string_view compared() const;

    std::string text_;
    Kind kind_ = Kind::network;
    std::uint16_t port_ = 0;         // 0: no well-formed network address
    std::uint32_t host_length_ = 0;  // the host stands behind the scheme
};

}  // namespace ssbroute
