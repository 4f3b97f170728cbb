// For tests of lint: instances in one expression, and findings as lines of text.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "review/lint.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::test {

inline constexpr auto lint_time = "2026-01-01T00:00:00Z";

inline Route auto_created_local() { return route("AutoCreatedLocal"); }

/// `instance("A").in({database("Sales")})`. Where no msdb is given, one with AutoCreatedLocal is added at the
/// end.
class InstanceBuilder {
public:
    explicit InstanceBuilder(std::string name) : name_(std::move(name)) {}

    InstanceBuilder& in(std::vector<Database> databases) {
        parts_.databases = std::move(databases);
        return *this;
    }
    InstanceBuilder& forwarding() {
        parts_.message_forwarding = MessageForwarding::enabled;
        return *this;
    }
    InstanceBuilder& own_address(std::string address) {
        parts_.addresses.emplace_back(std::move(address));
        return *this;
    }
    [[nodiscard]] Instance made() const {
        auto parts = parts_;
        bool const has_msdb = std::any_of(parts.databases.begin(), parts.databases.end(),
                                          [](Database const& one) { return one.name == "msdb"; });
        if (!has_msdb) parts.databases.push_back(database("msdb").routing_by({auto_created_local()}));
        return Instance::create(std::move(parts)).value();
    }
    operator review::NamedInstance() const { return {name_, made()}; }  // NOLINT(google-explicit-constructor)

private:
    std::string name_;
    InstanceParts parts_;
};

inline InstanceBuilder instance(std::string name = "Here") { return InstanceBuilder(std::move(name)); }

using Lines = std::vector<std::string>;

/// `Sales.Old, Sales.Older`; with the instance where it is another.
inline std::string line(review::Finding const& finding) {
    std::string text;
    for (auto const& one : finding.routes) {
        text += text.empty() ? "" : ", ";
        if (one.instance != finding.instance) text += one.instance + ".";
        text += one.database + "." + one.route;
    }
    return text.empty() ? finding.database : text;
}

/// The findings of one kind, a line each: the routes concerned, or the database.
inline Lines found(review::Kind kind, std::vector<review::NamedInstance> const& instances,
                   review::LintOptions const& options = {}) {
    Lines result;
    for (auto const& finding : review::lint(instances, time(lint_time), options))
        if (finding.kind == kind) result.push_back(line(finding));
    return result;
}
inline Lines found(review::Kind kind, InstanceBuilder const& one) {
    return found(kind, std::vector<review::NamedInstance>{one});
}
/// In the table of Sales beside AutoCreatedLocal.
inline Lines found_in(std::vector<Route> routes, review::Kind kind) {
    routes.insert(routes.begin(), auto_created_local());
    return found(kind, instance().in({database("Sales").routing_by(std::move(routes))}));
}

/// What is said in the only finding of a kind.
inline std::string said(review::Kind kind, std::vector<review::NamedInstance> const& instances) {
    std::string text;
    for (auto const& finding : review::lint(instances, time(lint_time)))
        if (finding.kind == kind) text += (text.empty() ? "" : "\n") + finding.what;
    return text;
}
inline std::string said(review::Kind kind, InstanceBuilder const& one) {
    return said(kind, std::vector<review::NamedInstance>{one});
}

/// A fixed sequence; the quality of chance does not matter.
class Dice {
public:
    std::size_t roll(std::size_t sides) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(state_ >> 33U) % sides;
    }

private:
    std::uint64_t state_ = 1;
};

/// A route that may be for Svc, for Absent or for any service, with guid_1, guid_2 or any identifier.
inline Route some_route(std::string name, Dice& dice) {
    constexpr std::array<char const*, 3> services = {"Svc", "Absent", ""};
    constexpr std::array<char const*, 4> identifiers = {guid_1, guid_2, "", ""};
    constexpr std::array<char const*, 5> addresses = {"LOCAL", "TRANSPORT", "TCP://a:1", "TCP://b:1",
                                                      "LOCAL"};
    auto one = route(std::move(name));
    std::string const service = services.at(dice.roll(services.size()));
    std::string const identifier = identifiers.at(dice.roll(identifiers.size()));
    if (!service.empty()) one.to(service);
    if (!identifier.empty()) one.with(identifier);
    one.at(addresses.at(dice.roll(addresses.size())));
    if (dice.roll(6) == 0) one.mirrored_at("TCP://m:1");
    if (dice.roll(8) == 0) one.until(lint_time);
    return one;
}

}  // namespace ssbroute::test
