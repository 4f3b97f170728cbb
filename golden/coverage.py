#!/usr/bin/env python3
"""How much of src/model, src/routing, src/oracle and src/delivery runs: coverage.py BUILD [--everything] [--markdown FILE]

BUILD was set up with -Db_coverage=true. The golden cases and timelines run alone, and must run every line of the rules: the source
files of src/routing, but for the definitions of routes, which no decision looks at, and of src/delivery those that have rules. Headers
hold tables and look-ups, which are counted and not required. With --everything the unit tests and the properties run after
them, and are counted together. Ends with `N passed, M failed`: files of rules that the golden cases run whole, or not.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FLOORS = ["src/model", "src/routing", "src/oracle", "src/delivery"]
PROCEDURE = "src/routing"
NO_PART_OF_A_DECISION = ["src/routing/route_definition.cpp"]
RULES_OVER_TIME = [f"src/delivery/{name}.cpp" for name in
                   ("acknowledgement", "delay", "dynamic_routing", "forwarding_count", "mirroring")]
# What no timeline brings about, with the reason. Links take no time there, so an address that claims to be the principal is the
# principal still when the message is sent at once: it is not lost before anything was delivered. The delivery tests, the properties
# and the comparison with spec/model/mirroring.pml have it.
NOT_OVER_LINKS_WITHOUT_TIME = {"src/delivery/mirroring.cpp": "    if (!delivered_) {"}
GOLDEN = [["golden/corpus-test", str(ROOT / "golden")], ["golden/timeline-test", str(ROOT / "golden")]]
OTHERS = [["src/unit-tests"], ["src/delivery/delivery-tests"], ["property-tests/property-tests"]]


def run(build, program, *arguments):
    environment = {**os.environ, "RC_PARAMS": "max_success=300 seed=20260101"}
    subprocess.run([build / program, *arguments, "--gtest_brief=1"], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def measured(build):
    """Of each file: lines and branches, and how many of them ran, and the lines that did not."""
    filters = [argument for floor in FLOORS for argument in ("--filter", f"{ROOT}/{floor}/")]
    done = subprocess.run(
        ["gcovr", "--root", ROOT, *filters, "--exclude", ".*_test[.]cpp",
         "--exclude-throw-branches", "--exclude-unreachable-branches",
         # Special members that the compiler writes are no code of ours.
         "--exclude-lines-by-pattern", ".*= default;", "--json", "-", build],
        check=True, capture_output=True, text=True, cwd=build)
    files = {}
    for file in json.loads(done.stdout)["files"]:
        lines = [line for line in file["lines"] if not line.get("gcovr/noncode") and not line.get("gcovr/excluded")]
        branches = [branch for line in lines for branch in line["branches"]]
        files[file["file"]] = {
            "lines": len(lines),
            "lines run": sum(line["count"] > 0 for line in lines),
            "branches": len(branches),
            "branches run": sum(branch["count"] > 0 for branch in branches),
            "not run": [line["line_number"] for line in lines if line["count"] == 0],
        }
    return files


def is_required(name):
    is_procedure = name.startswith(PROCEDURE + "/") and name.endswith(".cpp") and name not in NO_PART_OF_A_DECISION
    return is_procedure or name in RULES_OVER_TIME


def to_be_run(name, numbers):
    lines = (ROOT / name).read_text().splitlines()
    if name not in NOT_OVER_LINKS_WITHOUT_TIME:
        return numbers
    begin = lines.index(NOT_OVER_LINKS_WITHOUT_TIME[name])
    end = lines.index("    }", begin)
    return [number for number in numbers if not begin < number - 1 < end]


def share(part, whole):
    # Rounded down: 100 % is all of them.
    return f"{1000 * part // whole / 10} %" if whole else "-"


def row(title, files, floor):
    def total(what):
        return sum(file[what] for name, file in files.items() if name.startswith(floor + "/"))

    return (f"| {title} | `{floor}` | {total('lines run')} / {total('lines')} | {share(total('lines run'), total('lines'))} | "
            f"{total('branches run')} / {total('branches')} | {share(total('branches run'), total('branches'))} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--everything", action="store_true", help="also what the unit tests and the properties run")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="write the table there")
    options = parser.parse_args()
    build = options.build.resolve()

    for old in build.rglob("*.gcda"):
        old.unlink()
    for program in GOLDEN:
        run(build, *program)
    by_golden = measured(build)
    lines = ["| what runs | floor | lines | | branches | |", "|---|---|---:|---:|---:|---:|"]
    lines += [row("golden cases alone", by_golden, floor) for floor in FLOORS]
    if options.everything:
        for program in OTHERS:
            run(build, *program)
        by_everything = measured(build)
        lines += [row("with unit tests and properties", by_everything, floor) for floor in FLOORS]
    print("\n".join(lines))
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")

    required = {name: file for name, file in by_golden.items() if is_required(name)}
    failures = {name: numbers for name, file in required.items() if (numbers := to_be_run(name, file["not run"]))}
    for name, numbers in failures.items():
        print(f"{name}: no golden case runs line {', '.join(map(str, numbers))}")
    print(f"{len(required) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not required else 0


if __name__ == "__main__":
    sys.exit(main())
