#include "formats/exports/exports.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "model/instance.hpp"

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

constexpr auto guid = "0F0E0D0C-0B0A-0908-0706-050403020100";

struct Read {
    Export exported;
    Instance instance;
};

Read read(std::string text, std::optional<std::string> const& database = std::nullopt) {
    Server server("S");
    Source const source{"views.txt", std::move(text)};
    auto exported = read_export(source, database, server);
    return {std::move(exported), server.instance().value()};
}

// `LINE:COLUMN SEVERITY: MESSAGE`.
std::vector<std::string> reported(Export const& exported) {
    std::vector<std::string> result;
    for (auto const& one : exported.reported)
        result.push_back(
            fmt::format("{}:{} {}: {}", one.place.line, one.place.column, name(one.severity), one.message));
    return result;
}

std::vector<std::string> faults_of_export(std::string text,
                                          std::optional<std::string> const& database = "A") {
    return reported(read(std::move(text), database).exported);
}

template <typename Value>
std::string or_null(std::optional<Value> const& value) {
    return value ? value->text() : "NULL";
}

// `R: NULL NULL NULL LOCAL NULL`: service, identifier, lifetime, address, mirror.
std::vector<std::string> routes(Read const& read, std::string_view database) {
    std::vector<std::string> result;
    for (auto const* route : read.instance.database(database)->routes.as_given())
        result.push_back(fmt::format("{}: {} {} {} {} {}", route->name, or_null(route->remote_service_name),
                                     or_null(route->broker_instance), or_null(route->lifetime),
                                     route->address.text(), or_null(route->mirror_address)));
    return result;
}

std::vector<std::string> services(Read const& read, std::string_view database) {
    std::vector<std::string> result;
    for (auto const& service : read.instance.database(database)->services) result.push_back(service.text());
    return result;
}

std::vector<std::string> addresses(Read const& read) {
    std::vector<std::string> result;
    for (auto const& address : read.instance.addresses()) result.push_back(address.text());
    return result;
}

// `A -> Svc (NULL) by initiator: status`.
std::vector<std::string> messages(Read const& read) {
    std::vector<std::string> result;
    for (auto const& one : read.exported.messages)
        result.push_back(fmt::format("{} -> {} ({}) by {}: {}", *one.message.origin_database,
                                     one.message.to_service_name.text(),
                                     or_null(one.message.to_broker_instance),
                                     one.message.sent_by == SentBy::target ? "target" : "initiator",
                                     one.transmission_status.value_or("NULL")));
    return result;
}

constexpr auto default_route = "AutoCreatedLocal: NULL NULL NULL LOCAL NULL";

// sys.routes.

TEST(ExportedRoutes, HaveTheColumnsOfSysRoutes) {
    auto const found = read(
        "name,route_id,principal_id,remote_service_name,broker_instance,lifetime,address,mirror_address\n"
        "AutoCreatedLocal,65536,1,NULL,NULL,NULL,LOCAL,NULL\n"
        "R,65537,1,Svc,0f0e0d0c-0b0a-0908-0706-050403020100,2026-01-01 00:00:00.500,TCP://a:1,TCP://b:2\n",
        "A");
    EXPECT_THAT(found.exported.reported, IsEmpty());
    EXPECT_THAT(routes(found, "A"), ElementsAre(default_route,
                                                "R: Svc 0f0e0d0c-0b0a-0908-0706-050403020100 "
                                                "2026-01-01T00:00:00.5Z TCP://a:1 TCP://b:2"));
    EXPECT_THAT(routes(found, "msdb"), ElementsAre(default_route));
}

