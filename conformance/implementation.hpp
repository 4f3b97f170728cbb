// An implementation that is asked over the protocol, and started anew when it fails.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

#include "conformance/process.hpp"
#include "conformance/reply.hpp"
#include "conformance/stop.hpp"

namespace ssbroute::conformance {

/// How an implementation can fail to answer at all.
enum class Lost : std::uint8_t {
    /// It ended, or closed its output.
    crash,
    /// It said nothing for longer than it may.
    timeout,
    /// What it said is no answer to what was asked.
    garbage,
};

struct Fault {
    Lost kind;
    std::string why;
    /// The end of what it said on standard error.
    std::string error_tail;
};

template <typename T>
using OrFault = tl::expected<T, Fault>;

/// The questions for an implementation, by number, and what becomes of them. Each number that `next` gave is
/// told exactly once, or, where a later line of the implementation spoils its answer, lost after it was
/// answered. Nothing is told of the numbers that are open when a run is stopped.
class Exam {
public:
    using Number = std::size_t;

    /// Nothing: there are no more.
    virtual std::optional<Number> next() = 0;
    /// The scenario or timeline of a question, as JSON on one line.
    virtual std::string question(Number number) = 0;
    virtual void answered(Number number, Said said) = 0;
    virtual void lost(Number number, Fault fault) = 0;

    Exam() = default;
    Exam(Exam const&) = delete;
    Exam& operator=(Exam const&) = delete;
    virtual ~Exam() = default;
};

/// The client's side of the protocol.
///
/// Several questions are under way at a time. When the implementation fails then, it is not known which of
/// them did it: a fresh process is asked them again one by one, and the one at which it fails again has the
/// fault. If none does, the one that had waited longest has it, so that no failure vanishes. An
/// implementation that has run out of time again and again is not asked any more; what is left is lost in the
/// same way.
class Implementation {
public:
    struct Limits {
        /// How long it may say nothing while a question is open.
        std::chrono::milliseconds timeout{10'000};
        std::size_t questions_at_a_time = 64;
    };
    enum class IdForm : std::uint8_t { integer, string };

    /// `stop` must live as long as this. All questions are about `subject`.
    Implementation(std::string command, Limits limits, Stop const& stop, Subject subject = Subject::scenario)
        : command_(std::move(command)), limits_(limits), stop_(stop), subject_(subject) {}

    /// Starts a process and greets it, unless one is running. Nothing: the run was stopped.
    OrFault<std::optional<Identity>> start();
    /// Sends a line that is no request and waits for the refusal. What it did instead, if it did not refuse;
    /// then the process is ended.
    std::optional<Fault> try_unknown_request();
    /// Asks one question, in a fresh process if the last one failed. Nothing: the run was stopped.
    OrFault<std::optional<Said>> ask(std::string_view question, IdForm form = IdForm::integer);
    /// Asks all questions, and ends the process.
    void take(Exam& exam);

private:
    using Number = Exam::Number;
    using Id = std::int64_t;

    struct Open {
        Id id;
        Number number;
    };
    struct Answered {
        Number number;
        Said said;
    };
    struct Failed {
        Fault fault;
        /// The question whose fault it is, where that is known: one that had been answered.
        std::optional<Number> culprit;
    };
    struct Stopped {};
    using Event = std::variant<Answered, Failed, Stopped>;

    /// While it is looked for which of several questions had a fault.
    struct Suspicion {
        Number oldest;
        Fault fault;
        /// The questions that are still to be asked again.
        std::size_t left;
        /// Held back: the oldest may yet be the one.
        std::optional<Said> answer_of_oldest;
        bool found = false;
    };

    std::optional<Number> next(Exam& exam);
    bool send_next(Exam& exam);
    void send(Number number, std::string_view question, IdForm form);
    Event receive();
    Event sort(Reply reply);
    Failed fail(Lost kind, std::string why, std::optional<Number> culprit = std::nullopt);
    Failed fail(Waited waited, std::string_view instead_of);
    [[nodiscard]] bool is_hopeless() const;

    void answered(Exam& exam, Number number, Said said);
    void failed(Exam& exam, Failed failure);
    void charge(Exam& exam, Number number, Fault fault);
    void one_suspect_less(Exam& exam);
    void give_up(Exam& exam);
    void finish(Exam& exam);

    std::string command_;
    Limits limits_;
    Stop const& stop_;
    Subject subject_;
    std::optional<Process> process_;
    std::optional<Identity> identity_;
    Id next_id_ = 1;
    std::deque<Open> open_;
    std::deque<Open> done_;  // the latest that were answered
    std::deque<Number> again_;
    std::optional<Suspicion> suspicion_;
    std::size_t timeouts_in_a_row_ = 0;
    bool has_ever_answered_ = false;
    std::optional<Fault> last_fault_;
    std::string line_;
};

}  // namespace ssbroute::conformance
