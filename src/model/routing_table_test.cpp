#include "model/routing_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Names = std::vector<std::string>;

Names names(RouteSet const& set) {
    Names result;
    for (auto const& one : set.all()) result.push_back(one.name);
    std::sort(result.begin(), result.end());
    return result;
}

Names names(std::span<Route const* const> routes) {
    Names result;
    for (auto const* one : routes) result.push_back(one->name);
    return result;
}

RoutingTable table(std::vector<Route> routes) { return RoutingTable::create(std::move(routes)).value(); }

std::string numbered_guid(int number) { return fmt::format("{:08x}-0000-4000-8000-00000000abcd", number); }

TEST(RoutingTable, IsEmptyByDefault) {
    RoutingTable const empty;
    EXPECT_EQ(empty.size(), 0U);
    EXPECT_THAT(empty.as_given(), IsEmpty());
    EXPECT_TRUE(empty.named("Svc").empty());
    EXPECT_TRUE(empty.unnamed().empty());
    EXPECT_THAT(empty.by_lifetime(), IsEmpty());
}

TEST(RoutingTable, ARepeatedNameIsAnErrorAtTheRouteThatRepeatsIt) {
    auto const created = RoutingTable::create({route("A"), route("B"), route("A")});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/2/name");
    EXPECT_THAT(created.error().message, testing::HasSubstr("'A'"));
}

TEST(RoutingTable, TheFirstRepetitionIsTold) {
    auto const created = RoutingTable::create({route("A"), route("B"), route("B"), route("A")});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/2/name");
}

TEST(RoutingTable, NamesOfRoutesAreEqualByteByByte) {
    EXPECT_TRUE(RoutingTable::create({route("A"), route("a"), route("A "), route("")}));
    EXPECT_FALSE(RoutingTable::create({route(""), route("")}));
}

TEST(RoutingTable, AsGivenKeepsTheOrder) {
    auto const routes = table({
        route("9").to("Z"),
        route("1").with(guid_2),
        route("5").to("A").with(guid_2).at("TRANSPORT"),
        route("2").to("A").with(guid_1),
        route("8"),
        route("3").to("A").with(guid_2).at("TCP://a:1"),
        route("7").to("A").with(guid_2).at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("4").to("Z"),
        route("6").to("A"),
    });
    EXPECT_EQ(routes.size(), 9U);
    EXPECT_THAT(names(routes.as_given()), ElementsAre("9", "1", "5", "2", "8", "3", "7", "4", "6"));
}

TEST(RoutingTable, NamedHasTheRoutesOfThatServiceNameOnly) {
    auto const routes = table({route("A").to("Svc"), route("B").to("svc"), route("C"), route("D").to("Svc2"),
                               route("E").to("Svc").at("TCP://a:1")});
    EXPECT_EQ(names(routes.named("Svc").without_identifier()), (Names{"A", "E"}));
    EXPECT_TRUE(routes.named("Sv").empty());
    EXPECT_TRUE(routes.named("").empty());
}

TEST(RoutingTable, UnnamedHasTheRoutesWithoutServiceName) {
    auto const routes = table({route("A").to("Svc"), route("B"), route("C").with(guid_1)});
    EXPECT_EQ(names(routes.unnamed().without_identifier()), (Names{"B"}));
    EXPECT_EQ(names(routes.unnamed().with_identifier(BrokerIdentifier(guid_1))), (Names{"C"}));
}

TEST(RoutingTable, TheEmptyServiceNameIsAServiceName) {
    auto const routes = table({route("A").to(""), route("B")});
    EXPECT_EQ(names(routes.named("").without_identifier()), (Names{"A"}));
    EXPECT_EQ(names(routes.unnamed().without_identifier()), (Names{"B"}));
}

TEST(RoutingTable, WithoutIdentifierHasNoneThatGivesOne) {
    auto const routes =
        table({route("A").to("Svc").with(guid_1), route("B").to("Svc"), route("C").to("Svc").with("")});
    EXPECT_EQ(names(routes.named("Svc").without_identifier()), (Names{"B"}));
}

TEST(RoutingTable, WithoutIdentifierIsEmptyWhereAllGiveOne) {
    auto const routes = table({route("A").to("Svc").with(guid_1)});
    EXPECT_TRUE(routes.named("Svc").without_identifier().empty());
    EXPECT_FALSE(routes.named("Svc").empty());
}

TEST(RoutingTable, ByIdentifierHasASetForEachIdentifier) {
    auto const routes = table({
        route("A").to("Svc").with(guid_2),
        route("B").to("Svc"),
        route("C").to("Svc").with(guid_1),
        route("D").to("Svc").with(guid_2).at("TCP://a:1"),
        route("E").to("Other").with(guid_1),
    });
    std::vector<Names> found;
    for (auto const& set : routes.named("Svc").by_identifier()) found.push_back(names(set));
    EXPECT_THAT(found, UnorderedElementsAre(Names{"C"}, Names{"A", "D"}));
}

TEST(RoutingTable, ByIdentifierTakesSpellingsOfAGuidAsOne) {
    auto const routes = table({
        route("A").to("Svc").with("aaaaaaaa-0000-0000-0000-000000000000"),
        route("B").to("Svc").with("{AAAAAAAA-0000-0000-0000-000000000000}"),
    });
    EXPECT_EQ(routes.named("Svc").by_identifier().size(), 1U);
}

TEST(RoutingTable, ByIdentifierIsEmptyWhereNoneIsGiven) {
    auto const routes = table({route("A").to("Svc")});
    EXPECT_THAT(routes.named("Svc").by_identifier(), IsEmpty());
}

