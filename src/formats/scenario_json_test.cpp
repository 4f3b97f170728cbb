#include "formats/scenario_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "test_support/builders.hpp"

namespace ssbroute::formats {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr auto smallest =
    R"({"instance":{"databases":[{"name":"msdb"}]},"message":{"to_service_name":"Svc"}})";

Scenario read(std::string_view text) { return read_scenario(parse_json(text).value()).value(); }

std::string printed(Scenario const& scenario) { return to_line(write_scenario(scenario)); }

Scenario everything() {
    return test::outgoing("Sales", "OrderParts")
        .with("no guid")
        .sent_by(SentBy::target)
        .begun_at("2025-12-31T23:59:59.25Z")
        .now("2026-01-01T00:00:00Z")
        .forwarding()
        .own_address("TCP://here.example:4022")
        .own_address("nonsense")
        .pending("OrderParts")
        .pending("")
        .in({test::database("Sales")
                 .identified_by(test::guid_1)
                 .offering({"Orders", "Bills"})
                 .routing_by({test::route("Z")
                                  .to("OrderParts")
                                  .with(test::guid_2)
                                  .until("2026-02-01T00:00:00Z")
                                  .at("TCP://a:1"),
                              test::route("A").to("").at("transport").mirrored_at("TCP://b:2"),
                              test::route("")}),
             test::database("msdb").disabled(), test::database("empty")});
}

TEST(ReadScenario, GivesEachMember) {
    auto const scenario = read(R"({
        "now": "2026-01-01T01:00:00+01:00",
        "instance": {
            "is_message_forwarding_enabled": true,
            "addresses": ["TCP://here.example:4022"],
            "pending_route_requests": ["OrderParts"],
            "databases": [
                {"name": "msdb"},
                {"name": "Sales", "service_broker_guid": "{11111111-1111-1111-1111-111111111111}",
                 "is_broker_enabled": false, "services": ["Orders"],
                 "routes": [
                    {"name": "R", "route_id": 65536, "principal_id": 1, "remote_service_name": "OrderParts",
                     "broker_instance": "x", "lifetime": "2026-02-01 00:00:00.000", "address": "TCP://a:1",
                     "mirror_address": "TCP://b:2"}]}]},
        "message": {"origin_database": "Sales", "sent_by": "target", "to_service_name": "OrderParts",
                    "to_broker_instance": "y", "conversation_begun_at": "2025-01-01T00:00:00"}})");
    EXPECT_EQ(scenario.now(), test::time("2026-01-01T00:00:00Z"));

    auto const& instance = scenario.instance();
    EXPECT_EQ(instance.message_forwarding(), MessageForwarding::enabled);
    ASSERT_THAT(instance.addresses(), SizeIs(1));
    EXPECT_EQ(instance.addresses()[0].text(), "TCP://here.example:4022");
    ASSERT_THAT(instance.pending_route_requests(), SizeIs(1));
    EXPECT_EQ(instance.pending_route_requests()[0].text(), "OrderParts");
    ASSERT_THAT(instance.databases(), SizeIs(2));
    EXPECT_EQ(instance.databases()[0].name, "msdb");

    auto const& sales = instance.databases()[1];
    EXPECT_EQ(sales.name, "Sales");
    EXPECT_EQ(sales.service_broker_guid->text(), "{11111111-1111-1111-1111-111111111111}");
    EXPECT_EQ(sales.broker, Broker::disabled);
    ASSERT_THAT(sales.services, SizeIs(1));
    EXPECT_EQ(sales.services[0].text(), "Orders");
    ASSERT_THAT(sales.routes.as_given(), SizeIs(1));

    auto const& route = *sales.routes.as_given()[0];
    EXPECT_EQ(route.name, "R");
    EXPECT_EQ(route.remote_service_name->text(), "OrderParts");
    EXPECT_EQ(route.broker_instance->text(), "x");
    EXPECT_EQ(route.lifetime, test::time("2026-02-01T00:00:00Z"));
    EXPECT_EQ(route.address.text(), "TCP://a:1");
    EXPECT_EQ(route.mirror_address->text(), "TCP://b:2");

