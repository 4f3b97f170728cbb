#!/usr/bin/python3
"""Breaks each rule of src/routing and asks who notices: trials.py [--each N] [--markdown FILE]

For each rule the first N of its mutants (see mutate.py) that the golden cases notice are tried on the properties alone and on the
comparison with the declarative model alone, too. Mutants that only report another rule are left out: outcomes do not show them. Rules
that have no other mutants are broken by hand, in breaks.json. A rule whose breaking one of the three never notices fails.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys

import mutants
from mutate import BUILD, FOLDERS, PROPERTIES, ROOT, STAGES, build, fails

GOLDEN = STAGES[0]
RULES = "src/routing/rule.hpp"
BREAKS = pathlib.Path(__file__).with_name("breaks.json")


@dataclasses.dataclass
class Break(mutants.Mutant):
    """A change by hand, and what it means."""

    what: str = ""


def add_breaks(files):
    """Adds the changes of breaks.json to their files: the first `original` behind `after` becomes `text`."""
    last = max(mutant.number for file in files for mutant in file.mutants)
    for number, change in enumerate(json.loads(BREAKS.read_text()), last + 1):
        file = next(file for file in files if file.name == change["file"])
        begin = file.source.index(change["original"].encode(), file.source.index(change["after"].encode()))
        end = begin + len(change["original"].encode())
        line = file.source.count(b"\n", 0, begin) + 1
        file.mutants.append(Break(file.name, line, begin, end, "by hand", change["original"], change["text"], change["after"],
                                  (change["rule"],), number, change["what"]))


def tried_on(files, disabled):
    """For each rule of a decision its mutants that outcomes can show."""
    by_rule = {rule: [] for rule in re.findall(r'RuleEntry\{Rule::\w+, "([A-Z]+-\d)"', (ROOT / RULES).read_text())}
    for mutant in (mutant for file in files for mutant in file.mutants if mutant.number not in disabled):
        is_of_rules = mutant.file.startswith("src/routing/") and not mutant.original.startswith("Rule::")
        if not is_of_rules and not isinstance(mutant, Break):
            continue
        for rule in mutant.rules:
            by_rule[rule].append(mutant)
    return by_rule


def comparison_fails(number):
    done = subprocess.run(
        [ROOT / "spec/model/compare.py", "--golden", ROOT / "golden", "--random", "300", "--program", BUILD / "ssbroute",
         "--random-scenarios", BUILD / "property-tests/random-scenarios"],
        env={**os.environ, "SSBROUTE_MUTANT": str(number)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode != 0


def trials_of(members, number_of_trials):
    """Mutants that the golden cases notice, with whether the properties and the model do."""
    result = []
    for mutant in members:
        if len(result) == number_of_trials:
            break
        if fails(GOLDEN, mutant.number):
            result.append((mutant, fails(PROPERTIES, mutant.number), comparison_fails(mutant.number)))
    return result


def row(rule, mutant, by_properties, by_model):
    text = " ".join(mutant.text.split()) or "nothing"
    change = f"`{mutant.original}` becomes `{text}`".replace("|", "\\|")
    if isinstance(mutant, Break):
        change = f"{mutant.what}: {change}"
    file = mutant.file.removeprefix("src/").removeprefix("routing/")
    return f"| {rule} | {file}: {change} | yes | {'yes' if by_properties else 'no'} | {'yes' if by_model else 'no'} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=3, metavar="N", help="mutants to try for each rule")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="write the table there")
    options = parser.parse_args()

    files = mutants.find(ROOT, FOLDERS, ["-std=c++20", f"-I{ROOT / 'src'}"])
    add_breaks(files)
    disabled = build(files, ["ssbroute", "property-tests/random-scenarios"])
    if comparison_fails(0):
        sys.exit("without a mutant, the comparison with the model fails")
    by_rule = tried_on(files, disabled)
    lines = ["| rule | change | golden cases notice | a property notices | the model notices |", "|---|---|---|---|---|"]
    unnoticed = []
    for rule, members in by_rule.items():
        tried = trials_of(members, options.each)
        lines += [row(rule, *one) for one in tried]
        print("\n".join(row(rule, *one) for one in tried), flush=True)
        if not any(one[1] for one in tried) or not any(one[2] for one in tried):
            unnoticed.append(rule)
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"not noticed by each: {', '.join(unnoticed) or 'none'}")
    print(f"{len(by_rule) - len(unnoticed)} passed, {len(unnoticed)} failed")
    return 1 if unnoticed or not by_rule else 0


if __name__ == "__main__":
    sys.exit(main())
