#include "support/property.hpp"

namespace ssbroute::testing {

std::vector<Property>& properties() {
    static std::vector<Property> all;
    return all;
}

std::vector<std::string> Property::rules_and_readings() const {
    std::vector<std::string> ids;
    for (std::size_t begin = 0; begin < about.size();) {
        auto const end = std::min(about.find(", ", begin), about.size());
        ids.emplace_back(about.substr(begin, end - begin));
        begin = end + 2;
    }
    return ids;
}

std::string Property::section() const {
    constexpr std::string_view ending = "_test.cpp";
    auto const base = file.substr(file.rfind('/') + 1);
    return std::string(base.substr(0, base.size() - ending.size()));
}

}  // namespace ssbroute::testing
