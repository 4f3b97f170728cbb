#include "cli/import.hpp"

#include "cli/output.hpp"
#include "formats/exports/queries.hpp"
#include "formats/import/emit_tsql.hpp"
#include "formats/import/import.hpp"

namespace ssbroute::cli {
namespace {

using formats::OrderedJson;

constexpr auto tsql = "tsql";

// Indented, for people look at it too.
void print(Output& output, formats::Import const& import) {
    constexpr int indentation = 2;
    output.line(
        formats::write_import(import).dump(indentation, ' ', false, OrderedJson::error_handler_t::replace));
}

void print_tsql(Output& output, formats::Import const& import, UtcTime now) {
    auto const script = formats::write_tsql(import.instances, now);
    for (auto const& remark : script.left_out) complain({"left out of the T-SQL", remark});
    output.write(script.text);
}

}  // namespace

ImportCommand::ImportCommand(CLI::App& program)
    : command_(program.add_subcommand("import", "Read T-SQL scripts and exports of catalogue views")) {
    options_.add_to(*command_);
    command_
        ->add_option("--emit", emitted_,
                     "Print the instances in another form: tsql, a script that makes their routes")
        ->type_name("FORM")
        ->check(CLI::IsMember({tsql}));
    command_->add_flag("--queries", queries_, "Print the T-SQL that collects what is needed of an instance");
}

ExitStatus ImportCommand::run() const {
    Output output;
    if (queries_) {
        output.write(formats::catalogue_queries());
        return output.finish();
    }
    auto const reading = options_.reading();
    if (!reading) return complain(reading.error());
    auto const sources = options_.sources();
    if (!sources) return complain(sources.error());
    auto const import = formats::import(*sources, *reading);
    if (!import) return complain(import.error());

    tell(import->reported);
    if (emitted_ == tsql)
        print_tsql(output, *import, reading->now);
    else
        print(output, *import);
    return output.finish();
}

}  // namespace ssbroute::cli
