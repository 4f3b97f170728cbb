#!/usr/bin/env python3
"""How soon `ssbroute fuzz` finds each deliberate fault of the example implementation, and how small it shrinks it.

    fuzz_power.py SSBROUTE [--time SECONDS] [--seed N] [--only GLOB] [--markdown FILE]

Fails when a fault is not found in time, when its smallest scenario has more than three routes, or when a control, which
is a way of following the rules, is flagged (controls are asked a fixed number of scenarios).
"""

import argparse
import concurrent.futures
import fnmatch
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUTER = HERE / "implementations" / "python" / "router.py"
MOST_ROUTES = 3
CONTROL_CASES = 3000

sys.path.insert(0, str(ROUTER.parent))
import deviations  # noqa: E402
import router  # noqa: E402


def fuzz(options, arguments, *limits):
    """Exit status, what was printed, and the seconds that it took."""
    implementation = shlex.join([sys.executable, str(ROUTER), *arguments])
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        done = subprocess.run(
            [options.ssbroute, "fuzz", "--impl", implementation, "--seed", str(options.seed), "--output", folder, *limits],
            capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, time.monotonic() - begun


def search_fault(options, name):
    """Seconds until it is found and shrunk, and the routes of the scenario; an error text where it is not."""
    status, text, seconds = fuzz(options, ["--deviate", name, "--pick", "first"], "--first", "--time", str(options.time))
    found = re.search(r"(\d+) routes$", text, re.M)
    if status != 1 or not found:
        return f"fault {name}: not found within {options.time} s"
    routes = int(found[1])
    if routes > MOST_ROUTES:
        return f"fault {name}: shrunk to {routes} routes, expected at most {MOST_ROUTES}"
    return seconds, routes


def check_control(options, control):
    status, text, _ = fuzz(options, control["arguments"], "--cases", str(CONTROL_CASES))
    return None if status == 0 else f"control {control['name']}: flagged: {text[-300:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ssbroute")
    parser.add_argument("--time", type=float, default=60, help="seconds for each fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="*", help="only faults and controls whose names match")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the summary there")
    options = parser.parse_args()

    names = [entry["name"] for entry in deviations.listing() if fnmatch.fnmatch(entry["name"], options.only)]
    controls = [one for one in router.controls() if fnmatch.fnmatch(one["name"], options.only)]
    failures, found = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, result in zip(names, pool.map(lambda name: search_fault(options, name), names)):
            if isinstance(result, str):
                failures.append(result)
                print(result, flush=True)
            else:
                found.append(result)
                print(f"{name}: {result[0]:.1f} s, {result[1]} routes", flush=True)
        failures += filter(None, pool.map(lambda control: check_control(options, control), controls))
    text = (f"{len(names)} faults, {len(found)} found within {options.time:g} s and shrunk to at most {MOST_ROUTES} routes "
            f"(seed {options.seed}; median {statistics.median(s for s, _ in found):.1f} s, longest {max(s for s, _ in found):.1f} s). "
            f"{len(controls)} controls, each asked {CONTROL_CASES} scenarios.") if found else "no fault was found"
    print("\n".join([*failures, text]))
    if options.markdown:
        options.markdown.write_text(text + "\n", encoding="utf-8")
    print(f"{len(names) + len(controls) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not found else 0


if __name__ == "__main__":
    sys.exit(main())
