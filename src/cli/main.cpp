// The program: one file a command.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <sstream>

#include "cli/check_history.hpp"
#include "cli/conform.hpp"
#include "cli/decide.hpp"
#include "cli/diff.hpp"
#include "cli/exit_status.hpp"
#include "cli/fuzz.hpp"
#include "cli/import.hpp"
#include "cli/lint.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/rules.hpp"
#include "cli/serve.hpp"
#include "cli/simulate.hpp"
#include "cli/trace_route.hpp"
#include "cli/where.hpp"
#include "version.hpp"

namespace {

using ssbroute::cli::ExitStatus;

ExitStatus run(int argc, char** argv) {
    CLI::App program("The executable specification of SQL Server Service Broker routing", "ssbroute");
    program.require_subcommand(1);
    ssbroute::cli::Decide decide(program);
    ssbroute::cli::Where where(program);
    ssbroute::cli::Lint lint(program);
    ssbroute::cli::Diff diff(program);
    ssbroute::cli::Serve serve(program);
    ssbroute::cli::Rules rules(program);
    ssbroute::cli::Conform conform(program);
    ssbroute::cli::Fuzz fuzz(program);
    ssbroute::cli::ReportCommand report(program);
    ssbroute::cli::ImportCommand import_command(program);
    ssbroute::cli::Simulate simulate(program);
    ssbroute::cli::TraceRoute trace_route(program);
    ssbroute::cli::CheckHistory check_history(program);
    auto const version = "ssbroute " + std::string(ssbroute::version);
    program.set_version_flag("--version", version);
    for (auto* command : program.get_subcommands({})) command->set_version_flag("--version", version);
    try {
        program.parse(argc, argv);
    } catch (CLI::ParseError const& stop) {
        std::ostringstream asked_for;
        if (program.exit(stop, asked_for, std::cerr) != 0) return ExitStatus::unusable;
        // Help and version are results.
        ssbroute::cli::Output output;
        output.write(asked_for.str());
        return output.finish();
    }
    if (decide.chosen()) return decide.run();
    if (where.chosen()) return where.run();
    if (lint.chosen()) return lint.run();
    if (diff.chosen()) return diff.run();
    if (serve.chosen()) return serve.run();
    if (conform.chosen()) return conform.run();
    if (fuzz.chosen()) return fuzz.run();
    if (report.chosen()) return report.run();
    if (import_command.chosen()) return import_command.run();
    if (simulate.chosen()) return simulate.run();
    if (trace_route.chosen()) return trace_route.run();
    if (check_history.chosen()) return check_history.run();
    return rules.run();
}

}  // namespace

int main(int argc, char** argv) {
    // A reader that goes away is told by the failed write.
    std::signal(SIGPIPE, SIG_IGN);
    std::ios::sync_with_stdio(false);
    try {
        return static_cast<int>(run(argc, argv));
    } catch (std::exception const& fault) {
        // Such as memory that does not suffice.
        return static_cast<int>(ssbroute::cli::complain({"", fault.what()}));
    }
}
