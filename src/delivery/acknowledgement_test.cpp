#include "delivery/acknowledgement.hpp"

#include <gtest/gtest.h>

namespace {

using ssbroute::BrokerIdentifier;
using ssbroute::delivery::Acknowledged;
using ssbroute::delivery::ConversationIdentifier;
using ssbroute::delivery::SecondAcknowledgement;

BrokerIdentifier const first_target("5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d");
BrokerIdentifier const second_target("81b1d3d0-288e-4d2c-b1d3-456cbb944b4f");
constexpr auto refused = SecondAcknowledgement::refused;

TEST(AcknowledgementTest, TheFirstPinsTheConversation) {
    ConversationIdentifier conversation;
    EXPECT_EQ(conversation.carried(), std::nullopt);
    EXPECT_EQ(conversation.acknowledge(first_target, refused), Acknowledged::pins);
    EXPECT_EQ(conversation.carried(), first_target);
}

TEST(AcknowledgementTest, LaterOnesOfTheSameTargetCount) {
    ConversationIdentifier conversation;
    conversation.acknowledge(first_target, refused);
    EXPECT_EQ(conversation.acknowledge(first_target, refused), Acknowledged::counts);
}

TEST(AcknowledgementTest, AnotherTargetIsRefusedOrIgnored) {
    ConversationIdentifier conversation;
    conversation.acknowledge(first_target, refused);
    EXPECT_EQ(conversation.acknowledge(second_target, refused), Acknowledged::refuses);
    EXPECT_EQ(conversation.acknowledge(second_target, SecondAcknowledgement::ignored), Acknowledged::ignores);
    EXPECT_EQ(conversation.carried(), first_target);
}

TEST(AcknowledgementTest, AnAcknowledgementWithoutIdentifierPinsNothing) {
    ConversationIdentifier conversation;
    EXPECT_EQ(conversation.acknowledge(std::nullopt, refused), Acknowledged::counts);
    EXPECT_EQ(conversation.pinned(), std::nullopt);
}

TEST(AcknowledgementTest, TheIdentifierOfTheAcknowledgementTakesThePlaceOfTheOneGiven) {
    ConversationIdentifier conversation(first_target);
    EXPECT_EQ(conversation.acknowledge(second_target, refused), Acknowledged::pins);
    EXPECT_EQ(conversation.carried(), second_target);
}

TEST(AcknowledgementTest, WhatWasPickedIsKeptUntilThen) {
    ConversationIdentifier conversation;
    conversation.keep_picked(first_target);
    conversation.keep_picked(second_target);
    EXPECT_EQ(conversation.carried(), first_target);
    conversation.acknowledge(second_target, refused);
    EXPECT_EQ(conversation.carried(), second_target);
}

}  // namespace
