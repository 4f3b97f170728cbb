#include "formats/catalogue/servers.hpp"

#include <gtest/gtest.h>

namespace ssbroute::formats {
namespace {

TEST(Servers, AreMadeWhenTheyAreMetAndFoundWithoutCase) {
    Servers servers;
    EXPECT_TRUE(servers.all().empty());
    auto& first = servers.named("HostB");
    servers.named("HostA");
    EXPECT_EQ(&servers.named("hostb"), &first);
    EXPECT_TRUE(servers.has("HOSTA"));
    EXPECT_FALSE(servers.has("HostC"));
    ASSERT_EQ(servers.all().size(), 2U);
    EXPECT_EQ(servers.all()[0].name(), "HostB");
    EXPECT_EQ(servers.all()[1].name(), "HostA");
}

TEST(Servers, AreAllAsStrict) {
    Servers servers(Strictness::lenient);
    auto const moment = UtcTime::from_unix_seconds(0);
    EXPECT_EQ(servers.named("A").create_route("msdb", "R", {.address = "nowhere"}, moment).front().severity,
              Severity::warning);
}

TEST(Servers, TheNameOfAServerIsThatOfItsComputer) {
    Servers servers;
    auto const last_address = [&](char const* name) {
        auto& server = servers.named(name);
        server.set_endpoint(4022, std::nullopt);
        return server.instance()->addresses().back().text();
    };
    EXPECT_EQ(last_address("db1.example"), "TCP://db1.example:4022");
    EXPECT_EQ(last_address("db2\\SQL2"), "TCP://db2:4022");
    EXPECT_EQ(last_address("db3,1433"), "TCP://db3:4022");
    for (auto const* here : {"(local)", ".", "localhost\\SQL2", "the server of ours"})
        EXPECT_EQ(last_address(here), "TCP://[::1]:4022") << here;
}

TEST(Servers, StandInsAreGuidsThatDiffer) {
    Servers servers;
    auto const first = servers.stand_in();
    EXPECT_EQ(first.text(), "00000000-0000-0000-0000-000000000001");
    EXPECT_TRUE(first.is_guid());
    EXPECT_NE(first, servers.stand_in());
}

}  // namespace
}  // namespace ssbroute::formats
