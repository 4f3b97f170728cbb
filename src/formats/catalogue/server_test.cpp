#include "formats/catalogue/server.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using test::time;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Texts = std::vector<std::string>;

auto const now = time("2026-01-01T00:00:00Z");
constexpr auto address = "TCP://a.example:4022";

Server with_sales(Strictness strictness = Strictness::as_the_server) {
    Server server("S", strictness);
    server.create_database("Sales");
    return server;
}

Database database(Server const& server, std::string const& name) {
    auto const instance = server.instance().value();
    auto const* found = instance.database(name);
    return found == nullptr ? Database{"no " + name} : *found;
}

// `name service identifier lifetime address mirror`, with - for NULL.
Texts routes(Server const& server, std::string const& name) {
    Texts result;
    auto const holder = database(server, name);
    for (auto const* route : holder.routes.as_given())
        result.push_back(fmt::format("{} {} {} {} {} {}", route->name,
                                     route->remote_service_name ? route->remote_service_name->text() : "-",
                                     route->broker_instance ? route->broker_instance->text() : "-",
                                     route->lifetime ? route->lifetime->text() : "-", route->address.text(),
                                     route->mirror_address ? route->mirror_address->text() : "-"));
    return result;
}

Texts services(Server const& server, std::string const& name) {
    Texts result;
    for (auto const& service : database(server, name).services) result.push_back(service.text());
    return result;
}

Texts names(Server const& server) {
    Texts result;
    auto const instance = server.instance().value();
    for (auto const& one : instance.databases()) result.push_back(one.name);
    return result;
}

Texts addresses(Server const& server) {
    Texts result;
    auto const instance = server.instance().value();
    for (auto const& one : instance.addresses()) result.push_back(one.text());
    return result;
}

std::string said(Complaints const& complaints) {
    std::string result;
    for (auto const& one : complaints) result += fmt::format("{}: {}\n", name(one.severity), one.message);
    return result;
}

constexpr auto auto_created_local = "AutoCreatedLocal - - - LOCAL -";

TEST(Server, StartsAsANewInstanceDoes) {
    Server const server("S");
    EXPECT_EQ(server.name(), "S");
    EXPECT_THAT(names(server), ElementsAre("msdb"));
    EXPECT_THAT(routes(server, "msdb"), ElementsAre(auto_created_local));
    EXPECT_EQ(database(server, "msdb").broker, Broker::enabled);
    EXPECT_THAT(addresses(server), IsEmpty());
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::disabled);
}

TEST(Server, MasterIsThereWithoutRoutesAndShownWhereItMatters) {
    Server server("S");
    EXPECT_TRUE(server.has_database("master"));
    EXPECT_FALSE(server.has_route("master", "AutoCreatedLocal"));
    EXPECT_FALSE(server.assume_database("Master"));
    auto with_route = server;
    with_route.create_route("master", "R", {.address = "LOCAL"}, now);
    EXPECT_THAT(names(with_route), ElementsAre("master", "msdb"));
    EXPECT_THAT(routes(with_route, "master"), ElementsAre("R - - - LOCAL -"));
    auto with_service = server;
    with_service.create_service("master", "Orders");
    EXPECT_THAT(names(with_service), ElementsAre("master", "msdb"));
    server.show_master();
    EXPECT_THAT(names(server), ElementsAre("master", "msdb"));
}

TEST(Server, ANewDatabaseHasAutoCreatedLocalAndAnEnabledBroker) {
    auto const server = with_sales();
    EXPECT_THAT(routes(server, "Sales"), ElementsAre(auto_created_local));
    EXPECT_EQ(database(server, "Sales").broker, Broker::enabled);
    EXPECT_EQ(database(server, "Sales").service_broker_guid, std::nullopt);
}

TEST(Server, DatabasesKeepTheirOrderAndTheirFirstSpelling) {
    auto server = with_sales();
    server.create_database("Billing");
    EXPECT_FALSE(server.assume_database("SALES"));
    EXPECT_THAT(names(server), ElementsAre("msdb", "Sales", "Billing"));
    EXPECT_THAT(server.databases(), ElementsAre("master", "msdb", "Sales", "Billing"));
    EXPECT_EQ(server.spelled("sALES"), "Sales");
    EXPECT_EQ(server.spelled("Other"), "Other");
}

