#include "conformance/timeline_verdict.hpp"

#include <gmock/gmock.h>

#include "formats/timeline_json.hpp"

namespace ssbroute::conformance {
namespace {

using delivery::HappeningKind;
using delivery::History;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A message that no route matches: it is delayed, until the end.
constexpr std::string_view delayed_message = R"({"start": "2026-01-01T00:00:00Z",
    "instances": [{"name": "here", "instance": {"databases": [{"name": "Shop", "services": ["Orders"]}, {"name": "msdb"}]}}],
    "conversations": [{"id": "c1", "instance": "here", "database": "Shop", "from_service_name": "Orders",
                       "to_service_name": "OrderParts"}],
    "events": [{"at": "2026-01-01T00:00:00Z", "event": "send", "message": "m1", "conversation": "c1"}]})";

History only(HappeningKind kind) {
    return {{UtcTime::parse("2026-01-01T00:00:00Z").value(), "here", "m1", delivery::Part::message, kind}};
}
History const drops = only(HappeningKind::drop);
History const expires = only(HappeningKind::expire);
History const errs = only(HappeningKind::error);
History const acknowledges = only(HappeningKind::acknowledge);

// What it permits is made up: the judge holds answers to what a case lists.
formats::GoldenTimeline golden() {
    auto json = formats::parse_json(delayed_message).value();
    delivery::ProfileOverTime other;
    other.prefer(delivery::ReadingOverTime::both_claim, 1);
    return {"timelines/a/b",
            "Title",
            "Source",
            formats::read_timeline(json).value(),
            json,
            {delivery::RuleOverTime::delay_1},
            {drops, expires},
            {{other, {delivery::ReadingOverTime::both_claim}, {drops, errs}}}};
}

TEST(TimelineVerdict, APermittedHistoryConforms) {
    EXPECT_EQ(judge(golden(), OneHistory{expires}).verdict, Verdict::conforms);
    EXPECT_EQ(judge(golden(), AllHistories{{expires, drops}}).verdict, Verdict::conforms);
}

TEST(TimelineVerdict, AHistoryOfAnotherReadingIsContested) {
    auto const judgement = judge(golden(), OneHistory{errs});
    EXPECT_EQ(judgement.verdict, Verdict::contested);
    EXPECT_THAT(judgement.explanation, StartsWith("expected one of 2 histories (DELAY-1), got 1 happening;"));
    EXPECT_THAT(judgement.explanation, EndsWith("permitted only under both-claim=neither"));
    EXPECT_EQ(judge(golden(), AllHistories{{errs, drops}}).verdict, Verdict::contested);
}

TEST(TimelineVerdict, APartOfASetIsIncomplete) {
    EXPECT_EQ(judge(golden(), AllHistories{{drops}}).verdict, Verdict::incomplete);
    auto const judgement = judge(golden(), AllHistories{{errs}});
    EXPECT_EQ(judgement.verdict, Verdict::incomplete);
    EXPECT_THAT(judgement.explanation, EndsWith("a part of what is permitted under both-claim=neither"));
}

TEST(TimelineVerdict, AViolationIsToldWithItsPlaceAndWhatIsPermittedThere) {
    auto const judgement = judge(golden(), OneHistory{acknowledges});
    EXPECT_EQ(judgement.verdict, Verdict::violates);
    EXPECT_THAT(judgement.explanation, HasSubstr("not permitted at /history/0: {"));
    EXPECT_THAT(judgement.explanation, EndsWith(R"("what":"delay"})"));
    EXPECT_THAT(judge(golden(), OneHistory{}).explanation, HasSubstr("it stops at /history/0"));
    EXPECT_THAT(judge(golden(), OneHistory{only(HappeningKind::delay)}).explanation,
                EndsWith("the oracle permits it, the case does not"));
    auto const of_all = judge(golden(), AllHistories{{drops, expires, acknowledges}});
    EXPECT_EQ(of_all.verdict, Verdict::violates);
    EXPECT_THAT(of_all.explanation, HasSubstr("/histories/2: not permitted"));
}

TEST(TimelineVerdict, NoHistoryIsNoViolation) {
    EXPECT_EQ(judge(golden(), Unsupported{"timelines"}).verdict, Verdict::unsupported);
    EXPECT_EQ(judge(golden(), Refused{"no"}).verdict, Verdict::error);
    EXPECT_EQ(judge(golden(), Fault{Lost::crash, "crashed", ""}).verdict, Verdict::crash);
    EXPECT_EQ(judge(golden(), Fault{Lost::timeout, "slept", ""}).verdict, Verdict::timeout);
    EXPECT_EQ(judge(golden(), Fault{Lost::garbage, "babbled", ""}).verdict, Verdict::garbage);
}

}  // namespace
}  // namespace ssbroute::conformance
