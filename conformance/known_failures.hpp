// Failures that are known, so that a run tells only of changes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report.hpp"
#include "conformance/verdict.hpp"
#include "model/error.hpp"

namespace ssbroute::conformance {

/// A line of the file: `VERDICT CASE`; `#` begins a comment.
struct KnownFailure {
    std::size_t line;
    Verdict verdict;
    std::string case_id;
};

struct KnownFailures {
    std::string file;
    std::vector<KnownFailure> failures;
};

/// An Error's place is the file and the line.
Expected<KnownFailures> read_known_failures(std::string const& path);

/// Marks the report's known failures, and adds to it each line of the file that is to change: a listed case
/// that now conforms, fails differently or does not exist, and a failure that is not listed. Of listed cases
/// that exist but were not run, nothing is said.
void apply(KnownFailures const& known, std::set<std::string, std::less<>> const& existing, Report& report);

}  // namespace ssbroute::conformance
