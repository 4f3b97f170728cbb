#include "formats/exports/exports.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "formats/exports/rows.hpp"
#include "formats/exports/text_lines.hpp"
#include "formats/json_text.hpp"
#include "model/ascii.hpp"

namespace ssbroute::formats {
namespace {

// The columns that are read, and after them those that only tell a view.
enum class Column : std::uint8_t {
    view_name,
    database_name,
    name,
    service_broker_guid,
    is_broker_enabled,
    remote_service_name,
    broker_instance,
    lifetime,
    address,
    mirror_address,
    is_message_forwarding_enabled,
    port,
    machine_name,
    to_service_name,
    to_broker_instance,
    transmission_status,
    is_initiator,
    route_id,
    service_id,
    service_queue_id,
    hops_remaining,
};

struct ColumnEntry {
    Column column;
    std::string_view name;
};

constexpr std::array known_columns = {
    ColumnEntry{Column::view_name, "view_name"},
    ColumnEntry{Column::view_name, "catalog_view"},
    ColumnEntry{Column::database_name, "database_name"},
    ColumnEntry{Column::name, "name"},
    ColumnEntry{Column::service_broker_guid, "service_broker_guid"},
    ColumnEntry{Column::is_broker_enabled, "is_broker_enabled"},
    ColumnEntry{Column::remote_service_name, "remote_service_name"},
    ColumnEntry{Column::broker_instance, "broker_instance"},
    ColumnEntry{Column::lifetime, "lifetime"},
    ColumnEntry{Column::address, "address"},
    ColumnEntry{Column::mirror_address, "mirror_address"},
    ColumnEntry{Column::is_message_forwarding_enabled, "is_message_forwarding_enabled"},
    ColumnEntry{Column::port, "port"},
    ColumnEntry{Column::machine_name, "machine_name"},
    ColumnEntry{Column::to_service_name, "to_service_name"},
    ColumnEntry{Column::to_broker_instance, "to_broker_instance"},
    ColumnEntry{Column::transmission_status, "transmission_status"},
    ColumnEntry{Column::is_initiator, "is_initiator"},
    ColumnEntry{Column::route_id, "route_id"},
    ColumnEntry{Column::service_id, "service_id"},
    ColumnEntry{Column::service_queue_id, "service_queue_id"},
    ColumnEntry{Column::hops_remaining, "hops_remaining"},
};

constexpr auto column_count = static_cast<std::size_t>(Column::hops_remaining) + 1;

constexpr std::size_t place(Column column) { return static_cast<std::size_t>(column); }

constexpr std::string_view spelled(Column column) {
    for (auto const& entry : known_columns)
        if (entry.column == column) return entry.name;
    return "";
}

std::optional<Column> column_named(std::string_view wanted) {
    for (auto const& entry : known_columns)
        if (ascii::equal_without_case(entry.name, wanted)) return entry.column;
    return std::nullopt;
}

// Which known columns a result set has, and where.
class KnownColumns {
public:
    explicit KnownColumns(std::vector<std::string> const& names) : columns_(names.size()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            auto const column = column_named(names[i]);
            if (!column) continue;
            if (has(*column))
                repeated_.set(place(*column));
            else
                columns_[i] = column;
            present_.set(place(*column));
        }
    }

