#include "review/near_miss.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>
#include <variant>

#include "model/ascii.hpp"
#include "oracle/answer.hpp"
#include "oracle/explanation.hpp"
#include "review/checks.hpp"
#include "review/similar_names.hpp"
#include "routing/routes_in_scope.hpp"

namespace ssbroute::review {
namespace {

// Outcomes beyond these are not explained.
constexpr std::size_t most_outcomes = 8;
constexpr std::size_t most_near_misses = 8;

constexpr auto byte_by_byte = "service names are compared byte by byte";

// Whether the route that was chosen last from a table has the name. Of a table there is one at a time in
// scope.
class ChoiceOfWanted final : public Observer {
public:
    explicit ChoiceOfWanted(std::string_view wanted) : wanted_(wanted) {}

    void passed(Step const& step) override {
        if (std::holds_alternative<TableFound>(step.finding)) before_ |= std::exchange(last_, false);
        // MATCH-6 supposes a route that has no name.
        if (auto const* choice = std::get_if<RouteChosen>(&step.finding))
            last_ = !wanted_.empty() && choice->route.name == wanted_;
    }

    // For the way that has just ended.
    bool take() {
        bool const chosen = before_ || last_;
        before_ = last_ = false;
        return chosen;
    }

private:
    std::string_view wanted_;
    bool before_ = false;
    bool last_ = false;
};

// The digits and letters of an identifier, in lower case.
std::string digits(BrokerIdentifier const& identifier) {
    std::string result;
    for (char const c : identifier.text())
        if ((c >= '0' && c <= '9') || (ascii::lower(c) >= 'a' && ascii::lower(c) <= 'z'))
            result += ascii::lower(c);
    return result;
}

Database const* disabled_database_with(Instance const& instance, BrokerIdentifier const& identifier) {
    for (auto const& database : instance.databases())
        if (database.broker == Broker::disabled && database.service_broker_guid == identifier)
            return &database;
    return nullptr;
}

class Comparing {
public:
    explicit Comparing(Scenario const& scenario) : scenario_(scenario) {}

    // What about a route of a table in scope is nearly right; nothing if the route is far from it, or right.
    [[nodiscard]] std::optional<std::string> with(Route const& route) const {
        if (!route.remote_service_name) return std::nullopt;
        auto const& wanted = scenario_.message().to_service_name.text();
        auto const& service = route.remote_service_name->text();
        if (service == wanted) return with_another_identifier(route);
        if (only_look_alike(service, wanted))
            return fmt::format("it is for {}, which differs from {} in {}; {}", quoted(service),
                               quoted(wanted), difference(service, wanted), byte_by_byte);
        if (route.name == wanted)
            return fmt::format("the service name is the name of this route, which is for {}",
                               quoted(service));
        if (service == route.name) return fmt::format("it is for {}, which is its own name", quoted(service));
        if (differ_by_typing(service, wanted))
            return fmt::format("it is for {}, and the message to {}", quoted(service), quoted(wanted));
        return std::nullopt;
    }

private:
    [[nodiscard]] std::optional<std::string> with_another_identifier(Route const& route) const {
        if (route.lifetime && Expiry{scenario_.now()}.removes(route))
            return fmt::format("it is for this service, and it expired at {}", route.lifetime->text());
        if (!route.broker_instance) return std::nullopt;
        auto const& own = *route.broker_instance;
        auto const& given = scenario_.message().to_broker_instance;
        if (given && *given != own) {
            if (digits(*given) == digits(own))
                return fmt::format(
                    "its identifier {} has the digits of {}; only GUIDs written with hyphens are "
                    "compared as GUIDs",
                    quoted(own.text()), quoted(given->text()));
            return fmt::format("it is for the identifier {}, and the conversation gives {}", own.text(),
                               given->text());
        }
        if (!route.address.is_local()) return std::nullopt;
        return local_identifier(own);
    }

    // LOCATE-1: a LOCAL route leads to the database that has its identifier.
    [[nodiscard]] std::optional<std::string> local_identifier(BrokerIdentifier const& identifier) const {
        auto const& instance = scenario_.instance();
        auto const& service = scenario_.message().to_service_name;
        if (auto const* database = instance.database_with_identifier(identifier)) {
            if (instance.has_service(*database, service)) return std::nullopt;
            return fmt::format("its identifier is that of database {}, which lacks the service",
                               quoted(database->name));
        }
        if (auto const* database = disabled_database_with(instance, identifier))
            return fmt::format("its identifier is that of database {}, whose broker is disabled",
                               quoted(database->name));
        return fmt::format("no database here is known to have its identifier {}; NEW_BROKER gives a new one",
                           identifier.text());
    }