TEST(ExportedRoutes, AreReadFromEachForm) {
    std::string const aligned =
        "name       remote_service_name address   \n"
        "---------- ------------------- ----------\n"
        "R          Svc                 TCP://a:1 \n"
        "\n(1 row affected)\n";
    std::string const forms[] = {
        aligned,
        R"([{"name":"R","route_id":65537,"remote_service_name":"Svc","address":"TCP:\/\/a:1"}])",
        "name,remote_service_name,address\nR,Svc,TCP://a:1\n",
        "Name\tRemote_Service_Name\tADDRESS\nR\tSvc\tTCP://a:1\n",
        "name remote_service_name address\n---- ------------------- -------\nR Svc TCP://a:1\n",
        "name|remote_service_name|address\n----|-------------------|-------\nR|Svc|TCP://a:1\n",
    };
    for (auto const& form : forms) {
        EXPECT_TRUE(looks_like_export(form)) << form;
        auto const found = read(form, "A");
        EXPECT_THAT(found.exported.reported, IsEmpty()) << form;
        EXPECT_THAT(routes(found, "A"), ElementsAre("R: Svc NULL NULL TCP://a:1 NULL")) << form;
    }
}

TEST(ExportedRoutes, TakeTheirTimesAsForJsonAndTheToolsPrintThem) {
    for (std::string const time :
         {"2026-01-01T00:00:00", "2026-01-01 00:00:00.000", "2026-01-01 00:00:00.0000000"})
        EXPECT_THAT(routes(read("name,address,lifetime\nR,LOCAL," + time, "A"), "A"),
                    ElementsAre("R: NULL NULL 2026-01-01T00:00:00Z LOCAL NULL"))
            << time;
}

TEST(ExportedRoutes, AreOfTheDatabaseThatTheRowNames) {
    auto const found = read("database_name,name,address\nA,R,LOCAL\nb,S,LOCAL\nB,T,LOCAL\nA,U,LOCAL\n", "C");
    EXPECT_THAT(routes(found, "A"),
                ElementsAre("R: NULL NULL NULL LOCAL NULL", "U: NULL NULL NULL LOCAL NULL"));
    EXPECT_THAT(routes(found, "b"),
                ElementsAre("S: NULL NULL NULL LOCAL NULL", "T: NULL NULL NULL LOCAL NULL"));
    EXPECT_EQ(found.instance.database("C"), nullptr);
}

TEST(ExportedRoutes, WithoutADatabaseAreReportedOnce) {
    EXPECT_THAT(faults_of_export("name,address\nR,LOCAL\nS,LOCAL\n", std::nullopt),
                ElementsAre("2:1 error: expected a column database_name, or the database of these rows "
                            "(--database), found neither"));
}

TEST(ExportedRoutes, MayBeNone) {
    // Otherwise AutoCreatedLocal would be taken to be there.
    auto const json = R"([{"view_name":"sys.routes","database_name":"A"}])";
    EXPECT_THAT(routes(read(json), "A"), IsEmpty());
    EXPECT_THAT(routes(read(R"({"sys":{"routes":[{"database_name":"A"}]}})"), "A"), IsEmpty());
    EXPECT_THAT(routes(read("database_name,name,address\nA,NULL,NULL\n"), "A"), IsEmpty());
    EXPECT_THAT(routes(read("name       address   \n---------- ----------\n\n(0 rows affected)\n", "A"), "A"),
                IsEmpty());
    EXPECT_EQ(
        read("name       address   \n---------- ----------\n\n(0 rows affected)\n").instance.database("A"),
        nullptr);
}

TEST(ExportedRoutes, OfOtherDatabasesStayAsTheyAre) {
    auto const found = read("name,service_broker_guid\nA,NULL\n\nname,address\nR,LOCAL\n", "msdb");
    EXPECT_THAT(routes(found, "A"), ElementsAre(default_route));
    EXPECT_THAT(routes(found, "msdb"), ElementsAre("R: NULL NULL NULL LOCAL NULL"));
}

TEST(ExportedRoutes, ThatCannotBeAreReportedAndLeftOut) {
    EXPECT_THAT(
        faults_of_export("name,address,lifetime\nR,NULL,NULL\nNULL,LOCAL,NULL\nS,LOCAL,tomorrow\n"),
        ElementsAre("2:1 error: sys.routes, address: expected a value, found none",
                    "3:1 error: sys.routes, name: expected a value, found none",
                    "4:9 error: sys.routes, lifetime: expected a time in UTC like 2026-01-01T00:00:00, "
                    "found 'tomorrow'"));
    EXPECT_THAT(routes(read("name,address\nR,NULL\nS,LOCAL\n", "A"), "A"),
                ElementsAre("S: NULL NULL NULL LOCAL NULL"));
}

