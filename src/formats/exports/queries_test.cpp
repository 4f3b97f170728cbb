#include "formats/exports/queries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "formats/exports/exports.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// What the query would return: a server with databases master, msdb and Sales, whose AutoCreatedLocal is
// dropped. FOR JSON leaves NULL out and writes / as \/.
std::string const output =
    R"({"sys":{"databases":[)"
    R"({"name":"master","service_broker_guid":"00000000-0000-0000-0000-000000000000",)"
    R"("is_broker_enabled":false},)"
    R"({"name":"msdb","service_broker_guid":"11111111-1111-1111-1111-111111111111",)"
    R"("is_broker_enabled":true},)"
    R"({"name":"Sales","service_broker_guid":"22222222-2222-2222-2222-222222222222",)"
    R"("is_broker_enabled":true}],)"
    R"("service_broker_endpoints":[)"
    R"({"is_message_forwarding_enabled":true,"port":4022,"machine_name":"HOST"}],)"
    R"("routes":[{"database_name":"master"},)"
    R"({"database_name":"msdb","name":"AutoCreatedLocal","address":"LOCAL"},)"
    R"({"database_name":"msdb","name":"Way  back ","remote_service_name":"\/Sales\/Init ",)"
    R"("broker_instance":"33333333-3333-3333-3333-333333333333","lifetime":"2026-01-01T00:00:00.500",)"
    R"("address":"TCP:\/\/a:4022","mirror_address":"TCP:\/\/b:4022"},)"
    R"({"database_name":"Sales"}],)"
    R"("services":[{"database_name":"master"},)"
    R"({"database_name":"msdb","name":"http:\/\/schemas.microsoft.com\/SQL\/ServiceBroker\/ServiceBroker"},)"
    R"({"database_name":"Sales","name":"\/Sales\/Init "},{"database_name":"Sales","name":"\/Sales\/init "}],)"
    R"("transmission_queue":[{"database_name":"Sales","to_service_name":"Orders",)"
    R"("from_service_name":"\/Sales\/Init ",)"
    R"("is_initiator":1,"transmission_status":"No route matches.","enqueue_time":"2026-01-01T00:00:00"},)"
    R"({"database_name":"Sales","to_service_name":"Orders","to_broker_instance":"x","is_initiator":0,)"
    R"("transmission_status":"","enqueue_time":"2026-01-01T00:00:00"}]}})";

void expect_all_of_it(std::string const& text) {
    EXPECT_TRUE(looks_like_export(text));
    Server server("S");
    auto const exported = read_export({"export.json", text}, std::nullopt, server);
    EXPECT_THAT(exported.reported, IsEmpty());

    auto const instance = server.instance().value();
    EXPECT_EQ(instance.message_forwarding(), MessageForwarding::enabled);
    EXPECT_TRUE(instance.is_own_address(Address("tcp://host:4022")));
    auto const* sales = instance.database("Sales");
    ASSERT_NE(sales, nullptr);
    EXPECT_EQ(sales->service_broker_guid, BrokerIdentifier("22222222-2222-2222-2222-222222222222"));
    EXPECT_THAT(sales->routes.as_given(), IsEmpty());
    EXPECT_THAT(sales->services, ElementsAre(ServiceName("/Sales/Init "), ServiceName("/Sales/init ")));

    ASSERT_THAT(instance.msdb().routes.as_given(), SizeIs(2));
    auto const& back = *instance.msdb().routes.as_given()[1];
    EXPECT_EQ(back.name, "Way  back ");
    EXPECT_EQ(back.remote_service_name, ServiceName("/Sales/Init "));
    EXPECT_EQ(back.broker_instance, BrokerIdentifier("33333333-3333-3333-3333-333333333333"));
    EXPECT_EQ(back.lifetime, UtcTime::parse("2026-01-01T00:00:00.5Z"));
    EXPECT_EQ(back.address.text(), "TCP://a:4022");
    EXPECT_EQ(back.mirror_address->text(), "TCP://b:4022");

    ASSERT_THAT(exported.messages, SizeIs(2));
    EXPECT_EQ(exported.messages[0].message.origin_database, "Sales");
    EXPECT_EQ(exported.messages[0].message.sent_by, SentBy::initiator);
    EXPECT_EQ(exported.messages[0].transmission_status, "No route matches.");
    EXPECT_EQ(exported.messages[1].message.sent_by, SentBy::target);
    EXPECT_EQ(exported.messages[1].message.to_broker_instance, BrokerIdentifier("x"));
    EXPECT_EQ(exported.messages[1].transmission_status, "");
}

std::string broken_every(std::size_t length, std::string const& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); at += length) result += text.substr(at, length) + "\r\n";
    return result;
}

TEST(CatalogueQueries, GiveWhatIsReadBack) { expect_all_of_it(output); }

TEST(CatalogueQueries, GiveWhatIsReadBackFromSqlcmd) {
    expect_all_of_it(broken_every(2033, output) + "\r\n");
    // An older screen width.
    expect_all_of_it(broken_every(80, output));
}

TEST(CatalogueQueries, GiveWhatIsReadBackFromSsms) {
    expect_all_of_it(
        "JSON_F52E2B61-18A1-11d1-B105-00805F49916B\r\n-----------------------------------------\r\n" +
        broken_every(2033, output) + "\r\n(1 row affected)\r\n\r\n");
}

TEST(CatalogueQueries, ReadAllFiveViewsAndWriteNothing) {
    std::string const query(catalogue_queries());
    for (auto const* view : {"sys.databases", "{database}.sys.routes", "{database}.sys.services",
                             "sys.service_broker_endpoints", "{database}.sys.transmission_queue"})
        EXPECT_THAT(query, HasSubstr(view));
    for (auto const* word : {"INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "$("})
        EXPECT_THAT(query, Not(HasSubstr(word)));
}

TEST(CatalogueQueries, AreNoExportThemselves) { EXPECT_FALSE(looks_like_export(catalogue_queries())); }

}  // namespace
}  // namespace ssbroute::formats
