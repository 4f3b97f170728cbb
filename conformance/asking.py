"""Asks implementations that know every outcome, many scenarios at a time, and compares what they answer.

An implementation is a program that speaks the conformance protocol and answers with `permitted` and `contested`: three embodiments of
the same rules, written apart from each other, must give the same answer in every member.
"""
import itertools
import json
import pathlib
import queue
import shlex
import subprocess
import sys
import threading

PROJECT = pathlib.Path(__file__).resolve().parent.parent
# The model answers more at once than it would by itself: the scenarios of a scope have much in common.
KNOWN = {
    "c++": [str(PROJECT / "build" / "ssbroute"), "serve"],
    "model": [sys.executable, str(PROJECT / "spec" / "model" / "model.py"), "--batch", "256"],
    "router": [sys.executable, str(PROJECT / "conformance" / "implementations" / "python" / "router.py"), "--answer", "contested"],
}
PIPE = 1 << 20  # as much as the system allows: the model is fastest when many questions wait for it


class Broken(Exception):
    """An implementation has ended, or says what is no answer."""


class Implementation:
    """A running implementation. Questions are written by a thread, so that neither side waits for the other with full hands."""

    def __init__(self, name, command):
        self.name = name
        try:
            # In a session of its own: it is not for a key that is pressed to end it.
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pipesize=PIPE,
                                            start_new_session=True)
        except OSError as fault:
            raise Broken(f"{name}: {fault}") from None
        self.waiting = queue.Queue()
        self.waiting.put(b'{"protocol": 1}\n')
        self.early = {}
        threading.Thread(target=self.write, daemon=True).start()

    def write(self):
        try:
            while (lines := self.waiting.get()) is not None:
                self.process.stdin.write(lines)
                self.process.stdin.flush()
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # whoever waits for the answers will see that there are none

    def ask(self, questions):
        """Sends questions: pairs of an id and a scenario as JSON."""
        self.waiting.put("".join(f'{{"id": {number}, "scenario": {text}}}\n' for number, text in questions).encode())

    def answers(self, numbers):
        """The answers to the questions with these ids, in whatever order they come."""
        missing = set(numbers) - self.early.keys()
        while missing:
            number, answer = self.next_answer()
            self.early[number] = answer
            missing.discard(number)
        return [self.early.pop(number) for number in numbers]

    def next_answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Broken(f"{self.name}: ended with exit status {self.process.wait()} before it had answered everything")
        try:
            answer = json.loads(line)
            return (None, answer) if "protocol" in answer else (answer.pop("id"), answer)
        except (ValueError, KeyError, TypeError):
            raise Broken(f"{self.name}: this is no answer: {line.decode(errors='replace').strip()}") from None

    def end(self):
        """Ends the program; what it has been asked and has not answered is lost."""
        self.waiting.put(None)
        self.process.kill()
        self.process.wait()


def chosen(words):
    """Implementations as a command line names them: known ones by name, others as NAME=COMMAND."""
    commands = {}
    for word in words:
        name, given, command = word.partition("=")
        if not given and name not in KNOWN:
            raise Broken(f"no implementation {name}; known are {', '.join(KNOWN)}; others are given as NAME=COMMAND")
        commands[name] = shlex.split(command) if given else KNOWN[name]
    return commands


def is_whole(answer):
    """Whether this is an answer: a scenario that is an error has none, and nothing is compared then."""
    return "permitted" in answer and "contested" in answer


def same(answers):
    """Whether all answer, and the same."""
    return all(is_whole(answer) and answer == answers[0] for answer in answers)


def batches(items, size):
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def ask_all(commands, scenarios, size=512):
    """Asks everyone about each of the scenarios, pairs of an id and a text: yields for each batch of them the texts and, of
    each scenario, the answers by name. The next batch is on its way while one is compared."""
    implementations = [Implementation(name, command) for name, command in commands.items()]
    try:
        on_the_way = None
        for batch in itertools.chain(batches(scenarios, size), [None]):
            if batch is not None:
                for implementation in implementations:
                    implementation.ask(batch)
            if on_the_way is not None:
                yield on_the_way, gathered(implementations, on_the_way)
            on_the_way = batch
    finally:
        for implementation in implementations:
            implementation.end()


def gathered(implementations, batch):
    numbers = [number for number, _ in batch]
    columns = [implementation.answers(numbers) for implementation in implementations]
    return [dict(zip([implementation.name for implementation in implementations], row)) for row in zip(*columns)]


def print_disagreement(title, scenario, answers):
    """The scenario, and below it who says what: those that say the same stand together."""
    print(f"{title}\n  scenario  {scenario}")
    groups = {}
    for name, answer in answers.items():
        groups.setdefault(json.dumps(answer, sort_keys=True), []).append(name)
    for answer, names in groups.items():
        print(f"  {', '.join(names)}\n    {answer}")
    sys.stdout.flush()
