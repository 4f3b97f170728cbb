#include "model/route_set.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "test_support/builders.hpp"

namespace ssbroute::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> names(std::span<Route const> routes) {
    std::vector<std::string> result;
    for (auto const& one : routes) result.push_back(one.name);
    return result;
}

// Owns what the set looks at.
class Arranged {
public:
    Arranged(std::vector<Route> routes)
        : routes_(std::move(routes)) {}  // NOLINT(google-explicit-constructor)
    RouteSet const* operator->() const { return &routes_.sets().front(); }

private:
    ArrangedRoutes routes_;
};

bool are_identical(Route const& a, Route const& b) {
    Arranged const both({a, b});
    return both->has_identical();
}

TEST(RouteSet, HasNoRouteByDefault) {
    RouteSet const set;
    EXPECT_TRUE(set.empty());
    EXPECT_THAT(set.all(), IsEmpty());
    EXPECT_FALSE(set.has_identical());
    EXPECT_FALSE(set.identical_differ_in_mirror_address());
}

TEST(RouteSet, PartsAreByAddressAndMirrorAddress) {
    Arranged const set({
        route("transport").at("TRANSPORT"),
        route("mirrored").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("network").at("TCP://a:2"),
        route("local").at("LOCAL"),
    });
    EXPECT_THAT(names(set->mirrored()), ElementsAre("mirrored"));
    EXPECT_THAT(names(set->local()), ElementsAre("local"));
    EXPECT_THAT(names(set->network()), ElementsAre("network"));
    EXPECT_THAT(names(set->transport()), ElementsAre("transport"));
    EXPECT_THAT(names(set->all()), UnorderedElementsAre("transport", "mirrored", "network", "local"));
}

TEST(RouteSet, MirroredRoutesAreInNoOtherPartWhateverTheirAddress) {
    Arranged const set({
        route("local").at("LOCAL").mirrored_at("TCP://b:1"),
        route("transport").at("TRANSPORT").mirrored_at("TCP://b:1"),
        route("network").at("TCP://a:1").mirrored_at("TCP://b:1"),
    });
    EXPECT_THAT(names(set->mirrored()), UnorderedElementsAre("local", "transport", "network"));
    EXPECT_THAT(set->local(), IsEmpty());
    EXPECT_THAT(set->network(), IsEmpty());
    EXPECT_THAT(set->transport(), IsEmpty());
}

TEST(RouteSet, AnAddressThatIsNotValidIsANetworkAddress) {
    Arranged const set({route("R").at("nonsense")});
    EXPECT_THAT(names(set->network()), ElementsAre("R"));
}

TEST(RouteSet, RoutesEqualInIdentifierServiceNameAndAddressAreIdentical) {
    EXPECT_TRUE(are_identical(route("A").to("Svc").with(guid_1).at("TCP://a:1"),
                              route("B").to("Svc").with(guid_1).at("TCP://a:1")));
    EXPECT_TRUE(are_identical(route("A"), route("B")));
}

TEST(RouteSet, LifetimeAndNamePlayNoPartInBeingIdentical) {
    EXPECT_TRUE(are_identical(route("A").at("TCP://a:1").until("2026-01-01T00:00:00Z"),
                              route("B").at("TCP://a:1").until("2027-01-01T00:00:00Z")));
    EXPECT_TRUE(
        are_identical(route("A").at("TCP://a:1").until("2026-01-01T00:00:00Z"), route("B").at("TCP://a:1")));
}

TEST(RouteSet, RoutesEqualUpToSpellingAreIdentical) {
    EXPECT_TRUE(are_identical(route("A").at("TCP://a:1"), route("B").at("tcp://A:01/x")));
    EXPECT_TRUE(are_identical(route("A").at("local"), route("B").at("LOCAL")));
    EXPECT_TRUE(are_identical(route("A").with("aaaaaaaa-0000-0000-0000-000000000000"),
                              route("B").with("{AAAAAAAA-0000-0000-0000-000000000000}")));
}

