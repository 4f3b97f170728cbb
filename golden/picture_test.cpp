// The pictures of every golden case name the rules of its trace, and every route that was not taken.
#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "formats/corpus.hpp"
#include "oracle/explanation.hpp"
#include "oracle/follow.hpp"
#include "picture/decision_picture.hpp"
#include "picture/dot.hpp"
#include "picture/mermaid.hpp"
#include "picture/svg.hpp"

namespace ssbroute {
namespace {

// The program's argument.
std::string& corpus_directory() {
    static std::string directory;
    return directory;
}

using Texts = std::vector<std::string>;

Texts rules_of(std::vector<TraceStep> const& trace) {
    Texts result;
    result.reserve(trace.size());
    for (auto const& step : trace) result.emplace_back(id(step.rule));
    return result;
}

Texts rules_matching(std::string const& text, std::regex const& at_a_step) {
    Texts result;
    for (std::sregex_iterator one(text.begin(), text.end(), at_a_step), end; one != end; ++one)
        result.push_back((*one)[1]);
    return result;
}

void expect_same_rules(picture::Picture const& drawn, std::string const& svg, Texts const& expected) {
    static std::regex const in_svg(" data-rule=\"([A-Z]+-[0-9])\"");
    static std::regex const in_mermaid(R"( s[0-9]+\["([A-Z]+-[0-9])  )");
    static std::regex const in_dot(R"( s[0-9]+ \[label="([A-Z]+-[0-9])  )");
    EXPECT_EQ(rules_matching(svg, in_svg), expected);
    EXPECT_EQ(rules_matching(picture::mermaid(drawn), in_mermaid), expected);
    EXPECT_EQ(rules_matching(picture::dot(drawn), in_dot), expected);
}

std::multiset<std::string> fallen_in(std::string const& svg) {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(svg.c_str()));
    std::multiset<std::string> result;
    for (auto const& found : document.select_nodes("//g[@class='route fallen']"))
        result.insert(found.node().attribute("data-route").value());
    return result;
}

void expect_every_route(picture::Picture const& drawn, std::string const& svg,
                        std::vector<WhyNot> const& why_not) {
    std::size_t summed_up = 0;
    for (auto const& step : drawn.steps) summed_up += step.fallen.more;
    auto shown = fallen_in(svg);
    EXPECT_EQ(shown.size() + summed_up, why_not.size());
    std::size_t absent = 0;
    for (auto const& why : why_not) {
        auto const found = shown.find(why.route);
        if (found == shown.end())
            ++absent;
        else
            shown.erase(found);
    }
    EXPECT_EQ(absent, summed_up);
}

TEST(Pictures, OfEveryGoldenCaseNameTheRulesAndTheRoutes) {
    auto const corpus = formats::read_corpus({corpus_directory()});
    ASSERT_TRUE(corpus) << corpus.error().where << ": " << corpus.error().message;
    ASSERT_GT(corpus->size(), 100U);
    for (auto const& golden : *corpus) {
        SCOPED_TRACE(golden.id);
        RoutingProcess process(golden.scenario);
        for (auto const& found : explained_answer(process)) {
            auto const way = follow(process, found.picks, Profile().deviating_in(found.readings));
            ASSERT_TRUE(way) << way.error().message;
            EXPECT_TRUE(same(way->outcome, found.outcome));
            auto const drawn = picture::draw(golden.scenario, *way);
            auto const svg = picture::svg(drawn);
            expect_same_rules(drawn, svg, rules_of(found.explanation.trace));
            expect_every_route(drawn, svg, found.explanation.why_not);
        }
    }
}

}  // namespace
}  // namespace ssbroute

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: picture-test CORPUS\n";
        return 2;
    }
    ssbroute::corpus_directory() = argv[1];
    return RUN_ALL_TESTS();
}
