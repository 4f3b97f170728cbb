#!/usr/bin/env python3
"""Checks that what the documents show is what the program prints: check_examples.py PROGRAM FILE.md...

In a `console` block, `$ ./dev run ARGS` is run in the project's folder, and the lines up to the next `$` are its output.
Prints TAP.
"""
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROMPT = "$ ./dev run "


def examples(path):
    """Each command that is shown with output, and that output."""
    for block in re.findall(r"^```console\n(.*?)^```$", path.read_text(encoding="utf-8"), re.M | re.S):
        command, shown = None, []
        for line in block.splitlines() + ["$"]:
            if not line.startswith("$"):
                shown.append(line)
                continue
            if command is not None and shown:
                yield command, "\n".join(shown).rstrip("\n")
            command = line.removeprefix(PROMPT) if line.startswith(PROMPT) else None
            shown = []


program, *files = sys.argv[1:]
found = [(name, *example) for name in files for example in examples(pathlib.Path(name))]
print(f"1..{len(found) + 1}")
print(f"{'ok' if found else 'not ok'} 1 - the documents show examples")
for number, (name, command, shown) in enumerate(found, 2):
    done = subprocess.run([program, *shlex.split(command)], cwd=ROOT, text=True, capture_output=True)
    same = (done.stdout + done.stderr).rstrip("\n") == shown
    print(f"{'ok' if same else 'not ok'} {number} - {pathlib.Path(name).name}: {command}")
    if not same:
        print("# " + (done.stdout + done.stderr).replace("\n", "\n# "))
