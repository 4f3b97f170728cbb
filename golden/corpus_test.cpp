// Every golden case, as a test of its own: what the documents say of it is what the oracle answers, and the
// rules that it names are those passed on the way to its permitted outcomes.
#include "formats/corpus.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <vector>

#include "formats/answer_json.hpp"
#include "oracle/answer.hpp"
#include "routing/rule.hpp"

namespace {

using ssbroute::formats::GoldenCase;

class GoldenTest : public testing::Test {
public:
    explicit GoldenTest(GoldenCase const& golden) : golden_(golden) {}

    void TestBody() override {
        ssbroute::RoutingProcess process(golden_.scenario);
        auto const answer = ssbroute::answer(process);
        EXPECT_EQ(expected_permitted(), actual_permitted(answer));
        EXPECT_EQ(expected_contested(), actual_contested(answer));
        EXPECT_EQ(rules_named(), rules_passed(process));
    }

private:
    using Texts = std::vector<std::string>;

    static Texts in_order(Texts texts) {
        std::sort(texts.begin(), texts.end());
        return texts;
    }

    // Outcomes with their spelling: of equal ones the first spelling is to be given.
    [[nodiscard]] Texts expected_permitted() const {
        Texts texts;
        for (auto const& outcome : golden_.permitted)
            texts.push_back(ssbroute::formats::to_line(ssbroute::formats::write_outcome(outcome)));
        return in_order(texts);
    }

    static Texts actual_permitted(ssbroute::Answer const& answer) {
        Texts texts;
        for (auto const& outcome : answer.permitted)
            texts.push_back(ssbroute::formats::to_line(ssbroute::formats::write_outcome(outcome)));
        return in_order(texts);
    }

    [[nodiscard]] Texts expected_contested() const {
        Texts texts;
        for (auto const& contested : golden_.contested)
            texts.push_back(ssbroute::formats::to_line(
                ssbroute::formats::write_outcome(contested.outcome, contested.readings, {})));
        return in_order(texts);
    }

    static Texts actual_contested(ssbroute::Answer const& answer) {
        Texts texts;
        for (auto const& contested : answer.contested)
            texts.push_back(ssbroute::formats::to_line(
                ssbroute::formats::write_outcome(contested.outcome, contested.readings, {})));
        return in_order(texts);
    }

    // Rules without a step of their own are named where a case shows them; nothing reports them.
    [[nodiscard]] Texts rules_named() const {
        Texts ids;
        for (auto const rule : golden_.rules)
            if (ssbroute::rules[static_cast<std::size_t>(rule)].kind == ssbroute::RuleKind::step)
                ids.emplace_back(id(rule));
        return in_order(ids);
    }

    static Texts rules_passed(ssbroute::RoutingProcess& process) {
        auto const passed = ssbroute::rules_passed(process);
        Texts ids;
        for (auto const& entry : ssbroute::rules)
            if (passed.contains(entry.rule)) ids.emplace_back(entry.id);
        return in_order(ids);
    }

    GoldenCase const& golden_;
};

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: corpus_test GOLDEN\n";
        return 2;
    }
    auto const corpus = ssbroute::formats::read_corpus({argv[1]});
    if (!corpus) {
        std::cerr << corpus.error().where << ": " << corpus.error().message << "\n";
        return 2;
    }
    for (auto const& golden : *corpus) {
        auto const slash = golden.id.rfind('/');
        testing::RegisterTest(golden.id.substr(0, slash).c_str(), golden.id.substr(slash + 1).c_str(),
                              nullptr, nullptr, __FILE__, __LINE__,
                              [&golden] { return new GoldenTest(golden); });
    }
    return RUN_ALL_TESTS();
}
