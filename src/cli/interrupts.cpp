#include "cli/interrupts.hpp"

#include <csignal>

namespace ssbroute::cli {
namespace {

conformance::Stop
    stop;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a handler has no other way

extern "C" void request_stop(int /*number*/) { stop.request(); }

}  // namespace

conformance::Stop& stop_on_interrupt() {
    struct sigaction action {};
    action.sa_handler = request_stop;  // NOLINT(cppcoreguidelines-pro-type-union-access)
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (int const number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
    return stop;
}

}  // namespace ssbroute::cli