    auto const& message = scenario.message();
    EXPECT_EQ(message.origin_database, "Sales");
    EXPECT_EQ(message.sent_by, SentBy::target);
    EXPECT_EQ(message.to_service_name.text(), "OrderParts");
    EXPECT_EQ(message.to_broker_instance->text(), "y");
    EXPECT_EQ(message.conversation_begun_at, test::time("2025-01-01T00:00:00Z"));
}

// What the smallest scenario leaves out, and the same as null.
class ReadScenarioDefault : public testing::TestWithParam<char const*> {
protected:
    Scenario const scenario_ = read(GetParam());
    Database const& msdb_ = scenario_.instance().databases()[0];
};

TEST_P(ReadScenarioDefault, OfNowIsNothing) { EXPECT_EQ(scenario_.now(), std::nullopt); }
TEST_P(ReadScenarioDefault, OfForwardingIsDisabled) {
    EXPECT_EQ(scenario_.instance().message_forwarding(), MessageForwarding::disabled);
}
TEST_P(ReadScenarioDefault, OfAddressesIsNone) { EXPECT_THAT(scenario_.instance().addresses(), IsEmpty()); }
TEST_P(ReadScenarioDefault, OfPendingRouteRequestsIsNone) {
    EXPECT_THAT(scenario_.instance().pending_route_requests(), IsEmpty());
}
TEST_P(ReadScenarioDefault, OfAnIdentifierIsNothing) { EXPECT_FALSE(msdb_.service_broker_guid); }
TEST_P(ReadScenarioDefault, OfABrokerIsEnabled) { EXPECT_EQ(msdb_.broker, Broker::enabled); }
TEST_P(ReadScenarioDefault, OfServicesIsNone) { EXPECT_THAT(msdb_.services, IsEmpty()); }
TEST_P(ReadScenarioDefault, OfRoutesIsNone) { EXPECT_EQ(msdb_.routes.size(), 0U); }
TEST_P(ReadScenarioDefault, OfTheOriginIsOutside) {
    EXPECT_EQ(scenario_.message().origin_database, std::nullopt);
    EXPECT_EQ(scenario_.origin(), nullptr);
}
TEST_P(ReadScenarioDefault, OfTheSenderIsTheInitiator) {
    EXPECT_EQ(scenario_.message().sent_by, SentBy::initiator);
}
TEST_P(ReadScenarioDefault, OfTheConversationsIdentifierIsNothing) {
    EXPECT_FALSE(scenario_.message().to_broker_instance);
}
TEST_P(ReadScenarioDefault, OfTheConversationsBeginningIsNothing) {
    EXPECT_EQ(scenario_.message().conversation_begun_at, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Absent, ReadScenarioDefault, testing::Values(smallest));
INSTANTIATE_TEST_SUITE_P(Null, ReadScenarioDefault, testing::Values(R"({
    "now": null,
    "instance": {
        "is_message_forwarding_enabled": null, "addresses": null, "pending_route_requests": null,
        "databases": [{"name": "msdb", "service_broker_guid": null, "is_broker_enabled": null, "services": null,
                       "routes": null}]},
    "message": {"origin_database": null, "sent_by": null, "to_service_name": "Svc", "to_broker_instance": null,
                "conversation_begun_at": null}})"));

class ReadRouteDefault : public testing::TestWithParam<char const*> {
protected:
    Instance const instance_ = read_instance(parse_json(GetParam()).value()).value();
    Route const& route_ = *instance_.msdb().routes.as_given()[0];
};

TEST_P(ReadRouteDefault, OfTheServiceIsAny) { EXPECT_FALSE(route_.remote_service_name); }
TEST_P(ReadRouteDefault, OfTheIdentifierIsAny) { EXPECT_FALSE(route_.broker_instance); }
TEST_P(ReadRouteDefault, OfTheLifetimeIsNever) { EXPECT_FALSE(route_.lifetime); }
TEST_P(ReadRouteDefault, OfTheMirrorIsNone) { EXPECT_FALSE(route_.mirror_address); }

INSTANTIATE_TEST_SUITE_P(Absent, ReadRouteDefault,
                         testing::Values(R"({"databases": [{"name": "msdb", "routes": [
                             {"name": "R", "address": "LOCAL"}]}]})"));
