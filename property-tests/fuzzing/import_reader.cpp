// Any bytes as a script or an export (the first tells which reader is meant, as `ssbroute import` does):
// every remark has a place and words, and what was read is printed as JSON and as T-SQL and read again as the
// same.
#include <cstdint>
#include <string>

#include "expect.hpp"
#include "formats/import/emit_tsql.hpp"
#include "formats/import/import.hpp"
#include "formats/scenario_json.hpp"

using namespace ssbroute;

namespace {

UtcTime noon() { return *UtcTime::parse("2026-01-01T12:00:00Z"); }

Expected<formats::Import> read(std::string text, formats::ImportOptions const& options) {
    return formats::import({{"(local)", {{"fuzzed", std::move(text)}}}}, options);
}

std::string instances_of(formats::Import const& import) {
    std::string text;
    for (auto const& one : import.instances)
        text += one.name + formats::to_line(formats::write_instance(one.instance)) + "\n";
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const import = read(std::string(fuzzing::text_of(data, size)),
                             {.variables = {{"Name", "Sales"}}, .database = "Sales", .now = noon()});
    if (!import) {
        fuzzing::expect(!import.error().message.empty(), "a reason for the refusal");
        return 0;
    }
    fuzzing::expect(!import->instances.empty(), "an instance");
    for (auto const& remark : import->reported)
        fuzzing::expect(!remark.message.empty() && remark.place.line > 0 && remark.place.column > 0,
                        "words and a place");

    auto const printed = formats::to_line(formats::write_import(*import));
    auto const again = formats::parse_json(printed).and_then(formats::read_import);
    fuzzing::expect(again.has_value(), "what was printed to be read");
    fuzzing::expect(formats::to_line(formats::write_import(*again)) == printed, "the same import again");

    auto const script = formats::write_tsql(import->instances, noon());
    if (!script.left_out.empty()) return 0;
    // Exports may hold what CREATE ROUTE would refuse.
    auto const from_script = read(script.text, {.now = noon(), .strictness = formats::Strictness::lenient});
    fuzzing::expect(from_script.has_value(), "the T-SQL that was printed to be read");
    fuzzing::expect(instances_of(*from_script) == instances_of(*import), "the same instances from the T-SQL");
    return 0;
}
