#!/usr/bin/env python3
"""Prints the benchmarks' ratios, a line each: name, ratio, bar. Exits 1 if one is above its bar.

Both sides of a ratio are measured in turn, in one run, and their medians are compared.
"""
import argparse
import itertools
import json
import os
import pathlib
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

SERVED_LINES = 100_000
SERVED_RUNS = 5
MANY_ROUTES = 1_000_000
CORPUS_REPEATED = 20
CORPUS_REPEATED_BY_WASM = 100
CONFORM_RUNS = 7
FEW_STATEMENTS = 10_000
IMPORT_RUNS = 5
FEW_CASES, MANY_CASES = 100_000, 1_000_000
FEW_MESSAGES, MANY_MESSAGES = 100_000, 1_000_000
FEW_FORWARDERS, MANY_FORWARDERS = 1, 10


def decision_times(build):
    """Median CPU nanoseconds of each benchmark of decision-benchmark."""
    output = subprocess.run(
        [
            build / "benchmarks" / "decision-benchmark",
            "--benchmark_format=json",
            "--benchmark_repetitions=7",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_report_aggregates_only=true",
        ],
        check=True,
        capture_output=True,
    ).stdout
    nanoseconds = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    return {
        entry["run_name"]: entry["cpu_time"] * nanoseconds[entry["time_unit"]]
        for entry in json.loads(output)["benchmarks"]
        if entry["aggregate_name"] == "median"
    }


def cpu_seconds(command, lines):
    """User and system seconds of a command that reads `lines`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(lines, "rb") as stdin:
        subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def corpus_scenarios(build):
    flat = subprocess.run(
        [build / "golden" / "corpus-tool", "flat", "golden"], check=True, capture_output=True, text=True
    ).stdout
    return [json.dumps(json.loads(line)["scenario"]) for line in flat.splitlines()]


def recorded_questions(build, scenarios, count):
    """The corpus's scenarios, over and over, as questions in a file."""
    path = build / "questions.jsonl"
    with open(path, "w", encoding="utf-8") as out:
        for number, scenario in zip(range(count), itertools.cycle(scenarios)):
            out.write(f'{{"id": {number}, "scenario": {scenario}}}\n')
    return path


def serve_against_echo(build):
    questions = recorded_questions(build, corpus_scenarios(build), SERVED_LINES)
    pairs = [
        (
            cpu_seconds([build / "ssbroute", "serve"], questions),
            cpu_seconds([build / "benchmarks" / "json-echo"], questions),
        )
        for _ in range(SERVED_RUNS)
    ]
    size = questions.stat().st_size / SERVED_LINES
    return statistics.median(a / b for a, b in pairs), size


def elapsed(command, stdin=subprocess.DEVNULL):
    begun = time.monotonic()
    subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begun


def conform_against_serve(build):
    """The corpus over and over: through the runner and a pipe, against the oracle alone with the same lines."""
    scenarios = corpus_scenarios(build)
    questions = recorded_questions(build, scenarios, CORPUS_REPEATED * len(scenarios))
    oracle = [build / "ssbroute", "serve"]
    runner = [build / "ssbroute", "conform", "--impl", shlex.join(map(str, oracle)),
              "--repeat", str(CORPUS_REPEATED), "--cases", "golden"]
    ratios = []
    for _ in range(CONFORM_RUNS):
        with open(questions, "rb") as stdin:
            ratios.append(elapsed(runner) / elapsed(oracle, stdin))
    return statistics.median(ratios)


def wasm_against_serve(build, package):
    """The corpus over and over: by WebAssembly in Node.js, against the program with the same lines."""
    scenarios = corpus_scenarios(build)
    questions = recorded_questions(build, scenarios, CORPUS_REPEATED_BY_WASM * len(scenarios))
    javascript = ["node", pathlib.Path(__file__).with_name("answer_lines.mjs"), package]
    return statistics.median(
        cpu_seconds(javascript, questions) / cpu_seconds([build / "ssbroute", "serve"], questions)
        for _ in range(SERVED_RUNS)
    )


def peak_memory(command):
    """Bytes, of the command or of a process that it waited for, whichever is more."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, f"{command} failed"
    return usage.ru_maxrss * 1024


def fuzz_memory(build, cases):
    with tempfile.TemporaryDirectory() as folder:
        return peak_memory([build / "ssbroute", "fuzz", "--impl", f"{shlex.quote(str(build / 'ssbroute'))} serve",
                            "--cases", str(cases), "--seed", "1", "--output", folder])


def script_of(statements):
    """A script of CREATE ROUTE statements, about 100 bytes each."""
    lines = ["CREATE DATABASE Sales;", "GO", "USE Sales;", "GO"]
    for number in range(statements):
        lines.append(f"CREATE ROUTE [Route{number}] WITH SERVICE_NAME = N'Service{number}', -- to its host\n"
                     f"    ADDRESS = N'TCP://host{number % 500}.example:4022';")
        if number % 100 == 99:
            lines.append("GO")
    return "\n".join(lines) + "\n"


def time_and_memory(command):
    """CPU seconds and peak bytes of a command; findings are no failure."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), f"{command} failed"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def import_and_lint(build):
    """Ratios of ten times as many statements, and the gigabytes of the larger run."""
    small, large = build / "small.sql", build / "large.sql"
    small.write_text(script_of(FEW_STATEMENTS), encoding="utf-8")
    large.write_text(script_of(10 * FEW_STATEMENTS), encoding="utf-8")
    result = {}
    for command in ("import", "lint"):
        runs = [[time_and_memory([build / "ssbroute", command, path]) for path in (small, large)] for _ in range(IMPORT_RUNS)]
        result[command] = (statistics.median(b[0] / a[0] for a, b in runs), max(b[1] for _, b in runs) / 1e9)
    return result, large.stat().st_size


