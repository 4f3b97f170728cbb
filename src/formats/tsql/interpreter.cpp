#include "formats/tsql/interpreter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "formats/json_text.hpp"
#include "formats/tsql/evaluation.hpp"
#include "formats/tsql/parse.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

constexpr auto master = "master";

// The nesting of strings that are executed, as the server limits it (message 217).
constexpr int deepest_execution = 32;
constexpr std::size_t most_rounds = 1000;

// What a script may do: so much, and so much more for each of its bytes.
constexpr std::size_t free_work = std::size_t{64} << 20U;
constexpr std::size_t work_for_a_byte = 32;
constexpr std::size_t work_of_a_statement = 64;
constexpr std::size_t work_of_parsing_a_byte = 8;

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", shortened(text)); }

std::string key(std::string_view variable) { return ascii::lower(variable); }

// Remarks by place, each once.
class Remarks {
public:
    void add(Reported remark) {
        auto const file = files_.emplace(remark.place.file, files_.size()).first->second;
        Key found{file, remark.place.line, remark.place.column, remark.severity, remark.message};
        if (keys_.insert(std::move(found)).second) remarks_.push_back({file, std::move(remark)});
    }
    void add(Place const& place, Severity severity, std::string message) {
        add({place, severity, std::move(message)});
    }
    // Files in the order in which something was said of them.
    std::vector<Reported> take() {
        std::stable_sort(remarks_.begin(), remarks_.end(), [](Remark const& a, Remark const& b) {
            return std::tie(a.file, a.reported.place.line, a.reported.place.column) <
                   std::tie(b.file, b.reported.place.line, b.reported.place.column);
        });
        std::vector<Reported> result;
        result.reserve(remarks_.size());
        for (auto& remark : remarks_) result.push_back(std::move(remark.reported));
        return result;
    }

private:
    using Key = std::tuple<std::size_t, std::uint64_t, std::uint64_t, Severity, std::string>;
    struct Remark {
        std::size_t file;
        Reported reported;
    };

    std::map<std::string, std::size_t> files_;
    std::set<Key> keys_;
    std::vector<Remark> remarks_;
};

// What goes on behind a statement.
enum class Flow : std::uint8_t { goes_on, leaves_loop, leaves_batch };

// Whether carrying out statements could change a result: not at all; by leaving out what follows; by what
// they do.
enum class Weight : std::uint8_t { none, leaves, acts };

Weight weight(std::vector<Statement> const& statements);

Weight weight(Statement const& statement) {
    struct Visitor {
        Weight operator()(Assignment const&) const { return Weight::none; }
        Weight operator()(Block const& one) const { return weight(one.statements); }
        Weight operator()(While const& one) const { return weight(one.body); }
        Weight operator()(If const& one) const {
            auto heaviest = weight(one.otherwise);
            for (auto const& branch : one.branches) heaviest = std::max(heaviest, weight(branch.statements));
            return heaviest;
        }
        Weight operator()(Jump const& one) const {
            // What is done where an error was found is no matter: errors do not happen.
            bool const handles_errors =
                one.kind == Jump::Kind::throw_error || one.kind == Jump::Kind::roll_back;
            return handles_errors ? Weight::none : Weight::leaves;
        }
        Weight operator()(UseDatabase const&) const { return Weight::acts; }
        Weight operator()(CreateRoute const&) const { return Weight::acts; }
        Weight operator()(AlterRoute const&) const { return Weight::acts; }
        Weight operator()(DropRoute const&) const { return Weight::acts; }
        Weight operator()(CreateDatabase const&) const { return Weight::acts; }
        Weight operator()(AlterDatabase const&) const { return Weight::acts; }
        Weight operator()(DropDatabase const&) const { return Weight::acts; }
        Weight operator()(CreateService const&) const { return Weight::acts; }
        Weight operator()(DropService const&) const { return Weight::acts; }
        Weight operator()(SetEndpoint const&) const { return Weight::acts; }
        Weight operator()(DropEndpoint const&) const { return Weight::acts; }
        Weight operator()(BeginDialog const&) const { return Weight::acts; }
        Weight operator()(CreateEventNotification const&) const { return Weight::acts; }
        Weight operator()(ExecuteString const&) const { return Weight::acts; }
    };
    return std::visit(Visitor{}, statement.what);
}