    [[nodiscard]] bool has(Column column) const { return present_.test(place(column)); }
    [[nodiscard]] bool has_any(std::initializer_list<Column> columns) const {
        return std::any_of(columns.begin(), columns.end(), [this](Column one) { return has(one); });
    }
    [[nodiscard]] bool is_repeated(Column column) const { return repeated_.test(place(column)); }
    [[nodiscard]] std::size_t count() const { return present_.count(); }
    // The known column at a place of the result set.
    [[nodiscard]] std::optional<Column> at(std::size_t index) const { return columns_[index]; }

private:
    std::vector<std::optional<Column>> columns_;
    std::bitset<column_count> present_;
    std::bitset<column_count> repeated_;
};

std::optional<CatalogueView> view_of(KnownColumns const& columns) {
    bool const has_name = columns.has(Column::name);
    // sys.dm_broker_forwarded_messages has a to_service_name too, of messages that pass through.
    if (columns.has(Column::to_service_name) && !columns.has(Column::hops_remaining))
        return CatalogueView::transmission_queue;
    if (columns.has(Column::is_message_forwarding_enabled)) return CatalogueView::service_broker_endpoints;
    if (columns.has_any({Column::service_broker_guid, Column::is_broker_enabled}) &&
        columns.has_any({Column::name, Column::database_name}))
        return CatalogueView::databases;
    if (has_name &&
        columns.has_any({Column::address, Column::mirror_address, Column::route_id, Column::broker_instance}))
        return CatalogueView::routes;
    if (has_name && columns.has_any({Column::service_id, Column::service_queue_id}))
        return CatalogueView::services;
    return std::nullopt;
}

constexpr std::array all_views = {CatalogueView::databases, CatalogueView::routes, CatalogueView::services,
                                  CatalogueView::service_broker_endpoints, CatalogueView::transmission_queue};

// `sys.routes` or `routes`, in any case.
std::optional<CatalogueView> view_named(std::string_view wanted) {
    wanted = trimmed(wanted);
    constexpr std::string_view schema = "sys.";
    for (auto const view : all_views) {
        auto const known = formats::name(view);
        if (ascii::equal_without_case(known, wanted) ||
            ascii::equal_without_case(known.substr(schema.size()), wanted))
            return view;
    }
    return std::nullopt;
}

bool is_known(std::string const& set_name, std::vector<std::string> const& column_names) {
    // So an instance begins too.
    if (set_name == "databases") return false;
    KnownColumns const columns(column_names);
    return view_named(set_name) || view_of(columns) ||
           (columns.has(Column::view_name) && columns.count() > 1);
}

// Without these, no row of the view can be read.
std::vector<Column> required_columns(CatalogueView view) {
    switch (view) {
        case CatalogueView::databases: return {};
        case CatalogueView::routes: return {Column::name, Column::address};
        case CatalogueView::services: return {Column::name};
        case CatalogueView::service_broker_endpoints: return {Column::is_message_forwarding_enabled};
        case CatalogueView::transmission_queue: return {Column::to_service_name};
    }
    return {};
}

// The values of a row by column.
class Values {
public:
    Values(Row const& row, KnownColumns const& columns) : position_(row.position) {
        for (auto const& cell : row.cells)
            if (auto const column = columns.at(cell.column)) cells_[place(*column)] = &cell;
    }

    // cppcheck-suppress CastIntegerToAddressAtReturn ; place() is an index
    [[nodiscard]] Cell const* cell(Column column) const { return cells_[place(column)]; }
    [[nodiscard]] Position position() const { return position_; }
    [[nodiscard]] Position position(Column column) const {
        return cell(column) != nullptr ? cell(column)->position : position_;
    }
    // Whether a row of sys.routes or sys.services says no more than which database it is of.
    [[nodiscard]] bool has_only_its_database() const {
        for (auto column = place(Column::name); column < column_count; ++column)
            if (cells_[column] != nullptr) return false;
        return true;
    }

private:
    Position position_;
    std::array<Cell const*, column_count> cells_{};
};

// A row that cannot be read.
struct Fault {
    Position position;
    std::string message;
};

template <typename Value>
using Read = tl::expected<Value, Fault>;

// The values of a row of one view, with what is wrong with them.
class RowReader {
public:
    RowReader(CatalogueView view, Values const& values) : view_(view), values_(values) {}

    // An empty text is as good as none: no column that is read this way holds one.
    [[nodiscard]] std::optional<std::string> text(Column column) const {
        auto const* cell = values_.cell(column);
        return cell == nullptr || cell->text.empty() ? std::nullopt : std::optional(cell->text);
    }

