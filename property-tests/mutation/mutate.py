#!/usr/bin/python3
"""Measures how hard a wrong rule would find it to survive: mutate.py [--only PATH] [--markdown FILE]

Every mutant of src/model, src/routing and src/oracle (see mutants.py) is built into one program and run against the
golden cases alone, then, if it survives, against the unit tests, then against the properties; one of src/delivery against the golden
timelines alone, then its tests, then the properties. --only takes one folder or file. Survivors must stand,
with the reason why nothing can tell them from the original, in equivalent.json; what stands there must survive.
Prints the score of each rule and ends with `N passed, M failed`; exit status 1 below the bar or on a survivor
that is not explained.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

import mutants

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build-mutants"
TREE, BUILD = WORK / "tree", WORK / "build"
FOLDERS = ["src/model", "src/routing", "src/oracle", "src/delivery"]
# A program that only prints what the state machines do.
NO_PART = ["src/delivery/machine_steps.cpp"]
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.json")
BAR = 95
MUTANT_HEADER = """\
#pragma once
#include <cstdlib>
inline int const ssbroute_active_mutant = [] {
    char const* number = std::getenv("SSBROUTE_MUTANT");
    return number == nullptr ? 0 : std::atoi(number);
}();
constexpr bool ssbroute_mutant(int number) {
    if (__builtin_is_constant_evaluated()) return false;
    return number == ssbroute_active_mutant;
}
"""
# Stage, program, its arguments, seconds (twenty times what it needs, and more), environment.
PROPERTIES = ("properties", "property-tests/property-tests", ["--gtest_brief=1"], 60, {"RC_PARAMS": "max_success=200 seed=20260101"})
STAGES = [
    ("golden cases", "golden/corpus-test", [str(ROOT / "golden"), "--gtest_brief=1"], 10, {}),
    ("unit tests", "src/unit-tests", ["--gtest_brief=1"], 10, {}),
    PROPERTIES,
]
STAGES_OVER_TIME = [
    ("golden timelines", "golden/timeline-test", [str(ROOT / "golden"), "--gtest_brief=1"], 10, {}),
    ("delivery tests", "src/delivery/delivery-tests", ["--gtest_brief=1"], 10, {}),
    PROPERTIES,
]


def stages_of(file):
    return STAGES_OVER_TIME if file.startswith("src/delivery/") else STAGES


def is_chosen(file, path):
    """Whether a file is the path, or is below it."""
    return file not in NO_PART and pathlib.PurePath(file).is_relative_to(path)


def write_tree(files, disabled):
    """The project with the mutants in it; a file that did not change keeps its time."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in sorted({path.split("/")[0] for path in tracked}):
        target = TREE / name
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, dirs_exist_ok=True, copy_function=copy_if_new)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            copy_if_new(ROOT / name, target)
    for file in files:
        write_if_new(TREE / file.name, file.rewritten(disabled))


def copy_if_new(source, target):
    # A file with mutants is newer than its original, and so is left as it is until write_tree writes it anew.
    if not os.path.exists(target) or pathlib.Path(source).stat().st_mtime > pathlib.Path(target).stat().st_mtime:
        shutil.copy2(source, target)


