#include "cli/history_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "cli/output.hpp"

namespace ssbroute::cli {
namespace {

using namespace delivery;

std::string in_words(Happening const& one) {
    auto const& object = shown_object(one);
    switch (one.kind) {
        case HappeningKind::send: return "sent to " + object;
        case HappeningKind::forward: return "forwarded to " + object;
        case HappeningKind::deliver: return "delivered to database " + object;
        case HappeningKind::duplicate: return "arrived again in database " + object;
        case HappeningKind::delay: return "delayed";
        case HappeningKind::drop: return "dropped";
        case HappeningKind::discard: return fmt::format("discarded for its {}", object);
        case HappeningKind::go_round: return "goes round until its lifetime ends";
        case HappeningKind::unreachable: return object + " cannot be reached";
        case HappeningKind::stray:
            return fmt::format("strayed to database {}, which knows no such conversation", object);
        case HappeningKind::request_route: return "a route to " + object + " is requested";
        case HappeningKind::claims: return object + " says that it is the principal";
        case HappeningKind::denies: return object + " says that it is not the principal";
        case HappeningKind::no_answer: return object + " does not answer";
        case HappeningKind::pin: return "from now on the conversation carries " + object;
        case HappeningKind::acknowledge: return "acknowledged";
        case HappeningKind::refuse: return "refused: the conversation is not with " + object;
        case HappeningKind::ignore: return "ignored: the conversation is not with " + object;
        case HappeningKind::error: return "the conversation ends in an error";
        case HappeningKind::expire: return "the lifetime of the conversation is over";
    }
    return "";
}

Style style_of(HappeningKind kind) {
    switch (kind) {
        case HappeningKind::deliver:
        case HappeningKind::pin:
        case HappeningKind::acknowledge: return Style::good;
        case HappeningKind::delay:
        case HappeningKind::drop:
        case HappeningKind::discard:
        case HappeningKind::go_round:
        case HappeningKind::unreachable:
        case HappeningKind::stray:
        case HappeningKind::refuse:
        case HappeningKind::error:
        case HappeningKind::expire: return Style::bad;
        default: return Style::plain;
    }
}

std::string rules_of(Happening const& one) {
    std::vector<std::string_view> ids;
    for (auto const& entry : rules)
        if (one.rules.contains(entry.rule)) ids.push_back(entry.id);
    for (auto const& entry : rules_over_time)
        if (one.rules_over_time.contains(entry.rule) &&
            std::find(ids.begin(), ids.end(), entry.id) == ids.end())
            ids.push_back(entry.id);
    return fmt::format("{}", fmt::join(ids, " "));
}

std::string_view prefix_of(Part part) {
    switch (part) {
        case Part::message: return "";
        case Part::acknowledgement: return "acknowledgement: ";
        case Part::error: return "error: ";
    }
    return "";
}

}  // namespace

std::string happening_line(Happening const& one) {
    auto text = fmt::format("  {}  {}  ", one.at.text(), visible(one.instance));
    text += styled(visible(fmt::format("{}{}", prefix_of(one.part), in_words(one))), style_of(one.kind));
    if (one.again_at) text += fmt::format(", tried again at {}", one.again_at->text());
    auto const by = rules_of(one);
    if (!by.empty()) {
        auto const table = one.table.empty() ? "" : fmt::format("sys.routes of {}: ", one.table);
        text += "\n      " + styled(visible(table + by), Style::dim);
    }
    if (one.status)
        text += fmt::format("\n      transmission_status, {}: {}", one.status->number, one.status->meaning);
    return text + "\n";
}

std::string history_text(History const& history) {
    std::vector<std::string_view> messages;
    for (auto const& one : history)
        if (std::find(messages.begin(), messages.end(), one.message) == messages.end())
            messages.push_back(one.message);
    std::string text;
    for (auto const& message : messages) {
        text += styled(visible(message), Style::bold) + "\n";
        for (auto const& one : history)
            if (one.message == message) text += happening_line(one);
    }
    return text.empty() ? "nothing happens\n" : text;
}

}  // namespace ssbroute::cli
