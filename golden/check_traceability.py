#!/usr/bin/env python3
"""Checks that nothing of the specification is without a home. Prints TAP.

check_traceability.py TRACEABILITY.JSON GENERATED.MD ROOT
  TRACEABILITY.JSON, GENERATED.MD: what running the corpus measured (corpus-tool traceability)
  ROOT: the project's folder
"""
import json
import pathlib
import re
import sys

measured_path, generated_path, root = map(pathlib.Path, sys.argv[1:])
measured = json.loads(measured_path.read_text(encoding="utf-8"))
results = []


def check(name, faults):
    results.append((name, list(faults)))


def anchors(document):
    return re.findall(r'^<a id="([^"]+)"></a>\n### \1$', (root / "spec" / document).read_text(encoding="utf-8"), re.M)


def entries(header, kind, folder="routing"):
    """The ids that a table of the code has, in its order."""
    text = (root / "src" / folder / header).read_text(encoding="utf-8")
    return re.findall(kind + r'Entry\{\s*\w+::\w+,\s*"([^"]+)"', text)


rules = entries("rule.hpp", "Rule")
readings = entries("reading.hpp", "Reading")
rules_over_time = entries("rule_over_time.hpp", "RuleOverTime", "delivery")
readings_over_time = entries("reading_over_time.hpp", "ReadingOverTime", "delivery")
paragraphs = anchors("routing.md")
questions = anchors("readings.md")

check("the code has rules and readings", [] if rules and readings else ["none found"])
check("every rule of a decision has code", (r for r in rules if not measured["rules"].get(r, {}).get("code")))
check("every rule of a decision has a golden case", (r for r in rules if not measured["rules"].get(r, {}).get("cases")))
check("every rule of a decision has a paragraph in spec/routing.md", (r for r in rules if r not in paragraphs))
check("no rule has two paragraphs", (r for r in set(paragraphs) if paragraphs.count(r) > 1))
check("the rules of the code stand in the order of spec/routing.md",
      [] if [r for r in paragraphs if r in rules] == [r for r in rules if r in paragraphs and r != "MIRROR-1"] + ["MIRROR-1"] else ["order differs"])
check("every reading has a paragraph in spec/readings.md, in order, those over time last",
      [] if questions == readings + readings_over_time else ["order or ids differ"])
check("every reading has cases that tell its answers apart",
      (r for r in readings if not measured["readings"].get(r, {}).get("cases")))


def first_case(reading, folder="readings"):
    group = json.loads((root / "golden" / folder / f"{reading}.json").read_text(encoding="utf-8"))
    return f"{group['group']}/{group['cases'][0]['id']}"


check("the smallest case of a reading, first in its file, tells its answers apart",
      (r for r in readings if first_case(r) not in measured["readings"].get(r, {}).get("cases", [])))


check("the code has rules and readings over time", [] if rules_over_time and readings_over_time else ["none found"])
check("every rule over time has code and a golden timeline",
      (r for r in rules_over_time
       if not all(measured["rules_over_time"].get(r, {}).get(what) for what in ("code", "cases"))))
check("the rules over time of the code stand in the order of spec/routing.md",
      [] if [r for r in paragraphs if r in rules_over_time] == rules_over_time else ["order differs"])
check("every rule of spec/routing.md is one of a decision, over time, or of definitions",
      (r for r in paragraphs if r not in rules and r not in rules_over_time and not r.startswith("DEFINE-")))
models = "".join(path.read_text(encoding="utf-8") for path in (root / "spec" / "model").glob("*.pml"))
check("every rule over time is named in a Promela model",
      (r for r in rules_over_time if not re.search(rf"\b{r}\b", models)))
check("every reading over time has timelines that tell its answers apart",
      (r for r in readings_over_time if not measured["readings_over_time"].get(r, {}).get("cases")))
check("the smallest timeline of a reading over time, first in its file, tells its answers apart",
      (r for r in readings_over_time
       if first_case(r, "timelines") not in measured["readings_over_time"].get(r, {}).get("cases", [])))


def missing_code():
    """Code that is said to be a rule's, and whose file has no comment with the rule's id."""
    for rule, traces in [*measured["rules"].items(), *measured["rules_over_time"].items()]:
        for place in traces["code"]:
            file, line = place.rsplit(":", 1)
            above = (root / file).read_text(encoding="utf-8").splitlines()[: int(line)]
            if not any(re.search(rf"//+ {rule}\. ", text) for text in above):
                yield f"{rule} at {place}"


check("a rule's id and sentence stand above its code", missing_code())
published = root / "docs" / "traceability.md"
fresh = published.exists() and published.read_text(encoding="utf-8") == generated_path.read_text(encoding="utf-8")
check("docs/traceability.md is what the corpus measures (./dev traceability)", [] if fresh else ["stale"])

print(f"1..{len(results)}")
for number, (name, faults) in enumerate(results, 1):
    print(f"{'not ok' if faults else 'ok'} {number} - {name}")
    for fault in faults:
        print(f"# {fault}")
