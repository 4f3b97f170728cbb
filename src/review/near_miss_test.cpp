#include "review/near_miss.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using review::NearMiss;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

using Lines = std::vector<std::string>;
constexpr auto now = "2026-01-01T00:00:00Z";

// `Sales.R: it is for ...`, `Sales: it has ...`.
Lines text(std::vector<NearMiss> const& near_misses) {
    Lines result;
    for (auto const& one : near_misses)
        result.push_back(one.database + (one.route.empty() ? "" : "." + one.route) + ": " + one.words);
    return result;
}

// `Sales.R MATCH-2: ...`.
Lines text(std::vector<review::Reason> const& reasons) {
    Lines result;
    for (auto const& one : reasons)
        result.push_back(one.database + (one.database.empty() ? "" : ".") + one.route +
                         (one.rule ? " " + std::string(id(*one.rule)) : "") + ": " + one.words);
    return result;
}

Route local() { return route("AutoCreatedLocal"); }

// To OrderParts, from Sales with these routes beside AutoCreatedLocal.
ScenarioBuilder from_sales(std::vector<Route> routes) {
    routes.insert(routes.begin(), local());
    return outgoing("Sales", "OrderParts").now(now).in({database("Sales").routing_by(std::move(routes))});
}

RouteBuilder to(std::string service) { return route("R").to(std::move(service)).at("TCP://a:1"); }

TEST(NearMisses, ANameThatDiffersInCase) {
    EXPECT_THAT(
        text(review::near_misses(from_sales({to("orderparts")}))),
        ElementsAre("Sales.R: it is for 'orderparts', which differs from 'OrderParts' in case; service names "
                    "are compared byte by byte"));
    EXPECT_THAT(text(review::near_misses(from_sales({to("Stock")}))), IsEmpty());
}

TEST(NearMisses, ANameThatDiffersInTrailingSpaceOrWidth) {
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderParts ")}))),
                ElementsAre(HasSubstr("in space at an end")));
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderＰarts")}))),
                ElementsAre(HasSubstr("in width")));
}

TEST(NearMisses, ATypingError) {
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderPart")}))),
                ElementsAre("Sales.R: it is for 'OrderPart', and the message to 'OrderParts'"));
}

TEST(NearMisses, TheServiceNameIsTheNameOfTheRoute) {
    EXPECT_THAT(
        text(review::near_misses(from_sales({route("OrderParts").to("Stock").at("TCP://a:1")}))),
        ElementsAre("Sales.OrderParts: the service name is the name of this route, which is for 'Stock'"));
    EXPECT_THAT(text(review::near_misses(from_sales({route("PartsRoute").to("PartsRoute").at("TCP://a:1")}))),
                ElementsAre("Sales.PartsRoute: it is for 'PartsRoute', which is its own name"));
}

// MATCH-2 takes the route.
TEST(NearMisses, NothingIsNearWhereARouteForTheServiceIsTaken) {
    EXPECT_THAT(text(review::near_misses(
                    from_sales({to("OrderParts"), route("S").to("orderparts").at("TCP://b:1")}))),
                IsEmpty());
}

// MATCH-1, MATCH-2: the identifier is another, so MATCH-5 takes AutoCreatedLocal.
TEST(NearMisses, AnotherIdentifier) {
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderParts").with(guid_1)}).with(guid_2))),
                ElementsAre("Sales.R: it is for the identifier " + std::string(guid_1) +
                            ", and the conversation gives " + guid_2));
}

TEST(NearMisses, AnIdentifierWithoutHyphensIsOnlyText) {
    EXPECT_THAT(text(review::near_misses(
                    from_sales({to("OrderParts").with("11111111111111111111111111111111")}).with(guid_1))),
                ElementsAre(HasSubstr("only GUIDs written with hyphens are compared as GUIDs")));
}

TEST(NearMisses, AnExpiredRoute) {
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderParts").until("2025-01-01T00:00:00Z")}))),
                ElementsAre("Sales.R: it is for this service, and it expired at 2025-01-01T00:00:00Z"));
}

// LOCATE-1, LOCATE-4: the route is taken and leads nowhere.
TEST(NearMisses, AStaleIdentifierOfALocalRoute) {
    EXPECT_THAT(text(review::near_misses(from_sales({to("OrderParts").with(guid_1).at("LOCAL")}))),
                ElementsAre(StartsWith("Sales.R: no database here is known to have its identifier " +
                                       std::string(guid_1))));
}

