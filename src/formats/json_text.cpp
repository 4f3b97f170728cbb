#include "formats/json_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace ssbroute::formats {
namespace {

// What nlohmann's parser says of an error, without its own prefix and with the text it quotes shortened.
std::string in_our_words(std::string_view what) {
    auto const place = what.find("line ");
    if (place != std::string_view::npos) what.remove_prefix(place);
    constexpr std::string_view quote = "last read: '";
    auto const begin = what.find(quote);
    auto const end = what.rfind('\'');
    if (begin == std::string_view::npos || end <= begin + quote.size()) return shortened(what);
    auto const quoted = what.substr(begin + quote.size(), end - begin - quote.size());
    auto const rest = what.substr(end);
    return std::string(what.substr(0, begin + quote.size())) + shortened(quoted) + shortened(rest);
}

// The line and column of the last byte of what was read.
std::string place_of(std::string_view read) {
    auto const line = 1 + std::count(read.begin(), read.end(), '\n');
    auto const before = read.rfind('\n');
    auto const column = before == std::string_view::npos ? read.size() : read.size() - before - 1;
    return fmt::format("line {}, column {}", line, column);
}

// Builds the document while it is parsed, and stops at what a document cannot show any more: a repeated
// member, and nesting that would cost a reader its stack.
class StrictBuilder {
public:
    explicit StrictBuilder(std::string_view text) : text_(text) {}

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, std::string const& /*text*/) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t& value) { return add(std::move(value)); }

    bool start_object(std::size_t /*size*/) { return start(Json::object()); }
    bool start_array(std::size_t /*size*/) { return start(Json::array()); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }

    bool key(std::string& name) {
        auto const [member, is_new] = open_.back().value->emplace(std::move(name), nullptr);
        open_.back().name = &member.key();
        if (!is_new) return fail({pointer(), "expected each member once, found it repeated"});
        slot_ = &member.value();
        return true;
    }

    bool parse_error(std::size_t position, std::string const& token, Json::exception const& error) {
        // A number beyond a double's range is the one fault of which the parser tells no place.
        constexpr int number_overflow = 406;
        if (error.id != number_overflow) return fail({"", in_our_words(error.what())});
        return fail({"", fmt::format("{}: expected a number within the range of a double, found {}",
                                     place_of(text_.substr(0, position)), shortened(token))});
    }

    [[nodiscard]] std::optional<Error> const& error() const { return error_; }
    Json take() { return std::move(root_); }

private:
    struct Open {
        Json* value;
        std::string const* name = nullptr;  // of the member that is being read
    };

    bool fail(Error error) {
        error_ = std::move(error);
        return false;
    }

    template <typename Value>
    bool add(Value&& value) {
        place(Json(std::forward<Value>(value)));
        return true;
    }

    Json* place(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        if (open_.back().value->is_array()) {
            open_.back().value->push_back(std::move(value));
            return &open_.back().value->back();
        }
        *slot_ = std::move(value);
        return slot_;
    }

    bool start(Json container) {
        if (open_.size() == deepest_nesting)
            return fail(
                {pointer(), fmt::format("expected at most {} nested arrays and objects", deepest_nesting)});
        open_.push_back({place(std::move(container))});
        return true;
    }

    bool end() {
        open_.pop_back();
        return true;
    }

    // Of the value that is being read, which is not in its array yet.
    [[nodiscard]] std::string pointer() const {
        std::string result;
        for (auto const& open : open_) {
            auto const number = open.value->size() - (&open == &open_.back() ? 0 : 1);
            result += open.value->is_array() ? "/" + std::to_string(number) : pointer_token(*open.name);
        }
        return result;
    }

    std::string_view text_;
    Json root_;
    Json* slot_ = nullptr;
    std::vector<Open> open_;
    std::optional<Error> error_;
};

bool looks_like_utf_16(std::string_view text) {
    if (text.size() < 2) return false;
    bool const has_mark = text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF";
    return has_mark || text[0] == '\0' || text[1] == '\0';
}

}  // namespace

Expected<Json> parse_json(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    auto const begins_with_mark = [&] { return text.substr(0, byte_order_mark.size()) == byte_order_mark; };
    if (begins_with_mark()) text.remove_prefix(byte_order_mark.size());
    // The parser would take another one away.
    if (begins_with_mark()) return tl::unexpected(Error{"", "expected JSON, found a second byte order mark"});
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return tl::unexpected(Error{"", "expected JSON, found nothing"});
    if (looks_like_utf_16(text)) return tl::unexpected(Error{"", "expected UTF-8, found UTF-16"});
    // The parser would take it for the end.
    if (auto const zero = text.find('\0'); zero != std::string_view::npos)
        return tl::unexpected(
            Error{"", place_of(text.substr(0, zero + 1)) + ": expected JSON, found a zero byte"});

    StrictBuilder builder(text);
    bool const parsed = Json::sax_parse(text, &builder);
    if (!parsed) return tl::unexpected(*builder.error());
    return builder.take();
}

std::string to_line(OrderedJson const& value) {
    return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string pointer_token(std::string_view name) {
    std::string token = "/";
    for (char const c : name) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c;
    }
    return token;
}

std::string shortened(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return std::string(text);
    auto cut = longest;
    auto const continues_a_character = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    while (cut > 0 && continues_a_character(cut)) --cut;
    return std::string(text.substr(0, cut)) + "...";
}

std::string place_and_message(Error const& error) {
    constexpr std::size_t longest = 1000;
    auto const separator = error.where.empty() ? "" : ": ";
    return shortened(error.where, longest) + separator + shortened(error.message, longest);
}

}  // namespace ssbroute::formats
