#include "oracle/exploration.hpp"

#include <array>
#include <cassert>
#include <optional>

namespace ssbroute {
namespace {

// Answers along a path of choices that is lengthened as questions come up, the preferred answer and the
// first alternative first, and then moved on to the next path.
class ExhaustiveArbiter final : public Arbiter {
public:
    ExhaustiveArbiter(Profile const& profile, OtherReadings other_readings)
        : profile_(profile), other_readings_(other_readings) {}

    std::size_t pick(Rule /*rule*/, std::size_t alternatives) override { return choose(alternatives); }

    AnswerNumber answer(Reading reading) override {
        auto const preferred = profile_.preferred(reading);
        if (other_readings_ == OtherReadings::left_out) return preferred;

        auto& said = answers_[static_cast<std::size_t>(reading)];
        if (!said) {
            auto const count = entry(reading).answers.size();
            // The preferred answer stands first, the others follow in their order.
            said = static_cast<AnswerNumber>((preferred + choose(count)) % count);
            if (*said != preferred) deviations_.insert(reading);
        }
        return *said;
    }

    // The decision is to be asked again, from its start.
    void begin() {
        answers_.fill(std::nullopt);
        deviations_ = {};
        asked_ = 0;
    }

    // The next path in order; false if this was the last one.
    bool move_on() {
        assert(asked_ == chosen_.size());
        while (!chosen_.empty()) {
            if (++chosen_.back() < alternatives_.back()) return true;
            chosen_.pop_back();
            alternatives_.pop_back();
        }
        return false;
    }

    void follow(Way way) {
        alternatives_.assign(way.size(), 0);
        chosen_ = std::move(way);
    }

    [[nodiscard]] Deviations deviations() const { return deviations_; }
    [[nodiscard]] Way const& way() const { return chosen_; }

private:
    std::uint32_t choose(std::size_t alternatives) {
        if (alternatives == 1) return 0;
        if (asked_ == chosen_.size()) {
            chosen_.push_back(0);
            alternatives_.push_back(static_cast<std::uint32_t>(alternatives));
        }
        return chosen_[asked_++];
    }

    Profile const& profile_;
    OtherReadings other_readings_;
    std::array<std::optional<AnswerNumber>, readings.size()> answers_{};
    Deviations deviations_;
    Way chosen_;
    std::vector<std::uint32_t> alternatives_;  // of each choice; says when it is exhausted
    std::size_t asked_ = 0;
};

}  // namespace

void explore(RoutingProcess& process, Profile const& profile, OtherReadings other_readings,
             Observer& observer, std::function<void(WayTaken const&)> const& visit) {
    ExhaustiveArbiter arbiter(profile, other_readings);
    do {
        arbiter.begin();
        auto outcome = process.run(arbiter, observer);
        visit({std::move(outcome), arbiter.deviations(), arbiter.way()});
    } while (arbiter.move_on());
}

Outcome repeat(RoutingProcess& process, Profile const& profile, OtherReadings other_readings, Way const& way,
               Observer& observer) {
    ExhaustiveArbiter arbiter(profile, other_readings);
    arbiter.follow(way);
    return process.run(arbiter, observer);
}

Picks picks_of(RoutingProcess& process, Profile const& profile, OtherReadings other_readings,
               Way const& way) {
    ExhaustiveArbiter arbiter(profile, other_readings);
    arbiter.follow(way);
    PickRecorder recorder(arbiter);
    Observer nobody;
    process.run(recorder, nobody);
    return recorder.picks();
}

}  // namespace ssbroute