Weight weight(std::vector<Statement> const& statements) {
    auto heaviest = Weight::none;
    for (auto const& statement : statements) heaviest = std::max(heaviest, weight(statement));
    return heaviest;
}

bool only_leaves(std::vector<Statement> const& statements) { return weight(statements) <= Weight::leaves; }

std::string_view option_of(ExecuteString const& statement) {
    return statement.parameters.empty() ? "EXEC" : "sp_executesql";
}

class Interpreter {
public:
    Interpreter(ScriptStart const& start, Servers& servers, std::size_t bytes)
        : start_(start),
          servers_(servers),
          server_name_(start.server),
          work_(free_work + work_for_a_byte * bytes) {
        start_in_database();
    }

    void run(Script script) {
        for (auto& reported : script.reported) remarks_.add(std::move(reported));
        for (auto const& step : script.steps) {
            if (work_.is_spent()) break;
            if (auto const* batch = std::get_if<Batch>(&step))
                run_batch(*batch);
            else
                connect(std::get<Connection>(step));
        }
    }

    ScriptResult take() { return {std::move(messages_), remarks_.take()}; }

    // Statements, one overload each.
    Flow operator()(UseDatabase const& one);
    Flow operator()(CreateRoute const& one);
    Flow operator()(AlterRoute const& one);
    Flow operator()(DropRoute const& one);
    Flow operator()(CreateDatabase const& one);
    Flow operator()(AlterDatabase const& one);
    Flow operator()(DropDatabase const& one);
    Flow operator()(CreateService const& one);
    Flow operator()(DropService const& one);
    Flow operator()(SetEndpoint const& one);
    Flow operator()(DropEndpoint const& one);
    Flow operator()(BeginDialog const& one);
    Flow operator()(CreateEventNotification const& one);
    Flow operator()(Assignment const& one);
    Flow operator()(ExecuteString const& one);
    Flow operator()(Block const& one) { return run(one.statements); }
    Flow operator()(If const& one);
    Flow operator()(While const& one);
    Flow operator()(Jump const& one);

private:
    // A string that is executed has variables of its own, and its USE ends with it.
    struct Scope {
        std::string database;
        bool is_start = false;  // nothing has said yet which database it is
        Variables variables = {};
    };

    // --- sessions ---

    void start_in_database() {
        scope_.database = start_.database.value_or(master);
        scope_.is_start = !start_.database;
        is_start_told_ = false;
    }

    void connect(Connection const& connection);
    void run_batch(Batch const& batch);
    Flow run(std::vector<Statement> const& statements);
    Flow run(Statement const& statement);

    // The server, from the moment on at which something is asked of it.
    Server& server() {
        auto& result = servers_.named(server_name_);
        if (!scope_.is_start && !result.is_dropped(scope_.database)) result.assume_database(scope_.database);
        return result;
    }
    Evaluation evaluation() { return {server(), scope_.database, scope_.variables, work_}; }

    // --- remarks ---

    void note(Place const& place, std::string message) {
        remarks_.add(place, Severity::note, std::move(message));
    }
    void tell(Complaints complaints) {
        for (auto& complaint : complaints)
            remarks_.add(*place_, complaint.severity, std::move(complaint.message));
    }
    void note_assumed(std::string const& database) {
        note(*place_,
             fmt::format(
                 "database {} is taken to exist, with an enabled broker and AutoCreatedLocal, no other route",
                 in_quotes(database)));
    }
    void assume(std::string const& database) {
        if (server().assume_database(database) && !is_always_there(database)) note_assumed(database);
    }
    // Whether a database is there, after it is assumed where nothing is known of it.
    bool find_database(std::string const& database) {
        if (server().is_dropped(database)) {
            remarks_.add(*place_, Severity::error,
                         fmt::format("message 911: there is no database {} any more", in_quotes(database)));
            return false;
        }
        assume(database);
        return true;
    }
    static bool is_always_there(std::string_view database) {
        return ascii::equal_without_case(database, "tempdb") || ascii::equal_without_case(database, "model");
    }

    // The database that a statement works in.
    std::string const& current_database() {
        if (scope_.is_start && !std::exchange(is_start_told_, true))
            remarks_.add(*place_, Severity::warning,
                         "no USE before this, so it is done in master, where sqlcmd starts; "
                         "--database names another");
        return scope_.database;
    }

    // --- conditions and values ---

