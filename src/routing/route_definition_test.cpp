#include "routing/route_definition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "model/routing_table.hpp"
#include "test_support/builders.hpp"

namespace ssbroute {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto here = "TCP://a.example:4022";
constexpr auto partner = "TCP://b.example:4022";

std::vector<std::string> broken(RouteDefinition const& definition) {
    std::vector<std::string> ids;
    for (auto const& refusal : refusals(definition)) ids.emplace_back(id(refusal.rule));
    return ids;
}

std::string message_of_the_only(RouteDefinition const& definition) {
    auto const found = refusals(definition);
    return found.size() == 1 ? found.front().message : std::to_string(found.size()) + " refusals";
}

RouteDefinition to_anything() { return {.address = here}; }
RouteDefinition mirrored() {
    return {.service_name = "Orders",
            .broker_instance = test::guid_1,
            .address = here,
            .mirror_address = partner};
}

TEST(RouteDefinition, TheServerTakesAUsualOne) {
    EXPECT_THAT(broken(to_anything()), IsEmpty());
    EXPECT_THAT(broken({.address = "LOCAL"}), IsEmpty());
    EXPECT_THAT(broken({.address = "transport"}), IsEmpty());
    EXPECT_THAT(broken({.service_name = "Orders", .address = "local"}), IsEmpty());
    EXPECT_THAT(
        broken({.service_name = "Orders", .broker_instance = test::guid_1, .lifetime = 60, .address = here}),
        IsEmpty());
    EXPECT_THAT(broken(mirrored()), IsEmpty());
}

TEST(RouteDefinition, WhatIsNotGivenIsNotChecked) {
    EXPECT_THAT(broken({}), IsEmpty());
    EXPECT_THAT(broken({.service_name = "Orders", .lifetime = 1}), IsEmpty());
}

TEST(RouteDefinition, Define1NoOptionIsEmpty) {
    EXPECT_THAT(broken({.service_name = "", .address = here}), ElementsAre("DEFINE-1"));
    EXPECT_THAT(broken({.service_name = "Orders", .broker_instance = "", .address = here}),
                ElementsAre("DEFINE-1"));
    // An empty address has no form of an address either.
    EXPECT_THAT(broken({.address = ""}), ElementsAre("DEFINE-1", "DEFINE-6"));
    auto definition = mirrored();
    definition.mirror_address = "";
    EXPECT_THAT(broken(definition), ElementsAre("DEFINE-1", "DEFINE-6"));
    EXPECT_THAT(broken({.service_name = " ", .address = here}), IsEmpty());
}

TEST(RouteDefinition, Define1IsToldOnceOfAllEmptyOptions) {
    EXPECT_EQ(message_of_the_only({.service_name = "", .broker_instance = "", .address = here}),
              "SERVICE_NAME and BROKER_INSTANCE are empty");
}

TEST(RouteDefinition, Define2NoOptionIsLongerThanItsColumn) {
    EXPECT_THAT(broken({.service_name = std::string(256, 'x'), .address = here}), IsEmpty());
    EXPECT_THAT(broken({.service_name = std::string(257, 'x'), .address = here}), ElementsAre("DEFINE-2"));
    EXPECT_THAT(broken({.service_name = "x", .broker_instance = std::string(128, 'x'), .address = here}),
                IsEmpty());
    EXPECT_THAT(broken({.service_name = "x", .broker_instance = std::string(129, 'x'), .address = here}),
                ElementsAre("DEFINE-2"));
    auto const address_of = [](std::size_t length) {
        return "TCP://" + std::string(length - 11, 'x') + ":4022";
    };
    EXPECT_THAT(broken({.address = address_of(256)}), IsEmpty());
    EXPECT_THAT(broken({.address = address_of(257)}), ElementsAre("DEFINE-2"));
    auto definition = mirrored();
    definition.mirror_address = address_of(256);
    EXPECT_THAT(broken(definition), IsEmpty());
    definition.mirror_address = address_of(257);
    EXPECT_THAT(broken(definition), ElementsAre("DEFINE-2"));
}

TEST(RouteDefinition, Define2CountsUtf16CodeUnits) {
    auto const service_of = [](std::string const& character, int count) {
        RouteDefinition definition = to_anything();
        definition.service_name = "";
        for (int i = 0; i < count; ++i) *definition.service_name += character;
        return definition;
    };
    EXPECT_THAT(broken(service_of("\u00E4", 256)), IsEmpty());
    EXPECT_THAT(broken(service_of("\u8DEF", 256)), IsEmpty());
    EXPECT_THAT(broken(service_of("\u8DEF", 257)), ElementsAre("DEFINE-2"));
    EXPECT_THAT(broken(service_of("\U0001F600", 128)), IsEmpty());
    EXPECT_THAT(broken(service_of("\U0001F600", 129)), ElementsAre("DEFINE-2"));
    EXPECT_THAT(message_of_the_only(service_of("\U0001F600", 129)), HasSubstr("258"));
}

TEST(RouteDefinition, Define3AMirrorAddressNeedsServiceNameAndIdentifier) {
    EXPECT_THAT(broken({.service_name = "OrderParts", .address = here, .mirror_address = partner}),
                ElementsAre("DEFINE-3"));
    EXPECT_THAT(broken({.address = here, .mirror_address = partner}), ElementsAre("DEFINE-3"));
    EXPECT_THAT(
        message_of_the_only({.service_name = "OrderParts", .address = here, .mirror_address = partner}),
        AllOf(HasSubstr("needs BROKER_INSTANCE beside"), HasSubstr(partner)));
    EXPECT_THAT(refusals({.broker_instance = test::guid_1, .address = here, .mirror_address = partner})
                    .front()
                    .message,
                HasSubstr("needs SERVICE_NAME beside"));
    EXPECT_THAT(message_of_the_only({.address = here, .mirror_address = partner}),
                HasSubstr("needs SERVICE_NAME and BROKER_INSTANCE beside"));
}

// What a refusal says of a mirror address that lacks all that it needs.
std::string quoted(std::string const& mirror_address) {
    auto const message = refusals({.address = here, .mirror_address = mirror_address}).front().message;
    return message.substr(0, message.find(" needs "));
}

TEST(RouteDefinition, OfAnOverlongValueAMessageQuotesTheBeginningUpToACharacter) {
    auto const eighty = "TCP://" + std::string(69, 'a') + ":4022";
    EXPECT_EQ(quoted(eighty), "MIRROR_ADDRESS '" + eighty + "'");
    EXPECT_EQ(quoted(eighty + "0"), "MIRROR_ADDRESS '" + eighty + "...'");
    // The 80th byte is in the middle of a character.
    EXPECT_EQ(quoted(std::string(79, 'a') + "\u00E9"), "MIRROR_ADDRESS '" + std::string(79, 'a') + "...'");
    // These bytes are no text at all.
    EXPECT_EQ(quoted(std::string(81, '\x80')), "MIRROR_ADDRESS '...'");
}

TEST(RouteDefinition, Define4AnIdentifierNeedsAServiceName) {
    EXPECT_THAT(broken({.broker_instance = test::guid_1, .address = here}), ElementsAre("DEFINE-4"));
    EXPECT_THAT(broken({.broker_instance = test::guid_1, .address = here, .mirror_address = partner}),
                ElementsAre("DEFINE-3", "DEFINE-4"));
}

TEST(RouteDefinition, Define5AMirroredRouteHasNetworkAddresses) {
    for (auto const* address : {"LOCAL", "local"}) {
        auto definition = mirrored();
        definition.address = address;
        EXPECT_THAT(broken(definition), ElementsAre("DEFINE-5")) << address;
        definition = mirrored();
        definition.mirror_address = address;
        EXPECT_THAT(broken(definition), ElementsAre("DEFINE-5")) << address;
    }
    auto definition = mirrored();
    definition.mirror_address = "TRANSPORT";
    EXPECT_THAT(broken(definition), ElementsAre("DEFINE-5"));
    definition.address = "TRANSPORT";
    EXPECT_THAT(broken(definition), ElementsAre("DEFINE-5", "DEFINE-7", "DEFINE-9"));
}

TEST(RouteDefinition, Define6AnAddressHasTheDocumentedForm) {
    for (auto const* address : {"TCP://a.example", "a.example:4022", "TCP://a.example:0",
                                "TCP://a.example:65536", "UDP://a.example:1", "LOCAL ", "TCP://:4022"})
        EXPECT_THAT(broken({.address = address}), ElementsAre("DEFINE-6")) << address;
    for (auto const* address :
         {"tcp://a.example:4022", "TCP://a.example:4022/", "TCP://[::1]:4022", "TCP://a:65535"})
        EXPECT_THAT(broken({.address = address}), IsEmpty()) << address;
    auto definition = mirrored();
    definition.mirror_address = "b.example";
    EXPECT_THAT(broken(definition), ElementsAre("DEFINE-6"));
}

TEST(RouteDefinition, Define6TellsThatOnlyThePortIsMissing) {
    EXPECT_THAT(message_of_the_only({.address = "TCP://a.example"}),
                HasSubstr("'TCP://a.example' (no port)"));
    EXPECT_THAT(message_of_the_only({.address = "a.example"}), testing::Not(HasSubstr("no port")));
}

TEST(RouteDefinition, Define7TransportGoesWithNoServiceName) {
    EXPECT_THAT(broken({.service_name = "Orders", .address = "TRANSPORT"}), ElementsAre("DEFINE-7"));
    EXPECT_THAT(broken({.service_name = "Orders", .address = "transport"}), ElementsAre("DEFINE-7"));
    // So with no identifier: without a service name DEFINE-4 refuses it.
    EXPECT_THAT(broken({.broker_instance = test::guid_1, .address = "TRANSPORT"}), ElementsAre("DEFINE-4"));
}

TEST(RouteDefinition, Define8ALifetimeIsPositiveAndInRange) {
    for (std::int64_t const lifetime : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{2147483648}})
        EXPECT_THAT(broken({.lifetime = lifetime, .address = here}), ElementsAre("DEFINE-8")) << lifetime;
    for (std::int64_t const lifetime : {std::int64_t{1}, std::int64_t{2147483647}})
        EXPECT_THAT(broken({.lifetime = lifetime, .address = here}), IsEmpty()) << lifetime;
}