    [[nodiscard]] Read<std::string> required_text(Column column) const {
        if (auto value = text(column)) return std::move(*value);
        return tl::unexpected(fault(column, "expected a value, found none"));
    }

    template <typename Value, typename Parse>
    [[nodiscard]] Read<std::optional<Value>> parsed(Column column, std::string_view expected,
                                                    Parse const& parse) const {
        auto const written = text(column);
        // Numbers are printed with spaces before them.
        auto const word = written ? trimmed(*written) : std::string_view();
        if (word.empty()) return std::nullopt;
        if (std::optional<Value> value = parse(word)) return value;
        return tl::unexpected(
            fault(column, fmt::format("expected {}, found '{}'", expected, shortened(word))));
    }

    [[nodiscard]] Read<std::optional<bool>> bit(Column column) const {
        return parsed<bool>(column, "0 or 1", [](std::string_view word) -> std::optional<bool> {
            if (word == "1" || ascii::equal_without_case(word, "true")) return true;
            if (word == "0" || ascii::equal_without_case(word, "false")) return false;
            return std::nullopt;
        });
    }

    [[nodiscard]] Fault fault(Column column, std::string_view message) const {
        return {values_.position(column),
                fmt::format("{}, {}: {}", formats::name(view_), spelled(column), message)};
    }

private:
    CatalogueView view_;
    Values const& values_;
};

std::optional<int> port_in(std::string_view word) {
    constexpr int highest = 65535;
    int port = 0;
    auto const parsed = std::from_chars(word.data(), word.data() + word.size(), port);
    bool const is_number = parsed.ec == std::errc() && parsed.ptr == word.data() + word.size();
    return is_number && port >= 1 && port <= highest ? std::optional(port) : std::nullopt;
}

std::optional<BrokerIdentifier> guid_in(std::string_view word) {
    return BrokerIdentifier::from_guid(std::string(word));
}

// sys.databases shows it where a database never had a broker.
bool is_no_identifier(BrokerIdentifier const& guid) {
    return guid.canonical().find_first_not_of("0-") == std::string::npos;
}

struct DatabaseRow {
    std::string name;
    std::optional<BrokerIdentifier> service_broker_guid;
    Broker broker;
};

struct EndpointRow {
    std::optional<int> port;
    std::optional<MessageForwarding> forwarding;
    std::optional<std::string> machine_name;
};

Read<DatabaseRow> database_row(RowReader const& row) {
    auto const name = row.text(Column::name) ? row.text(Column::name) : row.text(Column::database_name);
    if (!name) return tl::unexpected(row.fault(Column::name, "expected a value, found none"));
    auto guid = row.parsed<BrokerIdentifier>(Column::service_broker_guid,
                                             "a GUID like 0f0e0d0c-0b0a-0908-0706-050403020100", guid_in);
    if (!guid) return tl::unexpected(std::move(guid.error()));
    if (*guid && is_no_identifier(**guid)) guid->reset();
    auto const is_enabled = row.bit(Column::is_broker_enabled);
    if (!is_enabled) return tl::unexpected(is_enabled.error());
    return DatabaseRow{*name, std::move(*guid),
                       is_enabled->value_or(true) ? Broker::enabled : Broker::disabled};
}

template <typename Value>
std::optional<Value> optional_of(std::optional<std::string> text) {
    return text ? std::optional<Value>(Value(std::move(*text))) : std::nullopt;
}

Read<Route> route_row(RowReader const& row) {
    auto name = row.required_text(Column::name);
    if (!name) return tl::unexpected(std::move(name.error()));
    auto address = row.required_text(Column::address);
    if (!address) return tl::unexpected(std::move(address.error()));
    auto const lifetime =
        row.parsed<UtcTime>(Column::lifetime, "a time in UTC like 2026-01-01T00:00:00", UtcTime::parse);
    if (!lifetime) return tl::unexpected(lifetime.error());
    return Route{std::move(*name),
                 optional_of<ServiceName>(row.text(Column::remote_service_name)),
                 optional_of<BrokerIdentifier>(row.text(Column::broker_instance)),
                 *lifetime,
                 Address(std::move(*address)),
                 optional_of<Address>(row.text(Column::mirror_address))};
}

Read<EndpointRow> endpoint_row(RowReader const& row) {
    auto const is_enabled = row.bit(Column::is_message_forwarding_enabled);
    if (!is_enabled) return tl::unexpected(is_enabled.error());
    auto const port = row.parsed<int>(Column::port, "a port from 1 to 65535", port_in);
    if (!port) return tl::unexpected(port.error());
    auto const forwarding = [](bool enabled) {
        return enabled ? MessageForwarding::enabled : MessageForwarding::disabled;
    };
    return EndpointRow{*port, *is_enabled ? std::optional(forwarding(**is_enabled)) : std::nullopt,
                       row.text(Column::machine_name)};
}

Read<Message> message_row(RowReader const& row) {
    auto service = row.required_text(Column::to_service_name);
    if (!service) return tl::unexpected(std::move(service.error()));
    auto const is_initiator = row.bit(Column::is_initiator);
    if (!is_initiator) return tl::unexpected(is_initiator.error());
    return Message{std::nullopt, is_initiator->value_or(true) ? SentBy::initiator : SentBy::target,
                   ServiceName(std::move(*service)),
                   optional_of<BrokerIdentifier>(row.text(Column::to_broker_instance))};
}

// What a database has of one view.
template <typename Element>
struct Contents {
    std::string database;
    std::vector<Element> elements;
    std::vector<Position> positions;
};

// By database, in the order in which they are met; without regard to case (ASCII), as the server finds them.
template <typename Element>
class ByDatabase {
public:
    Contents<Element>& of(std::string const& database) {
        auto const [known, is_new] = numbers_.emplace(ascii::lower(database), all_.size());
        if (is_new) all_.push_back({database, {}, {}});
        return all_[known->second];
    }

