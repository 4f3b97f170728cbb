#include "formats/import/emit_tsql.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "formats/scenario_json.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

auto const now = test::time("2026-01-01T00:00:00Z");

ImportOptions options(Strictness strictness = Strictness::lenient) {
    return {.now = now, .strictness = strictness};
}

Import import_script(std::string const& text, Strictness strictness = Strictness::lenient) {
    return import({{"(local)", {{"s.sql", text}}}}, options(strictness)).value();
}

// Instances in one line each.
std::vector<std::string> lines(std::vector<ImportedInstance> const& instances) {
    std::vector<std::string> result;
    result.reserve(instances.size());
    for (auto const& one : instances)
        result.push_back(one.name + " " + to_line(write_instance(one.instance)));
    return result;
}

std::vector<ImportedInstance> instance_of(std::vector<Database> databases,
                                          std::vector<Address> addresses = {},
                                          MessageForwarding forwarding = MessageForwarding::disabled) {
    InstanceParts parts;
    parts.databases = std::move(databases);
    parts.addresses = std::move(addresses);
    parts.message_forwarding = forwarding;
    return {{"(local)", Instance::create(std::move(parts)).value()}};
}

// Writes instances, reads what was written, and expects the same.
void expect_to_come_back(std::vector<ImportedInstance> const& instances) {
    auto const script = write_tsql(instances, now);
    SCOPED_TRACE(script.text);
    EXPECT_THAT(script.left_out, IsEmpty());
    auto const again = import_script(script.text);
    EXPECT_EQ(lines(again.instances), lines(instances));
    for (auto const& remark : again.reported) EXPECT_NE(remark.severity, Severity::error) << remark.message;
}

auto const local = test::route("AutoCreatedLocal");

TEST(WriteTsql, ANewInstanceComesBack) {
    expect_to_come_back(instance_of({test::database("msdb").routing_by({local})}));
}

TEST(WriteTsql, WhatARouteHasComesBack) {
    expect_to_come_back(
        instance_of({test::database("msdb").routing_by({local}),
                     test::database("Sales")
                         .offering({"Orders", "orders"})
                         .routing_by({local,
                                      test::route("All")
                                          .to("OrderParts")
                                          .with(test::guid_1)
                                          .until("2026-01-01T00:01:00Z")
                                          .at("TCP://a:1")
                                          .mirrored_at("TCP://b:1/x"),
                                      test::route("Any").at("transport"),
                                      test::route("Longest").until("2094-01-19T03:14:07Z")})}));
}

TEST(WriteTsql, NamesAndTextsAreQuoted) {
    expect_to_come_back(instance_of(
        {test::database("msdb").routing_by({local}),
         test::database("a]b c'd")
             .offering({"//x/[y]", "it's"})
             .routing_by({local, test::route("r]]'\"").to("it's 'quoted' \u8DEF").at("TCP://a:1"),
                          test::route("--").to("/* no comment").with("-- neither").at("LOCAL")})}));
}

TEST(WriteTsql, WhatSqlcmdWouldNotTakeAsItStandsComesBack) {
    expect_to_come_back(
        instance_of({test::database("msdb").routing_by({local}),
                     test::database("$(x)").routing_by(
                         {local, test::route("$(name)").to("$$(a)$(").at("TCP://a:1"),
                          test::route("<name, sysname, R>").to("<<a,,b>> $(c)").at("TCP://a:1")})}));
}

TEST(WriteTsql, InstancesOfAnyNameComeBack) {
    InstanceParts parts;
    parts.databases = {test::database("msdb").routing_by({local})};
    auto const instance = Instance::create(parts).value();
    std::vector<ImportedInstance> instances;
    for (auto const* name :
         {"(local)", "db1.example", "db1\\SQL2", "db1,1433", "the \"old\" one", "$(host)", "it's"})
        instances.push_back({name, instance});
    expect_to_come_back(instances);
    expect_to_come_back({{"db1", instance}});
}

TEST(WriteTsql, AutoCreatedLocalIsDroppedWhereItIsNot) {
    expect_to_come_back(
        instance_of({test::database("msdb"), test::database("Sales").routing_by({test::route("R")})}));
    auto const script = write_tsql(instance_of({test::database("msdb")}), now);
    EXPECT_THAT(script.text, HasSubstr("DROP ROUTE [AutoCreatedLocal];"));
}

TEST(WriteTsql, AutoCreatedLocalThatWasChangedOrMovedComesBack) {
    expect_to_come_back(
        instance_of({test::database("msdb").routing_by({test::route("AutoCreatedLocal").at("TCP://a:1")}),
                     test::database("Sales").routing_by({test::route("R"), local}),
                     test::database("Other").routing_by({test::route("autocreatedlocal")})}));
}

TEST(WriteTsql, MasterHasRoutesOnlyIfItIsGivenThem) {
    expect_to_come_back(instance_of({test::database("master").routing_by({test::route("R")}),
                                     test::database("msdb").routing_by({local})}));
}

