#include "formats/catalogue/in_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ssbroute::formats {
namespace {

using testing::ElementsAre;

template <typename Names>
std::vector<int> values(InOrder<int, Names> const& things) {
    std::vector<int> result;
    things.for_each([&](int value) { result.push_back(value); });
    return result;
}

TEST(InOrder, KeepsTheOrderInWhichThingsCame) {
    InOrder<int, WithCase> things;
    EXPECT_TRUE(things.empty());
    things.add("b", 1);
    things.add("a", 2);
    things.add("c", 3);
    EXPECT_EQ(things.size(), 3U);
    EXPECT_THAT(values(things), ElementsAre(1, 2, 3));
}

TEST(InOrder, FindsByNameWithOrWithoutCase) {
    InOrder<int, WithCase> with;
    with.add("Name", 1);
    EXPECT_EQ(*with.find("Name"), 1);
    EXPECT_EQ(with.find("name"), nullptr);
    InOrder<int, WithoutCase> without;
    without.add("Name", 1);
    EXPECT_EQ(*without.find("nAME"), 1);
    EXPECT_EQ(without.find("Name "), nullptr);
}

TEST(InOrder, ASecondOfANameIsNotAdded) {
    InOrder<int, WithoutCase> things;
    EXPECT_NE(things.add("a", 1), nullptr);
    EXPECT_EQ(things.add("A", 2), nullptr);
    EXPECT_THAT(values(things), ElementsAre(1));
}

TEST(InOrder, WhatIsAddedAgainComesLast) {
    InOrder<int, WithCase> things;
    things.add("a", 1);
    things.add("b", 2);
    EXPECT_TRUE(things.remove("a"));
    EXPECT_FALSE(things.remove("a"));
    EXPECT_EQ(things.find("a"), nullptr);
    things.add("a", 3);
    EXPECT_THAT(values(things), ElementsAre(2, 3));
}

TEST(InOrder, GapsAreClosed) {
    InOrder<int, WithCase> things;
    for (int i = 0; i < 100; ++i) things.add(std::to_string(i), i);
    for (int i = 0; i < 98; ++i) things.remove(std::to_string(i));
    EXPECT_THAT(values(things), ElementsAre(98, 99));
    EXPECT_EQ(*things.find("98"), 98);
    EXPECT_EQ(*things.find("99"), 99);
    things.add("x", 7);
    EXPECT_THAT(values(things), ElementsAre(98, 99, 7));
}

TEST(InOrder, AnyAsksThoseThatAreThere) {
    InOrder<int, WithCase> things;
    things.add("a", 1);
    things.add("b", 2);
    things.remove("a");
    EXPECT_TRUE(things.any([](int value) { return value == 2; }));
    EXPECT_FALSE(things.any([](int value) { return value == 1; }));
}

}  // namespace
}  // namespace ssbroute::formats
