#!/usr/bin/env python3
"""Tests of router.py: against the golden corpus, and of the protocol it speaks.

    test_router.py [DIRECTORY]      the golden groups in DIRECTORY, or in the one that SSBROUTE_GOLDEN names,
                                    or in this project's own
"""

import copy
import functools
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import deviations
import router

HERE = Path(__file__).resolve().parent
GOLDEN = Path(os.environ.get("SSBROUTE_GOLDEN") or HERE.parents[2] / "golden")


# ---- JSON Patch (RFC 6902) --------------------------------------------------------------------------------------------------

def steps(pointer):
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} is no JSON Pointer")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def index(values, step, end):
    if not (step.isascii() and step.isdigit() and (step == "0" or step[0] != "0") and int(step) < end):
        raise ValueError(f"{step!r} is no index of a list of {len(values)}")
    return int(step)


def value_at(document, path):
    for step in path:
        if isinstance(document, list):
            document = document[index(document, step, len(document))]
        elif isinstance(document, dict) and step in document:
            document = document[step]
        else:
            raise ValueError(f"there is nothing at {step!r}")
    return document


def add(document, path, value):
    if not path:
        return value
    parent, step = value_at(document, path[:-1]), path[-1]
    if isinstance(parent, list):
        parent.insert(len(parent) if step == "-" else index(parent, step, len(parent) + 1), value)
    elif isinstance(parent, dict):
        parent[step] = value
    else:
        raise ValueError(f"nothing can be added at {step!r}")
    return document


def remove(document, path):
    if not path:
        raise ValueError("the whole document cannot be removed")
    value_at(document, path)
    parent, step = value_at(document, path[:-1]), path[-1]
    del parent[int(step) if isinstance(parent, list) else step]
    return document


