#!/usr/bin/env python3
"""Holds the JSON Schemas to the inputs that the readers are held to, and corpus and program to the schemas.

Prints TAP. What is checked:
- each schema is itself sound, and accepts its own examples; together they know the rules and readings that
  routing.md and readings.md, one folder up from the schemas, tell of;
- a good input is accepted;
- a bad input is refused at the place that it names, or is accepted where it says that a schema cannot tell
  ("cannot-say": such faults are the readers' alone);
- every file of the corpus is a golden group or a group of golden timelines, and is named after its path;
- what the program prints on the corpus, with and without explanation, is an answer, and what it serves a reply; what
  lint and diff print on the corpus's instances are findings and differences.

The inputs are in scenario.json, golden.json, timeline.json, protocol.json and import.json: a list of objects with `name`, `good` and
`text`, the JSON text itself (so that repeated members and spellings survive). A bad one also has `pointer` (a JSON Pointer into the text,
to where the fault is told), `expected` (words that the reader's message contains) and `schema` ("refuses" or
"cannot-say"). Absent and null being the same, a required member that is null is told where a missing one is: at the
object that lacks it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from jsonschema.exceptions import SchemaError

    from validation import BASE, Validator, make_validator_factory
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

SCHEMAS = [
    "scenario", "answer", "golden-group", "protocol", "timeline", "timeline-group", "import", "findings", "differences",
]
# Which definition the inputs of a file are held to. The two sides of the protocol are told apart by their names.
HELD_TO = {
    "scenario": "scenario.schema.json",
    "golden": "golden-group.schema.json",
    "import": "import.schema.json",
    "timeline": "timeline.schema.json",
    "protocol request": "protocol.schema.json#/$defs/request",
    "protocol reply": "protocol.schema.json#/$defs/reply",
}

DROP = {"outcome": "drop"}
CONTESTED_DELAY = {"outcome": "delay", "readings": {"forwarding-inactive": "delay"}}


def explained(**explanation):
    return {"permitted": [DROP | explanation]}


def contested(*outcomes):
    return {"permitted": [DROP], "contested": list(outcomes)}


# Bad values of the answer schema, which has no inputs of its own because nothing reads explained answers.
BAD_ANSWERS = {
    "no object": [DROP],
    "permitted is missing": {"contested": []},
    "a sample beside permitted": {"outcome": DROP, "permitted": [DROP]},
    "a sample beside contested": {"outcome": DROP, "contested": []},
    "a sample with an unknown member": {"outcome": DROP | {"because": "text"}},
    "a sample with readings": {"outcome": DROP | {"readings": {"forwarding-inactive": "delay"}}},
    "permitted is empty": {"permitted": []},
    "permitted is no array": {"permitted": {"0": DROP}},
    "contested is no array": {"permitted": [DROP], "contested": {}},
    "an outcome is permitted twice": {"permitted": [DROP, DROP]},
    "an outcome is contested twice": contested(CONTESTED_DELAY, CONTESTED_DELAY),
    "an unknown member": {"permitted": [DROP], "rules": []},
    "an unknown member of a permitted outcome": explained(because="text"),
    "an unknown member of a contested outcome": contested(CONTESTED_DELAY | {"because": "text"}),
    "a member of another kind of outcome": explained(address="LOCAL"),
    "readings of a permitted outcome": explained(readings={"forwarding-inactive": "delay"}),
    "no readings of a contested outcome": contested({"outcome": "delay"}),
    "an unknown reading": contested({"outcome": "delay", "readings": {"mood": "delay"}}),
    "a source that is a number": {"source": 1, "permitted": [DROP]},
    "a source without a file": {"source": {"case": "outgoing"}, "permitted": [DROP]},
    "a source whose file is a number": {"source": {"file": 1}, "permitted": [DROP]},
    "a source whose case is a number": {"source": {"file": "a.json", "case": 1}, "permitted": [DROP]},
    "a source with an unknown member": {"source": {"file": "a.json", "line": 1}, "permitted": [DROP]},
    "a trace that is no array": explained(trace={}),
    "a step that is a string": explained(trace=["SCOPE-2"]),
    "a step without a rule": explained(trace=[{"routes": []}]),
    "a step of an unknown rule": explained(trace=[{"rule": "MATCH-8"}]),
    "a step whose routes are a string": explained(trace=[{"rule": "SCOPE-2", "routes": "AutoCreatedLocal"}]),
    "a step with a route that is no name": explained(trace=[{"rule": "SCOPE-2", "routes": [1]}]),
    "a bad trace of a contested outcome": contested(CONTESTED_DELAY | {"trace": {}}),
    "a transmission status that is a number": explained(transmission_status=9792),
    "a transmission status without meaning": explained(transmission_status={"number": 9792}),
    "a transmission status whose meaning is a number": explained(transmission_status={"meaning": 9792}),
    "a transmission status whose number is text": explained(transmission_status={"number": "9792", "meaning": "text"}),
    "a transmission status with an unknown member": explained(transmission_status={"meaning": "text", "text": ""}),
    "a why_not that is no array": explained(why_not={}),
    "a why_not of strings": explained(why_not=["AutoCreatedLocal"]),
    "a why_not of a route that is no name": explained(why_not=[{"route": 1}]),
    "a why_not of an unknown rule": explained(why_not=[{"route": "AutoCreatedLocal", "rule": "MATCH-8"}]),
}


def pointer_of(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def leaves(errors):
    for error in errors:
        if error.context:
            yield from leaves(error.context)
        else:
            yield error


def places_of(error):
    """The pointers at which a reader would tell what this error of a schema tells."""
    place = pointer_of(error.absolute_path)
    yield place
    if error.instance is None and error.absolute_path:
        yield pointer_of(list(error.absolute_path)[:-1])
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        for member in error.instance:
            if repr(member) in error.message:
                yield place + pointer_of([member])
    elif error.validator == "uniqueItems":
        for index in range(1, len(error.instance)):
            yield f"{place}/{index}"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def faults_of(validator, value):
    return [f"{pointer_of(e.absolute_path) or '(whole)'}: {e.message[:300]}" for e in validator.iter_errors(value)]


class Tap:
    """Collects results and prints them once their number is known."""

    def __init__(self):
        self.results = []

    def check(self, name, faults):
        self.results.append((name, list(faults)))

    def finish(self):
        print(f"1..{len(self.results)}")
        for number, (name, faults) in enumerate(self.results, 1):
            print(f"{'not ok' if faults else 'ok'} {number} - {name.replace('#', '')}")
            for fault in faults:
                print("\n".join("# " + line for line in fault.splitlines()))
        return any(faults for _, faults in self.results)


def check_schemas(tap, schemas, specification, validator_of):
    for name, schema in schemas.items():
        faults = []
        try:
            Validator.check_schema(schema)
        except SchemaError as error:
            faults.append(f"{pointer_of(error.absolute_path)}: {error.message}")
        if schema.get("$id") != f"{BASE}{name}.schema.json":
            faults.append(f"$id is {schema.get('$id')}")
        tap.check(f"schema {name} is sound", faults)

        examples = schema.get("examples", [])
        validator = validator_of(f"{name}.schema.json")
        faults = [f"example {i}: {f}" for i, e in enumerate(examples) for f in faults_of(validator, e)]
        tap.check(f"schema {name} accepts its examples", faults if examples else ["it has no examples"])

    readings = schemas["answer"]["$defs"]["readings"]["properties"]
    others = schemas["golden-group"]["$defs"]["other_readings"]["properties"]
    expected = {reading: {"const": answers["enum"][1]} for reading, answers in readings.items()}
    faults = [] if others == expected else [f"{others}", f"expected {expected}"]
    tap.check("the corpus knows every reading, without its preferred answer", faults)

    # Rules have an anchor each in routing.md; readings have a row each in the first table of readings.md.
    definitions = schemas["answer"]["$defs"]
    known = definitions["decision_rule"]["enum"] + definitions["rule"]["anyOf"][1]["enum"]
    text = (specification / "routing.md").read_text(encoding="utf-8")
    told = re.findall(r'<a id="([A-Z]+-[0-9]+)">', text)
    faults = [f"only here or only there: {rule}" for rule in sorted(set(known) ^ set(told))]
    tap.check("the schemas know the rules of routing.md", faults)

    # Readings over time have a table of their own, behind that of decisions.
    over_time = schemas["timeline-group"]["$defs"]["readings_over_time"]["properties"]
    known = [(reading, answers["enum"]) for reading, answers in (*readings.items(), *over_time.items())]
    text = (specification / "readings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([a-z-]+)\]\(#[a-z-]+\) \| (`.*?`) \|", text, re.MULTILINE)
    told = [(reading, re.findall(r"`([a-z-]+)`", answers)) for reading, answers in rows]
    faults = [] if known == told else [f"{known}", f"expected {told}"]
    tap.check("the schemas know the readings of readings.md, in their order", faults)

    others = schemas["timeline-group"]["$defs"]["other_readings"]["properties"]
    expected = {reading: {"const": answers[1]} for reading, answers in known}
    tap.check("golden timelines know every reading, without its preferred answer", [] if others == expected else [f"{others}"])
    unknown = sorted(set(schemas["timeline-group"]["$defs"]["rule_over_time"]["enum"]) - set(re.findall(
        r'<a id="([A-Z]+-[0-9]+)">', (specification / "routing.md").read_text(encoding="utf-8"))))
    tap.check("the rules over time are rules of routing.md", unknown)

    for name, answer in BAD_ANSWERS.items():
        accepted = validator_of("answer.schema.json").is_valid(answer)
        tap.check(f"schema answer refuses: {name}", ["it is accepted"] if accepted else [])


def held_to(file, name):
    """The definition that an input is held to."""
    return HELD_TO[f"protocol {name.partition('-')[0]}" if file == "protocol" else file]


def check_input(tap, file, entry, validator_of):
    name = f"{file}: {entry['name']}"
    value = json.loads(entry["text"])
    validator = validator_of(held_to(file, entry["name"]))
    if entry["good"]:
        faults = faults_of(validator, value)
        if file == "protocol":
            faults += faults_of(validator_of("protocol.schema.json"), value)
        tap.check(f"accepted: {name}", faults)
    elif entry["schema"] == "cannot-say":
        tap.check(f"left to the reader: {name}", faults_of(validator, value))
    elif entry["schema"] == "refuses":
        errors = list(validator.iter_errors(value))
        places = {place for error in leaves(errors) for place in places_of(error)}
        faults = []
        if not errors:
            faults = ["it is accepted"]
        elif entry["pointer"] not in places:
            faults = [f"refused at {', '.join(sorted(places))}; expected at {entry['pointer'] or '(whole)'}"]
        tap.check(f"refused: {name}", faults)
    else:
        tap.check(f"expectation: {name}", [f"schema is {entry['schema']}"])


def check_inputs(tap, inputs, validator_of):
    for file in ("scenario", "golden", "timeline", "protocol", "import"):
        entries = load(inputs / f"{file}.json")
        names = [entry["name"] for entry in entries]
        tap.check(f"{file}: every name is given once", sorted({name for name in names if names.count(name) > 1}))
        kinds = {entry["good"] for entry in entries}
        tap.check(f"{file} has good and bad inputs", [] if kinds == {True, False} else [f"{kinds}"])
        for entry in entries:
            check_input(tap, file, entry, validator_of)


def check_corpus(tap, golden, validator_of):
    decisions, timelines = map(validator_of, ("golden-group.schema.json", "timeline-group.schema.json"))
    files = sorted(golden.rglob("*.json"))
    tap.check("the corpus is there", [] if files else [f"no file in {golden}"])
    for path in files:
        name = path.relative_to(golden).as_posix()
        try:
            group = load(path)
        except ValueError as error:
            tap.check(f"golden group: {name}", [str(error)])
            continue
        faults = faults_of(timelines if "timeline" in group else decisions, group)
        if not faults and group["group"] + ".json" != name:
            faults = [f"/group: {group['group']} is not the file's path"]
        tap.check(f"golden group: {name}", faults)


def check_program(tap, program, golden, validator_of):
    files = {path: load(path) for path in sorted(golden.rglob("*.json"))}
    groups = [group for group in files.values() if "timeline" not in group]
    cases = [(group, case) for group in groups for case in group["cases"]]

    def check(name, arguments, definition, number=len(cases), text=None):
        done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True)
        faults = [] if done.returncode == 0 else [f"exit status {done.returncode}", done.stderr]
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if len(lines) != number:
            faults.append(f"{len(lines)} lines, expected {number}")
        validator = validator_of(definition)
        faults += [f"line {i}: {fault}" for i, line in enumerate(lines, 1) for fault in faults_of(validator, line)]
        tap.check(name, faults)

    for options in ([], ["--explain"], ["--sample", "1"], ["--sample", "1", "--explain"], ["--no-contested"]):
        command = ["decide", "--json", *options]
        check(f"{' '.join(command)} prints answers", [*command, golden], "answer.schema.json")

    for path, group in files.items():
        if "timeline" in group:
            check_simulation(tap, program, path, validator_of)

    questions = [
        {"id": i, "scenario": {"now": "2026-01-01T00:00:00Z", "instance": group["instance"], "message": case["message"]}}
        for i, (group, case) in enumerate(cases)
    ]
    requests = [{"protocol": 1}, *questions, "no request", {"id": "no scenario"}]
    text = "".join(json.dumps(request) + "\n" for request in requests)
    reply = HELD_TO["protocol reply"]
    check("serve prints replies", ["serve"], reply, len(requests), text)
    check("serve --sample prints replies", ["serve", "--sample", "1"], reply, len(requests), text)
    check_reviews(tap, program, [group["instance"] for group in groups], validator_of)


def check_reviews(tap, program, instances, validator_of):
    def faults_in(arguments, definition):
        done = subprocess.run([program, *arguments, "--now", "2026-01-01T00:00:00Z"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return [f"exit status {done.returncode}", done.stderr]
        return faults_of(validator_of(definition), json.loads(done.stdout))

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(len(instances))]
        for path, instance in zip(paths, instances):
            path.write_text(json.dumps(instance), encoding="utf-8")
        faults = [f for path in paths for f in faults_in(["lint", "--format", "json", path], "findings.schema.json")]
        tap.check("lint prints findings", faults)
        pairs = zip(paths, paths[1:])
        faults = [f for pair in pairs for f in faults_in(["diff", "--json", *pair], "differences.schema.json")]
        tap.check("diff prints differences", faults)


def check_simulation(tap, program, path, validator_of):
    """What simulate prints of the cases of a group, with and without --all, are histories; of one timeline, happenings."""
    happening, history = map(validator_of, ("timeline.schema.json#/$defs/happening", "timeline.schema.json#/$defs/history"))

    def simulated(options, file, text=None):
        done = subprocess.run([program, "simulate", "--json", *options, file], input=text, capture_output=True, text=True)
        faults = [] if done.returncode == 0 else [f"exit status {done.returncode}", done.stderr]
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return lines, faults if lines else [*faults, "no line"]

    for options in ([], ["--all"]):
        lines, faults = simulated(options, path)
        for line in lines:
            faults += faults_of(history, line["history"])
        tap.check(f"simulate --json {' '.join(options)} prints histories of {path.name}", faults)
    group = load(path)
    sends = next(one["value"] for one in group["cases"][0]["given"] if one["path"] == "/events")
    lines, faults = simulated([], "-", json.dumps(group["timeline"] | {"events": sends}))
    for line in lines:
        faults += faults_of(happening, line)
    tap.check(f"simulate --json prints happenings of the first case of {path.name}", faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--schemas", type=Path, required=True, metavar="DIR", help="where the schemas are")
    parser.add_argument("--inputs", type=Path, required=True, metavar="DIR", help="where the inputs are")
    parser.add_argument("--golden", type=Path, required=True, metavar="DIR", help="where the corpus is")
    parser.add_argument("--program", type=Path, metavar="FILE", help="the program whose output is checked too")
    arguments = parser.parse_args()

    schemas = {name: load(arguments.schemas / f"{name}.schema.json") for name in SCHEMAS}
    validator_of = make_validator_factory(schemas)
    tap = Tap()
    check_schemas(tap, schemas, arguments.schemas.resolve().parent, validator_of)
    check_inputs(tap, arguments.inputs, validator_of)
    check_corpus(tap, arguments.golden, validator_of)
    if arguments.program:
        check_program(tap, arguments.program.resolve(), arguments.golden, validator_of)
    return 1 if tap.finish() else 0


if __name__ == "__main__":
    sys.exit(main())
