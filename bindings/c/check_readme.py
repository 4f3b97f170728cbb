#!/usr/bin/env python3
"""Installs the C interface into a folder of its own and runs the examples of its README there: check_readme.py BUILD README.md.

Prints TAP.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build, readme = map(pathlib.Path, sys.argv[1:])
text = readme.read_text(encoding="utf-8")


def block(language):
    return re.search(rf"^```{language}\n(.*?)^```$", text, re.M | re.S).group(1)


def run(command, cwd, **variables):
    return subprocess.run(
        command, cwd=cwd, env=os.environ | variables, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder) / "root"
    run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root], folder)
    packages = next(root.rglob("ssbroute-c.pc")).parent
    libraries = {"LD_LIBRARY_PATH": str(packages.parent)}

    (pathlib.Path(folder) / "example.c").write_text(block("c"), encoding="utf-8")
    run(["sh", "-ec", block("sh")], folder, PKG_CONFIG_PATH=str(packages), PKG_CONFIG_SYSROOT_DIR=str(root), **libraries)
    answer = run(["./example"], folder, **libraries)

    script = block("python") + "print(rules[:10])\n"
    rules = run([shutil.which("python3"), "-c", script], folder, **libraries)

checks = [
    (answer == block("json"), "the example in C prints what the README says"),
    (rules == '{"rules":[\n', "the example in Python reads the rules"),
]
print(f"1..{len(checks)}")
for number, (holds, what) in enumerate(checks, 1):
    print(f"{'ok' if holds else 'not ok'} {number} - {what}")
sys.exit(not all(holds for holds, _ in checks))