TEST(NearMisses, TheIdentifierOfADatabaseWithoutTheService) {
    EXPECT_THAT(
        text(review::near_misses(
            outgoing("Sales", "OrderParts")
                .in({database("Sales").routing_by({to("OrderParts").with(guid_1).at("LOCAL")}),
                     database("Parts").offering({"OrderParts"}), database("msdb").identified_by(guid_1)}))),
        ElementsAre("Sales.R: its identifier is that of database 'msdb', which lacks the service"));
}

// SCOPE-1, SCOPE-2.
TEST(NearMisses, ARouteInTheTableOfAnotherDatabase) {
    EXPECT_THAT(
        text(review::near_misses(outgoing("Sales", "OrderParts")
                                     .in({database("Sales").routing_by({local()}),
                                          database("msdb").routing_by({to("OrderParts")})}))),
        ElementsAre(
            "msdb.R: it is for this service; messages from Sales are routed by sys.routes of Sales, not "
            "by that of msdb"));
    EXPECT_THAT(
        text(review::near_misses(incoming("OrderParts")
                                     .in({database("Sales").routing_by({to("OrderParts")}),
                                          database("msdb").routing_by({local()})}))),
        ElementsAre(
            "Sales.R: it is for this service; messages from outside are routed by sys.routes of msdb, "
            "not by that of Sales"));
}

// MATCH-5, LOCATE-3.
TEST(NearMisses, TablesOfOtherDatabasesDoNotMatterToWhatIsDelivered) {
    EXPECT_THAT(text(review::near_misses(
                    incoming("OrderParts")
                        .in({database("Sales").offering({"OrderParts"}).routing_by({to("OrderParts")}),
                             database("msdb").routing_by({local()})}))),
                IsEmpty());
}

// NAME-1, ENABLED-1.
TEST(NearMisses, AServiceThatIsCalledNearlySo) {
    auto const offering = [](DatabaseBuilder const& parts) {
        return text(review::near_misses(
            outgoing("Sales", "OrderParts").in({database("Sales").routing_by({local()}), parts})));
    };
    EXPECT_THAT(offering(database("Parts").offering({"orderParts"})),
                ElementsAre(HasSubstr(
                    "Parts: it has the service 'orderParts', which differs from 'OrderParts' in case")));
    EXPECT_THAT(offering(database("Parts").offering({"OrdersParts"})),
                ElementsAre("Parts: it has the service 'OrdersParts', and the message is to 'OrderParts'"));
    EXPECT_THAT(offering(database("Parts").disabled().offering({"OrderParts"})),
                ElementsAre("Parts: it has the service, and its broker is disabled"));
    EXPECT_THAT(offering(database("Parts").offering({"OrderParts"})), IsEmpty());
    EXPECT_THAT(offering(database("Parts").offering({"Stock"})), IsEmpty());
}

// LOCATE-1 by the conversation's identifier.
TEST(NearMisses, AnIdentifierOfTheConversationThatLeadsNowhere) {
    auto const to_identifier = [](std::string identifier) {
        return text(
            review::near_misses(outgoing("Sales", "OrderParts")
                                    .with(std::move(identifier))
                                    .in({database("Sales").identified_by(guid_1).routing_by({local()}),
                                         database("Parts").identified_by(guid_2).offering({"OrderParts"})})));
    };
    EXPECT_THAT(
        to_identifier(guid_1),
        ElementsAre("Sales: it has the identifier that the conversation gives, and database 'Parts' has the "
                    "service"));
    EXPECT_THAT(to_identifier(guid_3),
                ElementsAre(StartsWith("Parts: it has the service, but is not known to have")));
    EXPECT_THAT(to_identifier(guid_2), IsEmpty());
}

TEST(NearMisses, OnlySoManyAreTold) {
    std::vector<Route> routes;
    routes.reserve(20);
    for (int i = 0; i < 20; ++i)
        routes.push_back(route("R" + std::to_string(i)).to("orderparts").at("TCP://a:1"));
    EXPECT_THAT(review::near_misses(from_sales(routes)), SizeIs(8));
    EXPECT_THAT(review::near_misses(from_sales(routes), 3), SizeIs(3));
}

// --- the route that was expected ---

TEST(ExpectedRoute, IsTaken) {
    auto const found = review::expected_route(from_sales({to("OrderParts")}), "R");
    EXPECT_THAT(found.taken_for, ElementsAre("sent to TCP://a:1"));
    EXPECT_THAT(text(found.reasons), IsEmpty());
    EXPECT_THAT(text(found.near_misses), IsEmpty());
}

