#include "formats/corpus.hpp"

#include <iterator>
#include <set>
#include <utility>

#include "formats/files.hpp"
#include "formats/golden_timeline_json.hpp"

namespace ssbroute::formats {

Expected<std::vector<GoldenCase>> read_corpus(std::vector<std::string> const& paths) {
    auto sources = read_sources(paths);
    if (!sources) return tl::unexpected(std::move(sources.error()));

    std::vector<GoldenCase> corpus;
    std::set<std::string> ids;
    for (auto const& source : *sources) {
        auto const document = parse_json(source.text);
        if (document && is_timeline_group(*document)) continue;  // no decisions: golden timelines
        auto cases = document.and_then([](Json const& value) { return read_golden_group(value); });
        if (!cases) return tl::unexpected(in_source(source, std::move(cases.error())));
        for (auto const& golden : *cases)
            if (!ids.insert(golden.id).second)
                return tl::unexpected(in_source(
                    source,
                    {"/group", "expected ids that no other file has, found " + golden.id + " again"}));
        corpus.insert(corpus.end(), std::make_move_iterator(cases->begin()),
                      std::make_move_iterator(cases->end()));
    }
    return corpus;
}

}  // namespace ssbroute::formats
