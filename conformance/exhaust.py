#!/usr/bin/python3
"""Runs through every scenario of a scope, without sampling, and compares the embodiments of the rules.

    exhaust.py tiny                                          C++, model and sample implementation
    exhaust.py two-tables --shard 3/200                      the third of 200 parts
    exhaust.py two-tables --resume FILE                      keeps in FILE how far it is, and goes on from there
    exhaust.py tiny --implementations c++ mine='./mine -x'   others: known ones by name, others as NAME=COMMAND
    exhaust.py tiny --check-reduction                        holds each to its own answers on the scenarios that are symmetric
    exhaust.py two-tables --count                            only says how many scenarios there are
    exhaust.py two-tables --sum FILE...                      adds up what the runs with these files for --resume have found

What a scope is and which scenarios count once is told in scope.py. Each disagreement is printed with the scenario and all
answers. The last line is `N passed, M failed`; the exit status 0 without disagreements, 1 with some, 2 if nothing could be asked.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import sys
import time

import asking
import scope as scopes


# ---- How far it is ----------------------------------------------------------------------------------------------------------

class State:
    """How far a run is, kept in a file if there is one, so that a run that was interrupted goes on where it was."""

    def __init__(self, path, **run):
        self.path = path
        self.run = run
        self.done, self.failed = 0, 0
        if path is not None and path.exists():
            known = json.loads(path.read_text(encoding="utf-8"))
            if {name: known.get(name) for name in run} != run:
                raise scopes.BadScope(f"{path} is of another run: {json.dumps(known)}")
            self.done, self.failed = known["done"], known["failed"]

    def save(self):
        """Writes the file beside the old one first: there is never half a file."""
        if self.path is not None:
            beside = self.path.with_name(self.path.name + ".new")
            beside.write_text(json.dumps({**self.run, "done": self.done, "failed": self.failed}) + "\n", encoding="utf-8")
            os.replace(beside, self.path)


class Progress:
    """A bar on a terminal; nothing elsewhere."""
    WIDTH = 30

    def __init__(self, title, total, state):
        self.title, self.total, self.state = title, total, state
        self.shown = sys.stderr.isatty()
        self.start, self.first = time.monotonic(), state.done

    def speed(self):
        return (self.state.done - self.first) / max(time.monotonic() - self.start, 1e-6)

    def show(self):
        if self.shown:
            share = self.state.done / self.total if self.total else 1
            left = (self.total - self.state.done) / max(self.speed(), 1e-6)
            bar = "#" * int(share * self.WIDTH)
            print(f"\r{self.title} [{bar:.<{self.WIDTH}}] {share:4.0%}  {self.state.done:,} of {self.total:,}  {self.speed():,.0f}/s  "
                  f"{left / 60:.0f} min left  {self.state.failed} disagree\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self):
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


# ---- Comparing --------------------------------------------------------------------------------------------------------------

def compare(scope, indices, state, options):
    """Compares from where the state is; every batch is safe in the state's file once it has been compared."""
    progress = Progress(f"{scope.name} {options.shard}", len(indices), state)
    scenarios = ((index, scope.text(index)) for index in indices[state.done:])
    progress.show()
    for batch, answers in asking.ask_all(options.commands, scenarios):
        for (index, text), answer in zip(batch, answers):
            if not asking.same(list(answer.values())):
                state.failed += 1
                if state.failed <= options.show:
                    progress.clear()
                    asking.print_disagreement(f"{scope.name} {index}", text, answer)
        state.done += len(batch)
        state.save()
        progress.show()
    progress.clear()
    return progress.speed()


# ---- Checking the reduction -------------------------------------------------------------------------------------------------

def place_of(outcome):
    """Where an outcome stands in an answer (spec/routing.md, "Permitted and contested outcomes")."""
    texts = [outcome.get(member) for member in ("database", "address", "mirror_address")]
    return (("deliver", "send", "forward", "delay", "drop").index(outcome["outcome"]),
            [(text is not None, (text or "").encode()) for text in texts], "route_requested" in outcome)


def renamed_answer(answer, renaming):
    if not asking.is_whole(answer):
        return None  # which nobody answers: so it counts as a failure
    return {name: sorted(scopes.renamed(outcomes, renaming), key=place_of) for name, outcomes in answer.items()}


def tables_changed(scenario, change):
    databases = [{**database, "routes": change(database, database.get("routes") or [])} for database in scenario["instance"]["databases"]]
    return {**scenario, "instance": {**scenario["instance"], "databases": databases}}


def other_order(_, routes):
    """The routes in the opposite order and under other names."""
    return [{**route, "name": f"Other{place}"} for place, route in enumerate(reversed(routes))]


def only_of_msdb(database, routes):
    return routes if database["name"] == "msdb" else []


def variants(scope, scenario):
    """What ought to make no difference but for a renaming: pairs of a scenario and the renaming of its answer."""
    yield from ((scopes.renamed(scenario, renaming), renaming) for renaming in scope.renamings)
    yield tables_changed(scenario, other_order), {}
    if scenario["message"].get("origin_database") is None:
        yield tables_changed(scenario, only_of_msdb), {}


