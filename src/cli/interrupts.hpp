// Ctrl-C ends a run, not the program.
#pragma once

#include "conformance/stop.hpp"

namespace ssbroute::cli {

/// From now on SIGINT and SIGTERM request this stop; a second one ends the program as usual.
conformance::Stop& stop_on_interrupt();

}  // namespace ssbroute::cli