// CHOOSE-3 picks one of them.
TEST(ExpectedRoute, IsTakenSometimes) {
    auto const found = review::expected_route(
        from_sales({to("OrderParts"), route("S").to("OrderParts").at("TCP://b:1")}), "S");
    EXPECT_THAT(found.taken_for, ElementsAre("sent to TCP://b:1"));
    EXPECT_THAT(text(found.reasons), ElementsAre("Sales.S CHOOSE-3: 'R' was picked among 2"));
}

TEST(ExpectedRoute, IsNotTakenForItsName) {
    auto const found = review::expected_route(from_sales({to("orderparts")}), "R");
    EXPECT_THAT(found.taken_for, IsEmpty());
    EXPECT_THAT(text(found.reasons),
                ElementsAre("Sales.R MATCH-2: service name differs at byte 1: 'o' is not 'O'"));
    EXPECT_THAT(text(found.near_misses), ElementsAre(HasSubstr("in case")));
}

TEST(ExpectedRoute, IsNotTakenBecauseAnotherMatchesBefore) {
    auto const found = review::expected_route(from_sales({to("OrderParts")}), "AutoCreatedLocal");
    EXPECT_THAT(text(found.reasons),
                ElementsAre("Sales.AutoCreatedLocal MATCH-2: MATCH-2 ended matching before MATCH-5"));
    EXPECT_THAT(text(found.near_misses), IsEmpty());
}

TEST(ExpectedRoute, IsInTheTableOfAnotherDatabase) {
    auto const found = review::expected_route(
        outgoing("Sales", "OrderParts")
            .in({database("Sales").routing_by({local()}), database("msdb").routing_by({to("OrderParts")})}),
        "R");
    EXPECT_THAT(text(found.reasons),
                ElementsAre("msdb.R SCOPE-1: messages from Sales are routed by sys.routes of Sales, "
                            "not by that of msdb"));
}

TEST(ExpectedRoute, IsNowhere) {
    auto const found = review::expected_route(from_sales({to("Stock")}), "r");
    EXPECT_THAT(text(found.reasons), ElementsAre("r: there is no route of this name"));
    EXPECT_THAT(text(found.near_misses), ElementsAre("Sales.R: its name differs in case"));
    EXPECT_THAT(
        text(review::expected_route(from_sales({route("PartsRoute").to("Stock")}), "PartRoute").near_misses),
        ElementsAre("Sales.PartsRoute: it has a name like it"));
    EXPECT_THAT(text(review::expected_route(from_sales({to("Stock")}), "Stock").near_misses),
                ElementsAre("Sales.R: it is for a service of this name"));
    EXPECT_THAT(text(review::expected_route(from_sales({to("Stock")}), "Nothing like it").near_misses),
                IsEmpty());
}

// ENABLED-2, REPLY-1.
TEST(ExpectedRoute, NoRouteIsLookedAt) {
    auto const disabled = review::expected_route(
        outgoing("Sales", "OrderParts").in({database("Sales").disabled().routing_by({to("OrderParts")})}),
        "R");
    EXPECT_THAT(text(disabled.reasons),
                ElementsAre("R ENABLED-2: the broker is disabled: no route is looked at"));
    auto const reply =
        review::expected_route(incoming("OrderParts")
                                   .sent_by(SentBy::target)
                                   .with(guid_1)
                                   .in({database("Sales").identified_by(guid_1).offering({"OrderParts"}),
                                        database("msdb").routing_by({to("OrderParts")})}),
                               "R");
    EXPECT_THAT(text(reply.reasons), ElementsAre(StartsWith("R REPLY-1: ")));
}

// LOOP-1: first the table of Sales, then that of msdb.
TEST(ExpectedRoute, OfMsdbIsTakenWhenAMessageComesBack) {
    auto const scenario =
        outgoing("Sales", "OrderParts")
            .own_address("TCP://a:1")
            .in({database("Sales").routing_by({to("OrderParts")}), database("Parts").offering({"OrderParts"}),
                 database("msdb").routing_by({route("Here").to("OrderParts"), local()})});
    EXPECT_THAT(review::expected_route(scenario, "Here").taken_for,
                ElementsAre("delivered to the service in database 'Parts'"));
    EXPECT_THAT(review::expected_route(scenario, "R").taken_for,
                ElementsAre("delivered to the service in database 'Parts'"));
    EXPECT_THAT(text(review::expected_route(scenario, "AutoCreatedLocal").reasons),
                ElementsAre("msdb.AutoCreatedLocal MATCH-2: MATCH-2 ended matching before MATCH-5"));
}

}  // namespace
}  // namespace ssbroute::test
