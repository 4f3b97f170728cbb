#!/usr/bin/python3
"""Finds the smallest scenario that tells apart the answers to a reading, or two rules in their order and swapped.

    distinguish.py                      each reading, and each pair of neighbouring rules
    distinguish.py NAME...              only these readings or faults of the sample implementation (router.py --list-deviations)
    distinguish.py --every-fault        every fault of the sample implementation

Goes through a scope (scopes/smallest.json, or --scope) from its smallest scenarios on, so that none in it that is smaller than the one
found tells them apart. The size of a scenario is the number of its values that are there and not as by default; the names of routes, `now`
and the message's origin do not count. Two answers, or two orders, are told apart where they permit different outcomes.

Prints each scenario found as a golden group of one case, with what the rules permit, and then for each question the size, and that of
the smallest golden case that tells the same apart: of a reading's the first of its own group.
"""
import argparse
import json
import pathlib
import sys

import scope as scopes

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent
sys.path[:0] = [str(HERE / "implementations" / "python"), str(PROJECT / "spec" / "model")]
import deviations  # noqa: E402
import model  # noqa: E402
import router  # noqa: E402

# Faults of the sample implementation that put a rule before its neighbour. Of the neighbours without one MATCH-4 and MATCH-5 are
# the reading dynamic-routing-order; and a rule that always ends the process has no other order than to leave out what follows.
SWAPPED = ("disabled-msdb-after-reply-rule", "reply-rule-after-matching", "expiry-after-matching", "match-1-after-match-2",
           "match-2-after-match-3", "match-3-after-match-4", "match-5-after-match-6", "choose-1-after-choose-2",
           "choose-2-after-choose-3", "choose-3-after-choose-4", "locate-1-after-locate-2")


# ---- Questions --------------------------------------------------------------------------------------------------------------

class Question:
    """A reading or a fault: whether a scenario tells its two sides apart."""

    def __init__(self, name):
        self.name = name
        self.decision, self.profile = router.Decision, dict(router.PREFERRED)
        self.is_reading = name in router.READINGS
        if self.is_reading:
            self.profile[name] = router.READINGS[name][1]
            self.title = f"{name}: {' or '.join(router.READINGS[name])}"
        else:
            self.decision = deviations.deviating(router.Decision, [name])
            self.title = deviations.DEVIATIONS[name][1]

    def tells_apart(self, scenario, document, permitted):
        """Whether the other side permits something else than the rules with every reading as preferred."""
        if self.decision.read is not router.Decision.read:
            scenario = self.decision.read(document)
        return router.permitted_outcomes(self.decision, scenario, self.profile) != permitted


def permitted_by_rules(scenario):
    return router.permitted_outcomes(router.Decision, scenario, router.PREFERRED)


def search(questions, scope, most):
    """Yields for each question the size and the document of the smallest scenario, as soon as it is found."""
    left = list(questions)
    for number, (size, text) in enumerate(scope.by_size()):
        if not left or number == most:
            break
        document = json.loads(text)
        scenario = router.read_scenario(document)
        permitted = permitted_by_rules(scenario)
        found = [question for question in left if question.tells_apart(scenario, document, permitted)]
        for question in found:
            yield question, size, document
        left = [question for question in left if question not in found]


# ---- Golden cases -----------------------------------------------------------------------------------------------------------

def golden_documents(directory):
    """The scenario of each golden case, by its id."""
    return {name: json.loads(json.dumps(document)) for name, document, _, _, _ in model.golden_cases(directory)}


def golden_sizes(question, documents):
    """The sizes and ids of the golden cases that tell the question's sides apart; of a reading only the first of its group."""
    if question.is_reading:
        own = [name for name in documents if name.startswith(f"readings/{question.name}/")]
        documents = {name: documents[name] for name in own[:1]}
    for name, document in documents.items():
        scenario = router.read_scenario(document)
        if question.tells_apart(scenario, document, permitted_by_rules(scenario)):
            yield scopes.size_of(document), name


# ---- What is printed --------------------------------------------------------------------------------------------------------

def without_defaults(value, member=None):
    """A scenario as one would write it: without what is absent or as by default."""
    if isinstance(value, dict):
        return {name: without_defaults(item, name) for name, item in value.items() if not scopes.is_default(item, name)}
    return [without_defaults(item) for item in value] if isinstance(value, list) else value


def as_golden(question, document):
    """The scenario as a golden group of one case; `now` only where something has a lifetime."""
    options = argparse.Namespace(answer="contested", profile=router.PREFERRED)
    plain = without_defaults(document)
    case = {"id": "smallest", "title": question.title, "message": plain["message"], **router.answer(document, options)}
    if "lifetime" in json.dumps(document):
        case["now"] = document["now"]
    folder = "readings" if question.is_reading else "swapped"
    return {"group": f"{folder}/{question.name}", "source": "conformance/distinguish.py", "instance": plain["instance"], "cases": [case]}


def report(question, found, documents):
    """A line of the table: the size found, the golden size, and what this says."""
    golden = min(golden_sizes(question, documents), default=None)
    if found is None:
        return f"{question.name:40} none in this scope; golden {golden[0] if golden else 'none'}"
    if golden is None:
        return f"{question.name:40} {found:3}  no golden case tells it apart"
    verdict = "as small" if golden[0] == found else "larger" if golden[0] > found else "smaller: the scope is too small"
    return f"{question.name:40} {found:3}  golden {golden[0]:3} {verdict}: {golden[1]}"


def arguments():
    parser = argparse.ArgumentParser(description="Finds the smallest scenarios that tell readings and swapped rules apart.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="readings, or faults of the sample implementation")
    parser.add_argument("--every-fault", action="store_true", help="every fault of the sample implementation")
    parser.add_argument("--scope", default="smallest", help="where to search (smallest)")
    parser.add_argument("--limit", type=int, metavar="N", help="give up after N scenarios")
    parser.add_argument("--golden", type=pathlib.Path, default=PROJECT / "golden", metavar="DIR", help="the golden groups to compare with")
    return parser.parse_args()


def main():
    options = arguments()
    names = options.names or (list(deviations.DEVIATIONS) if options.every_fault else [*router.READINGS, *SWAPPED])
    unknown = [name for name in names if name not in router.READINGS and name not in deviations.DEVIATIONS]
    if unknown:
        print(f"distinguish.py: no such reading or fault: {', '.join(unknown)}", file=sys.stderr)
        return 2
    questions = [Question(name) for name in names]
    found = {}
    for question, size, document in search(questions, scopes.Scope(options.scope), options.limit):
        found[question] = size
        print(json.dumps(as_golden(question, document)), flush=True)
    documents = golden_documents(options.golden)
    for question in questions:
        print(report(question, found.get(question), documents))
    print(f"{len(found)} passed, {len(questions) - len(found)} failed")
    return 0 if len(found) == len(questions) else 1


if __name__ == "__main__":
    sys.exit(main())