TEST(RoutingTable, SetsAreThoseWithoutIdentifierAndThoseOfEachIdentifier) {
    auto const routes = table({
        route("A").to("Svc").with(guid_1),
        route("B").to("Svc"),
        route("C").to("Svc").with(guid_2),
        route("D").to("Svc"),
    });
    std::vector<Names> found;
    for (auto const& set : routes.named("Svc").sets()) found.push_back(names(set));
    EXPECT_THAT(found, UnorderedElementsAre(Names{"B", "D"}, Names{"A"}, Names{"C"}));
}

TEST(RoutingTable, WithIdentifierFindsEachOfManyIdentifiers) {
    constexpr int count = 1000;
    std::vector<Route> routes = {route("none").to("Svc")};
    for (int i = 0; i < count; ++i)
        // In an order that is not that of the identifiers: 7 and 1000 have no common factor.
        routes.push_back(
            route("R" + std::to_string(i * 7 % count)).to("Svc").with(numbered_guid(2 * (i * 7 % count))));
    auto const many = table(std::move(routes));
    auto const of_name = many.named("Svc");
    for (int i = 0; i < count; ++i)
        EXPECT_EQ(names(of_name.with_identifier(BrokerIdentifier(numbered_guid(2 * i)))),
                  (Names{"R" + std::to_string(i)}));
}

TEST(RoutingTable, WithIdentifierFindsNoneBetweenBeforeAndBehindManyIdentifiers) {
    std::vector<Route> routes = {route("none").to("Svc")};
    for (int i = 1; i < 100; ++i)
        routes.push_back(route("R" + std::to_string(i)).to("Svc").with(numbered_guid(2 * i)));
    auto const many = table(std::move(routes));
    auto const of_name = many.named("Svc");
    for (int i = 0; i <= 100; ++i)
        EXPECT_TRUE(of_name.with_identifier(BrokerIdentifier(numbered_guid(2 * i + 1))).empty()) << i;
    EXPECT_TRUE(of_name.with_identifier(BrokerIdentifier(numbered_guid(0))).empty());
    EXPECT_TRUE(of_name.with_identifier(BrokerIdentifier("")).empty());
    EXPECT_TRUE(of_name.with_identifier(BrokerIdentifier("zzz")).empty());
}

TEST(RoutingTable, WithIdentifierFindsAGuidInAnySpelling) {
    auto const routes = table({route("A").to("Svc").with("{AAAAAAAA-0000-0000-0000-00000000000B}"),
                               route("B").to("Svc").with("AAAAAAAA-0000-0000-0000-00000000000C")});
    EXPECT_EQ(
        names(routes.named("Svc").with_identifier(BrokerIdentifier("aaaaaaaa-0000-0000-0000-00000000000b"))),
        (Names{"A"}));
}

TEST(RoutingTable, WithIdentifierFindsTextThatIsNoGuidAsItIsWritten) {
    auto const routes = table({route("A").to("Svc").with("Broker"), route("B").to("Svc").with("broker"),
                               route("C").to("Svc").with(guid_1), route("D").to("Svc").with("")});
    EXPECT_EQ(names(routes.named("Svc").with_identifier(BrokerIdentifier("broker"))), (Names{"B"}));
    EXPECT_EQ(names(routes.named("Svc").with_identifier(BrokerIdentifier(""))), (Names{"D"}));
    EXPECT_TRUE(routes.named("Svc").with_identifier(BrokerIdentifier("BROKER")).empty());
}

TEST(RoutingTable, ANameThatIsNotThereHasNoRoutesOfAnyKind) {
    auto const routes = table({route("A").to("Svc")});
    auto const none = routes.named("Other");
    EXPECT_TRUE(none.empty());
    EXPECT_TRUE(none.without_identifier().empty());
    EXPECT_THAT(none.by_identifier(), IsEmpty());
    EXPECT_TRUE(none.with_identifier(BrokerIdentifier(guid_1)).empty());
    EXPECT_EQ(none.first_lifetime(), std::nullopt);
}

TEST(RoutingTable, FirstLifetimeIsTheEarliestOfTheName) {
    auto const routes = table({
        route("A").to("Svc").until("2027-01-01T00:00:00Z"),
        route("B").to("Svc").with(guid_1).until("2026-01-01T00:00:00Z"),
        route("C").to("Svc"),
        route("D").until("2025-01-01T00:00:00Z"),
        route("E").to("Other"),
    });
    EXPECT_EQ(routes.named("Svc").first_lifetime(), time("2026-01-01T00:00:00Z"));
    EXPECT_EQ(routes.unnamed().first_lifetime(), time("2025-01-01T00:00:00Z"));
    EXPECT_EQ(routes.named("Other").first_lifetime(), std::nullopt);
}

TEST(RoutingTable, ByLifetimeHasTheRoutesWithALifetimeTheEarliestFirst) {
    auto const routes = table({
        route("A").until("2027-01-01T00:00:00Z"),
        route("B"),
        route("C").to("Svc").until("2025-01-01T00:00:00Z"),
        route("D").to("Svc").with(guid_1).until("2026-01-01T00:00:00Z"),
    });
    EXPECT_THAT(names(routes.by_lifetime()), ElementsAre("C", "D", "A"));
}

TEST(RoutingTable, CopiesShareTheirRoutes) {
    auto const routes = table({route("A")});
    auto const copy = routes;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(routes.as_given().front(), copy.as_given().front());
}

}  // namespace
}  // namespace ssbroute::test
