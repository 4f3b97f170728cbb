#include "formats/tsql/grammar.hpp"

#include <gtest/gtest.h>
#include <tao/pegtl/contrib/analyze.hpp>

namespace ssbroute::formats::tsql {
namespace {

TEST(Grammar, HasNoLoopWithoutProgress) { EXPECT_EQ(pegtl::analyze<batch>(), 0U); }

}  // namespace
}  // namespace ssbroute::formats::tsql
