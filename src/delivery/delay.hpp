// Delayed conversations.
#pragma once

#include <optional>

#include "delivery/parameters.hpp"
#include "delivery/reading_over_time.hpp"
#include "model/utc_time.hpp"

namespace ssbroute::delivery {

/// Whether one side's messages of a conversation wait, and until when.
class ConversationDelay {
public:
    /// DELAY-1: delayed at `now`; when it is matched again.
    UtcTime delay(UtcTime now, Parameters const& parameters);
    /// The conversation was matched again, and is not delayed any more.
    void resume() { until_ = std::nullopt; }

    /// Until when a message that is sent at `now` waits; nothing: it is matched at once.
    [[nodiscard]] std::optional<UtcTime> waits_until(UtcTime now, DelayedConversation reading) const;
    [[nodiscard]] std::optional<UtcTime> const& until() const { return until_; }

private:
    std::optional<UtcTime> until_;
};

}  // namespace ssbroute::delivery
