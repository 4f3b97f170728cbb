#include "review/comparison.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

#include "model/scenario.hpp"

namespace ssbroute::review {
namespace {

struct Name {
    ServiceName name;
    StandsFor stands_for = StandsFor::itself;
};

struct Identifier {
    std::optional<BrokerIdentifier> identifier;
    StandsFor stands_for = StandsFor::itself;
};

struct Both {
    Answer first;
    Answer second;
};

// The outcomes in an order that does not hang on how addresses are spelled.
std::vector<std::string> permitted_of(Answer const& answer) {
    std::vector<std::string> result;
    result.reserve(answer.permitted.size());
    for (auto const& outcome : answer.permitted) result.push_back(canonical(outcome));
    std::sort(result.begin(), result.end());
    return result;
}

bool same_contested(Answer const& a, Answer const& b) {
    if (a.contested.size() != b.contested.size()) return false;
    return std::all_of(a.contested.begin(), a.contested.end(), [&](ContestedOutcome const& one) {
        return std::any_of(b.contested.begin(), b.contested.end(), [&](ContestedOutcome const& other) {
            return same(one.outcome, other.outcome) && one.readings == other.readings;
        });
    });
}

bool same_answer(Answer const& a, Answer const& b, Compared compared) {
    if (permitted_of(a) != permitted_of(b)) return false;
    return compared == Compared::permitted || same_contested(a, b);
}

class Comparer {
public:
    Comparer(Instance const& first, Instance const& second, UtcTime now, Compared compared)
        : instances_{&first, &second},
          now_(now),
          compared_(compared),
          other_readings_(compared == Compared::permitted ? OtherReadings::left_out
                                                          : OtherReadings::explored) {
        for (auto const* instance : instances_) {
            for (auto const& database : instance->databases()) {
                for (auto const& service : database.services) services_.insert(service.text());
                if (database.service_broker_guid) guids_.insert(*database.service_broker_guid);
            }
            for (auto const& service : instance->pending_route_requests()) services_.insert(service.text());
            own_addresses_.insert(instance->addresses().begin(), instance->addresses().end());
        }
    }

    Comparison run() {
        Comparison result;
        for (auto const& database : instances_[0]->databases()) {
            if (instances_[1]->database(database.name) == nullptr)
                result.databases_only_in_first.push_back(database.name);
            else
                compare_from(database.name);
        }
        for (auto const& database : instances_[1]->databases())
            if (instances_[0]->database(database.name) == nullptr)
                result.databases_only_in_second.push_back(database.name);
        compare_from(std::nullopt);
        result.differences = std::move(differences_);
        return result;
    }

private:
    void compare_from(std::optional<std::string> const& origin) {
        auto const tables = tables_for(origin);
        for (auto const& name : names_in(tables))
            for (auto const& identifier : identifiers_for(name, tables))
                compare_one(origin, name, identifier);
    }

    // The tables that may come to decide: of either configuration the sender's, and msdb's.
    [[nodiscard]] std::vector<RoutingTable> tables_for(std::optional<std::string> const& origin) const {
        std::vector<RoutingTable> tables;
        for (auto const* instance : instances_) {
            if (origin) tables.push_back(instance->database(*origin)->routes);
            // LOOP-1 leads from the one to the other.
            if (!origin || !own_addresses_.empty()) tables.push_back(instance->msdb().routes);
        }
        return tables;
    }

    // The names that the tables or the databases know, and names that nobody knows. Any other name is to the
    // tables as one that nobody knows.
    [[nodiscard]] std::vector<Name> names_in(std::vector<RoutingTable> const& tables) const {
        auto names = services_;
        bool reads_addresses = false;
        for (auto const& table : tables) {
            for (auto const* route : table.as_given()) {
                if (route->remote_service_name) names.insert(route->remote_service_name->text());
                reads_addresses |= route->address.is_transport();
            }
        }
        std::vector<Name> result;
        result.reserve(names.size() + 1);
        for (auto const& name : names) result.push_back({ServiceName(name)});
        auto const add = [&](std::string const& wanted, StandsFor stands_for) {
            result.push_back({ServiceName(unused(wanted, names)), stands_for});
        };
        add("UnknownService", StandsFor::any_other);
        if (!reads_addresses) return result;
        add(elsewhere().text() + "/UnknownService", StandsFor::any_other_with_address);
        for (auto const& address : own_addresses_)
            if (address.is_well_formed() && address.is_network())
                add(address.canonical() + "/UnknownService", StandsFor::any_other_with_own_address);
        return result;
    }

