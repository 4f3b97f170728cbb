#include "cli/output.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute::cli {
namespace {

TEST(Visible, ShowsControlCharactersByTheirCode) {
    EXPECT_EQ(visible(std::string("a\0\x1b[31m\n\r\t\x1f\x7f", 12)),
              "a\\u0000\\u001b[31m\\u000a\\u000d\\u0009\\u001f\\u007f");
}

TEST(Visible, LeavesOtherCharactersAlone) {
    EXPECT_EQ(visible(" ~\\\"'\xC3\xA9\xE2\x82\xAC\xFF"), " ~\\\"'\xC3\xA9\xE2\x82\xAC\xFF");
    EXPECT_EQ(visible(""), "");
}

}  // namespace
}  // namespace ssbroute::cli
