// For tests: the texts of src/formats/inputs, each as a test of its own. spec/schema/check_schemas.py holds
// the schemas to the same texts.
#pragma once

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/files.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::test {

struct Input {
    std::string name;
    bool good;
    std::string text;
    // Of a bad text: where the fault is, what its message begins with, and words in it.
    std::string pointer = {};
    std::string beginning = {};
    std::string words = {};
};

/// What a reader finds wrong with a text; nothing if it takes it.
using Reader = std::function<std::optional<Error>(std::string const& text)>;

/// The fault of what a reader gave.
template <typename Value>
std::optional<Error> fault_in(Expected<Value> const& read) {
    return read ? std::nullopt : std::optional(read.error());
}

/// A reader takes a good text, and tells of a bad one where the fault is and what was expected.
class InputTest : public testing::Test {
public:
    InputTest(Input input, Reader reader) : input_(std::move(input)), reader_(std::move(reader)) {}

    void TestBody() override {
        SCOPED_TRACE(input_.text);
        auto const fault = reader_(input_.text);
        if (input_.good) {
            EXPECT_FALSE(fault) << formats::place_and_message(*fault);
            return;
        }
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->where, input_.pointer) << fault->message;
        EXPECT_THAT(fault->message, testing::StartsWith(input_.beginning));
        EXPECT_THAT(fault->message, testing::HasSubstr(input_.words));
    }

private:
    Input input_;
    Reader reader_;
};

/// The texts of a file; throws if the file is not what it has to be.
inline std::vector<Input> read_inputs(std::string const& path) {
    auto const sources = formats::read_sources({path}).value();
    auto const list = formats::parse_json(sources.front().text).value();
    std::vector<Input> inputs;
    for (auto const& one : list) {
        Input input{one.at("name"), one.at("good"), one.at("text")};
        if (!input.good) {
            input.pointer = one.at("pointer");
            input.words = one.at("expected");
        }
        inputs.push_back(std::move(input));
    }
    return inputs;
}

/// Whether a text of the protocol is a reply and not a request.
inline bool is_reply(Input const& input) { return input.name.rfind("reply-", 0) == 0; }

inline void register_input(std::string const& suite, Input const& input, Reader const& reader) {
    testing::RegisterTest(suite.c_str(), input.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [=]() -> testing::Test* { return new InputTest(input, reader); });
}

}  // namespace ssbroute::test
