// Holds the reader of replies to the replies in src/formats/inputs/protocol.json.
#include <exception>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <string>

#include "conformance/reply.hpp"
#include "test_support/inputs.hpp"

namespace {

using ssbroute::Error;

std::optional<Error> fault_of_reply(std::string const& text) {
    return ssbroute::test::fault_in(ssbroute::conformance::read_reply(text));
}

std::optional<Error> fault_of_greeting(std::string const& text) {
    return ssbroute::test::fault_in(ssbroute::conformance::read_greeting(text));
}

bool is_about(ssbroute::test::Input const& input, std::string_view word) {
    return input.name.find(word) != std::string::npos;
}

void register_inputs(std::string const& directory) {
    using ssbroute::test::read_inputs, ssbroute::test::register_input;
    for (auto const& input : read_inputs(directory + "/protocol.json")) {
        if (!is_reply(input)) continue;
        bool const is_greeting = is_about(input, "handshake") || is_about(input, "protocol");
        register_input("reply_inputs", input, is_greeting ? fault_of_greeting : fault_of_reply);
    }
}

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: reply-inputs-tests INPUTS\n";
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