TEST(RouteSet, RoutesThatDifferInOneOfTheThreeAreNotIdentical) {
    EXPECT_FALSE(are_identical(route("A").at("TCP://a:1"), route("B").at("TCP://a:2")));
    EXPECT_FALSE(are_identical(route("A").to("Svc"), route("B").to("svc")));
    EXPECT_FALSE(are_identical(route("A").to("Svc"), route("B")));
    EXPECT_FALSE(are_identical(route("A").to(""), route("B")));
    EXPECT_FALSE(are_identical(route("A").with(guid_1), route("B").with(guid_2)));
    EXPECT_FALSE(are_identical(route("A").with(guid_1), route("B")));
}

TEST(RouteSet, RoutesThatDifferInMirrorAddressOnlyAreIdentical) {
    EXPECT_TRUE(
        are_identical(route("A").at("TCP://a:1"), route("B").at("TCP://a:1").mirrored_at("TCP://b:1")));
    EXPECT_TRUE(are_identical(route("A").at("TCP://a:1").mirrored_at("TCP://c:1"),
                              route("B").at("TCP://a:1").mirrored_at("TCP://b:1")));
}

TEST(RouteSet, AddressAndMirrorAddressDoNotChangePlaces) {
    EXPECT_FALSE(are_identical(route("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
                               route("B").at("TCP://b:1").mirrored_at("TCP://a:1")));
}

TEST(RouteSet, OfIdenticalRoutesOneStandsInAPartAndAllInAll) {
    Arranged const set({
        route("A").at("TCP://a:1"),
        route("B").at("TCP://b:1"),
        route("C").at("TCP://a:1"),
        route("D").at("TCP://a:1"),
    });
    EXPECT_THAT(names(set->all()), UnorderedElementsAre("A", "B", "C", "D"));
    EXPECT_EQ(set->network().size(), 2U);
    EXPECT_NE(set->network()[0].address, set->network()[1].address);
}

TEST(RouteSet, OfSpellingsTheOneThatSortsFirstStands) {
    Arranged const set({
        route("A").at("tcp://a:1"),
        route("B").at("TCP://a:1/y"),
        route("C").at("TCP://a:1/x"),
    });
    ASSERT_EQ(set->network().size(), 1U);
    EXPECT_EQ(set->network().front().address.text(), "TCP://a:1/x");
}

TEST(RouteSet, IdenticalRoutesWithDifferentMirrorAddressesAllStandInMirrored) {
    Arranged const set({
        route("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("B").at("TCP://a:1").mirrored_at("TCP://c:1"),
        route("C").at("TCP://a:1").mirrored_at("tcp://B:1/"),
    });
    ASSERT_EQ(set->mirrored().size(), 2U);
    EXPECT_NE(set->mirrored()[0].mirror_address, set->mirrored()[1].mirror_address);
}

TEST(RouteSet, NoneAreIdenticalWhereAllAreDistinct) {
    Arranged const set({route("A").at("TCP://a:1"), route("B").at("TCP://b:1"), route("C").at("LOCAL")});
    EXPECT_FALSE(set->has_identical());
    EXPECT_FALSE(set->identical_differ_in_mirror_address());
}

TEST(RouteSet, IdenticalRoutesWithoutMirrorAddressDoNotDifferInIt) {
    Arranged const set({route("A").at("TCP://a:1"), route("B").at("TCP://a:1")});
    EXPECT_FALSE(set->identical_differ_in_mirror_address());
}

TEST(RouteSet, IdenticalRoutesWithEqualMirrorAddressesDoNotDifferInIt) {
    Arranged const set({
        route("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("B").at("TCP://a:1").mirrored_at("tcp://B:01/x"),
    });
    EXPECT_TRUE(set->has_identical());
    EXPECT_FALSE(set->identical_differ_in_mirror_address());
}

TEST(RouteSet, IdenticalRoutesDifferInMirrorAddressWhereOnlyOneHasAny) {
    for (auto const* address : {"TCP://a:1", "LOCAL", "TRANSPORT"}) {
        Arranged const set({route("A").at(address), route("B").at(address).mirrored_at("TCP://b:1")});
        EXPECT_TRUE(set->identical_differ_in_mirror_address()) << address;
    }
}

TEST(RouteSet, IdenticalRoutesDifferInMirrorAddressWhereTheirsAreNotEqual) {
    Arranged const set({
        route("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("B").at("TCP://a:1").mirrored_at("TCP://c:1"),
    });
    EXPECT_TRUE(set->identical_differ_in_mirror_address());
}

TEST(RouteSet, RoutesThatAreNotIdenticalMayDifferInMirrorAddress) {
    Arranged const set({
        route("A").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("B").at("TCP://a:2").mirrored_at("TCP://c:1"),
        route("C").at("TCP://a:3"),
    });
    EXPECT_FALSE(set->identical_differ_in_mirror_address());
}

TEST(RouteSet, WithoutMirroredRoutesEveryMirroredOneHasATwin) {
    Arranged const set({route("A").at("TCP://a:1")});
    EXPECT_TRUE(set->every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, AMirroredRouteHasATwinWhateverItsAddress) {
    for (auto const* address : {"TCP://a:1", "LOCAL", "TRANSPORT", "nonsense"}) {
        Arranged const set({
            route("A").at(address),
            route("B").at(address).mirrored_at("TCP://b:1"),
            route("C").at("TCP://c:1"),
        });
        EXPECT_TRUE(set->every_mirrored_has_an_unmirrored_twin()) << address;
    }
}

TEST(RouteSet, ATwinMayBeSpelledDifferently) {
    Arranged const set({route("A").at("tcp://A:01/"), route("B").at("TCP://a:1").mirrored_at("TCP://b:1")});
    EXPECT_TRUE(set->every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, OneTwinServesSeveralMirroredRoutes) {
    Arranged const set({
        route("A").at("TCP://a:1"),
        route("B").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1").mirrored_at("TCP://c:1"),
    });
    EXPECT_TRUE(set->every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, ALikeThatIsMirroredItselfIsNoTwin) {
    Arranged const set({
        route("B").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1").mirrored_at("TCP://c:1"),
    });
    EXPECT_FALSE(set->every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, OneMirroredRouteWithoutTwinIsEnough) {
    Arranged const set({
        route("A").at("TCP://a:1"),
        route("B").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("C").at("TCP://c:1").mirrored_at("TCP://b:1"),
    });
    EXPECT_FALSE(set->every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, WithoutLocalHasNoLocalRouteMirroredOrNot) {
    Arranged const set({
        route("local").at("LOCAL"),
        route("mirrored local").at("local").mirrored_at("TCP://b:1"),
        route("mirrored").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("network").at("TCP://a:2"),
        route("transport").at("TRANSPORT"),
        route("mirrored transport").at("TRANSPORT").mirrored_at("TCP://b:1"),
    });
    auto const rest = set->without_local();
    EXPECT_THAT(rest.local(), IsEmpty());
    EXPECT_THAT(names(rest.mirrored()), UnorderedElementsAre("mirrored", "mirrored transport"));
    EXPECT_THAT(names(rest.network()), ElementsAre("network"));
    EXPECT_THAT(names(rest.transport()), ElementsAre("transport"));
}

TEST(RouteSet, WithoutLocalHasNoLocalRouteAmongAll) {
    Arranged const set({
        route("A").at("LOCAL"),
        route("B").at("LOCAL"),
        route("C").at("LOCAL").mirrored_at("TCP://b:1"),
        route("D").at("TCP://a:1"),
        route("E").at("TCP://a:1"),
    });
    EXPECT_THAT(names(set->without_local().all()), UnorderedElementsAre("D", "E"));
}

TEST(RouteSet, WithoutLocalIsEmptyWhereAllAreLocal) {
    Arranged const set({route("A").at("LOCAL"), route("B").at("LOCAL").mirrored_at("TCP://b:1")});
    EXPECT_TRUE(set->without_local().empty());
}

TEST(RouteSet, WithoutLocalHasIdenticalOnlyWhereOtherRoutesAre) {
    Arranged const local_ones({route("A").at("LOCAL"), route("B").at("LOCAL"), route("C").at("TCP://a:1")});
    EXPECT_FALSE(local_ones->without_local().has_identical());
    Arranged const others({route("A").at("TCP://a:1"), route("B").at("TCP://a:1"), route("C").at("LOCAL")});
    EXPECT_TRUE(others->without_local().has_identical());
}

TEST(RouteSet, WithoutLocalLooksForMirrorAddressesAmongTheOthersOnly) {
    Arranged const set({
        route("A").at("LOCAL"),
        route("B").at("LOCAL").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1"),
    });
    EXPECT_TRUE(set->identical_differ_in_mirror_address());
    EXPECT_FALSE(set->without_local().identical_differ_in_mirror_address());
}

TEST(RouteSet, WithoutLocalKeepsDifferencesInMirrorAddressOfTheOthers) {
    Arranged const set({
        route("A").at("LOCAL"),
        route("B").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1"),
    });
    EXPECT_TRUE(set->without_local().identical_differ_in_mirror_address());
}

TEST(RouteSet, WithoutLocalAsksForTwinsOfTheOthersOnly) {
    Arranged const lonely_local({
        route("A").at("LOCAL").mirrored_at("TCP://b:1"),
        route("B").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1"),
    });
    EXPECT_FALSE(lonely_local->every_mirrored_has_an_unmirrored_twin());
    EXPECT_TRUE(lonely_local->without_local().every_mirrored_has_an_unmirrored_twin());

    Arranged const lonely_other({
        route("A").at("LOCAL").mirrored_at("TCP://b:1"),
        route("B").at("LOCAL"),
        route("C").at("TCP://a:1").mirrored_at("TCP://b:1"),
    });
    EXPECT_FALSE(lonely_other->without_local().every_mirrored_has_an_unmirrored_twin());
}

TEST(RouteSet, WithoutMirroredHasTheRoutesWithoutMirrorAddress) {
    Arranged const set({
        route("A").at("LOCAL"),
        route("B").at("LOCAL").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1"),
        route("D").at("TCP://a:1").mirrored_at("TCP://b:1"),
        route("E").at("TRANSPORT"),
    });
    auto const rest = set->without_mirrored();
    EXPECT_THAT(rest.mirrored(), IsEmpty());
    EXPECT_THAT(names(rest.local()), ElementsAre("A"));
    EXPECT_THAT(names(rest.network()), ElementsAre("C"));
    EXPECT_THAT(names(rest.transport()), ElementsAre("E"));
}

TEST(RouteSet, WithoutMirroredHasNoMirroredRouteAmongAll) {
    Arranged const set({route("A").at("TCP://a:1"), route("B").at("TCP://a:1").mirrored_at("TCP://b:1")});
    EXPECT_THAT(names(set->without_mirrored().all()), ElementsAre("A"));
}

TEST(RouteSet, WithoutMirroredNoneDifferInMirrorAddress) {
    Arranged const set({route("A").at("TCP://a:1"), route("B").at("TCP://a:1").mirrored_at("TCP://b:1")});
    EXPECT_FALSE(set->without_mirrored().identical_differ_in_mirror_address());
    EXPECT_FALSE(set->without_mirrored().without_local().identical_differ_in_mirror_address());
}

TEST(RouteSet, WithoutLocalAndWithoutMirroredGoTogether) {
    Arranged const set({
        route("A").at("LOCAL"),
        route("B").at("LOCAL").mirrored_at("TCP://b:1"),
        route("C").at("TCP://a:1"),
        route("D").at("TCP://a:1").mirrored_at("TCP://b:1"),
    });
    for (auto const& rest :
         {set->without_local().without_mirrored(), set->without_mirrored().without_local()}) {
        EXPECT_THAT(rest.mirrored(), IsEmpty());
        EXPECT_THAT(rest.local(), IsEmpty());
        EXPECT_THAT(names(rest.network()), ElementsAre("C"));
    }
}

TEST(RouteSet, WhatIsSetAsideTakesItsIdenticalRoutesWithIt) {
    Arranged const set({
        route("L1").at("LOCAL"),
        route("L2").at("LOCAL"),
        route("ML1").at("LOCAL").mirrored_at("TCP://m:1"),
        route("ML2").at("LOCAL").mirrored_at("TCP://m:1"),
        route("N1").at("TCP://a:1"),
        route("N2").at("TCP://a:1"),
        route("MN1").at("TCP://a:1").mirrored_at("TCP://m:1"),
        route("MN2").at("TCP://a:1").mirrored_at("TCP://m:1"),
    });
    EXPECT_THAT(names(set->without_local().all()), UnorderedElementsAre("N1", "N2", "MN1", "MN2"));
    EXPECT_THAT(names(set->without_mirrored().all()), UnorderedElementsAre("L1", "L2", "N1", "N2"));
    EXPECT_THAT(names(set->without_local().without_mirrored().all()), UnorderedElementsAre("N1", "N2"));
    EXPECT_THAT(names(set->without_mirrored().without_local().all()), UnorderedElementsAre("N1", "N2"));
    EXPECT_TRUE(set->without_mirrored().without_local().has_identical());
}

TEST(ArrangedRoutes, WithoutRunsAllRoutesAreOneSet) {
    ArrangedRoutes const arranged({route("A").to("S"), route("B").to("T")});
    ASSERT_EQ(arranged.sets().size(), 1U);
    EXPECT_THAT(names(arranged.sets().front().all()), UnorderedElementsAre("A", "B"));
}

TEST(ArrangedRoutes, NoRoutesAreAnEmptySet) {
    ArrangedRoutes const arranged{std::vector<Route>{}};
    ASSERT_EQ(arranged.sets().size(), 1U);
    EXPECT_TRUE(arranged.sets().front().empty());
}

TEST(ArrangedRoutes, EachRunIsASet) {
    std::array const runs{ArrangedRoutes::Run{0, 1}, ArrangedRoutes::Run{1, 3}};
    ArrangedRoutes const arranged({route("A"), route("B"), route("C")}, runs);
    ASSERT_EQ(arranged.sets().size(), 2U);
    EXPECT_THAT(names(arranged.sets()[0].all()), ElementsAre("A"));
    EXPECT_THAT(names(arranged.sets()[1].all()), UnorderedElementsAre("B", "C"));
}

TEST(ArrangedRoutes, RoutesOfDifferentRunsAreNotIdentical) {
    std::array const runs{ArrangedRoutes::Run{0, 1}, ArrangedRoutes::Run{1, 2}};
    ArrangedRoutes const arranged({route("A"), route("B")}, runs);
    for (auto const& set : arranged.sets()) EXPECT_FALSE(set.has_identical());
}

TEST(ArrangedRoutes, OriginsSayWhereEachRouteStood) {
    std::vector<Route> const given = {
        route("A").at("TRANSPORT"), route("B").at("TCP://b:1"),
        route("C").at("TCP://a:1"), route("D").at("TCP://a:1"),
        route("E").at("LOCAL"),     route("F").at("TCP://a:1").mirrored_at("TCP://m:1"),
    };
    ArrangedRoutes const arranged(given);
    ASSERT_EQ(arranged.origins().size(), given.size());
    std::vector<std::uint32_t> origins(arranged.origins().begin(), arranged.origins().end());
    EXPECT_THAT(origins, UnorderedElementsAre(0U, 1U, 2U, 3U, 4U, 5U));
    for (std::size_t i = 0; i < given.size(); ++i)
        EXPECT_EQ(arranged.routes()[i].name, given[arranged.origins()[i]].name) << i;
}

TEST(ArrangedRoutes, TheSetsStayValidWhenItIsMoved) {
    ArrangedRoutes arranged({route("A").at("TCP://a:1"), route("B").at("LOCAL")});
    ArrangedRoutes const moved = std::move(arranged);
    EXPECT_THAT(names(moved.sets().front().network()), ElementsAre("A"));
    EXPECT_THAT(names(moved.sets().front().local()), ElementsAre("B"));
}

}  // namespace
}  // namespace ssbroute::test
