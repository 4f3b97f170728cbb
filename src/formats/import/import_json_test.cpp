// Holds the reader of imports to the texts in ../inputs/import.json; the program of the tests of this folder.
#include <exception>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <string>

#include "formats/import/import.hpp"
#include "test_support/builders.hpp"
#include "test_support/inputs.hpp"

namespace ssbroute::formats {
namespace {

Import read(std::string const& text) { return read_import(parse_json(text).value()).value(); }

constexpr auto everything = R"({
  "instances": [
    {"name": "A", "instance": {"databases": [{"name": "msdb"}, {"name": "Sales"}]}},
    {"name": "B", "instance": {"databases": [{"name": "msdb"}]}}],
  "messages": [
    {"instance": "a", "origin_database": "Sales", "sent_by": "target", "to_service_name": "OrderParts",
     "to_broker_instance": "x", "conversation_begun_at": "2026-01-01T00:00:00Z", "transmission_status": "text"},
    {"to_service_name": "Bills"}],
  "reported": [{"file": "a.sql", "line": 2, "column": 3, "severity": "warning", "message": "text"}]})";

TEST(ReadImport, GivesEachMember) {
    auto const import = read(everything);
    ASSERT_EQ(import.instances.size(), 2U);
    EXPECT_EQ(import.instances[0].name, "A");
    EXPECT_NE(import.instances[0].instance.database("Sales"), nullptr);
    EXPECT_EQ(import.instances[1].name, "B");

    ASSERT_EQ(import.messages.size(), 2U);
    auto const& first = import.messages[0];
    EXPECT_EQ(first.instance, "A");
    EXPECT_EQ(first.message.origin_database, "Sales");
    EXPECT_EQ(first.message.sent_by, SentBy::target);
    EXPECT_EQ(first.message.to_service_name.text(), "OrderParts");
    EXPECT_EQ(first.message.to_broker_instance->text(), "x");
    EXPECT_EQ(first.message.conversation_begun_at, test::time("2026-01-01T00:00:00Z"));
    EXPECT_EQ(first.transmission_status, "text");
    EXPECT_EQ(import.messages[1].instance, "A");
    EXPECT_EQ(import.messages[1].transmission_status, std::nullopt);

    ASSERT_EQ(import.reported.size(), 1U);
    EXPECT_EQ(import.reported[0], (Reported{{"a.sql", 2, 3}, Severity::warning, "text"}));
}

TEST(WriteImport, ReadsAsTheSame) {
    auto const once = write_import(read(everything));
    EXPECT_EQ(once.dump(), write_import(read(once.dump())).dump());
    EXPECT_EQ(once["messages"][0]["instance"], "A");
    EXPECT_EQ(once["messages"][0]["transmission_status"], "text");
    EXPECT_FALSE(once["messages"][1].contains("transmission_status"));
    EXPECT_EQ(once["reported"][0]["severity"], "warning");
}

TEST(WriteImport, HasItsListsEvenWhereTheyAreEmpty) {
    auto const written = write_import(
        read(R"({"instances": [{"name": "A", "instance": {"databases": [{"name": "msdb"}]}}]})"));
    EXPECT_EQ(to_line(written),
              R"({"instances":[{"name":"A","instance":{"databases":[{"name":"msdb","routes":[]}]}}],)"
              R"("messages":[],"reported":[]})");
}

std::optional<Error> fault_of_import(std::string const& text) {
    return test::fault_in(parse_json(text).and_then([](Json const& value) { return read_import(value); }));
}

}  // namespace
}  // namespace ssbroute::formats

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: import-tests INPUTS\n";
        return 2;
    }
    try {
        for (auto const& input : ssbroute::test::read_inputs(std::string(argv[1]) + "/import.json"))
            ssbroute::test::register_input("import_inputs", input, ssbroute::formats::fault_of_import);
    } catch (std::exception const& fault) {
        std::cerr << argv[1] << ": " << fault.what() << "\n";
        return 2;
    }
    return RUN_ALL_TESTS();
}
