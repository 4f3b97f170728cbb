#include "conformance/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ssbroute::conformance {
namespace {

using std::chrono::milliseconds;

// How often a waiter looks whether the run is to end.
constexpr milliseconds longest_nap{100};
// What a process that has closed its output gets to end by itself, so that its status can be told.
constexpr milliseconds grace{200};
constexpr std::size_t piece = 1U << 16U;

Error fault(char const* what, int number) {
    return {"", fmt::format("{}: {}", what, std::generic_category().message(number))};
}

struct Ends {
    Pipe reading;
    Pipe writing;
};

// Both ends are closed in whatever else is started meanwhile, or a pipe would never be seen to end.
Expected<Ends> open_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return tl::unexpected(fault("no pipe can be opened", errno));
    return Ends{Pipe(ends[0]), Pipe(ends[1])};
}

void do_not_block(Pipe const& pipe) {
    fcntl(pipe.descriptor(), F_SETFL, fcntl(pipe.descriptor(), F_GETFL) | O_NONBLOCK);
}

// A process group of its own, and the signals as a program expects to find them.
class SpawnAttributes {
public:
    SpawnAttributes() {
        posix_spawnattr_init(&value_);
        posix_spawnattr_setflags(&value_,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&value_, 0);
        sigset_t signals;
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&value_, &signals);
        for (int const number : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&signals, number);
        posix_spawnattr_setsigdefault(&value_, &signals);
    }
    SpawnAttributes(SpawnAttributes const&) = delete;
    SpawnAttributes& operator=(SpawnAttributes const&) = delete;
    ~SpawnAttributes() { posix_spawnattr_destroy(&value_); }

    [[nodiscard]] posix_spawnattr_t const* get() const { return &value_; }

private:
    posix_spawnattr_t value_{};
};

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&value_); }
    SpawnActions(SpawnActions const&) = delete;
    SpawnActions& operator=(SpawnActions const&) = delete;
    ~SpawnActions() { posix_spawn_file_actions_destroy(&value_); }

    void put(Pipe const& pipe, int as) { posix_spawn_file_actions_adddup2(&value_, pipe.descriptor(), as); }
    [[nodiscard]] posix_spawn_file_actions_t const* get() const { return &value_; }

private:
    posix_spawn_file_actions_t value_{};
};

// Reads what there is; false at the end of the pipe.
template <typename Take>
bool read_some(Pipe const& pipe, Take take) {
    std::array<char, piece> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
    auto const count = read(pipe.descriptor(), buffer.data(), buffer.size());
    if (count > 0) {
        take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
        return true;
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR);
}

bool has_ended(pid_t id) {
    siginfo_t info{};
    // Left unreaped, so that nobody else gets the number of the group before it is killed.
    int const found = waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT);
    return found != 0 ? errno != EINTR : info.si_pid == id;
}

