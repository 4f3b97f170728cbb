#include "delivery/histories.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "oracle/sample.hpp"

namespace ssbroute::delivery {
namespace {

// Answers readings by the profile, and picks along a path that is moved on to the next.
class PathArbiter final : public Arbiter {
public:
    explicit PathArbiter(Profile const& profile) : profile_(profile) {}

    std::size_t pick(Rule /*rule*/, std::size_t alternatives) override {
        if (alternatives == 1) return 0;
        if (asked_ == path_.size()) path_.emplace_back(0, alternatives);
        return path_[asked_++].first;
    }
    AnswerNumber answer(Reading reading) override { return profile_.preferred(reading); }

    // The next path; false if this was the last one.
    bool move_on() {
        asked_ = 0;
        while (!path_.empty()) {
            if (++path_.back().first < path_.back().second) return true;
            path_.pop_back();
        }
        return false;
    }

private:
    Profile const& profile_;
    std::vector<std::pair<std::size_t, std::size_t>> path_;
    std::size_t asked_ = 0;
};

// One way of one step.
struct Way {
    History happened;
    NetworkState after;
    bool goes_on = false;
};

// Every way of the next step that can be told from the others.
std::vector<Way> ways_from(Network const& network, ProfileOverTime const& profile,
                           NetworkState const& state) {
    std::vector<Way> ways;
    std::vector<std::string> keys;
    PathArbiter arbiter(profile.decision);
    do {
        Way way{{}, state};
        way.goes_on =
            network.step(way.after, arbiter, [&](Happening const& one) { way.happened.push_back(one); });
        auto key = Network::key(way.after);
        bool known = false;
        for (std::size_t i = 0; i < ways.size() && !known; ++i)
            known = keys[i] == key && ways[i].happened == way.happened;
        if (known) continue;
        keys.push_back(std::move(key));
        ways.push_back(std::move(way));
    } while (arbiter.move_on());
    return ways;
}

// The states that can be reached, each once, and what happens between them.
class Graph {
public:
    struct Edge {
        History happened;
        std::size_t to;
    };

    Graph(Network const& network, ProfileOverTime const& profile, std::size_t most)
        : network_(network), profile_(profile), most_(most) {}

    // False if the bound is reached.
    bool build() {
        static_cast<void>(place_of(network_.start()));
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            auto const state = std::exchange(states_[i], {});
            for (auto& way : ways_from(network_, profile_, *state)) {
                if (!way.goes_on) continue;
                auto const to = place_of(std::move(way.after));
                edges_[i].push_back({std::move(way.happened), to});
            }
            if (edges_.size() > most_) return false;
        }
        return true;
    }

    [[nodiscard]] std::size_t size() const { return edges_.size(); }
    [[nodiscard]] std::vector<Edge> const& from(std::size_t state) const { return edges_[state]; }

private:
    std::size_t place_of(NetworkState state) {
        auto const [place, is_new] = places_.try_emplace(Network::key(state), edges_.size());
        if (is_new) {
            edges_.emplace_back();
            states_.emplace_back(std::move(state));
        }
        return place->second;
    }

    Network const& network_;
    ProfileOverTime const& profile_;
    std::size_t most_;
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<std::optional<NetworkState>> states_;  // until its ways were found
};

std::string text_of(History const& history) {
    std::string text;
    for (auto const& one : history)
        text += fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}\x1f{}\x1e", one.at.text(), one.instance, one.message,
                            static_cast<int>(one.part), static_cast<int>(one.kind), one.object);
    return text;
}

// The histories along a graph that has no way back.
class Listing {
public:
    Listing(Graph const& graph, std::size_t most) : graph_(graph), most_(most) {}

    // False if the bound is reached.
    bool list(std::size_t state) {
        // Without a choice there is nothing to come back to.
        while (graph_.from(state).size() == 1) {
            auto const& edge = graph_.from(state).front();
            history_.insert(history_.end(), edge.happened.begin(), edge.happened.end());
            state = edge.to;
        }
        bool goes_on = true;
        if (graph_.from(state).empty()) goes_on = keep();
        for (auto const& edge : graph_.from(state)) {
            if (!goes_on) break;
            auto const here = history_.size();
            history_.insert(history_.end(), edge.happened.begin(), edge.happened.end());
            goes_on = list(edge.to);
            history_.erase(history_.begin() + static_cast<History::difference_type>(here), history_.end());
        }
        return goes_on;
    }