TEST(Server, ASecondDatabaseOfOneNameIsRefused) {
    auto server = with_sales();
    EXPECT_EQ(said(server.create_database("SALES")),
              "error: message 1801: there is a database 'SALES' already\n");
    EXPECT_THAT(said(server.create_database("msdb")), StartsWith("error: message 1801"));
    EXPECT_THAT(names(server), ElementsAre("msdb", "Sales"));
}

TEST(Server, ADatabaseFirstMetIsAssumedLikeANewOne) {
    Server server("S");
    EXPECT_TRUE(server.assume_database("Sales"));
    EXPECT_FALSE(server.assume_database("sales"));
    EXPECT_THAT(routes(server, "Sales"), ElementsAre(auto_created_local));
    EXPECT_EQ(server.broker("Sales"), Broker::enabled);
}

TEST(Server, ADroppedDatabaseIsGoneWithEverythingInIt) {
    auto server = with_sales();
    server.create_service("Sales", "Orders");
    EXPECT_THAT(server.drop_database("sales"), IsEmpty());
    EXPECT_FALSE(server.has_database("Sales"));
    EXPECT_TRUE(server.is_dropped("SALES"));
    EXPECT_FALSE(server.is_dropped("Billing"));
    server.create_database("Sales");
    EXPECT_FALSE(server.is_dropped("Sales"));
    EXPECT_FALSE(server.has_service("Sales", "Orders"));
}

TEST(Server, UnknownAndSystemDatabasesAreNotDropped) {
    Server server("S");
    EXPECT_THAT(said(server.drop_database("Sales")), StartsWith("error: message 3701"));
    EXPECT_THAT(said(server.drop_database("MSDB")), StartsWith("error: message 3708"));
    EXPECT_THAT(said(server.drop_database("master")), StartsWith("error: message 3708"));
    EXPECT_TRUE(server.has_database("msdb"));
}

TEST(Server, WhatIsInAnUnknownDatabaseIsRefused) {
    Server server("S");
    for (auto const& complaints :
         {server.create_service("X", "a"), server.drop_service("X", "a"),
          server.create_route("X", "a", {}, now), server.alter_route("X", "a", {}, now),
          server.drop_route("X", "a"), server.change_broker("X", BrokerChange::enable)})
        EXPECT_EQ(said(complaints), "error: message 911: there is no database 'X'\n");
    EXPECT_FALSE(server.has_route("X", "a"));
    EXPECT_FALSE(server.has_service("X", "a"));
    EXPECT_EQ(server.identifier("X"), std::nullopt);
    EXPECT_EQ(server.broker("X"), std::nullopt);
    EXPECT_EQ(server.count_routes("X"), 0U);
    EXPECT_EQ(server.count_services("X"), 0U);
}

// --- brokers ---

TEST(Server, ABrokerIsDisabledAndEnabledAndKeepsItsIdentifier) {
    auto server = with_sales();
    server.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::enabled);
    EXPECT_THAT(server.change_broker("Sales", BrokerChange::disable), IsEmpty());
    EXPECT_EQ(server.broker("sales"), Broker::disabled);
    EXPECT_EQ(server.identifier("sales"), BrokerIdentifier(test::guid_1));
    EXPECT_THAT(server.change_broker("Sales", BrokerChange::enable), IsEmpty());
    EXPECT_THAT(server.change_broker("Sales", BrokerChange::enable), IsEmpty());
    EXPECT_EQ(database(server, "Sales").broker, Broker::enabled);
    EXPECT_EQ(database(server, "Sales").service_broker_guid, BrokerIdentifier(test::guid_1));
}

TEST(Server, ANewBrokerIsEnabledAndItsIdentifierUnknown) {
    auto server = with_sales();
    server.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::disabled);
    EXPECT_THAT(server.change_broker("Sales", BrokerChange::renew), IsEmpty());
    EXPECT_EQ(server.identifier("Sales"), std::nullopt);
    EXPECT_EQ(server.broker("Sales"), Broker::enabled);
}

