// Checks of a run itself, before any case is judged.
#pragma once

#include <string>
#include <vector>

#include "conformance/implementation.hpp"
#include "conformance/report.hpp"

namespace ssbroute::conformance {

struct Honesty {
    Identity implementation;
    std::vector<HonestyCheck> checks;
};

/// `handshake`: it says who it is. `canary`: a case with a wrong expectation is flagged, or the suite is at
/// fault. `string-id`: an id that is a string comes back as it was. `unknown-request`: what is no request is
/// refused, and the implementation goes on. Fewer checks if the run is stopped.
Honesty check_honesty(std::string const& command, Implementation::Limits const& limits, Stop const& stop,
                      Subject subject);

}  // namespace ssbroute::conformance
