#include "model/service_name.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute {
namespace {

TEST(ServiceName, IsKeptAsItIsWritten) { EXPECT_EQ(ServiceName(" Svc ").text(), " Svc "); }

TEST(ServiceName, EqualBytesAreEqualNames) { EXPECT_EQ(ServiceName("//a/Svc"), ServiceName("//a/Svc")); }

TEST(ServiceName, CaseCounts) { EXPECT_NE(ServiceName("Svc"), ServiceName("svc")); }

TEST(ServiceName, TrailingSpacesCount) { EXPECT_NE(ServiceName("Svc"), ServiceName("Svc ")); }

TEST(ServiceName, ComposedAndDecomposedLettersDiffer) {
    EXPECT_NE(ServiceName("caf\xC3\xA9"), ServiceName("cafe\xCC\x81"));
}

TEST(ServiceName, BytesBehindANulCount) {
    EXPECT_NE(ServiceName(std::string("a\0b", 3)), ServiceName(std::string("a\0c", 3)));
    EXPECT_NE(ServiceName(std::string("a\0b", 3)), ServiceName("a"));
}

TEST(ServiceName, TheEmptyNameIsAName) {
    EXPECT_EQ(ServiceName(""), ServiceName(""));
    EXPECT_NE(ServiceName(""), ServiceName("a"));
}

TEST(ServiceName, IsOrderedByUnsignedBytes) {
    EXPECT_LT(ServiceName("A"), ServiceName("a"));
    EXPECT_LT(ServiceName("a"), ServiceName("aa"));
    EXPECT_LT(ServiceName("z"), ServiceName("\xC3\xA9"));
}

TEST(ServiceName, TheDynamicRoutingServiceIsNamedAsInTheDocumentation) {
    EXPECT_STREQ(dynamic_routing_service, "SQL/ServiceBroker/BrokerConfiguration");
}

}  // namespace
}  // namespace ssbroute