    [[nodiscard]] std::vector<Contents<Element>>& all() { return all_; }

private:
    std::vector<Contents<Element>> all_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

// Collects everything first, because a later result set may say which databases there are.
class ExportReader {
public:
    ExportReader(Source const& source, std::optional<std::string> const& database)
        : source_(source), database_(database) {}

    Export read_into(Server& server) {
        auto rows = read_rows(source_, is_known);
        result_.reported = std::move(rows.reported);
        for (auto const& set : rows.sets) read(set);
        if (rows.sets.empty() && result_.reported.empty())
            report({}, Severity::warning, "expected rows of a catalogue view, found none");
        apply_to(server);
        std::stable_sort(result_.reported.begin(), result_.reported.end(), [](auto const& a, auto const& b) {
            return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
        });
        return std::move(result_);
    }

private:
    void report(Position position, Severity severity, std::string message) {
        result_.reported.push_back({place_in(source_, position), severity, std::move(message)});
    }

    void read(ResultSet const& set) {
        KnownColumns const columns(set.columns);
        auto view = view_named(set.name);
        if (!view && !columns.has(Column::view_name)) {
            view = view_of(columns);
            if (!view) return report_unknown(set);
        }
        if (view && !has_required(set, *view, columns)) return;
        report_repeated(set, columns);
        warned_empty_.reset();
        is_missing_database_reported_ = false;
        if (set.rows.empty() && view) return read_empty(*view, columns);
        for (auto const& row : set.rows) {
            Values const values(row, columns);
            if (auto const of_row = view_of_row(values, view)) read(*of_row, values);
        }
    }

    void report_unknown(ResultSet const& set) {
        constexpr std::size_t most = 20;
        auto const shown = std::min(set.columns.size(), most);
        std::vector<std::string> const columns(set.columns.begin(),
                                               set.columns.begin() + static_cast<std::ptrdiff_t>(shown));
        report(set.position, Severity::warning,
               fmt::format("passed over rows of no known catalogue view; columns: {}{}",
                           shortened(fmt::format("{}", fmt::join(columns, ", "))),
                           shown < set.columns.size() ? ", ..." : ""));
    }

