#include "cli/question_options.hpp"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace ssbroute::cli {

// CLI11 would wrap negative numbers around, and take a leading zero for octal.
std::uint64_t read_seed(std::string const& text) {
    std::uint64_t seed = 0;
    auto const* const end = text.data() + text.size();
    auto const [rest, fault] = std::from_chars(text.data(), end, seed);
    if (fault != std::errc() || rest != end)
        throw CLI::ValidationError("--sample " + text,
                                   "expected a whole number from 0 to 18446744073709551615");
    return seed;
}

void QuestionOptions::add_to(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--sample", [this](std::string const& text) { seed = read_seed(text); },
            "Answer with one permitted outcome, drawn from SEED")
        ->type_name("SEED");
    command
        .add_option("--reading", fixed_readings,
                    "Make ANSWER the preferred answer of the reading ID (see `ssbroute rules`)")
        ->type_name("ID=ANSWER")
        ->take_all()
        ->expected(1);
    command.add_flag("--no-contested", no_contested, "Leave out what only another reading permits");
}

Expected<Profile> QuestionOptions::profile() const {
    Profile profile;
    std::optional<Reading> fixed_already[readings.size()];
    for (auto const& text : fixed_readings) {
        auto const fault = [&](std::string message) {
            return tl::unexpected(Error{"--reading " + text, std::move(message)});
        };
        auto const equals = text.find('=');
        auto const reading = reading_with_id(text.substr(0, equals));
        if (equals == std::string::npos || !reading)
            return fault("expected ID=ANSWER with the id of a reading; `ssbroute rules` lists them");
        auto const answer = answer_with_id(*reading, text.substr(equals + 1));
        if (!answer)
            return fault(fmt::format("expected one of {}", fmt::join(entry(*reading).answers, ", ")));
        auto& earlier = fixed_already[static_cast<std::size_t>(*reading)];
        if (earlier && profile.preferred(*reading) != *answer)
            return fault("expected one answer for a reading, found two");
        earlier = *reading;
        profile.prefer(*reading, *answer);
    }
    return profile;
}

}  // namespace ssbroute::cli