    std::vector<History> found;

private:
    bool keep() {
        if (!seen_.insert(text_of(history_)).second) return true;
        if (found.size() == most_) return false;
        found.push_back(history_);
        return true;
    }

    Graph const& graph_;
    std::size_t most_;
    History history_;
    std::unordered_set<std::string> seen_;
};

}  // namespace

Histories explore(Timeline const& timeline, ProfileOverTime const& profile, Bounds bounds,
                  Statuses statuses) {
    Network const network(timeline, profile, statuses);
    Graph graph(network, profile, bounds.states);
    bool const is_whole = graph.build();
    Histories result;
    result.states = graph.size();
    if (!is_whole) {
        result.end = Histories::End::too_many_states;
        return result;
    }
    Listing listing(graph, bounds.histories);
    if (!listing.list(0)) result.end = Histories::End::too_many_histories;
    result.histories = std::move(listing.found);
    return result;
}

void sample(Timeline const& timeline, std::uint64_t seed, ProfileOverTime const& profile,
            Listener const& listener, Statuses statuses) {
    Network const network(timeline, profile, statuses);
    auto state = network.start();
    SamplingArbiter arbiter(seed, profile.decision);
    while (network.step(state, arbiter, listener)) {
    }
}

namespace {

// A state that agrees with the history so far, and what its last step still has to tell.
struct Candidate {
    NetworkState state;
    History still;
    bool goes_on = true;
};

std::string key_of(Candidate const& candidate) {
    return fmt::format("{}{}\x1d{}", candidate.goes_on, Network::key(candidate.state),
                       text_of(candidate.still));
}

class Checking {
public:
    Checking(Network const& network, ProfileOverTime const& profile, std::size_t most)
        : network_(network), profile_(profile), most_(most) {
        candidates_.push_back({network.start(), {}});
    }

    // Steps until each candidate has something to tell, or is at its end. False if the bound is reached.
    bool settle() {
        std::vector<Candidate> settled;
        std::unordered_set<std::string> seen;
        while (!candidates_.empty()) {
            auto candidate = std::move(candidates_.back());
            candidates_.pop_back();
            if (!seen.insert(key_of(candidate)).second) continue;
            if (++states_ > most_) return false;
            if (!candidate.still.empty() || !candidate.goes_on) {
                settled.push_back(std::move(candidate));
            } else {
                for (auto& way : ways_from(network_, profile_, candidate.state))
                    candidates_.push_back({std::move(way.after), std::move(way.happened), way.goes_on});
            }
        }
        candidates_ = std::move(settled);
        return true;
    }

    // Keeps the candidates that tell `one` next; false if there is none.
    bool take(Happening const& one) {
        std::vector<Candidate> kept;
        for (auto& candidate : candidates_) {
            if (candidate.still.empty() || !(candidate.still.front() == one)) continue;
            candidate.still.erase(candidate.still.begin());
            kept.push_back(std::move(candidate));
        }
        if (kept.empty()) return false;
        candidates_ = std::move(kept);
        return true;
    }

    // One that has settled with nothing to tell is at its end.
    [[nodiscard]] bool may_end() const {
        return std::any_of(candidates_.begin(), candidates_.end(),
                           [](Candidate const& one) { return one.still.empty(); });
    }

    [[nodiscard]] std::vector<Happening> next() const {
        std::vector<Happening> result;
        for (auto const& candidate : candidates_) {
            if (candidate.still.empty()) continue;
            auto const& one = candidate.still.front();
            if (std::find(result.begin(), result.end(), one) == result.end()) result.push_back(one);
        }
        return result;
    }

private:
    Network const& network_;
    ProfileOverTime const& profile_;
    std::size_t most_;
    std::size_t states_ = 0;
    std::vector<Candidate> candidates_;
};

}  // namespace

Check check(Timeline const& timeline, ProfileOverTime const& profile, History const& history, Bounds bounds) {
    Network const network(timeline, profile);
    Checking checking(network, profile, bounds.states);
    for (std::size_t i = 0; i < history.size(); ++i) {
        if (!checking.settle()) return {Check::Verdict::too_many_states, i};
        auto instead = checking.next();
        if (!checking.take(history[i])) return {Check::Verdict::not_permitted, i, std::move(instead)};
    }
    if (!checking.settle()) return {Check::Verdict::too_many_states, history.size()};
    if (checking.may_end()) return {Check::Verdict::permitted, history.size()};
    return {Check::Verdict::incomplete, history.size(), checking.next()};
}

}  // namespace ssbroute::delivery
