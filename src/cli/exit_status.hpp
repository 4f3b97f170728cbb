// What a command says to whoever started it.
#pragma once

namespace ssbroute::cli {

/// The program's exit status.
enum class ExitStatus {
    done = 0,
    /// The answer is a failure: a disagreement was found, a suite failed.
    failure = 1,
    /// Unusable input or arguments.
    unusable = 2,
};

}  // namespace ssbroute::cli