TEST(ExportedRoutes, NeedTheirColumns) {
    EXPECT_THAT(faults_of_export("name,route_id\nR,65537\nS,65538\n"),
                ElementsAre("1:1 error: sys.routes: expected a column address, found none"));
    EXPECT_THAT(faults_of_export(R"([{"name":"R","route_id":1}])"),
                ElementsAre("1:1 error: sys.routes: expected a column address, found none"));
}

TEST(ExportedRoutes, HaveNamesThatDifferInADatabase) {
    auto const found = read("name,address\nR,LOCAL\nS,LOCAL\nr,TRANSPORT\n", "A");
    EXPECT_THAT(
        reported(found.exported),
        ElementsAre("4:1 error: sys.routes, name: expected each name once in a database (DEFINE-11), found "
                    "'r' again in A"));
    EXPECT_THAT(routes(found, "A"),
                ElementsAre("R: NULL NULL NULL LOCAL NULL", "S: NULL NULL NULL LOCAL NULL"));
}

TEST(ExportedRoutes, HaveNoEmptyTexts) {
    auto const found = read(
        "\"name\",\"remote_service_name\",\"broker_instance\",\"address\",\"mirror_address\"\n"
        "\"R\",\"\",\"\",\"LOCAL\",\"\"\n\"S\",\"\",\"\",\"LOCAL\",\"\"\n",
        "A");
    EXPECT_THAT(routes(found, "A"),
                ElementsAre("R: NULL NULL NULL LOCAL NULL", "S: NULL NULL NULL LOCAL NULL"));
    EXPECT_THAT(
        reported(found.exported),
        ElementsAre(
            "2:5 warning: sys.routes, remote_service_name: an empty text is taken for NULL, here and below",
            "2:8 warning: sys.routes, broker_instance: an empty text is taken for NULL, here and below",
            "2:19 warning: sys.routes, mirror_address: an empty text is taken for NULL, here and below"));
}

TEST(ExportedRoutes, KeepWhatTheServerKeeps) {
    // What is no GUID and no valid address, too: lint has to say so, not the reader.
    EXPECT_THAT(
        routes(read("name,remote_service_name,broker_instance,address\n R, Svc ,x,nowhere\n", "A"), "A"),
        ElementsAre(" R:  Svc  x NULL nowhere NULL"));
}

TEST(ExportedRoutes, HaveEachColumnOnce) {
    auto const found = read("name,address,name\nR,LOCAL,A\n", "A");
    EXPECT_THAT(reported(found.exported),
                ElementsAre("1:1 warning: column name is repeated; the first is read"));
    EXPECT_THAT(routes(found, "A"), ElementsAre("R: NULL NULL NULL LOCAL NULL"));
}

// sys.services.

TEST(ExportedServices, AreReadByTheirIds) {
    auto const found =
        read("name,service_id,principal_id,service_queue_id\nSvc,65536,1,901578250\nsvc,65537,1,5\n", "A");
    EXPECT_THAT(found.exported.reported, IsEmpty());
    EXPECT_THAT(services(found, "A"), ElementsAre("Svc", "svc"));
    EXPECT_THAT(routes(found, "A"), ElementsAre(default_route));
}

TEST(ExportedServices, AreReadByTheNameOfTheirView) {
    for (std::string const name : {"sys.services", "services", "SYS.Services"}) {
        EXPECT_THAT(services(read("view_name,name\n" + name + ",Svc\n", "A"), "A"), ElementsAre("Svc"))
            << name;
        EXPECT_THAT(services(read("[{\"catalog_view\":\"" + name + "\",\"name\":\"Svc\"}]", "A"), "A"),
                    ElementsAre("Svc"))
            << name;
        EXPECT_THAT(services(read("{\"" + name + "\":[{\"name\":\"Svc\"}]}", "A"), "A"), ElementsAre("Svc"))
            << name;
    }
}