    Truth truth(Condition const& condition) {
        auto evaluation = this->evaluation();
        auto const result = evaluation.truth(condition);
        missed_ = evaluation.missed();
        for (auto const& database : evaluation.assumed())
            if (!is_always_there(database)) note_assumed(database);
        return result;
    }
    void not_evaluated(Condition const& condition, std::string_view consequence) {
        auto const* unknown = std::get_if<UnknownCondition>(&condition.what);
        auto const text = unknown == nullptr ? "" : ": " + shortened(unknown->text);
        note(condition.place, fmt::format("condition not evaluated{}; {}", text, consequence));
    }
    // What is assigned where it is not known whether it is carried out is not known.
    void forget(std::vector<Statement> const& statements);
    void forget(Statement const& statement);

    // --- messages ---

    // The text of an operand; nothing, and a remark, where it is not known.
    std::optional<Value> target_value(Operand const& operand, std::string_view what);
    void offer(Target const& target);
    BrokerIdentifier current_identifier();

    ScriptStart const& start_;
    Servers& servers_;
    std::string server_name_;
    Scope scope_;
    bool is_start_told_ = false;
    bool is_executing_ = true;  // SET NOEXEC
    bool is_cut_off_ = false;   // all work is spent, and that is told
    int depth_ = 0;             // of strings that are executed
    Place const* place_ = nullptr;
    std::vector<std::string> missed_;  // by the condition evaluated last
    Work work_;
    Remarks remarks_;
    std::vector<ScriptMessage> messages_;
    std::set<std::tuple<std::string, std::string, std::string, std::optional<std::string>>> offered_;
};

// --- sessions ---

void Interpreter::connect(Connection const& connection) {
    bool const is_start = is_this_computer(connection.host) && !connection.instance && !connection.port;
    server_name_ = is_start ? start_.server : connection.server;
    start_in_database();
    is_executing_ = true;
}

void Interpreter::run_batch(Batch const& batch) {
    auto parsed = parse(batch);
    for (auto& reported : parsed.reported) remarks_.add(std::move(reported));
    if (parsed.statements.empty()) return;
    if (batch.times > most_rounds)
        note(parsed.statements.front().place,
             fmt::format("the batch is carried out {} times, not {}", most_rounds, batch.times));
    for (std::size_t i = 0; i < std::min(batch.times, most_rounds) && !work_.is_spent(); ++i) {
        scope_.variables.clear();
        run(parsed.statements);
    }
    scope_.variables.clear();
}

Flow Interpreter::run(std::vector<Statement> const& statements) {
    for (auto const& statement : statements) {
        auto const flow = run(statement);
        if (flow != Flow::goes_on) return flow;
    }
    return Flow::goes_on;
}

Flow Interpreter::run(Statement const& statement) {
    auto const* jump = std::get_if<Jump>(&statement.what);
    bool const is_passed_over =
        !is_executing_ && (jump == nullptr || jump->kind != Jump::Kind::go_on_executing);
    if (is_passed_over) return Flow::goes_on;
    auto const* outer = std::exchange(place_, &statement.place);
    auto flow = Flow::leaves_batch;
    if (work_.take(work_of_a_statement)) flow = std::visit(*this, statement.what);
    if (work_.is_spent() && !is_cut_off_) {
        is_cut_off_ = true;
        remarks_.add(statement.place, Severity::error,
                     "the script does more than is followed here; nothing is carried out from here on");
    }
    place_ = outer;
    return work_.is_spent() ? Flow::leaves_batch : flow;
}

Flow Interpreter::operator()(UseDatabase const& one) {
    if (!find_database(one.database.text)) return Flow::goes_on;
    scope_.database = server().spelled(one.database.text);
    scope_.is_start = false;
    return Flow::goes_on;
}

// --- routes ---

Flow Interpreter::operator()(CreateRoute const& one) {
    tell(server().create_route(current_database(), one.route.text, one.options.definition, start_.now));
    return Flow::goes_on;
}

Flow Interpreter::operator()(AlterRoute const& one) {
    tell(server().alter_route(current_database(), one.route.text, one.options.definition, start_.now));
    return Flow::goes_on;
}

Flow Interpreter::operator()(DropRoute const& one) {
    auto const& database = current_database();
    bool const is_nothing =
        one.absent == Absent::is_passed_over && !server().has_route(database, one.route.text);
    if (!is_nothing) tell(server().drop_route(database, one.route.text));
    return Flow::goes_on;
}