TEST(Server, ABrokerIsNotEnabledBesideAnotherOfItsIdentifier) {
    auto server = with_sales();
    server.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::enabled);
    server.set_database("Copy", BrokerIdentifier("{" + std::string(test::guid_1) + "}"), Broker::disabled);
    EXPECT_THAT(said(server.change_broker("Copy", BrokerChange::enable)),
                StartsWith("error: message 9772: "));
    EXPECT_EQ(server.broker("Copy"), Broker::disabled);
    EXPECT_TRUE(server.instance());
    auto renewed = server;
    renewed.change_broker("Sales", BrokerChange::renew);
    EXPECT_THAT(renewed.change_broker("Copy", BrokerChange::enable), IsEmpty());
    server.drop_database("Sales");
    EXPECT_THAT(server.change_broker("Copy", BrokerChange::enable), IsEmpty());
}

TEST(Server, TwoEnabledBrokersOfOneIdentifierInExportsAreNoInstance) {
    auto server = with_sales();
    server.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::enabled);
    server.set_database("Copy", BrokerIdentifier(test::guid_1), Broker::enabled);
    ASSERT_FALSE(server.instance());
    EXPECT_EQ(server.instance().error().where, "/databases/2/service_broker_guid");
}

// --- services ---

TEST(Server, ServicesAreComparedByteByByte) {
    auto server = with_sales();
    EXPECT_THAT(server.create_service("sales", "Orders"), IsEmpty());
    EXPECT_THAT(server.create_service("Sales", "orders"), IsEmpty());
    EXPECT_EQ(said(server.create_service("Sales", "Orders")),
              "error: there is a service 'Orders' in database 'Sales' already\n");
    EXPECT_THAT(services(server, "Sales"), ElementsAre("Orders", "orders"));
    EXPECT_TRUE(server.has_service("SALES", "Orders"));
    EXPECT_FALSE(server.has_service("Sales", "ORDERS"));
    EXPECT_EQ(server.count_services("Sales"), 2U);
}

TEST(Server, ServicesAreDropped) {
    auto server = with_sales();
    server.create_service("Sales", "Orders");
    EXPECT_EQ(said(server.drop_service("Sales", "orders")),
              "error: message 15151: there is no service 'orders' in database 'Sales'\n");
    EXPECT_THAT(server.drop_service("Sales", "Orders"), IsEmpty());
    EXPECT_THAT(services(server, "Sales"), IsEmpty());
}

// --- routes ---

TEST(Server, ARouteIsMadeWithEveryOption) {
    auto server = with_sales();
    EXPECT_THAT(server.create_route("SALES", "R",
                                    {.service_name = "Orders",
                                     .broker_instance = test::guid_1,
                                     .lifetime = 60,
                                     .address = address,
                                     .mirror_address = "TCP://b.example:4022"},
                                    now),
                IsEmpty());
    EXPECT_THAT(routes(server, "Sales"),
                ElementsAre(auto_created_local,
                            "R Orders 11111111-1111-1111-1111-111111111111 2026-01-01T00:01:00Z "
                            "TCP://a.example:4022 TCP://b.example:4022"));
    EXPECT_EQ(server.count_routes("Sales"), 2U);
}

TEST(Server, Define11ASecondRouteOfOneNameIsRefused) {
    for (auto const strictness : {Strictness::as_the_server, Strictness::lenient}) {
        auto server = with_sales(strictness);
        EXPECT_EQ(said(server.create_route("Sales", "autocreatedlocal", {.address = address}, now)),
                  "error: DEFINE-11: there is a route 'autocreatedlocal' in database 'Sales' already\n");
        EXPECT_THAT(routes(server, "Sales"), ElementsAre(auto_created_local));
    }
    // Another database is another table.
    auto server = with_sales();
    server.create_database("Billing");
    EXPECT_THAT(server.create_route("Sales", "R", {.address = address}, now), IsEmpty());
    EXPECT_THAT(server.create_route("Billing", "R", {.address = address}, now), IsEmpty());
}

TEST(Server, ARouteNeedsAnAddress) {
    for (auto const strictness : {Strictness::as_the_server, Strictness::lenient}) {
        auto server = with_sales(strictness);
        EXPECT_EQ(said(server.create_route("Sales", "R", {.service_name = "Orders"}, now)),
                  "error: route 'R' has no ADDRESS\n");
        EXPECT_FALSE(server.has_route("Sales", "R"));
    }
}

