#include "oracle/profile.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace ssbroute {
namespace {

Deviations deviations(std::initializer_list<Reading> deviating) {
    Deviations result;
    for (auto const reading : deviating) result.insert(reading);
    return result;
}

TEST(Profile, PrefersTheDocumentsAnswersByDefault) {
    Profile const profile;
    for (auto const& one : readings) EXPECT_EQ(profile.preferred(one.reading), 0) << one.id;
}

TEST(Profile, PrefersAnotherAnswerWhereToldTo) {
    for (auto const& changed : readings) {
        Profile profile;
        profile.prefer(changed.reading, 1);
        for (auto const& one : readings)
            EXPECT_EQ(profile.preferred(one.reading), one.reading == changed.reading ? 1 : 0) << one.id;
    }
}

TEST(Profile, TheLastWordHolds) {
    Profile profile;
    profile.prefer(Reading::self_address, 1);
    profile.prefer(Reading::self_address, 0);
    EXPECT_EQ(profile, Profile{});
}

TEST(Profile, DeviatesToTheOtherAnswerOfEachReadingAndBack) {
    Profile profile;
    profile.prefer(Reading::self_address, 1);
    auto const both = deviations({Reading::self_address, Reading::forwarding_inactive});
    auto const deviating = profile.deviating_in(both);
    EXPECT_EQ(deviating.preferred(Reading::self_address), 0);
    EXPECT_EQ(deviating.preferred(Reading::forwarding_inactive), 1);
    EXPECT_EQ(deviating.deviating_in(both), profile);
}

TEST(Profile, ProfilesWithOtherAnswersDiffer) {
    Profile profile;
    profile.prefer(Reading::forwarding_inactive, 1);
    EXPECT_NE(profile, Profile{});
}

TEST(Deviations, AreNoneAtFirst) {
    Deviations const none;
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.size(), 0);
    for (auto const& one : readings) EXPECT_FALSE(none.contains(one.reading)) << one.id;
}

TEST(Deviations, ContainWhatWasInserted) {
    auto const both = deviations({Reading::expiry_instant, Reading::forwarding_inactive});
    EXPECT_EQ(both.size(), 2);
    EXPECT_FALSE(both.empty());
    for (auto const& one : readings) {
        bool const inserted =
            one.reading == Reading::expiry_instant || one.reading == Reading::forwarding_inactive;
        EXPECT_EQ(both.contains(one.reading), inserted) << one.id;
    }
}

TEST(Deviations, InsertingAReadingAgainChangesNothing) {
    EXPECT_EQ(deviations({Reading::self_address, Reading::self_address}),
              deviations({Reading::self_address}));
}

TEST(Deviations, FewerComeFirstWhicheverTheyAre) {
    EXPECT_LT(Deviations{}, deviations({Reading::expiry_instant}));
    EXPECT_LT(deviations({Reading::forwarding_inactive}),
              deviations({Reading::expiry_instant, Reading::expired_route_existing_conversation}));
}

TEST(Deviations, OfEquallyManyTheSetWithTheFirstReadingOfTheTableComesFirst) {
    using R = Reading;
    EXPECT_LT(deviations({R::expiry_instant}), deviations({R::forwarding_inactive}));
    EXPECT_LT(deviations({R::expiry_instant, R::forwarding_inactive}),
              deviations({R::absent_service_outgoing, R::absent_service_incoming}));
    EXPECT_LT(deviations({R::expiry_instant, R::self_address}),
              deviations({R::expiry_instant, R::forwarding_inactive}));
    EXPECT_LT(deviations({R::no_match_incoming, R::self_address, R::forwarding_inactive}),
              deviations(
                  {R::no_match_incoming, R::transport_self_address, R::identified_database_without_service}));
}

TEST(Deviations, NoneComesBeforeItself) {
    EXPECT_FALSE(Deviations{} < Deviations{});
    EXPECT_FALSE(deviations({Reading::self_address}) < deviations({Reading::self_address}));
}

TEST(Deviations, TheOrderOfAllSetsIsStrictAndTotal) {
    // All sets of four readings at both ends and in the middle of the table.
    std::vector<Reading> const some = {Reading::expiry_instant, Reading::absent_service_outgoing,
                                       Reading::identical_routes, Reading::forwarding_inactive};
    std::vector<Deviations> sets;
    for (unsigned members = 0; members < 16; ++members) {
        Deviations set;
        for (unsigned i = 0; i < some.size(); ++i)
            if ((members >> i & 1U) != 0) set.insert(some[i]);
        sets.push_back(set);
    }
    for (auto const& a : sets)
        for (auto const& b : sets) {
            EXPECT_EQ((a < b) + (b < a), a == b ? 0 : 1);
            for (auto const& c : sets) EXPECT_TRUE(!(a < b && b < c) || a < c);
        }
}

}  // namespace
}  // namespace ssbroute