TEST(RouteDefinition, Define9AddressAndMirrorAddressDiffer) {
    for (auto const* same : {here, "tcp://A.EXAMPLE:4022", "TCP://a.example:4022/path"}) {
        auto definition = mirrored();
        definition.mirror_address = same;
        EXPECT_THAT(broken(definition), ElementsAre("DEFINE-9")) << same;
    }
    auto definition = mirrored();
    definition.mirror_address = "TCP://a.example:4023";
    EXPECT_THAT(broken(definition), IsEmpty());
}

TEST(RouteDefinition, Define10ARouteToTheDynamicRoutingServiceGivesNoIdentifier) {
    EXPECT_THAT(
        broken(
            {.service_name = dynamic_routing_service, .broker_instance = test::guid_1, .address = "LOCAL"}),
        ElementsAre("DEFINE-10"));
    EXPECT_THAT(broken({.service_name = dynamic_routing_service, .address = "LOCAL"}), IsEmpty());
    // Names are equal byte by byte.
    EXPECT_THAT(broken({.service_name = "sql/ServiceBroker/BrokerConfiguration",
                        .broker_instance = test::guid_1,
                        .address = "LOCAL"}),
                IsEmpty());
}

// DEFINE-11 is about a table: RoutingTable.create refuses it, and no definition can.
TEST(RouteDefinition, Define11IsToldByTheTable) {
    EXPECT_EQ(id(DefinitionRule::define_11), "DEFINE-11");
    EXPECT_FALSE(RoutingTable::create({test::route("R"), test::route("R")}));
    EXPECT_TRUE(RoutingTable::create({test::route("R"), test::route("r")}));
}