// --- databases ---

Flow Interpreter::operator()(CreateDatabase const& one) {
    auto const& name = one.database.text;
    auto complaints = server().create_database(name);
    bool const is_made = complaints.empty();
    tell(std::move(complaints));
    if (!is_made) return Flow::goes_on;
    switch (one.origin) {
        case DatabaseOrigin::made: break;
        case DatabaseOrigin::attached:
            // Until a setting says otherwise.
            server().change_broker(name, BrokerChange::disable);
            note(*place_,
                 fmt::format("what the attached database {} holds is not known; it is taken for a new one{}",
                             in_quotes(name), one.settings.empty() ? ", its broker disabled" : ""));
            break;
        case DatabaseOrigin::snapshot:
            server().change_broker(name, BrokerChange::disable);
            note(*place_,
                 fmt::format("the database snapshot {} has no part in routing; its broker is disabled",
                             in_quotes(name)));
            return Flow::goes_on;
    }
    for (auto const& setting : one.settings) {
        auto const change =
            setting.setting == BrokerSetting::renew ? BrokerChange::renew : BrokerChange::enable;
        tell(server().change_broker(name, change));
    }
    return Flow::goes_on;
}

Flow Interpreter::operator()(AlterDatabase const& one) {
    auto const name = one.database ? one.database->text : current_database();
    if (!find_database(name)) return Flow::goes_on;
    for (auto const& setting : one.settings) {
        auto const change = [&] {
            switch (setting.setting) {
                case BrokerSetting::disable: return BrokerChange::disable;
                case BrokerSetting::renew: return BrokerChange::renew;
                // ERROR_BROKER_CONVERSATIONS ends conversations, keeps the identifier and enables the broker.
                case BrokerSetting::error_conversations:
                case BrokerSetting::enable: break;
            }
            return BrokerChange::enable;
        }();
        tell(server().change_broker(name, change));
    }
    return Flow::goes_on;
}

Flow Interpreter::operator()(DropDatabase const& one) {
    auto const& name = one.database.text;
    bool const is_nothing = one.absent == Absent::is_passed_over && !server().has_database(name);
    if (is_nothing) return Flow::goes_on;
    if (ascii::equal_without_case(name, scope_.database)) {
        remarks_.add(
            *place_, Severity::error,
            fmt::format("message 3702: database {} is in use here and cannot be dropped", in_quotes(name)));
        return Flow::goes_on;
    }
    tell(server().drop_database(name));
    return Flow::goes_on;
}

// --- services and endpoints ---

Flow Interpreter::operator()(CreateService const& one) {
    tell(server().create_service(current_database(), one.service.text));
    return Flow::goes_on;
}

Flow Interpreter::operator()(DropService const& one) {
    auto const& database = current_database();
    bool const is_nothing =
        one.absent == Absent::is_passed_over && !server().has_service(database, one.service.text);
    if (!is_nothing) tell(server().drop_service(database, one.service.text));
    return Flow::goes_on;
}

Flow Interpreter::operator()(SetEndpoint const& one) {
    auto const& name = one.endpoint.text;
    auto const& endpoint = server().endpoint();
    bool const is_known = endpoint && ascii::equal_without_case(*endpoint, name);
    if (one.statement == SetEndpoint::Statement::create) {
        if (endpoint) {
            remarks_.add(
                *place_, Severity::error,
                fmt::format("message 7862: there is a Service Broker endpoint {} already, and there can "
                            "be only one",
                            in_quotes(*endpoint)));
            return Flow::goes_on;
        }
        server().name_endpoint(name);
        server().set_endpoint(one.port, one.forwarding.value_or(MessageForwarding::disabled));
        if (one.state != SetEndpoint::State::started)
            note(*place_,
                 fmt::format("endpoint {} is made without STATE = STARTED; until it is started nothing "
                             "comes or goes over the network",
                             in_quotes(name)));
        return Flow::goes_on;
    }
    bool const is_for_another = one.purpose == SetEndpoint::Purpose::not_said && !is_known;
    if (is_for_another) {
        note(*place_, fmt::format("endpoint {} is not known to be one for SERVICE_BROKER; nothing is changed",
                                  in_quotes(name)));
        return Flow::goes_on;
    }
    if (!is_known) note(*place_, fmt::format("endpoint {} is taken to exist", in_quotes(name)));
    server().name_endpoint(name);
    server().set_endpoint(one.port, one.forwarding);
    return Flow::goes_on;
}

