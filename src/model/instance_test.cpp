#include "model/instance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Instance instance(std::vector<Database> databases) {
    return Instance::create({.databases = std::move(databases)}).value();
}

std::vector<std::string> names(std::span<Database const* const> databases) {
    std::vector<std::string> result;
    for (auto const* one : databases) result.push_back(one->name);
    return result;
}

TEST(Instance, WithoutMsdbIsAnErrorAtTheDatabases) {
    auto const created = Instance::create({.databases = {database("A")}});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases");
    EXPECT_THAT(created.error().message, HasSubstr("msdb"));
}

TEST(Instance, WithoutDatabasesIsAnError) {
    auto const created = Instance::create({});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases");
}

TEST(Instance, MsdbIsInLowerCase) {
    EXPECT_FALSE(Instance::create({.databases = {database("MSDB")}}));
    EXPECT_TRUE(Instance::create({.databases = {database("MSDB"), database("msdb")}}));
}

TEST(Instance, MsdbIsFoundWhereverItStandsAndWhateverItsBroker) {
    EXPECT_EQ(instance({database("A"), database("msdb").disabled(), database("B")}).msdb().name, "msdb");
}

TEST(Instance, ARepeatedNameIsAnErrorAtTheDatabaseThatRepeatsIt) {
    auto const created =
        Instance::create({.databases = {database("msdb"), database("A"), database("B"), database("A")}});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases/3/name");
    EXPECT_THAT(created.error().message, HasSubstr("'A'"));
}

TEST(Instance, ARepeatedNameIsAnErrorWhateverTheBrokers) {
    auto const created =
        Instance::create({.databases = {database("msdb"), database("A").disabled(), database("A")}});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases/2/name");
}

TEST(Instance, NamesOfDatabasesAreEqualByteByByte) {
    auto const both = instance({database("A"), database("a"), database("msdb")});
    ASSERT_NE(both.database("a"), nullptr);
    EXPECT_EQ(both.database("a")->name, "a");
    EXPECT_EQ(both.database("a "), nullptr);
}

TEST(Instance, TwoEnabledDatabasesWithOneIdentifierAreAnErrorAtTheSecond) {
    auto const created =
        Instance::create({.databases = {database("msdb"), database("A").identified_by(guid_1),
                                        database("B").identified_by(guid_1)}});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases/2/service_broker_guid");
    EXPECT_THAT(created.error().message, HasSubstr("'A'"));
}

TEST(Instance, AnIdentifierIsSharedWhateverItsSpelling) {
    auto const created =
        Instance::create({.databases = {
                              database("msdb").identified_by("aaaaaaaa-0000-0000-0000-000000000000"),
                              database("B").identified_by("{AAAAAAAA-0000-0000-0000-000000000000}"),
                          }});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().where, "/databases/1/service_broker_guid");
}

TEST(Instance, DisabledDatabasesMayShareAnIdentifier) {
    auto const shared = instance({
        database("msdb"),
        database("A").identified_by(guid_1).disabled(),
        database("B").identified_by(guid_1),
        database("C").identified_by(guid_1).disabled(),
    });
    auto const* found = shared.database_with_identifier(BrokerIdentifier(guid_1));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, "B");
}

TEST(Instance, DatabasesWithoutIdentifierShareNone) {
    EXPECT_TRUE(Instance::create({.databases = {database("msdb"), database("A"), database("B")}}));
}

TEST(Instance, DatabaseIsFoundByNameWhateverItsBroker) {
    auto const all = instance({database("msdb"), database("A").disabled()});
    ASSERT_NE(all.database("A"), nullptr);
    EXPECT_EQ(all.database("A")->broker, Broker::disabled);
    EXPECT_EQ(all.database("B"), nullptr);
    EXPECT_EQ(all.database(""), nullptr);
}

TEST(Instance, DatabaseWithIdentifierIsFoundInAnySpelling) {
    auto const all =
        instance({database("msdb"), database("A").identified_by("{AAAAAAAA-0000-0000-0000-000000000000}")});
    auto const* found =
        all.database_with_identifier(BrokerIdentifier("aaaaaaaa-0000-0000-0000-000000000000"));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, "A");
}

TEST(Instance, DatabaseWithIdentifierIsNoneForAnotherIdentifier) {
    auto const all = instance({database("msdb"), database("A").identified_by(guid_1)});
    EXPECT_EQ(all.database_with_identifier(BrokerIdentifier(guid_2)), nullptr);
    EXPECT_EQ(all.database_with_identifier(BrokerIdentifier("A")), nullptr);
    EXPECT_EQ(all.database_with_identifier(BrokerIdentifier("")), nullptr);
}

