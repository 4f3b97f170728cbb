#!/usr/bin/python3
"""Tests of scope.py and exhaust.py: that a scope has every scenario, one of each that are symmetric, and that none is passed over."""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import scope as scopes

HERE = pathlib.Path(__file__).resolve().parent
ROUTER = f"{sys.executable} {HERE}/implementations/python/router.py --answer contested"

ROUTES = {"up_to": 2, "of": [{"remote_service_name": {"any": [None, "S"]}, "address": {"any": ["LOCAL", "TCP://a:1", "TCP://b:1"]}}]}
ONE_TABLE = {
    "alike": [["TCP://a:1", "TCP://b:1"]],
    "products": [{"title": "one table", "scenario": {
        "instance": {"is_message_forwarding_enabled": {"any": [False, True]}, "databases": [{"name": "msdb", "routes": ROUTES}]},
        "message": {"to_service_name": "S"}}}]}


def with_message(**members):
    """The scope with one table, with other members in its message."""
    changed = json.loads(json.dumps(ONE_TABLE))
    changed["products"][0]["scenario"]["message"].update(members)
    return changed


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file_of(self, document, name="scope"):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    def scope_of(self, document):
        return scopes.Scope(self.file_of(document))


def texts_of(scope):
    return [scope.text(index) for index in range(len(scope))]


def normal_form(scenario, renamings):
    """The same text for symmetric scenarios, found the slow way: the least text over all renamings, with tables in order."""
    def in_order(scenario):
        for database in scenario["instance"]["databases"]:
            routes = sorted(scopes.key({**route, "name": None}) for route in database.get("routes", []))
            database["routes"] = routes
        return scopes.key(scenario)
    return min(in_order(scopes.renamed(scenario, renaming)) for renaming in renamings)


def every_filling(product):
    """The scenarios of a product, symmetric ones too."""
    for places in itertools.product(*(range(len(hole.values)) for hole in product.holes)):
        yield json.loads(product.text(places))


class Reduction(Files):
    def check(self, scope):
        """Of every class of symmetric scenarios there is one, and there is nothing else."""
        classes = {normal_form(scenario, scope.renamings) for product in scope.products for scenario in every_filling(product)}
        found = [normal_form(json.loads(text), scope.renamings) for text in texts_of(scope)]
        self.assertEqual(len(found), len(set(found)))
        self.assertEqual(set(found), classes)

    def test_one_table(self):
        self.check(self.scope_of(ONE_TABLE))

    def test_renamings_across_holes(self):
        document = with_message(to_broker_instance={"any": [None, "X", "Y", "Z"]}, origin_database={"any": [None, "msdb"]})
        document["products"][0]["scenario"]["instance"]["addresses"] = {"any": [["TCP://a:1"], ["TCP://b:1"]]}
        document["alike"].append(["X", "Y", "Z"])
        self.check(self.scope_of(document))

    def test_tiny(self):
        self.check(scopes.Scope("tiny"))

    def test_renaming_that_leads_out_of_a_hole(self):
        with self.assertRaisesRegex(scopes.BadScope, "leads out"):
            self.scope_of({**ONE_TABLE, "alike": [["TCP://a:1", "TCP://c:1"]]})

    def test_renaming_of_what_is_always_there(self):
        with self.assertRaisesRegex(scopes.BadScope, "outside the holes"):
            self.scope_of({**ONE_TABLE, "alike": [["msdb", "model"]]})


