#include "formats/tsql/text_encoding.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace ssbroute::formats {
namespace {

using namespace std::string_view_literals;

enum class ByteOrder : std::uint8_t { little_endian, big_endian };

std::uint8_t byte(std::string_view bytes, std::size_t index) {
    return static_cast<std::uint8_t>(bytes[index]);
}

void append_utf8(std::string& text, std::uint32_t code) {
    auto const put = [&](std::uint32_t value) {
        text += static_cast<char>(static_cast<unsigned char>(value));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | (code >> 6U));
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3FU));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

// The first two characters tell UTF-16 without a byte order mark: half of their bytes are zero.
std::optional<ByteOrder> order_without_mark(std::string_view bytes) {
    if (bytes.size() < 2 || bytes.size() % 2 != 0) return std::nullopt;
    auto const looked_at = bytes.substr(0, 4);
    auto order = std::optional<ByteOrder>();
    if (byte(bytes, 0) != 0 && byte(bytes, 1) == 0) order = ByteOrder::little_endian;
    if (byte(bytes, 0) == 0 && byte(bytes, 1) != 0) order = ByteOrder::big_endian;
    for (std::size_t i = 2; i < looked_at.size(); ++i)
        if ((byte(bytes, i) == 0) != (byte(bytes, i - 2) == 0)) return std::nullopt;
    return order;
}

Expected<std::string> from_utf16(std::string_view bytes, ByteOrder order) {
    auto const unit = [&](std::size_t index) -> std::uint32_t {
        auto const first = byte(bytes, index);
        auto const second = byte(bytes, index + 1);
        return order == ByteOrder::little_endian ? first | (std::uint32_t{second} << 8U)
                                                 : second | (std::uint32_t{first} << 8U);
    };
    auto const is_high = [](std::uint32_t code) { return code >= 0xD800 && code < 0xDC00; };
    auto const is_low = [](std::uint32_t code) { return code >= 0xDC00 && code < 0xE000; };

    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        if (i + 1 == bytes.size())
            return tl::unexpected(Error{"", "expected UTF-16, found an odd number of bytes"});
        auto const code = unit(i);
        if (!is_high(code) && !is_low(code)) {
            append_utf8(text, code);
            continue;
        }
        if (is_low(code) || i + 3 >= bytes.size() || !is_low(unit(i + 2)))
            return tl::unexpected(
                Error{"", fmt::format("expected UTF-16, found half a surrogate pair at byte {}", i)});
        append_utf8(text, 0x10000 + ((code - 0xD800) << 10U) + (unit(i + 2) - 0xDC00));
        i += 2;
    }
    return text;
}

// The length of the well-formed character that a text begins with; 0: it begins with none.
std::size_t utf8_length(std::string_view text) {
    auto const first = byte(text, 0);
    if (first < 0x80) return 1;
    auto const continues = [&](std::size_t index, unsigned least = 0x80, unsigned most = 0xBF) {
        return index < text.size() && byte(text, index) >= least && byte(text, index) <= most;
    };
    if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        auto const least = first == 0xE0 ? 0xA0U : 0x80U;
        auto const most = first == 0xED ? 0x9FU : 0xBFU;
        return continues(1, least, most) && continues(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        auto const least = first == 0xF0 ? 0x90U : 0x80U;
        auto const most = first == 0xF4 ? 0x8FU : 0xBFU;
        return continues(1, least, most) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        auto const length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string from_windows_1252(std::string_view bytes) {
    // 0x80 to 0x9F, where it differs from Latin-1. Five bytes have no character: they stay control
    // characters.
    constexpr std::array<std::uint16_t, 32> table{
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (char const c : bytes) {
        auto const value = static_cast<std::uint8_t>(c);
        append_utf8(text, value >= 0x80 && value < 0xA0 ? table[value - 0x80U] : value);
    }
    return text;
}

}  // namespace

Expected<std::string> to_utf8(std::string_view bytes) {
    auto const begins_with = [&](std::string_view mark) { return bytes.substr(0, mark.size()) == mark; };
    if (begins_with("\xFF\xFE\0\0"sv) || begins_with("\0\0\xFE\xFF"sv))
        return tl::unexpected(Error{"", "expected UTF-8, UTF-16 or Windows-1252, found UTF-32"});
    if (begins_with("\xFF\xFE"sv)) return from_utf16(bytes.substr(2), ByteOrder::little_endian);
    if (begins_with("\xFE\xFF"sv)) return from_utf16(bytes.substr(2), ByteOrder::big_endian);
    if (begins_with("\xEF\xBB\xBF"sv))
        bytes.remove_prefix(3);
    else if (auto const order = order_without_mark(bytes))
        return from_utf16(bytes, *order);
    return is_utf8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
}

}  // namespace ssbroute::formats
