#include "formats/tsql/markdown.hpp"

#include <gtest/gtest.h>

namespace ssbroute::formats {
namespace {

TEST(FencedTsql, KeepsLinesAndColumns) {
    EXPECT_EQ(fenced_tsql("# Routes\nCREATE ROUTE in a text\n```sql\n  USE a\n```\nmore\n"),
              "\n\n\n  USE a\nGO\n\n");
}

TEST(FencedTsql, KnowsTheLanguageInAnyCase) {
    for (std::string const language : {"sql", "SQL", "tsql", "T-SQL", "Transact-SQL", "mssql"})
        EXPECT_EQ(fenced_tsql("```" + language + "\nUSE a\n```\n"), "\nUSE a\nGO\n") << language;
    for (std::string const language : {"", "json", "syntaxsql", "sqlx", "powershell"})
        EXPECT_EQ(fenced_tsql("```" + language + "\nUSE a\n```\n"), "\n\n\n") << language;
}

TEST(FencedTsql, TakesOnlyTheFirstWordForTheLanguage) {
    EXPECT_EQ(fenced_tsql("``` sql title=\"x\"\nUSE a\n```\n"), "\nUSE a\nGO\n");
    EXPECT_EQ(fenced_tsql("```sql{1}\nUSE a\n```\n"), "\nUSE a\nGO\n");
}

TEST(FencedTsql, ClosesAFenceOnlyWithItsLike) {
    EXPECT_EQ(fenced_tsql("~~~sql\n```\nUSE a\n~~~\n"), "\n```\nUSE a\nGO\n");
    EXPECT_EQ(fenced_tsql("````sql\n```\nUSE a\n````\n"), "\n```\nUSE a\nGO\n");
    EXPECT_EQ(fenced_tsql("```sql\n``` x\nUSE a\n`````\n"), "\n``` x\nUSE a\nGO\n");
}

TEST(FencedTsql, SkipsFencesWithinOtherBlocks) {
    EXPECT_EQ(fenced_tsql("~~~text\n```sql\nUSE a\n```\n~~~\n"), "\n\n\n\n\n");
}

TEST(FencedTsql, TakesIndentedFencesAndWindowsLines) {
    EXPECT_EQ(fenced_tsql("1. so:\r\n   ```sql\r\n   USE a\r\n   ```\r\n"), "\n\n   USE a\r\nGO\n");
}

TEST(FencedTsql, ReadsABlockWithoutEndToTheEnd) {
    EXPECT_EQ(fenced_tsql("```sql\nUSE a"), "\nUSE a");
    EXPECT_EQ(fenced_tsql("```sql"), "");
    EXPECT_EQ(fenced_tsql(""), "");
}

TEST(FencedTsql, TakesNoCodeInALineForAFence) {
    EXPECT_EQ(fenced_tsql("```USE a``` is code\nCREATE ROUTE\n"), "\n\n");
}

}  // namespace
}  // namespace ssbroute::formats
