#include "formats/json_patch.hpp"

#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "formats/object_reader.hpp"

namespace ssbroute::formats {
namespace {

using Pointer = Json::json_pointer;

Expected<std::string> read_op(Json const& value) {
    for (auto const* op : {"add", "remove", "replace", "move", "copy", "test"})
        if (value == op) return op;
    return tl::unexpected(Error{"", expected_but_found("add, remove, replace, move, copy or test", value)});
}

// A JSON pointer (RFC 6901): a slash before each token, and behind each tilde 0 or 1.
bool is_pointer(std::string_view text) {
    if (!text.empty() && text.front() != '/') return false;
    for (auto at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
        auto const escaped = text.substr(at + 1, 1);
        if (escaped != "0" && escaped != "1") return false;
    }
    return true;
}

Expected<std::string> read_pointer(Json const& value) {
    if (value.is_string() && is_pointer(value.get_ref<std::string const&>())) return value.get<std::string>();
    return tl::unexpected(Error{"", expected_but_found("a JSON pointer like /databases/0/routes/-", value)});
}

bool has_from(std::string_view op) { return op == "move" || op == "copy"; }
bool has_value(std::string_view op) { return op == "add" || op == "replace" || op == "test"; }

ObjectReader members_of(std::string_view op, Json const& value) {
    if (has_from(op)) return {value, {"op", "from", "path"}};
    if (has_value(op)) return {value, {"op", "path", "value"}};
    return {value, {"op", "path"}};
}

Expected<PatchOperation> read_operation(Json const& value) {
    ObjectReader any(value, {"op", "path", "from", "value"});
    auto op = any.made("op", any.require("op"), read_op);
    if (any.fault()) return tl::unexpected(*any.fault());

    auto reader = members_of(*op, value);
    PatchOperation operation{std::move(*op),
                             reader.made("path", reader.require("path"), read_pointer).value_or("")};
    if (has_from(operation.op))
        operation.from = reader.made("from", reader.require("from"), read_pointer).value_or("");
    if (has_value(operation.op) && !value.contains("value")) reader.fail({"", "expected a member 'value'"});
    if (reader.fault()) return tl::unexpected(*reader.fault());
    if (has_value(operation.op)) operation.value = value["value"];
    return operation;
}

// nlohmann takes it for granted that what is added to or removed from is an array or an object.
void require_place(Json const& document, std::string const& path) {
    Pointer const pointer(path);
    if (!pointer.empty() && !document.at(pointer.parent_pointer()).is_structured())
        throw std::invalid_argument("nothing can be at " + path);
}

void add(Json& document, std::string const& path, Json value) {
    require_place(document, path);
    document.patch_inplace(Json::array({{{"op", "add"}, {"path", path}, {"value", std::move(value)}}}));
}

void remove(Json& document, std::string const& path) {
    require_place(document, path);
    document.patch_inplace(Json::array({{{"op", "remove"}, {"path", path}}}));
}

// Throws where the operation does not apply.
void apply(PatchOperation const& operation, Json& document) {
    auto const& [op, path, from, value] = operation;
    if (op == "add") return add(document, path, value);
    if (op == "remove") return remove(document, path);
    if (!has_from(op))
        return document.patch_inplace(Json::array({{{"op", op}, {"path", path}, {"value", value}}}));

    Json taken = document.at(Pointer(from));
    if (op == "move") {
        if (path.rfind(from + "/", 0) == 0) throw std::invalid_argument(path + " is inside " + from);
        remove(document, from);
    }
    add(document, path, std::move(taken));
}

// What nlohmann says of a fault, without its own prefix.
std::string_view in_our_words(std::string_view what) {
    auto const prefix = what.find("] ");
    return what.substr(0, 1) == "[" && prefix != std::string_view::npos ? what.substr(prefix + 2) : what;
}

}  // namespace

Expected<JsonPatch> read_json_patch(Json const& value) {
    if (!value.is_array()) return tl::unexpected(Error{"", expected_but_found("an array", value)});
    JsonPatch patch;
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto operation = read_operation(value[i]);
        if (!operation) return tl::unexpected(below("/" + std::to_string(i), std::move(operation.error())));
        patch.push_back(std::move(*operation));
    }
    return patch;
}

Expected<Json> apply_patch(JsonPatch const& patch, Json document) {
    for (std::size_t i = 0; i < patch.size(); ++i) {
        try {
            apply(patch[i], document);
        } catch (std::exception const& fault) {
            std::string const found(in_our_words(fault.what()));
            return tl::unexpected(
                Error{"/" + std::to_string(i), "expected an operation that applies: " + shortened(found)});
        }
    }
    return document;
}

}  // namespace ssbroute::formats
