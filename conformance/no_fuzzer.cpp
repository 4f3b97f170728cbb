// Stands for fuzzer.cpp where RapidCheck is not installed.
#include "conformance/fuzzer.hpp"

namespace ssbroute::conformance {

Expected<FuzzResult> fuzz(FuzzOptions const& /*options*/, Stop const& /*stop*/,
                          FuzzWatcher const& /*watcher*/) {
    return tl::unexpected(
        Error{"fuzz", "this program was built without RapidCheck, which makes the scenarios"});
}

}  // namespace ssbroute::conformance
