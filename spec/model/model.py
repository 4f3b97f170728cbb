#!/usr/bin/python3
"""The declarative model of Service Broker routing: asks routing.lp, by clingo, for all that may become of a message.

    model.py                 answers scenarios, a JSON line each ({"id": 1, "scenario": {...}}), on standard input with the
                             permitted and the contested outcomes; speaks the conformance protocol
    model.py --golden DIR    checks the golden groups below DIR; exit status 1 if one disagrees
    --reading ID=ANSWER      fixes a reading to one of its answers (may be repeated)
    --clingo PROGRAM         the clingo to use, 5.4 or later (default: clingo)
    --batch N                scenarios that one run of clingo answers at most (default: 32)

What is decided here and not in routing.lp is only what its header names: which names, identifiers and addresses are equal, the
order of instants, and the address that a service name begins with; beside that, which inputs are errors, and how the ways that
routing.lp finds become the two sets of an answer.

Many scenarios are put to one run of clingo: a fact holds only if run(n) does for a scenario n that has it, and run(n) holds for
exactly one n in an answer set. So an answer set is one way of one scenario, as if that had been asked alone.
"""
import argparse
import copy
import json
import os
import pathlib
import re
import select
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).resolve().parent / "routing.lp"
DYNAMIC = "SQL/ServiceBroker/BrokerConfiguration"


class Fault(Exception):
    """The input is an error and no decision is taken. Its text begins with a JSON Pointer."""


# ---------------------------------------------------------------------------------------------------------------- Equality

GUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
NETWORK = re.compile(r"([Tt][Cc][Pp])://([^/:\[\]\x00-\x20\x7f]+|\[[^/\]\x00-\x20\x7f]+\]):([0-9]+)(?=/|\Z)")
TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))?", re.ASCII)
UPPER_TO_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def ascii_lower(text):
    return text.translate(UPPER_TO_LOWER)


def bare_guid(text):
    """The GUID without its braces, in lower case, or None if the text is no GUID."""
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    return text.lower() if GUID.fullmatch(text) else None


def identifier_key(text):
    guid = bare_guid(text)
    return ("text", text) if guid is None else ("guid", guid)


def valid_prefix(text):
    """The valid network address with which the text begins, up to its port, or None."""
    found = NETWORK.match(text)
    if found:
        port = found.group(3).lstrip("0")
        if port and len(port) <= 5 and int(port) <= 65535:
            return found.group(0)
    return None


def address_key(text):
    """Two addresses are equal when their keys are. `local` and `transport` are the keys of these two words."""
    prefix = valid_prefix(text)
    if prefix is not None:
        start, _, port = ascii_lower(prefix).rpartition(":")
        return ("network", start, int(port.lstrip("0")))
    lower = ascii_lower(text)
    return lower if lower in ("local", "transport") else ("text", lower)


def instant(text):
    """A key that orders times as instants, or None if the text is no time."""
    found = TIME.fullmatch(text)
    if not found:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.group(1, 2, 3, 4, 5, 6))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not (1 <= month <= 12 and 1 <= day <= lengths[month - 1] and hour <= 23 and minute <= 59 and second <= 59):
        return None
    offset = 0
    if found.group(8):
        offset_hour, offset_minute = int(found.group(9)), int(found.group(10))
        if offset_hour > 23 or offset_minute > 59:
            return None
        offset = (offset_hour * 60 + offset_minute) * (-1 if found.group(8) == "-" else 1)
    before = year + 399  # any count of whole 400 years from year 1 keeps the years positive
    days = before * 365 + before // 4 - before // 100 + before // 400 + sum(lengths[:month - 1]) + day
    return ((days * 24 + hour) * 60 + minute - offset) * 60 + second, (found.group(7) or "").rstrip("0")


# ------------------------------------------------------------------------------------------------------------------- Input

class Object(dict):
    """A JSON object that remembers a repeated member."""
    repeated = None

    @classmethod
    def of_pairs(cls, pairs):
        made = cls(pairs)
        if len(made) != len(pairs):
            names = [name for name, _ in pairs]
            made.repeated = next(name for name in names if names.count(name) > 1)
        return made


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


def read_json(text):
    return json.loads(text, object_pairs_hook=Object.of_pairs, parse_constant=no_constant)


