#!/usr/bin/env python3
"""How much the golden corpus notices: each deliberate fault of the example implementation, tried on every golden case.

    power.py CORPUS                     CORPUS is what `corpus-tool flat golden` prints; - is standard input
    power.py CORPUS --markdown FILE     writes the tables to FILE, too

A case kills a fault when the outcome with the fault is neither permitted nor contested in it. Fails when no case kills
a fault, or when one would kill a control, which is a way of following the rules.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
RULES = HERE.parent / "spec" / "routing.md"

sys.path.insert(0, str(HERE / "implementations" / "python"))
import deviations  # noqa: E402
import router  # noqa: E402

SHOWN = 3  # killing cases that the tables name for each fault


# ---- Running ----------------------------------------------------------------------------------------------------------------

def read_corpus(lines):
    cases = []
    for line in lines:
        case = json.loads(line)
        cases.append(SimpleNamespace(
            id=case["id"], document=case["scenario"], scenario=router.Decision.read(case["scenario"]), rules=case["rules"],
            permitted={router.outcome_key(outcome) for outcome in case["permitted"]},
            contested={router.outcome_key(outcome) for outcome in case["contested"]}))
    repeated = [name for name, times in Counter(case.id for case in cases).items() if times > 1]
    if repeated:
        sys.exit(f"power.py: repeated case {repeated[0]}")
    return cases


def verdict(case, options):
    """Of one outcome, as the router gives it with these options; `fails` when it gives none."""
    decision = options.decision
    try:
        scenario = case.scenario if decision.read is router.Decision.read else decision.read(case.document)
        take = router.picker(options.pick, options.seed, case.document)
        key = router.outcome_key(router.one_outcome(decision, scenario, options.profile, take))
    except Exception:  # whatever a fault leads to, RecursionError included
        return "fails"
    return "conforms" if key in case.permitted else "contested" if key in case.contested else "violates"


def run(name, given, cases, rules=(), what=""):
    """What the cases say about the router with these arguments."""
    options = router.arguments(given)
    found = {"conforms": [], "contested": [], "violates": [], "fails": []}
    for case in cases:
        found[verdict(case, options)].append(case.id)
    return SimpleNamespace(name=name, rules=rules, what=what, killing=found["violates"], verdicts=found)


def is_flagged(control):
    return bool(control.verdicts["violates"] or control.verdicts["fails"])


def by_rule(faults, cases):
    """The faults of each rule that has any or that a case names, in the order of spec/routing.md."""
    rules = {rule: [] for case in cases for rule in case.rules}
    for fault in faults:
        for rule in fault.rules:
            rules.setdefault(rule, []).append(fault)
    order = re.findall(r'<a id="([A-Z]+-[0-9]+)"></a>', RULES.read_text(encoding="utf-8"))
    return {rule: rules[rule] for rule in sorted(rules, key=order.index)}


# ---- Tables -----------------------------------------------------------------------------------------------------------------

def score(killed, number):
    return f"{100 * killed // number} %" if number else "-"  # 100 % is all of them


def rule_rows(rules):
    """Rule; faults killed, all; score; the cases that kill any of them; the fewest and the most that kill one."""
    for rule, faults in rules.items():
        killed = [fault for fault in faults if fault.killing]
        kills = [len(fault.killing) for fault in faults]
        yield (rule, f"{len(killed)} / {len(faults)}", score(len(killed), len(faults)),
               str(len({case for fault in faults for case in fault.killing})),
               str(min(kills)) if kills else "-", str(max(kills)) if kills else "-")


RULE_HEADINGS = ("rule", "faults killed", "score", "killing cases", "fewest for a fault", "most for a fault")


def print_table(headings, rows):
    rows = [headings, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(headings))]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


def print_tables(faults, rules):
    print_table(("fault", "cases", f"the first {SHOWN}"), [
        (fault.name, str(len(fault.killing)), ", ".join(fault.killing[:SHOWN])) for fault in faults])
    print()
    print_table(RULE_HEADINGS, list(rule_rows(rules)))
    print()


def summary(faults, controls, cases):
    killed = sum(bool(fault.killing) for fault in faults)
    flagged = sum(is_flagged(control) for control in controls)
    return (f"{len(cases)} golden cases. {len(faults)} faults, {killed} killed ({score(killed, len(faults))}). "
            f"{len(controls)} controls, {flagged} flagged.")


def linked(rule):
    return f"[{rule}](../spec/routing.md#{rule})"


def markdown(faults, rules, text):
    def row(*cells):
        return "| " + " | ".join(cells) + " |"

    lines = [text, "", row(*RULE_HEADINGS), row("---", *["---:"] * 5)]
    lines += [row(linked(rule), *rest) for rule, *rest in rule_rows(rules)]
    lines += ["", row("fault", "what is wrong", "rules", "killing cases", f"the first {SHOWN}"),
              row("---", "---", "---", "---:", "---")]
    lines += [row(f"`{fault.name}`", fault.what, ", ".join(map(linked, fault.rules)), str(len(fault.killing)),
                  ", ".join(f"`{case}`" for case in fault.killing[:SHOWN])) for fault in faults]
    return "\n".join(lines) + "\n"


# ---- Command line -----------------------------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description="Tries every deliberate fault on every golden case.")
    parser.add_argument("corpus", help="the flat corpus, a case a line; - is standard input")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the tables to this file, too")
    options = parser.parse_args()

    if options.corpus == "-":
        cases = read_corpus(sys.stdin.buffer)
    else:
        with open(options.corpus, "rb") as lines:
            cases = read_corpus(lines)
    faults = [run(entry["name"], ["--deviate", entry["name"], "--pick", "first"], cases, entry["rules"], entry["what"])
              for entry in deviations.listing()]
    controls = [run(control["name"], control["arguments"], cases) for control in router.controls()]

    rules, text = by_rule(faults, cases), summary(faults, controls, cases)
    print_tables(faults, rules)
    print(text)
    if options.markdown:
        options.markdown.write_text(markdown(faults, rules, text), encoding="utf-8")

    failures = [f"fault {fault.name}: no case kills it ({fault.what})" for fault in faults if not fault.killing]
    failures += [f"control {control.name}: flagged by {', '.join(control.verdicts['violates'] + control.verdicts['fails'])}"
                 for control in controls if is_flagged(control)]
    for failure in failures:
        print(failure)
    print(f"{len(faults) + len(controls) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