    bool has_required(ResultSet const& set, CatalogueView view, KnownColumns const& columns) {
        bool const says_only_databases =
            columns.has(Column::database_name) && columns.count() == 1 && !set.rows.empty();
        if (says_only_databases) return true;
        auto const required = required_columns(view);
        auto const missing = std::find_if(required.begin(), required.end(),
                                          [&](Column column) { return !columns.has(column); });
        if (missing == required.end()) return true;
        report(set.position, Severity::error,
               fmt::format("{}: expected a column {}, found none", formats::name(view), spelled(*missing)));
        return false;
    }

    void report_repeated(ResultSet const& set, KnownColumns const& columns) {
        for (auto const& entry : known_columns)
            if (columns.is_repeated(entry.column))
                report(set.position, Severity::warning,
                       fmt::format("column {} is repeated; the first is read", entry.name));
    }

    // A header without rows: the database has none.
    void read_empty(CatalogueView view, KnownColumns const& columns) {
        if (columns.has(Column::database_name) || !database_) return;
        if (view == CatalogueView::routes) routes_.of(*database_);
        if (view == CatalogueView::services) services_.of(*database_);
    }

    std::optional<CatalogueView> view_of_row(Values const& values, std::optional<CatalogueView> view_of_set) {
        auto const* cell = values.cell(Column::view_name);
        if (cell != nullptr) {
            if (auto const view = view_named(cell->text)) return view;
        } else if (view_of_set) {
            return view_of_set;
        }
        report(values.position(Column::view_name), Severity::error,
               fmt::format("expected the name of a catalogue view like sys.routes, found {}",
                           cell == nullptr ? "none" : "'" + shortened(cell->text) + "'"));
        return std::nullopt;
    }

    void read(CatalogueView view, Values const& values) {
        RowReader const row(view, values);
        warn_of_empty(view, values);
        switch (view) {
            case CatalogueView::databases: return keep(database_row(row), databases_);
            case CatalogueView::service_broker_endpoints: return keep(endpoint_row(row), endpoints_);
            case CatalogueView::routes: return read_element(row, values, routes_, route_row);
            case CatalogueView::services:
                return read_element(row, values, services_, [](RowReader const& service) {
                    return service.required_text(Column::name).map([](std::string name) {
                        return ServiceName(std::move(name));
                    });
                });
            case CatalogueView::transmission_queue: return read_message(row, values);
        }
    }

    // The server keeps no empty text in these columns. Export-Csv of PowerShell writes one for NULL.
    void warn_of_empty(CatalogueView view, Values const& values) {
        for (auto const column : {Column::remote_service_name, Column::broker_instance,
                                  Column::mirror_address, Column::to_broker_instance}) {
            auto const* cell = values.cell(column);
            if (cell == nullptr || !cell->text.empty() || warned_empty_.test(place(column))) continue;
            warned_empty_.set(place(column));
            report(cell->position, Severity::warning,
                   fmt::format("{}, {}: an empty text is taken for NULL, here and below", formats::name(view),
                               spelled(column)));
        }
    }

    template <typename Value>
    void keep(Read<Value> value, std::vector<Value>& values) {
        if (value)
            values.push_back(std::move(*value));
        else
            report(value.error().position, Severity::error, std::move(value.error().message));
    }

    // Told once a result set where it is unknown.
    std::optional<std::string> database_of(RowReader const& row, Values const& values) {
        if (auto named = row.text(Column::database_name)) return named;
        if (database_) return database_;
        if (!is_missing_database_reported_)
            report(
                values.position(), Severity::error,
                "expected a column database_name, or the database of these rows (--database), found neither");
        is_missing_database_reported_ = true;
        return std::nullopt;
    }