def pointer_to(pointer, name):
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1")


def text_of(value, pointer):
    if not isinstance(value, str):
        raise Fault(f"{pointer}: expected a string")
    return value


def boolean_of(value, pointer):
    if not isinstance(value, bool):
        raise Fault(f"{pointer}: expected true or false")
    return value


def integer_of(value, pointer):
    if isinstance(value, bool) or not (isinstance(value, int) or isinstance(value, float) and value.is_integer()):
        raise Fault(f"{pointer}: expected an integer")
    return value


def guid_of(value, pointer):
    if bare_guid(text_of(value, pointer)) is None:
        raise Fault(f"{pointer}: expected a GUID")
    return value


def time_of(value, pointer):
    if instant(text_of(value, pointer)) is None:
        raise Fault(f"{pointer}: expected a time")
    return value


def side_of(value, pointer):
    if value not in ("initiator", "target"):
        raise Fault(f"{pointer}: expected \"initiator\" or \"target\"")
    return value


def list_of(reader):
    def read(value, pointer):
        if not isinstance(value, list):
            raise Fault(f"{pointer}: expected a list")
        return [reader(item, f"{pointer}/{place}") for place, item in enumerate(value)]
    return read


def object_of(required, optional):
    """Reads an object: its required and its optional members, each by its reader; an absent optional member becomes None."""
    readers = {**required, **optional}

    def read(value, pointer):
        if not isinstance(value, dict):
            raise Fault(f"{pointer}: expected an object")
        if getattr(value, "repeated", None) is not None:
            raise Fault(f"{pointer_to(pointer, value.repeated)}: this member is repeated")
        for name in value:
            if name not in readers:
                raise Fault(f"{pointer_to(pointer, name)}: this member is not known")
        for name in required:
            if value.get(name) is None:
                raise Fault(f"{pointer}: expected a member \"{name}\"")
        return {name: None if value.get(name) is None else reader(value[name], pointer_to(pointer, name))
                for name, reader in readers.items()}
    return read


ROUTE = object_of(
    {"name": text_of, "address": text_of},
    {"remote_service_name": text_of, "broker_instance": text_of, "lifetime": time_of, "mirror_address": text_of,
     "route_id": integer_of, "principal_id": integer_of})
DATABASE = object_of(
    {"name": text_of},
    {"service_broker_guid": guid_of, "is_broker_enabled": boolean_of, "services": list_of(text_of), "routes": list_of(ROUTE)})
INSTANCE = object_of(
    {"databases": list_of(DATABASE)},
    {"is_message_forwarding_enabled": boolean_of, "addresses": list_of(text_of), "pending_route_requests": list_of(text_of)})
MESSAGE = object_of(
    {"to_service_name": text_of},
    {"origin_database": text_of, "sent_by": side_of, "to_broker_instance": text_of, "conversation_begun_at": time_of})
SCENARIO = object_of({"instance": INSTANCE, "message": MESSAGE}, {"now": time_of})


def read_scenario(value):
    """The scenario with every member present, None where it is absent; a Fault if it is an error and no decision."""
    scenario = SCENARIO(value, "")
    databases = scenario["instance"]["databases"]
    names, identifiers = set(), set()
    for place, database in enumerate(databases):
        pointer = f"/instance/databases/{place}"
        if database["name"] in names:
            raise Fault(f"{pointer}/name: another database has this name")
        names.add(database["name"])
        if database["service_broker_guid"] is not None and database["is_broker_enabled"] is not False:
            identifier = bare_guid(database["service_broker_guid"])
            if identifier in identifiers:
                raise Fault(f"{pointer}/service_broker_guid: another database with an enabled broker has this identifier")
            identifiers.add(identifier)
        routes = set()
        for number, route in enumerate(database["routes"] or ()):
            if route["name"] in routes:
                raise Fault(f"{pointer}/routes/{number}/name: another route of the database has this name")
            routes.add(route["name"])
            if route["lifetime"] is not None and scenario["now"] is None:
                raise Fault(f"{pointer}/routes/{number}/lifetime: a lifetime needs a member \"now\" in the scenario")
    if "msdb" not in names:
        raise Fault("/instance/databases: expected a database named msdb")
    origin = scenario["message"]["origin_database"]
    if origin is not None and origin not in names:
        raise Fault("/message/origin_database: the instance has no such database")
    return scenario