struct Refused {
    char const* beginning;
    RouteDefinition definition;
};

class ServerRefuses : public testing::TestWithParam<Refused> {};

TEST_P(ServerRefuses, WithItsNumberAndWithoutEffect) {
    auto server = with_sales();
    EXPECT_THAT(said(server.create_route("Sales", "R", GetParam().definition, now)),
                StartsWith(std::string("error: ") + GetParam().beginning));
    EXPECT_FALSE(server.has_route("Sales", "R"));
}

TEST_P(ServerRefuses, ButTakesItIfLenient) {
    auto server = with_sales(Strictness::lenient);
    EXPECT_THAT(said(server.create_route("Sales", "R", GetParam().definition, now)),
                StartsWith(std::string("warning: ") + GetParam().beginning));
    EXPECT_TRUE(server.has_route("Sales", "R"));
    EXPECT_TRUE(server.instance());
}

INSTANTIATE_TEST_SUITE_P(
    Definition, ServerRefuses,
    testing::Values(
        Refused{"message 9659: DEFINE-1: ", {.service_name = "", .address = address}},
        Refused{"message 9660: DEFINE-2: ", {.service_name = std::string(257, 'x'), .address = address}},
        Refused{"message 9661: DEFINE-3: ",
                {.service_name = "Orders", .address = address, .mirror_address = "TCP://b.example:4022"}},
        Refused{"message 9662: DEFINE-4: ", {.broker_instance = test::guid_1, .address = address}},
        Refused{"message 9743: DEFINE-5: ",
                {.service_name = "Orders",
                 .broker_instance = test::guid_1,
                 .address = "LOCAL",
                 .mirror_address = "TCP://b.example:4022"}},
        Refused{"message 9744: DEFINE-6: ", {.address = "TCP://a.example"}},
        Refused{"message 9745: DEFINE-7: ", {.service_name = "Orders", .address = "TRANSPORT"}},
        Refused{"message 9746: DEFINE-8: ", {.lifetime = 0, .address = address}},
        Refused{"message 9747: DEFINE-9: ",
                {.service_name = "Orders",
                 .broker_instance = test::guid_1,
                 .address = address,
                 .mirror_address = address}},
        Refused{
            "DEFINE-10: ",
            {.service_name = dynamic_routing_service, .broker_instance = test::guid_1, .address = address}}));

TEST(Server, EveryBrokenRuleIsTold) {
    auto server = with_sales();
    auto const complaints =
        server.create_route("Sales", "autocreatedlocal", {.service_name = "", .lifetime = 0}, now);
    ASSERT_EQ(complaints.size(), 4U);
    EXPECT_THAT(complaints[0].message, StartsWith("message 9659: DEFINE-1: "));
    EXPECT_THAT(complaints[1].message, StartsWith("message 9746: DEFINE-8: "));
    EXPECT_THAT(complaints[2].message, HasSubstr("no ADDRESS"));
    EXPECT_THAT(complaints[3].message, StartsWith("DEFINE-11: "));
    for (auto const& complaint : complaints) EXPECT_EQ(complaint.severity, Severity::error);
}

TEST(Server, NothingIsTakenWhereSomethingIsWrongThatCannotBe) {
    auto server = with_sales(Strictness::lenient);
    for (auto const& complaint : server.create_route("Sales", "R", {.service_name = ""}, now))
        EXPECT_EQ(complaint.severity, Severity::error);
    EXPECT_FALSE(server.has_route("Sales", "R"));
}

TEST(Server, ALifetimeBeyondTheYears) {
    auto const late = time("9999-12-31T23:59:00Z");
    auto server = with_sales();
    EXPECT_THAT(said(server.create_route("Sales", "R", {.lifetime = 60, .address = address}, late)),
                StartsWith("error: LIFETIME 60 "));
    EXPECT_FALSE(server.has_route("Sales", "R"));
    EXPECT_THAT(server.create_route("Sales", "R", {.lifetime = 59, .address = address}, late), IsEmpty());
    auto lenient = with_sales(Strictness::lenient);
    EXPECT_THAT(said(lenient.create_route("Sales", "R", {.lifetime = 60, .address = address}, late)),
                StartsWith("warning: LIFETIME 60 "));
    EXPECT_THAT(routes(lenient, "Sales").back(), HasSubstr(" 9999-12-31T23:59:59Z "));
    lenient.alter_route("Sales", "R", {.lifetime = -9223372036854775807}, now);
    EXPECT_THAT(routes(lenient, "Sales").back(), HasSubstr(" 2026-01-01T00:00:00Z "));
}

