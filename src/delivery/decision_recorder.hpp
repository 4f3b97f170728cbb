// What a network keeps of a decision.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "model/broker_identifier.hpp"
#include "routing/observer.hpp"
#include "routing/rule.hpp"

namespace ssbroute::delivery {

/// The rules that it passed, and the route that it chose.
class DecisionRecorder final : public Observer {
public:
    void passed(Step const& step) override {
        rules.insert(step.rule);
        if (auto const* found = std::get_if<TableFound>(&step.finding)) table = found->database.name;
        if (auto const* chosen = std::get_if<RouteChosen>(&step.finding)) {
            route = chosen->route.name;
            identifier = chosen->route.broker_instance;
        }
    }

    RuleSet rules;
    std::string table;
    std::string route;
    std::optional<BrokerIdentifier> identifier;
};

}  // namespace ssbroute::delivery