# -------------------------------------------------------------------------------------------------------------- Translation

class Translation:
    """The facts of many scenarios, and what their symbols stand for. Symbols are numbers; equal values share one.

    Scenarios share symbols, too, and a fact that several of them have is there once: what clingo grounds grows with the different
    routes and names that a batch has, not with the number of its scenarios.
    """

    def __init__(self, scenarios):
        self.meaning = []  # of each symbol: a database's name, or the spelling of an address; None for others
        self.symbols = {}
        self.runs = {}  # of each fact: the scenarios that have it
        self.rank = {time: place for place, time in enumerate(sorted(set().union(*map(instants_of, scenarios))))}
        for run, scenario in enumerate(scenarios):
            for fact in dict.fromkeys(self.facts_of(scenario)):
                self.runs.setdefault(fact, []).append(run)

    def program(self):
        """The facts, each of which holds if run(n) does for a scenario n that has it."""
        return "".join(f"{fact} :- run({';'.join(map(str, runs))}).\n" for fact, runs in self.runs.items())

    def symbol(self, kind, key, meaning=None):
        if (kind, key) not in self.symbols:
            self.symbols[kind, key] = len(self.meaning)
            self.meaning.append(meaning)
        return self.symbols[kind, key]

    def database(self, name):
        return self.symbol("database", name, name)

    def service(self, name):
        return "null" if name is None else "dynamic" if name == DYNAMIC else self.symbol("service", name)

    def identifier(self, text):
        return "null" if text is None else self.symbol("identifier", identifier_key(text))

    def address_class(self, text):
        key = address_key(text)
        return key if isinstance(key, str) else self.symbol("class", key)

    def address(self, text):
        return "null" if text is None else f"a({self.address_class(text)},{self.symbol('spelling', text, text)})"

    def time(self, text):
        return self.rank[instant(text)]

    def facts_of(self, scenario):
        """The facts of one scenario."""
        yield from self.facts_of_instance(scenario["instance"])
        for database in scenario["instance"]["databases"]:
            yield from self.facts_of_database(database)
        if scenario["now"] is not None:
            yield f"now({self.time(scenario['now'])})"
        yield from self.facts_of_message(scenario["message"])

    def facts_of_instance(self, instance):
        if instance["is_message_forwarding_enabled"]:
            yield "forwarding"
        for text in instance["addresses"] or ():
            yield f"self({self.address_class(text)})"
        for name in instance["pending_route_requests"] or ():
            yield f"pending({self.service(name)})"

    def facts_of_database(self, database):
        own = self.database(database["name"])
        if database["name"] == "msdb":
            yield f"msdb({own})"
        if database["is_broker_enabled"] is not False:
            yield f"enabled({own})"
        if database["service_broker_guid"] is not None:
            yield f"guid({own},{self.identifier(database['service_broker_guid'])})"
        for name in database["services"] or ():
            yield f"service({own},{self.service(name)})"
        earlier = {}
        for route in database["routes"] or ():
            yield from self.facts_of_route(own, route, earlier)

    def facts_of_route(self, own, route, earlier):
        """Routes of several scenarios share a symbol when they are alike in everything; two of one table never do."""
        columns = (f"{own},{self.service(route['remote_service_name'])},{self.identifier(route['broker_instance'])},"
                   f"{self.address(route['address'])},{self.address(route['mirror_address'])}")
        lifetime = None if route["lifetime"] is None else self.time(route["lifetime"])
        earlier[columns, lifetime] = earlier.get((columns, lifetime), 0) + 1
        symbol = self.symbol("route", (columns, lifetime, earlier[columns, lifetime]))
        yield f"route({symbol},{columns})"
        if lifetime is not None:
            yield f"lifetime({symbol},{lifetime})"

    def facts_of_message(self, message):
        if message["conversation_begun_at"] is not None:
            yield f"begun({self.time(message['conversation_begun_at'])})"
        if message["origin_database"] is not None:
            yield f"origin({self.database(message['origin_database'])})"
        if message["sent_by"] == "target":
            yield "by_target"
        yield f"target({self.service(message['to_service_name'])})"
        if message["to_broker_instance"] is not None:
            yield f"gives({self.identifier(message['to_broker_instance'])})"
        read = valid_prefix(message["to_service_name"])
        if read is not None:
            yield f"read({self.address(read)})"