TEST(Server, AlterChangesOnlyWhatItNames) {
    auto server = with_sales();
    server.create_route(
        "Sales", "R",
        {.service_name = "Orders", .broker_instance = test::guid_1, .lifetime = 60, .address = address}, now);
    auto const altered = [&](RouteDefinition const& definition) {
        auto copy = server;
        EXPECT_THAT(copy.alter_route("sales", "r", definition, time("2026-01-01T01:00:00Z")), IsEmpty());
        return routes(copy, "Sales").back();
    };
    auto const id = std::string(test::guid_1);
    EXPECT_EQ(altered({}), "R Orders " + id + " 2026-01-01T00:01:00Z " + address + " -");
    EXPECT_EQ(altered({.service_name = "Bills"}),
              "R Bills " + id + " 2026-01-01T00:01:00Z " + address + " -");
    EXPECT_EQ(altered({.broker_instance = "x"}),
              std::string("R Orders x 2026-01-01T00:01:00Z ") + address + " -");
    EXPECT_EQ(altered({.address = "LOCAL"}), "R Orders " + id + " 2026-01-01T00:01:00Z LOCAL -");
    EXPECT_EQ(altered({.mirror_address = "TCP://b:1"}),
              "R Orders " + id + " 2026-01-01T00:01:00Z " + address + " TCP://b:1");
    // An expired route lives again.
    EXPECT_EQ(altered({.lifetime = 30}), "R Orders " + id + " 2026-01-01T01:00:30Z " + address + " -");
}

TEST(Server, AlterKeepsTheSpellingAndThePlace) {
    auto server = with_sales();
    server.create_route("Sales", "R", {.address = address}, now);
    server.alter_route("Sales", "AUTOCREATEDLOCAL", {.address = address}, now);
    EXPECT_THAT(routes(server, "Sales"), ElementsAre(std::string("AutoCreatedLocal - - - ") + address + " -",
                                                     std::string("R - - - ") + address + " -"));
}

TEST(Server, AlterChecksTheWhole) {
    auto server = with_sales();
    server.create_route("Sales", "R", {.service_name = "Orders", .address = address}, now);
    EXPECT_THAT(said(server.alter_route("Sales", "R", {.mirror_address = "TCP://b:1"}, now)),
                StartsWith("error: message 9661: DEFINE-3: "));
    EXPECT_THAT(said(server.alter_route("Sales", "R", {.address = "TRANSPORT"}, now)),
                StartsWith("error: message 9745: DEFINE-7: "));
    EXPECT_THAT(routes(server, "Sales").back(), std::string("R Orders - - ") + address + " -");
    EXPECT_THAT(server.alter_route("Sales", "R",
                                   {.broker_instance = test::guid_1, .mirror_address = "TCP://b:1"}, now),
                IsEmpty());
}

TEST(Server, AlterAndDropOfAnUnknownRouteAreRefused) {
    for (auto const strictness : {Strictness::as_the_server, Strictness::lenient}) {
        auto server = with_sales(strictness);
        auto const expected = "error: message 15151: there is no route 'R' in database 'Sales'\n";
        EXPECT_EQ(said(server.alter_route("Sales", "R", {.address = address}, now)), expected);
        EXPECT_EQ(said(server.drop_route("Sales", "R")), expected);
        EXPECT_THAT(routes(server, "Sales"), ElementsAre(auto_created_local));
    }
}

TEST(Server, ADroppedRouteIsGoneAndComesBackLast) {
    auto server = with_sales();
    server.create_route("Sales", "R", {.address = address}, now);
    EXPECT_THAT(server.drop_route("SALES", "AUTOCREATEDLOCAL"), IsEmpty());
    EXPECT_THAT(routes(server, "Sales"), ElementsAre(std::string("R - - - ") + address + " -"));
    server.create_route("Sales", "AutoCreatedLocal", {.address = "LOCAL"}, now);
    EXPECT_THAT(routes(server, "Sales"),
                ElementsAre(std::string("R - - - ") + address + " -", auto_created_local));
}

