// Holds the readers to the texts in inputs/.
#include "test_support/inputs.hpp"

#include <algorithm>
#include <exception>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "formats/golden_json.hpp"
#include "formats/json_text.hpp"
#include "formats/protocol_json.hpp"
#include "formats/scenario_json.hpp"
#include "formats/timeline_json.hpp"

namespace {

using ssbroute::Error;
using ssbroute::formats::Json;
using ssbroute::test::Input;

std::optional<Error> fault_of_scenario(std::string const& text) {
    return ssbroute::test::fault_in(ssbroute::formats::parse_json(text).and_then(
        [](Json const& value) { return ssbroute::formats::read_scenario(value); }));
}

std::optional<Error> fault_of_golden_group(std::string const& text) {
    return ssbroute::test::fault_in(ssbroute::formats::parse_json(text).and_then(
        [](Json const& value) { return ssbroute::formats::read_golden_group(value); }));
}

// Whether everything that one says is said by the other, too.
bool is_part_of(Json const& part, Json const& whole) {
    if (part.is_null()) return true;
    if (part.is_array())
        return whole.is_array() &&
               std::equal(part.begin(), part.end(), whole.begin(), whole.end(), is_part_of);
    if (!part.is_object()) return part == whole;
    auto const items = part.items();
    return std::all_of(items.begin(), items.end(), [&](auto const& item) {
        return item.value().is_null() ||
               (whole.contains(item.key()) && is_part_of(item.value(), whole[item.key()]));
    });
}

// What is read is written whole, and read again.
std::optional<Error> fault_of_timeline(std::string const& text) {
    auto const given = ssbroute::formats::parse_json(text);
    if (!given) return given.error();
    auto const timeline = ssbroute::formats::read_timeline(*given);
    if (!timeline) return timeline.error();
    Json const written = ssbroute::formats::write_timeline(*timeline);
    if (!is_part_of(*given, written)) return Error{"", "expected all of it to be written: " + written.dump()};
    return ssbroute::test::fault_in(ssbroute::formats::read_timeline(written));
}

std::optional<Error> fault_of_request(std::string const& text) {
    auto const request = ssbroute::formats::read_request(text);
    auto const* fault = std::get_if<ssbroute::formats::Unanswerable>(&request);
    return fault == nullptr ? std::nullopt : std::optional(fault->error);
}

// The protocol tells a place inside the scenario from there, and a fault of the line for the whole.
Input as_told_by_the_protocol(Input input) {
    constexpr std::string_view scenario = "/scenario";
    bool const is_in_scenario = (input.pointer + "/").rfind("/scenario/", 0) == 0;
    if (is_in_scenario) {
        input.pointer.erase(0, scenario.size());
    } else if (!input.pointer.empty()) {
        input.beginning = input.pointer.substr(1) + ": ";
        input.pointer.clear();
    }
    return input;
}

void register_inputs(std::string const& directory) {
    using ssbroute::test::read_inputs, ssbroute::test::register_input;
    for (auto const& input : read_inputs(directory + "/scenario.json"))
        register_input("scenario_inputs", input, fault_of_scenario);
    for (auto const& input : read_inputs(directory + "/golden.json"))
        register_input("golden_inputs", input, fault_of_golden_group);
    for (auto const& input : read_inputs(directory + "/timeline.json"))
        register_input("timeline_inputs", input, fault_of_timeline);
    // Replies are for those who ask: the conformance suite reads them.
    for (auto const& input : read_inputs(directory + "/protocol.json"))
        if (!is_reply(input))
            register_input("request_inputs", as_told_by_the_protocol(input), fault_of_request);
}

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: formats-tests INPUTS\n";
        return 2;
    }
    try {
        register_inputs(argv[1]);
    } catch (std::exception const& fault) {
        std::cerr << argv[1] << ": " << fault.what() << "\n";
        return 2;
    }
    return RUN_ALL_TESTS();
}
