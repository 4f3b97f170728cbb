#!/usr/bin/env python3
"""Runs a campaign and keeps its figures: record.py FILE.json TITLE COMMAND...

The command ends by saying `N passed, M failed`; a fuzzing engine says how many units it executed. What is kept: the title,
the command, the figures, the day, and the commit. A campaign that fails is kept as well: docs/evidence.md shows it.
"""
import datetime
import json
import re
import shlex
import subprocess
import sys


def figures(text, status):
    counted = re.findall(r"(\d+) passed, (\d+) failed", text)
    if counted:
        return {"passed": int(counted[-1][0]), "failed": int(counted[-1][1])}
    executed = re.findall(r"stat::number_of_executed_units: +(\d+)", text)
    if executed:
        return {"passed": int(executed[-1]) - (status != 0), "failed": int(status != 0)}
    sys.exit("record.py: the command says nothing of what passed and failed")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    path, title, *command = sys.argv[1:]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = []
    for line in process.stdout:
        sys.stdout.write(line)
        lines.append(line)
    status = process.wait()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    record = {"title": title, "command": shlex.join(command), **figures("".join(lines), status),
              "on": datetime.date.today().isoformat(), "commit": commit}
    with open(path, "w", encoding="utf-8") as out:
        json.dump(record, out, indent=2)
        out.write("\n")
    sys.exit(status)


main()
