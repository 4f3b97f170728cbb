#include "picture/decision_picture.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "picture/dot.hpp"
#include "picture/mermaid.hpp"
#include "picture/svg.hpp"
#include "test_support/builders.hpp"

namespace ssbroute::picture {
namespace {

using namespace ssbroute::test;
using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

Picture drawn(Scenario const& scenario, Picks const& picks = {}) {
    RoutingProcess process(scenario);
    return draw(scenario, follow(process, picks).value());
}

DrawnStep const& step(Picture const& picture, Rule rule, std::size_t skipped = 0) {
    auto const is_it = [rule](DrawnStep const& one) { return one.rule == rule; };
    auto found = std::find_if(picture.steps.begin(), picture.steps.end(), is_it);
    for (; skipped > 0 && found != picture.steps.end(); --skipped)
        found = std::find_if(found + 1, picture.steps.end(), is_it);
    if (found == picture.steps.end()) throw std::out_of_range(std::string(id(rule)));
    return *found;
}

Names names(NamedList const& list) {
    Names result;
    for (auto const& one : list.shown) result.push_back(one.name);
    return result;
}

// Example 2 of the documents: the names differ in case.
ScenarioBuilder example_2() {
    return outgoing("A", "orderparts")
        .in({database("A").routing_by({
            route("AutoCreatedLocal"),
            route("OrderPartsRoute").to("OrderParts").at("TCP://host2:4022"),
        })});
}

ScenarioBuilder two_ways_out() {
    return outgoing("A", "Svc")
        .in({database("A").routing_by({
            route("First").to("Svc").at("TCP://a:1"),
            route("Second").to("Svc").at("TCP://b:1"),
        })});
}

std::vector<Route> routes_to(std::string const& service, std::size_t count) {
    std::vector<Route> result;
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(
            route(service + std::to_string(i)).to(service).at("TCP://a:" + std::to_string(i + 1)));
    return result;
}

TEST(Draw, PutsEachRouteThatFellOutAtItsStep) {
    auto const picture = drawn(example_2());
    EXPECT_EQ(picture.message, "from A to orderparts");
    EXPECT_EQ(step(picture, Rule::scope_1).finding, "sys.routes of A: 2 routes");
    ASSERT_THAT(names(step(picture, Rule::match_2).fallen), ElementsAre("OrderPartsRoute"));
    EXPECT_THAT(step(picture, Rule::match_2).fallen.shown[0].beside, HasSubstr("differs at byte 1"));
    EXPECT_THAT(names(step(picture, Rule::match_5).kept), ElementsAre("AutoCreatedLocal"));
    EXPECT_EQ(step(picture, Rule::match_5).kept.shown[0].beside, "LOCAL");
    EXPECT_THAT(names(step(picture, Rule::choose_2).fallen), ElementsAre("AutoCreatedLocal"));
    EXPECT_EQ(picture.outcome, "delay");
    EXPECT_EQ(picture.transmission_status->number, 9796);
}

TEST(Draw, MarksWhatIsChosenAndTheAlternatives) {
    auto const picture = drawn(two_ways_out(), {1});
    auto const& choice = step(picture, Rule::choose_3);
    EXPECT_EQ(choice.kept_as, KeptRoutes::chosen);
    EXPECT_THAT(names(choice.kept), ElementsAre("Second"));
    EXPECT_THAT(names(choice.fallen), ElementsAre("First"));
    ASSERT_TRUE(choice.choice);
    EXPECT_EQ(choice.choice->number, 0U);
    EXPECT_EQ(choice.choice->pick, 1U);
    EXPECT_EQ(choice.choice->shown.size(), 2U);
    EXPECT_EQ(picture.outcome_in_words, "send to TCP://b:1, by route Second");
}

TEST(Draw, PutsARouteWhoseStepWasNotReachedWhereMatchingEnded) {
    // MATCH-2 ends matching; MATCH-3 would compare the other's name.
    auto const picture = drawn(outgoing("A", "Svc")
                                   .in({database("A").routing_by({
                                       route("R").to("Svc").at("TCP://a:1"),
                                       route("Other").to("Other").with(guid_1),
                                   })}));
    EXPECT_THAT(names(step(picture, Rule::match_2).fallen), ElementsAre("Other"));
}

// LOOP-1 from msdb: the same table, with the same routes, is in scope again.
TEST(Draw, TellsTheTwoTablesOfALoopApart) {
    auto const picture = drawn(outgoing("msdb", "Svc")
                                   .own_address("TCP://here:1")
                                   .in({database("msdb").routing_by({
                                       route("Back").to("Svc").at("TCP://here:1"),
                                       route("Other").to("Other"),
                                   })}));
    EXPECT_THAT(names(step(picture, Rule::match_2).fallen), ElementsAre("Other"));
    EXPECT_THAT(names(step(picture, Rule::match_2, 1).fallen), ElementsAre("Other"));
}

TEST(Draw, NamesTheRouteThatMatch6Supposes) {
    auto const picture =
        drawn(outgoing("A", "Svc")
                  .with(guid_1)
                  .in({database("A"), database("B").offering({"Svc"}).identified_by(guid_1)}));
    EXPECT_THAT(names(step(picture, Rule::choose_2).kept), ElementsAre("the supposed LOCAL route"));
}

TEST(Draw, SumsUpManyRoutes) {
    auto routes = routes_to("Svc", 40);
    auto const others = routes_to("Other", 30);
    routes.insert(routes.end(), others.begin(), others.end());
    auto const picture = drawn(outgoing("A", "Svc").in({database("A").routing_by(routes)}), {33});
    auto const& matching = step(picture, Rule::match_2);
    EXPECT_EQ(matching.kept.shown.size(), most_shown);
    EXPECT_EQ(matching.kept.more, 28U);
    EXPECT_EQ(matching.fallen.more, 18U);
    auto const& choosing = step(picture, Rule::choose_3);
    EXPECT_EQ(choosing.fallen.more, 27U);
    EXPECT_EQ(choosing.choice->more, 28U);
    EXPECT_EQ(choosing.choice->shown.back().pick, 33U);  // what is taken is shown
    EXPECT_EQ(choosing.choice->shown.back().name, choosing.kept.shown[0].name);
}

// --- printed ---

pugi::xml_document parsed(std::string const& svg) {
    pugi::xml_document document;
    auto const result = document.load_string(svg.c_str(), pugi::parse_full);
    EXPECT_TRUE(result) << result.description() << " at " << result.offset;
    return document;
}

bool has_class(pugi::xml_node node, std::string const& wanted) {
    return (" " + std::string(node.attribute("class").value()) + " ").find(" " + wanted + " ") !=
           std::string::npos;
}

Names routes_with_class(pugi::xml_node below, std::string const& wanted) {
    Names result;
    for (auto const& found : below.select_nodes(".//*[@data-route]"))
        if (has_class(found.node(), wanted))
            result.emplace_back(found.node().attribute("data-route").value());
    return result;
}

TEST(Svg, HasWhatPagesRelyOn) {
    auto const document = parsed(svg(drawn(two_ways_out(), {1})));
    auto const root = document.document_element();
    EXPECT_TRUE(has_class(root, "ssbroute-picture"));
    EXPECT_STREQ(root.attribute("role").value(), "img");
    EXPECT_STREQ(root.child_value("title"), "A message from A to Svc: send");
    EXPECT_THAT(root.child_value("desc"), HasSubstr("First at CHOOSE-3"));

    std::size_t number = 0;
    for (auto const& found : root.select_nodes("g[@data-step]"))
        EXPECT_EQ(found.node().attribute("data-step").as_ullong(), number++);
    EXPECT_EQ(number, 7U);  // SCOPE-1, MATCH-1 and -2, CHOOSE-1 to -3, SEND-1
    auto const choice = root.select_node("g[@data-choice='0']").node();
    EXPECT_STREQ(choice.attribute("data-rule").value(), "CHOOSE-3");
    EXPECT_THAT(routes_with_class(choice, "chosen"), ElementsAre("Second"));
    EXPECT_THAT(routes_with_class(choice, "kept"), ElementsAre("Second"));
    EXPECT_THAT(routes_with_class(choice, "fallen"), ElementsAre("First"));
    EXPECT_TRUE(has_class(choice.select_node(".//*[@data-pick='1']").node(), "picked"));
    EXPECT_FALSE(has_class(choice.select_node(".//*[@data-pick='0']").node(), "picked"));
    EXPECT_STREQ(root.last_child().attribute("data-outcome").value(), "send");
    EXPECT_TRUE(has_class(root.last_child(), "outcome"));
}

TEST(Svg, GivesTheReasonAsTextAndTitle) {
    auto const document = parsed(svg(drawn(example_2())));
    auto const fallen = document.select_node("//g[@data-route='OrderPartsRoute']").node();
    EXPECT_THAT(fallen.child_value("title"), HasSubstr("differs at byte 1"));
    EXPECT_TRUE(fallen.select_node(".//text[contains(., 'differs at byte 1')]"));
}

TEST(Svg, TakesItsColorsFromThePage) {
    auto const text = svg(drawn(example_2()));
    for (auto const* name : {"ink", "paper", "kept", "fallen", "chosen", "accent"})
        EXPECT_THAT(text, HasSubstr("var(--ssbroute-" + std::string(name) + ",#"));
}

// Markup, quotes, entities, the words of the formats, controls, text from right to left; nothing but bytes.
std::vector<std::string> hostile_names() {
    return {"<script>alert(1)</script>", "]]>", "&amp;&#0;", R"(a"b'c)", "`**bold**`", R"(\l\")", "end",
            "%%{init}%%", "style:x#y;", "$$x$$", R"(a\nb)", std::string("nul\0, tab\t, line\n", 16),
            // Right to left from here on.
            std::string{'\xE2', '\x80', '\xAE'} + "abc", "\xFF\xFE\xC0\x80", "  ", std::string(256, 'W'),
            "\xE6\xBC\xA2\xE5\xAD\x97", "--> s0"};
}

// Each as the name of everything.
std::vector<Picture> hostile_pictures() {
    std::vector<Picture> result;
    for (auto const& name : hostile_names())
        result.push_back(drawn(outgoing(name, name)
                                   .in({database(name).routing_by({
                                       route(name).to(name).at(name + ":1"),
                                       route(name + "'s twin").to(name).at(name + ":2"),
                                       route(name + "'s opposite").to("not " + name),
                                   })})));
    return result;
}

TEST(Svg, IsWellFormedWhateverTheNames) {
    for (auto const& picture : hostile_pictures()) {
        auto const document = parsed(svg(picture));
        EXPECT_FALSE(document.select_node("//script"));
        EXPECT_EQ(document.select_nodes("//g[@data-route]").size(), 5U);  // kept, chosen, fallen
    }
    auto const document = parsed(svg(hostile_pictures().front()));
    EXPECT_TRUE(document.select_node("//g[@data-route='<script>alert(1)</script>']"));
}

TEST(Svg, SetsNoLineBeyondItsEdge) {
    auto const text =
        svg(drawn(outgoing("A", std::string(256, 'm'))
                      .in({database("A").routing_by(
                          {route(std::string(256, 'W')).at("TCP://" + std::string(200, 'M') + ":1")})})));
    auto const document = parsed(text);
    for (auto const& found : document.select_nodes("//text"))
        EXPECT_LT(std::string(found.node().child_value()).size(), 85U) << found.node().child_value();
}

TEST(Svg, StaysSmallWithAThousandRoutes) {
    auto const text = svg(drawn(outgoing("A", "Svc").in({database("A").routing_by(routes_to("Svc", 1000))})));
    EXPECT_LT(text.size(), 40'000U);
    EXPECT_THAT(text, HasSubstr("and 988 more"));
}

Names lines_of_text(std::string const& text) {
    Names result;
    for (std::size_t begin = 0; begin < text.size();) {
        auto const end = text.find('\n', begin);
        result.push_back(text.substr(begin, end - begin));
        begin = end == std::string::npos ? text.size() : end + 1;
    }
    return result;
}

// What Mermaid would take for markup, an entity or the end of a label stands in no label.
TEST(Mermaid, KeepsToItsSubset) {
    constexpr auto label = R"("([^"`;#&<>%$]|#[0-9]+;|<br/>)*")";
    for (auto const& picture : hostile_pictures())
        for (auto const& line : lines_of_text(mermaid(picture)))
            EXPECT_THAT(line,
                        testing::AnyOf(
                            "flowchart TD", HasSubstr("classDef"),
                            testing::ContainsRegex("^    class s[0-9]+ handedOn$"),
                            testing::ContainsRegex(std::string(R"(^    message\(\[)") + label + R"(\]\)$)"),
                            testing::ContainsRegex(std::string(R"(^    (message|s[0-9]+) --> (s[0-9]+\[)") +
                                                   label + R"(\]|outcome\[\[)" + label + R"(\]\])$)")));
}

TEST(Mermaid, ShowsStepsChoiceAndOutcome) {
    auto const text = mermaid(drawn(two_ways_out(), {1}));
    EXPECT_THAT(text, HasSubstr(R"(message --> s0["SCOPE-1  )"));
    EXPECT_THAT(text, HasSubstr("( ) First<br/>(x) Second<br/>chosen: Second, TCP://b:1<br/>out: First: "));
    EXPECT_THAT(text, HasSubstr(R"(--> outcome[["send to TCP://b:1, by route Second"]])"));
}

TEST(Dot, QuotesEveryLabel) {
    constexpr auto label = R"("([^"\]|\\.)*")";
    for (auto const& picture : hostile_pictures())
        for (auto const& line : lines_of_text(dot(picture)))
            EXPECT_THAT(line, testing::AnyOf(
                                  "digraph decision {", "}", HasSubstr("fontname="),
                                  testing::ContainsRegex("^    (message|s[0-9]+) -> (s[0-9]+|outcome)$"),
                                  testing::ContainsRegex(
                                      std::string(R"(^    [a-z0-9]+ \[(shape=oval, |penwidth=2, )?label=)") +
                                      label + R"((, style="rounded,dashed")?\]$)")));
}

TEST(Dot, ShowsStepsChoiceAndOutcome) {
    auto const text = dot(drawn(two_ways_out(), {1}));
    EXPECT_THAT(text, HasSubstr(R"(s0 [label="SCOPE-1  )"));
    EXPECT_THAT(text, HasSubstr(R"((x) Second\lchosen: Second, TCP://b:1\lout: First: )"));
    EXPECT_THAT(text, HasSubstr(R"(outcome [penwidth=2, label="send to TCP://b:1, by route Second\l"])"));
}

}  // namespace
}  // namespace ssbroute::picture
