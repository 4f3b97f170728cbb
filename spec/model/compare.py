#!/usr/bin/python3
"""Holds the declarative model against the C++: every member of every answer must be the same.

    compare.py --golden golden              the scenario of each golden case
    compare.py --random 5000 --seed 1       scenarios drawn by chance, by build/property-tests/random-scenarios
    compare.py --random 5000 --router       the sample implementation in Python, too

Whether the answers are the ones that golden cases expect is for others to say (model.py --golden; the golden tests of the C++). Each
disagreement is printed with its scenario and all answers. The last line is `N passed, M failed`; the exit status 0 without
disagreements, 1 with some, 2 if nothing could be asked.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import model

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "conformance"))
import asking  # noqa: E402


def golden_scenarios(directory):
    """Pairs of a case's id and its scenario as JSON, as it is written after the case's patch."""
    return [(name, json.dumps(scenario)) for name, scenario, _, _, _ in model.golden_cases(directory)]


def random_scenarios(program, count, seed):
    """Pairs of a name, by which the scenario is made again, and a scenario as JSON."""
    done = subprocess.run([program, str(count), str(seed)], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise asking.Broken(f"{program}: exit status {done.returncode}")
    return [(f"random scenario {number} of seed {seed}", line) for number, line in enumerate(done.stdout.splitlines(), 1)]


def compare(commands, scenarios):
    """The numbers of scenarios on which all agree, and on which they do not."""
    names = [name for name, _ in scenarios]
    numbered = ((number, text) for number, (_, text) in enumerate(scenarios))
    agree = disagree = 0
    for batch, answers in asking.ask_all(commands, numbered):
        for (number, text), answer in zip(batch, answers):
            if asking.same(list(answer.values())):
                agree += 1
            else:
                disagree += 1
                asking.print_disagreement(names[number], text, answer)
    return agree, disagree


def arguments():
    parser = argparse.ArgumentParser(description="Compares the model's answers with those of the C++.")
    parser.add_argument("--golden", metavar="DIR", help="the golden groups below DIR")
    parser.add_argument("--random", type=int, metavar="N", help="N scenarios drawn by chance")
    parser.add_argument("--seed", type=int, metavar="S", default=1, help="what chance starts from (1)")
    parser.add_argument("--router", action="store_true", help="ask the sample implementation in Python, too")
    parser.add_argument("--program", default=str(PROJECT / "build" / "ssbroute"), help="the C++ (build/ssbroute)")
    parser.add_argument("--random-scenarios", metavar="PROGRAM", help="who draws (build/property-tests/random-scenarios)",
                        default=str(PROJECT / "build" / "property-tests" / "random-scenarios"))
    options = parser.parse_args()
    if options.golden is None and options.random is None:
        parser.error("nothing to compare: give --golden, --random or both")
    return options


def main():
    options = arguments()
    try:
        commands = {"c++": [options.program, "serve"], "model": [sys.executable, model.__file__]}
        if options.router:
            commands.update(asking.chosen(["router"]))
        scenarios = golden_scenarios(options.golden) if options.golden is not None else []
        if options.random is not None:
            scenarios += random_scenarios(options.random_scenarios, options.random, options.seed)
        agree, disagree = compare(commands, scenarios)
    except (asking.Broken, OSError) as fault:
        print(f"compare.py: {fault}", file=sys.stderr)
        return 2
    print(f"{agree} passed, {disagree} failed")
    return 1 if disagree or not agree else 0


if __name__ == "__main__":
    sys.exit(main())
