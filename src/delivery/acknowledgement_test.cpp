#include "delivery/acknowledgement.hpp"

#include <gtest/gtest.h>

namespace {

using ssbroute::BrokerIdentifier;
using ssbroute::delivery::Acknowledged;
using ssbroute::delivery::ConversationIdentifier;
using ssbroute::delivery::SecondAcknowledgement;

BrokerIdentifier const one("5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d");
BrokerIdentifier const two("81b1d3d0-288e-4d2c-b1d3-456cbb944b4f");
constexpr auto refused = SecondAcknowledgement::refused;

TEST(AcknowledgementTest, TheFirstPinsTheConversation) {
    ConversationIdentifier conversation;
    EXPECT_EQ(conversation.carried(), std::nullopt);
    EXPECT_EQ(conversation.acknowledge(one, refused), Acknowledged::pins);
    EXPECT_EQ(conversation.carried(), one);
}

TEST(AcknowledgementTest, LaterOnesOfTheSameTargetCount) {
    ConversationIdentifier conversation;
    conversation.acknowledge(one, refused);
    EXPECT_EQ(conversation.acknowledge(one, refused), Acknowledged::counts);
}

TEST(AcknowledgementTest, AnotherTargetIsRefusedOrIgnored) {
    ConversationIdentifier conversation;
    conversation.acknowledge(one, refused);
    EXPECT_EQ(conversation.acknowledge(two, refused), Acknowledged::refuses);
    EXPECT_EQ(conversation.acknowledge(two, SecondAcknowledgement::ignored), Acknowledged::ignores);
    EXPECT_EQ(conversation.carried(), one);
}

TEST(AcknowledgementTest, AnAcknowledgementWithoutIdentifierPinsNothing) {
    ConversationIdentifier conversation;
    EXPECT_EQ(conversation.acknowledge(std::nullopt, refused), Acknowledged::counts);
    EXPECT_EQ(conversation.pinned(), std::nullopt);
}

TEST(AcknowledgementTest, TheIdentifierOfTheAcknowledgementTakesThePlaceOfTheOneGiven) {
    ConversationIdentifier conversation(one);
    EXPECT_EQ(conversation.acknowledge(two, refused), Acknowledged::pins);
    EXPECT_EQ(conversation.carried(), two);
}

TEST(AcknowledgementTest, WhatWasPickedIsKeptUntilThen) {
    ConversationIdentifier conversation;
    conversation.keep_picked(one);
    conversation.keep_picked(two);
    EXPECT_EQ(conversation.carried(), one);
    conversation.acknowledge(two, refused);
    EXPECT_EQ(conversation.carried(), two);
}

}  // namespace