def peak_gigabytes_of_many_routes(build):
    path = build / "many-routes.json"
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"instance": {"databases": [{"name": "msdb"}, {"name": "Sender", "routes": [\n')
        for i in range(MANY_ROUTES):
            comma = "," if i + 1 < MANY_ROUTES else ""
            out.write(
                f'{{"name": "Route{i}", "remote_service_name": "Service{i}", "broker_instance": null, '
                f'"lifetime": null, "address": "TCP://host{i}.example:4022", "mirror_address": null}}{comma}\n'
            )
        out.write(']}]}, "message": {"origin_database": "Sender", "to_service_name": "Service7"}}\n')
    return peak_memory([build / "ssbroute", "decide", "--json", path]) / 1e9


def chain(build, messages, forwarders):
    return [build / "benchmarks" / "delivery-benchmark", "chain", str(messages), str(forwarders)]


def chain_seconds(build, messages, forwarders):
    return cpu_seconds(chain(build, messages, forwarders), os.devnull)


def states_of_two_targets(build, messages):
    command = [build / "benchmarks" / "delivery-benchmark", "two-targets", str(messages)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def delivery_lines(build):
    many = chain_seconds(build, MANY_MESSAGES, MANY_FORWARDERS)
    memory = [peak_memory(chain(build, messages, MANY_FORWARDERS)) for messages in (MANY_MESSAGES, FEW_MESSAGES)]
    return [
        (f"sample over {MANY_FORWARDERS} forwarders, {MANY_MESSAGES:,} messages / {FEW_MESSAGES:,}",
         many / chain_seconds(build, FEW_MESSAGES, MANY_FORWARDERS), 13),
        (f"sample of {MANY_MESSAGES:,} messages, {MANY_FORWARDERS} forwarders / {FEW_FORWARDERS}",
         many / chain_seconds(build, MANY_MESSAGES, FEW_FORWARDERS), 13),
        (f"memory of a sample, {MANY_MESSAGES:,} messages / {FEW_MESSAGES:,}", memory[0] / memory[1], 1.1),
        ("states of two targets, 20 messages / 10", states_of_two_targets(build, 20) / states_of_two_targets(build, 10), 2.5),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="the folder of a release build")
    parser.add_argument("package", type=pathlib.Path, help="the folder of the npm package")
    arguments = parser.parse_args()
    build = arguments.build.resolve()

    times = decision_times(build)
    served, size = serve_against_echo(build)
    imported, script_size = import_and_lint(build)
    lines = [
        (f"sampled decision / map find, {routes:,} routes", times[f"sampled_decision/{routes}"] / times[f"map_find/{routes}"], 20)
        for routes in (10, MANY_ROUTES)
    ]
    lines += [
        (f"decision, {MANY_ROUTES:,} routes / 10 routes", times[f"sampled_decision/{MANY_ROUTES}"] / times["sampled_decision/10"], 4),
        ("permitted set, 10,000 identifiers / 1,000", times["permitted_set/10000"] / times["permitted_set/1000"], 15),
        (f"serve / parse and print, {SERVED_LINES:,} lines of {size:.0f} bytes", served, 2),
        (f"conform / serve, the corpus {CORPUS_REPEATED} times", conform_against_serve(build), 2),
        (f"WebAssembly in Node.js / serve, the corpus {CORPUS_REPEATED_BY_WASM} times", wasm_against_serve(build, arguments.package), 4),
        (f"memory of fuzz, {MANY_CASES:,} cases / {FEW_CASES:,}", fuzz_memory(build, MANY_CASES) / fuzz_memory(build, FEW_CASES), 1.1),
        (f"import, {10 * FEW_STATEMENTS:,} statements ({script_size / 1e6:.0f} MB) / {FEW_STATEMENTS:,}", imported["import"][0], 13),
        (f"lint, {10 * FEW_STATEMENTS:,} routes / {FEW_STATEMENTS:,}", imported["lint"][0], 15),
        ("gigabytes to import and to lint them, the larger", max(imported["import"][1], imported["lint"][1]), 1),
        (f"gigabytes to decide with {MANY_ROUTES:,} routes", peak_gigabytes_of_many_routes(build), 2),
    ]
    lines += delivery_lines(build)
    for name, ratio, bar in lines:
        print(f"{name}: {ratio:.2f} (bar {bar}){'' if ratio <= bar else '  ABOVE'}")
    sys.exit(any(ratio > bar for _, ratio, bar in lines))


main()
