// The examples of RFC 6902, appendix A, and what golden cases make of them.
#include "formats/json_patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ssbroute::formats {
namespace {

using testing::StartsWith;

Expected<Json> patched(std::string_view document, std::string_view patch) {
    return apply_patch(read_json_patch(parse_json(patch).value()).value(), parse_json(document).value());
}

struct Example {
    char const* name;
    char const* document;
    char const* patch;
    char const* result;  // nullptr: it does not apply
};

class JsonPatchExample : public testing::TestWithParam<Example> {};

TEST_P(JsonPatchExample, IsFollowed) {
    auto const& [name, document, patch, result] = GetParam();
    auto const value = patched(document, patch);
    if (result == nullptr) {
        ASSERT_FALSE(value) << *value;
        EXPECT_EQ(value.error().where, "/0");
        EXPECT_THAT(value.error().message, StartsWith("expected an operation that applies: "));
        return;
    }
    ASSERT_TRUE(value) << value.error().message;
    EXPECT_EQ(*value, parse_json(result).value());
}

INSTANTIATE_TEST_SUITE_P(
    Rfc6902, JsonPatchExample,
    testing::Values(
        Example{"A1AddingAMember", R"({"foo": "bar"})", R"([{"op": "add", "path": "/baz", "value": "qux"}])",
                R"({"baz": "qux", "foo": "bar"})"},
        Example{"A2AddingAnElement", R"({"foo": ["bar", "baz"]})",
                R"([{"op": "add", "path": "/foo/1", "value": "qux"}])", R"({"foo": ["bar", "qux", "baz"]})"},
        Example{"A3RemovingAMember", R"({"baz": "qux", "foo": "bar"})",
                R"([{"op": "remove", "path": "/baz"}])", R"({"foo": "bar"})"},
        Example{"A4RemovingAnElement", R"({"foo": ["bar", "qux", "baz"]})",
                R"([{"op": "remove", "path": "/foo/1"}])", R"({"foo": ["bar", "baz"]})"},
        Example{"A5ReplacingAValue", R"({"baz": "qux", "foo": "bar"})",
                R"([{"op": "replace", "path": "/baz", "value": "boo"}])", R"({"baz": "boo", "foo": "bar"})"},
        Example{"A6MovingAValue", R"({"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}})",
                R"([{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}])",
                R"({"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}})"},
        Example{"A7MovingAnElement", R"({"foo": ["all", "grass", "cows", "eat"]})",
                R"([{"op": "move", "from": "/foo/1", "path": "/foo/3"}])",
                R"({"foo": ["all", "cows", "eat", "grass"]})"},
        Example{
            "A8TestingAValue", R"({"baz": "qux", "foo": ["a", 2, "c"]})",
            R"([{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}])",
            R"({"baz": "qux", "foo": ["a", 2, "c"]})"},
        Example{"A9TestingInVain", R"({"baz": "qux"})", R"([{"op": "test", "path": "/baz", "value": "bar"}])",
                nullptr},
        Example{"A10AddingANestedMember", R"({"foo": "bar"})",
                R"([{"op": "add", "path": "/child", "value": {"grandchild": {}}}])",
                R"({"foo": "bar", "child": {"grandchild": {}}})"},
        Example{"A12AddingToNothing", R"({"foo": "bar"})",
                R"([{"op": "add", "path": "/baz/bat", "value": "qux"}])", nullptr},
        Example{"A14Escapes", R"({"/": 9, "~1": 10})", R"([{"op": "test", "path": "/~01", "value": 10}])",
                R"({"/": 9, "~1": 10})"},
        Example{"A15StringsAreNoNumbers", R"({"/": 9, "~1": 10})",
                R"([{"op": "test", "path": "/~01", "value": "10"}])", nullptr},
        Example{"A16AddingAnArray", R"({"foo": ["bar"]})",
                R"([{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}])",
                R"({"foo": ["bar", ["abc", "def"]]})"}),
    [](auto const& parameter) { return parameter.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Section4, JsonPatchExample,
    testing::Values(
        Example{"AddReplacesAMember", R"({"foo": 1})", R"([{"op": "add", "path": "/foo", "value": 2}])",
                R"({"foo": 2})"},
        Example{"AddAtTheEndAppends", R"([1])", R"([{"op": "add", "path": "/1", "value": 2}])", R"([1, 2])"},
        Example{"AddBehindTheEndDoesNotApply", R"([1])", R"([{"op": "add", "path": "/2", "value": 2}])",
                nullptr},
        Example{"AddReplacesTheWhole", R"({"foo": 1})", R"([{"op": "add", "path": "", "value": [2]}])",
                R"([2])"},
        Example{"AddToAStringDoesNotApply", R"({"foo": "bar"})",
                R"([{"op": "add", "path": "/foo/0", "value": 2}])", nullptr},
        Example{"AddToNullDoesNotApply", R"({"foo": null})",
                R"([{"op": "add", "path": "/foo/bar", "value": 2}])", nullptr},
        Example{"AddTakesNull", R"({})", R"([{"op": "add", "path": "/foo", "value": null}])",
                R"({"foo": null})"},
        Example{"RemoveOfNothingDoesNotApply", R"({"foo": 1})", R"([{"op": "remove", "path": "/bar"}])",
                nullptr},
        Example{"RemoveFromAStringDoesNotApply", R"({"foo": "bar"})",
                R"([{"op": "remove", "path": "/foo/0"}])", nullptr},
        Example{"ReplaceOfNothingDoesNotApply", R"({"foo": 1})",
                R"([{"op": "replace", "path": "/bar", "value": 2}])", nullptr},
        Example{"MoveOfNothingDoesNotApply", R"({"foo": 1})",
                R"([{"op": "move", "from": "/bar", "path": "/baz"}])", nullptr},
        Example{"MoveIntoItselfDoesNotApply", R"([{"a": {}}, {"a": {}}])",
                R"([{"op": "move", "from": "/0", "path": "/0/a"}])", nullptr},
        Example{"MoveToABeginningOfTheSameTextApplies", R"({"foo": 1})",
                R"([{"op": "move", "from": "/foo", "path": "/foobar"}])", R"({"foobar": 1})"},
        Example{"MoveIntoAStringDoesNotApply", R"([{"a": 1}, {"a": 2}, "text"])",
                R"([{"op": "move", "from": "/0", "path": "/1/a"}])", nullptr},
        Example{"CopyKeepsTheValue", R"({"foo": {"a": 1}})",
                R"([{"op": "copy", "from": "/foo", "path": "/foo/b"}])",
                R"({"foo": {"a": 1, "b": {"a": 1}}})"},
        Example{"CopyOfNothingDoesNotApply", R"({})", R"([{"op": "copy", "from": "/foo", "path": "/bar"}])",
                nullptr},
        Example{"AnIndexHasNoLeadingZero", R"([1, 2])", R"([{"op": "remove", "path": "/01"}])", nullptr},
        Example{"AnIndexIsANumber", R"([1, 2])", R"([{"op": "remove", "path": "/1x"}])", nullptr},
        Example{"ObjectsAreTheSameInAnyOrder", R"({"foo": {"a": 1, "b": 2}})",
                R"([{"op": "test", "path": "/foo", "value": {"b": 2, "a": 1}}])",
                R"({"foo": {"a": 1, "b": 2}})"}),
    [](auto const& parameter) { return parameter.param.name; });

