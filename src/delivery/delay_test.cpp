#include "delivery/delay.hpp"

#include <gtest/gtest.h>

namespace {

using ssbroute::UtcTime;
using ssbroute::delivery::ConversationDelay;
using ssbroute::delivery::DelayedConversation;

UtcTime const now = UtcTime::from_unix_seconds(0);
constexpr auto waits = DelayedConversation::waits;

TEST(DelayTest, AConversationIsMatchedAgainAfterTheTimeOut) {
    ConversationDelay delay;
    EXPECT_EQ(delay.waits_until(now, waits), std::nullopt);
    auto const until = delay.delay(now, {.match_again_after = 30});
    EXPECT_EQ(until, now.after_seconds(30));
    EXPECT_EQ(delay.waits_until(now.after_seconds(29), waits), until);
    EXPECT_EQ(delay.waits_until(now.after_seconds(30), waits), std::nullopt);
}

TEST(DelayTest, OnceItIsMatchedNothingWaits) {
    ConversationDelay delay;
    delay.delay(now, {});
    delay.resume();
    EXPECT_EQ(delay.waits_until(now, waits), std::nullopt);
}

TEST(DelayTest, ByTheOtherReadingOnlyTheMessageWaits) {
    ConversationDelay delay;
    delay.delay(now, {});
    EXPECT_EQ(delay.waits_until(now, DelayedConversation::matched_at_once), std::nullopt);
}

}  // namespace