    static std::string unused(std::string const& wanted, std::set<std::string> const& taken) {
        auto name = wanted;
        for (int number = 2; taken.contains(name); ++number) name = wanted + std::to_string(number);
        return name;
    }

    // An address that is none of the instance's.
    [[nodiscard]] Address elsewhere() const {
        Address address("TCP://unknown.example:4022");
        for (int number = 2; own_addresses_.contains(address); ++number)
            address = Address(fmt::format("TCP://unknown{}.example:4022", number));
        return address;
    }

    // None, those that a route for the name or a database has, and one that nobody has. A route without
    // service name takes its identifier only by another reading.
    [[nodiscard]] std::vector<Identifier> identifiers_for(Name const& name,
                                                          std::vector<RoutingTable> const& tables) const {
        auto identifiers = guids_;
        auto const add = [&](RoutesOfOneName const& routes) {
            for (auto const& set : routes.by_identifier())
                identifiers.insert(*set.all().front().broker_instance);
        };
        for (auto const& table : tables) {
            add(table.named(name.name.text()));
            if (compared_ == Compared::permitted_and_contested) add(table.unnamed());
        }
        std::vector<Identifier> result = {{std::nullopt}};
        for (auto const& identifier : identifiers) result.push_back({identifier});
        result.push_back({unused_guid(identifiers), StandsFor::any_other});
        return result;
    }

    static BrokerIdentifier unused_guid(std::set<BrokerIdentifier> const& taken) {
        for (std::uint64_t number = 0;; ++number) {
            BrokerIdentifier guid(fmt::format("00000000-0000-0000-0000-{:012x}", number));
            if (!taken.contains(guid)) return guid;
        }
    }

    void compare_one(std::optional<std::string> const& origin, Name const& name,
                     Identifier const& identifier) {
        Message message{.origin_database = origin,
                        .to_service_name = name.name,
                        .to_broker_instance = identifier.identifier};
        auto from_initiator = ask(message);
        bool const initiator_differs = differs(from_initiator);
        if (!side_matters(message)) {
            if (initiator_differs) add(message, name, identifier, std::nullopt, std::move(from_initiator));
            return;
        }
        auto from_target = message;
        from_target.sent_by = SentBy::target;
        auto target_answers = ask(from_target);
        bool const target_differs = differs(target_answers);
        bool const alike = same_answer(from_initiator.first, target_answers.first, compared_) &&
                           same_answer(from_initiator.second, target_answers.second, compared_);
        if (initiator_differs)
            add(message, name, identifier, alike ? std::nullopt : std::optional(SentBy::initiator),
                std::move(from_initiator));
        if (target_differs && !alike)
            add(from_target, name, identifier, SentBy::target, std::move(target_answers));
    }

    // REPLY-1 is the only rule that asks which side sent a message.
    [[nodiscard]] bool side_matters(Message const& message) const {
        if (!message.to_broker_instance) return false;
        bool const may_be_incoming = !message.origin_database || !own_addresses_.empty();
        return may_be_incoming &&
               std::any_of(instances_.begin(), instances_.end(), [&](Instance const* instance) {
                   return instance->database_with_identifier(*message.to_broker_instance) != nullptr;
               });
    }

    [[nodiscard]] Both ask(Message const& message) const {
        return {ask(*instances_[0], message), ask(*instances_[1], message)};
    }

    [[nodiscard]] Answer ask(Instance const& instance, Message const& message) const {
        // Both have the sending database, and there is a time.
        RoutingProcess process(*Scenario::create(instance, message, now_));
        return answer(process, {}, other_readings_);
    }

    [[nodiscard]] bool differs(Both const& answers) const {
        return !same_answer(answers.first, answers.second, compared_);
    }

    void add(Message const& witness, Name const& name, Identifier const& identifier,
             std::optional<SentBy> sent_by, Both answers) {
        differences_.push_back({witness, name.stands_for, identifier.stands_for, sent_by,
                                std::move(answers.first), std::move(answers.second)});
    }

    std::array<Instance const*, 2> instances_;
    UtcTime now_;
    Compared compared_;
    OtherReadings other_readings_;
    std::set<std::string> services_;  // and what requests are pending for
    std::set<BrokerIdentifier> guids_;
    std::set<Address> own_addresses_;
    std::vector<Difference> differences_;
};

}  // namespace

Comparison compare(Instance const& first, Instance const& second, UtcTime now, Compared compared) {
    return Comparer(first, second, now, compared).run();
}

}  // namespace ssbroute::review
