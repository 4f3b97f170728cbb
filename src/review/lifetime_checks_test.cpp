#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "review/lint_testing.hpp"

namespace ssbroute::test {
namespace {

using review::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

// EXPIRY-1, and the preferred answer to expiry-instant: expired at the very instant.
TEST(LifetimeChecks, ARouteHasExpiredAtTheInstantOfItsLifetime) {
    EXPECT_THAT(found_in({route("R").to("Svc").until(lint_time)}, Kind::expired_route),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").to("Svc").until("2026-01-01T00:00:01Z")}, Kind::expired_route),
                IsEmpty());
    EXPECT_THAT(found_in({route("R").to("Svc")}, Kind::expired_route), IsEmpty());
}

// Seven days are the default.
TEST(LifetimeChecks, ARouteExpiresSoonWithinAWeek) {
    EXPECT_THAT(found_in({route("R").until("2026-01-08T00:00:00Z")}, Kind::route_expires_soon),
                ElementsAre("Sales.R"));
    EXPECT_THAT(found_in({route("R").until("2026-01-08T00:00:01Z")}, Kind::route_expires_soon), IsEmpty());
    EXPECT_THAT(found_in({route("R").until(lint_time)}, Kind::route_expires_soon), IsEmpty());
}

TEST(LifetimeChecks, WhatIsSoonCanBeChosen) {
    std::vector<review::NamedInstance> const instances = {
        instance().in({database("Sales").routing_by({route("R").until("2026-01-01T00:01:00Z")})})};
    EXPECT_THAT(found(Kind::route_expires_soon, instances, {.soon = 60}), ElementsAre("Sales.R"));
    EXPECT_THAT(found(Kind::route_expires_soon, instances, {.soon = 59}), IsEmpty());
}

TEST(LifetimeChecks, TheyAreToldInTheOrderInWhichTheyExpire) {
    EXPECT_THAT(found_in({route("B").until("2025-01-02T00:00:00Z"), route("A").until("2025-01-03T00:00:00Z"),
                          route("C").until("2025-01-01T00:00:00Z")},
                         Kind::expired_route),
                ElementsAre("Sales.C", "Sales.B", "Sales.A"));
}

// EXPIRY-1: what is not in the table hides nothing.
TEST(LifetimeChecks, AnExpiredRouteHidesNoOther) {
    auto const with_mirrored = [](Route mirrored) {
        return found_in({route("R").to("Svc").with(guid_1).at("TCP://a:1"), std::move(mirrored)},
                        Kind::hidden_by_mirrored_route);
    };
    auto const mirrored = [] {
        return route("M").to("Svc").with(guid_1).at("TCP://b:1").mirrored_at("TCP://c:1");
    };
    EXPECT_THAT(with_mirrored(mirrored()), ElementsAre("Sales.R, Sales.M"));
    EXPECT_THAT(with_mirrored(mirrored().until(lint_time)), IsEmpty());
}

}  // namespace
}  // namespace ssbroute::test
