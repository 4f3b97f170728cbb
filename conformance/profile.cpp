#include "conformance/profile.hpp"

#include <algorithm>
#include <bitset>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <utility>

#include "conformance/match.hpp"
#include "formats/files.hpp"
#include "formats/object_reader.hpp"

namespace ssbroute::conformance {
namespace {

using formats::Json;
using formats::OrderedJson;

constexpr std::size_t profile_count = std::size_t{1} << readings.size();

// A set of profiles, each at the number that its answers make.
using Profiles = std::bitset<profile_count>;

// The profiles that agree with one piece of evidence, and who gave it first.
struct Clue {
    Profiles profiles;
    std::string case_id;
};

Profiles agreeing_with(Evidence const& evidence) {
    Profiles result;
    for (std::size_t profile = 0; profile < profile_count; ++profile)
        result[profile] = std::binary_search(evidence.allowed.begin(), evidence.allowed.end(),
                                             static_cast<Answers>(profile & evidence.met));
    return result;
}

std::vector<Clue> clues_of(std::vector<EvidenceOfCase> const& evidence) {
    std::vector<Clue> clues;
    std::map<Evidence, std::size_t> seen;
    for (auto const& one : evidence)
        if (seen.emplace(one.evidence, clues.size()).second)
            clues.push_back({agreeing_with(one.evidence), one.case_id});
    return clues;
}

Profiles profiles_with(Reading reading, AnswerNumber answer) {
    Profiles result;
    for (std::size_t profile = 0; profile < profile_count; ++profile)
        result[profile] = ((profile & bit(reading)) != 0) == (answer == 1);
    return result;
}

// The same profiles, and each with the other answer to `reading`.
Profiles without_regard_to(Reading reading, Profiles const& profiles) {
    std::size_t const step = bit(reading);
    auto const with_other = profiles_with(reading, 1);
    return profiles | ((profiles & with_other) >> step) | ((profiles & ~with_other) << step);
}

Profiles all_agreeing(std::vector<Clue> const& clues) {
    Profiles result;
    result.set();
    for (auto const& clue : clues) result &= clue.profiles;
    return result;
}

// Clues that contradict each other, and of which none can be spared.
std::vector<Clue> contradiction(std::vector<Clue> clues) {
    // The first clues that contradict each other: with fewer there is less to try.
    Profiles left;
    left.set();
    for (std::size_t i = 0; i < clues.size(); ++i) {
        left &= clues[i].profiles;
        if (left.any()) continue;
        clues.resize(i + 1);
        break;
    }
    for (auto i = clues.size(); i-- > 0;) {
        auto fewer = clues;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (all_agreeing(fewer).none()) clues = std::move(fewer);
    }
    return clues;
}

// The first reading without regard to which the clues agree; of those, the first that any clue speaks of.
Reading blamed(std::vector<Clue> const& clues) {
    std::optional<Reading> spoken_of;
    for (auto const& reading : readings) {
        auto free = clues;
        bool matters = false;
        for (auto& clue : free) {
            auto freed = without_regard_to(reading.reading, clue.profiles);
            matters = matters || freed != clue.profiles;
            clue.profiles = freed;
        }
        if (!matters) continue;
        if (all_agreeing(free).any()) return reading.reading;
        if (!spoken_of) spoken_of = reading.reading;
    }
    return spoken_of.value_or(Reading{});
}

// What each of the clues shows of `reading`, given what the others leave of the other readings.
Inconsistent shown(std::vector<Clue> const& clues, Reading reading) {
    Profiles others;
    others.set();
    for (auto const& clue : clues) others &= without_regard_to(reading, clue.profiles);
    Inconsistent result;
    for (auto const& clue : clues) {
        auto const here = others.any() ? clue.profiles & others : clue.profiles;
        bool const may_be_other = (here & profiles_with(reading, 1)).any();
        bool const may_be_preferred = (here & profiles_with(reading, 0)).any();
        if (may_be_other != may_be_preferred)
            result.cases.push_back({static_cast<AnswerNumber>(may_be_other ? 1 : 0), clue.case_id});
    }
    return result;
}

// The first case without which less would be known.
std::string shown_by(std::vector<Clue> const& clues, Reading reading, AnswerNumber answer) {
    auto const other = profiles_with(reading, static_cast<AnswerNumber>(1 - answer));
    Profiles left;
    left.set();
    for (auto const& clue : clues) {
        if ((clue.profiles & other).none()) return clue.case_id;  // it shows it alone
    }
    for (auto const& clue : clues) {
        left &= clue.profiles;
        if ((left & other).none()) return clue.case_id;
    }
    return "";
}

}  // namespace

bool ReadingProfile::is_consistent() const {
    return std::none_of(findings.begin(), findings.end(),
                        [](Finding const& one) { return std::holds_alternative<Inconsistent>(one); });
}

ReadingProfile derive_profile(std::vector<EvidenceOfCase> const& evidence) {
    ReadingProfile result;
    auto clues = clues_of(evidence);
    while (all_agreeing(clues).none()) {
        auto const core = contradiction(clues);
        auto const reading = blamed(core);
        result.findings[static_cast<std::size_t>(reading)] = shown(core, reading);
        for (auto& clue : clues) clue.profiles = without_regard_to(reading, clue.profiles);
    }
    auto const left = all_agreeing(clues);
    for (auto const& reading : readings) {
        auto& finding = result.findings[static_cast<std::size_t>(reading.reading)];
        if (std::holds_alternative<Inconsistent>(finding)) continue;
        for (AnswerNumber answer = 0; answer < 2; ++answer) {
            auto const other = static_cast<AnswerNumber>(1 - answer);
            if ((left & profiles_with(reading.reading, other)).any()) continue;
            finding = Follows{answer, shown_by(clues, reading.reading, answer)};
        }
    }
    return result;
}

std::string text(Reading reading, Finding const& finding) {
    auto const& entry_of = entry(reading);
    auto const said = std::visit(
        Match{[](NotSeen const&) { return std::string("not seen"); },
              [&](Follows const& one) {
                  return fmt::format("{}{} ({})", entry_of.answers[one.answer],
                                     one.answer == 0 ? "" : ", not the preferred answer", one.shown_by);
              },
              [&](Inconsistent const& one) {
                  std::vector<std::string> parts;
                  for (auto const& shown : one.cases)
                      parts.push_back(fmt::format("{} in {}", entry_of.answers[shown.answer], shown.case_id));
                  return fmt::format("inconsistent: {}", fmt::join(parts, ", "));
              }},
        finding);
    return fmt::format("{}: {}", entry_of.id, said);
}

Expected<PartialProfile> read_profile(Json const& value) {
    formats::ObjectReader reader(value, {"readings"});
    auto const* member = reader.require("readings");
    if (reader.fault()) return tl::unexpected(*reader.fault());
    if (!member->is_object())
        return tl::unexpected(Error{"/readings", formats::expected_but_found("an object", *member)});
    PartialProfile profile;
    for (auto const& [name, answer] : member->get_ref<Json::object_t const&>()) {
        auto const place = "/readings" + formats::pointer_token(name);
        auto const reading = reading_with_id(name);
        if (!reading) return tl::unexpected(Error{place, "expected the id of a reading"});
        auto const number = answer.is_string()
                                ? answer_with_id(*reading, answer.get_ref<std::string const&>())
                                : std::nullopt;
        if (!number)
            return tl::unexpected(
                Error{place, formats::expected_but_found(
                                 fmt::format("{}", fmt::join(entry(*reading).answers, " or ")), answer)});
        profile.fixed = static_cast<Answers>(profile.fixed | bit(*reading));
        if (*number == 1) profile.answers = static_cast<Answers>(profile.answers | bit(*reading));
    }
    return profile;
}

Expected<PartialProfile> read_profile_file(std::string const& path) {
    auto const sources = formats::read_sources({path});
    if (!sources) return tl::unexpected(sources.error());
    if (sources->size() != 1) return tl::unexpected(Error{path, "expected one file"});
    auto const& source = sources->front();
    return formats::parse_json(source.text)
        .and_then([](Json const& value) { return read_profile(value); })
        .map_error([&](Error error) { return formats::in_source(source, std::move(error)); });
}

OrderedJson write_profile(PartialProfile const& profile) {
    OrderedJson value = OrderedJson::object();
    for (auto const& reading : readings)
        if ((profile.fixed & bit(reading.reading)) != 0)
            value[std::string(reading.id)] =
                reading.answers[(profile.answers & bit(reading.reading)) != 0 ? 1 : 0];
    return value;
}

}  // namespace ssbroute::conformance
