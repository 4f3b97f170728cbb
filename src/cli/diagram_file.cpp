#include "cli/diagram_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>

#include "cli/output.hpp"

namespace ssbroute::cli {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

void DiagramFile::add_to(CLI::App& command, std::string const& what,
                         std::vector<std::string> const& endings) {
    auto const expected = fmt::format("{}", fmt::join(endings, " or "));
    command.add_option("--diagram", name_, fmt::format("Draw {} to FILE, which ends in {}", what, expected))
        ->type_name("FILE")
        ->check([endings, expected](std::string const& file) {
            bool const is_known = std::any_of(endings.begin(), endings.end(),
                                              [&](std::string const& end) { return ends_with(file, end); });
            return is_known ? std::string() : "expected a name that ends in " + expected;
        });
}

bool DiagramFile::ends_in(std::string_view ending) const { return ends_with(name_, ending); }

ExitStatus DiagramFile::write(std::string_view text) const {
    std::ofstream file(name_, std::ios::binary);
    file << text;
    file.close();
    return file ? ExitStatus::done : complain({name_, "could not be written"});
}

}  // namespace ssbroute::cli
