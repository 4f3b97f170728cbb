// The text of a batch, as the nodes of its tree refer to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tsql/batch.hpp"
#include "formats/tsql/statement.hpp"
#include "formats/tsql/syntax_tree.hpp"

namespace ssbroute::formats::tsql {

class SourceText {
public:
    SourceText(Batch const& batch, SyntaxTree const& tree) : batch_(&batch), text_(tree.text()) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::string_view text(Node const& node) const;
    [[nodiscard]] Place place(Node const& node) const { return batch_->place_of(node.begin); }
    /// Whether something in it was refused before it was parsed.
    [[nodiscard]] bool is_refused(Node const& node) const { return batch_->is_refused(node.begin, node.end); }
    /// Without brackets and quotes.
    [[nodiscard]] Name name(Node const& node) const;
    /// With the `@`.
    [[nodiscard]] Name variable(Node const& node) const { return {std::string(text(node)), place(node)}; }
    /// The parts of a name; nothing where one is left out. There is at least one, and the last is there.
    [[nodiscard]] std::vector<std::optional<Name>> qualified_name(Node const& node) const;
    /// The value of a string.
    [[nodiscard]] std::string string(Node const& node) const;
    /// In characters as SQL Server counts them, in UTF-16.
    static std::size_t length(std::string_view text);

private:
    Batch const* batch_;
    std::string_view text_;
};

}  // namespace ssbroute::formats::tsql
