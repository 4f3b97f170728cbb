#include "routing/reading.hpp"

#include <array>
#include <cstddef>
#include <gtest/gtest.h>
#include <set>
#include <string_view>

namespace ssbroute {
namespace {

// The table of spec/readings.md: the preferred answer stands first.
struct Row {
    std::string_view id;
    std::string_view preferred;
    std::string_view other;
};
constexpr std::array table = {
    Row{"expiry-instant", "expired", "live"},
    Row{"expired-route-existing-conversation", "ignored", "kept"},
    Row{"absent-service-outgoing", "delay", "drop"},
    Row{"absent-service-incoming", "drop", "delay"},
    Row{"no-match-incoming", "delay", "drop"},
    Row{"dynamic-routing-order", "before-last-resort", "when-nothing-matches"},
    Row{"pending-request-for", "target-service", "any-service"},
    Row{"pending-route-request", "continue", "delay"},
    Row{"identifier-only-route", "never", "last-resort"},
    Row{"identical-routes", "all-members", "one-representative"},
    Row{"self-address", "address", "address-or-mirror"},
    Row{"transport-self-address", "outside", "send"},
    Row{"identified-database-without-service", "not-found", "deliver"},
    Row{"forwarding-inactive", "drop", "delay"},
};

TEST(Reading, TheReadingsAreThoseOfTheSpecificationInItsOrder) {
    ASSERT_EQ(readings.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_EQ(readings[i].id, table[i].id);
        EXPECT_EQ(readings[i].answers[0], table[i].preferred);
        EXPECT_EQ(readings[i].answers[1], table[i].other);
    }
}

TEST(Reading, EachStandsAtItsOwnPlace) {
    for (auto const& one : readings) EXPECT_EQ(entry(one.reading).reading, one.reading) << one.id;
}

TEST(Reading, IsFoundByItsId) {
    for (auto const& one : readings) EXPECT_EQ(reading_with_id(one.id), one.reading) << one.id;
}

TEST(Reading, IsNotFoundByAnythingElse) {
    for (auto const* text : {"", "expiry", "Expiry-Instant", "expiry-instant ", "expiry_instant", "EXPIRY-1"})
        EXPECT_EQ(reading_with_id(text), std::nullopt) << text;
}

TEST(Reading, AnswersAreFoundByTheirIds) {
    for (auto const& one : readings)
        for (std::size_t number = 0; number < one.answers.size(); ++number)
            EXPECT_EQ(answer_with_id(one.reading, one.answers[number]), number) << one.id;
}

TEST(Reading, AnAnswerOfAnotherReadingIsNotFound) {
    EXPECT_EQ(answer_with_id(Reading::expiry_instant, "delay"), std::nullopt);
    EXPECT_EQ(answer_with_id(Reading::expiry_instant, ""), std::nullopt);
    EXPECT_EQ(answer_with_id(Reading::expiry_instant, "LIVE"), std::nullopt);
}

// Whether the enumerator is called what the reading's answer is called.
template <typename Answer>
bool is(Answer answer, std::string_view reading, std::string_view word) {
    return id(reading_of<Answer>) == reading &&
           entry(reading_of<Answer>).answers[static_cast<std::size_t>(answer)] == word;
}

TEST(Reading, TheEnumeratorsOfEachReadingAreItsAnswers) {
    EXPECT_TRUE(is(ExpiryInstant::expired, "expiry-instant", "expired"));
    EXPECT_TRUE(is(ExpiryInstant::live, "expiry-instant", "live"));
    using Existing = ExpiredRouteExistingConversation;
    EXPECT_TRUE(is(Existing::ignored, "expired-route-existing-conversation", "ignored"));
    EXPECT_TRUE(is(Existing::kept, "expired-route-existing-conversation", "kept"));
    EXPECT_TRUE(is(AbsentServiceOutgoing::delay, "absent-service-outgoing", "delay"));
    EXPECT_TRUE(is(AbsentServiceOutgoing::drop, "absent-service-outgoing", "drop"));
    EXPECT_TRUE(is(AbsentServiceIncoming::drop, "absent-service-incoming", "drop"));
    EXPECT_TRUE(is(AbsentServiceIncoming::delay, "absent-service-incoming", "delay"));
    EXPECT_TRUE(is(NoMatchIncoming::delay, "no-match-incoming", "delay"));
    EXPECT_TRUE(is(NoMatchIncoming::drop, "no-match-incoming", "drop"));
    EXPECT_TRUE(is(DynamicRoutingOrder::before_last_resort, "dynamic-routing-order", "before-last-resort"));
    EXPECT_TRUE(
        is(DynamicRoutingOrder::when_nothing_matches, "dynamic-routing-order", "when-nothing-matches"));
    EXPECT_TRUE(is(PendingRequestFor::target_service, "pending-request-for", "target-service"));
    EXPECT_TRUE(is(PendingRequestFor::any_service, "pending-request-for", "any-service"));
    EXPECT_TRUE(is(PendingRouteRequest::continue_matching, "pending-route-request", "continue"));
    EXPECT_TRUE(is(PendingRouteRequest::delay, "pending-route-request", "delay"));
    EXPECT_TRUE(is(IdentifierOnlyRoute::never, "identifier-only-route", "never"));
    EXPECT_TRUE(is(IdentifierOnlyRoute::last_resort, "identifier-only-route", "last-resort"));
    EXPECT_TRUE(is(IdenticalRoutes::all_members, "identical-routes", "all-members"));
    EXPECT_TRUE(is(IdenticalRoutes::one_representative, "identical-routes", "one-representative"));
    EXPECT_TRUE(is(SelfAddress::address, "self-address", "address"));
    EXPECT_TRUE(is(SelfAddress::address_or_mirror, "self-address", "address-or-mirror"));
    EXPECT_TRUE(is(TransportSelfAddress::outside, "transport-self-address", "outside"));
    EXPECT_TRUE(is(TransportSelfAddress::send, "transport-self-address", "send"));
    using Identified = IdentifiedDatabaseWithoutService;
    EXPECT_TRUE(is(Identified::not_found, "identified-database-without-service", "not-found"));
    EXPECT_TRUE(is(Identified::deliver, "identified-database-without-service", "deliver"));
    EXPECT_TRUE(is(ForwardingInactive::drop, "forwarding-inactive", "drop"));
    EXPECT_TRUE(is(ForwardingInactive::delay, "forwarding-inactive", "delay"));
}

}  // namespace
}  // namespace ssbroute
