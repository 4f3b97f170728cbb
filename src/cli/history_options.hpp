// What the commands about timelines have in common on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "delivery/reading_over_time.hpp"
#include "delivery/timeline.hpp"
#include "formats/json_text.hpp"
#include "model/error.hpp"

namespace ssbroute::cli {

/// `--reading`, for readings of a decision and over time.
struct HistoryOptions {
    std::vector<std::string> fixed_readings;

    void add_to(CLI::App& command);
    [[nodiscard]] Expected<delivery::ProfileOverTime> profile() const;
};

/// The JSON document in a file; `-` is standard input. An Error's place is the file and the pointer.
Expected<formats::Json> read_document(std::string const& file);
/// The timeline in a file: the document itself, or its member `timeline`.
Expected<delivery::Timeline> read_timeline_file(std::string const& file);

/// A timeline of a file, and the case of a golden group that it belongs to; empty: it belongs to none.
struct NamedTimeline {
    std::string id;
    std::string title;
    delivery::Timeline timeline;
};
/// The timelines in a file: that of each case of a golden group, or the one that it holds otherwise.
Expected<std::vector<NamedTimeline>> read_timelines_of_file(std::string const& file);

}  // namespace ssbroute::cli
