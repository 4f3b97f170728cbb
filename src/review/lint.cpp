#include "review/lint.hpp"

#include <utility>

#include "review/checks.hpp"

namespace ssbroute::review {
namespace {

void check_table(Table const& table, KnownServices const& services, UtcTime now, LintOptions const& options,
                 Findings& findings) {
    check_definitions(table, now, findings);
    check_lifetimes(table, now, options, findings);
    check_choices(table, findings);
    check_dynamic_routing(table, findings);
    check_local_routes(table, findings);
    check_names(table, services, findings);
    check_addresses(table, services, now, findings);
    if (table.is_msdb()) check_forwarding(table, findings);
}

}  // namespace

std::vector<Finding> lint(std::span<NamedInstance const> instances, UtcTime now, LintOptions const& options) {
    Findings findings(options);
    KnownServices const services(instances);
    std::vector<Table> tables;
    for (auto const& instance : instances) {
        check_instance(instance, findings);
        for (auto const& database : instance.instance.databases()) {
            tables.emplace_back(instance, database, now);
            check_table(tables.back(), services, now, options, findings);
        }
    }
    if (instances.size() > 1) check_between_instances(instances, tables, now, findings);
    return std::move(findings).take();
}

}  // namespace ssbroute::review