def same(one, other):
    """Equality of JSON values; Python takes true for 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def patched(document, operations):
    document = copy.deepcopy(document)
    for operation in operations:
        kind = operation["op"]
        if kind in ("move", "copy"):
            source, target = steps(operation["from"]), steps(operation["path"])
            value = copy.deepcopy(value_at(document, source))
            if kind == "move":
                if target[:len(source)] == source and target != source:
                    raise ValueError("a value cannot be moved into itself")
                document = remove(document, source)
            document = add(document, target, value)
        elif kind == "add":
            document = add(document, steps(operation["path"]), copy.deepcopy(operation["value"]))
        elif kind == "remove":
            document = remove(document, steps(operation["path"]))
        elif kind == "replace":
            path = steps(operation["path"])
            value_at(document, path)
            document = add(remove(document, path) if path else document, path, copy.deepcopy(operation["value"]))
        elif kind == "test":
            if not same(value_at(document, steps(operation["path"])), operation["value"]):
                raise ValueError(f"the test of {operation['path']} fails")
        else:
            raise ValueError(f"there is no operation {kind!r}")
    return document


# ---- The golden corpus ------------------------------------------------------------------------------------------------------

@functools.cache
def golden_cases():
    """The full id of each case, its scenario, and the case itself."""
    return list(read_golden_cases())


def read_golden_cases():
    # Timelines are about conversations, not single decisions.
    files = [file for file in sorted(GOLDEN.glob("**/*.json")) if file.parent.name != "timelines"]
    if not files:
        raise FileNotFoundError(f"no golden groups in {GOLDEN}")
    for file in files:
        group = json.loads(file.read_text(encoding="utf-8"))
        for case in group["cases"]:
            scenario = {"now": case.get("now"), "message": case["message"],
                        "instance": patched(group["instance"], case.get("given") or [])}
            yield f"{group['group']}/{case['id']}", scenario, case


def as_set(outcomes):
    """Outcomes as a set in which equal ones are equal, each with its readings where it has them."""
    return {(router.outcome_key(outcome), tuple(sorted((outcome.get("readings") or {}).items()))) for outcome in outcomes}


@functools.cache
def options(answer, *more):
    return router.arguments(["--answer", answer, *more])


def lines(outcomes):
    return "".join(f"\n      {json.dumps(outcome)}" for outcome in outcomes) or " none"


# spec/routing.md, "When a rule is passed": for each method of router.Decision, which rules its result has passed.
def if_anything(*rules):
    return lambda decision, result, *given: rules if result else ()


def always(*rules):
    return lambda decision, result, *given: rules


PASSED = {
    "enabled_2": if_anything("ENABLED-2"), "enabled_3": if_anything("ENABLED-3"), "reply_1": if_anything("REPLY-1"),
    "scope_1": always("SCOPE-1"), "scope_2": always("SCOPE-2"),
    "expiry_1": lambda decision, result, routes: ["EXPIRY-1"] if len(result) < len(routes) else [],
    "match_1": if_anything("MATCH-1"), "match_2": if_anything("MATCH-2"), "match_3": if_anything("MATCH-3"),
    "match_4": lambda decision, result, *given: ["MATCH-4"] if result and result.get("route_requested") else [],
    "match_5": if_anything("MATCH-5"), "match_6": if_anything("MATCH-6"), "match_7": always("MATCH-7"),
    "choose_0": lambda decision, result, matched:
        ["CHOOSE-0"] if any(len(members) > 1 for members in decision.counting_as_one(matched)) else [],
    "choose_1": if_anything("CHOOSE-1"), "choose_2": if_anything("CHOOSE-2"), "choose_3": if_anything("CHOOSE-3"),
    "choose_4": if_anything("CHOOSE-4"), "choose_5": always("CHOOSE-5"),
    "transport_1": if_anything("TRANSPORT-1"), "transport_2": always("TRANSPORT-2"),
    "send_1": always("SEND-1"), "forward_1": always("FORWARD-1"), "forward_2": always("FORWARD-2"),
    "route_again": always("LOOP-1"),
    "locate_1": if_anything("LOCATE-1"), "locate_2": if_anything("LOCATE-2"), "locate_3": if_anything("LOCATE-3"),
    "locate_4": always("LOCATE-4"),
}
WITHOUT_A_STEP = {"SCOPE-3", "NAME-1", "NULL-1", "ENABLED-1", "REPLY-2", "MIRROR-1"}


def rules_passed(scenario):
    """The rules passed on any way to a permitted outcome."""
    passed = set()

    def noting(method, rules):
        def noted(self, *given):
            result = getattr(router.Decision, method)(self, *given)
            passed.update(rules(self, result, *given))
            return result
        return noted

    decision = type("Noting", (router.Decision,), {method: noting(method, rules) for method, rules in PASSED.items()})
    router.permitted_outcomes(decision, router.read_scenario(scenario), router.PREFERRED)
    return passed


class Golden(unittest.TestCase):
    maxDiff = None

    def test_permitted_and_contested(self):
        for name, scenario, case in golden_cases():
            with self.subTest(name):
                got = router.answer(scenario, options("contested"))
                differences = [
                    f"\n    {members}, expected:{lines(case[members])}\n    {members}, router:{lines(got[members])}"
                    for members in ("permitted", "contested") if as_set(got[members]) != as_set(case[members])]
                if differences:
                    self.fail(f"{name}: {case['title']}" + "".join(differences))

    def test_order(self):
        for name, scenario, case in golden_cases():
            with self.subTest(name):
                got = router.answer(scenario, options("contested"))
                for members in ("permitted", "contested"):
                    self.assertEqual(*([router.outcome_key(outcome) for outcome in outcomes[members]]
                                       for outcomes in (case, got)))

    def test_rules(self):
        for name, scenario, case in golden_cases():
            with self.subTest(name):
                self.assertEqual(sorted(set(case["rules"]) - WITHOUT_A_STEP), sorted(rules_passed(scenario)), case["title"])

    def test_controls_stay_inside(self):
        for control in router.controls():
            chosen = options("outcome", *control["arguments"])
            for name, scenario, case in golden_cases():
                with self.subTest(name, control=control["name"]):
                    allowed = {key for key, _ in as_set(case["permitted"] + case["contested"])}
                    self.assertIn(router.outcome_key(router.answer(scenario, chosen)["outcome"]), allowed)


# ---- The deviations ---------------------------------------------------------------------------------------------------------

class Deviations(unittest.TestCase):
    def test_listing(self):
        entries = list(deviations.listing())
        names = [entry["name"] for entry in entries]
        self.assertGreaterEqual(len(entries), 70)
        self.assertEqual(len(names), len(set(names)))
        for entry in entries:
            with self.subTest(entry["name"]):
                self.assertRegex(entry["name"], r"\A[a-z0-9]+(-[a-z0-9]+)*\Z")
                self.assertTrue(entry["rules"])
                for rule in entry["rules"]:
                    self.assertRegex(rule, r"\A[A-Z]+-[0-9]+\Z")
                self.assertTrue(entry["what"].endswith("."))

    def test_each_answers_every_case(self):
        scenarios = [scenario for _, scenario, _ in golden_cases()]
        for entry in deviations.listing():
            decision = deviations.deviating(router.Decision, [entry["name"]])
            for scenario in scenarios:
                for outcome in router.answer(scenario, options("permitted"), decision)["permitted"]:
                    self.assertIn(outcome["outcome"], router.KINDS, entry["name"])

    def test_several_at_once(self):
        names = [entry["name"] for entry in deviations.listing()]
        for pair in zip(names, names[1:]):
            decision = deviations.deviating(router.Decision, list(pair))
            router.answer(SCENARIO, options("contested"), decision)


# ---- The protocol -----------------------------------------------------------------------------------------------------------

SCENARIO = {
    "instance": {"databases": [{"name": "Sales", "services": ["Here"], "routes": [
                     {"name": "Default", "address": "LOCAL"},
                     {"name": "One", "remote_service_name": "There", "address": "TCP://one.example:4022"},
                     {"name": "Two", "remote_service_name": "There", "address": "TCP://two.example:4022"}]},
                 {"name": "msdb"}]},
    "message": {"origin_database": "Sales", "to_service_name": "There"},
}


def replies(*requests, arguments=()):
    text = "".join((request if isinstance(request, str) else json.dumps(request)) + "\n" for request in requests)
    done = subprocess.run([sys.executable, HERE / "router.py", *arguments], input=text.encode(), capture_output=True,
                          timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def changed(**members):
    """SCENARIO with other members in its instance or message."""
    scenario = copy.deepcopy(SCENARIO)
    for path, value in members.items():
        part, _, member = path.partition("__")
        scenario[part][member] = value
    return scenario


class Protocol(unittest.TestCase):
    def test_handshake_and_question(self):
        self.assertEqual(
            replies({"protocol": 1}, "", {"id": "a", "scenario": SCENARIO}),
            [{"protocol": 1, "implementation": router.IMPLEMENTATION, "version": router.VERSION},
             {"id": "a", "outcome": {"outcome": "send", "address": "TCP://one.example:4022"}}])

    def test_answers(self):
        both = [{"outcome": "send", "address": f"TCP://{host}.example:4022"} for host in ("one", "two")]
        question = {"id": 1, "scenario": SCENARIO}
        self.assertEqual(replies(question, arguments=["--answer", "permitted"]), [{"id": 1, "permitted": both}])
        self.assertEqual(replies(question, arguments=["--answer", "contested"]),
                         [{"id": 1, "permitted": both, "contested": []}])
        self.assertEqual(replies(question, arguments=["--pick", "last"]), [{"id": 1, "outcome": both[1]}])

    def test_random_picks_depend_on_the_question_and_the_seed_only(self):
        question = {"id": 1, "scenario": SCENARIO}
        seen = set()
        for seed in range(12):
            got = replies(question, question, arguments=["--pick", "random", "--seed", str(seed)])
            self.assertEqual(got[0], got[1])
            seen.add(got[0]["outcome"]["address"])
        self.assertEqual(len(seen), 2)

    def test_reading(self):
        question = {"id": 1, "scenario": changed(message__to_service_name="Nowhere")}
        self.assertEqual(replies(question, arguments=["--answer", "contested"]), [
            {"id": 1, "permitted": [{"outcome": "delay"}],
             "contested": [{"outcome": "drop", "readings": {"absent-service-outgoing": "drop"}}]}])
        self.assertEqual(
            replies(question, arguments=["--answer", "contested", "--reading", "absent-service-outgoing=drop"]), [
                {"id": 1, "permitted": [{"outcome": "drop"}],
                 "contested": [{"outcome": "delay", "readings": {"absent-service-outgoing": "delay"}}]}])

    def test_lines_that_are_no_questions(self):
        wrong = ["no JSON", "[]", "NaN", "null", "[" * 100000, {}, {"protocol": 2}, {"protocol": True},
                 {"protocol": 1, "id": 1}, {"scenario": SCENARIO}, {"id": 1}, {"id": None, "scenario": SCENARIO},
                 {"id": True, "scenario": SCENARIO}, {"id": 1, "scenario": SCENARIO, "more": 1},
                 {"id": 1, "scenario": None}, '{"id": 1, "id": 1, "scenario": {}}']
        got = replies(*wrong, {"id": 2, "scenario": SCENARIO})
        self.assertEqual(len(got), len(wrong) + 1)
        for line, answer in zip(wrong, got):
            with self.subTest(line):
                self.assertIsInstance(answer["error"], str)
        self.assertEqual(got[10]["id"], 1)
        self.assertIn("outcome", got[-1])

    def test_errors_that_are_no_decisions(self):
        route = {"name": "a", "address": "LOCAL"}
        guid = "a1000000-0000-4000-8000-000000000001"
        msdb = {"name": "msdb"}
        wrong = {
            "/message/origin_database: ": changed(message__origin_database="Elsewhere"),
            "/message: ": changed(message__to_service_name=None),
            "/message/sent_by: ": changed(message__sent_by="me"),
            "/message/extra: ": changed(message__extra=1),
            "/message/conversation_begun_at: ": changed(message__conversation_begun_at="2026-02-29T00:00:00Z"),
            "/instance: ": changed(instance__databases=None),
            "/instance/databases: ": changed(instance__databases=[{"name": "Sales"}]),
            "/instance/databases/1/name: ": changed(instance__databases=[msdb, msdb]),
            "/instance/databases/0/routes/1/name: ": changed(instance__databases=[msdb | {"routes": [route, route]}]),
            "/instance/databases/0/routes/0: ": changed(instance__databases=[msdb | {"routes": [{"name": "a"}]}]),
            "/instance/databases/0/service_broker_guid: ":
                changed(instance__databases=[msdb | {"service_broker_guid": guid[1:]}]),
            "/instance/databases/1/service_broker_guid: ":
                changed(instance__databases=[msdb | {"service_broker_guid": guid},
                                             {"name": "b", "service_broker_guid": "{" + guid.upper() + "}"}]),
            "/instance/addresses/0: ": changed(instance__addresses=[None]),
            "/instance/is_message_forwarding_enabled: ": changed(instance__is_message_forwarding_enabled=1),
            ": ": changed(instance__databases=[msdb | {"routes": [route | {"lifetime": "2026-01-01T00:00:00Z"}]}]),
        }
        for start, scenario in wrong.items():
            with self.subTest(start):
                with self.assertRaises(router.Refused) as caught:
                    router.answer(scenario, options("outcome"))
                self.assertTrue(str(caught.exception).startswith(start), str(caught.exception))
        repeated = '{"id": 3, "scenario": {"instance": {"databases": [{"name": "msdb", "name": "msdb"}]}, "message": {}}}'
        self.assertEqual(replies(repeated),
                         [{"id": 3, "error": "/instance/databases/0/name: the member is repeated"}])

    def test_unusable_arguments(self):
        for given in (["--reading", "expiry-instant=maybe"], ["--reading", "nothing"], ["--deviate", "nothing"]):
            done = subprocess.run([sys.executable, HERE / "router.py", *given], input=b"", capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, b""))

    def test_lists(self):
        listed = replies(arguments=["--list-deviations"])
        self.assertEqual(listed, list(deviations.listing()))
        listed = replies(arguments=["--list-controls"])
        readings = [control for control in listed if control["arguments"][0] == "--reading"]
        self.assertEqual(len(readings), len(router.READINGS))
        for control in listed:
            options("outcome", *control["arguments"])


class Values(unittest.TestCase):
    def test_times(self):
        def same_time(*spellings):
            self.assertEqual(len({router.time(spelling, "") for spelling in spellings}), 1, spellings)

        same_time("2026-01-01T00:00:00Z", "2026-01-01 00:00:00", "2026-01-01t00:00:00.000z", "2025-12-31T23:30:00-00:30",
                  "2026-01-01T05:45:00+05:45")
        same_time("0000-02-29T00:00:00Z", "0000-02-28T23:00:00-01:00")
        same_time("0000-01-01T00:00:00+00:01", "0000-01-01T00:01:00+00:02")
        ordered = ["0000-01-01T00:00:00Z", "1999-12-31T23:59:59.9Z", "2000-01-01T00:00:00Z", "2000-01-01T00:00:00.05Z",
                   "2000-01-01T00:00:00.5Z", "2000-02-29T00:00:00Z", "2000-03-01T00:00:00Z", "9999-12-31T23:59:59-23:59"]
        instants = [router.time(spelling, "") for spelling in ordered]
        self.assertEqual(instants, sorted(instants))
        self.assertEqual(len(set(instants)), len(instants))
        for spelling in ("2026-01-01", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-13-01T00:00:00Z", "",
                         "2100-02-29T00:00:00Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00.Z",
                         "2026-01-01T00:00:00Z\n", "٢026-01-01T00:00:00Z"):
            with self.assertRaises(router.Refused):
                router.time(spelling, "")

    def test_addresses(self):
        same_address = [["TCP://a.example:4022", "tcp://A.Example:04022/", "Tcp://a.example:4022/\n?"],
                        ["TCP://[::1]:1"], ["TCP://[::1]:1x", "tcp://[::1]:1X"], ["TCP://a:0"], ["TCP://a:65536"],
                        ["TCP://a"], ["TCP://a b:1"], ["LOCAL", "local"], ["TCP://É:1"], ["TCP://é:1"], [""]]
        keys = [{router.address_key(spelling) for spelling in group} for group in same_address]
        self.assertEqual([len(group) for group in keys], [1] * len(keys))
        self.assertEqual(len(set().union(*keys)), len(keys))

    def test_identifiers(self):
        guid = "A1000000-0000-4000-8000-00000000000F"
        same_identifier = [[guid, guid.lower(), "{" + guid + "}"], ["{" + guid], [guid + "}"],
                           [guid.replace("-", "")], ["text"], ["TEXT"], [""]]
        keys = [{router.identifier_key(spelling) for spelling in group} for group in same_identifier]
        self.assertEqual([len(group) for group in keys], [1] * len(keys))
        self.assertEqual(len(set().union(*keys)), len(keys))


if __name__ == "__main__":
    if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir():
        GOLDEN = Path(sys.argv.pop(1))
    unittest.main()
