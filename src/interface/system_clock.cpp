#include "interface/system_clock.hpp"

#include <chrono>

namespace ssbroute::interface {

UtcTime system_clock() {
    auto const since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return UtcTime::from_unix_seconds(std::chrono::duration_cast<std::chrono::seconds>(since_1970).count());
}

}  // namespace ssbroute::interface
