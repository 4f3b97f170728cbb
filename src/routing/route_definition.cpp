#include "routing/route_definition.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "model/service_name.hpp"

namespace ssbroute {
namespace {

struct Option {
    std::string_view name;
    std::optional<std::string> const& text;
    std::size_t longest;
};

// The options that are texts, in the order of the manual, with the lengths of their columns in sys.routes:
// nvarchar(256), that of the identifier nvarchar(128). The server's own limits are not published.
std::array<Option, 4> text_options(RouteDefinition const& definition) {
    return {Option{"SERVICE_NAME", definition.service_name, 256},
            Option{"BROKER_INSTANCE", definition.broker_instance, 128},
            Option{"ADDRESS", definition.address, 256},
            Option{"MIRROR_ADDRESS", definition.mirror_address, 256}};
}

// nvarchar counts UTF-16 code units: a character beyond the basic plane, four bytes in UTF-8, is two.
std::size_t utf_16_length(std::string_view utf_8) {
    std::size_t length = 0;
    for (char const c : utf_8) {
        auto const byte = static_cast<unsigned char>(c);
        bool const continues_a_character = (byte & 0xC0U) == 0x80U;
        if (!continues_a_character) length += byte >= 0xF0U ? 2 : 1;
    }
    return length;
}

// A value as a message quotes it; the beginning of an overlong one.
std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 80;
    if (text.size() <= longest) return fmt::format("'{}'", text);
    auto cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return fmt::format("'{}...'", text.substr(0, cut));
}

std::string verb(std::size_t subjects) { return subjects == 1 ? "is" : "are"; }

std::optional<Address> address_in(std::optional<std::string> const& text) {
    return text ? std::optional(Address(*text)) : std::nullopt;
}

// The Refusals of one definition, each by one function a rule.
class Check {
public:
    explicit Check(RouteDefinition const& definition)
        : definition_(definition),
          address_(address_in(definition.address)),
          mirror_address_(address_in(definition.mirror_address)) {}

    // DEFINE-1. No option of a route may be an empty string.
    void define_1() {
        std::vector<std::string_view> empty;
        for (auto const& option : text_options(definition_))
            if (option.text && option.text->empty()) empty.push_back(option.name);
        if (!empty.empty())
            refuse(DefinitionRule::define_1, 9659,
                   fmt::format("{} {} empty", fmt::join(empty, " and "), verb(empty.size())));
    }

    // DEFINE-2. No option of a route may be longer than its greatest length.
    void define_2() {
        std::vector<std::string> overlong;
        for (auto const& option : text_options(definition_)) {
            auto const length = option.text ? utf_16_length(*option.text) : 0;
            if (length > option.longest)
                overlong.push_back(fmt::format("{} has {} UTF-16 code units, at most {} fit its column",
                                               option.name, length, option.longest));
        }
        if (!overlong.empty())
            refuse(DefinitionRule::define_2, 9660, fmt::format("{}", fmt::join(overlong, "; ")));
    }

    // DEFINE-3. A route with a mirror address must give both a service name and an identifier.
    void define_3() {
        if (!definition_.mirror_address || (definition_.service_name && definition_.broker_instance)) return;
        std::vector<std::string_view> missing;
        if (!definition_.service_name) missing.emplace_back("SERVICE_NAME");
        if (!definition_.broker_instance) missing.emplace_back("BROKER_INSTANCE");
        refuse(DefinitionRule::define_3, 9661,
               fmt::format("MIRROR_ADDRESS {} needs {} beside it", in_quotes(*definition_.mirror_address),
                           fmt::join(missing, " and ")));
    }

    // DEFINE-4. A route with an identifier must give a service name.
    void define_4() {
        if (!definition_.broker_instance || definition_.service_name) return;
        refuse(DefinitionRule::define_4, 9662,
               fmt::format("BROKER_INSTANCE {} needs SERVICE_NAME beside it",
                           in_quotes(*definition_.broker_instance)));
    }

    // DEFINE-5. The two addresses of a mirrored route must be real network addresses, neither LOCAL nor
    // TRANSPORT.
    void define_5() {
        if (!mirror_address_) return;
        std::vector<std::string> unreal;
        if (address_ && !address_->is_network())
            unreal.emplace_back("ADDRESS " + in_quotes(address_->text()));
        if (!mirror_address_->is_network())
            unreal.emplace_back("MIRROR_ADDRESS " + in_quotes(mirror_address_->text()));
        if (!unreal.empty())
            refuse(DefinitionRule::define_5, 9743,
                   fmt::format("{} of a mirrored route {} no network address", fmt::join(unreal, " and "),
                               verb(unreal.size())));
    }