def questions(scope, indices, asked):
    """Every scenario and its variants, as pairs of a number and a text; notes in `asked` what is behind the number."""
    numbers = itertools.count()
    for index in indices:
        for variant, renaming in variants(scope, json.loads(scope.text(index))):
            number = next(numbers)
            asked[number] = index, renaming
            yield number, json.dumps(variant)


def check_reduction(scope, indices, state, options):
    """Asks about every scenario and its variants. The first variant is the scenario itself, renamed in nothing: each implementation is
    held to what it answers there."""
    progress = Progress(f"{scope.name} {options.shard}, with variants", len(indices), state)
    asked, last, original, last_failed = {}, None, None, None
    for batch, answers in asking.ask_all(options.commands, questions(scope, indices, asked)):
        for (number, text), answer in zip(batch, answers):
            index, renaming = asked.pop(number)
            if index != last:
                last, original = index, answer
                state.done += 1
            expected = {name: renamed_answer(value, renaming) for name, value in original.items()}
            if answer != expected and index != last_failed:
                state.failed += 1
                last_failed = index
                expected = {f"{name} is expected to say": value for name, value in expected.items()}
                if state.failed <= options.show:
                    progress.clear()
                    asking.print_disagreement(f"{scope.name} {index}, a variant", text, {**answer, **expected})
        progress.show()
    progress.clear()
    return progress.speed()


# ---- Adding up --------------------------------------------------------------------------------------------------------------

def add_up(scope, paths):
    """The numbers that passed and failed in all shards together; BadScope unless they are all there and at their ends."""
    runs = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    for path, run in zip(paths, runs):
        if (run["scope"], run["digest"], run["limit"]) != (scope.name, scope.digest, None):
            raise scopes.BadScope(f"{path} is not of all of this scope: {json.dumps(run)}")
    shards = {run["shard"]: run for run in runs}
    parts = int(runs[0]["shard"].split("/")[1])
    missing = [name for name in (f"{part}/{parts}" for part in range(1, parts + 1))
               if name not in shards or shards[name]["done"] < len(indices_of(scope, name))]
    if missing or len(runs) != parts:
        raise scopes.BadScope(f"{len(runs)} files; of the shards are missing or not at their end: {', '.join(missing) or 'none'}")
    failed = sum(run["failed"] for run in runs)
    return len(scope) - failed, failed


# ---- Command line -----------------------------------------------------------------------------------------------------------

def shard(text):
    """K/N: of the scenarios numbered from 0 those that leave K - 1 when divided by N."""
    found = re.fullmatch(r"([1-9][0-9]*)/([1-9][0-9]*)", text)
    if not found or int(found[1]) > int(found[2]):
        raise argparse.ArgumentTypeError(f"{text} is not K/N with K from 1 to N")
    return text


def indices_of(scope, name):
    part, parts = map(int, name.split("/"))
    return range(part - 1, len(scope), parts)


def arguments():
    parser = argparse.ArgumentParser(description="Compares the embodiments of the rules on every scenario of a scope.")
    parser.add_argument("scope", help="a scope in conformance/scopes, or a file that ends in .json")
    parser.add_argument("--shard", type=shard, default="1/1", metavar="K/N", help="only the K-th of N parts")
    parser.add_argument("--resume", type=pathlib.Path, metavar="FILE", help="keep in FILE how far it is, and go on from there")
    parser.add_argument("--implementations", nargs="+", metavar="NAME[=COMMAND]", default=list(asking.KNOWN),
                        help=f"who is asked: {', '.join(asking.KNOWN)}, or others by their command")
    parser.add_argument("--limit", type=int, metavar="N", help="end after N scenarios")
    parser.add_argument("--show", type=int, metavar="N", default=10, help="print the first N disagreements (10)")
    parser.add_argument("--check-reduction", action="store_true", help="ask about the symmetric scenarios, too")
    parser.add_argument("--sum", nargs="+", type=pathlib.Path, metavar="FILE", help="add up the files of all shards")
    parser.add_argument("--count", action="store_true", help="only say how many scenarios there are")
    options = parser.parse_args()
    if options.check_reduction and options.resume:
        parser.error("--check-reduction cannot be resumed")
    return options


def print_count(scope):
    for title, product in zip(scope.titles, scope.products):
        print(f"{product.count():10,}  {title}")
    print(f"{len(scope):10,}  scenarios; {scope.before_reduction():,} with the symmetric ones that a renaming leads to")


def run(scope, options):
    """The numbers that passed and failed."""
    if options.sum:
        return add_up(scope, options.sum)
    options.commands = asking.chosen(options.implementations)
    state = State(options.resume, scope=scope.name, digest=scope.digest, shard=options.shard, limit=options.limit,
                  implementations=options.implementations)
    indices = indices_of(scope, options.shard)[:options.limit]
    speed = (check_reduction if options.check_reduction else compare)(scope, indices, state, options)
    print(f"{scope.name} {options.shard}: {', '.join(options.commands)}; {speed:,.0f} scenarios a second")
    return state.done - state.failed, state.failed


def main():
    options = arguments()
    try:
        scope = scopes.Scope(options.scope)
        if options.count:
            print_count(scope)
            return 0
        passed, failed = run(scope, options)
    except (asking.Broken, scopes.BadScope, OSError) as fault:
        print(f"exhaust.py: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\nexhaust.py: stopped{'; the same command goes on from here' if options.resume else ''}", file=sys.stderr)
        return 130
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