TEST(Server, RowsAreLookedAtOneByOne) {
    auto server = with_sales();
    server.create_service("Sales", "Orders");
    EXPECT_TRUE(server.any_route("Sales", [](Route const& route) { return route.address.is_local(); }));
    EXPECT_FALSE(server.any_route("Sales", [](Route const& route) { return route.address.is_network(); }));
    EXPECT_FALSE(server.any_route("X", [](Route const&) { return true; }));
    EXPECT_TRUE(server.any_service("Sales", [](ServiceName const& one) { return one.text() == "Orders"; }));
    EXPECT_FALSE(server.any_service("msdb", [](ServiceName const&) { return true; }));
    EXPECT_EQ(server.route("Sales", "autocreatedlocal")->name, "AutoCreatedLocal");
}

// --- endpoint ---

TEST(Server, AnEndpointGivesTheAddressesOfTheInstance) {
    Server server("S");
    server.add_host("db1.example");
    EXPECT_THAT(addresses(server), IsEmpty());
    server.set_endpoint(4022, std::nullopt);
    server.add_host("DB1.EXAMPLE");
    server.add_host("LocalHost");
    EXPECT_THAT(addresses(server), ElementsAre("TCP://localhost:4022", "TCP://127.0.0.1:4022",
                                               "TCP://[::1]:4022", "TCP://db1.example:4022"));
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::disabled);
}

TEST(Server, WhatIsNotGivenOfAnEndpointStays) {
    Server server("S");
    server.set_endpoint(4022, MessageForwarding::enabled);
    server.set_endpoint(std::nullopt, std::nullopt);
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::enabled);
    EXPECT_EQ(addresses(server).front(), "TCP://localhost:4022");
    server.set_endpoint(4023, MessageForwarding::disabled);
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::disabled);
    EXPECT_EQ(addresses(server).front(), "TCP://localhost:4023");
}

TEST(Server, ADroppedEndpointIsGone) {
    Server server("S");
    server.name_endpoint("Broker");
    server.set_endpoint(4022, MessageForwarding::enabled);
    EXPECT_EQ(server.endpoint(), "Broker");
    EXPECT_THAT(said(server.drop_endpoint("Other")), StartsWith("error: message 15151: "));
    EXPECT_THAT(server.drop_endpoint("BROKER"), IsEmpty());
    EXPECT_THAT(addresses(server), IsEmpty());
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::disabled);
    EXPECT_THAT(said(server.drop_endpoint("Broker")), StartsWith("error: message 15151: "));
}

// --- exports ---

TEST(Server, ExportedRoutesAreTheWholeTable) {
    auto server = with_sales();
    EXPECT_THAT(
        server.set_routes("SALES", {test::route("R").to("Orders").until("2026-02-01T00:00:00Z").at(address)}),
        IsEmpty());
    EXPECT_THAT(routes(server, "Sales"),
                ElementsAre(std::string("R Orders - 2026-02-01T00:00:00Z ") + address + " -"));
    EXPECT_THAT(server.set_routes("Sales", {}), IsEmpty());
    EXPECT_THAT(routes(server, "Sales"), IsEmpty());
}

TEST(Server, ExportedRoutesAreTakenAsTheyAreButOncePerName) {
    auto server = with_sales();
    auto const complaints =
        server.set_routes("New", {test::route("R").to("Orders").at("nowhere").mirrored_at("LOCAL"),
                                  test::route("r").at(address), test::route("Q")});
    EXPECT_EQ(said(complaints), "error: DEFINE-11: there is a route 'r' in database 'New' already\n");
    EXPECT_THAT(routes(server, "New"), ElementsAre("R Orders - - nowhere LOCAL", "Q - - - LOCAL -"));
}

TEST(Server, ExportedServicesAreAllThereAre) {
    auto server = with_sales();
    server.create_service("Sales", "Old");
    server.set_services("Sales", {ServiceName("B"), ServiceName("A"), ServiceName("B")});
    EXPECT_THAT(services(server, "Sales"), ElementsAre("B", "A"));
    server.set_services("New", {ServiceName("C")});
    EXPECT_THAT(services(server, "New"), ElementsAre("C"));
    EXPECT_THAT(routes(server, "New"), ElementsAre(auto_created_local));
}