    // DEFINE-6. An address must have the documented form: LOCAL, TRANSPORT or a valid network address.
    void define_6() {
        std::vector<std::string> malformed;
        if (address_ && !address_->is_well_formed()) malformed.push_back("ADDRESS " + described(*address_));
        if (mirror_address_ && !mirror_address_->is_well_formed())
            malformed.push_back("MIRROR_ADDRESS " + described(*mirror_address_));
        if (!malformed.empty())
            refuse(DefinitionRule::define_6, 9744,
                   fmt::format("{} {} not of the form TCP://host:port, LOCAL or TRANSPORT",
                               fmt::join(malformed, " and "), verb(malformed.size())));
    }

    // DEFINE-7. A route with the address TRANSPORT gives no service name, and so no identifier: an identifier
    // without a service name is what DEFINE-4 refuses.
    void define_7() {
        if (!address_ || !address_->is_transport() || !definition_.service_name) return;
        refuse(DefinitionRule::define_7, 9745,
               fmt::format("ADDRESS {} goes with no SERVICE_NAME, found {}", in_quotes(address_->text()),
                           in_quotes(*definition_.service_name)));
    }

    // DEFINE-8. A lifetime must be a positive number of seconds within the server's range. The bounds are not
    // published; message 9746 prints them as numbers of 32 bits, so the range is no wider than that.
    void define_8() {
        constexpr std::int64_t greatest = 2147483647;
        if (!definition_.lifetime || (*definition_.lifetime >= 1 && *definition_.lifetime <= greatest))
            return;
        refuse(DefinitionRule::define_8, 9746,
               fmt::format("LIFETIME is {} seconds, expected a number from 1 to {}", *definition_.lifetime,
                           greatest));
    }

    // DEFINE-9. The address and the mirror address of a route must differ.
    void define_9() {
        if (!address_ || address_ != mirror_address_) return;
        refuse(DefinitionRule::define_9, 9747,
               fmt::format("ADDRESS {} and MIRROR_ADDRESS {} are the same", in_quotes(address_->text()),
                           in_quotes(mirror_address_->text())));
    }

    // DEFINE-10. A route to the dynamic routing service must give no identifier.
    void define_10() {
        if (definition_.service_name != dynamic_routing_service || !definition_.broker_instance) return;
        refuse(DefinitionRule::define_10, std::nullopt,
               fmt::format("a route to {} goes with no BROKER_INSTANCE, found {}", dynamic_routing_service,
                           in_quotes(*definition_.broker_instance)));
    }

    // DEFINE-11. The names of routes are unique in their database. One definition cannot tell:
    // RoutingTable::create checks it, and whoever makes routes one by one.

    std::vector<Refusal> take() { return std::move(refusals_); }

private:
    void refuse(DefinitionRule rule, std::optional<int> message_number, std::string message) {
        refusals_.push_back({rule, message_number, std::move(message)});
    }

    static std::string described(Address const& address) {
        bool const lacks_only_the_port = Address(address.text() + ":4022").is_well_formed();
        return in_quotes(address.text()) + (lacks_only_the_port ? " (no port)" : "");
    }

    RouteDefinition const& definition_;
    std::optional<Address> address_;
    std::optional<Address> mirror_address_;
    std::vector<Refusal> refusals_;
};

constexpr std::array<std::string_view, 11> ids = {"DEFINE-1", "DEFINE-2",  "DEFINE-3", "DEFINE-4",
                                                  "DEFINE-5", "DEFINE-6",  "DEFINE-7", "DEFINE-8",
                                                  "DEFINE-9", "DEFINE-10", "DEFINE-11"};

}  // namespace

std::string_view id(DefinitionRule rule) { return ids[static_cast<std::size_t>(rule)]; }

std::vector<Refusal> refusals(RouteDefinition const& definition) {
    Check check(definition);
    check.define_1();
    check.define_2();
    check.define_3();
    check.define_4();
    check.define_5();
    check.define_6();
    check.define_7();
    check.define_8();
    check.define_9();
    check.define_10();
    return check.take();
}

RouteDefinition definition_of(Route const& route) {
    RouteDefinition definition;
    if (route.remote_service_name) definition.service_name = route.remote_service_name->text();
    if (route.broker_instance) definition.broker_instance = route.broker_instance->text();
    definition.address = route.address.text();
    if (route.mirror_address) definition.mirror_address = route.mirror_address->text();
    return definition;
}

}  // namespace ssbroute
