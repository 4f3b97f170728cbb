// A program that is talked to through pipes, a line at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "conformance/stop.hpp"
#include "model/error.hpp"

namespace ssbroute::conformance {

/// An open end of a pipe.
class Pipe {
public:
    Pipe() = default;
    explicit Pipe(int descriptor) : descriptor_(descriptor) {}
    Pipe(Pipe&& other) noexcept : descriptor_(other.release()) {}
    Pipe& operator=(Pipe&& other) noexcept;
    Pipe(Pipe const&) = delete;
    Pipe& operator=(Pipe const&) = delete;
    ~Pipe() { close(); }

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    void close();

private:
    int release();

    int descriptor_ = -1;
};

/// What waiting for a line came to.
enum class Waited : std::uint8_t {
    line,
    /// Nobody can write to the pipe any more.
    closed,
    /// The line is longer than any that makes sense.
    too_long,
    timed_out,
    /// The run is to end.
    stopped,
};

/// A child process of `sh -c COMMAND`, alone in its process group. It never blocks its owner: what it does
/// not read waits in memory, what it says on standard error is read and all but its tail forgotten. Whatever
/// is left of its group is killed at its end.
class Process {
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::size_t longest_line = std::size_t{16} << 20U;
    static constexpr std::size_t longest_tail = std::size_t{4} << 10U;

    /// An Error if the system has no more processes or pipes.
    static Expected<Process> start(std::string const& command);

    /// Puts text into the queue of what the process is to read.
    void write(std::string_view text) { unwritten_ += text; }
    /// Nothing more will be written; the process sees the end of its input once it has read what there is.
    void finish_input();

    /// Writes, and waits for the next line of standard output, which `line` then holds without its end.
    Waited read_line(std::string& line, Clock::time_point deadline, Stop const& stop);

    /// The end of what it has said on standard error, so far as it has been read.
    [[nodiscard]] std::string const& error_tail() const { return error_tail_; }

    /// Gives the process a moment to end by itself, kills what is left of its group, and says how it ended.
    std::string end();

    Process(Process&& other) noexcept;
    Process& operator=(Process&& other) noexcept;
    Process(Process const&) = delete;
    Process& operator=(Process const&) = delete;
    ~Process() { kill(); }

private:
    Process(pid_t id, Pipe input, Pipe output, Pipe errors);

    bool take_line(std::string& line);
    void exchange(std::chrono::milliseconds longest);
    void write_some();
    void read_output();
    void read_errors();
    void kill();

    pid_t id_ = -1;
    Pipe input_;
    Pipe output_;
    Pipe errors_;
    bool input_ends_ = false;
    std::string unwritten_;
    std::size_t written_ = 0;  // of unwritten_
    std::string unread_;
    std::size_t taken_ = 0;     // of unread_: lines that were handed out
    std::size_t searched_ = 0;  // of unread_: has no end of a line
    std::string error_tail_;
};

}  // namespace ssbroute::conformance
