// The one clock, for who gives no time.
#pragma once

#include "model/utc_time.hpp"

namespace ssbroute::interface {

UtcTime system_clock();

}  // namespace ssbroute::interface
