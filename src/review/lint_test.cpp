#include "review/lint.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include "oracle/exploration.hpp"
#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Finding;
using review::Kind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> lint(std::vector<review::NamedInstance> const& instances) {
    return review::lint(instances, time(lint_time));
}

// Examples 1, 2, 5 and 6 of the documentation, the last with forwarding on.
TEST(Lint, DocumentedConfigurationsHaveNoFindings) {
    auto const with = [](std::vector<Route> of_database, std::vector<Route> of_msdb) {
        of_database.insert(of_database.begin(), auto_created_local());
        of_msdb.insert(of_msdb.begin(), auto_created_local());
        return instance()
            .in({database("AdventureWorks2008R2").routing_by(std::move(of_database)),
                 database("msdb").routing_by(std::move(of_msdb))})
            .forwarding();
    };
    EXPECT_THAT(lint({with({}, {})}), IsEmpty());
    EXPECT_THAT(
        lint({with({route("OrderPartsRoute").to("OrderParts").at("TCP://host2.Adventure-Works.com:4022/")},
                   {})}),
        IsEmpty());
    EXPECT_THAT(lint({with({route("BalancedRouteOne")
                                .to("BalancedService")
                                .with("5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d")
                                .at("TCP://server1.Adventure-Works.com:4022/"),
                            route("BalancedRouteTwo")
                                .to("BalancedService")
                                .with("81b1d3d0-288e-4d2c-b1d3-456cbb944b4f")
                                .at("TCP://server2.Adventure-Works.com:4022/")},
                           {})}),
                IsEmpty());
    EXPECT_THAT(lint({with({}, {route("ForwardingRoute")
                                    .to("ElsewhereService")
                                    .at("TCP://elsewhere.Adventure-Works.com:4022/")})}),
                IsEmpty());
}

TEST(Lint, AFindingTellsItsPlaceAndWhatToDo) {
    auto const findings = lint({instance("Server1").in(
        {database("Sales").routing_by({auto_created_local(), route("R").to("Svc").at("TCP://a")})})});
    ASSERT_THAT(findings, SizeIs(1));
    auto const& finding = findings.front();
    EXPECT_EQ(finding.kind, Kind::port_missing);
    EXPECT_EQ(finding.severity, Severity::error);
    EXPECT_EQ(finding.instance, "Server1");
    EXPECT_EQ(finding.database, "Sales");
    EXPECT_THAT(finding.routes, ElementsAre(review::RoutePlace{"Server1", "Sales", "R"}));
    EXPECT_FALSE(finding.what.empty());
    EXPECT_FALSE(finding.advice.empty());
}

TEST(Lint, IgnoredKindsAreNotTold) {
    std::vector<review::NamedInstance> const instances = {instance().in(
        {database("Sales").routing_by({auto_created_local(), route("R").to("Svc").at("TCP://a")})})};
    EXPECT_THAT(review::lint(instances, time(lint_time), {.ignored = {Kind::port_missing}}), IsEmpty());
    EXPECT_THAT(review::lint(instances, time(lint_time), {.ignored = {Kind::malformed_address}}), SizeIs(1));
}

TEST(Lint, FindingsStandInTheOrderOfInstancesDatabasesAndKinds) {
    auto const one = [](std::string name) {
        return instance(std::move(name))
            .in({database("B").routing_by({route("R").to("Svc").at("TCP://a").until(lint_time)}),
                 database("A").disabled().offering({"Svc"}).routing_by({auto_created_local()})});
    };
    std::vector<std::string> places;
    for (auto const& finding : lint({one("Y"), one("X")}))
        places.push_back(finding.instance + "." + finding.database + " " + std::string(id(finding.kind)));
    EXPECT_THAT(places,
                ElementsAre("Y.A disabled-broker", "Y.B port-missing", "Y.B expired-route",
                            "Y.B auto-created-local-missing", "X.A disabled-broker", "X.B port-missing",
                            "X.B expired-route", "X.B auto-created-local-missing"));
}

TEST(Lint, NothingIsFoundWhereThereIsNothing) { EXPECT_THAT(lint({}), IsEmpty()); }

// --- what is said to be never chosen is never chosen ---

class ChosenRoutes final : public Observer {
public:
    void passed(Step const& step) override {
        if (auto const* table = std::get_if<TableFound>(&step.finding)) table_ = table->database.name;
        if (auto const* choice = std::get_if<RouteChosen>(&step.finding))
            chosen_.insert(table_ + "." + choice->route.name);
    }
    [[nodiscard]] std::set<std::string> const& chosen() const { return chosen_; }

private:
    std::string table_;
    std::set<std::string> chosen_;
};