class Enumeration(Files):
    def test_sizes(self):
        scope = scopes.Scope("tiny")
        found = list(scope.by_size())
        self.assertEqual(sorted(text for _, text in found), sorted(texts_of(scope)))
        self.assertEqual([size for size, _ in found], sorted(scopes.size_of(json.loads(text)) for _, text in found))

    def test_size(self):
        scenario = {"now": "N", "instance": {"is_message_forwarding_enabled": False, "databases": [
            {"name": "msdb", "is_broker_enabled": True, "services": ["S"], "routes": [{"name": "R1", "address": "LOCAL"}]},
            {"name": "A", "is_broker_enabled": False}]},
            "message": {"origin_database": "A", "sent_by": "initiator", "to_service_name": "S", "to_broker_instance": None}}
        self.assertEqual(scopes.size_of(scenario), 6)  # msdb, S, LOCAL, A, disabled, to S

    def test_products_that_overlap(self):
        document = with_message(sent_by={"any": ["initiator", "target"]})
        document["products"].append(ONE_TABLE["products"][0])
        with self.assertRaisesRegex(scopes.BadScope, "two products"):
            self.scope_of(document)

    def test_products_that_are_apart(self):
        document = with_message(sent_by="target")
        document["products"].append(ONE_TABLE["products"][0])
        self.assertEqual(len(self.scope_of(document)), 2 * len(self.scope_of(ONE_TABLE)))

    def test_vocabulary_and_base(self):
        self.file_of(ONE_TABLE, "base")
        self.file_of({"base": "base", "vocabulary": {"service": "S"}}, "derived")
        self.assertEqual(len(scopes.Scope(str(self.folder / "derived.json"))), len(self.scope_of(ONE_TABLE)))
        with self.assertRaisesRegex(scopes.BadScope, "no nothing"):
            self.scope_of(with_message(to_service_name="$nothing"))

    def test_every_scope_can_be_read(self):
        for path in sorted(scopes.DIRECTORY.glob("*.json")):
            self.assertGreater(len(scopes.Scope(path.stem)), 1000, path)


class Exhaust(Files):
    def run_on(self, document, *arguments, second=ROUTER):
        command = [sys.executable, str(HERE / "exhaust.py"), self.file_of(document), *arguments,
                   "--implementations", f"one={ROUTER}", f"other={second}"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_agreement(self):
        done = self.run_on(ONE_TABLE)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, f"{len(self.scope_of(ONE_TABLE))} passed, 0 failed"))

    def test_disagreement(self):
        done = self.run_on(ONE_TABLE, "--show", "1", second=f"{ROUTER} --deviate forward-2-left-out")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("scenario  {"), 1)

    def test_implementation_that_ends(self):
        done = self.run_on(ONE_TABLE, second="true")
        self.assertEqual(done.returncode, 2)
        self.assertIn("other: ended", done.stderr)

    def test_errors_are_no_agreement(self):
        done = self.run_on(with_message(origin_database={"any": ["nowhere"]}), "--show", "0")
        self.assertEqual(done.stdout.splitlines()[-1], f"0 passed, {len(self.scope_of(ONE_TABLE))} failed")
        self.assertEqual(self.run_on(with_message(origin_database={"any": ["nowhere"]}), "--check-reduction").returncode, 1)

    def test_what_is_no_answer(self):
        done = self.run_on(ONE_TABLE, second="echo oops")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no answer: oops", done.stderr)

    def test_reduction(self):
        self.assertEqual(self.run_on(ONE_TABLE, "--check-reduction").returncode, 0)
        by_order = self.run_on(ONE_TABLE, "--check-reduction", second=f"{ROUTER} --deviate choose-0-takes-one")
        self.assertEqual(by_order.returncode, 1)

    def test_shards_are_the_whole(self):
        total = len(self.scope_of(ONE_TABLE))
        states = [str(self.folder / f"state.{part}") for part in range(1, 4)]
        for part, state in enumerate(states, 1):
            self.assertEqual(self.run_on(ONE_TABLE, "--shard", f"{part}/3", "--resume", state).returncode, 0)
        self.assertEqual(self.run_on(ONE_TABLE, "--sum", *states).stdout, f"{total} passed, 0 failed\n")
        incomplete = self.run_on(ONE_TABLE, "--sum", *states[:2])
        self.assertEqual(incomplete.returncode, 2)
        self.assertIn("3/3", incomplete.stderr)

    def test_resume(self):
        state = self.folder / "state"
        total = len(self.scope_of(ONE_TABLE))
        self.run_on(ONE_TABLE, "--resume", str(state))
        known = json.loads(state.read_text())
        self.assertEqual(known["done"], total)
        state.write_text(json.dumps({**known, "done": total - 5, "failed": 2}))
        self.assertEqual(self.run_on(ONE_TABLE, "--resume", str(state)).stdout.splitlines()[-1], f"{total - 2} passed, 2 failed")
        self.assertEqual(self.run_on(ONE_TABLE, "--resume", str(state), "--shard", "1/2").returncode, 2)


if __name__ == "__main__":
    unittest.main()