TEST(ExportedServices, NeedANameInEachRow) {
    EXPECT_THAT(faults_of_export("name,service_id\nNULL,1\n"),
                ElementsAre("2:1 error: sys.services, name: expected a value, found none"));
}

// sys.databases.

TEST(ExportedDatabases, HaveIdentifierAndBroker) {
    auto const found =
        read(fmt::format("name       service_broker_guid                  is_broker_enabled\n"
                         "---------- ------------------------------------ -----------------\n"
                         "A          {}                 1\n"
                         "B          NULL                                                 0\n"
                         "C          00000000-0000-0000-0000-000000000000                 1\n"
                         "D          00000000-0000-0000-0000-000000000000                 1\n",
                         guid));
    EXPECT_THAT(found.exported.reported, IsEmpty());
    auto const* a = found.instance.database("A");
    ASSERT_NE(a, nullptr);
    EXPECT_THAT(a->service_broker_guid, Optional(BrokerIdentifier(guid)));
    EXPECT_EQ(a->broker, Broker::enabled);
    EXPECT_EQ(found.instance.database("B")->service_broker_guid, std::nullopt);
    EXPECT_EQ(found.instance.database("B")->broker, Broker::disabled);
    // The identifier of a database that never had a broker is nobody's, so two may have it.
    EXPECT_EQ(found.instance.database("C")->service_broker_guid, std::nullopt);
}

TEST(ExportedDatabases, TakeBitsAsTheyArePrinted) {
    for (std::string const word : {"0", "false", "False"})
        EXPECT_EQ(read("name,is_broker_enabled\nA," + word).instance.database("A")->broker, Broker::disabled)
            << word;
    for (std::string const word : {"1", "true", "True", "NULL"})
        EXPECT_EQ(read("name,is_broker_enabled\nA," + word).instance.database("A")->broker, Broker::enabled)
            << word;
    EXPECT_EQ(read(R"([{"name":"A","is_broker_enabled":false}])").instance.database("A")->broker,
              Broker::disabled);
}

TEST(ExportedDatabases, ThatCannotBeAreReported) {
    EXPECT_THAT(
        faults_of_export("name,service_broker_guid,is_broker_enabled\nA,x,1\nB,NULL,yes\nNULL,NULL,1\n"),
        ElementsAre("2:3 error: sys.databases, service_broker_guid: expected a GUID like "
                    "0f0e0d0c-0b0a-0908-0706-050403020100, found 'x'",
                    "3:8 error: sys.databases, is_broker_enabled: expected 0 or 1, found 'yes'",
                    "4:1 error: sys.databases, name: expected a value, found none"));
}

TEST(ExportedDatabases, MayComeBehindTheirRoutes) {
    auto const found = read("database_name,name,address\nsales,R,LOCAL\n\nname,is_broker_enabled\nSales,0\n");
    EXPECT_EQ(found.instance.database("sales"), nullptr);
    EXPECT_EQ(found.instance.database("Sales")->broker, Broker::disabled);
    EXPECT_THAT(routes(found, "Sales"), ElementsAre("R: NULL NULL NULL LOCAL NULL"));
}

// sys.service_broker_endpoints.

TEST(ExportedEndpoints, SayWhetherMessagesAreForwarded) {
    EXPECT_EQ(read("name,is_message_forwarding_enabled\nE,1\n").instance.message_forwarding(),
              MessageForwarding::enabled);
    EXPECT_EQ(read("name,is_message_forwarding_enabled\nE,0\n").instance.message_forwarding(),
              MessageForwarding::disabled);
    EXPECT_THAT(addresses(read("name,is_message_forwarding_enabled\nE,1\n")), IsEmpty());
}

TEST(ExportedEndpoints, MayKnowTheirPortAndTheComputer) {
    auto const found = read("is_message_forwarding_enabled,port,machine_name\n0,4022,HOST\n");
    EXPECT_THAT(addresses(found), ElementsAre("TCP://localhost:4022", "TCP://127.0.0.1:4022",
                                              "TCP://[::1]:4022", "TCP://HOST:4022"));
}

