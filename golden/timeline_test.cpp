// Every golden timeline, as a test of its own: what the documents permit is what exploring finds, no more and
// no less, and a checked history is judged the same.
#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <vector>

#include "delivery/histories.hpp"
#include "formats/golden_timeline_json.hpp"
#include "formats/timeline_json.hpp"

namespace {

using ssbroute::delivery::Check;
using ssbroute::delivery::Histories;
using ssbroute::delivery::History;
using ssbroute::delivery::ProfileOverTime;
using ssbroute::formats::GoldenTimeline;
using Texts = std::vector<std::string>;

std::string text_of(History const& history) {
    std::string text = "\n";
    for (auto const& one : history)
        text += ssbroute::formats::to_line(
                    ssbroute::formats::write_happening(one, ssbroute::formats::Account::observable)) +
                "\n";
    return text;
}

Texts texts_of(std::vector<History> const& histories) {
    Texts texts;
    for (auto const& history : histories) texts.push_back(text_of(history));
    std::sort(texts.begin(), texts.end());
    return texts;
}

Texts rules_of(std::vector<History> const& histories) {
    ssbroute::delivery::RuleOverTimeSet rules;
    for (auto const& history : histories)
        for (auto const& one : history) rules |= one.rules_over_time;
    Texts ids;
    for (auto const& entry : ssbroute::delivery::rules_over_time)
        if (rules.contains(entry.rule)) ids.emplace_back(entry.id);
    return ids;
}

class TimelineTest : public testing::Test {
public:
    explicit TimelineTest(GoldenTimeline const& golden) : golden_(golden) {}

    void TestBody() override {
        auto const found = explore(golden_.timeline, {});
        ASSERT_EQ(found.end, Histories::End::complete);
        EXPECT_EQ(texts_of(golden_.permitted), texts_of(found.histories));
        EXPECT_EQ(rules_named(), rules_of(found.histories));
        for (auto const& history : golden_.permitted)
            EXPECT_EQ(verdict(history, {}), Check::Verdict::permitted);
        for (auto const& otherwise : golden_.otherwise) look_at(otherwise);
    }

private:
    void look_at(ssbroute::formats::OtherwisePermitted const& otherwise) {
        auto const found = explore(golden_.timeline, otherwise.profile);
        EXPECT_EQ(texts_of(otherwise.permitted), texts_of(found.histories));
        auto const permitted = texts_of(golden_.permitted);
        for (auto const& history : otherwise.permitted) {
            bool const also =
                std::find(permitted.begin(), permitted.end(), text_of(history)) != permitted.end();
            EXPECT_EQ(verdict(history, {}) == Check::Verdict::permitted, also);
            EXPECT_EQ(verdict(history, otherwise.profile), Check::Verdict::permitted);
        }
    }

    [[nodiscard]] Check::Verdict verdict(History const& history, ProfileOverTime const& profile) const {
        return check(golden_.timeline, profile, history).verdict;
    }

    [[nodiscard]] Texts rules_named() const {
        Texts ids;
        for (auto const& entry : ssbroute::delivery::rules_over_time)
            if (std::find(golden_.rules.begin(), golden_.rules.end(), entry.rule) != golden_.rules.end())
                ids.emplace_back(entry.id);
        return ids;
    }

    GoldenTimeline const& golden_;
};

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: timeline-test GOLDEN\n";
        return 2;
    }
    auto const timelines = ssbroute::formats::read_timelines({argv[1]});
    if (!timelines) {
        std::cerr << timelines.error().where << ": " << timelines.error().message << "\n";
        return 2;
    }
    for (auto const& golden : *timelines) {
        auto const slash = golden.id.rfind('/');
        testing::RegisterTest(golden.id.substr(0, slash).c_str(), golden.id.substr(slash + 1).c_str(),
                              nullptr, nullptr, __FILE__, __LINE__,
                              [&golden] { return new TimelineTest(golden); });
    }
    return RUN_ALL_TESTS();
}
