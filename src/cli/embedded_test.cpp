#include "cli/embedded.hpp"

#include <gtest/gtest.h>
#include <string>

#include "formats/json_text.hpp"
#include "routing/reading.hpp"
#include "routing/rule.hpp"

namespace ssbroute::cli {
namespace {

TEST(EmbeddedTraceability, KnowsCasesOfEachRuleAndReading) {
    auto const measured = formats::parse_json(embedded::traceability()).value();
    for (auto const& rule : rules)
        EXPECT_FALSE(measured["rules"][std::string(rule.id)]["cases"].empty()) << rule.id;
    for (auto const& reading : readings)
        EXPECT_FALSE(measured["readings"][std::string(reading.id)]["cases"].empty()) << reading.id;
}

}  // namespace
}  // namespace ssbroute::cli