TEST(RouteDefinition, EveryBrokenRuleIsToldInTheirOrder) {
    RouteDefinition const definition{.broker_instance = std::string(200, 'x'),
                                     .lifetime = 0,
                                     .address = "LOCAL",
                                     .mirror_address = "local"};
    EXPECT_THAT(broken(definition),
                ElementsAre("DEFINE-2", "DEFINE-3", "DEFINE-4", "DEFINE-5", "DEFINE-8", "DEFINE-9"));
}

TEST(RouteDefinition, RefusalsHaveTheNumbersOfTheServersMessages) {
    RouteDefinition const everything{.service_name = dynamic_routing_service,
                                     .broker_instance = std::string(200, 'x'),
                                     .lifetime = 0,
                                     .address = "TRANSPORT",
                                     .mirror_address = "TRANSPORT"};
    std::vector<std::optional<int>> numbers;
    for (auto const& refusal : refusals(everything)) numbers.push_back(refusal.message_number);
    EXPECT_THAT(numbers, ElementsAre(9660, 9743, 9745, 9746, 9747, std::nullopt));

    RouteDefinition const rest{.broker_instance = "", .address = "nowhere", .mirror_address = here};
    numbers.clear();
    for (auto const& refusal : refusals(rest)) numbers.push_back(refusal.message_number);
    EXPECT_THAT(numbers, ElementsAre(9659, 9661, 9662, 9744));
}

TEST(RouteDefinition, AMessageQuotesOnlyTheBeginningOfAnOverlongValue) {
    RouteDefinition const definition{.broker_instance = std::string(100, 'x'), .address = here};
    EXPECT_THAT(message_of_the_only(definition), HasSubstr("'" + std::string(80, 'x') + "...'"));
    // Not within a character.
    RouteDefinition const wide{.broker_instance = std::string(79, 'x') + "\u8DEF\u8DEF", .address = here};
    EXPECT_THAT(message_of_the_only(wide), HasSubstr("'" + std::string(79, 'x') + "...'"));
}

TEST(RouteDefinition, OfARouteHasItsColumnsButNoLifetime) {
    auto const definition = definition_of(test::route("R")
                                              .to("Orders")
                                              .with(test::guid_1)
                                              .until("2026-01-01T00:00:00Z")
                                              .at(here)
                                              .mirrored_at(partner));
    EXPECT_EQ(definition.service_name, "Orders");
    EXPECT_EQ(definition.broker_instance, test::guid_1);
    EXPECT_EQ(definition.lifetime, std::nullopt);
    EXPECT_EQ(definition.address, here);
    EXPECT_EQ(definition.mirror_address, partner);

    auto const smallest = definition_of(test::route("R"));
    EXPECT_EQ(smallest.service_name, std::nullopt);
    EXPECT_EQ(smallest.broker_instance, std::nullopt);
    EXPECT_EQ(smallest.address, "LOCAL");
    EXPECT_EQ(smallest.mirror_address, std::nullopt);
}

}  // namespace
}  // namespace ssbroute
