#include "conformance/known_failures.hpp"

#include <fmt/format.h>
#include <map>
#include <sstream>
#include <utility>

#include "formats/files.hpp"

namespace ssbroute::conformance {
namespace {

Expected<KnownFailure> read_line(std::string const& text, std::size_t number) {
    std::istringstream words(text);
    std::string verdict;
    std::string case_id;
    std::string more;
    words >> verdict >> case_id;
    auto const found = verdict_with_id(verdict);
    if (!found || !is_failure(*found) || case_id.empty() || words >> more)
        return tl::unexpected(
            Error{"", fmt::format("expected VERDICT CASE with the verdict of a failure, found '{}'",
                                  formats::shortened(text))});
    return KnownFailure{number, *found, std::move(case_id)};
}

}  // namespace

Expected<KnownFailures> read_known_failures(std::string const& path) {
    auto const sources = formats::read_sources({path});
    if (!sources) return tl::unexpected(sources.error());
    if (sources->size() != 1) return tl::unexpected(Error{path, "expected one file"});

    KnownFailures known{path, {}};
    std::map<std::string, std::size_t> lines;
    std::istringstream text(sources->front().text);
    std::size_t number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        line.erase(std::min(line.find('#'), line.size()));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        auto const place = fmt::format("{}:{}", path, number);
        auto failure = read_line(line, number);
        if (!failure) return tl::unexpected(Error{place, failure.error().message});
        auto const [earlier, is_new] = lines.emplace(failure->case_id, number);
        if (!is_new)
            return tl::unexpected(Error{
                place, fmt::format("expected each case once, found it in line {} too", earlier->second)});
        known.failures.push_back(std::move(*failure));
    }
    return known;
}

void apply(KnownFailures const& known, std::set<std::string, std::less<>> const& existing, Report& report) {
    std::map<std::string, KnownFailure const*> listed;
    for (auto const& failure : known.failures) {
        listed[failure.case_id] = &failure;
        if (!existing.contains(failure.case_id))
            report.ratchet.push_back(fmt::format("{}:{}: remove `{} {}`: there is no such case", known.file,
                                                 failure.line, id(failure.verdict), failure.case_id));
    }
    for (auto& one : report.cases) {
        auto const found = listed.find(one.id);
        if (found == listed.end()) {
            if (is_failure(one.verdict))
                report.ratchet.push_back(
                    fmt::format("{}: add `{} {}`, or mend it", known.file, id(one.verdict), one.id));
            continue;
        }
        auto const& failure = *found->second;
        auto const place = fmt::format("{}:{}", known.file, failure.line);
        if (failure.verdict == one.verdict)
            one.known = Known::yes;
        else if (is_failure(one.verdict))
            report.ratchet.push_back(fmt::format("{}: change `{} {}` to `{} {}`", place, id(failure.verdict),
                                                 one.id, id(one.verdict), one.id));
        else
            report.ratchet.push_back(fmt::format("{}: remove `{} {}`: the verdict is {} now", place,
                                                 id(failure.verdict), one.id, id(one.verdict)));
    }
}

}  // namespace ssbroute::conformance