def write_if_new(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def build(files, others=(), left_out=frozenset()):
    """Builds the programs of the stages and others, without the mutants left out; those that do not compile are taken out, too.
    Returns the numbers of both."""
    header = WORK / "mutant.hpp"
    WORK.mkdir(exist_ok=True)
    write_if_new(header, MUTANT_HEADER)
    disabled = set(left_out)
    write_tree(files, disabled)
    if not (BUILD / "build.ninja").exists():
        subprocess.run(
            ["meson", "setup", BUILD, TREE, "-Doptimization=1", "-Ddebug=false", "-Dwarning_level=0", "-Dwerror=false",
             f"-Dcpp_args=-include {header} -w", "-Ddefault_library=static"],
            check=True, stdout=sys.stderr)
    mutated = [file for file in files if any(mutant.number not in left_out for mutant in file.mutants)]
    programs = {program for file in mutated for _, program, *_ in stages_of(file.name)}
    while True:
        done = subprocess.run(["ninja", "-k", "0", "-C", BUILD, *sorted(programs), *others], text=True, capture_output=True)
        if done.returncode == 0:
            return disabled
        faulty = faulty_mutants(done.stdout)
        if not faulty - disabled:
            sys.exit("the mutated tree does not build:\n" + done.stdout[-4000:])
        disabled |= faulty
        print(f"{len(disabled - set(left_out))} mutants do not compile", file=sys.stderr)
        for file in files:
            write_if_new(TREE / file.name, file.rewritten(disabled))


def faulty_mutants(output):
    """The numbers of the mutants that stand where the compiler complains."""
    faulty = set()
    for path, line, column in re.findall(r"^(\S+?):(\d+):(\d+): error", output, re.M):
        source = (BUILD / path).resolve()
        if not source.is_relative_to(TREE):
            continue
        lines = source.read_text().splitlines()
        before = re.findall(r"ssbroute_mutant\((\d+)\)", lines[int(line) - 1][: int(column)])
        here = re.findall(r"ssbroute_mutant\((\d+)\)", lines[int(line) - 1])
        # An expression may have begun some lines before.
        above = re.findall(r"ssbroute_mutant\((\d+)\)", "\n".join(lines[max(0, int(line) - 10) : int(line) - 1]))
        if before or here or above:
            faulty.add(int(before[-1] if before else here[0] if here else above[-1]))
    return faulty


def limit_memory():
    four_gigabytes = 4 << 30
    resource.setrlimit(resource.RLIMIT_AS, (four_gigabytes, four_gigabytes))


def fails(stage, number):
    """Whether a stage notices the mutant: by a failure, a crash, or by not coming to an end."""
    _, program, arguments, seconds, environment = stage
    try:
        done = subprocess.run(
            [BUILD / program, *arguments], cwd=ROOT, env={**os.environ, **environment, "SSBROUTE_MUTANT": str(number)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def killer(mutant):
    """The name of the first stage that notices a mutant; nothing for a survivor."""
    for stage in stages_of(mutant.file):
        if fails(stage, mutant.number):
            return stage[0]
    return None


def run(all_mutants):
    """What kills each mutant, two at a time."""
    verdicts = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (mutant, verdict) in enumerate(zip(all_mutants, pool.map(killer, all_mutants)), 1):
            verdicts[mutant.number] = verdict
            if sys.stderr.isatty() or done % 100 == 0:
                print(f"{done} of {len(all_mutants)} mutants", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr)
    return verdicts


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def table(all_mutants, verdicts, explained):
    """The score by rule, and by file for what is no rule's."""
    groups = collections.defaultdict(list)
    for mutant in all_mutants:
        for name in mutant.rules or (mutant.file,):
            groups[name].append(mutant)
    lines = ["| rule or file | mutants | killed by golden cases alone | killed | equivalent | score |", "|---|---|---|---|---|---|"]
    for name, members in sorted(groups.items(), key=lambda item: ("/" in item[0], item[0])):
        killed = sum(verdicts[m.number] is not None for m in members)
        golden = sum(verdicts[m.number] == stages_of(m.file)[0][0] for m in members)
        equivalent = sum(verdicts[m.number] is None and m.key() in explained for m in members)
        lines.append(f"| {name} | {len(members)} | {golden} | {killed} | {equivalent} | {share(killed, len(members) - equivalent)} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="src", metavar="PATH", help="only the mutants of this file, or of the files below this folder")
    parser.add_argument("--markdown", help="write the figures there")
    parser.add_argument("--survivors", help="write the survivors there, as equivalent.json has them")
    arguments = parser.parse_args()

    found = mutants.find(ROOT, FOLDERS, ["-std=c++20", f"-I{ROOT / 'src'}"])
    files = [file for file in found if is_chosen(file.name, arguments.only)]
    left_out = {mutant.number for file in found if file not in files for mutant in file.mutants}
    disabled = build(found, left_out=left_out)
    for stage in {stage[0]: stage for file in files for stage in stages_of(file.name)}.values():
        if fails(stage, 0):
            sys.exit(f"without a mutant, the {stage[0]} fail")
    chosen = [m for f in files for m in f.mutants if m.number not in disabled]
    verdicts = run(chosen)

    explained = {tuple(e[k] for k in ("file", "function", "operator", "original", "text")): e["why"]
                 for e in json.loads(EQUIVALENT.read_text())}
    survivors = [m for m in chosen if verdicts[m.number] is None]
    unexplained = [m for m in survivors if m.key() not in explained]
    alive = {m.key() for m in survivors}
    stale = [key for key in explained if key not in alive and is_chosen(key[0], arguments.only)]

    killed, equivalent = len(chosen) - len(survivors), len(survivors) - len(unexplained)
    golden = sum(verdicts[m.number] == stages_of(m.file)[0][0] for m in chosen)
    score = 100 * killed / max(1, len(chosen) - equivalent)
    lines = table(chosen, verdicts, explained)
    lines += ["", f"{len(chosen)} mutants ({len(disabled - left_out)} more do not compile): {golden} are killed by golden cases alone, "
              f"{killed} in all, {equivalent} are equivalent, {len(unexplained)} survive. Score {score:.1f} %."]
    print("\n".join(lines))
    for mutant in unexplained:
        print(f"survivor {mutant.file}:{mutant.line} {mutant.function}: {mutant.operator}: {mutant.original} -> {mutant.text}")
    for key in stale:
        print(f"no survivor, yet explained: {key}")
    if arguments.markdown:
        pathlib.Path(arguments.markdown).write_text("\n".join(lines) + "\n")
    if arguments.survivors:
        fields = ("file", "function", "operator", "original", "text")
        pathlib.Path(arguments.survivors).write_text(json.dumps([dict(zip(fields, m.key()), why="") for m in unexplained], indent=2))
    print(f"{killed + equivalent} passed, {len(unexplained) + len(stale)} failed")
    return 1 if unexplained or stale or score < BAR or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
