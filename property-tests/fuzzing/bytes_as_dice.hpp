// The bytes of an input as dice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/drawing.hpp"

namespace ssbroute::fuzzing {

/// Each throw takes a byte; when there are none left, the simplest choice.
class BytesAsDice final : public testing::Dice {
public:
    BytesAsDice(std::uint8_t const* data, std::size_t size) : data_(data), left_(size) {}
    std::size_t below(std::size_t count) override {
        if (left_ == 0) return 0;
        --left_;
        return *data_++ % count;
    }

private:
    std::uint8_t const* data_;
    std::size_t left_;
};

}  // namespace ssbroute::fuzzing