    Scenario const& scenario_;
};

std::string quoted_table(std::string_view database) { return fmt::format("sys.routes of {}", database); }

// Which table decides, and why not that of another database.
std::string why_this_table(Scenario const& scenario, std::string_view other) {
    auto const* origin = scenario.origin();
    if (origin == nullptr)
        return fmt::format("messages from outside are routed by sys.routes of msdb, not by that of {}",
                           other);
    return fmt::format("messages from {} are routed by {}, not by that of {}", origin->name,
                       quoted_table(origin->name), other);
}

// The tables that may be in scope: the sender's, and msdb's if a message comes back.
std::vector<Database const*> tables_in_scope(Scenario const& scenario, RuleSet passed) {
    std::vector<Database const*> result;
    if (scenario.origin() != nullptr) result.push_back(scenario.origin());
    auto const* msdb = &scenario.instance().msdb();
    if (scenario.origin() == nullptr || (passed.contains(Rule::loop_1) && scenario.origin() != msdb))
        result.push_back(msdb);
    return result;
}

bool is_among(std::vector<Database const*> const& databases, Database const& one) {
    return std::find(databases.begin(), databases.end(), &one) != databases.end();
}

class Explainer {
public:
    Explainer(Scenario const& scenario, std::string_view name)
        : scenario_(scenario),
          name_(name),
          process_(scenario),
          scope_(tables_in_scope(scenario, rules_passed(process_))) {}

    ExpectedRoute run() {
        find_out_who_takes_it();
        explain_where_not();
        for (auto const& database : scenario_.instance().databases()) look_into(database);
        bool const nowhere = result_.taken_for.empty() && result_.reasons.empty();
        if (nowhere) look_for_names();
        return std::move(result_);
    }

private:
    void find_out_who_takes_it() {
        ChoiceOfWanted choice(name_);
        std::set<std::string> outcomes;
        explore(process_, {}, OtherReadings::left_out, choice, [&](WayTaken const& taken) {
            if (choice.take() && outcomes.size() < most_outcomes) outcomes.insert(in_words(taken.outcome));
        });
        result_.taken_for.assign(outcomes.begin(), outcomes.end());
    }

    void explain_where_not() {
        std::set<std::pair<std::string, std::string>> told;
        std::size_t explained = 0;
        for (auto const& found : answer_with_ways(process_, {}, OtherReadings::left_out)) {
            if (++explained > most_outcomes) return;
            auto const steps = trace(process_, found, {}, OtherReadings::left_out);
            for (auto const& why : explain(scenario_, found.outcome, steps).why_not)
                if (why.route == name_ && told.insert({why.table, why.because}).second)
                    result_.reasons.push_back({why.table, why.route, why.rule, why.because});
            bool const looked_at_no_table = std::none_of(
                steps.begin(), steps.end(), [](TraceStep const& step) { return step.table.has_value(); });
            if (looked_at_no_table && told.insert({"", ""}).second) no_table(steps.front().rule);
        }
    }

    // ENABLED-2, ENABLED-3 and REPLY-1 end the process before any table is looked at.
    void no_table(Rule rule) {
        auto const words =
            rule == Rule::reply_1
                ? "a target's message with an identifier of this instance is delivered without looking "
                  "at any route"
                : "the broker is disabled: no route is looked at";
        result_.reasons.push_back({"", std::string(name_), rule, words});
    }

    // Every route of the name, in whatever table.
    void look_into(Database const& database) {
        auto const routes = database.routes.as_given();
        auto const found = std::find_if(routes.begin(), routes.end(),
                                        [&](Route const* route) { return route->name == name_; });
        if (found == routes.end()) return;
        if (!is_among(scope_, database)) {
            auto const rule = scenario_.origin() != nullptr ? Rule::scope_1 : Rule::scope_2;
            // That its namesake is taken is all there is to say.
            if (result_.taken_for.empty())
                result_.reasons.push_back(
                    {database.name, std::string(name_), rule, why_this_table(scenario_, database.name)});
            return;
        }
        if (result_.taken_for.empty())
            if (auto words = Comparing(scenario_).with(**found))
                result_.near_misses.push_back({database.name, (*found)->name, std::move(*words)});
    }

    void look_for_names() {
        result_.reasons.push_back({"", std::string(name_), std::nullopt, "there is no route of this name"});
        for (auto const& database : scenario_.instance().databases()) {
            for (auto const* route : database.routes.as_given()) {
                if (result_.near_misses.size() == most_near_misses) return;
                if (only_look_alike(route->name, name_))
                    result_.near_misses.push_back(
                        {database.name, route->name,
                         fmt::format("its name differs in {}", difference(route->name, name_))});
                else if (differ_by_typing(route->name, name_))
                    result_.near_misses.push_back({database.name, route->name, "it has a name like it"});
                else if (route->remote_service_name && route->remote_service_name->text() == name_)
                    result_.near_misses.push_back(
                        {database.name, route->name, "it is for a service of this name"});
            }
        }
    }