TEST(ExportedEndpoints, ThatCannotBeAreReported) {
    for (std::string const port : {"0", "65536", "-1", "4022x", "99999999999999999999"})
        EXPECT_THAT(
            faults_of_export("is_message_forwarding_enabled,port\n0," + port + "\n"),
            ElementsAre("2:3 error: sys.service_broker_endpoints, port: expected a port from 1 to 65535, "
                        "found '" +
                        port + "'"));
    EXPECT_THAT(faults_of_export("is_message_forwarding_enabled\nmaybe\n\n"), SizeIs(1));
}

// sys.transmission_queue.

TEST(ExportedMessages, AreRowsOfTheTransmissionQueue) {
    auto const found = read(
        "conversation_handle,to_service_name,to_broker_instance,from_service_name,enqueue_time,is_"
        "conversation_error,"
        "transmission_status\n"
        "0f0e0d0c-0b0a-0908-0706-050403020100,Svc,NULL,Me,2026-01-01 00:00:00.000,0,No route\n"
        "0f0e0d0c-0b0a-0908-0706-050403020100,Svc,x,Me,2026-01-01 00:00:00.000,1,\"\"\n"
        "0f0e0d0c-0b0a-0908-0706-050403020100,Svc,NULL,Me,2026-01-01 00:00:00.000,1,NULL\n",
        "A");
    EXPECT_THAT(found.exported.reported, IsEmpty());
    EXPECT_THAT(messages(found),
                ElementsAre("A -> Svc (NULL) by initiator: No route",
                            "A -> Svc (x) by initiator: ", "A -> Svc (NULL) by initiator: NULL"));
    EXPECT_EQ(found.exported.messages[1].place, (Place{"views.txt", 3, 1}));
    EXPECT_NE(found.instance.database("A"), nullptr);
}

TEST(ExportedMessages, AreSentByTheSideThatIsInitiatorTells) {
    EXPECT_THAT(messages(read(R"([{"database_name":"A","to_service_name":"S","is_initiator":0},
                                  {"database_name":"A","to_service_name":"S","is_initiator":1},
                                  {"database_name":"A","to_service_name":"S"}])")),
                ElementsAre("A -> S (NULL) by target: NULL", "A -> S (NULL) by initiator: NULL",
                            "A -> S (NULL) by initiator: NULL"));
}

TEST(ExportedMessages, ComeFromTheDatabaseAsItIsSpelled) {
    EXPECT_THAT(
        messages(
            read("to_service_name,transmission_status\nSvc,x\n\nname,is_broker_enabled\nSales,1\n", "SALES")),
        ElementsAre("Sales -> Svc (NULL) by initiator: x"));
}

TEST(ExportedMessages, NeedATargetService) {
    EXPECT_THAT(
        faults_of_export("to_service_name,from_service_name\nNULL,Me\n"),
        ElementsAre("2:1 error: sys.transmission_queue, to_service_name: expected a value, found none"));
}

TEST(ExportedMessages, AreNotThoseThatPassThrough) {
    // sys.dm_broker_forwarded_messages.
    EXPECT_THAT(
        faults_of_export("to_service_name,from_service_name,hops_remaining\nSvc,Me,10\n"),
        ElementsAre("1:1 warning: passed over rows of no known catalogue view; columns: to_service_name, "
                    "from_service_name, hops_remaining"));
}

// All.

