#include "model/outcome.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

Outcome send(std::string address) { return Send{Address(std::move(address))}; }
Outcome send(std::string address, std::string mirror) {
    return Send{Address(std::move(address)), Address(std::move(mirror))};
}
Outcome forward(std::string address) { return Forward{Address(std::move(address))}; }
Outcome forward(std::string address, std::string mirror) {
    return Forward{Address(std::move(address)), Address(std::move(mirror))};
}
Outcome const requested_delay = Delay{RouteRequest::made};

TEST(Outcome, OfDifferentKindsAreNotTheSame) {
    EXPECT_FALSE(same(send("TCP://a:1"), forward("TCP://a:1")));
    EXPECT_FALSE(same(Delay{}, Drop{}));
    EXPECT_FALSE(same(Deliver{"A"}, Drop{}));
}

TEST(Outcome, DeliveriesAreTheSameForTheSameDatabaseByteByByte) {
    EXPECT_TRUE(same(Deliver{"A"}, Deliver{"A"}));
    EXPECT_FALSE(same(Deliver{"A"}, Deliver{"a"}));
    EXPECT_FALSE(same(Deliver{"A"}, Deliver{""}));
}

TEST(Outcome, AddressesAreComparedAsNetworkAddresses) {
    EXPECT_TRUE(same(send("TCP://a:1"), send("tcp://A:01/x")));
    EXPECT_TRUE(same(forward("TCP://a:1", "TCP://b:1"), forward("TCP://a:1", "tcp://B:1/")));
    EXPECT_FALSE(same(send("TCP://a:1"), send("TCP://a:2")));
}

TEST(Outcome, AddressesThatAreNotValidAreComparedAsText) {
    EXPECT_TRUE(same(send("Here"), send("hERE")));
    EXPECT_FALSE(same(send("here"), send("here/")));
}

TEST(Outcome, MirrorAddressesAreBothPresentOrBothAbsent) {
    EXPECT_TRUE(same(send("TCP://a:1", "TCP://b:1"), send("TCP://a:1", "TCP://b:1")));
    EXPECT_FALSE(same(send("TCP://a:1", "TCP://b:1"), send("TCP://a:1")));
    EXPECT_FALSE(same(send("TCP://a:1", "TCP://b:1"), send("TCP://a:1", "TCP://c:1")));
    EXPECT_FALSE(same(send("TCP://a:1", ""), send("TCP://a:1")));
}

TEST(Outcome, AddressAndMirrorAddressDoNotChangePlaces) {
    EXPECT_FALSE(same(send("TCP://a:1", "TCP://b:1"), send("TCP://b:1", "TCP://a:1")));
}

TEST(Outcome, ADelayThatRequestsARouteIsNotThePlainOne) {
    EXPECT_TRUE(same(Delay{}, Delay{RouteRequest::none}));
    EXPECT_TRUE(same(requested_delay, Delay{RouteRequest::made}));
    EXPECT_FALSE(same(Delay{}, requested_delay));
}

TEST(Outcome, WhereOneAddressEndsAndTheMirrorBeginsCounts) {
    EXPECT_FALSE(same(send("a", "bc"), send("ab", "c")));
    EXPECT_FALSE(same(send("a1:b"), send("a", "b")));
    EXPECT_FALSE(same(send("1:a1:b"), send("a", "b")));
}

TEST(Outcome, CanonicalIsSharedExactlyByTheSame) {
    std::vector<Outcome> const outcomes = {
        Deliver{"A"},
        Deliver{"a"},
        send("TCP://a:1"),
        send("tcp://A:1/"),
        forward("TCP://a:1"),
        send("TCP://a:1", "x"),
        send("TCP://a:1", "X"),
        // Their parts differ only in where one ends.
        send("0", "yyyyyyyyy"),
        send("9yyyyyyyyy"),
        Delay{},
        requested_delay,
        Drop{},
        Deliver{""},
        Deliver{"r"},
        send(""),
        send("", ""),
    };
    for (auto const& a : outcomes)
        for (auto const& b : outcomes)
            EXPECT_EQ(canonical(a) == canonical(b), same(a, b)) << text(a) << " and " << text(b);
}

TEST(OutcomeHash, IsTheSameForTheSame) {
    OutcomeHash const hash;
    EXPECT_EQ(hash(send("TCP://a:1", "TCP://b:1")), hash(send("tcp://A:01/x", "tcp://B:1/")));
    EXPECT_EQ(hash(forward("TCP://a:1")), hash(forward("tcp://A:1")));
    EXPECT_EQ(hash(Deliver{"A"}), hash(Deliver{"A"}));
    EXPECT_EQ(hash(Delay{}), hash(Delay{RouteRequest::none}));
    EXPECT_EQ(hash(Drop{}), hash(Drop{}));
}

TEST(OutcomeHash, TellsOutcomesApart) {
    OutcomeHash const hash;
    std::set<std::size_t> hashes;
    std::vector<Outcome> const different = {
        Deliver{"A"},
        Deliver{"a"},
        send("TCP://a:1"),
        send("TCP://a:1", "TCP://b:1"),
        send("TCP://b:1", "TCP://a:1"),
        send("TCP://a:2"),
        forward("TCP://a:1"),
        Delay{},
        requested_delay,
        Drop{},
    };
    for (auto const& one : different) hashes.insert(hash(one));
    EXPECT_EQ(hashes.size(), different.size());
}

TEST(Outcome, AreInTheOrderOfTheSpecification) {
    std::vector<Outcome> const in_order = {
        Deliver{""},
        Deliver{"A"},
        Deliver{"B"},
        Deliver{"a"},
        send("TCP://a:1"),
        send("TCP://a:1", ""),
        send("TCP://a:1", "TCP://a:1"),
        send("TCP://a:1", "TCP://b:1"),
        send("TCP://b:1"),
        send("tcp://a:1"),
        forward("TCP://a:1"),
        forward("TCP://a:1", "TCP://b:1"),
        forward("TCP://b:1"),
        Delay{},
        requested_delay,
        Drop{},
    };
    for (std::size_t i = 0; i < in_order.size(); ++i)
        for (std::size_t j = 0; j < in_order.size(); ++j)
            EXPECT_EQ(is_printed_before(in_order[i], in_order[j]), i < j)
                << text(in_order[i]) << " and " << text(in_order[j]);
}

TEST(Outcome, TheOrderTakesBytesAsUnsigned) {
    EXPECT_TRUE(is_printed_before(Deliver{"z"}, Deliver{"\xC3\xA9"}));
    EXPECT_TRUE(is_printed_before(send("z"), send("\xC3\xA9")));
}

TEST(Outcome, TheOrderTellsSpellingsApart) {
    EXPECT_TRUE(is_printed_before(send("TCP://a:1"), send("tcp://a:1")));
    EXPECT_FALSE(is_printed_before(send("TCP://a:1"), send("TCP://a:1")));
}

}  // namespace
}  // namespace ssbroute::test
