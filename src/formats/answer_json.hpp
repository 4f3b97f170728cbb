// Outcomes and answers as JSON (spec/schema/answer.schema.json).
#pragma once

#include "formats/json_text.hpp"
#include "model/outcome.hpp"
#include "oracle/answer.hpp"
#include "oracle/profile.hpp"

namespace ssbroute::formats {

OrderedJson write_outcome(Outcome const& outcome);
/// A permitted outcome, or one with the readings that it needs: `{"absent-service-outgoing": "drop"}`.
OrderedJson write_outcome(Outcome const& outcome, Deviations deviations, Profile const& profile);
/// `{"permitted": [...], "contested": [...]}`.
OrderedJson write_answer(Answer const& answer, Profile const& profile);

/// An outcome; `readings` is not among its members.
Expected<Outcome> read_outcome(Json const& value);

/// An outcome that a document says is contested, with the readings that it names.
struct ContestedOutcomeRead {
    Outcome outcome;
    Deviations readings;
};
/// An outcome with `readings`, whose answers are not the documents' preferred ones.
Expected<ContestedOutcomeRead> read_contested_outcome(Json const& value);

/// An outcome with `readings`, whose answers may be any: an implementation may prefer others than the
/// documents.
Expected<Outcome> read_outcome_with_readings(Json const& value);

/// `{"absent-service-outgoing": "drop"}`: the documents' profile, with these answers preferred.
Expected<Profile> read_profile(Json const& value);

}  // namespace ssbroute::formats
