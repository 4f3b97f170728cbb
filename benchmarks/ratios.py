#!/usr/bin/env python3
"""Prints the benchmarks' ratios, a line each: name, ratio, bar. Exits 1 if one is above its bar.

Both sides of a ratio are measured in turn, in one run, and their medians are compared.
"""
import argparse
import itertools
import json
import pathlib
import resource
import statistics
import subprocess
import sys

SERVED_LINES = 100_000
SERVED_RUNS = 5
MANY_ROUTES = 1_000_000


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


def recorded_questions(build):
    """The corpus's scenarios, over and over, as questions in a file."""
    flat = subprocess.run(
        [build / "golden" / "corpus-tool", "flat", "golden"], check=True, capture_output=True, text=True
    ).stdout
    scenarios = [json.dumps(json.loads(line)["scenario"]) for line in flat.splitlines()]
    path = build / "questions.jsonl"
    with open(path, "w", encoding="utf-8") as out:
        for number, scenario in zip(range(SERVED_LINES), itertools.cycle(scenarios)):
            out.write(f'{{"id": {number}, "scenario": {scenario}}}\n')
    return path


def serve_against_echo(build):
    questions = recorded_questions(build)
    pairs = [
        (
            cpu_seconds([build / "ssbroute", "serve"], questions),
            cpu_seconds([build / "benchmarks" / "json-echo"], questions),
        )
        for _ in range(SERVED_RUNS)
    ]
    size = questions.stat().st_size / SERVED_LINES
    return statistics.median(a / b for a, b in pairs), size


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
    process = subprocess.Popen([build / "ssbroute", "decide", "--json", path], stdout=subprocess.DEVNULL)
    _, status, usage = __import__("os").wait4(process.pid, 0)
    assert status == 0, "the scenario with many routes was not decided"
    return usage.ru_maxrss * 1024 / 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="the folder of a release build")
    build = parser.parse_args().build.resolve()

    times = decision_times(build)
    served, size = serve_against_echo(build)
    lines = [
        (f"sampled decision / map find, {routes:,} routes", times[f"sampled_decision/{routes}"] / times[f"map_find/{routes}"], 20)
        for routes in (10, MANY_ROUTES)
    ]
    lines += [
        (f"decision, {MANY_ROUTES:,} routes / 10 routes", times[f"sampled_decision/{MANY_ROUTES}"] / times["sampled_decision/10"], 4),
        ("permitted set, 10,000 identifiers / 1,000", times["permitted_set/10000"] / times["permitted_set/1000"], 15),
        (f"serve / parse and print, {SERVED_LINES:,} lines of {size:.0f} bytes", served, 2),
        (f"gigabytes to decide with {MANY_ROUTES:,} routes", peak_gigabytes_of_many_routes(build), 2),
    ]
    for name, ratio, bar in lines:
        print(f"{name}: {ratio:.2f} (bar {bar}){'' if ratio <= bar else '  ABOVE'}")
    sys.exit(any(ratio > bar for _, ratio, bar in lines))


main()
