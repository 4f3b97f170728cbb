#include "formats/tsql/batch.hpp"

#include <gtest/gtest.h>
#include <string>

namespace ssbroute::formats {
namespace {

std::size_t offset_of(Batch const& batch, std::string_view text) { return batch.text().find(text); }

TEST(Batch, CountsLinesAndCharacters) {
    auto const batch = Batch::of_file("a.sql", "one\n tw\u00F6 \U0001F600 x\r\nend");
    EXPECT_EQ(batch.place_of(0), (Place{"a.sql", 1, 1}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "tw")), (Place{"a.sql", 2, 2}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "x")), (Place{"a.sql", 2, 8}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "end")), (Place{"a.sql", 3, 1}));
    EXPECT_EQ(batch.place_of(batch.text().size()), (Place{"a.sql", 3, 4}));
}

TEST(Batch, CountsThroughLongLines) {
    std::string const text = std::string(1000, 'a') + "\u00E9" + std::string(1000, 'b') + "\nx";
    auto const batch = Batch::of_file("a.sql", text);
    EXPECT_EQ(batch.place_of(999), (Place{"a.sql", 1, 1000}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "b")), (Place{"a.sql", 1, 1002}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "x")), (Place{"a.sql", 2, 1}));
}

TEST(Batch, KnowsOnePlaceForAllOfAString) {
    auto const batch = Batch::of_string("USE a\nUSE b", {"a.sql", 7, 8});
    EXPECT_EQ(batch.place_of(0), (Place{"a.sql", 7, 8}));
    EXPECT_EQ(batch.place_of(9), (Place{"a.sql", 7, 8}));
    EXPECT_EQ(batch.place_of(11), (Place{"a.sql", 7, 8}));
}

TEST(Batch, KnowsWhereEachPieceComesFrom) {
    Batch batch;
    auto const outer = batch.add_file("outer.sql");
    auto const inner = batch.add_file("inner.sql");
    batch.append("USE ", {outer, 3, 5}, Batch::Piece::as_in_the_file);
    batch.append("a database", {outer, 3, 9}, Batch::Piece::in_its_place);
    batch.append("; x", {outer, 3, 14}, Batch::Piece::as_in_the_file);
    batch.append("y", {inner, 1, 1}, Batch::Piece::as_in_the_file);
    EXPECT_EQ(batch.text(), "USE a database; xy");
    EXPECT_EQ(batch.place_of(offset_of(batch, "USE")), (Place{"outer.sql", 3, 5}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "a database")), (Place{"outer.sql", 3, 9}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "database")), (Place{"outer.sql", 3, 9}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "x")), (Place{"outer.sql", 3, 16}));
    EXPECT_EQ(batch.place_of(offset_of(batch, "y")), (Place{"inner.sql", 1, 1}));
}

TEST(Batch, WithoutTextHasAPlace) {
    EXPECT_EQ(Batch().place_of(0), Place{});
    EXPECT_EQ(Batch::of_file("a.sql", "").place_of(0), (Place{"a.sql", 1, 1}));
}

TEST(Batch, RemembersWhatWasRefused) {
    Batch batch;
    auto const file = batch.add_file("a.sql");
    batch.append("abc", {file}, Batch::Piece::as_in_the_file);
    batch.refuse_end();
    batch.append("def", {file, 1, 4}, Batch::Piece::as_in_the_file);
    EXPECT_FALSE(batch.is_refused(0, 3));
    EXPECT_TRUE(batch.is_refused(0, 4));
    EXPECT_TRUE(batch.is_refused(3, 4));
    EXPECT_FALSE(batch.is_refused(4, 6));
}

}  // namespace
}  // namespace ssbroute::formats
