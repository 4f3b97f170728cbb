#include "conformance/implementation.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "conformance/match.hpp"
#include "formats/protocol_json.hpp"

namespace ssbroute::conformance {
namespace {

using formats::Json;

// What was asked longer ago than that is not remembered; it bounds memory, not what is judged.
constexpr std::size_t most_remembered = 4096;
// After that many silences in a row an implementation that has answered before, or never, is given up.
constexpr std::size_t most_timeouts = 20;
constexpr std::size_t most_timeouts_at_first = 3;
// What an implementation gets at the end to say something that it should not.
constexpr std::chrono::milliseconds last_words{1000};

constexpr std::string_view unknown_request = R"({"id": "unknown-request", "unknown_request": {}})";

}  // namespace

OrFault<std::optional<Identity>> Implementation::start() {
    if (process_) return identity_;
    auto process = Process::start(command_);
    if (!process) return tl::unexpected(Fault{Lost::crash, process.error().message, ""});
    process_ = std::move(*process);
    process_->write(fmt::format("{{\"protocol\": {}}}\n", formats::protocol_version));
    auto const waited = process_->read_line(line_, Process::Clock::now() + limits_.timeout, stop_);
    if (waited == Waited::stopped) return std::nullopt;
    if (waited != Waited::line) return tl::unexpected(fail(waited, "answering the handshake").fault);
    auto greeting = read_greeting(line_);
    if (!greeting)
        return tl::unexpected(fail(Lost::garbage, fmt::format("no answer to the handshake: {}: {}",
                                                              formats::place_and_message(greeting.error()),
                                                              formats::shortened(line_)))
                                  .fault);
    identity_ = std::move(*greeting);
    return identity_;
}

std::optional<Fault> Implementation::try_unknown_request() {
    auto const started = start();
    if (!started) return started.error();
    process_->write(fmt::format("{}\n", unknown_request));
    auto const waited = process_->read_line(line_, Process::Clock::now() + limits_.timeout, stop_);
    if (waited == Waited::stopped) return std::nullopt;
    if (waited != Waited::line) return fail(waited, "refusing an unknown request").fault;
    auto const reply = read_reply(line_, subject_);
    if (reply && std::holds_alternative<Refused>(reply->said)) return std::nullopt;
    return fail(Lost::garbage,
                fmt::format("did not refuse an unknown request, but said {}", formats::shortened(line_)))
        .fault;
}

OrFault<std::optional<Said>> Implementation::ask(std::string_view question, IdForm form) {
    auto started = start();
    if (!started) return tl::unexpected(std::move(started.error()));
    if (!*started) return std::nullopt;
    send(0, question, form);
    auto event = receive();
    open_.clear();
    if (auto* failure = std::get_if<Failed>(&event)) return tl::unexpected(std::move(failure->fault));
    if (auto* answer = std::get_if<Answered>(&event)) return std::move(answer->said);
    return std::nullopt;
}

void Implementation::take(Exam& exam) {
    while (!stop_.requested()) {
        auto const at_a_time = suspicion_ ? 1 : limits_.questions_at_a_time;
        while (!is_hopeless() && open_.size() < at_a_time && send_next(exam)) {
        }
        if (is_hopeless()) give_up(exam);
        if (open_.empty()) break;
        auto event = receive();
        if (auto* answer = std::get_if<Answered>(&event))
            answered(exam, answer->number, std::move(answer->said));
        else if (auto* failure = std::get_if<Failed>(&event))
            failed(exam, std::move(*failure));
    }
    finish(exam);
}

std::optional<Exam::Number> Implementation::next(Exam& exam) {
    if (again_.empty()) return exam.next();
    auto const number = again_.front();
    again_.pop_front();
    return number;
}

// False if there is nothing more to send.
bool Implementation::send_next(Exam& exam) {
    auto const number = next(exam);
    if (!number) return false;
    auto started = start();
    if (!started) {
        charge(exam, *number, std::move(started.error()));
        one_suspect_less(exam);
        return true;
    }
    if (!*started) return false;
    send(*number, exam.question(*number), IdForm::integer);
    return true;
}

void Implementation::send(Number number, std::string_view question, IdForm form) {
    auto const id = next_id_++;
    auto const* const quote = form == IdForm::string ? "\"" : "";
    process_->write(fmt::format("{{\"id\": {}{}{}, \"{}\": {}}}\n", quote, id, quote,
                                conformance::id(subject_), question));
    open_.push_back({form == IdForm::string ? -id : id, number});
}

Implementation::Event Implementation::receive() {
    auto const waited = process_->read_line(line_, Process::Clock::now() + limits_.timeout, stop_);
    if (waited == Waited::stopped) return Stopped{};
    if (waited != Waited::line) return fail(waited, "answering");
    auto reply = read_reply(line_, subject_);
    if (!reply)
        return fail(Lost::garbage,
                    fmt::format("said what is no answer: {}: {}", formats::place_and_message(reply.error()),
                                formats::shortened(line_)));
    return sort(std::move(*reply));
}

// Which question a reply belongs to.
Implementation::Event Implementation::sort(Reply reply) {
    // Ids that were sent as strings are remembered as negative numbers.
    auto const is_id = [&](Open const& one) {
        return one.id < 0 ? reply.id == std::to_string(-one.id) : reply.id == one.id;
    };
    auto found = std::find_if(open_.begin(), open_.end(), is_id);
    // A refusal without an id belongs to the only question that it can belong to, and may be what was looked
    // for.
    if (reply.id.is_null() && open_.size() == 1) {
        found = open_.begin();
        if (suspicion_) suspicion_->found = true;
    }
    if (found != open_.end()) {
        auto const one = *found;
        open_.erase(found);
        done_.push_back(one);
        if (done_.size() > most_remembered) done_.pop_front();
        timeouts_in_a_row_ = 0;
        has_ever_answered_ = true;
        return Answered{one.number, std::move(reply.said)};
    }
    auto const repeated = std::find_if(done_.begin(), done_.end(), is_id);
    if (repeated != done_.end())
        return fail(Lost::garbage, fmt::format("answered twice: {}", formats::shortened(line_)),
                    repeated->number);
    return fail(Lost::garbage,
                fmt::format("answered under an id that was not asked: {}", formats::shortened(line_)));
}

// Ends the process, and says why.
Implementation::Failed Implementation::fail(Lost kind, std::string why, std::optional<Number> culprit) {
    if (kind == Lost::timeout) ++timeouts_in_a_row_;
    auto const end = process_->end();
    if (kind == Lost::crash) why += ": the process " + end;
    Fault fault{kind, std::move(why), process_->error_tail()};
    process_.reset();
    last_fault_ = fault;
    return {std::move(fault), culprit};
}

Implementation::Failed Implementation::fail(Waited waited, std::string_view instead_of) {
    if (waited == Waited::too_long)
        return fail(Lost::garbage, fmt::format("wrote more than {} MiB on one line instead of {}",
                                               Process::longest_line >> 20U, instead_of));
    if (waited == Waited::closed)
        return fail(Lost::crash, fmt::format("closed its output instead of {}", instead_of));
    return fail(Lost::timeout, fmt::format("said nothing for {} s instead of {} (is each line flushed?)",
                                           static_cast<double>(limits_.timeout.count()) / 1000, instead_of));
}

bool Implementation::is_hopeless() const {
    return timeouts_in_a_row_ >= (has_ever_answered_ ? most_timeouts : most_timeouts_at_first);
}

void Implementation::answered(Exam& exam, Number number, Said said) {
    if (suspicion_ && suspicion_->oldest == number)
        suspicion_->answer_of_oldest = std::move(said);
    else
        exam.answered(number, std::move(said));
    one_suspect_less(exam);
}

void Implementation::failed(Exam& exam, Failed failure) {
    auto const open = std::exchange(open_, {});
    done_.clear();
    std::deque<Number> numbers;
    for (auto const& one : open) numbers.push_back(one.number);
    again_.insert(again_.begin(), numbers.begin(), numbers.end());
    if (failure.culprit) {
        charge(exam, *failure.culprit, std::move(failure.fault));
    } else if (open.size() == 1) {
        again_.pop_front();
        charge(exam, open.front().number, std::move(failure.fault));
        one_suspect_less(exam);
    } else {
        suspicion_ = Suspicion{open.front().number, std::move(failure.fault), open.size(), std::nullopt};
    }
}

void Implementation::charge(Exam& exam, Number number, Fault fault) {
    if (suspicion_) {
        suspicion_->found = true;
        if (suspicion_->oldest == number) suspicion_->answer_of_oldest.reset();
    }
    exam.lost(number, std::move(fault));
}

void Implementation::one_suspect_less(Exam& exam) {
    if (!suspicion_ || --suspicion_->left > 0) return;
    auto suspicion = std::move(*std::exchange(suspicion_, std::nullopt));
    if (!suspicion.found) {
        suspicion.fault.why += "; not again when asked one by one";
        exam.lost(suspicion.oldest, std::move(suspicion.fault));
    } else if (suspicion.answer_of_oldest) {
        exam.answered(suspicion.oldest, std::move(*suspicion.answer_of_oldest));
    }
}

void Implementation::give_up(Exam& exam) {
    auto fault = last_fault_.value_or(Fault{Lost::timeout, "said nothing", ""});
    fault.why = fmt::format("not asked, for {} times in a row it {}", timeouts_in_a_row_, fault.why);
    // An answer that was held back still counts.
    if (auto const suspicion = std::exchange(suspicion_, std::nullopt);
        suspicion && suspicion->answer_of_oldest)
        exam.answered(suspicion->oldest, *suspicion->answer_of_oldest);
    for (auto const& one : std::exchange(open_, {})) exam.lost(one.number, fault);
    while (auto const number = next(exam)) exam.lost(*number, fault);
}

// The implementation sees the end of its input. What it still says spoils an answer, or the last one.
void Implementation::finish(Exam& exam) {
    if (!process_) return;
    if (stop_.requested()) {
        process_.reset();
        return;
    }
    process_->finish_input();
    auto const deadline = Process::Clock::now() + std::min(last_words, limits_.timeout);
    auto const waited = process_->read_line(line_, deadline, stop_);
    if (waited == Waited::line || waited == Waited::too_long) {
        auto reply = waited == Waited::line ? read_reply(line_, subject_) : tl::unexpected(Error{});
        auto event = reply ? sort(std::move(*reply))
                           : fail(Lost::garbage,
                                  fmt::format("said more than it was asked: {}", formats::shortened(line_)));
        auto* failure = std::get_if<Failed>(&event);
        auto const last = done_.empty() ? std::nullopt : std::optional(done_.back().number);
        auto const culprit = failure != nullptr && failure->culprit ? failure->culprit : last;
        if (failure != nullptr && culprit) exam.lost(*culprit, std::move(failure->fault));
    }
    if (process_) process_->end();
    process_.reset();
    done_.clear();
}

}  // namespace ssbroute::conformance
