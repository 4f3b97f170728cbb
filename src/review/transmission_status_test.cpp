#include "review/transmission_status.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/explanation.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::review {
namespace {

using test::database;
using test::guid_1;
using test::guid_2;
using test::outgoing;
using test::route;
using testing::HasSubstr;

std::vector<ExplainedOutcome> answer_to(Scenario const& scenario) {
    RoutingProcess process(scenario);
    return explained_answer(process);
}

StatusComparison compared(std::string_view status, Scenario const& scenario) {
    return compare_status(status, answer_to(scenario));
}

Agreement agreement(std::string_view status, Scenario const& scenario) {
    return compared(status, scenario).agreement;
}

// One scenario a way that a decision can end.
Scenario without_route() { return outgoing("A", "Svc").in({database("A")}); }
Scenario asking() {
    return outgoing("A", "Svc").in({database("A").routing_by({route("D").to(dynamic_routing_service)})});
}
Scenario disabled() { return outgoing("A", "Svc").in({database("A").disabled()}); }
Scenario without_service() { return outgoing("A", "Svc").in({database("A").routing_by({route("R")})}); }
Scenario without_broker() {
    return outgoing("A", "Svc").with(guid_1).in({database("A").offering({"Svc"}).routing_by({route("R")})});
}
Scenario without_address() {
    return outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TRANSPORT")})});
}
Scenario sending() {
    return outgoing("A", "Svc").in({database("A").routing_by({route("R").at("TCP://a:1")})});
}
Scenario mirrored() {
    return outgoing("A", "Svc")
        .in({database("A").routing_by({route("R").at("TCP://a:1").mirrored_at("TCP://b:1")})});
}
Scenario delivering() {
    return outgoing("A", "Svc").in({database("A").offering({"Svc"}).routing_by({route("R")})});
}
Scenario looping(std::vector<Route> routes_of_msdb) {
    return outgoing("A", "Svc")
        .own_address("TCP://here:1")
        .in({database("A").routing_by({route("R").at("TCP://here:1")}),
             database("msdb").routing_by(std::move(routes_of_msdb))});
}

struct Sample {
    char const* status;
    std::optional<int> number;
};

// Texts of one kind agree with these scenarios and with no other one.
void expect_only(std::vector<Sample> const& samples, std::vector<std::string> const& agreeing) {
    struct Named {
        std::string name;
        Scenario scenario;
    };
    std::vector<Named> const all = {
        {"without route", without_route()},
        {"asking", asking()},
        {"disabled", disabled()},
        {"without service", without_service()},
        {"without broker", without_broker()},
        {"without address", without_address()},
        {"sending", sending()},
        {"mirrored", mirrored()},
        {"delivering", delivering()},
        {"not forwarding", looping({route("M").at("TCP://a:1")})},
        {"disabled msdb",
         outgoing("A", "Svc")
             .own_address("TCP://here:1")
             .in({database("A").routing_by({route("R").at("TCP://here:1")}), database("msdb").disabled()})},
    };
    for (auto const& sample : samples)
        for (auto const& [name, scenario] : all) {
            auto const result = compared(sample.status, scenario);
            bool const agrees = std::find(agreeing.begin(), agreeing.end(), name) != agreeing.end();
            EXPECT_EQ(result.agreement, agrees ? Agreement::agrees : Agreement::disagrees)
                << sample.status << ", " << name << ": " << result.sentence;
            EXPECT_EQ(result.number, sample.number) << sample.status;
        }
}

TEST(CompareStatus, OfAReasonAgreesWithThatReason) {
    expect_only({{"No route matches the destination ...", 9750}}, {"without route"});
    expect_only({{"Locating routes and ...", 9770}}, {"asking"});
    expect_only({{"The broker is disabled in the sender's database.", 9791}}, {"disabled"});
    expect_only({{"... matched a LOCAL route, but ...", 9796}}, {"without service"});
    expect_only({{"Could not find the target broker in ...", 9795}}, {"without broker"});
    expect_only({{"Invalid address specified: 'Svc'.", 9785}}, {"without address"});
    expect_only({{"Could not forward ... because forwarding is disabled in ...", 9792}}, {"not forwarding"});
    expect_only({{"... is not available. The broker is disabled in msdb.", 9789}}, {"disabled msdb"});
}

TEST(CompareStatus, ThatNothingIsFoundAgreesWithSeveralReasons) {
    expect_only(
        {{"The target service name could not be found. ...", 9793}, {"No route for service.", std::nullopt}},
        {"without route", "without service", "without broker", "without address"});
}

TEST(CompareStatus, OfTheNetworkAgreesWhereTheMessageIsSent) {
    expect_only({{"The target service broker is unreachable.", 9753},
                 {"The Service Broker protocol transport is not available.", 9748},
                 {"The Service Broker protocol transport is disabled or not configured.", std::nullopt},
                 {"Transport layer is unavailable.", std::nullopt},
                 {"Connection attempt failed with error: '10061(...)'.", 9754},
                 {"An error occurred while receiving data: '10054(...)'.", 9755},
                 {"Connection handshake failed. ...", std::nullopt},
                 {"DNS lookup failed with error: '11001(...)'.", 9783}},
                {"sending", "mirrored"});
}

TEST(CompareStatus, OfMirroredRoutesAgreesWithOne) {
    expect_only({{"An error occurred while processing broker mirroring routes. ...", 9787},
                 {"The broker mirroring manager has not ...", 9794}},
                {"mirrored"});
}

TEST(CompareStatus, OfTheTargetQueueAgreesWhereTheMessageStays) {
    expect_only({{"Target queue is busy; ...", 9749},
                 {"The service queue \"Q\" is currently disabled.", 9617},
                 {"Target queue is disabled.", std::nullopt},
                 {"One or more messages could not be delivered to the local service ...", 28021}},
                {"delivering"});
}

TEST(CompareStatus, ThatIsBlankSaysNothing) {
    for (auto const* status : {"", "  \r\n"}) {
        EXPECT_EQ(agreement(status, sending()), Agreement::says_nothing);
        EXPECT_THAT(compared(status, sending()).sentence, HasSubstr("not sent yet"));
        EXPECT_THAT(compared(status, disabled()).sentence, HasSubstr("as it may be where the broker"));
    }
}

TEST(CompareStatus, ThatIsNoMatterOfRoutesSaysNothing) {
    for (auto const* status :
         {"The service broker manager is initializing.", "The service broker manager is shutting down.",
          "Classification has been delayed because the routing information is currently being updated.",
          "The message could not be delivered because it could not be classified. ...",
          "Dialog security is not available for this conversation because ...",
          "Unable to route ... msdb containing routing information is in SINGLE USER mode.",
          "Service Broker received an END CONVERSATION message on this conversation. ..."}) {
        EXPECT_EQ(agreement(status, sending()), Agreement::says_nothing) << status;
        EXPECT_EQ(agreement(status, without_route()), Agreement::says_nothing) << status;
    }
}

TEST(CompareStatus, ThatIsNotKnownSaysNothing) {
    auto const result = compared("Ninguna ruta coincide ...", without_route());
    EXPECT_EQ(result.agreement, Agreement::says_nothing);
    EXPECT_EQ(result.number, std::nullopt);
    EXPECT_THAT(result.sentence, HasSubstr("not known"));
}

TEST(CompareStatus, IsKnownInAnyCase) {
    EXPECT_EQ(agreement("NO ROUTE MATCHES ...", without_route()), Agreement::agrees);
}

TEST(CompareStatus, AgreesWithOneOfSeveralPermittedOutcomes) {
    // Going back, the message is sent; stopping, it waits.
    auto const scenario =
        outgoing("A", "Svc")
            .with(guid_2)
            .in({database("A").offering({"Svc"}).routing_by({route("R"), route("N").at("TCP://a:1")})});
    EXPECT_EQ(agreement("Could not find the target broker ...", scenario), Agreement::agrees);
    EXPECT_EQ(agreement("The target service broker is unreachable.", scenario), Agreement::agrees);
    EXPECT_EQ(agreement("No route matches ...", scenario), Agreement::disagrees);
}

TEST(CompareStatus, OfAnInvalidAddressAgreesWhereTheRouteHasOne) {
    EXPECT_EQ(agreement("Invalid address specified: 'nowhere'.",
                        outgoing("A", "Svc").in({database("A").routing_by({route("R").at("nowhere")})})),
              Agreement::agrees);
}

TEST(CompareStatus, SaysWhatTheAnswerIs) {
    EXPECT_EQ(compared("No route matches ...", without_route()).sentence,
              "transmission_status says: no route matches (message 9750); the answer agrees: delayed");
    EXPECT_EQ(
        compared("No route matches ...", sending()).sentence,
        "transmission_status says: no route matches (message 9750); the answer does not agree: sent to "
        "TCP://a:1; a status stays until the message is tried again, so it may be older than the tables");
}

TEST(CompareStatus, NamesTheReadingByWhichItWouldAgree) {
    // The database with the identifier lacks the service: delayed, or delivered by the other reading.
    auto const scenario = outgoing("A", "Svc")
                              .with(guid_1)
                              .in({database("A").routing_by({route("R")}),
                                   database("B").identified_by(guid_1), database("C").offering({"Svc"})});
    auto const result = compared("Target queue is busy; ...", scenario);
    EXPECT_EQ(result.agreement, Agreement::disagrees);
    EXPECT_THAT(result.sentence, HasSubstr("by another reading of identified-database-without-service"));
}

}  // namespace
}  // namespace ssbroute::review
