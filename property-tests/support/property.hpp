// Properties: RapidCheck's, with the rules that each is about and a bound on how often its case must occur.
#pragma once

#include <rapidcheck.h>
#include <string>
#include <string_view>
#include <vector>

namespace ssbroute::testing {

/// A property that holds because nothing happened shows nothing. Each one says when its case occurred.
class Interest {
public:
    /// The case that the property is about has occurred in this run.
    void when(bool condition) { occurred_ = occurred_ || condition; }
    [[nodiscard]] bool occurred() const { return occurred_; }

private:
    bool occurred_ = false;
};

/// The share of runs, in a hundred, in which the case must occur.
struct AtLeast {
    int percent;
};
consteval AtLeast at_least(int percent) { return {percent}; }

/// One property.
struct Property {
    std::string_view name;
    /// Ids of rules and readings, separated by `, `.
    std::string_view about;
    AtLeast share;
    std::string_view file;
    void (*check)(Interest&);

    [[nodiscard]] std::vector<std::string> rules_and_readings() const;
    /// The section of spec/routing.md that its file is about.
    [[nodiscard]] std::string section() const;
};

/// All of them. Registered when the program starts; see PROPERTY.
std::vector<Property>& properties();

struct PropertyRegistration {
    explicit PropertyRegistration(Property const& property) { properties().push_back(property); }
};

}  // namespace ssbroute::testing

/// `PROPERTY(NameThatReadsAsARule, "MATCH-1, CHOOSE-0", at_least(30)) { ... interest.when(...); ... }`
#define PROPERTY(Name, about, share)                                          \
    static void Name(::ssbroute::testing::Interest& interest);                \
    static ::ssbroute::testing::PropertyRegistration const Name##_registered( \
        {#Name, about, share, __FILE__, Name});                               \
    static void Name(::ssbroute::testing::Interest& interest)