    template <typename Element, typename Make>
    void read_element(RowReader const& row, Values const& values, ByDatabase<Element>& all,
                      Make const& make) {
        auto const database = database_of(row, values);
        if (!database) return;
        auto& contents = all.of(*database);
        if (values.has_only_its_database()) return;
        keep(Read<Element>(make(row)), contents.elements);
        if (contents.positions.size() < contents.elements.size())
            contents.positions.push_back(values.position(Column::name));
    }

    void read_message(RowReader const& row, Values const& values) {
        auto const database = database_of(row, values);
        if (!database) return;
        auto message = message_row(row);
        if (!message)
            return report(message.error().position, Severity::error, std::move(message.error().message));
        message->origin_database = *database;
        auto const* status = values.cell(Column::transmission_status);
        result_.messages.push_back({std::move(*message),
                                    status == nullptr ? std::nullopt : std::optional(status->text),
                                    place_in(source_, values.position())});
    }

    // sys.routes holds no name twice, so two exports are mixed here.
    void leave_out_repeated(Contents<Route>& contents) {
        std::unordered_set<std::string> names;
        std::vector<Route> routes;
        for (std::size_t i = 0; i < contents.elements.size(); ++i) {
            auto& route = contents.elements[i];
            if (names.insert(ascii::lower(route.name)).second)
                routes.push_back(std::move(route));
            else
                report(
                    contents.positions[i], Severity::error,
                    fmt::format("sys.routes, name: expected each name once in a database (DEFINE-11), found "
                                "'{}' again in {}",
                                shortened(route.name), contents.database));
        }
        contents.elements = std::move(routes);
    }

    void apply_to(Server& server) {
        for (auto& database : databases_)
            server.set_database(database.name, std::move(database.service_broker_guid), database.broker);
        for (auto const& endpoint : endpoints_) {
            server.set_endpoint(endpoint.port, endpoint.forwarding);
            if (endpoint.machine_name) server.add_host(*endpoint.machine_name);
        }
        for (auto& contents : services_.all())
            server.set_services(contents.database, std::move(contents.elements));
        for (auto& contents : routes_.all()) {
            leave_out_repeated(contents);
            for (auto& complaint : server.set_routes(contents.database, std::move(contents.elements)))
                report(contents.positions.front(), complaint.severity, std::move(complaint.message));
        }
        for (auto& one : result_.messages) {
            server.assume_database(*one.message.origin_database);
            one.message.origin_database = server.spelled(*one.message.origin_database);
        }
    }

    Source const& source_;
    std::optional<std::string> const& database_;
    Export result_;
    std::vector<DatabaseRow> databases_;
    std::vector<EndpointRow> endpoints_;
    ByDatabase<Route> routes_;
    ByDatabase<ServiceName> services_;
    // Of the result set that is being read.
    std::bitset<column_count> warned_empty_;
    bool is_missing_database_reported_ = false;
};

// What catalogue_queries() prints is told by its first member, even where it was cut off.
bool begins_output_of_queries(std::string_view text) {
    text = trimmed(without_byte_order_mark(text));
    if (text.substr(0, 1) != "{") return false;
    constexpr std::string_view member = R"("sys")";
    return trimmed(text.substr(1)).substr(0, member.size()) == member;
}

}  // namespace

std::string_view name(CatalogueView view) {
    switch (view) {
        case CatalogueView::databases: return "sys.databases";
        case CatalogueView::routes: return "sys.routes";
        case CatalogueView::services: return "sys.services";
        case CatalogueView::service_broker_endpoints: return "sys.service_broker_endpoints";
        case CatalogueView::transmission_queue: return "sys.transmission_queue";
    }
    return "";
}

bool looks_like_export(std::string_view text) {
    return begins_output_of_queries(text) || looks_like_rows(text, is_known);
}

Export read_export(Source const& source, std::optional<std::string> const& database, Server& server) {
    return ExportReader(source, database).read_into(server);
}

}  // namespace ssbroute::formats