Flow Interpreter::operator()(DropEndpoint const& one) {
    auto const& endpoint = server().endpoint();
    // It may well be an endpoint for something else.
    if (endpoint && ascii::equal_without_case(*endpoint, one.endpoint.text))
        tell(server().drop_endpoint(one.endpoint.text));
    else
        note(*place_, fmt::format("no Service Broker endpoint {} is known; nothing is changed",
                                  in_quotes(one.endpoint.text)));
    return Flow::goes_on;
}

// --- messages ---

std::optional<Value> Interpreter::target_value(Operand const& operand, std::string_view what) {
    auto result = evaluation().value(operand);
    if (result.kind != Value::Kind::not_known) return result;
    note(operand.place, fmt::format("dynamic, not evaluated: {} {}; the message is not offered", what,
                                    shortened(operand.text)));
    return std::nullopt;
}

BrokerIdentifier Interpreter::current_identifier() {
    auto const& database = current_database();
    if (auto identifier = server().identifier(database)) return *identifier;
    auto stand_in = servers_.stand_in();
    server().set_database(database, stand_in, server().broker(database).value_or(Broker::enabled));
    note(*place_, fmt::format("the identifier of database {} is not known; {} stands for it",
                              in_quotes(server().spelled(database)), stand_in.text()));
    return stand_in;
}

void Interpreter::offer(Target const& target) {
    auto const service = target_value(target.service, "the target service");
    if (!service) return;
    if (service->kind == Value::Kind::null) {
        note(target.service.place, "the target service is NULL; the message is not offered");
        return;
    }
    std::optional<BrokerIdentifier> identifier;
    if (target.broker_instance) {
        auto const text = target_value(*target.broker_instance, "the target's identifier");
        if (!text) return;
        bool const is_current =
            text->kind == Value::Kind::text && ascii::equal_without_case(text->text, "CURRENT DATABASE");
        if (is_current)
            identifier = current_identifier();
        else if (text->kind != Value::Kind::null)
            identifier = BrokerIdentifier(text->text);
    }
    auto const origin = server().spelled(current_database());
    if (ascii::equal_without_case(origin, master)) server().show_master();
    auto const& name = server().name();
    auto const canonical = identifier ? std::optional(identifier->canonical()) : std::nullopt;
    bool const is_new = offered_.emplace(name, origin, service->text, canonical).second;
    if (!is_new) return;
    Message message{origin, SentBy::initiator, ServiceName(service->text), std::move(identifier)};
    messages_.push_back({name, std::move(message), *place_});
}

Flow Interpreter::operator()(BeginDialog const& one) {
    offer(one.target);
    return Flow::goes_on;
}

Flow Interpreter::operator()(CreateEventNotification const& one) {
    offer(one.target);
    return Flow::goes_on;
}

// --- variables and strings that are executed ---

Flow Interpreter::operator()(Assignment const& one) {
    auto value = evaluation().value(one.value);
    scope_.variables[key(one.variable.text)] = std::move(value);
    return Flow::goes_on;
}

Flow Interpreter::operator()(ExecuteString const& one) {
    if (one.linked_server) {
        note(*place_, fmt::format("executed at the linked server {}, not followed",
                                  in_quotes(one.linked_server->text)));
        return Flow::goes_on;
    }
    auto const text = evaluation().value(one.text);
    if (text.kind == Value::Kind::not_known) {
        note(one.text.place,
             fmt::format("dynamic, not evaluated: {} of a text that is not constant", option_of(one)));
        return Flow::goes_on;
    }
    if (text.kind != Value::Kind::text) return Flow::goes_on;  // NULL does nothing
    if (depth_ == deepest_execution) {
        remarks_.add(*place_, Severity::error,
                     fmt::format("message 217: strings that are executed are nested deeper than {}",
                                 deepest_execution));
        return Flow::goes_on;
    }
    if (one.database && !find_database(one.database->text)) return Flow::goes_on;
    if (!work_.take(work_of_parsing_a_byte * text.text.size())) return Flow::leaves_batch;

    Scope inner = {scope_.database, scope_.is_start};
    if (one.database) inner = {server().spelled(one.database->text)};
    for (auto const& parameter : one.parameters)
        inner.variables[key(parameter.variable.text)] = evaluation().value(parameter.value);
    auto parsed = parse(Batch::of_string(text.text, one.text.place));
    for (auto& reported : parsed.reported) remarks_.add(std::move(reported));
    ++depth_;
    std::swap(scope_, inner);
    run(parsed.statements);
    std::swap(scope_, inner);
    --depth_;
    return Flow::goes_on;
}

