#include "conformance/process.hpp"

#include <chrono>
#include <csignal>
#include <gmock/gmock.h>
#include <thread>

namespace ssbroute::conformance {
namespace {

using std::chrono::milliseconds;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class ProcessTest : public ::testing::Test {
protected:
    ProcessTest() { std::signal(SIGPIPE, SIG_IGN); }

    Waited read(Process& process, milliseconds timeout = milliseconds(10'000)) {
        return process.read_line(line, Process::Clock::now() + timeout, stop);
    }

    Stop stop;
    std::string line;
};

TEST_F(ProcessTest, EchoesLines) {
    auto process = Process::start("cat").value();
    process.write("one\ntwo\n");
    EXPECT_EQ(read(process), Waited::line);
    EXPECT_EQ(line, "one");
    EXPECT_EQ(read(process), Waited::line);
    EXPECT_EQ(line, "two");
    process.finish_input();
    EXPECT_EQ(read(process), Waited::closed);
    EXPECT_EQ(process.end(), "ended with status 0");
}

TEST_F(ProcessTest, LinesArriveInPieces) {
    auto process = Process::start("printf o; sleep 0.05; printf n; sleep 0.05; printf 'e\\nrest'").value();
    EXPECT_EQ(read(process), Waited::line);
    EXPECT_EQ(line, "one");
    EXPECT_EQ(read(process), Waited::closed);  // a line without an end is none
}

// Neither side waits for the other, though both pipes are full.
TEST_F(ProcessTest, MuchGoesBothWays) {
    auto process = Process::start("cat; cat >&2 </dev/null").value();
    std::string const long_line(1U << 20U, 'x');
    for (int i = 0; i < 8; ++i) process.write(long_line + "\n");
    for (int i = 0; i < 8; ++i) {
        ASSERT_EQ(read(process), Waited::line);
        ASSERT_EQ(line.size(), long_line.size());
    }
}

TEST_F(ProcessTest, ALineCanBeTooLong) {
    auto process = Process::start("exec yes | tr -d '\\n'").value();
    EXPECT_EQ(read(process), Waited::too_long);
}

TEST_F(ProcessTest, TimesOut) {
    auto process = Process::start("sleep 100").value();
    EXPECT_EQ(read(process, milliseconds(30)), Waited::timed_out);
    EXPECT_EQ(process.end(), "had not ended and was killed");
}

TEST_F(ProcessTest, StopsWhenAsked) {
    auto process = Process::start("sleep 100").value();
    std::thread other([&] {
        std::this_thread::sleep_for(milliseconds(50));
        stop.request();
    });
    EXPECT_EQ(read(process, milliseconds(60'000)), Waited::stopped);
    other.join();
}

TEST_F(ProcessTest, SaysHowItEnded) {
    auto status = Process::start("exit 3").value();
    EXPECT_EQ(read(status), Waited::closed);
    EXPECT_EQ(status.end(), "ended with status 3");
    auto signal = Process::start("kill -SEGV $$").value();
    EXPECT_EQ(read(signal), Waited::closed);
    EXPECT_THAT(signal.end(), HasSubstr("signal 11"));
}

TEST_F(ProcessTest, KeepsTheEndOfStandardError) {
    auto process =
        Process::start("i=0; while [ $i -lt 5000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1").value();
    EXPECT_EQ(read(process), Waited::closed);
    process.end();
    EXPECT_LE(process.error_tail().size(), Process::longest_tail);
    EXPECT_THAT(process.error_tail(), EndsWith("line 4999\n"));
}

TEST_F(ProcessTest, WritingToOneThatReadsNoMoreIsNoHarm) {
    auto process = Process::start("exec 0<&-; sleep 0.1; echo still here").value();
    for (int i = 0; i < 100; ++i) process.write(std::string(10'000, 'x') + "\n");
    EXPECT_EQ(read(process), Waited::line);
    EXPECT_EQ(line, "still here");
}

TEST_F(ProcessTest, TheWholeGroupIsEnded) {
    pid_t child = 0;
    {
        auto process = Process::start("sleep 100 & echo $!; wait").value();
        ASSERT_EQ(read(process), Waited::line);
        child = static_cast<pid_t>(std::stol(line));
        ASSERT_EQ(kill(child, 0), 0);
    }
    // Its new parent may take a moment to let it go; a zombie runs no more.
    auto look =
        Process::start("for i in 1 2 3 4 5; do grep -qs '^State:.[^Z]' /proc/" + std::to_string(child) +
                       "/status || { echo gone; exit; }; sleep 0.1; done; echo there")
            .value();
    ASSERT_EQ(read(look), Waited::line);
    EXPECT_EQ(line, "gone");
}

}  // namespace
}  // namespace ssbroute::conformance