INSTANTIATE_TEST_SUITE_P(Null, ReadRouteDefault,
                         testing::Values(R"({"databases": [{"name": "msdb", "routes": [
                             {"name": "R", "route_id": null, "principal_id": null, "remote_service_name": null,
                              "broker_instance": null, "lifetime": null, "address": "LOCAL",
                              "mirror_address": null}]}]})"));

TEST(ReadScenario, TakesAnEmptyStringForAValue) {
    auto const scenario = read(R"({
        "instance": {"addresses": [""], "pending_route_requests": [""], "databases": [
            {"name": "", "services": [""], "routes": [
                {"name": "", "remote_service_name": "", "broker_instance": "", "address": "", "mirror_address": ""}]},
            {"name": "msdb"}]},
        "message": {"origin_database": "", "to_service_name": "", "to_broker_instance": ""}})");
    EXPECT_THAT(scenario.instance().addresses(), SizeIs(1));
    EXPECT_TRUE(scenario.instance().is_route_request_pending(ServiceName("")));
    auto const& unnamed = *scenario.instance().database("");
    EXPECT_EQ(scenario.origin(), &unnamed);
    EXPECT_EQ(unnamed.services[0].text(), "");
    auto const& route = *unnamed.routes.as_given()[0];
    EXPECT_EQ(route.remote_service_name->text(), "");
    EXPECT_EQ(route.broker_instance->text(), "");
    EXPECT_EQ(route.mirror_address->text(), "");
    EXPECT_EQ(scenario.message().to_broker_instance->text(), "");
}

TEST(WriteScenario, PrintsEachMember) {
    EXPECT_EQ(printed(everything()), to_line(OrderedJson::parse(R"({
        "now": "2026-01-01T00:00:00Z",
        "instance": {
            "is_message_forwarding_enabled": true,
            "addresses": ["TCP://here.example:4022", "nonsense"],
            "pending_route_requests": ["OrderParts", ""],
            "databases": [
                {"name": "Sales", "service_broker_guid": "11111111-1111-1111-1111-111111111111",
                 "services": ["Orders", "Bills"],
                 "routes": [
                    {"name": "Z", "remote_service_name": "OrderParts",
                     "broker_instance": "22222222-2222-2222-2222-222222222222", "lifetime": "2026-02-01T00:00:00Z",
                     "address": "TCP://a:1", "mirror_address": null},
                    {"name": "A", "remote_service_name": "", "broker_instance": null, "lifetime": null,
                     "address": "transport", "mirror_address": "TCP://b:2"},
                    {"name": "", "remote_service_name": null, "broker_instance": null, "lifetime": null,
                     "address": "LOCAL", "mirror_address": null}]},
                {"name": "msdb", "is_broker_enabled": false, "routes": []},
                {"name": "empty", "routes": []}]},
        "message": {"origin_database": "Sales", "sent_by": "target", "to_service_name": "OrderParts",
                    "to_broker_instance": "no guid", "conversation_begun_at": "2025-12-31T23:59:59.25Z"}})")));
}

TEST(WriteScenario, IsReadBackAsTheSameScenario) {
    for (Scenario const& scenario : {everything(), read(smallest)})
        EXPECT_EQ(printed(read(printed(scenario))), printed(scenario));
}

TEST(WriteScenario, IsReadBackWithEachValue) {
    auto const again = read(printed(everything()));
    auto const& instance = again.instance();
    EXPECT_EQ(again.now(), everything().now());
    EXPECT_EQ(instance.message_forwarding(), MessageForwarding::enabled);
    EXPECT_EQ(instance.addresses()[1].text(), "nonsense");
    EXPECT_EQ(instance.pending_route_requests()[1].text(), "");
    EXPECT_EQ(instance.msdb().broker, Broker::disabled);
    EXPECT_EQ(instance.databases()[0].service_broker_guid->text(), test::guid_1);
    EXPECT_EQ(instance.databases()[0].services[1].text(), "Bills");
    auto const routes = instance.databases()[0].routes.as_given();
    ASSERT_THAT(routes, SizeIs(3));
    EXPECT_EQ(routes[0]->lifetime, test::time("2026-02-01T00:00:00Z"));
    EXPECT_EQ(routes[0]->broker_instance->text(), test::guid_2);
    EXPECT_EQ(routes[1]->remote_service_name->text(), "");
    EXPECT_EQ(routes[1]->mirror_address->text(), "TCP://b:2");
    EXPECT_FALSE(routes[2]->remote_service_name);
    EXPECT_EQ(again.message().sent_by, SentBy::target);
    EXPECT_EQ(again.message().to_broker_instance->text(), "no guid");
    EXPECT_EQ(again.message().conversation_begun_at, test::time("2025-12-31T23:59:59.25Z"));
}

TEST(WriteScenario, LeavesOutWhatHasItsDefault) {
    EXPECT_EQ(printed(read(smallest)), R"({"instance":{"databases":[{"name":"msdb","routes":[]}]},)"
                                       R"("message":{"origin_database":null,"to_service_name":"Svc"}})");
}

TEST(WriteScenario, LeavesOutTheColumnsThatDoNotMatter) {
    auto const scenario = read(R"({"instance": {"databases": [{"name": "msdb", "routes": [
        {"name": "R", "route_id": 65536, "principal_id": 1, "address": "LOCAL"}]}]},
        "message": {"to_service_name": "Svc"}})");
    auto const written = write_scenario(scenario);
    auto const& route = written["instance"]["databases"][0]["routes"][0];
    EXPECT_FALSE(route.contains("route_id"));
    EXPECT_FALSE(route.contains("principal_id"));
}