std::string how_it_ended(int status) {
    if (WIFEXITED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
    int const number = WTERMSIG(status);
    return fmt::format("was ended by signal {} ({})", number, strsignal(number));
}

int reap(pid_t id) {
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

Pipe& Pipe::operator=(Pipe&& other) noexcept {
    if (this != &other) {
        close();
        descriptor_ = other.release();
    }
    return *this;
}

void Pipe::close() {
    if (is_open()) ::close(release());
}

int Pipe::release() { return std::exchange(descriptor_, -1); }

Expected<Process> Process::start(std::string const& command) {
    auto input = open_pipe();
    if (!input) return tl::unexpected(input.error());
    auto output = open_pipe();
    if (!output) return tl::unexpected(output.error());
    auto errors = open_pipe();
    if (!errors) return tl::unexpected(errors.error());

    SpawnActions actions;
    actions.put(input->reading, STDIN_FILENO);
    actions.put(output->writing, STDOUT_FILENO);
    actions.put(errors->writing, STDERR_FILENO);
    SpawnAttributes const attributes;
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> const arguments = {shell.data(), option.data(), text.data(), nullptr};
    pid_t id = 0;
    int const failed =
        posix_spawn(&id, "/bin/sh", actions.get(), attributes.get(), arguments.data(), environ);
    if (failed != 0) return tl::unexpected(fault("no process can be started", failed));

    do_not_block(input->writing);
    do_not_block(output->reading);
    do_not_block(errors->reading);
    return Process(id, std::move(input->writing), std::move(output->reading), std::move(errors->reading));
}

Process::Process(pid_t id, Pipe input, Pipe output, Pipe errors)
    : id_(id), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

Process::Process(Process&& other) noexcept : id_(std::exchange(other.id_, -1)) { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
    if (this == &other) return *this;
    if (other.id_ >= 0) {
        kill();
        id_ = std::exchange(other.id_, -1);
    }
    input_ = std::move(other.input_);
    output_ = std::move(other.output_);
    errors_ = std::move(other.errors_);
    input_ends_ = other.input_ends_;
    unwritten_ = std::move(other.unwritten_);
    written_ = other.written_;
    unread_ = std::move(other.unread_);
    taken_ = other.taken_;
    searched_ = other.searched_;
    error_tail_ = std::move(other.error_tail_);
    return *this;
}

void Process::finish_input() {
    input_ends_ = true;
    if (written_ == unwritten_.size()) input_.close();
}

Waited Process::read_line(std::string& line, Clock::time_point deadline, Stop const& stop) {
    for (;;) {
        if (take_line(line)) return line.size() > longest_line ? Waited::too_long : Waited::line;
        if (unread_.size() - taken_ > longest_line) return Waited::too_long;
        if (!output_.is_open()) return Waited::closed;
        if (stop.requested()) return Waited::stopped;
        auto const left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return Waited::timed_out;
        exchange(std::min(left, longest_nap));
    }
}

bool Process::take_line(std::string& line) {
    auto const end = unread_.find('\n', searched_);
    if (end == std::string::npos) {
        // What was handed out is dropped only now: dropping it line by line would move the rest each time.
        unread_.erase(0, taken_);
        taken_ = 0;
        searched_ = unread_.size();
        return false;
    }
    line.assign(unread_, taken_, end - taken_);
    taken_ = searched_ = end + 1;
    return true;
}

// Moves bytes in all directions; returns when some were moved, or after `longest`.
void Process::exchange(milliseconds longest) {
    bool const writes = input_.is_open() && written_ < unwritten_.size();
    // Of descriptors below 0 poll says nothing.
    std::array<pollfd, 3> watched = {{{writes ? input_.descriptor() : -1, POLLOUT, 0},
                                      {output_.descriptor(), POLLIN, 0},
                                      {errors_.descriptor(), POLLIN, 0}}};
    if (poll(watched.data(), watched.size(), static_cast<int>(longest.count()) + 1) <= 0) return;
    if (watched[2].revents != 0) read_errors();
    if (watched[1].revents != 0) read_output();
    if (watched[0].revents != 0) write_some();
}

void Process::write_some() {
    auto const count =
        ::write(input_.descriptor(), unwritten_.data() + written_, unwritten_.size() - written_);
    if (count < 0) {
        // It reads no more. Whether that matters is told by what it writes.
        if (errno != EAGAIN && errno != EINTR) input_.close();
        return;
    }
    written_ += static_cast<std::size_t>(count);
    if (written_ < unwritten_.size()) return;
    unwritten_.clear();
    written_ = 0;
    if (input_ends_) input_.close();
}

void Process::read_output() {
    if (!read_some(output_, [&](std::string_view text) { unread_ += text; })) output_.close();
}

void Process::read_errors() {
    auto const keep = [&](std::string_view text) {
        error_tail_ += text;
        if (error_tail_.size() > longest_tail) error_tail_.erase(0, error_tail_.size() - longest_tail);
    };
    if (!read_some(errors_, keep)) errors_.close();
}

std::string Process::end() {
    input_.close();
    auto const until = Clock::now() + grace;
    // A process that has ended may have left words behind, which are read first.
    bool ended = has_ended(id_);
    while (!ended && Clock::now() < until) {
        if (output_.is_open() || errors_.is_open())
            exchange(milliseconds(5));
        else
            std::this_thread::sleep_for(milliseconds(1));
        if (unread_.size() > longest_line) break;
        ended = has_ended(id_);
    }
    for (auto before = std::string::npos; errors_.is_open() && error_tail_.size() != before;) {
        before = error_tail_.size();
        read_errors();
    }
    ::kill(-id_, SIGKILL);
    int const status = reap(std::exchange(id_, -1));
    return ended ? how_it_ended(status) : "had not ended and was killed";
}

void Process::kill() {
    if (id_ < 0) return;
    ::kill(-id_, SIGKILL);
    reap(std::exchange(id_, -1));
}

}  // namespace ssbroute::conformance
