#include "delivery/forwarding_count.hpp"

#include <gtest/gtest.h>

namespace {

using ssbroute::UtcTime;
using ssbroute::delivery::ForwardingCount;
using ssbroute::delivery::ForwardLimit;
using ssbroute::delivery::Parameters;
using ssbroute::delivery::PassingOn;

UtcTime const moment = UtcTime::from_unix_seconds(0);

TEST(ForwardingCountTest, EachForwardCountsUpToTheLimit) {
    Parameters const parameters{.forward_limit = 2};
    ForwardingCount count;
    EXPECT_EQ(count.forward(moment, std::nullopt, parameters, ForwardLimit::discards), PassingOn::passed_on);
    EXPECT_EQ(count.forward(moment, std::nullopt, parameters, ForwardLimit::discards), PassingOn::passed_on);
    EXPECT_EQ(count.count(), 2U);
    EXPECT_EQ(count.forward(moment, std::nullopt, parameters, ForwardLimit::discards),
              PassingOn::discarded_for_its_count);
    EXPECT_EQ(count.forward(moment, std::nullopt, parameters, ForwardLimit::only_lifetime),
              PassingOn::goes_round);
}

TEST(ForwardingCountTest, AMessageOverItsLifetimeIsDiscarded) {
    ForwardingCount count;
    EXPECT_EQ(count.forward(moment, moment.after_seconds(1), {}, ForwardLimit::discards),
              PassingOn::passed_on);
    EXPECT_EQ(count.forward(moment, moment, {}, ForwardLimit::discards), PassingOn::discarded_for_its_age);
}

}  // namespace