// --- flow ---

void Interpreter::forget(Statement const& statement) {
    if (auto const* assignment = std::get_if<Assignment>(&statement.what))
        scope_.variables[key(assignment->variable.text)] = {};
    else if (auto const* block = std::get_if<Block>(&statement.what))
        forget(block->statements);
    else if (auto const* loop = std::get_if<While>(&statement.what))
        forget(loop->body);
    else if (auto const* condition = std::get_if<If>(&statement.what)) {
        for (auto const& branch : condition->branches) forget(branch.statements);
        forget(condition->otherwise);
    }
}

void Interpreter::forget(std::vector<Statement> const& statements) {
    for (auto const& statement : statements) forget(statement);
}

Flow Interpreter::operator()(If const& one) {
    for (auto branch = one.branches.begin(); branch != one.branches.end(); ++branch) {
        auto holds = truth(branch->condition);
        bool const is_a_guard = holds == Truth::yes && !missed_.empty() && only_leaves(branch->statements);
        if (is_a_guard) {
            auto const missed = missed_;
            for (auto const& database : missed) assume(database);
            holds = truth(branch->condition);
        }
        if (holds == Truth::yes) return run(branch->statements);
        if (holds != Truth::not_known) continue;

        auto heaviest = weight(one.otherwise);
        for (auto rest = branch; rest != one.branches.end(); ++rest) {
            heaviest = std::max(heaviest, weight(rest->statements));
            forget(rest->statements);
        }
        forget(one.otherwise);
        if (heaviest == Weight::acts)
            not_evaluated(branch->condition, "what depends on it is not carried out");
        if (heaviest == Weight::leaves) not_evaluated(branch->condition, "taken to go on");
        return Flow::goes_on;
    }
    return run(one.otherwise);
}

Flow Interpreter::operator()(While const& one) {
    if (one.condition.empty()) return Flow::goes_on;
    auto const& condition = one.condition.front();
    for (std::size_t round = 0; round < most_rounds && !work_.is_spent(); ++round) {
        auto const holds = truth(condition);
        if (holds == Truth::not_known) {
            forget(one.body);
            if (weight(one.body) == Weight::acts)
                not_evaluated(condition, round == 0 ? "the loop is not carried out" : "the loop is left");
            return Flow::goes_on;
        }
        if (holds != Truth::yes) return Flow::goes_on;
        auto const flow = run(one.body);
        if (flow == Flow::leaves_batch) return flow;
        if (flow == Flow::leaves_loop) return Flow::goes_on;
    }
    forget(one.body);
    if (weight(one.body) == Weight::acts)
        note(condition.place, fmt::format("the loop is left after {} rounds", most_rounds));
    return Flow::goes_on;
}

Flow Interpreter::operator()(Jump const& one) {
    switch (one.kind) {
        case Jump::Kind::leave_batch:
        case Jump::Kind::throw_error: return Flow::leaves_batch;
        case Jump::Kind::leave_loop: return Flow::leaves_loop;
        case Jump::Kind::go_to: note(*place_, "GOTO is not followed; the next statement is"); break;
        case Jump::Kind::roll_back:
            note(*place_, "ROLLBACK is not followed: what was done since BEGIN TRANSACTION stays");
            break;
        case Jump::Kind::stop_executing:
            note(*place_, "nothing is carried out from here on, until NOEXEC and PARSEONLY are OFF");
            is_executing_ = false;
            break;
        case Jump::Kind::go_on_executing: is_executing_ = true; break;
    }
    return Flow::goes_on;
}

}  // namespace

ScriptResult run_script(Source const& source, ScriptStart const& start, Servers& servers,
                        ScriptVariables& variables) {
    auto script = read_script(source, variables, start.read_included);
    std::size_t bytes = 0;
    for (auto const& step : script.steps)
        if (auto const* batch = std::get_if<Batch>(&step)) bytes += batch->text().size();
    Interpreter interpreter(start, servers, bytes);
    interpreter.run(std::move(script));
    return interpreter.take();
}

}  // namespace ssbroute::formats