TEST(WriteScenario, KeepsTheSpellingOfTextsAndConvertsTimes) {
    auto const text = printed(read(R"({
        "now": "2026-01-01 01:30:00.500+01:30",
        "instance": {"databases": [
            {"name": "msdb", "service_broker_guid": "{AAAAAAAA-1111-1111-1111-11111111111a}",
             "routes": [{"name": "R", "broker_instance": "{X}", "address": "tcp://Host:04022/path"}]}]},
        "message": {"to_service_name": "Svc\u0000\u00e9"}})"));
    EXPECT_THAT(text, testing::HasSubstr(R"("now":"2026-01-01T00:00:00.5Z")"));
    EXPECT_THAT(text, testing::HasSubstr(R"("{AAAAAAAA-1111-1111-1111-11111111111a}")"));
    EXPECT_THAT(text, testing::HasSubstr(R"("{X}")"));
    EXPECT_THAT(text, testing::HasSubstr(R"("tcp://Host:04022/path")"));
    EXPECT_THAT(text, testing::HasSubstr("\"Svc\\u0000\xC3\xA9\""));
}

TEST(ReadInstance, TellsAFaultFromTheInstanceOn) {
    auto const fault =
        read_instance(parse_json(R"({"databases": [{"name": "msdb", "services": [7]}]})").value());
    EXPECT_EQ(fault.error(), (Error{"/databases/0/services/0", "expected a string, found 7"}));
}

TEST(ReadMessage, TellsAFaultFromTheMessageOn) {
    auto const fault = read_message(parse_json(R"({"to_service_name": "Svc", "sent_by": "me"})").value());
    EXPECT_EQ(fault.error(), (Error{"/sent_by", "expected initiator or target, found 'me'"}));
}

TEST(ReadScenario, TellsTheFirstOfSeveralFaults) {
    auto const fault = read_scenario(parse_json(R"({"now": 1, "instance": 2, "message": 3})").value());
    EXPECT_EQ(fault.error().where, "/now");
}

}  // namespace
}  // namespace ssbroute::formats
