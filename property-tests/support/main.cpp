// Runs the properties as tests, or lists them with the rules that they are about.
#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <rapidcheck.h>
#include <sstream>
#include <string_view>

#include "delivery/reading_over_time.hpp"
#include "delivery/rule_over_time.hpp"
#include "formats/json_text.hpp"
#include "routing/reading.hpp"
#include "routing/rule.hpp"
#include "support/property.hpp"

namespace ssbroute::testing {
namespace {

// Below this number of runs a share says nothing.
constexpr int fewest_runs_for_a_share = 100;

class PropertyTest : public ::testing::Test {
public:
    explicit PropertyTest(Property const& property) : property_(property) {}

    void TestBody() override {
        int runs = 0;
        int occurred = 0;
        auto const run = [&] {
            Interest interest;
            property_.check(interest);
            ++runs;
            occurred += interest.occurred() ? 1 : 0;
        };
        auto const result = rc::detail::checkProperty(rc::detail::toProperty(run), metadata(), parameters());
        ASSERT_NO_FATAL_FAILURE(judge(result));
        RecordProperty("runs", runs);
        RecordProperty("case_occurred", occurred);
        if (runs < fewest_runs_for_a_share) return;
        EXPECT_GE(occurred * 100, property_.share.percent * runs)
            << "the case that the property is about occurred in " << occurred << " of " << runs << " runs";
    }

private:
    [[nodiscard]] rc::detail::TestMetadata metadata() const {
        auto const id = property_.section() + "/" + std::string(property_.name);
        return {id, id};
    }

    // Every property starts from a seed of its own, or all would see the same scenarios.
    [[nodiscard]] rc::detail::TestParams parameters() const {
        auto parameters = rc::detail::configuration().testParams;
        for (char const c : property_.name)
            parameters.seed = parameters.seed * 31 + static_cast<unsigned char>(c);
        return parameters;
    }

    static void judge(rc::detail::TestResult const& result) {
        if (result.is<rc::detail::SuccessResult>()) return;
        std::ostringstream message;
        rc::detail::printResultMessage(result, message);
        FAIL() << message.str();
    }

    Property const& property_;
};

bool is_known(std::string_view id) {
    return rule_with_id(id) || reading_with_id(id) || delivery::rule_over_time_with_id(id) ||
           delivery::reading_over_time_with_id(id);
}

// What each property says it is about exists.
class PropertiesNameTheirRules : public ::testing::Test {
public:
    void TestBody() override {
        for (auto const& property : properties()) {
            EXPECT_FALSE(property.about.empty()) << property.name;
            for (auto const& id : property.rules_and_readings())
                EXPECT_TRUE(is_known(id)) << property.name << ": " << id;
        }
    }
};

bool is_about(Property const& property, std::string_view id) {
    auto const ids = property.rules_and_readings();
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

class EveryRuleAndReadingHasAProperty : public ::testing::Test {
public:
    void TestBody() override {
        for (auto const& rule : rules) expect_a_property(rule.id);
        for (auto const& reading : readings) expect_a_property(reading.id);
        for (auto const& rule : delivery::rules_over_time) expect_a_property(rule.id);
    }

private:
    static void expect_a_property(std::string_view id) {
        auto const& all = properties();
        EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                                [&](Property const& property) { return is_about(property, id); }))
            << "no property is about " << id;
    }
};

template <typename Test>
void add_test(std::string const& suite, std::string const& name, std::string_view file, auto... arguments) {
    ::testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, std::string(file).c_str(), 0,
                            [=]() -> ::testing::Test* { return new Test(*arguments...); });
}

void add_tests() {
    for (auto const& property : properties())
        add_test<PropertyTest>(property.section(), std::string(property.name), property.file, &property);
    add_test<PropertiesNameTheirRules>("properties", "NameTheirRules", __FILE__);
    add_test<EveryRuleAndReadingHasAProperty>("properties", "EveryRuleAndReadingHasOne", __FILE__);
}

// {"properties": [{"name": ..., "section": ..., "about": [...], "at_least_percent": ...}, ...]}
void list_properties() {
    formats::OrderedJson list = formats::OrderedJson::array();
    for (auto const& property : properties())
        list.push_back({{"name", property.name},
                        {"section", property.section()},
                        {"about", property.rules_and_readings()},
                        {"at_least_percent", property.share.percent}});
    std::cout << formats::OrderedJson{{"properties", list}}.dump(2) << '\n';
}

}  // namespace
}  // namespace ssbroute::testing

// What is thrown in a test program ends it, with the words of the exception.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    if (argc == 2 && std::string_view(argv[1]) == "--list-properties") {
        ssbroute::testing::list_properties();
        return 0;
    }
    ::testing::InitGoogleTest(&argc, argv);
    ssbroute::testing::add_tests();
    return RUN_ALL_TESTS();
}