TEST(ApplyPatch, FollowsTheOperationsInTheirOrder) {
    auto const value = patched(R"({"a": 1})", R"([{"op": "move", "from": "/a", "path": "/b"},
                                                  {"op": "copy", "from": "/b", "path": "/c"},
                                                  {"op": "remove", "path": "/b"}])");
    EXPECT_EQ(value.value(), parse_json(R"({"c": 1})").value());
}

TEST(ApplyPatch, NamesTheOperationThatDoesNotApply) {
    auto const value =
        patched(R"({"a": 1})", R"([{"op": "remove", "path": "/a"}, {"op": "remove", "path": "/a"}])");
    EXPECT_EQ(value.error().where, "/1");
}

TEST(ApplyPatch, LeavesADocumentAsItIsWithoutOperations) {
    EXPECT_EQ(patched(R"({"a": 1})", "[]").value(), parse_json(R"({"a": 1})").value());
}

Error fault_of_patch(std::string_view patch) { return read_json_patch(parse_json(patch).value()).error(); }

TEST(ReadJsonPatch, TellsAFaultAtItsMember) {
    EXPECT_EQ(fault_of_patch(R"({"op": "add"})"), (Error{"", "expected an array, found an object"}));
    EXPECT_EQ(fault_of_patch(R"([null])"), (Error{"/0", "expected an object, found null"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "remove", "path": "/a"}, {"op": "set", "path": "/a"}])"),
              (Error{"/1/op", "expected add, remove, replace, move, copy or test, found 'set'"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "remove", "path": "a"}])"),
              (Error{"/0/path", "expected a JSON pointer like /databases/0/routes/-, found 'a'"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "copy", "from": "/~2", "path": "/a"}])").where, "/0/from");
    EXPECT_EQ(fault_of_patch(R"([{"op": "copy", "from": "/~", "path": "/a"}])").where, "/0/from");
}

TEST(ReadJsonPatch, TellsAMissingMemberAtTheOperation) {
    EXPECT_EQ(fault_of_patch(R"([{"path": "/a"}])"), (Error{"/0", "expected a member 'op'"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "remove", "path": null}])"),
              (Error{"/0", "expected a member 'path'"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "move", "path": "/a"}])"), (Error{"/0", "expected a member 'from'"}));
    for (std::string const op : {"add", "replace", "test"})
        EXPECT_EQ(fault_of_patch(R"([{"op": ")" + op + R"(", "path": "/a"}])"),
                  (Error{"/0", "expected a member 'value'"}));
}

TEST(ReadJsonPatch, RefusesTheMembersOfOtherOperations) {
    EXPECT_EQ(fault_of_patch(R"([{"op": "add", "from": "/b", "path": "/a", "value": 1}])"),
              (Error{"/0/from", "unknown member, expected one of op, path, value"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "remove", "path": "/a", "value": null}])"),
              (Error{"/0/value", "unknown member, expected one of op, path"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "move", "from": "/b", "path": "/a", "value": 1}])"),
              (Error{"/0/value", "unknown member, expected one of op, from, path"}));
    EXPECT_EQ(fault_of_patch(R"([{"op": "add", "path": "/a", "value": 1, "comment": ""}])").where,
              "/0/comment");
}

}  // namespace
}  // namespace ssbroute::formats