TEST(Instance, ADisabledDatabaseHasNoIdentifier) {
    auto const all = instance({database("msdb"), database("A").identified_by(guid_1).disabled()});
    EXPECT_EQ(all.database_with_identifier(BrokerIdentifier(guid_1)), nullptr);
}

TEST(Instance, ADisabledDatabaseHasNoServices) {
    auto const all = instance({database("msdb"), database("A").offering({"Svc"}).disabled()});
    EXPECT_THAT(all.databases_with_service(ServiceName("Svc")), IsEmpty());
    EXPECT_FALSE(all.has_service(*all.database("A"), ServiceName("Svc")));
}

TEST(Instance, DatabasesWithServiceAreInTheirOrder) {
    auto const all = instance({
        database("Z").offering({"Svc"}),
        database("msdb").offering({"Other"}),
        database("A").offering({"Other", "Svc"}),
        database("M").offering({"Svc"}),
    });
    EXPECT_THAT(names(all.databases_with_service(ServiceName("Svc"))), ElementsAre("Z", "A", "M"));
}

TEST(Instance, ADatabaseThatListsAServiceTwiceHasItOnce) {
    auto const all = instance({database("msdb"), database("A").offering({"Svc", "Other", "Svc"})});
    EXPECT_THAT(names(all.databases_with_service(ServiceName("Svc"))), ElementsAre("A"));
}

TEST(Instance, ServicesAreFoundByteByByte) {
    auto const all = instance({database("msdb").offering({"Svc"})});
    EXPECT_THAT(all.databases_with_service(ServiceName("svc")), IsEmpty());
    EXPECT_THAT(all.databases_with_service(ServiceName("Svc ")), IsEmpty());
    EXPECT_THAT(all.databases_with_service(ServiceName("")), IsEmpty());
}

TEST(Instance, HasServiceAsksOneDatabase) {
    auto const all = instance({database("msdb"), database("A").offering({"Svc"}), database("B")});
    EXPECT_TRUE(all.has_service(*all.database("A"), ServiceName("Svc")));
    EXPECT_FALSE(all.has_service(*all.database("B"), ServiceName("Svc")));
}

TEST(Instance, AnOwnAddressIsKnownInAnySpelling) {
    auto const all =
        Instance::create({.addresses = {Address("TCP://Here:4022")}, .databases = {database("msdb")}})
            .value();
    EXPECT_TRUE(all.is_own_address(Address("tcp://hERE:04022/x")));
    EXPECT_FALSE(all.is_own_address(Address("TCP://here:4023")));
    EXPECT_FALSE(all.is_own_address(Address("LOCAL")));
}

TEST(Instance, AnOwnAddressThatIsNotValidIsKnownAsText) {
    auto const all =
        Instance::create({.addresses = {Address("here")}, .databases = {database("msdb")}}).value();
    EXPECT_TRUE(all.is_own_address(Address("HERE")));
    EXPECT_FALSE(all.is_own_address(Address("here/")));
}

TEST(Instance, WithoutAddressesNoneIsItsOwn) {
    EXPECT_FALSE(instance({database("msdb")}).is_own_address(Address("TCP://here:1")));
}

TEST(Instance, APendingRequestIsForOneServiceByteByByte) {
    auto const all =
        Instance::create({.pending_route_requests = {ServiceName("Svc")}, .databases = {database("msdb")}})
            .value();
    EXPECT_TRUE(all.is_route_request_pending(ServiceName("Svc")));
    EXPECT_FALSE(all.is_route_request_pending(ServiceName("svc")));
}

TEST(Instance, ForwardingIsDisabledUnlessSaidOtherwise) {
    EXPECT_EQ(instance({database("msdb")}).message_forwarding(), MessageForwarding::disabled);
}

TEST(Instance, HoldsItsPartsAsGiven) {
    auto const all = Instance::create({
                                          .message_forwarding = MessageForwarding::enabled,
                                          .addresses = {Address("TCP://b:1"), Address("TCP://a:1")},
                                          .pending_route_requests = {ServiceName("S"), ServiceName("R")},
                                          .databases = {database("msdb"), database("A")},
                                      })
                         .value();
    EXPECT_EQ(all.message_forwarding(), MessageForwarding::enabled);
    EXPECT_THAT(all.addresses(), ElementsAre(Address("TCP://b:1"), Address("TCP://a:1")));
    EXPECT_THAT(all.pending_route_requests(), ElementsAre(ServiceName("S"), ServiceName("R")));
    ASSERT_EQ(all.databases().size(), 2U);
    EXPECT_EQ(all.databases()[0].name, "msdb");
    EXPECT_EQ(all.databases()[1].name, "A");
}

TEST(Instance, CopiesShareWhatTheyHold) {
    auto const all = instance({database("msdb")});
    auto const copy = all;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(&all.msdb(), &copy.msdb());
}

}  // namespace
}  // namespace ssbroute::test
