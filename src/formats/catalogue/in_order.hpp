// Things that have a name each, in the order in which they came, found by their names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/ascii.hpp"

namespace ssbroute::formats {

/// Names are the same byte by byte.
struct WithCase {
    static std::string key(std::string_view name) { return std::string(name); }
};

/// Names are the same without regard to the case of ASCII letters.
struct WithoutCase {
    static std::string key(std::string_view name) { return ascii::lower(name); }
};

/// Adding, finding and removing cost the same however many there are. What was removed leaves a gap, which
/// is closed when gaps are more than half of the places.
template <typename Value, typename Names>
class InOrder {
public:
    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] bool empty() const { return places_.empty(); }

    [[nodiscard]] Value const* find(std::string_view name) const {
        auto const found = places_.find(Names::key(name));
        return found == places_.end() ? nullptr : &*values_[found->second];
    }
    [[nodiscard]] Value* find(std::string_view name) {
        auto const found = places_.find(Names::key(name));
        return found == places_.end() ? nullptr : &*values_[found->second];
    }

    /// nullptr, and nothing added, if there is one of this name already.
    Value* add(std::string_view name, Value value) {
        if (!places_.emplace(Names::key(name), values_.size()).second) return nullptr;
        values_.emplace_back(std::move(value));
        return &*values_.back();
    }

    /// Whether there was one.
    bool remove(std::string_view name) {
        auto const found = places_.find(Names::key(name));
        if (found == places_.end()) return false;
        values_[found->second].reset();
        places_.erase(found);
        if (values_.size() > 2 * places_.size() + 16) close_gaps();
        return true;
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        for (auto const& value : values_)
            if (value) visit(*value);
    }

    template <typename Test>
    [[nodiscard]] bool any(Test test) const {
        return std::any_of(values_.begin(), values_.end(),
                           [&](auto const& value) { return value && test(*value); });
    }

private:
    void close_gaps() {
        std::vector<std::size_t> new_places(values_.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (!values_[i]) continue;
            new_places[i] = count;
            if (count != i) values_[count] = std::move(values_[i]);
            ++count;
        }
        values_.resize(count);
        for (auto& [name, place] : places_) place = new_places[place];
    }

    std::vector<std::optional<Value>> values_;
    std::unordered_map<std::string, std::size_t> places_;  // into values_
};

}  // namespace ssbroute::formats