def instants_of(scenario):
    """The instants that a scenario names."""
    texts = [scenario["now"], scenario["message"]["conversation_begun_at"]]
    texts += [route["lifetime"] for database in scenario["instance"]["databases"] for route in database["routes"] or ()]
    return {instant(text) for text in texts if text is not None}


# ------------------------------------------------------------------------------------------------------------------ Answers

KINDS = ("deliver", "send", "forward", "delay", "drop")
ATOM = re.compile(r"run\((?P<run>\d+)\)"
                  r"|outcome\((?P<kind>\w+)(?:,(?P<first>\d+|a\(\w+,\d+\)))?(?:,(?P<second>null|a\(\w+,\d+\)))?\)"
                  r"|deviates\((?P<order>\d+),\"(?P<reading>[^\"]+)\",\"(?P<answer>[^\"]+)\"\)")


def read_way(atoms, meaning):
    """One answer set: its scenario, its outcome, and the answers to readings that deviate, in the order of their table."""
    run, outcomes, deviating = None, [], []
    for atom in atoms:
        found = ATOM.fullmatch(atom)
        if found["run"]:
            run = int(found["run"])
        elif found["reading"]:
            deviating.append((int(found["order"]), found["reading"], found["answer"]))
        elif found["kind"] == "deliver":
            outcomes.append({"outcome": "deliver", "database": meaning[int(found["first"])]})
        elif found["kind"] in ("send", "forward"):
            outcomes.append({"outcome": found["kind"], "address": spelling(found["first"], meaning)})
            if found["second"] != "null":
                outcomes[-1]["mirror_address"] = spelling(found["second"], meaning)
        elif found["kind"] == "delay_with_request":
            outcomes.append({"outcome": "delay", "route_requested": True})
        else:
            outcomes.append({"outcome": found["kind"]})
    if run is None or len(outcomes) != 1:
        raise RuntimeError(f"an answer set without exactly one outcome: {' '.join(atoms)}")
    return run, outcomes[0], tuple(sorted(deviating))


def spelling(term, meaning):
    return meaning[int(term[term.index(",") + 1:-1])]


def same_outcome(outcome):
    """Two outcomes are equal when this is."""
    mirror = outcome.get("mirror_address")
    return (outcome["outcome"], outcome.get("database"), address_key(outcome.get("address") or ""),
            None if mirror is None else address_key(mirror), bool(outcome.get("route_requested")))


def place_of(outcome):
    """The place of an outcome in a list; of equal outcomes, too, the one with the first place is given."""
    return (KINDS.index(outcome["outcome"]), outcome.get("database") or "", outcome.get("address") or "",
            "mirror_address" in outcome, outcome.get("mirror_address") or "", bool(outcome.get("route_requested")))


def gather(ways):
    """The answer that the ways of a scenario make: pairs of an outcome and the deviating answers."""
    groups = {}
    for outcome, deviating in ways:
        groups.setdefault(same_outcome(outcome), []).append((outcome, deviating))
    permitted, contested = [], []
    for group in groups.values():
        smallest = min((deviating for _, deviating in group), key=lambda deviating: (len(deviating), deviating))
        if smallest:
            outcome = min((outcome for outcome, _ in group), key=place_of)
            contested.append({**outcome, "readings": {reading: answer for _, reading, answer in smallest}})
        else:
            permitted.append(min((outcome for outcome, deviating in group if not deviating), key=place_of))
    return {"permitted": sorted(permitted, key=place_of), "contested": sorted(contested, key=place_of)}