    Scenario const& scenario_;
    std::string_view name_;
    RoutingProcess process_;
    std::vector<Database const*> scope_;
    ExpectedRoute result_;
};

// Whether everything that may become of the message comes about by routes that name its service, and leads
// somewhere.
bool goes_by_its_name(RoutingProcess& process, RuleSet passed) {
    for (auto const rule : {Rule::match_4, Rule::match_5, Rule::match_6, Rule::match_7})
        if (passed.contains(rule)) return false;
    auto const outcomes = answer(process, {}, OtherReadings::left_out).permitted;
    return std::none_of(outcomes.begin(), outcomes.end(), [](Outcome const& outcome) {
        return std::holds_alternative<Delay>(outcome) || std::holds_alternative<Drop>(outcome);
    });
}

bool is_delivered(RoutingProcess& process) {
    auto const outcomes = answer(process, {}, OtherReadings::left_out).permitted;
    return std::all_of(outcomes.begin(), outcomes.end(),
                       [](Outcome const& outcome) { return std::holds_alternative<Deliver>(outcome); });
}

class Looking {
public:
    Looking(Scenario const& scenario, std::size_t most) : scenario_(scenario), most_(most) {}

    std::vector<NearMiss> run() {
        RoutingProcess process(scenario_);
        auto const passed = rules_passed(process);
        if (goes_by_its_name(process, passed)) return {};
        auto const scope = tables_in_scope(scenario_, passed);
        look_at_routes(scope);
        if (!is_delivered(process)) look_at_other_tables(scope);
        look_at_services();
        look_at_identifier();
        return std::move(found_);
    }

private:
    void add(std::string const& database, std::string const& route, std::string words) {
        if (found_.size() < most_) found_.push_back({database, route, std::move(words)});
    }

    void look_at_routes(std::vector<Database const*> const& scope) {
        Comparing const comparing(scenario_);
        for (auto const* database : scope)
            for (auto const* route : database->routes.as_given()) {
                if (found_.size() == most_) return;
                if (auto words = comparing.with(*route)) add(database->name, route->name, std::move(*words));
            }
    }

    void look_at_other_tables(std::vector<Database const*> const& scope) {
        auto const& service = scenario_.message().to_service_name.text();
        bool const named = std::any_of(scope.begin(), scope.end(), [&](Database const* database) {
            return !database->routes.named(service).empty();
        });
        if (named) return;
        for (auto const& database : scenario_.instance().databases()) {
            if (is_among(scope, database)) continue;
            for (auto const& route : database.routes.named(service).all())
                add(database.name, route.name,
                    "it is for this service; " + why_this_table(scenario_, database.name));
        }
    }

    void look_at_services() {
        auto const& instance = scenario_.instance();
        auto const& wanted = scenario_.message().to_service_name;
        if (!instance.databases_with_service(wanted).empty()) return;
        for (auto const& database : instance.databases()) {
            for (auto const& service : database.services) {
                auto const& name = service.text();
                if (service == wanted)
                    add(database.name, "", "it has the service, and its broker is disabled");
                else if (only_look_alike(name, wanted.text()))
                    add(database.name, "",
                        fmt::format("it has the service {}, which differs from {} in {}; {}", quoted(name),
                                    quoted(wanted.text()), difference(name, wanted.text()), byte_by_byte));
                else if (differ_by_typing(name, wanted.text()))
                    add(database.name, "",
                        fmt::format("it has the service {}, and the message is to {}", quoted(name),
                                    quoted(wanted.text())));
            }
        }
    }

    // An identifier says where a message is delivered, if it is delivered here at all.
    void look_at_identifier() {
        auto const& instance = scenario_.instance();
        auto const& service = scenario_.message().to_service_name;
        auto const& given = scenario_.message().to_broker_instance;
        auto const having_it = instance.databases_with_service(service);
        if (!given || having_it.empty()) return;
        auto const& example = having_it.front()->name;
        if (auto const* database = instance.database_with_identifier(*given)) {
            if (!instance.has_service(*database, service))
                add(database->name, "",
                    fmt::format(
                        "it has the identifier that the conversation gives, and database {} has the service",
                        quoted(example)));
        } else if (auto const* disabled = disabled_database_with(instance, *given)) {
            add(disabled->name, "",
                "it has the identifier that the conversation gives, and its broker is disabled");
        } else {
            add(example, "",
                fmt::format("it has the service, but is not known to have the identifier {} that the "
                            "conversation gives",
                            given->text()));
        }
    }

    Scenario const& scenario_;
    std::size_t most_;
    std::vector<NearMiss> found_;
};

}  // namespace

ExpectedRoute expected_route(Scenario const& scenario, std::string_view name) {
    return Explainer(scenario, name).run();
}

std::vector<NearMiss> near_misses(Scenario const& scenario, std::size_t most) {
    return Looking(scenario, most).run();
}

}  // namespace ssbroute::review
