// Names of services.
#pragma once

#include <compare>
#include <string>
#include <utility>

namespace ssbroute {

/// The name of a service (`remote_service_name` of sys.routes, `name` of sys.services), UTF-8.
///
/// NAME-1. Service names are equal when they are equal byte by byte: case counts, collation does not.
class ServiceName {
public:
    explicit ServiceName(std::string text) : text_(std::move(text)) {}

    [[nodiscard]] std::string const& text() const { return text_; }

    friend bool operator==(ServiceName const&, ServiceName const&) = default;
    friend std::strong_ordering operator<=>(ServiceName const& a, ServiceName const& b) {
        return a.text_.compare(b.text_) <=> 0;
    }

private:
    std::string text_;
};

/// The name that makes a route a route to the dynamic routing service (CREATE ROUTE, SERVICE_NAME).
inline constexpr auto dynamic_routing_service = "SQL/ServiceBroker/BrokerConfiguration";

}  // namespace ssbroute