class Model:
    def __init__(self, clingo="clingo", fixed=()):
        self.clingo = clingo
        self.fixed = "".join(f"fixed({json.dumps(reading)},{json.dumps(answer)}).\n" for reading, answer in fixed)

    def answer(self, scenarios):
        """The answers to scenarios that read_scenario has read, by one run of clingo."""
        if not scenarios:
            return []
        translation = Translation(scenarios)
        facts = f"1 {{ run(0..{len(scenarios) - 1}) }} 1.\n#show run/1.\n{self.fixed}{translation.program()}"
        # Nearly all ways follow from a few choices: going through them in any order is faster than learning which to try first.
        command = [self.clingo, "--outf=2", "--project=show", "--heuristic=None", "0", str(PROGRAM), "-"]
        done = subprocess.run(command, input=facts, capture_output=True, text=True, check=False)
        if done.returncode != 30:  # satisfiable, and all answer sets found
            raise RuntimeError(f"clingo failed with exit status {done.returncode}: {done.stderr.strip()}")
        ways = [[] for _ in scenarios]
        for witness in json.loads(done.stdout)["Call"][0]["Witnesses"]:
            run, outcome, deviating = read_way(witness["Value"], translation.meaning)
            ways[run].append((outcome, deviating))
        if not all(ways):
            raise RuntimeError(f"no answer set for scenario {ways.index([])} of the batch")
        return [gather(found) for found in ways]


# ----------------------------------------------------------------------------------------------------------------- Protocol

def lines_in_batches(descriptor, most):
    """Lists of lines: what has arrived, at most so many at once, and not waiting for more when there is one."""
    waiting, rest, ended = [], b"", False
    while True:
        while not ended and len(waiting) < most and (not waiting or select.select([descriptor], [], [], 0)[0]):
            chunk = os.read(descriptor, 1 << 20)
            ended = not chunk
            *complete, rest = (rest + chunk).split(b"\n")
            waiting += complete
        if ended and rest:
            waiting.append(rest)
            rest = b""
        if not waiting:
            return
        yield waiting[:most]
        del waiting[:most]


