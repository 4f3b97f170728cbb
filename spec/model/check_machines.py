#!/usr/bin/env python3
"""Checks the Promela models of the rules over time with spin, and the C++ state machines against them. Prints TAP.

check_machines.py MACHINE-STEPS
  MACHINE-STEPS: the program that prints what the C++ machines do on all event sequences up to a length

Each property of each model holds. On all sequences of events up to the length the machine takes exactly the steps that the
model takes in all: the same events are possible in the same states, and lead to the same states.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Long enough for every step to be met.
MACHINES = {"mirroring": 8, "dynamic_routing": 8, "acknowledgement": 5}
MODELS = sorted(path.stem for path in HERE.glob("*.pml"))


def run(*command, cwd=None):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600)


def build(model, folder, *flags, options=()):
    """The verifier of a model; the text of what went wrong, if something did."""
    made = run("spin", *flags, "-a", str(HERE / f"{model}.pml"), cwd=folder)
    if made.returncode != 0 or re.search(r"\berror\b", made.stdout, re.I):
        return made.stdout + made.stderr
    made = run("gcc", "-O1", "-w", *options, "-o", "pan", "pan.c", cwd=folder)
    return made.stderr if made.returncode != 0 else None


def properties_of(model):
    return re.findall(r"^ltl (\w+) ", (HERE / f"{model}.pml").read_text(encoding="utf-8"), re.M)


def faults_of_property(folder, name):
    done = run("./pan", "-a", "-f", "-m1000000", "-N", name, cwd=folder)
    found = re.search(r"errors: (\d+)", done.stdout)
    truncated = "max search depth too small" in done.stdout
    return [] if found and found.group(1) == "0" and not truncated else done.stdout.splitlines()


def steps_in(text):
    return {" ".join(line.split()) for line in text.splitlines() if line.startswith("step ")}


def main():
    if not shutil.which("spin") or not shutil.which("gcc"):
        print("1..0 # SKIP spin or gcc is not installed")
        return 0
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for model in MODELS:
            fault = build(model, folder)
            results.append((f"{model}.pml is a model", [fault] if fault else []))
            for name in () if fault else properties_of(model):
                results.append((f"{model}: {name.replace('_', ' ')}", faults_of_property(folder, name)))
        for model, length in MACHINES.items():
            fault = build(model, folder, "-DLISTED", options=["-DNOCLAIM"])
            expected = set() if fault else steps_in(run("./pan", "-E", "-c0", "-m1000000", cwd=folder).stdout)
            found = steps_in(run(sys.argv[1], model.replace("_", "-"), str(length)).stdout)
            faults = [fault] if fault else []
            faults += [f"only in the model: {step}" for step in sorted(expected - found)]
            faults += [f"only in the machine: {step}" for step in sorted(found - expected)]
            results.append((f"{model}: the machine takes the steps of the model", faults if expected else faults + ["none"]))
    print(f"1..{len(results)}")
    for number, (name, faults) in enumerate(results, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        for fault in faults:
            print("\n".join("# " + line for line in fault.splitlines()))
    failed = sum(bool(faults) for _, faults in results)
    print(f"# {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
