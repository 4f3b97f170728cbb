#include "conformance/implementation.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <map>
#include <set>

namespace ssbroute::conformance {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A shell program that speaks the protocol. $id is the id of a question, $n its number in this process,
// from 1.
std::string speaking(std::string const& on_question) {
    return "n=0; while read -r line; do case $line in "
           "*protocol*) echo '{\"protocol\": 1, \"implementation\": \"shell\", \"version\": \"1\"}';; "
           "*) n=$((n+1)); id=${line#*: }; id=${id%%,*}; " +
           on_question + ";; esac; done";
}
std::string const drop = R"(echo "{\"id\": $id, \"outcome\": {\"outcome\": \"drop\"}}")";

struct Told {
    std::set<std::size_t> answers;
    std::map<std::size_t, Fault> faults;
};

class Recorder final : public Exam {
public:
    explicit Recorder(std::size_t questions) : questions_(questions) {}

    std::optional<Number> next() override {
        return next_ < questions_ ? std::optional(next_++) : std::nullopt;
    }
    std::string question(Number number) override { return std::to_string(number); }
    void answered(Number number, Said /*said*/) override { told.answers.insert(number); }
    void lost(Number number, Fault fault) override {
        told.answers.erase(number);
        EXPECT_EQ(told.faults.count(number), 0U) << number << " is lost twice";
        told.faults.emplace(number, std::move(fault));
    }

    Told told;

private:
    std::size_t questions_;
    std::size_t next_ = 0;
};

class ImplementationTest : public ::testing::Test {
protected:
    ImplementationTest() { std::signal(SIGPIPE, SIG_IGN); }

    Told taken(std::string const& command, std::size_t questions, Implementation::Limits limits = {}) {
        Recorder recorder(questions);
        Implementation(command, limits, stop).take(recorder);
        EXPECT_EQ(recorder.told.answers.size() + recorder.told.faults.size(), questions);
        return std::move(recorder.told);
    }

    Stop stop;
};

std::vector<std::size_t> numbers(std::map<std::size_t, Fault> const& faults) {
    std::vector<std::size_t> result;
    result.reserve(faults.size());
    for (auto const& [number, fault] : faults) result.push_back(number);
    return result;
}

TEST_F(ImplementationTest, EveryQuestionIsAnswered) {
    auto const told = taken(speaking(drop), 500);
    EXPECT_EQ(told.answers.size(), 500U);
}

TEST_F(ImplementationTest, AnswersMayComeInAnyOrder) {
    // Each odd question waits for the even one behind it.
    auto const told = taken(
        speaking("if [ $((n % 2)) = 1 ]; then held=$id; else " + drop + "; id=$held; " + drop + "; fi"), 100);
    EXPECT_EQ(told.answers.size(), 100U);
}

// Question 37 is found among the many that were under way; no other suffers.
TEST_F(ImplementationTest, TheQuestionAtWhichItCrashesIsFound) {
    auto const told =
        taken(speaking("case $line in *'scenario\": 37}') echo sorry >&2; exit 3;; esac; " + drop), 100);
    ASSERT_THAT(numbers(told.faults), ElementsAre(37U));
    EXPECT_EQ(told.faults.at(37).kind, Lost::crash);
    EXPECT_THAT(told.faults.at(37).why, HasSubstr("status 3"));
    EXPECT_EQ(told.faults.at(37).error_tail, "sorry\n");
}

TEST_F(ImplementationTest, ACrashThatCannotBeRepeatedStillCounts) {
    // Only a process that was asked much crashes.
    auto const told = taken(speaking("[ $n = 70 ] && exit 3; " + drop), 100);
    EXPECT_EQ(told.faults.size(), 1U);
    EXPECT_THAT(told.faults.begin()->second.why, HasSubstr("not again when asked one by one"));
}

TEST_F(ImplementationTest, SilenceIsATimeout) {
    auto const told = taken(speaking("case $line in *'scenario\": 7}') continue;; esac; " + drop), 20,
                            {milliseconds(300), 64});
    ASSERT_THAT(numbers(told.faults), ElementsAre(7U));
    EXPECT_EQ(told.faults.at(7).kind, Lost::timeout);
}

TEST_F(ImplementationTest, OneThatNeverSpeaksIsGivenUp) {
    auto const told = taken("sleep 100", 1000, {milliseconds(50), 64});
    EXPECT_EQ(told.faults.size(), 1000U);
    EXPECT_THAT(told.faults.at(999).why, HasSubstr("not asked"));
}

TEST_F(ImplementationTest, ARepeatedAnswerSpoilsItself) {
    auto const told = taken(speaking(drop + "; case $line in *'scenario\": 5}') " + drop + ";; esac"), 20);
    ASSERT_THAT(numbers(told.faults), ElementsAre(5U));
    EXPECT_EQ(told.faults.at(5).kind, Lost::garbage);
}

TEST_F(ImplementationTest, ARepeatedAnswerToTheLastQuestionIsSeenToo) {
    auto const told = taken(speaking(drop + "; case $line in *'scenario\": 19}') " + drop + ";; esac"), 20);
    EXPECT_THAT(numbers(told.faults), ElementsAre(19U));
}

TEST_F(ImplementationTest, AnIdThatWasNotAskedIsGarbage) {
    auto const told = taken(speaking("case $line in *'scenario\": 5}') id=99999;; esac; " + drop), 20);
    ASSERT_THAT(numbers(told.faults), ElementsAre(5U));
    EXPECT_THAT(told.faults.at(5).why, HasSubstr("not asked"));
}

TEST_F(ImplementationTest, AnErrorWithoutIdBelongsToItsQuestion) {
    auto const told = taken(
        speaking(R"(case $line in *'scenario": 5}') echo '{"error": "no"}';; *) )" + drop + ";; esac"), 20);
    EXPECT_THAT(told.faults, IsEmpty());
}

TEST_F(ImplementationTest, NothingIsToldOnceStopped) {
    Recorder recorder(10);
    stop.request();
    Implementation("sleep 100", {}, stop).take(recorder);
    EXPECT_THAT(recorder.told.answers, IsEmpty());
    EXPECT_THAT(recorder.told.faults, IsEmpty());
}

TEST_F(ImplementationTest, SingleQuestionsGoOnAfterAFault) {
    Implementation implementation(speaking("[ $n = 2 ] && exit 1; " + drop), {}, stop);
    EXPECT_TRUE(implementation.ask("1").has_value());
    EXPECT_FALSE(implementation.ask("2").has_value());
    EXPECT_TRUE(implementation.ask("3").has_value());
}

}  // namespace
}  // namespace ssbroute::conformance
