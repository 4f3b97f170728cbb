#include "delivery/reading_over_time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace ssbroute;
using namespace ssbroute::delivery;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(ReadingOverTimeTest, ByDefaultNoAnswerIsAnother) { EXPECT_THAT(other_answers({}), IsEmpty()); }

TEST(ReadingOverTimeTest, OtherAnswersAreNamedThoseOfADecisionFirst) {
    ProfileOverTime profile;
    profile.prefer(ReadingOverTime::both_claim, static_cast<AnswerNumber>(BothClaim::neither));
    profile.prefer(ReadingOverTime::route_identifier, static_cast<AnswerNumber>(RouteIdentifier::carried));
    profile.decision.prefer(Reading::self_address, 1);
    EXPECT_THAT(other_answers(profile),
                ElementsAre(Pair("self-address", "address-or-mirror"), Pair("route-identifier", "carried"),
                            Pair("both-claim", "neither")));
}

}  // namespace
