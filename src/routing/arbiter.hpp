// What the documents leave open is asked of an arbiter.
#pragma once

#include <cstddef>

#include "routing/reading.hpp"
#include "routing/rule.hpp"

namespace ssbroute {

/// Decides, in place of the documents, what they do not.
class Arbiter {
public:
    /// The documents say "arbitrarily" at `rule`: which of `alternatives` (1 or more) it is, from 0.
    virtual std::size_t pick(Rule rule, std::size_t alternatives) = 0;

    /// The documents leave `reading` open: which answer holds. Within one decision the same question
    /// has the same answer, however often it is asked.
    virtual AnswerNumber answer(Reading reading) = 0;

    /// The same by type: `arbiter.answer<ExpiryInstant>() == ExpiryInstant::live`.
    template <typename Answer>
    Answer answer() {
        return static_cast<Answer>(answer(reading_of<Answer>));
    }

    virtual ~Arbiter() = default;
};

}  // namespace ssbroute
