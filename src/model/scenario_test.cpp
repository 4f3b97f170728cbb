#include "model/scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

Expected<Scenario> created(std::vector<Database> databases, std::optional<std::string> origin,
                           std::optional<UtcTime> now = std::nullopt) {
    auto instance = Instance::create({.databases = std::move(databases)}).value();
    return Scenario::create(std::move(instance),
                            {.origin_database = std::move(origin), .to_service_name = ServiceName("Svc")},
                            now);
}

Database with_lifetime(std::string name) {
    return database(std::move(name)).routing_by({route("R"), route("S").until("2026-01-01T00:00:00Z")});
}

TEST(Scenario, WithoutOriginTheMessageIsIncoming) {
    auto const scenario = created({database("msdb")}, std::nullopt);
    ASSERT_TRUE(scenario);
    EXPECT_EQ(scenario->origin(), nullptr);
}

TEST(Scenario, OriginIsTheSendingDatabaseOfTheInstance) {
    auto const scenario = created({database("msdb"), database("A")}, "A");
    ASSERT_TRUE(scenario);
    EXPECT_EQ(scenario->origin(), scenario->instance().database("A"));
}

TEST(Scenario, AnOriginWhoseBrokerIsDisabledIsOne) {
    auto const scenario = created({database("msdb"), database("A").disabled()}, "A");
    ASSERT_TRUE(scenario);
    EXPECT_NE(scenario->origin(), nullptr);
}

TEST(Scenario, AnOriginThatIsNotInTheInstanceIsAnError) {
    for (auto const* name : {"B", "a", ""}) {
        auto const scenario = created({database("msdb"), database("A")}, name);
        ASSERT_FALSE(scenario) << name;
        EXPECT_EQ(scenario.error().where, "/message/origin_database");
    }
}

TEST(Scenario, ALifetimeWithoutNowIsAnErrorAtTheFirstLifetime) {
    auto const scenario = created({database("msdb"), with_lifetime("A"), with_lifetime("B")}, std::nullopt);
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().where, "/instance/databases/1/routes/1/lifetime");
}

TEST(Scenario, ALifetimeWithoutNowIsAnErrorInAnyDatabase) {
    EXPECT_FALSE(created({database("msdb"), database("A"), with_lifetime("B")}, "A"));
    Database disabled = with_lifetime("B");
    disabled.broker = Broker::disabled;
    EXPECT_FALSE(created({database("msdb"), disabled}, std::nullopt));
}

TEST(Scenario, TheFirstLifetimeIsByPlaceInTheTableNotByTime) {
    auto const scenario =
        created({database("msdb").routing_by({route("A"), route("B").until("2027-01-01T00:00:00Z"),
                                              route("C").until("2026-01-01T00:00:00Z")})},
                std::nullopt);
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().where, "/instance/databases/0/routes/1/lifetime");
}

TEST(Scenario, WithNowALifetimeIsNoError) {
    auto const scenario = created({with_lifetime("msdb")}, std::nullopt, time("2026-01-01T00:00:00Z"));
    ASSERT_TRUE(scenario);
    EXPECT_EQ(scenario->now(), time("2026-01-01T00:00:00Z"));
}

TEST(Scenario, WithoutLifetimesNowMayBeAbsent) {
    auto const scenario = created({database("msdb").routing_by({route("R")})}, std::nullopt);
    ASSERT_TRUE(scenario);
    EXPECT_EQ(scenario->now(), std::nullopt);
}

TEST(Scenario, CopiesShareTheInstance) {
    auto const scenario = created({database("msdb"), database("A")}, "A").value();
    auto const copy = scenario;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(copy.origin(), scenario.origin());
    EXPECT_EQ(copy.origin(), copy.instance().database("A"));
}

TEST(Message, IsSentByTheInitiatorUnlessSaidOtherwise) {
    Message const message{.to_service_name = ServiceName("Svc")};
    EXPECT_EQ(message.sent_by, SentBy::initiator);
    EXPECT_EQ(message.origin_database, std::nullopt);
    EXPECT_EQ(message.to_broker_instance, std::nullopt);
}

}  // namespace
}  // namespace ssbroute::test
