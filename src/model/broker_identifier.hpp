// Service Broker identifiers.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace ssbroute {

/// A Service Broker identifier: `broker_instance` of sys.routes, `to_broker_instance` of a message,
/// `service_broker_guid` of sys.databases.
///
/// The first two are nvarchar columns and take any text. Two GUIDs (with hyphens) are equal without
/// regard to case and braces; any other text is equal only to the same text.
class BrokerIdentifier {
public:
    explicit BrokerIdentifier(std::string text);

    /// An identifier that is a GUID, with or without braces; nothing if `text` is no GUID.
    static std::optional<BrokerIdentifier> from_guid(std::string text);

    /// As it was written.
    [[nodiscard]] std::string const& text() const { return text_; }
    /// The spelling that equal identifiers share.
    [[nodiscard]] std::string const& canonical() const { return canonical_.empty() ? text_ : canonical_; }
    [[nodiscard]] bool is_guid() const { return !canonical_.empty(); }

    friend bool operator==(BrokerIdentifier const& a, BrokerIdentifier const& b) {
        return a.canonical() == b.canonical();
    }
    friend std::strong_ordering operator<=>(BrokerIdentifier const& a, BrokerIdentifier const& b) {
        return a.canonical().compare(b.canonical()) <=> 0;
    }

private:
    std::string text_;
    std::string canonical_;  // lower case, no braces; empty unless text_ is a GUID
};

}  // namespace ssbroute
