#include "delivery/dynamic_routing.hpp"

#include <gtest/gtest.h>

namespace {

using ssbroute::ServiceName;
using ssbroute::delivery::Asking;
using ssbroute::delivery::FruitlessRequest;
using ssbroute::delivery::Occasion;
using ssbroute::delivery::RouteRequests;

ServiceName const service("OrderParts");
constexpr auto after_time_out = FruitlessRequest::after_time_out;

TEST(DynamicRoutingTest, ThereIsOneRequestForAServiceAtATime) {
    RouteRequests requests;
    EXPECT_EQ(requests.ask(service, Occasion::due, after_time_out), Asking::asks);
    EXPECT_EQ(requests.ask(service, Occasion::due, after_time_out), Asking::waits);
    EXPECT_EQ(requests.ask(ServiceName("Other"), Occasion::due, after_time_out), Asking::asks);
    EXPECT_EQ(requests.pending().size(), 2U);
}

TEST(DynamicRoutingTest, ARequestEndsWithItsDialog) {
    RouteRequests requests;
    EXPECT_FALSE(requests.end(service));
    requests.ask(service, Occasion::due, after_time_out);
    EXPECT_TRUE(requests.is_pending(service));
    EXPECT_TRUE(requests.end(service));
    EXPECT_FALSE(requests.is_pending(service));
    EXPECT_EQ(requests.ask(service, Occasion::due, after_time_out), Asking::asks);
}

TEST(DynamicRoutingTest, AfterAnAnswerThatDidNotHelpTheTimeOutComesFirst) {
    RouteRequests requests;
    EXPECT_EQ(requests.ask(service, Occasion::request_ended, after_time_out), Asking::asks_after_time_out);
    EXPECT_FALSE(requests.is_pending(service));
    EXPECT_EQ(requests.ask(service, Occasion::request_ended, FruitlessRequest::at_once), Asking::asks);
}

TEST(DynamicRoutingTest, WhatIsPendingAtTheStartCountsOnce) {
    RouteRequests const requests({service, ServiceName("A"), service});
    EXPECT_EQ(requests.pending(), (std::vector{ServiceName("A"), service}));
}

}  // namespace
