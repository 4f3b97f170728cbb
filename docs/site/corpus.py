"""The golden corpus, and for each rule and reading the smallest case, or the smallest timeline, that shows it."""
import json
import subprocess
from html import escape

from text import fence, folded


# Where a rule leaves a choice, the case is one that has it: those of a group of golden/choices.
CHOICES = {
    "MATCH-3": "identifiers", "CHOOSE-0": "identical-routes", "CHOOSE-1": "routes", "CHOOSE-2": "routes", "CHOOSE-3": "routes",
    "CHOOSE-4": "routes", "LOCATE-3": "databases", "LOCATE-4": "going-back",
}


def _size(case):
    return len(json.dumps(case["scenario"]))


def outcome_text(outcome):
    """An outcome in the words of the pages that run."""
    kind = outcome["outcome"]
    mirror = outcome.get("mirror_address")
    address = f"{outcome.get('address')} or {mirror}, whichever is the principal" if mirror else outcome.get("address")
    requested = ", and a route is requested" if outcome.get("route_requested") else ""
    return {
        "deliver": f"Delivered to {outcome.get('database')}",
        "send": f"Sent to {address}",
        "forward": f"Forwarded to {address}",
        "delay": f"Delayed{requested}",
        "drop": "Dropped",
    }[kind]


def contested_text(outcome):
    readings = " and ".join(f"{reading} is {answer}" for reading, answer in outcome["readings"].items())
    return f"{outcome_text(outcome)}, if {readings}"


def _lines(text):
    return {case["id"]: case for case in map(json.loads, text.splitlines())}


class Timelines:
    """The golden timelines, as `flat` has them a line each; `program` plays them."""

    def __init__(self, flat, program, measured):
        self._by_id = _lines(flat)
        self._program = program
        self._measured = measured

    def titles(self):
        """{id: title}."""
        return {name: one["title"] for name, one in self._by_id.items()}

    def smallest(self, identifier):
        """The smallest timeline of a rule; that of a reading is the first of its file."""
        found = [self._by_id[name] for name in self._measured.cases(identifier) if name in self._by_id]
        own = [timeline for timeline in found if timeline["id"].startswith(f"timelines/{identifier}/")]
        return own[0] if own else min(found, key=lambda one: len(json.dumps(one["timeline"])), default=None)

    def shown(self, identifier, documents, page):
        """The timeline, and one history that it permits: what `ssbroute simulate` prints and draws."""
        found = self.smallest(identifier)
        if not found:
            return ""
        timeline = json.dumps(found["timeline"], indent=2, ensure_ascii=False)
        picture = f"{page.rpartition('/')[0]}/{identifier}.svg"
        history = subprocess.run(
            [self._program, "simulate", "-", "--diagram", documents.place(picture)],
            input=timeline, text=True, capture_output=True, check=True,
        ).stdout
        return (
            f"{found['title']} (`{found['id']}`):\n\n"
            f"![One permitted history]({identifier}.svg){{ .history }}\n\n"
            + folded("The history in words", fence(history), "history")
            + folded("Timeline", f"<!-- schema: timeline -->\n\n{fence(timeline, 'json')}", "scenario")
        )


class Corpus:
    """The golden cases, as `flat` has them a line each; `measured` says which show what."""

    def __init__(self, flat, measured):
        self._cases = _lines(flat)
        self._measured = measured

    def smallest(self, identifier):
        """The smallest case of a rule, one with its choice if it leaves any; that of a reading is the first of its file."""
        cases = [self._cases[name] for name in self._measured.cases(identifier) if name in self._cases]
        own = [case for case in cases if case["id"].startswith(f"readings/{identifier}/")]
        if own:
            return own[0]
        group = f"choices/{CHOICES.get(identifier)}/"
        choosing = [case for case in cases if case["id"].startswith(group) and len(case["permitted"]) > 1]
        return min(choosing or cases, key=_size, default=None)

    def running(self, identifier):
        """The smallest case of a rule or reading, running; nothing where no single decision shows it."""
        case = self.smallest(identifier)
        return self.running_case(case, f"case-{identifier}", identifier) if case else ""

    def case(self, name):
        return self._cases[name]

    def titles(self):
        """{id: title}."""
        return {name: case["title"] for name, case in self._cases.items()}

    def running_case(self, case, name, about):
        """A case that runs in the page; without script, its scenario and its answer."""
        scenario = json.dumps(case["scenario"], indent=2, ensure_ascii=False)
        answers = [f"Permitted: {escape(outcome_text(one))}." for one in case["permitted"]]
        answers += [f"Contested: {escape(contested_text(one))}." for one in case["contested"]]
        return (
            f'<div class="running">\n'
            f'<ssbroute-case scenario="{name}" case="{case["id"]}" about="{about}" shows="{escape(case["title"], quote=True)}">'
            f'<p>{escape(case["title"])}.</p><p>{"<br>".join(answers)}</p>'
            f"<p>With JavaScript and WebAssembly this case runs here, step by step.</p>"
            f"</ssbroute-case>\n</div>\n\n"
            + folded("Scenario", f"<!-- schema: scenario -->\n\n{fence(scenario, 'json')}", "scenario", name)
        )