def read_line(line):
    """What a line asks, as (reply, id, scenario): a reply that needs no decision, or the scenario to decide."""
    try:
        request = read_json(line.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        return {"error": f": not JSON: {fault}"}, None, None
    if isinstance(request, dict) and list(request) == ["protocol"]:
        if request["protocol"] == 1 and request["protocol"] is not True and request.repeated is None:
            return {"protocol": 1, "implementation": "ssbroute model (answer set programming)", "version": "1"}, None, None
        return {"error": ": expected protocol 1"}, None, None
    if not isinstance(request, dict):
        return {"error": ": expected an object"}, None, None
    ident = request.get("id")
    if isinstance(ident, bool) or not isinstance(ident, (int, str)):
        return {"error": ": expected a member \"id\", an integer or a string"}, None, None
    if request.repeated is not None or set(request) != {"id", "scenario"}:
        return {"id": ident, "error": ": expected exactly the members \"id\" and \"scenario\""}, None, None
    try:
        return None, ident, read_scenario(request["scenario"])
    except Fault as fault:
        return {"id": ident, "error": str(fault)}, None, None


def serve(model, most):
    for lines in lines_in_batches(sys.stdin.fileno(), most):
        questions = []
        for line in lines:
            if line.strip():
                reply, ident, scenario = read_line(line)
                if reply is None:
                    questions.append((ident, scenario))
                else:
                    print(json.dumps(reply))
        answers = model.answer([scenario for _, scenario in questions])
        for (ident, _), answer in zip(questions, answers):
            print(json.dumps({"id": ident, **answer}))
        sys.stdout.flush()


# ------------------------------------------------------------------------------------------------------------------- Golden

def steps_of(pointer):
    """The steps of a JSON Pointer (RFC 6901)."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"not a JSON Pointer: {pointer}")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def place_in(container, step, most):
    if not re.fullmatch(r"0|[1-9][0-9]*", step) or int(step) > most:
        raise ValueError(f"no place {step} in a list of {len(container)}")
    return int(step)


def look_up(document, steps):
    for step in steps:
        document = document[place_in(document, step, len(document) - 1) if isinstance(document, list) else step]
    return document


def patched(document, operations):
    """The document after a JSON Patch (RFC 6902)."""
    root = [copy.deepcopy(document)]

    def add(steps, value):
        container, last = look_up(root, steps[:-1]), steps[-1]
        if isinstance(container, list) and len(steps) > 1:
            container.insert(len(container) if last == "-" else place_in(container, last, len(container)), value)
        elif isinstance(container, list):
            container[0] = value
        else:
            container[last] = value

    def remove(steps):
        container, last = look_up(root, steps[:-1]), steps[-1]
        return container.pop(place_in(container, last, len(container) - 1) if isinstance(container, list) else last)

    for operation in operations:
        kind, steps = operation["op"], ["0"] + steps_of(operation["path"])
        if kind == "add":
            add(steps, copy.deepcopy(operation["value"]))
        elif kind == "remove":
            remove(steps)
        elif kind == "replace":
            look_up(root, steps)
            if len(steps) > 1:
                remove(steps)
            add(steps, copy.deepcopy(operation["value"]))
        elif kind == "move":
            add(steps, remove(["0"] + steps_of(operation["from"])))
        elif kind == "copy":
            add(steps, copy.deepcopy(look_up(root, ["0"] + steps_of(operation["from"]))))
        elif kind == "test":
            if look_up(root, steps) != operation["value"]:
                raise ValueError(f"the test of {operation['path']} fails")
        else:
            raise ValueError(f"no such operation: {kind}")
    return root[0]


def golden_cases(directory):
    """Every case of the groups below the directory: its full id, its scenario (or the Fault of it), what it expects."""
    for path in sorted(pathlib.Path(directory).rglob("*.json")):
        group = read_json(path.read_text(encoding="utf-8"))
        if "timeline" in group:
            continue  # no decisions: golden timelines
        for case in group["cases"]:
            expected = {name: [without_nulls(outcome) for outcome in case[name]] for name in ("permitted", "contested")}
            scenario = {"instance": group["instance"], "message": case["message"]}
            if "now" in case:
                scenario["now"] = case["now"]
            try:
                scenario["instance"] = patched(group["instance"], case.get("given") or ())
                fault = None
                read = read_scenario(scenario)
            except (Fault, ValueError, LookupError, TypeError) as error:
                fault, read = error, None
            yield f"{group['group']}/{case['id']}", scenario, read, fault, expected


def without_nulls(outcome):
    return {name: value for name, value in outcome.items() if value is not None and value is not False}


def check_golden(model, directory, most):
    cases = list(golden_cases(directory))
    if not cases:
        print(f"no golden group below {directory}", file=sys.stderr)
        return 2
    sound = [read for _, _, read, fault, _ in cases if fault is None]
    answers = iter([answer for start in range(0, len(sound), most) for answer in model.answer(sound[start:start + most])])
    agree = disagree = 0
    for name, scenario, _, fault, expected in cases:
        answer = next(answers) if fault is None else None
        if answer == expected:
            agree += 1
            continue
        disagree += 1
        print(f"{name}\n  scenario  {json.dumps(scenario)}")
        if fault is not None:
            print(f"  no decision: {fault}")
            continue
        for which in ("permitted", "contested"):
            mark = "" if answer[which] == expected[which] else "   <- differs"
            print(f"  {which}\n    golden  {json.dumps(expected[which])}\n    model   {json.dumps(answer[which])}{mark}")
    print(f"{agree} agree, {disagree} disagree")
    return 1 if disagree else 0


def main():
    parser = argparse.ArgumentParser(description="Answers Service Broker routing scenarios by answer set programming.")
    parser.add_argument("--golden", metavar="DIR", help="check the golden groups below DIR")
    parser.add_argument("--reading", metavar="ID=ANSWER", action="append", default=[], help="fix a reading to an answer")
    parser.add_argument("--clingo", metavar="PROGRAM", default="clingo", help="the clingo to use")
    parser.add_argument("--batch", metavar="N", type=int, default=32, help="scenarios for one run of clingo")
    arguments = parser.parse_args()
    known = re.findall(r'^reading\(\d+, *"([^"]+)", *"([^"]+)", *"([^"]+)"\)', PROGRAM.read_text(encoding="utf-8"), re.MULTILINE)
    fixed = dict(text.partition("=")[::2] for text in arguments.reading)
    for reading, answer in fixed.items():
        if not any(reading == name and answer in both for name, *both in known):
            parser.error(f"no such reading or answer: {reading}={answer}")
    if arguments.batch < 1:
        parser.error("--batch must be at least 1")
    model = Model(arguments.clingo, fixed.items())
    if arguments.golden is not None:
        return check_golden(model, arguments.golden, arguments.batch)
    serve(model, arguments.batch)
    return 0


if __name__ == "__main__":
    sys.exit(main())