// Every message that could make a difference.
std::vector<Message> every_message(std::string const& database) {
    std::vector<Message> messages;
    for (auto const* service : {"Svc", "Absent", "Unknown", "TCP://x:1/Svc"})
        for (auto const* identifier : {"", guid_1, guid_2, guid_3}) {
            Message message{.origin_database = database, .to_service_name = ServiceName(service)};
            if (*identifier != '\0') message.to_broker_instance = BrokerIdentifier(identifier);
            messages.push_back(message);
        }
    return messages;
}

std::set<std::string> chosen_by_some_message(Instance const& here) {
    ChosenRoutes observer;
    for (auto const& message : every_message("Sales")) {
        RoutingProcess process(Scenario::create(here, message, time(lint_time)).value());
        explore(process, {}, OtherReadings::left_out, observer, [](WayTaken const&) {});
    }
    return observer.chosen();
}

TEST(Lint, WhatIsSaidToBeNeverChosenIsNeverChosen) {
    std::map<Kind, int> told;
    Dice dice;
    for (int round = 0; round < 300; ++round) {
        std::vector<Route> routes;
        auto const size = 1 + dice.roll(6);
        for (std::size_t i = 0; i < size; ++i) routes.push_back(some_route("R" + std::to_string(i), dice));
        review::NamedInstance const here =
            instance().in({database("Sales").routing_by(std::move(routes)),
                           database("Parts").identified_by(guid_1).offering({"Svc"}),
                           database("Other").identified_by(guid_2)});
        auto const chosen = chosen_by_some_message(here.instance);
        for (auto const& finding : lint({here})) {
            std::size_t never = 0;  // how many of the routes concerned
            if (finding.kind == Kind::expired_route || finding.kind == Kind::identifier_without_service_name)
                never = 1;
            if (finding.kind == Kind::hidden_by_mirrored_route ||
                finding.kind == Kind::hidden_by_network_route) {
                never = finding.routes.size();
                // Those that hide stand behind those that are hidden, and are chosen.
                while (never > 0 && chosen.contains("Sales." + finding.routes[never - 1].route)) --never;
                EXPECT_LT(never, finding.routes.size()) << finding.what;
                EXPECT_GT(never, 0U) << finding.what;
            }
            for (std::size_t i = 0; i < never; ++i)
                EXPECT_FALSE(chosen.contains("Sales." + finding.routes[i].route)) << finding.what;
            if (never > 0) ++told[finding.kind];
        }
    }
    EXPECT_GT(told[Kind::hidden_by_mirrored_route], 5);
    EXPECT_GT(told[Kind::hidden_by_network_route], 5);
    EXPECT_GT(told[Kind::expired_route], 5);
    EXPECT_GT(told[Kind::identifier_without_service_name], 5);
}

// --- linear ---

// Routes as a large installation has them, and some that go wrong.
std::vector<Route> many_routes(std::size_t count) {
    std::vector<Route> routes = {auto_created_local()};
    for (std::size_t i = 1; i < count; ++i) {
        auto const number = std::to_string(i);
        auto one = route("Route" + number);
        if (i % 10 != 0) one.to("Service" + std::to_string(i / 3));
        if (i % 7 == 0) one.with("00000000-0000-0000-0000-" + std::string(12 - number.size(), '0') + number);
        if (i % 5 != 0) one.at("TCP://host" + std::to_string(i % 100) + ":4022");
        if (i % 11 == 0) one.until("2026-01-02T00:00:00Z");
        routes.push_back(one);
    }
    return routes;
}

double seconds_for(std::size_t count) {
    review::NamedInstance const one = instance()
                                          .in({database("Sales").routing_by(many_routes(count)),
                                               database("msdb").routing_by(many_routes(count))})
                                          .own_address("TCP://host1:4022")
                                          .forwarding();
    auto const start = std::chrono::steady_clock::now();
    EXPECT_FALSE(lint({one}).empty());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Coarse, for a busy machine; benchmarks/ measures.
TEST(Lint, TheTimeGrowsWithTheRoutes) {
    auto const ten = seconds_for(20000);
    auto const one = seconds_for(2000);
    EXPECT_LT(ten, 60 * one + 1.0);
}

}  // namespace
}  // namespace ssbroute::test
