// JSON Patch (RFC 6902): what a golden case changes in its group's instance.
#pragma once

#include <string>
#include <vector>

#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::formats {

/// One operation, with the members that its kind has.
struct PatchOperation {
    std::string op;
    std::string path;
    std::string from = {};
    Json value = {};
};

using JsonPatch = std::vector<PatchOperation>;

/// A patch; an Error's place is the pointer inside it. Here null is a value: `add`, `replace` and `test` may
/// have it.
Expected<JsonPatch> read_json_patch(Json const& value);

/// The document after the patch; an Error's place is the operation that does not apply.
Expected<Json> apply_patch(JsonPatch const& patch, Json document);

}  // namespace ssbroute::formats
