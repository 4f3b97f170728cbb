#include "model/address.hpp"

#include <compare>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ssbroute {
namespace {

// Whether `text` is a valid network address, which takes more than being a network address.
bool is_valid(std::string text) {
    Address const address(std::move(text));
    return address.is_network() && address.is_well_formed();
}

bool equal(std::string a, std::string b) { return Address(std::move(a)) == Address(std::move(b)); }

std::string beginning_of(std::string_view service_name) {
    auto const address = Address::that_begins(service_name);
    return address ? address->text() : "none";
}

TEST(Address, IsKeptAsItIsWritten) {
    EXPECT_EQ(Address("tcp://Host:04022/x").text(), "tcp://Host:04022/x");
    EXPECT_EQ(Address("local").text(), "local");
}

TEST(Address, LocalIsKnownWithoutRegardToCase) {
    for (auto const* text : {"LOCAL", "local", "LoCaL"}) {
        EXPECT_TRUE(Address(text).is_local()) << text;
        EXPECT_TRUE(equal(text, "LOCAL")) << text;
    }
}

TEST(Address, TransportIsKnownWithoutRegardToCase) {
    for (auto const* text : {"TRANSPORT", "transport", "TransPort"}) {
        EXPECT_TRUE(Address(text).is_transport()) << text;
        EXPECT_TRUE(equal(text, "TRANSPORT")) << text;
    }
}

TEST(Address, AnythingElseIsANetworkAddress) {
    for (auto const* text :
         {"TCP://host:1", "", " LOCAL", "LOCAL ", "LOCAL/", "LOCALHOST", "TRANSPORTS", "x"})
        EXPECT_EQ(Address(text).kind(), Address::Kind::network) << text;
}

TEST(Address, LocalAndTransportAreWellFormed) {
    EXPECT_TRUE(Address("LOCAL").is_well_formed());
    EXPECT_TRUE(Address("TRANSPORT").is_well_formed());
}

TEST(Address, TheSchemeIsInAnyCase) {
    EXPECT_TRUE(is_valid("TCP://host:4022"));
    EXPECT_TRUE(is_valid("tcp://host:4022"));
    EXPECT_TRUE(equal("TCP://host:4022", "tCp://host:4022"));
}

TEST(Address, AnotherSchemeIsNotValid) {
    for (auto const* text : {"UDP://host:1", "http://host:1", "TCP:/host:1", "TCP:host:1", "//host:1",
                             "host:1", " TCP://host:1", "TCP //host:1", "TCPS://host:1"})
        EXPECT_FALSE(is_valid(text)) << text;
}

TEST(Address, HostsAreEqualWithoutRegardToCase) { EXPECT_TRUE(equal("TCP://Host.X:1", "TCP://hOST.x:1")); }

TEST(Address, OnlyAsciiLettersOfHostsAreFolded) {
    EXPECT_TRUE(is_valid("TCP://caf\xC3\xA9:1"));
    EXPECT_FALSE(equal("TCP://caf\xC3\xA9:1", "TCP://caf\xC3\x89:1"));
}

TEST(Address, DifferentHostsDiffer) {
    EXPECT_FALSE(equal("TCP://a:1", "TCP://b:1"));
    EXPECT_FALSE(equal("TCP://a:1", "TCP://a.:1"));
    EXPECT_FALSE(equal("TCP://a:1", "TCP://aa:1"));
}

TEST(Address, TheHostMustNotBeMissing) {
    EXPECT_FALSE(is_valid("TCP://:1"));
    EXPECT_FALSE(is_valid("TCP://"));
    EXPECT_FALSE(is_valid("TCP:///x:1"));
    EXPECT_FALSE(is_valid("TCP://a/4022"));
}

TEST(Address, ControlsAndSpacesAreNotInAHost) {
    for (char const c : {'\0', '\1', '\t', '\n', '\r', '\x1F', ' ', '\x7F'}) {
        EXPECT_FALSE(is_valid(std::string("TCP://a") + c + "b:1")) << static_cast<int>(c);
        EXPECT_FALSE(is_valid(std::string("TCP://[a") + c + "b]:1")) << static_cast<int>(c);
    }
}

TEST(Address, AnyOtherCharacterMayBeInAHost) {
    EXPECT_TRUE(is_valid("TCP://a_b-c.d!\\@?#%:1"));
    EXPECT_TRUE(is_valid("TCP://192.168.0.1:1"));
    EXPECT_TRUE(is_valid("TCP://\xC2\x85:1"));  // U+0085 is a control, but not one that is excluded
}

TEST(Address, SlashesColonsAndBracketsAreNotInAHost) {
    for (auto const* text : {"TCP://a/b:1", "TCP://a:b:1", "TCP://a[b:1", "TCP://a]b:1", "TCP://::1:4022"})
        EXPECT_FALSE(is_valid(text)) << text;
}

TEST(Address, AnIpv6HostStandsInBrackets) {
    EXPECT_TRUE(is_valid("TCP://[::1]:4022"));
    EXPECT_TRUE(is_valid("TCP://[fe80::1%eth0]:4022"));
    EXPECT_TRUE(is_valid("TCP://[no-ipv6-at-all]:4022"));
    EXPECT_TRUE(is_valid("TCP://[x]:4022"));
}

TEST(Address, Ipv6HostsAreComparedAsTextWithoutRegardToCase) {
    EXPECT_TRUE(equal("TCP://[FE80::A]:1", "TCP://[fe80::a]:1"));
    EXPECT_FALSE(equal("TCP://[::1]:1", "TCP://[0:0:0:0:0:0:0:1]:1"));
}

TEST(Address, BracketsAreNoPartOfTheOtherForm) { EXPECT_FALSE(equal("TCP://[host]:1", "TCP://host:1")); }

TEST(Address, BracketsMustCloseAndHoldSomethingWithoutSlash) {
    for (auto const* text :
         {"TCP://[]:1", "TCP://[::1:1", "TCP://::1]:1", "TCP://[a/b]:1", "TCP://[a]b:1", "TCP://[a]]:1",
          "TCP://[", "TCP://[a]", "TCP://[:1", "TCP://[/]:1", "TCP://[ab/:1"})
        EXPECT_FALSE(is_valid(text)) << text;
}

TEST(Address, ThePortMustNotBeMissing) {
    for (auto const* text :
         {"TCP://host", "TCP://host:", "TCP://host/", "TCP://host:/", "TCP://[::1]", "TCP://host:x"})
        EXPECT_FALSE(is_valid(text)) << text;
}

TEST(Address, ThePortIsANumberFrom1To65535) {
    EXPECT_FALSE(is_valid("TCP://host:0"));
    EXPECT_FALSE(is_valid("TCP://host:000"));
    EXPECT_TRUE(is_valid("TCP://host:1"));
    EXPECT_TRUE(is_valid("TCP://host:9"));
    EXPECT_TRUE(is_valid("TCP://host:65535"));
    EXPECT_FALSE(is_valid("TCP://host:65536"));
    EXPECT_FALSE(is_valid("TCP://host:99999"));
}

TEST(Address, APortBeyondEveryIntegerIsNotValid) {
    EXPECT_FALSE(is_valid("TCP://host:4294967297"));            // 2^32 + 1
    EXPECT_FALSE(is_valid("TCP://host:18446744073709551617"));  // 2^64 + 1
    EXPECT_FALSE(is_valid("TCP://host:" + std::string(1000, '9')));
}

TEST(Address, ThePortIsDecimalDigitsOnly) {
    for (auto const* text :
         {"TCP://host:+1", "TCP://host:-1", "TCP://host: 1", "TCP://host:1 ", "TCP://host:0x1",
          "TCP://host:1.0", "TCP://host:1a", "TCP://host:1:2", "TCP://host:1?x", "TCP://host:1\\"})
        EXPECT_FALSE(is_valid(text)) << text;
}

TEST(Address, PortsAreEqualAsNumbers) {
    EXPECT_TRUE(equal("TCP://host:4022", "TCP://host:0004022"));
    EXPECT_TRUE(is_valid("TCP://host:" + std::string(1000, '0') + "1"));
    EXPECT_FALSE(equal("TCP://host:4022", "TCP://host:40220"));
    EXPECT_FALSE(equal("TCP://host:1", "TCP://host:2"));
}

TEST(Address, WhatFollowsThePortIsIgnored) {
    EXPECT_TRUE(equal("TCP://host:1", "TCP://host:1/"));
    EXPECT_TRUE(equal("TCP://host:1", "TCP://host:1/any thing:2/LOCAL"));
    EXPECT_TRUE(equal("TCP://host:1/a", "TCP://host:1/b"));
    EXPECT_TRUE(equal("TCP://host:1", std::string("TCP://host:1/\0\x7F", 15)));
}

TEST(Address, AnAddressThatIsNotValidEqualsOnlyTheSameTextWithoutRegardToCase) {
    EXPECT_TRUE(equal("TCP://Host", "tcp://hOST"));
    EXPECT_FALSE(equal("TCP://host", "TCP://host/"));
    EXPECT_FALSE(equal("TCP://host:0", "TCP://host:00"));
    EXPECT_FALSE(equal("TCP://host:65536", "TCP://host:065536"));
}

TEST(Address, TheEmptyAddressIsANetworkAddressThatEqualsItself) {
    EXPECT_TRUE(Address("").is_network());
    EXPECT_FALSE(Address("").is_well_formed());
    EXPECT_TRUE(equal("", ""));
    EXPECT_FALSE(equal("", " "));
}

TEST(Address, AValidAddressNeverEqualsOneThatIsNot) {
    EXPECT_FALSE(equal("TCP://host:1", "TCP://host:1 "));
    EXPECT_FALSE(equal("TCP://host:1", "host"));
    EXPECT_FALSE(equal("LOCAL", " LOCAL"));
}

TEST(Address, CanonicalIsSharedExactlyByEqualAddresses) {
    std::vector<std::string> const texts = {
        "LOCAL",          "local",      "TRANSPORT",  "transport",    "TCP://host:1",     "tcp://HOST:01/x",
        "TCP://host:2",   "TCP://host", "tcp://HOST", "TCP://host:0", "TCP://[::A]:1",    "TCP://[::a]:1/",
        "TCP://[::a]:10", "",           " ",          "Local ",       "TCP://host:65536", "tcp://host:1x",
    };
    for (auto const& a : texts)
        for (auto const& b : texts)
            EXPECT_EQ(Address(a).canonical() == Address(b).canonical(), equal(a, b)) << a << " and " << b;
}

TEST(Address, EqualAddressesHaveTheSameHash) {
    EXPECT_EQ(Address("TCP://Host:4022").hash(), Address("tcp://hOST:04022/x").hash());
    EXPECT_EQ(Address("local").hash(), Address("LOCAL").hash());
    EXPECT_EQ(Address("transport").hash(), Address("TRANSPORT").hash());
    EXPECT_EQ(Address("Nonsense").hash(), Address("nONSENSE").hash());
}

TEST(Address, TheHashLooksAtKindHostAndPort) {
    auto const hash = Address("TCP://host:1").hash();
    for (auto const* other : {"TCP://host:2", "TCP://hosu:1", "LOCAL", "TRANSPORT", "TCP://host:1 "})
        EXPECT_NE(Address(other).hash(), hash) << other;
}

TEST(Address, OrderIsTotalAndAgreesWithEquality) {
    std::vector<Address> const addresses = {Address("LOCAL"),       Address("TCP://a:1"),
                                            Address("tcp://A:1/x"), Address("TCP://a:2"),
                                            Address("b"),           Address("TRANSPORT")};
    for (auto const& a : addresses)
        for (auto const& b : addresses) {
            EXPECT_EQ(std::is_eq(a <=> b), a == b);
            EXPECT_EQ(std::is_lt(a <=> b), std::is_gt(b <=> a));
            for (auto const& c : addresses) EXPECT_TRUE(!(a < b && b < c) || a < c);
        }
}

TEST(AddressThatBegins, IsReadFromTheBeginningOfAServiceName) {
    EXPECT_EQ(beginning_of("TCP://host:4022/Svc"), "TCP://host:4022");
    EXPECT_EQ(beginning_of("tcp://[::1]:4022/a/b"), "tcp://[::1]:4022");
}

TEST(AddressThatBegins, MayBeTheWholeName) { EXPECT_EQ(beginning_of("TCP://host:4022"), "TCP://host:4022"); }

TEST(AddressThatBegins, EndsBeforeTheSlash) {
    EXPECT_EQ(beginning_of("TCP://host:4022/"), "TCP://host:4022");
}

TEST(AddressThatBegins, KeepsItsSpelling) {
    EXPECT_EQ(beginning_of("Tcp://HOST:04022/Svc"), "Tcp://HOST:04022");
}

TEST(AddressThatBegins, IsNoneWherePortIsFollowedByAnythingButASlash) {
    for (auto const* name :
         {"TCP://host:4022Svc", "TCP://host:4022 /Svc", "TCP://host:4022:1/Svc", "TCP://host:4022?"})
        EXPECT_EQ(beginning_of(name), "none") << name;
}

TEST(AddressThatBegins, IsNoneWhereThePortIsMissingOrOutOfRange) {
    for (auto const* name : {"TCP://host/Svc", "TCP://host:/Svc", "TCP://host:0/Svc", "TCP://host:65536/Svc"})
        EXPECT_EQ(beginning_of(name), "none") << name;
}

TEST(AddressThatBegins, IsNoneWhereTheNameBeginsWithAnythingElse) {
    for (auto const* name :
         {"", "Svc", "//host:4022/Svc", " TCP://host:4022/Svc", "LOCAL", "TRANSPORT", "TCP", "TCP://"})
        EXPECT_EQ(beginning_of(name), "none") << name;
}

}  // namespace
}  // namespace ssbroute