TEST(Exports, MayMixViewsInOneResultSet) {
    auto const found = read(
        "view_name|database_name|name|address|to_service_name|is_broker_enabled\n"
        "---------|-------------|----|-------|---------------|-----------------\n"
        "sys.databases|NULL|A|NULL|NULL|0\n"
        "sys.routes|A|R|LOCAL|NULL|NULL\n"
        "sys.services|A|Svc|NULL|NULL|NULL\n"
        "sys.transmission_queue|A|NULL|NULL|Svc|NULL\n"
        "sys.tables|A|T|NULL|NULL|NULL\n"
        "NULL|A|T|NULL|NULL|NULL\n");
    EXPECT_THAT(
        reported(found.exported),
        ElementsAre("7:1 error: expected the name of a catalogue view like sys.routes, found 'sys.tables'",
                    "8:1 error: expected the name of a catalogue view like sys.routes, found none"));
    EXPECT_EQ(found.instance.database("A")->broker, Broker::disabled);
    EXPECT_THAT(services(found, "A"), ElementsAre("Svc"));
    EXPECT_THAT(messages(found), ElementsAre("A -> Svc (NULL) by initiator: NULL"));
}

TEST(Exports, PassOverOtherResultSets) {
    auto const found = read(
        "name       object_id\n---------- ---------\nx                  1\n\n"
        "name       address \n---------- --------\nR          LOCAL   \n",
        "A");
    EXPECT_THAT(
        reported(found.exported),
        ElementsAre("1:1 warning: passed over rows of no known catalogue view; columns: name, object_id"));
    EXPECT_THAT(routes(found, "A"), ElementsAre("R: NULL NULL NULL LOCAL NULL"));
}

TEST(Exports, SayWhenThereIsNothing) {
    EXPECT_THAT(faults_of_export(""),
                ElementsAre("1:1 warning: expected rows of a catalogue view, found none"));
    EXPECT_THAT(faults_of_export("[]"),
                ElementsAre("1:1 warning: expected rows of a catalogue view, found none"));
}

TEST(Exports, SayWhatIsWrongWithTheirForm) {
    EXPECT_THAT(faults_of_export("name,address\nR\n"),
                ElementsAre("2:1 error: expected 2 values, as the header has, found 1"));
    EXPECT_THAT(faults_of_export("[{\"name\":\"R\""), ElementsAre(HasSubstr("1:13 error: no valid JSON: ")));
}

TEST(LooksLikeExport, IsTrueOfEachView) {
    for (std::string const columns :
         {"name,address", "name,remote_service_name,broker_instance", "name,service_queue_id",
          "service_id,NAME", "name,service_broker_guid", "name,is_broker_enabled",
          "is_message_forwarding_enabled,port", "to_service_name,transmission_status", "view_name,name",
          "to_service_name"})
        EXPECT_TRUE(looks_like_export(columns + "\n")) << columns;
}

TEST(LooksLikeExport, IsTrueOfWhatTheQueriesPrintWhereverItIsCutOff) {
    EXPECT_TRUE(looks_like_export("{\"sys\":{\"databases\":[{\"na"));
    EXPECT_TRUE(looks_like_export("x\n-\n{\"sys\":{\"databases\":[{\"na"));
    EXPECT_TRUE(looks_like_export("{\"routes\":[],\"databases\":[]}"));
}

TEST(LooksLikeExport, IsFalseOfOtherTexts) {
    for (std::string const text :
         {"", "name,object_id\n", "CREATE ROUTE R WITH ADDRESS = 'LOCAL'\n",
          "SELECT name, address FROM sys.routes", "view_name\n", "name\n----\n", "USE msdb\nGO\n",
          R"({"instances":[]})",
          R"({"databases":[{"name":"msdb","is_broker_enabled":true}],"is_message_forwarding_enabled":true})",
          R"({"databases":[{"name":"msdb","routes":[{"name":"R","address":"LOCAL"}]}]})",
          R"({"instance":{"databases":[]},"message":{"to_service_name":"S"}})"})
        EXPECT_FALSE(looks_like_export(text)) << text;
}

// 100,000 rows take a fraction of a second; the same database and view each.
TEST(Exports, MayBeLong) {
    std::string text = "database_name,name,remote_service_name,address\n";
    for (int i = 0; i < 100'000; ++i) text += fmt::format("A,R{0},S{0},TCP://a:1\n", i);
    EXPECT_THAT(routes(read(text), "A"), SizeIs(100'000));
}

}  // namespace
}  // namespace ssbroute::formats
