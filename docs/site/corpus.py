"""The golden corpus, and for each rule and reading the smallest case that shows it."""
import json
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


class Corpus:
    """`flat` is the corpus with a case a line, `measured` says which cases show what."""

    def __init__(self, flat, timelines, measured):
        self._cases = {case["id"]: case for case in map(json.loads, flat.read_text(encoding="utf-8").splitlines())}
        self._timelines = {
            f"{group['group']}/{case['id']}": case
            for group in (json.loads(path.read_text(encoding="utf-8")) for path in sorted(timelines.glob("*.json")))
            for case in group["cases"]
        }
        self._measured = measured
        self.shown = []

    def __len__(self):
        return len(self._cases)

    def groups(self):
        """{group: (id, title) of its cases}, in the order of the corpus."""
        found = {}
        for name, case in [*self._cases.items(), *self._timelines.items()]:
            group, _, id = name.rpartition("/")
            found.setdefault(group, []).append((id, case["title"]))
        return found

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

    def running_case(self, case, name, about):
        """A case that runs in the page; without script, its scenario and its answer."""
        self.shown.append(case["id"])
        scenario = json.dumps(case["scenario"], indent=2, ensure_ascii=False)
        answers = [f"Permitted: {escape(outcome_text(one))}." for one in case["permitted"]]
        answers += [f"Contested: {escape(contested_text(one))}." for one in case["contested"]]
        return (
            f'<div class="running">\n'
            f'<ssbroute-case scenario="{name}" case="{case["id"]}" about="{about}" title="{escape(case["title"], quote=True)}">'
            f'<p>{escape(case["title"])}.</p><p>{"<br>".join(answers)}</p>'
            f"<p>With JavaScript and WebAssembly this case runs here, step by step.</p>"
            f"</ssbroute-case>\n</div>\n\n"
            + folded("Scenario", f"<!-- schema: scenario -->\n\n{fence(scenario, 'json')}", "scenario", name)
        )
