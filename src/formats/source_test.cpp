#include "formats/source.hpp"

#include <gtest/gtest.h>

namespace ssbroute::formats {
namespace {

TEST(InSource, NamesTheSourceAndThePointer) {
    EXPECT_EQ(in_source({"a.json", ""}, {"/now", "expected a time"}),
              (Error{"a.json: /now", "expected a time"}));
}

TEST(InSource, NamesTheSourceAloneWhereThePointerIsEmpty) {
    EXPECT_EQ(in_source({"a.json", ""}, {"", "expected JSON"}), (Error{"a.json", "expected JSON"}));
}

TEST(InSource, SpeaksOfStandardInput) {
    EXPECT_EQ(in_source({"-", ""}, {"/now", "expected a time"}).where, "standard input: /now");
}

TEST(InSource, GivesThePointerAloneOfATextWithoutName) {
    EXPECT_EQ(in_source({"", ""}, {"/now", "expected a time"}), (Error{"/now", "expected a time"}));
}

}  // namespace
}  // namespace ssbroute::formats