TEST(Server, ExportedDatabasesAreAddedOrChanged) {
    Server server("S");
    server.set_database("Sales", BrokerIdentifier(test::guid_1), Broker::disabled);
    server.set_database("MSDB", BrokerIdentifier(test::guid_2), Broker::enabled);
    EXPECT_THAT(names(server), ElementsAre("msdb", "Sales"));
    EXPECT_EQ(server.identifier("msdb"), BrokerIdentifier(test::guid_2));
    EXPECT_EQ(server.broker("Sales"), Broker::disabled);
    server.set_database("sales", std::nullopt, Broker::enabled);
    EXPECT_EQ(server.identifier("Sales"), std::nullopt);
}

TEST(Server, AnInstanceIsLoadedWhole) {
    InstanceParts parts;
    parts.message_forwarding = MessageForwarding::enabled;
    parts.addresses = {Address("TCP://localhost:4022"), Address("TCP://other.example:1")};
    parts.pending_route_requests = {ServiceName("OrderParts")};
    parts.databases = {test::database("Sales").identified_by(test::guid_1).disabled().offering({"Orders"}),
                       test::database("msdb").routing_by({test::route("R").to("X").at("nowhere")}),
                       test::database("master")};
    auto const instance = Instance::create(parts).value();
    Server server("S");
    EXPECT_THAT(server.load(instance), IsEmpty());
    EXPECT_THAT(names(server), ElementsAre("master", "msdb", "Sales"));
    EXPECT_THAT(routes(server, "Sales"), IsEmpty());
    EXPECT_THAT(routes(server, "msdb"), ElementsAre("R X - - nowhere -"));
    EXPECT_THAT(services(server, "Sales"), ElementsAre("Orders"));
    EXPECT_EQ(server.broker("Sales"), Broker::disabled);
    EXPECT_EQ(server.identifier("Sales"), BrokerIdentifier(test::guid_1));
    EXPECT_THAT(addresses(server), ElementsAre("TCP://localhost:4022", "TCP://other.example:1"));
    EXPECT_EQ(server.instance()->message_forwarding(), MessageForwarding::enabled);
    EXPECT_TRUE(server.instance()->is_route_request_pending(ServiceName("OrderParts")));
    server.set_endpoint(4022, std::nullopt);
    EXPECT_THAT(addresses(server), ElementsAre("TCP://localhost:4022", "TCP://other.example:1",
                                               "TCP://127.0.0.1:4022", "TCP://[::1]:4022"));
}

TEST(Server, NamesOfALoadedInstanceThatDifferInCaseOnlyAreTold) {
    InstanceParts parts;
    parts.databases = {test::database("msdb"),
                       test::database("Sales").routing_by({test::route("R"), test::route("r")}),
                       test::database("SALES").offering({"Orders"})};
    Server server("S");
    auto const complaints = server.load(Instance::create(parts).value());
    EXPECT_EQ(said(complaints),
              "error: DEFINE-11: there is a route 'r' in database 'Sales' already\n"
              "error: database 'SALES' differs from another in case only, and is left out\n");
    EXPECT_THAT(names(server), ElementsAre("msdb", "Sales"));
    EXPECT_THAT(services(server, "Sales"), IsEmpty());
}

TEST(Server, AHostThatCannotStandInAnAddressIsPassedOver) {
    Server server("S");
    server.set_endpoint(4022, std::nullopt);
    for (auto const* host : {"", "a b", "(local):1", "a/b", "::1"}) server.add_host(host);
    EXPECT_EQ(addresses(server).size(), 3U);
    server.add_host("(local)");
    EXPECT_EQ(addresses(server).size(), 4U);
}

TEST(Server, AHundredThousandRoutesAreNoMatter) {
    auto server = with_sales();
    constexpr int count = 100000;
    for (int i = 0; i < count; ++i)
        server.create_route("Sales", fmt::format("R{}", i), {.lifetime = 60, .address = "LOCAL"}, now);
    for (int i = 0; i < count; i += 2) server.drop_route("Sales", fmt::format("r{}", i));
    EXPECT_EQ(server.count_routes("Sales"), std::size_t{count / 2 + 1});
}

}  // namespace
}  // namespace ssbroute::formats
