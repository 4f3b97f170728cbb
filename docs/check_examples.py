#!/usr/bin/env python3
"""Checks that what the documents show is what the program prints: check_examples.py PROGRAM FILE.md...

In a `console` block, `$ ./dev run ARGS` is run in the project's folder, and the lines up to the next `$` are its output.
Where ARGS have `--diagram FILE`, FILE in the project is what the program draws. Prints TAP.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROMPT = "$ ./dev run "


def examples(path):
    """Each command that is shown with output or draws a picture, and that output."""
    for block in re.findall(r"^```console\n(.*?)^```$", path.read_text(encoding="utf-8"), re.M | re.S):
        command, shown = None, []
        for line in block.splitlines() + ["$"]:
            if not line.startswith("$"):
                shown.append(line)
                continue
            if command is not None and (shown or "--diagram" in command):
                yield command, "\n".join(shown).rstrip("\n")
            command = line.removeprefix(PROMPT) if line.startswith(PROMPT) else None
            shown = []


def run(command):
    return subprocess.run([program, *command], cwd=ROOT, text=True, capture_output=True)


def draws_what_is_there(command):
    """Whether the picture in the project is the one that the command draws."""
    place = command.index("--diagram") + 1
    picture = ROOT / command[place]
    with tempfile.TemporaryDirectory() as folder:
        drawn = pathlib.Path(folder) / picture.name
        run([*command[:place], str(drawn), *command[place + 1 :]])
        return drawn.exists() and drawn.read_bytes() == picture.read_bytes()


program, *files = sys.argv[1:]
found = [(name, *example) for name in files for example in examples(pathlib.Path(name))]
print(f"1..{len(found) + 1}")
print(f"{'ok' if found else 'not ok'} 1 - the documents show examples")
for number, (name, command, shown) in enumerate(found, 2):
    if "--diagram" in command:
        same = draws_what_is_there(shlex.split(command))
        print(f"{'ok' if same else 'not ok'} {number} - {pathlib.Path(name).name}: {command}")
        continue
    done = run(shlex.split(command))
    same = (done.stdout + done.stderr).rstrip("\n") == shown
    print(f"{'ok' if same else 'not ok'} {number} - {pathlib.Path(name).name}: {command}")
    if not same:
        print("# " + (done.stdout + done.stderr).replace("\n", "\n# "))