TEST(WriteTsql, DisabledBrokersComeBack) {
    expect_to_come_back(instance_of({test::database("msdb").disabled().routing_by({local}),
                                     test::database("Sales").disabled().routing_by({local})}));
}

TEST(WriteTsql, AnEndpointComesBack) {
    std::vector<Address> const addresses = {Address("TCP://localhost:4022"), Address("TCP://127.0.0.1:4022"),
                                            Address("TCP://[::1]:4022")};
    expect_to_come_back(
        instance_of({test::database("msdb").routing_by({local})}, addresses, MessageForwarding::enabled));
    expect_to_come_back(instance_of({test::database("msdb").routing_by({local})}, addresses));
    expect_to_come_back(
        instance_of({test::database("msdb").routing_by({local})}, {}, MessageForwarding::enabled));
}

TEST(WriteTsql, SeveralInstancesComeBack) {
    auto const import = import_script(
        ":connect HostA\nCREATE ENDPOINT E STATE = STARTED AS TCP (LISTENER_PORT = 4022) "
        "FOR SERVICE_BROKER ()\nCREATE DATABASE Sales\nGO\n:connect HostB\\SQL2\n"
        "CREATE DATABASE Billing\nGO\nUSE Billing\nCREATE ROUTE R WITH LIFETIME = 60, "
        "ADDRESS = 'TCP://HostA:4022'\n");
    ASSERT_THAT(import.instances, SizeIs(2));
    expect_to_come_back(import.instances);
}

TEST(WriteTsql, WhatTheServerWouldRefuseStandsAsItIs) {
    auto const instances = instance_of({test::database("msdb").routing_by(
        {local, test::route("R").to("X").at("nowhere").mirrored_at("LOCAL")})});
    auto const script = write_tsql(instances, now);
    EXPECT_EQ(lines(import_script(script.text).instances), lines(instances));
    EXPECT_NE(lines(import_script(script.text, Strictness::as_the_server).instances), lines(instances));
}

TEST(WriteTsql, WhatTsqlCannotSayIsLeftOutAndTold) {
    InstanceParts parts;
    parts.addresses = {Address("TCP://here.example:4022")};
    parts.pending_route_requests = {ServiceName("OrderParts\nDROP DATABASE msdb")};
    parts.databases = {test::database("msdb")
                           .identified_by(test::guid_1)
                           .routing_by({local, test::route("Old").until("2026-01-01T00:00:00Z"),
                                        test::route("Late").until("2094-01-19T03:14:08Z")})};
    auto const script = write_tsql({{"(local)", Instance::create(parts).value()}}, now);
    EXPECT_THAT(script.left_out,
                ElementsAre(HasSubstr("TCP://here.example:4022 is an address"),
                            HasSubstr("TCP://localhost:4022 is no"), HasSubstr("TCP://127.0.0.1:4022 is no"),
                            HasSubstr("TCP://[::1]:4022 is no"),
                            HasSubstr("'OrderParts\nDROP DATABASE msdb' is pending"), HasSubstr(test::guid_1),
                            HasSubstr("route 'Old' has expired"), HasSubstr("route 'Late' lives until")));
    EXPECT_THAT(script.text, HasSubstr("-- route 'Old' has expired"));
    EXPECT_THAT(script.text, Not(HasSubstr("\nDROP DATABASE")));
    EXPECT_THAT(script.text, Not(HasSubstr("CREATE ROUTE [Old]")));
    EXPECT_THAT(script.text, HasSubstr("CREATE ROUTE [Late] WITH LIFETIME = 2147483647,"));
}

TEST(WriteTsql, AMasterWithNothingInItIsLeftOut) {
    auto const script =
        write_tsql(instance_of({test::database("master"), test::database("msdb").routing_by({local})}), now);
    EXPECT_THAT(script.left_out, ElementsAre(HasSubstr("'master'")));
}

TEST(WriteTsql, IsWhatSqlcmdReads) {
    auto const script = write_tsql(
        instance_of(
            {test::database("msdb").routing_by({local}),
             test::database("Sales")
                 .offering({"Orders"})
                 .routing_by(
                     {test::route("R").to("OrderParts").until("2026-01-02T00:00:00Z").at("TCP://a:1")})}),
        now);
    EXPECT_EQ(
        script.text,
        "-- LIFETIME counts from 2026-01-01T00:00:00Z\n"
        "CREATE DATABASE [Sales];\n"
        "GO\n"
        "USE [Sales];\n"
        "GO\n"
        "CREATE QUEUE [Orders];\n"
        "CREATE SERVICE [Orders] ON QUEUE [Orders] ([DEFAULT]);\n"
        "DROP ROUTE [AutoCreatedLocal];\n"
        "CREATE ROUTE [R] WITH SERVICE_NAME = N'OrderParts', LIFETIME = 86400, ADDRESS = N'TCP://a:1';\n"
        "GO\n");
}

}  // namespace
}  // namespace ssbroute::formats
